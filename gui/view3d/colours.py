"""Colours of a theme by name, where no application has to look like it."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtGui import QColor

from mars.pictures.look import THEMES, domain_look

from .frame import Colour


class Look(Protocol):
    """What pictures ask of a theme: the editor's has it, and so have `Colours`."""

    @property
    def name(self) -> str: ...
    @property
    def colours(self) -> dict[str, Any]: ...
    def colour(self, token: str, alpha: float = 1.0) -> QColor: ...


class Colours:
    """Light or dark, for a picture."""

    def __init__(self, name: str):
        self.name = name

    @property
    def colours(self) -> dict[str, Any]:
        return THEMES[self.name]

    def colour(self, token: str, alpha: float = 1.0) -> QColor:
        found = QColor(self.colours[token])
        found.setAlphaF(alpha)
        return found


def of_domain(domain: str, look: Look) -> QColor:
    return QColor(domain_look(domain).colour(look.name))


def of_curve(number: int, look: Look) -> QColor:
    """Curves and trails are told apart by the same colours."""
    curves = look.colours["curves"]
    return QColor(curves[number % len(curves)])


def rgba(colour: QColor) -> Colour:
    return colour.redF(), colour.greenF(), colour.blueF(), colour.alphaF()
