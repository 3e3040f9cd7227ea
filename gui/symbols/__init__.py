"""Paints symbols, wires and texts of the sheet with Qt."""
