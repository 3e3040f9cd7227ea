"""External factors: given motions, torques, forces, wrenches; what follows a signal."""
