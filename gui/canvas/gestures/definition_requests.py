"""Requests from the drawing about custom kinds, handled by `gui/definitions`."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class DefinitionRequests(QObject):
    equations = Signal(str)  # name of a definition written as equations
    properties = Signal(str)  # name of a definition
    subcircuit = Signal()  # of the selection
    dissolving = Signal()  # of the selected instance
    library_kind = Signal(str, object)  # kind and function that places it: sent before a library kind is added to the file
