"""Speed of Mars beside its peers, measured in one run: `python -m bench`."""
