"""A seven-joint arm with seven complete drives: motor, gear, averaged current loop, PID."""

from __future__ import annotations

import time

from mars.circuits.robots import PANDA_ANGLES

from bench.mechanisms import ROOT
from mars import load
from mars.document.circuit import Circuit
from mars.simulation.ledger import make_ledger
from mars.simulation.settings import Settings
from mars.simulation.stages import compile_run, find_start
from mars.solvers.driver import drive

JOINTS = range(1, 8)
SIMULATED_DRIVES = 2.0  # s


class DrivenArm:
    """The arm, ready to run at the default settings; only the integration is timed."""

    def __init__(self) -> None:
        circuit = driven_arm()
        self._settings = Settings.of(circuit, until=SIMULATED_DRIVES)
        self._start = find_start(circuit, self._settings)
        self.remark = self._checked()

    def __call__(self) -> float:
        """Seconds of one run."""
        run = compile_run(self._start, self._settings)
        assert run.board is not None and run.board.evaluator  # made before the clock starts, as the model is
        clock = time.perf_counter()
        drive(run.integrator, None)
        return time.perf_counter() - clock

    def _checked(self) -> str:
        """Description of a run; one that loses energy or does not follow is not timed."""
        in_progress = compile_run(self._start, self._settings)
        run = in_progress.results(drive(in_progress.integrator, None))
        lost, off = (
            make_ledger(run).relative_residual,
            max(abs(run[f"KN{i}.angle"] - run[f"W{i}.out.value"]).max() for i in JOINTS),
        )
        if not (lost < 1e-8 and off < 0.05):
            raise ArithmeticError(f"the arm is {off:.2g} rad beside its way and its energy off by {lost:.1e}: not timed")
        methods = ", ".join(f"{method} from {t:.2g} s" for method, t in run.steps.methods)
        return f"{len(self._start.model.states)} states, {run.steps.counters['steps']} steps, {methods}; energy to {lost:.0e}"


def driven_arm() -> Circuit:
    """The Panda with motors on one 48 V supply; every joint swings by ±0.5 rad about its start."""
    c = load(ROOT / "circuits" / "panda.mars")
    c.add("electrical.battery", "V1", open_voltage=48, resistance=0.05)
    c.add("electrical.ground", "GND1")
    c.connect("V1.n", "GND1.p")
    for i, angle in zip(JOINTS, PANDA_ANGLES, strict=True):
        c.add("signals.law", f"W{i}", law=f"{angle} + 0.5*sin({1 + i / 3}*t)")
        c.add("sensors.shaft", f"SEN{i}")
        c.add("control.pid", f"PID{i}", kp=200, ki=100, kd=10, filter=0.01)
        c.add("drives.servo_amplifier", f"AMP{i}")
        c.add("drives.dc_motor", f"MT{i}", ratio=100)
        c.connect(f"W{i}.out", f"PID{i}.reference")
        c.connect(f"SEN{i}.out", f"PID{i}.measured")
        c.connect(f"PID{i}.out", f"AMP{i}.command")
        c.connect("V1.p", f"AMP{i}.p")
        c.connect("V1.n", f"AMP{i}.n")
        c.connect(f"AMP{i}.out_p", f"MT{i}.p")
        c.connect(f"AMP{i}.out_n", f"MT{i}.n")
        c.connect(f"MT{i}.shaft", f"KN{i}.turn", f"SEN{i}.a")
    return c
