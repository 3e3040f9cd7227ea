"""Popups over the drawing: list of fitting kinds, key parameters, a name or a note edited in place."""
