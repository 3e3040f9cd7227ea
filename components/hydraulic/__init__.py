"""Hydraulics: pressures against the atmosphere, volume flows. Pumps, motors and cylinders turn them into motion and back."""
