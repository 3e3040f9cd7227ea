"""Symbols, wires and texts of the sheet as Qt paints them."""
