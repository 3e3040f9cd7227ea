"""Which kinds are installed: every module below a package named in the entry-point group `mars.components`."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points

from mars.component import Component


@cache
def kinds() -> dict[str, type[Component]]:
    """All kinds by name, in the order of families and files."""
    found: dict[str, type[Component]] = {}
    for point in entry_points(group="mars.components"):
        for cls in _classes(point.value):
            found.setdefault(cls.kind, cls)
    return dict(sorted(found.items()))


def suggestion(kind: str) -> str:
    """A remedy for an unknown kind."""
    near = get_close_matches(kind, kinds(), n=1)
    return f"Did you mean {near[0]}" if near else "Install the library that has it, or see «mars components»"


def _classes(package: str) -> Iterator[type[Component]]:
    root = importlib.import_module(package)
    modules = [root, *(importlib.import_module(i.name) for i in pkgutil.walk_packages(root.__path__, f"{package}."))]
    for module in modules:
        for _, cls in inspect.getmembers(module, inspect.isclass):
            if issubclass(cls, Component) and cls.kind and cls.__module__ == module.__name__:
                yield cls
