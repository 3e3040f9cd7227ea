"""The editor: reads mars, writes only through edits of its document."""
