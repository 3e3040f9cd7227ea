"""Blocks that make signals of signals: arithmetic, dynamics, limits, tables, formulas, bundles."""
