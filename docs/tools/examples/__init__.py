"""The smallest circuit that demonstrates each kind of the library."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from . import blocks, driving, fluids, mechanics, ports, wires
from .scene import Example

BUILDERS: dict[str, Callable[[str], Example]] = (
    mechanics.EXAMPLES | driving.EXAMPLES | wires.EXAMPLES | fluids.EXAMPLES | blocks.EXAMPLES | ports.EXAMPLES
)


@cache
def example(kind: str) -> Example | None:
    """None for a kind of another library."""
    build = BUILDERS.get(kind)
    return build(kind) if build else None
