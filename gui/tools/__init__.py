"""Tools for the people who build the editor."""
