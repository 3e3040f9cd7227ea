"""Custom kinds: subcircuits made of a selection, components written as equations, their properties."""
