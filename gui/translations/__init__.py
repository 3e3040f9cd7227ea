"""Texts of the editor in other languages, and which one is spoken."""
