"""The standard library: one file per kind or group of kinds, one folder per family."""
