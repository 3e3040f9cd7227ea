"""Bodies with mass, and the base."""
