"""The editor is a layer above the commands, so it is found by name, and only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from mars.errors import DocumentError


def import_from_editor(name: str) -> ModuleType:
    """A module of the editor; an error where this computer lacks the libraries that it needs."""
    missing = import_module("mars.gui.system_libraries").complaint()
    if missing is not None:
        raise DocumentError(missing)
    return import_module(name)
