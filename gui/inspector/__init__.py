"""The inspector: forms made from the declarations of what is selected, and the settings of the circuit."""
