"""What is shown before a circuit is open, and the circuits to begin with."""
