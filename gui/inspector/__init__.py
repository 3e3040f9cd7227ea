"""The inspector: forms generated from the declarations of the selection, and the settings of the circuit."""
