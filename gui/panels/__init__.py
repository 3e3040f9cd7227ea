"""The panels around the drawing: palette, problems, topology, find, all commands."""
