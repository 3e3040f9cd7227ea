"""Popups over the drawing: list of fitting kinds, key parameters, editors for a name or a note."""
