"""Integrators: numba loops over machine code, and the witness on the tableau."""
