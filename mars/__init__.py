"""Mars: draw a mechanism as a component circuit and run it.

    import mars
    circuit = mars.load("circuits/two_segment_manipulator.mars")
    run = mars.simulate(circuit, until=2.0)
    run["KN2.angle"]

Heavy parts (CasADi, numba, SciPy) are imported when they are first needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mars.document.circuit import Circuit, Kinds, use_kinds
from mars.document.storage import load, save
from mars.errors import CircuitError, Complaint, DocumentError, MarsError, RunError
from mars.old_imports import install as keep_old_imports

if TYPE_CHECKING:
    from mars.simulation.run import Run
    from mars.simulation.snapshot import Snapshot
    from mars.simulation.stages import simulate
    from mars.verification.check import check

__version__ = "0.1.0"
__all__ = [
    "Circuit", "CircuitError", "Complaint", "DocumentError", "MarsError", "Run", "RunError", "Snapshot",
    "check", "load", "save", "simulate",
]  # fmt: skip

_LATER = {
    "simulate": "mars.simulation.stages",
    "Run": "mars.simulation.run",
    "Snapshot": "mars.simulation.snapshot",
    "check": "mars.verification.check",
}


def _kinds() -> Kinds:
    from mars.kinds import for_documents

    return for_documents


use_kinds(_kinds)
keep_old_imports()


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'mars' has no attribute {name!r}")
    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value
