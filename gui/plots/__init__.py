"""Plots of a run: curves over time, X–Y plots and spectra. `PlotPanel` is the dock."""
