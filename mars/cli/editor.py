"""Imports the editor by name, and only on demand: it is a layer above the commands."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from mars.errors import DocumentError


def import_from_editor(name: str) -> ModuleType:
    """A module of the editor; raises an error if system libraries that it needs are missing."""
    missing = import_module("mars.gui.system_libraries").complaint()
    if missing is not None:
        raise DocumentError(missing)
    return import_module(name)
