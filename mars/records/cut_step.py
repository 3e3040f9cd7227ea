"""Ends a part of a run exactly at a time: the step across it is repeated with a shorter length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from mars.errors import RunError
from mars.model.compiled import closing_states
from mars.records.engine import Engine
from mars.records.part import Part
from mars.records.step_arrays import blocks_of, joined, joint_config
from mars.solvers import abi
from mars.solvers.contract import STATUS, InitialValueProblem, Steps
from mars.solvers.driver import MethodIntegrator

SMALL = 2**20  # bytes: smaller arrays are copied from files, so that a run of many parts keeps few files open

AnySteps = TypeVar("AnySteps", bound=Steps)


def parts_until(parts: Sequence[Part], t: float) -> list[Part]:
    """The parts before a time after their start, the last one cut there."""
    *earlier, last = [part for part in parts if part.begin < t]
    return [*earlier, last if last.tails and last.end == t else cut(last, t)]


def cut(part: Part, t: float) -> Part:
    """The part up to a time after its start. Switching at exactly that time is left to the next part."""
    blocks = blocks_of(part.steps)
    number = max(i for i, block in enumerate(blocks) if block.t[0] < t)
    block = blocks[number]
    last = int(np.searchsorted(block.t, t, side="left")) - 1
    kept = [_in_memory(earlier) for earlier in blocks[:number]]
    if last > 0:
        kept.append(_in_memory(block.first(last)))
    tails = 1 + max(0, len(kept) - (len(blocks) - part.tails))
    kept.append(_in_memory(_short(part.engine, block, last, t)))
    events = [event for event in part.events if event.t < t]
    jumps = [jump for jump in part.jumps if jump.t < t]
    # Not a copy: cached results belong to the longer part.
    known = (part.interventions, events, jumps, part.before, part.shares, part.made, part.state_names)
    return Part(part.circuit, part.settings, joined(kept, joint_config(part.steps)), *known, tails=tails)


def _in_memory(steps: AnySteps) -> AnySteps:
    arrays = {name: value for name, value in vars(steps).items() if isinstance(value, np.ndarray)}
    if sum(array.nbytes for array in arrays.values()) > SMALL:
        return steps
    return replace(steps, **{name: array.copy() for name, array in arrays.items()})


def _short(engine: Engine, block: Steps, number: int, t: float) -> Steps:
    """From a point of the block to a time within the step that starts there, by the same method."""
    begin, p = float(block.t[number]), block.parameters[block.segment[number]]
    motions = closing_states(engine.model) if block.config.method == "newmark" else None
    problem = InitialValueProblem(
        *(engine.native, block.x[number], begin, t, (), p), quaternions=block.quaternions, motions=motions
    )
    integrator = block.config.integrator(problem)
    assert isinstance(integrator, MethodIntegrator)
    integrator.state.clock[abi.STEP] = t - begin  # in one step, if the error allows
    status = integrator.go_to(t)
    if status != abi.FINISHED:
        why = STATUS.get(status, "the step fails there")
        raise RunError("the run cannot be cut at t = {t:.6g} s: {why}. Choose another time", code="cannot-cut", t=t, why=why)
    return integrator.steps("stopped")
