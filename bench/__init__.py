"""Speed of Mars compared with its peers, measured in one run: `python -m bench`."""
