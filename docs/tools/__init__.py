"""What makes the generated parts of the documentation site: `hooks.py` is where MkDocs comes in."""
