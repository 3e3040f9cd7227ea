"""Mars: draw a mechanism as a component circuit and run it."""
