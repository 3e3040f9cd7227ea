"""Drives: motors, amplifiers and what sits between motor and load. Here electrical power becomes mechanical power and back."""
