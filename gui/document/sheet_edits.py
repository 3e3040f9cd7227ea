"""Effects of editing one sheet on the others: its definition, names that lead through it, wires to its instances."""

from __future__ import annotations

from typing import Any

from mars.document.circuit import Circuit
from mars.editing.reroute import complete_drawing
from mars.errors import MarsError
from mars.kinds.definition_edits import put_sheet
from mars.kinds.definitions import definition_of, kind_of, sheet_of
from mars.kinds.hierarchy import uses

from .changes import MISSING, Change

NOT_OF_A_SHEET = {"definitions", "motions", "gravity", "title", "note", "run", "views"}  # sections of the whole circuit only


def write_back(root: Circuit, name: str, sheet: Circuit, change: Change) -> None:
    """Write the changes of a definition's sheet into the whole circuit."""
    root.motions, root.gravity = sheet.motions, sheet.gravity
    sheet.title, sheet.note, sheet.run, sheet.views = "", "", {}, {}
    if name in sheet.definitions and change.sections.keys() - NOT_OF_A_SHEET:
        put_sheet(root, name, sheet)
        sheet.definitions = root.definitions
    else:
        root.definitions = sheet.definitions


def reroute_wires(root: Circuit, change: Change) -> bool:
    """Reroute wires that no longer end at the ports of instances; whether there were any."""
    moved = [name for name, (old, new) in change.pairs("definitions").items() if _ports(name, old) != _ports(name, new)]
    hosts = dict.fromkeys(host for name in moved if name in root.definitions for host, _ in uses(root, name))
    for host in hosts:
        sheet = sheet_of(root, host) if host else root
        complete_drawing(sheet)
        if host:
            root.definitions[host] = definition_of(sheet, root.definitions[host])
    return bool(hosts)


def _ports(name: str, definition: Any) -> dict[str, tuple[Any, ...]]:
    """Positions of the ports; none for an invalid definition."""
    try:
        found = kind_of(name, definition).ports if definition is not MISSING else {}
    except MarsError:
        return {}
    return {port: (declared.at, declared.domain.name) for port, declared in found.items()}
