"""Names of components inside subcircuits. In a flat circuit `KN1` of the instance `Axis1` is one component, whose name holds a
letter that looks like a dot, so that a full stop always comes before a port or a variable. People write `Axis1.KN1.angle`."""

from __future__ import annotations

INSIDE = "\ua78f"  # ꞏ, a letter to Unicode


def shown(text: str) -> str:
    """As people write it."""
    return text.replace(INSIDE, ".") if INSIDE in text else text


def joined(*names: str) -> str:
    """The flat name of a component by the names on the way to it; empty ones are left out."""
    return INSIDE.join(name for name in names if name)
