"""Drives: motors, amplifiers and gears, which convert between electrical and mechanical power."""
