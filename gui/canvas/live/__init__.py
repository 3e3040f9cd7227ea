"""Shows a run on the drawing: values, streams, power, sticking parts, and where it failed."""
