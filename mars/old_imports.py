"""Imports from before the packages were renamed: they still work, with a DeprecationWarning that gives the new location."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

MOVED = {
    "mars.checking": "mars.verification.check",
    "mars.circuit": "mars.document.circuit",
    "mars.declare": "mars.component",
    "mars.domains": "mars.component",
    "mars.ledger": "mars.simulation.ledger",
    "mars.library": "mars.kinds.library",
    "mars.live": "mars.records.live",
    "mars.own": "mars.kinds.equation_text",
    "mars.pictures.draw": "mars.pictures.sheet.draw",
    "mars.pictures.plot": "mars.pictures.charts.plot",
    "mars.plugins": "mars.kinds.plugins",
    "mars.poses": "mars.mechanism.poses",
    "mars.run": "mars.simulation.run",
    "mars.snapshot": "mars.simulation.snapshot",
    "mars.storage": "mars.document.storage",
    "mars.subcircuits": "mars.editing.make_subcircuit",
    "mars.switching": "mars.component",
    "mars.symbolic": "mars.component",
}


class OldImports:
    """Finds and loads the old names; Python asks it last, so it costs nothing unless an old name is used."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        return ModuleSpec(name, OldImports) if name in MOVED else None  # pyright: ignore[reportArgumentType]

    @staticmethod
    def create_module(spec: ModuleSpec) -> None: ...

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        new = MOVED[module.__name__]
        warnings.warn(f"{module.__name__} is now {new}: change the import", DeprecationWarning, stacklevel=2)
        present = import_module(new)
        module.__getattr__ = lambda name: getattr(present, name)  # pyright: ignore[reportAttributeAccessIssue]
        module.__dir__ = lambda: dir(present)  # pyright: ignore[reportAttributeAccessIssue]


def install() -> None:
    if OldImports not in sys.meta_path:
        sys.meta_path.append(OldImports)
