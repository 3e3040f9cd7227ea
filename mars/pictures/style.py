"""The visual style in one place: colours, widths and port shapes shared by curves, drawings and the editor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mars.errors import DocumentError

THEMES: dict[str, dict[str, Any]] = {
    "light": {
        "window": "#F3F5F8",
        "panel": "#FFFFFF",
        "sheet": "#FAFBFC",
        "grid": "#E3E7ED",
        "zero": "#B9C2CE",
        "border": "#D5DBE3",
        "tint": "#EEF2F7",
        "ink": "#27364A",
        "text": "#111827",
        "text2": "#5B6575",
        "disabled": "#9AA3B0",
        "accent": "#1D5BFF",
        "error": "#B8121B",
        "warning": "#B45309",
        "good": "#067647",
        "curves": ("#1D5BFF", "#D65F0A", "#0E945A", "#B02A80", "#6B5200", "#0C86C6"),
    },
    "dark": {
        "window": "#14171D",
        "panel": "#1F242D",
        "sheet": "#1B1F27",
        "grid": "#2B313C",
        "zero": "#4C5667",
        "border": "#343B48",
        "tint": "#252B36",
        "ink": "#AEB9CF",
        "text": "#E6E9EF",
        "text2": "#9AA5B5",
        "disabled": "#5C6675",
        "accent": "#4C8DFF",
        "error": "#FF4F47",
        "warning": "#FDB022",
        "good": "#47CD89",
        "curves": ("#6AA2FF", "#FFA26B", "#3FDFA5", "#FA62A9", "#F3CF33", "#8FDDF5"),
    },
}


@dataclass(frozen=True)
class DomainLook:
    """How the links and ports of a domain are drawn; `size` is the port's outer size."""

    light: str
    dark: str
    width: float
    port: str
    size: float
    dash: str = ""

    def colour(self, theme: str) -> str:
        return self.dark if theme == "dark" else self.light


DOMAINS = {
    "frame": DomainLook("#27364A", "#AEB9CF", 3.5, "rounded square", 8),
    "rotation": DomainLook("#D65F0A", "#FFA26B", 1.75, "circle", 7),
    "translation": DomainLook("#0E945A", "#3FDFA5", 1.75, "square", 6),
    "electrical": DomainLook("#6B5200", "#F3CF33", 1.75, "dotted circle", 6),
    "hydraulic": DomainLook("#0C86C6", "#8FDDF5", 2.25, "diamond", 8),
    "thermal": DomainLook("#B02A80", "#FA62A9", 1.75, "hexagon", 7),
    "signal": DomainLook("#4C1D95", "#C49BFA", 1.5, "triangle", 6, "6 3"),
    "steps": DomainLook("#4C1D95", "#C49BFA", 1.5, "triangle", 6, "2 3"),  # a signal, sampled or logical
    "signals": DomainLook("#4C1D95", "#C49BFA", 3, "triangle", 8, "6 3"),
}
UNKNOWN = DomainLook("#9AA3B0", "#5C6675", 1.75, "square", 6, "3 3")  # links between ghosts

GRID, DOT_PITCH, DOT = 10, 20, 0.8
LINE, THIN, CORNER = 2.0, 1.25, 4.0
NAME_SIZE, VALUE_SIZE = 12.0, 10.5
DISABLED_OPACITY = 0.35
OPEN_REACH, TIE_REACH = 5, 11  # how far an open port and a tie extend


def domain_look(name: str) -> DomainLook:
    return DOMAINS.get(name, UNKNOWN)


def junction_radius(look: DomainLook) -> float:
    return (2.5 * look.width + 2) / 2


def colours_of(theme: str) -> dict[str, Any]:
    if theme not in THEMES:
        raise DocumentError(
            "unknown theme {theme!r}. Use one of: {themes}", code="bad-option", theme=theme, themes=", ".join(THEMES)
        )
    return THEMES[theme]
