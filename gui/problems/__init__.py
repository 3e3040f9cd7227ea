"""Problems of the circuit: the live check, the Problems dock and its remedies."""
