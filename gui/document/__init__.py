"""The circuit being edited: document with undo, changes, selection, names and values of sheets."""
