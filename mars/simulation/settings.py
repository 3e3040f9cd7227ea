"""Run settings: those of the circuit, overridden by those of the caller."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

import numpy as np

from mars.document.aliases import accept
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.expressions import quantity
from mars.simulation.methods import METHODS, USUAL_TOLERANCES, tolerances

MODES = ("dynamic", "kinematic")
MIN_STEP_FRACTION = 1e-9  # relative to the run: shorter steps would take days
MAX_OUTPUT_TIMES = 5e6  # more would exhaust the memory
LARGEST_GAIN = 1e9  # 1/s, of Baumgarte: the equations become too stiff long before that
OUTPUT_STEPS = 500  # number of output steps if the user gives none
ROUNDING = 1e-12  # relative: an output time that exceeds the end by less than this is at the end
SLIVER = 1e-9  # relative to the output step: a shorter last step is omitted
# numbers may be typed with units
UNITS = {"until": "s", "step": "s", "max_step": "s", "fixed_step": "s", "rtol": "1", "atol": "1", "beta": "1", "gamma": "1"}


@dataclass(frozen=True)
class Settings:
    """Run settings: the circuit's `run` section, overridden by those of the caller."""

    until: float = 10.0
    step: float | None = None  # between output times; None: 500 steps
    method: str = "auto"
    rtol: float = USUAL_TOLERANCES[0]
    atol: float = USUAL_TOLERANCES[1]  # unless given, it follows rtol
    mode: str = "dynamic"
    max_step: float = float("inf")
    baumgarte: tuple[float, float] | None = None  # gains α, β in 1/s that stabilise loops; None: projection
    beta: float = 0.25  # of Newmark: ¼, ½ trapezoidal; 0, ½ explicit; γ > ½ damps
    gamma: float = 0.5
    fixed_step: float | None = None  # of Newmark; None: by error control
    iterations: int = 8  # maximum Newton iterations per Newmark step; 1: exactly one

    @classmethod
    def of(cls, circuit: Circuit, **given: Any) -> Settings:
        known = cls.__dataclass_fields__
        given = {accept("setting", name): value for name, value in given.items()}
        if unknown := [name for name in given if name not in known]:
            raise DocumentError(
                "unknown run setting “{unknown}”. Available settings: {known}",
                code="unknown-setting",
                unknown=unknown[0],
                known=", ".join(known),
            )
        values: dict[str, Any] = {name: value for name, value in circuit.run.items() if name in known and value is not None}
        values |= {name: value for name, value in given.items() if value is not None}
        known_variables = circuit.variable_values()
        for name, value in values.items():
            if isinstance(value, str) and name in UNITS:
                try:
                    values[name] = quantity(value, known_variables, UNITS[name])
                except DocumentError as error:
                    raise DocumentError("run.{name}: {error}", name=name, error=error) from None
        if isinstance(values.get("baumgarte"), list):
            values["baumgarte"] = tuple(values["baumgarte"])
        settings = cls(**values)
        settings._check()
        rtol, atol = tolerances(settings.method, values.get("rtol"), values.get("atol"))
        return replace(settings, rtol=rtol, atol=atol)

    def _check(self) -> None:
        for name in ("until", "rtol", "atol", "max_step", "step", "fixed_step"):
            value = getattr(self, name)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
                raise DocumentError(
                    "run.{name} = {value!r} must be a number above zero", code="out-of-range", name=name, value=value
                )
        if not isfinite(self.until):
            raise DocumentError("run.until must be a finite time in seconds", code="out-of-range")
        if self.max_step < MIN_STEP_FRACTION * self.until:
            raise DocumentError(
                "run.max_step = {max_step:g} s would produce more than a billion steps. Choose a larger step",
                code="out-of-range",
                max_step=self.max_step,
            )
        if self.step is not None and self.until / self.step > MAX_OUTPUT_TIMES:
            raise DocumentError(
                "run.step = {step:g} s would produce more than 5 million output times. Choose a larger step",
                code="out-of-range",
                step=self.step,
            )
        gains = self.baumgarte
        if gains is not None and (len(gains) != 2 or not all(isinstance(g, int | float) and 0 < g < LARGEST_GAIN for g in gains)):
            raise DocumentError(
                "run.baumgarte = {gains} must be two gains above zero in 1/s, for example [20, 20]",
                code="out-of-range",
                gains=list(gains),
            )
        if not 0 <= self.beta <= 0.5 or not 0 <= self.gamma <= 1:
            raise DocumentError("run.beta must be between 0 and 1/2, and run.gamma between 0 and 1", code="out-of-range")
        if not isinstance(self.iterations, int) or not 1 <= self.iterations <= 100:
            raise DocumentError("run.iterations must be an integer from 1 to 100", code="out-of-range")
        if self.method not in METHODS:
            raise DocumentError(
                "unknown method “{method}”. Choose one of {methods}",
                code="bad-option",
                method=self.method,
                methods=", ".join(METHODS),
            )
        if self.mode not in MODES:
            raise DocumentError(
                "unknown mode “{mode}”. Choose one of {modes}", code="bad-option", mode=self.mode, modes=", ".join(MODES)
            )

    def times(self) -> np.ndarray:
        if self.step is None:
            return np.linspace(0.0, self.until, OUTPUT_STEPS + 1)
        count = int(np.floor(self.until / self.step * (1 + ROUNDING)))
        times = np.minimum(self.step * np.arange(count + 1), self.until)
        return times if self.until - times[-1] < SLIVER * self.step else np.append(times, self.until)
