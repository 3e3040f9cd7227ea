"""Kinematic nodes: each is a chain of elementary motions with one scalar port for each freedom."""
