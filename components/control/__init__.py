"""Control: what says how a mechanism is to move, and what makes it move so."""
