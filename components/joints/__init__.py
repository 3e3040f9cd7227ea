"""Kinematic nodes: each is a chain of elementary motions with one scalar port per degree of freedom."""
