"""Exudyn: the chain as one KinematicTree, its explicit solvers over a range of settings.

The module without range checks is used (`sys.exudynFast`): it is Exudyn at its best. Only `SolveSteps` is timed:
neither assembling nor the solver's own initialisation. Its implicit solvers cannot win here: generalized alpha, being
of second order, is still at 8·10⁻⁷ after 30,000 steps and 0.7 s. DOPRI5 controls its step even when told not to.

`python -m bench.exudyn_peer` measures Exudyn with its defaults (plain import, DOPRI5 at its default tolerances) and prints
the seconds: it needs a separate process, because only one of the two compiled modules can be loaded.
"""

from __future__ import annotations

import contextlib
import io
import sys
from functools import partial
from typing import Any

import numpy as np

from bench.chain import DAMPING, END_TIME, SIMULATED, START, chain
from bench.timing import best_reported, stopwatch
from mars.verification.formalisms.chain import SerialChain

if __name__ != "__main__":
    sys.exudynFast = True  # type: ignore[attr-defined]
with contextlib.redirect_stdout(io.StringIO()):  # it prints a greeting
    import exudyn
    from exudyn.itemInterface import NodeGenericODE2, ObjectKinematicTree

FAST = exudyn.SystemContainer.__module__.endswith("fast")

# Ladders from coarse to fine; the first rung within the accuracy counts. Coarser ones are unstable or inaccurate.
STEPS = tuple(round(500 * 2 ** (i / 8)) for i in range(40))
TOLERANCES = tuple(10 ** (-3 - i / 4) for i in range(29))
LADDERS: tuple[tuple[str, str, tuple[float, ...]], ...] = (
    ("RK44", "steps", STEPS[8:]),
    ("RK67", "steps", STEPS[3:]),
    ("DOPRI5", "tolerance", TOLERANCES),
    ("ODE23", "tolerance", TOLERANCES[12:]),
)
OWN_SETTINGS = ("DOPRI5", "tolerance", 1e-8)  # its recommended adaptive solver at its own default tolerances


def quiet_settings(end_time: float) -> Any:
    """No files and no output."""
    settings = exudyn.SimulationSettings()
    settings.solution.file.write = False
    settings.solution.sensors.active = False
    settings.solution.solverInformationFileName = ""
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.endTime = end_time
    return settings


class Simulation:
    """Runs of one chain with any explicit solver."""

    def __init__(self, mechanism: SerialChain, start: np.ndarray, damping: float, end_time: float):
        self.mechanism, self.start, self.damping, self.end_time = mechanism, start, damping, end_time

    def run(self, solver_type: str, what: str, value: float) -> tuple[float, np.ndarray]:
        """Seconds spent in the steps and q at the end. `what` says whether `value` is a number of steps or a tolerance."""
        container, system = self._system()
        settings = self._settings(solver_type, what, value)
        solver = exudyn.MainSolverExplicit()
        solver.InitializeSolver(system, settings)
        seconds = stopwatch(partial(solver.SolveSteps, system, settings))
        q = np.array(system.systemData.GetODE2Coordinates())
        solver.FinalizeSolver(system, settings)
        container.Reset()
        return seconds, q

    def _system(self) -> tuple[Any, Any]:
        bodies, n = self.mechanism.bodies, len(self.mechanism)
        joints = {(0, 1, 0): exudyn.JointType.RevoluteY, (0, 0, 1): exudyn.JointType.RevoluteZ}
        container = exudyn.SystemContainer()
        system = container.AddSystem()
        node = system.AddNode(
            NodeGenericODE2(
                referenceCoordinates=[0.0] * n,
                initialCoordinates=self.start.tolist(),
                initialCoordinates_t=[0.0] * n,
                numberOfODE2Coordinates=n,
            )
        )
        system.AddObject(
            ObjectKinematicTree(
                nodeNumber=node,
                jointTypes=[joints[tuple(int(x) for x in body.axis)] for body in bodies],
                linkParents=[i - 1 for i in range(n)],
                jointTransformations=exudyn.Matrix3DList([body.placement_R for body in bodies]),
                jointOffsets=exudyn.Vector3DList([body.placement_p for body in bodies]),
                linkInertiasCOM=exudyn.Matrix3DList([body.inertia for body in bodies]),
                linkCOMs=exudyn.Vector3DList([body.com for body in bodies]),
                linkMasses=[body.mass for body in bodies],
                gravity=self.mechanism.gravity.tolist(),
                jointForceVector=[0.0] * n,
                jointPositionOffsetVector=[0.0] * n,
                jointVelocityOffsetVector=[0.0] * n,
                jointPControlVector=[0.0] * n,
                jointDControlVector=[self.damping] * n,
            )
        )
        system.Assemble()
        return container, system

    def _settings(self, solver_type: str, what: str, value: float) -> Any:
        settings = quiet_settings(self.end_time)
        integration = settings.timeIntegration
        integration.solverType = getattr(exudyn.DynamicSolverType, solver_type)
        integration.explicit.useLieGroupIntegration = False
        integration.explicit.computeEndOfStepAccelerations = False
        integration.automaticStepSize = what == "tolerance"
        integration.numberOfSteps = int(value) if what == "steps" else 10  # adaptive: the longest step
        if what == "tolerance":
            integration.absoluteTolerance = integration.relativeTolerance = value
        return settings


if __name__ == "__main__":
    plain = Simulation(chain(SIMULATED), np.full(SIMULATED, START), DAMPING, END_TIME)
    best = best_reported({"plain": lambda: plain.run(*OWN_SETTINGS)[0]}, rounds=int(sys.argv[1]))
    sys.stdout.write(f"{best['plain']!r}\n")
