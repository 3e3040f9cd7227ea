"""Remembers which sliders are open and their ranges, within and between sessions."""

from __future__ import annotations

from PySide6.QtCore import QSettings


def is_open(key: str, by_default: bool) -> bool:
    """Whether the slider of a parameter (`dynamics.damper.damping`) is shown."""
    return str(QSettings().value(f"sliders/{key}/open", by_default)).lower() in ("true", "1")


def set_open(key: str, is_shown: bool) -> None:
    QSettings().setValue(f"sliders/{key}/open", is_shown)


def range_of(key: str) -> tuple[float, float] | None:
    """Ends set by the user, in the declared unit."""
    try:
        low, high = (float(part) for part in str(QSettings().value(f"sliders/{key}/range", "")).split())
    except ValueError:
        return None
    return (low, high) if low < high else None


def set_range(key: str, ends: tuple[float, float] | None) -> None:
    if ends is None:
        QSettings().remove(f"sliders/{key}/range")
    else:
        QSettings().setValue(f"sliders/{key}/range", f"{ends[0]!r} {ends[1]!r}")
