"""Concise construction of small hydraulic and thermal circuits."""

from __future__ import annotations

from typing import Any

import mars
from mars.document.circuit import Circuit
from tests.helpers.wiring import TIGHT


def plumbed(parts: dict[str, tuple[str, dict[str, Any]]], *nodes: str) -> Circuit:
    """Components by name, kind and values, and the nodes as lists of their ports."""
    c = Circuit("plumbed", gravity=[0, 0, 0])
    for name, (kind, values) in parts.items():
        c.add(kind if "." in kind else f"hydraulic.{kind}", name, **values)
    for node in nodes:
        c.connect(*node.split())
    return c


def balanced(circuit: Circuit, until: float, **settings: Any) -> mars.Run:
    """The run, whose energy must balance to the last digits."""
    run = mars.simulate(circuit, until, **(TIGHT | settings))
    assert run.ledger().relative_residual < 1e-9
    return run
