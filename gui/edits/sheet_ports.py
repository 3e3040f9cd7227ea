"""Ports of a subcircuit: terminals on its sheet, whose side and position determine where they are on its symbol."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from mars.component.base import Component, Terminal
from mars.component.default_icon import SIDES
from mars.document.circuit import Circuit
from mars.editing.reroute import reroute
from mars.kinds.definitions import read_sheet, sheet_of
from mars.kinds.hierarchy import uses
from mars.kinds.registry import kinds_in
from mars.pictures.sheet.symbols import linked_ports
from mars.plain_values import section

from .definitions import on_sheet
from .links import disconnect
from .placement import add, remove
from .sheet_positions import place, set_place

ROOM, APART = 80, 40  # from the parts of a sheet to a new port; from port to port


def ports_of(circuit: Circuit, name: str) -> dict[str, str]:
    """Names of the ports with their sides, in the order of their positions."""
    inner, known = sheet_of(circuit, name), kinds_in(circuit)
    terminals = [each for each in inner.components.values() if issubclass(known.get(each.kind, Component), Terminal)]
    sides = {each.name: str(each.values.get("side", "left")) for each in terminals}
    return {port: side for side in SIDES for port in _on_side(inner, sides, side)}


def add_port(circuit: Circuit, name: str, kind: str) -> str:
    """Add a port, on the left of the sheet or, for an output signal, on the right."""

    def change(inner: Circuit) -> str:
        places = [look["at"] for look in section(inner.drawing, "components").values() if "at" in look] or [[0, 0]]
        leaves = kinds_in(inner)[kind].ports["inside"].at[0] < 0
        x = max(at[0] for at in places) + ROOM if leaves else min(at[0] for at in places) - ROOM
        below = [at[1] for at in places if abs(at[0] - x) < ROOM]
        port = add(inner, kind, (x, max(below) + APART if below else 0))
        if leaves:
            inner.set(f"{port}.side", "right")
        return port

    return on_sheet(circuit, name, change)


def wires_at(circuit: Circuit, name: str, port: str) -> list[str]:
    """Where outside wires end at a port of a subcircuit: `Axis1.tip`, on the sheet of another one `Axis › W1.a`."""
    found = []
    for host, instances in uses(circuit, name):
        sheet = read_sheet(circuit, host) if host else circuit
        linked = linked_ports(sheet)
        ends = [f"{each}.{port}" for each in instances if port in linked.get(each, ())]
        found += [f"{host} › {end}" if host else end for end in ends]
    return found


def remove_port(circuit: Circuit, name: str, port: str) -> None:
    """Remove a port with its links, on the sheet and at all instances."""
    on_sheet(circuit, name, lambda inner: remove(inner, [port]))
    for host, instances in list(uses(circuit, name)):
        ends = {f"{each}.{port}" for each in instances}
        if host:
            on_sheet(circuit, host, partial(_unlink, ends=ends))
        else:
            _unlink(circuit, ends)


def _unlink(sheet: Circuit, ends: set[str]) -> None:
    keys = [link.key for link in sheet.links if ends & set(link.ends)]
    if keys:
        disconnect(sheet, keys)


def set_side(circuit: Circuit, name: str, port: str, side: str) -> None:
    """Set the side of the symbol for a port."""
    on_sheet(circuit, name, lambda inner: inner.set(f"{port}.side", side))


def rename_port(circuit: Circuit, name: str, old: str, new: str) -> None:
    """Rename a port, also in the links of all instances."""
    on_sheet(circuit, name, lambda inner: inner.rename(old, new.strip()))


def move_port(circuit: Circuit, name: str, port: str, by: int) -> None:
    """Move a port before or after its neighbour on the same side: the two swap positions on the sheet."""
    sides = ports_of(circuit, name)

    def change(inner: Circuit) -> None:
        row = _on_side(inner, sides, sides[inner.component(port).name])
        to = row.index(port) + by
        if not 0 <= to < len(row):
            return
        one, other = place(inner, port), place(inner, row[to])
        set_place(inner, port, replace(one, at=other.at))
        set_place(inner, row[to], replace(other, at=one.at))
        reroute(inner, {port, row[to]})

    on_sheet(circuit, name, change)


def _on_side(inner: Circuit, sides: Mapping[str, str], side: str) -> list[str]:
    along = 1 if side in ("left", "right") else 0
    looks = section(inner.drawing, "components")
    there = [port for port, its in sides.items() if its == side]
    return sorted(there, key=lambda port: looks.get(port, {}).get("at", [0, 0])[along])
