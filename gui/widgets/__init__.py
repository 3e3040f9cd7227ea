"""Widgets and input helpers that do not depend on circuits: dialogs, popups, list rows, labels."""
