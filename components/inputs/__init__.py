"""Inputs by hand: what is moved on the drawing while the circuit runs."""
