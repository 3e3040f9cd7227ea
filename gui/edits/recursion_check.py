"""Prevents a subcircuit from containing itself, directly or through its parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.kinds.hierarchy import holds
from mars.messages import Message

T = TypeVar("T")


def ring(circuit: Circuit, sheet: str, kind: str) -> str:
    """Why a kind cannot be on the sheet of a definition; empty if it can, as on the main sheet."""
    if not sheet or kind not in circuit.definitions or not holds(circuit, kind, sheet):
        return ""
    if kind == sheet:
        return Message("{kind} is the current sheet; a subcircuit cannot contain itself", kind=kind)
    return Message("{kind} contains {sheet}, the current sheet; a subcircuit cannot contain itself", kind=kind, sheet=sheet)


def without_rings(sheet: str, function: Callable[[Circuit], T]) -> Callable[[Circuit], T]:
    """Wraps an edit of a sheet so that it refuses to place anything that contains the sheet; existing recursion in the file may
    stay."""

    def changed(circuit: Circuit) -> T:
        before = {(entry.name, entry.kind) for entry in circuit.components.values()} if sheet else set()
        result = function(circuit)
        came = {entry.kind for entry in circuit.components.values() if (entry.name, entry.kind) not in before} if sheet else set()
        for kind in sorted(came):
            if refused := ring(circuit, sheet, kind):
                raise DocumentError(refused)
        return result

    return changed
