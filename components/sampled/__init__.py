"""Blocks that look at their signals from time to time, as the programs of digital controllers do."""
