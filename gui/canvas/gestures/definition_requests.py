"""What the drawing asks about custom kinds; `gui/definitions` answers."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class DefinitionRequests(QObject):
    equations = Signal(str)  # name of a definition that is written in equations
    properties = Signal(str)  # name of a definition whose properties are to be shown
    subcircuit = Signal()  # of what is selected
    dissolving = Signal()  # of the selected instance
    library_kind = Signal(str, object)  # kind and how to place it: before one of the library comes into the file
