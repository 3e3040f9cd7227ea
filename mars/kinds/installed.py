"""Installed kinds: every module below a package named in the entry-point group `mars.components`, and plug-ins."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points

from mars.component.base import Component
from mars.kinds import plugins
from mars.messages import Message, meant

LIBRARY = "mars.components"  # the package, and the entry-point group for other libraries


@cache
def kinds() -> dict[str, type[Component]]:
    """All kinds by name, in the order of families and files."""
    found = {cls.kind: cls for cls in _classes(LIBRARY)}
    for package in sorted({point.value for point in entry_points(group=LIBRARY)} - {LIBRARY}):
        found |= plugins.usable(
            lambda package=package: _classes(package), found, package, Message("Fix or uninstall {package}", package=package)
        )
    found |= plugins.loaded(found)
    return dict(sorted(found.items()))


def suggestion(kind: str) -> str:
    """A remedy for an unknown kind."""
    if failed := plugins.reason(kind):
        return Message("Its plug-in failed: {reason}", reason=failed)
    return meant(kind, kinds()) or "Install the library that provides it, or run “mars components” to list the known kinds"


def _classes(package: str) -> Iterator[type[Component]]:
    root = importlib.import_module(package)
    modules = [root, *(importlib.import_module(i.name) for i in pkgutil.walk_packages(root.__path__, f"{package}."))]
    for module in modules:
        yield from plugins.classes_in(module)
