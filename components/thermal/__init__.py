"""Heat: temperatures in kelvin, heat flows in watts. Components that heat up have a thermal port for their heat."""
