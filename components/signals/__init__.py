"""Signal blocks: arithmetic, dynamics, limits, tables, formulas, bundles."""
