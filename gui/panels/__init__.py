"""The panels round the drawing: palette, problems, topology, find, all commands."""
