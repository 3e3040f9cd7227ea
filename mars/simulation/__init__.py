"""A circuit is run: settings, methods, stages from start to results, and the run itself."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mars.simulation.stages import simulate

__all__ = ["simulate"]


def __getattr__(name: str) -> Any:
    """`simulate` when it is asked for: settings and results are read without CasADi and the solvers."""
    if name != "simulate":
        raise AttributeError(f"module 'mars.simulation' has no attribute {name!r}")
    from mars.simulation.stages import simulate

    return simulate
