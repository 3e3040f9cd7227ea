"""Sensors: what they measure leaves them as a signal, in SI units. What is read and plotted only is a meter."""
