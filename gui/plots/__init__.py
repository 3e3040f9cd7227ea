"""Plots of what a run gave: curves over time, over one another, and their spectra. `PlotPanel` is the dock."""
