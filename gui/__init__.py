"""The editor (to come): reads mars, writes only through commands."""
