"""Runs circuits: settings, methods, stages from start to results, and the run itself."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mars.simulation.stages import simulate

__all__ = ["simulate"]


def __getattr__(name: str) -> Any:
    """Import `simulate` on demand: settings and results can be read without CasADi and the solvers."""
    if name != "simulate":
        raise AttributeError(f"module 'mars.simulation' has no attribute {name!r}")
    from mars.simulation.stages import simulate

    return simulate
