"""Concise construction of small electrical circuits."""

from __future__ import annotations

from typing import Any

import mars
from mars.document.circuit import Circuit

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def wired(parts: dict[str, tuple[str, dict[str, Any]]], *nodes: str, ground: bool = True) -> Circuit:
    """Components by name, kind and values, and the nodes as lists of their ports; the first node is grounded."""
    c = Circuit("wired", gravity=[0, 0, 0])
    for name, (kind, values) in parts.items():
        c.add(kind if "." in kind else f"electrical.{kind}", name, **values)
    if ground:
        c.add("electrical.ground", "GND1")
        nodes = (f"{nodes[0]} GND1.p", *nodes[1:])
    for node in nodes:
        c.connect(*node.split())
    return c


def balanced(circuit: Circuit, until: float, **settings: Any) -> mars.Run:
    """The run, with tight tolerances by default, whose energy must balance."""
    run = mars.simulate(circuit, until, **(TIGHT | settings))
    assert run.ledger().relative_residual < 1e-7
    return run
