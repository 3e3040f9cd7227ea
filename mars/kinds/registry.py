"""The kinds available to a circuit: installed ones, and those defined in the circuit."""

from __future__ import annotations

from collections.abc import Mapping

from mars.component.base import Component
from mars.document.circuit import Circuit
from mars.errors import MarsError
from mars.kinds.definitions import is_defined, kind_of, kinds_of
from mars.kinds.installed import LIBRARY, kinds, suggestion

__all__ = ["LIBRARY", "kind_in", "kinds", "kinds_in", "suggestion"]


def kinds_in(circuit: Circuit) -> Mapping[str, type[Component]]:
    """The kinds available to a circuit: all installed ones, and those defined in the circuit."""
    return {**kinds(), **kinds_of(circuit.definitions)} if circuit.definitions else kinds()


def kind_in(circuit: Circuit, kind: str) -> type[Component] | None:
    """One of `kinds_in`; None if it is not installed, or its definition is invalid."""
    if not is_defined(kind):
        return kinds().get(kind)
    try:
        return kind_of(kind, circuit.definitions[kind]) if kind in circuit.definitions else None
    except MarsError:
        return None
