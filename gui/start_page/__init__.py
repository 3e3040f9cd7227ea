"""The start page: example circuits, recent files, recovery."""
