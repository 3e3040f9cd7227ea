"""Custom kinds: subcircuits made from a selection, components written as equations, their properties."""
