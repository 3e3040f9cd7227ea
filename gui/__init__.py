"""The editor. It reads from mars and changes a circuit only through edits of its document."""
