"""Differences between two circuits that affect the motion: the interventions of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from mars.component.base import Component
from mars.document.circuit import Circuit
from mars.document.entries import PlacedComponent
from mars.kinds.definitions import all_deciding
from mars.kinds.registry import kinds_in
from mars.messages import Message
from mars.records.part import Intervention
from mars.simulation.settings import Settings

Difference = tuple[str, Any, Any]  # name, before, after
NOT_FELT = ("step",)  # settings that do not affect the computation


def interventions(t: float, before: tuple[Circuit, Settings], after: tuple[Circuit, Settings]) -> list[Intervention]:
    """Start values, looks and notes do not count: they do not affect a run in progress."""
    found = [*_in_circuits(before[0], after[0]), *_in_settings(before[1], after[1])]
    return [Intervention(t, *difference) for difference in found]


def _in_settings(before: Settings, after: Settings) -> Iterator[Difference]:
    for name in (item.name for item in fields(Settings) if item.name not in NOT_FELT):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield f"run.{name}", old, new


def _in_circuits(before: Circuit, after: Circuit) -> Iterator[Difference]:
    if before.motions != after.motions:
        yield "class", " ".join(before.motions), " ".join(after.motions)
    old, new = (list(circuit.gravity or circuit.default_gravity) for circuit in (before, after))
    if old != new:
        yield "gravity", old, new
    for name in {**before.variables, **after.variables}:
        one, other = (circuit.variables.get(name) for circuit in (before, after))
        if one is None or other is None or (one.value, one.unit) != (other.value, other.unit):
            yield name, one.value if one is not None else None, other.value if other is not None else None
    kinds = kinds_in(after)
    for name in {**before.components, **after.components}:
        yield from _in_components(name, before.components.get(name), after.components.get(name), kinds)
    yield from _in_links(before, after)
    if all_deciding(before) != all_deciding(after):
        yield "definitions", None, None


def _in_components(
    name: str, before: PlacedComponent | None, after: PlacedComponent | None, kinds: Mapping[str, type[Component]]
) -> Iterator[Difference]:
    if before is None or after is None or before.kind != after.kind:
        yield name, before.kind if before is not None else None, after.kind if after is not None else None
        return
    if before.disabled != after.disabled:
        yield f"{name}.disabled", before.disabled, after.disabled
    declared = kinds[before.kind].parameters if before.kind in kinds else {}
    for parameter in {**before.values, **after.values}:
        default = declared[parameter].default if parameter in declared else None
        default = list(default) if isinstance(default, tuple) else default  # as it would be typed
        old, new = before.values.get(parameter, default), after.values.get(parameter, default)
        if old != new:
            yield f"{name}.{parameter}", old, new


def _in_links(before: Circuit, after: Circuit) -> Iterator[Difference]:
    """Links drawn differently between the same ports are not a difference."""
    if {frozenset(node) for node in before.nodes()} == {frozenset(node) for node in after.nodes()}:
        return
    old, new = ({link.ends: f"{link.a}–{link.b}" for link in circuit.links} for circuit in (before, after))
    yield from ((Message("link {text}", text=text), text, None) for ends, text in old.items() if ends not in new)
    yield from ((Message("link {text}", text=text), None, text) for ends, text in new.items() if ends not in old)
