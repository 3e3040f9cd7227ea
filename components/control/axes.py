"""Signals of several axes: a bundle, or for a single axis the plain signal."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from mars.component import SIGNALS, DocumentError, Port


def port_for(port: Port, axes: int, at: tuple[int, int] | None = None) -> Port:
    """The port, as wide as the number of axes."""
    port = replace(port, at=at or port.at)
    return port if axes == 1 else replace(port, domain=SIGNALS, size=axes)


def values_at(port: Any) -> Any:
    """The values of a port of either width."""
    return port.values if hasattr(port, "values") else port.value


def for_each(numbers: Sequence[Any], axes: int, what: str) -> Sequence[Any]:
    """One number per axis."""
    if len(numbers) not in (1, axes):
        raise DocumentError(
            "{what} has {count} numbers for {axes} axes. Enter one number for all axes or one per axis",
            code="size-mismatch",
            what=what,
            count=len(numbers),
            axes=axes,
        )
    return numbers if len(numbers) == axes else [*numbers] * axes
