"""Kinds of one's own: subcircuits made of a selection, components written as equations, the user's library."""
