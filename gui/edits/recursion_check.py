"""A subcircuit cannot hold itself, neither on its own sheet nor on one of a part of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.kinds.hierarchy import holds
from mars.messages import Message

T = TypeVar("T")


def ring(circuit: Circuit, sheet: str, kind: str) -> str:
    """Why a kind cannot be on the sheet of a definition; nothing where it can, as on the main sheet."""
    if not sheet or kind not in circuit.definitions or not holds(circuit, kind, sheet):
        return ""
    if kind == sheet:
        return Message("{kind} is the current sheet; a subcircuit cannot contain itself", kind=kind)
    return Message("{kind} contains {sheet}, the current sheet; a subcircuit cannot contain itself", kind=kind, sheet=sheet)


def without_rings(sheet: str, function: Callable[[Circuit], T]) -> Callable[[Circuit], T]:
    """A function on the circuit of a sheet that refuses to put what holds the sheet on it; rings of the file itself may stay."""

    def changed(circuit: Circuit) -> T:
        before = {(entry.name, entry.kind) for entry in circuit.components.values()} if sheet else set()
        result = function(circuit)
        came = {entry.kind for entry in circuit.components.values() if (entry.name, entry.kind) not in before} if sheet else set()
        for kind in sorted(came):
            if refused := ring(circuit, sheet, kind):
                raise DocumentError(refused)
        return result

    return changed
