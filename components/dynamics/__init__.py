"""Dynamic components: springs, dampers, inertias, gears."""
