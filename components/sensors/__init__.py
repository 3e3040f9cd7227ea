"""Sensors: their measurements are signals in SI units. For values that are only read and plotted, use meters."""
