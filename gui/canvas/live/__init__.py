"""What a run shows on the drawing: values, streams, power, what sticks, where it failed."""
