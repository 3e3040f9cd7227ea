"""Circuit files, recovery of unsaved work, folders of the user."""
