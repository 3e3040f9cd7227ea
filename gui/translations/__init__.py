"""Translations of the editor, and the current language."""
