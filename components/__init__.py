"""The standard library: one file for each kind, folders for families."""
