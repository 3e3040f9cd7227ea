"""The command `mars`: `main` reads the command line that `arguments` declares and calls a command."""
