"""Radau with closed loops: published numbers, and the same motion as rk8."""

import json

import numpy as np
import pytest
from mars.circuits.closed import n_four_bar

from mars.document.storage import load
from mars.machine import compile_function
from mars.model.build import build_model
from mars.model.compiled import compile_model
from mars.model.variables import Variables
from mars.solvers.auto import Automatic
from mars.solvers.dense_output import closed
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.radau import Radau
from mars.start.start_values import start_state
from tests.helpers.four_bar import four_bar
from tests.helpers.paths import CIRCUITS, REFS


def both(circuit, until, rtol, atol, *, wide=True):
    """Model, machine code, steps of rk8 and of Radau."""
    model = build_model(circuit)
    native, x0, p = compile_model(model), start_state(model, Variables(model)), model.parameters()
    lanes = compile_function(model.function, lanes=4) if wide else None
    problem = (native, x0, 0.0, until, model.breaks, p)
    steps = integrate(*problem, Explicit("rk8", 1e-10, 1e-11), quaternions=model.quaternions)
    stiff = integrate(*problem, Radau(rtol, atol), quaternions=model.quaternions, lanes=lanes)
    assert steps.status == stiff.status == "finished"
    return model, native, steps, stiff


def gap(model, native, steps, times, counts=lambda x: True) -> float:
    """The largest, in the states that count."""
    states = closed(native, steps, times, steps.replay(native, times))
    w, p = np.zeros(model.constraints.size), model.parameters()
    chosen = [x for x in (*states, *steps.x) if counts(x)]
    assert len(chosen) > 0.9 * len(steps.x)
    return max(float(np.abs(np.array(part)).max()) for x in chosen for part in model.closure(x, w, p, 0.0))


@pytest.mark.parametrize("wide", [False, True])
def test_a02_through_its_singular_positions(wide):
    samples = json.loads((REFS / "iftomm_A02_n_four_bar.json").read_text())["reference"]["2"]["samples"]
    model, native, _, stiff = both(n_four_bar(2), 10.0, 1e-9, 1e-10, wide=wide)
    place = model.state_index["J0.angle"]
    times = np.array([2.0, 5.0, 10.0])
    angle = stiff.replay(native, times)[:, place]
    for i, t in enumerate(("2", "5", "10")):
        assert np.cos(angle[i]) == pytest.approx(samples[t]["B0x"], abs=1e-5)
        assert np.sin(angle[i]) == pytest.approx(samples[t]["B0y"], abs=1e-5)
    times = np.linspace(0, 10, 101)
    assert gap(model, native, stiff, times, lambda x: abs(np.sin(x[place])) > 1e-4) < 1e-12
    assert gap(model, native, stiff, times) < 1e-8, "flat, a constraint less is enforced"


def test_andrews_squeezer(measured):
    reference = json.loads((REFS / "ivp_andrews_squeezer.json").read_text())["reference"]["samples"]["0.03"]
    model, native, _, stiff = both(load(CIRCUITS / "andrews_squeezer.mars"), 0.03, 1e-9, 1e-10)
    angles = ("beta", "theta", "gamma", "phi", "delta", "Omega", "epsilon")
    off = max(abs(stiff.x[-1, model.state_index[f"{angle}.angle"]] - reference[angle]) for angle in angles)
    measured("Andrews' squeezer, 30 ms (IVP test set)", "ivp_andrews_squeezer.json", off, "rad", allowed=1e-6, by="radau")
    assert off < 1e-6
    assert gap(model, native, stiff, np.linspace(0, 0.03, 31)) < 1e-9


def creeping_four_bar(damping):
    c = four_bar()
    c.add("dynamics.damper", "D1", damping=damping)
    c.connect("D1.a", "J3.turn")
    return c


def test_a_creeping_loop_costs_radau_few_steps():
    model, native, steps, stiff = both(creeping_four_bar(500), 5.0, 1e-7, 1e-8)
    assert stiff.counters["steps"] * 10 < steps.counters["steps"]
    times = np.linspace(0, 5, 51)
    np.testing.assert_allclose(stiff.replay(native, times), steps.replay(native, times), atol=1e-5)
    assert gap(model, native, stiff, times) < 1e-12


def test_a_creeping_loop_is_handed_over():
    model, native, exact, _ = both(creeping_four_bar(3000), 5.0, 1e-7, 1e-8)
    problem = (native, exact.x[0], 0.0, 5.0, (), model.parameters())
    steps = integrate(*problem, Automatic(1e-7, 1e-8), lanes=compile_function(model.function, lanes=4))
    assert [name for name, _ in steps.methods] == ["rk8", "radau"] and steps.status == "finished"
    np.testing.assert_allclose(steps.x[-1], exact.x[-1], atol=1e-4)
    times = np.linspace(0, 5, 51)
    assert gap(model, native, steps, times) < 1e-12
    assert exact.counters["steps"] > 4 * steps.counters["steps"]
