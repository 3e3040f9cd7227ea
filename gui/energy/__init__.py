"""The Energy dock: the energy ledger of a run."""
