"""Ports of a subcircuit, drawn on its sheet: the name of such a component is the name of the port."""
