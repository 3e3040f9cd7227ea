"""Electrical components. Currents are positive into the component; the voltage of a two-pole is that of p relative to n."""
