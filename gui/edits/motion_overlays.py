"""What the motion view shows of a run beside the mechanism: trails and force arrows at points, the centre of mass."""

from __future__ import annotations

from typing import Any

from mars.document.circuit import Circuit
from mars.names import component_of

CENTRE = "centre"  # the trail of the centre of mass; names of points contain a dot


def chosen(circuit: Circuit, what: str) -> list[str]:
    """Points with `trails` or `arrows`; those of removed components are left out."""
    found = _section(circuit).get(what)
    names = [name for name in found if isinstance(name, str)] if isinstance(found, list) else []
    return [name for name in dict.fromkeys(names) if name == CENTRE or component_of(name) in circuit.components]


def shows_centre(circuit: Circuit) -> bool:
    return _section(circuit).get("centre") is True


def choose(circuit: Circuit, what: str, end: str, wanted: bool) -> None:
    """Show or hide a point's trail (`trails`) or force (`arrows`)."""
    others = [name for name in chosen(circuit, what) if name != end]
    _write(circuit, what, [*others, end] if wanted else others)


def choose_none(circuit: Circuit, what: str) -> None:
    _write(circuit, what, [])


def show_centre(circuit: Circuit, wanted: bool) -> None:
    _write(circuit, "centre", wanted)
    if not wanted:
        choose(circuit, "trails", CENTRE, False)


def _section(circuit: Circuit) -> dict[str, Any]:
    found = circuit.views.get("motion")
    return found if isinstance(found, dict) else {}


def _write(circuit: Circuit, key: str, value: object) -> None:
    """Empty lists and false flags are not written."""
    section = {**_section(circuit), key: value}
    if not value:
        del section[key]
    if section:
        circuit.views["motion"] = section
    else:
        circuit.views.pop("motion", None)
