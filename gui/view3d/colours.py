"""Theme colours for images, also without an application of that theme."""

from __future__ import annotations

from PySide6.QtGui import QColor

from mars.pictures.style import domain_look

from ..theme import ThemeColours
from .frame import Colour


class Colours(ThemeColours):
    """Light or dark, for an image."""

    def __init__(self, name: str):
        self.name = name


def of_domain(domain: str, theme: ThemeColours) -> QColor:
    return QColor(domain_look(domain).colour(theme.name))


def of_curve(number: int, theme: ThemeColours) -> QColor:
    """Curves and trails have the same colours."""
    curves = theme.colours["curves"]
    return QColor(curves[number % len(curves)])


def rgba(colour: QColor) -> Colour:
    return colour.redF(), colour.greenF(), colour.blueF(), colour.alphaF()
