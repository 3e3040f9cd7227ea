"""Heat: temperatures in kelvin, heat flows in watts. What gets warm has a thermal port, from which its heat flows on."""
