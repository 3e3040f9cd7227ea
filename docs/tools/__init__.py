"""Generates parts of the documentation site; MkDocs calls `hooks.py`."""
