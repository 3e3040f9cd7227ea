"""External factors: given motions, torques, forces, wrenches."""
