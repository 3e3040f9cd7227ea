"""Information about kinds for documents (`mars.document.circuit.Kinds`), so that the document layer need not import them."""

from __future__ import annotations

from mars.component.parameters import Flag
from mars.document.circuit import Circuit
from mars.kinds.definitions import all_deciding as deciding_definitions
from mars.kinds.definitions import define
from mars.kinds.registry import kind_in, kinds
from mars.names import initials

__all__ = ["deciding_definitions", "define", "flags_of", "letters_of"]


def letters_of(circuit: Circuit, kind: str) -> str:
    """The letters declared by the kind, else the initials of its name."""
    installed = kind_in(circuit, kind)
    return installed.letters if installed is not None and installed.letters else initials(kind)


def flags_of(kind: str) -> list[str]:
    """The names of the yes/no parameters of an installed kind; empty if it is not installed."""
    installed = kinds().get(kind)
    return [name for name, parameter in installed.parameters.items() if isinstance(parameter, Flag)] if installed else []
