"""Runs: the worker process, a run under way, what it gave, its curves."""
