"""Electrical components. Currents are positive into the component; a two-pole has the poles p and n, and its voltage is that of p
relative to n."""
