"""Manual inputs: moved on the drawing during a run."""
