"""Widgets and input helpers that know nothing of circuits: dialogs, popups, list rows, labels."""
