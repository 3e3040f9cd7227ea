"""How much memory the worker may use: a setting of the editor."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from mars.verification.memory_use import GB, SMALLEST, default_limit, installed

KEY = "worker/memory"  # bytes


def chosen() -> float | None:
    """In bytes; none: the default."""
    try:
        found = float(str(QSettings().value(KEY, "")))
    except ValueError:
        return None
    return found if found >= SMALLEST else None


def choose(gigabytes: float) -> None:
    QSettings().setValue(KEY, gigabytes * GB)


def range_in_gb() -> tuple[float, float, float]:
    """The smallest limit, the present one, and the memory of the machine."""
    most = installed() if installed() != float("inf") else 1e6 * GB
    return SMALLEST / GB, (chosen() or default_limit()) / GB, most / GB
