"""The command `mars`: `main` parses the command line declared in `arguments` and calls a command."""
