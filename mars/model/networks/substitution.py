"""Expressions put into what components say about their constraints and rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from mars.component.lazy_casadi import ca

Said = TypeVar("Said")


def completed(said: Said, complete: Callable[[ca.SX], ca.SX]) -> Said:
    """The same tie or rule with every expression completed."""
    found = {f.name: getattr(said, f.name) for f in fields(said)}  # type: ignore[arg-type]
    changed: dict[str, Any] = {name: complete(value) for name, value in found.items() if isinstance(value, ca.SX)}
    if pose := found.get("pose", ()):
        changed["pose"] = [(mode, complete(ca.SX(value))) for mode, value in pose]
    return replace(said, **changed)  # type: ignore[type-var]
