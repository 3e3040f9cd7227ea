"""Manual inputs: moved on the drawing while the circuit runs."""
