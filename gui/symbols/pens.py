"""The colours of a theme as shared pens and brushes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPen

from mars.pictures.sheet.symbols_svg import GHOST_DASH, TIE_WIDTH, port_width
from mars.pictures.style import LINE, THIN, colours_of, domain_look

ROUND, FLAT = Qt.PenCapStyle.RoundCap, Qt.PenCapStyle.FlatCap


class ThemePens:
    """Pens and brushes of one theme; they are shared, so do not modify them."""

    def __init__(self, theme: str):
        self.theme = theme
        self.colours: dict[str, Any] = colours_of(theme)
        self.line = pen(self.colours["ink"], LINE)
        self.thin = pen(self.colours["ink"], THIN)
        self.dash = pen(self.colours["ink"], THIN, GHOST_DASH)
        self.hatch = pen(self.colours["ink"], 1.0, cap=FLAT)
        self.accent = pen(self.colours["accent"], 1.5)
        self.accent_thin = pen(self.colours["accent"], 1.0)
        self.solid = pen(self.colours["ink"], 0.5)
        self.ink = QBrush(QColor(self.colours["ink"]))
        self.tint = QBrush(QColor(self.colours["tint"]))
        self.sheet = QBrush(QColor(self.colours["sheet"]))
        self._lines: dict[tuple[str, str, float], QPen] = {}
        self._rims: dict[str, QPen] = {}

    def colour(self, token: str, alpha: float = 1.0) -> QColor:
        found = QColor(self.colours[token])
        found.setAlphaF(alpha)
        return found

    def domain(self, name: str) -> QColor:
        return QColor(domain_look(name).colour(self.theme))

    def wire(self, domain: str, thicker: float = 0.0) -> QPen:
        """The pen of a domain's links, with flat ends like those of the leads that continue there."""
        key = (domain, "wire", thicker)
        if key not in self._lines:
            look = domain_look(domain)
            self._lines[key] = pen(look.colour(self.theme), look.width + thicker, look.dash, FLAT)
        return self._lines[key]

    def lead(self, domain: str, round_ends: bool) -> QPen:
        """The pen of a lead inside a symbol; flat ends where a wire continues."""
        key = (domain, "round" if round_ends else "flat", 0.0)
        if key not in self._lines:
            look = domain_look(domain)
            self._lines[key] = pen(look.colour(self.theme), look.width, cap=ROUND if round_ends else FLAT)
        return self._lines[key]

    def rim(self, domain: str) -> QPen:
        """The outline of an open port."""
        if domain not in self._rims:
            self._rims[domain] = pen(domain_look(domain).colour(self.theme), port_width(domain))
        return self._rims[domain]

    def underlay(self, width: float, alpha: float) -> QPen:
        """Under a selected or highlighted wire."""
        return pen(self.colour("accent", alpha), width)

    def tie(self, domain: str) -> QPen:
        return pen(domain_look(domain).colour(self.theme), TIE_WIDTH)


def pen(colour: str | QColor, width: float, dash: str = "", cap: Qt.PenCapStyle = ROUND) -> QPen:
    found = QPen(QColor(colour), width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)
    if dash:
        found.setCapStyle(FLAT)
        found.setDashPattern([float(part) / width for part in dash.split()])  # Qt measures dashes in pen widths
    return found


@lru_cache(4)
def theme_pens(theme: str) -> ThemePens:
    return ThemePens(theme)
