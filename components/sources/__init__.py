"""Sources (external factors): given motions, torques, forces, wrenches, and those controlled by a signal."""
