"""Hydraulics: pressures relative to the atmosphere, volume flows. Pumps, motors and cylinders convert them to motion and back."""
