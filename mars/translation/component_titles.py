"""Components named by their titles in complaints: `Joint KN1`, `Resistor R1`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from mars.document.circuit import Circuit
from mars.errors import CircuitError, Complaint
from mars.kinds.definitions import is_sheet
from mars.kinds.hierarchy import read_sheet, sheet_at, split
from mars.kinds.registry import kinds
from mars.messages import Message
from mars.names import component_of
from mars.translation.kind_pages import component_title


def with_titles(complaints: Iterable[Complaint], circuit: Circuit) -> list[Complaint]:
    return [replace(complaint, subject=_subject(complaint.where, circuit)) for complaint in complaints]


@contextmanager
def naming_components(circuit: Circuit) -> Iterator[None]:
    """Complaints raised inside name components by their titles."""
    try:
        yield
    except CircuitError as error:
        raise CircuitError(with_titles(error.complaints, circuit)) from error


def _subject(where: str, circuit: Circuit) -> str:
    """The title and the name of the component of a complaint; empty if it concerns none."""
    path, inside = split(circuit, where)
    sheet = circuit if not path else read_sheet(circuit, name) if (name := sheet_at(circuit, path)) else None
    entry = sheet.components.get(component_of(inside)) if sheet is not None else None
    if entry is None:
        return ""
    title = (
        component_title(entry.kind) if entry.kind in kinds() else "Subcircuit" if is_sheet(circuit, entry.kind) else "Component"
    )
    name = ".".join([*path, entry.name])
    if entry.name.lower().startswith(title.lower()):
        return name
    return Message("{title} {name}", title=Message(title), kind=entry.kind, name=name)
