"""Blocks of steps, one method each, as plain data and arrays: written to files, and validated when read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from mars.errors import DocumentError
from mars.solvers.auto import Automatic, JoinedSteps
from mars.solvers.contract import SolverState, Steps, about_steps
from mars.solvers.explicit import Explicit, ExplicitSteps

ARRAYS = ("t", "x", "ends", "parameters", "more")  # more: additional data of implicit methods for each step
LARGEST = 2**24  # states or parameters


def blocks_of(steps: Steps) -> list[Steps]:
    """One for each method."""
    return list(steps.parts) if isinstance(steps, JoinedSteps) else [steps]


def joined(blocks: list[Steps], config: Automatic | None = None) -> Steps:
    """The blocks as the steps of one run; `config` defaults to that of the first."""
    return JoinedSteps.of(blocks, config or joint_config(blocks[0])) if len(blocks) > 1 else blocks[0]


def joint_config(steps: Steps) -> Automatic:
    config = steps.config
    return config if isinstance(config, Automatic) else Automatic(config.rtol, config.atol, config.max_step)


def with_quaternions(steps: Steps, quaternions: np.ndarray) -> Steps:
    return joined([replace(block, quaternions=quaternions) for block in blocks_of(steps)])


def about(steps: Steps) -> dict[str, Any]:
    """Metadata of the arrays."""
    return about_steps(steps.config, steps.x.shape[1], steps.parameters.shape[1])


def arrays_of(steps: Steps) -> dict[str, np.ndarray]:
    """`ends`: number of steps at the end of each segment except the last."""
    ends = np.searchsorted(steps.segment, np.arange(len(steps.parameters) - 1), side="right").astype(np.int64)
    found = {"t": steps.t, "x": steps.x, "ends": ends, "parameters": steps.parameters}
    more = getattr(steps, "stages", getattr(steps, "slopes", None))
    return found if more is None else found | {"more": more}


def steps_of(info: Any, arrays: Mapping[str, np.ndarray]) -> Steps:
    """The steps, without the quaternions, which come from the model; raises DocumentError if anything is inconsistent."""
    try:
        made = _config(info)
        _require(all(array.dtype == (np.int64 if name == "ends" else np.float64) for name, array in arrays.items()))
        t, x, ends, parameters = (arrays[name] for name in ARRAYS[:4])
        count, size = t.size - 1, x.shape[1]
        _require(t.ndim == 1 and count >= 0 and x.shape == (t.size, size) and parameters.ndim == 2 and len(parameters) >= 1)
        _require(ends.shape == (len(parameters) - 1,) and bool(np.all(np.diff(ends, prepend=0) >= 0)))
        _require(ends.size == 0 or ends[-1] <= count)
        _require(all(np.isfinite(array).all() for array in (t, x, parameters)) and bool(np.all(np.diff(t) >= 0)))
        _require(t[0] >= 0 and max(size, parameters.shape[1]) < LARGEST)
        segment = np.searchsorted(ends, np.arange(count), side="right").astype(np.int64)
        state = SolverState.begin(x[-1], float(t[-1]))
        state.start, state.counters[0] = float(t[0]), count
        common = (t, x, segment, parameters, np.zeros(0, np.int64), made, "stopped", -1, state)
        if made.method in ("rk5", "rk8"):
            return ExplicitSteps(*common)
        more, width = arrays["more"], 3 if made.method == "radau" else 2
        _require(more.shape == (count, width * size) and bool(np.isfinite(more).all()))
        return _implicit(made.method)(*common, more)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise _DamagedError from None


def _implicit(method: str) -> Any:
    if method == "radau":
        from mars.solvers.radau import RadauSteps

        return RadauSteps
    from mars.solvers.newmark import NewmarkSteps

    return NewmarkSteps


def _config(info: Any) -> Any:
    method = info["method"]
    values: dict[str, Any] = {str(name): np.inf if value is None else value for name, value in info["config"].items()}
    if isinstance(values.get("atol"), list):
        values["atol"] = tuple(values["atol"])
    _require(all(isinstance(value, int | float | tuple) for name, value in values.items() if name != "method"))
    if method in ("rk5", "rk8"):
        return Explicit(**values)
    if method == "radau":
        from mars.solvers.radau import Radau

        return Radau(**values)
    _require(method == "newmark")
    from mars.solvers.newmark import Newmark

    return Newmark(**values)


class _DamagedError(DocumentError):
    def __init__(self) -> None:
        super().__init__("the file is damaged: its steps are inconsistent. Use another copy of the file")


def _require(condition: bool) -> None:
    if not condition:
        raise _DamagedError
