"""Attacks on the files, runs and processes of Mars: `./dev attack [minutes]` and `tests/attack/`."""
