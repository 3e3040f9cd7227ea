"""Meters: named results that are not already variables of a node."""
