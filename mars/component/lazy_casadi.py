"""CasADi, imported on first use: the editor knows every kind but never evaluates an equation."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any


class _Later:
    def __getattr__(self, name: str) -> Any:
        value = getattr(import_module("casadi"), name)
        setattr(self, name, value)
        return value


if TYPE_CHECKING:
    import casadi as ca
else:
    ca = _Later()

__all__ = ["ca"]
