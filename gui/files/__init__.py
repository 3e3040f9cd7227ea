"""Circuit files, recovery of unsaved work, user folders."""
