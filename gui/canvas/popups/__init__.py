"""Small cards over the drawing: list of fitting kinds, telling values, a name or a note edited in place."""
