"""Meters: named results that are not variables of a node already."""
