"""Names of components inside subcircuits. In a flat circuit, `KN1` of the instance `Axis1` is one component whose name contains a
letter that looks like a dot, so that a full stop always precedes a port or a variable. Users write `Axis1.KN1.angle`."""

from __future__ import annotations

INSIDE = "\ua78f"  # ꞏ, a letter to Unicode


def shown(text: str) -> str:
    """The name as users write it."""
    return text.replace(INSIDE, ".") if INSIDE in text else text


def joined(*names: str) -> str:
    """The flat name of a component from the names on the path to it; empty names are skipped."""
    return INSIDE.join(name for name in names if name)
