"""Mars: draw a mechanism as a component circuit and run it.

    import mars
    circuit = mars.load("circuits/two_segment_manipulator.mars")
    run = mars.simulate(circuit, until=2.0)
    run["KN2.angle"]

Heavy parts (CasADi, numba, SciPy) are imported when they are first needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mars.circuit import Circuit
from mars.errors import CircuitError, Complaint, DocumentError, MarsError, RunError
from mars.storage import load, save

if TYPE_CHECKING:
    from mars.checking import check
    from mars.run import Run
    from mars.simulation import simulate
    from mars.snapshot import Snapshot

__version__ = "0.1.0"
__all__ = [
    "Circuit", "CircuitError", "Complaint", "DocumentError", "MarsError", "Run", "RunError", "Snapshot",
    "check", "load", "save", "simulate",
]  # fmt: skip

_LATER = {"simulate": "mars.simulation", "Run": "mars.run", "Snapshot": "mars.snapshot", "check": "mars.checking"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'mars' has no attribute {name!r}")
    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value
