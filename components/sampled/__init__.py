"""Blocks that sample their signals, as the programs of digital controllers do."""
