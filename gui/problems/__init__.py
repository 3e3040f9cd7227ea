"""What is wrong with the circuit: the live check, the Problems dock and its remedies."""
