"""What is moved by hand while it runs: the example against closed forms of its filters, and against a run by laws of time."""

from itertools import pairwise

import numpy as np
import pytest

import mars
from mars.records.live import Live
from tests.helpers.paths import CIRCUITS

CIRCUIT = CIRCUITS / "hand_driven_arm.mars"
LAG = 0.1
# at these times these inputs are moved; the slider passes through zero, the button is pressed and let go
MOVES = (
    (0.5, "IN1.value", -0.3),
    (0.9, "IN3.pressed", 1),
    (1.2, "IN3.pressed", 0),
    (1.3, "IN1.value", 0),
    (1.6, "IN2.value", -1),
)
END = 2.5


def moved_by_hand():
    """The run, and how each move was taken."""
    circuit = mars.load(CIRCUIT)
    live = Live(circuit, until=END)
    how = []
    for t, name, value in MOVES:
        while live.t < t:
            live.advance(t + 0.01, 1.0)
        circuit = circuit.copy()
        circuit.set(name, value)
        how.append(live.change(circuit, t).how)
    while live.t < END and live.status == "running":
        live.advance(END, 1.0)
    return live.record(), how


@pytest.fixture(scope="module")
def by_hand():
    return moved_by_hand()


def value_of(name, first, t):
    """The present value of an input."""
    return [first, *(value for at, moved, value in MOVES if moved == name and at <= t)][-1]


def filtered(name, first, gain, order, times):
    """Position and rate of a filter whose input is constant between the moves, from one to the next by its closed form."""
    edges = [0.0, *(t for t, moved, _ in MOVES if moved == name), END + 1]
    found, state = np.zeros(times.size), np.zeros(2)
    for begin, end in pairwise(edges):
        target = gain * value_of(name, first, begin)
        inside = (times >= begin) & (times < end)
        found[inside] = _course(state, target, order, times[inside] - begin)[0]
        state = np.array(_course(state, target, order, np.array([end - begin]))).ravel()
    return found


def _course(state, target, order, t):
    if order == 1:
        speed = target + (state[1] - target) * np.exp(-t / LAG)
        return state[0] + target * t + (state[1] - target) * LAG * (1 - np.exp(-t / LAG)), speed
    a, b = state[0] - target, state[1] + (state[0] - target) / LAG
    return target + (a + b * t) * np.exp(-t / LAG), (b - (a + b * t) / LAG) * np.exp(-t / LAG)


def test_moving_an_input_never_rebuilds_not_even_through_zero(by_hand):
    assert by_hand[1] == ["parameters"] * len(MOVES)


def test_driven_motions_follow_as_their_closed_forms_say(by_hand):
    record, _ = by_hand
    times = np.linspace(0, END, 126)
    found = record.at(times, ["KN1.angle", "KN2.angle"])
    assert found[:, 0] == pytest.approx(filtered("IN1.value", 0.5, np.pi / 2, 2, times), abs=1e-6)
    assert found[:, 1] == pytest.approx(np.radians(-30) + filtered("IN2.value", 0.4, 3.0, 1, times), abs=1e-6)


def test_signals_are_what_the_hand_said(by_hand):
    record, _ = by_hand
    for t in (0.2, 0.7, 1.0, 1.25, 1.5, 2.0):
        slider, button = record.at(np.array([t]), ["IN1.out.value", "IN3.out.value"])[0]
        assert (slider, button) == (value_of("IN1.value", 0.5, t), value_of("IN3.pressed", 0, t))


@pytest.mark.slow
def test_the_pushed_hand_moves_as_in_a_run_whose_torque_is_a_law_of_time(by_hand):
    """The same pushes by a table-free law: the button and its torque replaced by steps in time."""
    record, _ = by_hand
    circuit = mars.load(CIRCUIT)
    for name in ("IN1", "IN2", "IN3", "Ep1", "Ew2", "Em3"):
        circuit.remove(name)
    times = np.linspace(0, END, 2501)
    for joint, name, curve in (
        ("KN1", "Ep1", filtered("IN1.value", 0.5, np.pi / 2, 2, times)),
        ("KN2", "Ep2", np.radians(-30) + filtered("IN2.value", 0.4, 3.0, 1, times)),
    ):
        pairs = [[float(t), float(v)] for t, v in zip(times[::2], curve[::2], strict=True)]
        circuit.add("sources.movement", name, law={"law": "table", "pairs": pairs})
        circuit.connect(f"{name}.turn", f"{joint}.turn")
    circuit.start.pop("KN2.angle")
    for name, before, after, at in (("Em1", 0, 4, 0.9), ("Em2", 0, -4, 1.2)):
        circuit.add("sources.torque", name, law={"law": "step", "before": before, "after": after, "time": at})
        circuit.connect(f"{name}.turn", "KN3.turn")
    run = mars.simulate(circuit, times=[0.0, 1.0, 1.5, END], until=END, method="rk5")
    assert record.at(run.time, ["KN3.angle"])[:, 0] == pytest.approx(run["KN3.angle"], abs=2e-3)


def test_energy_balances_over_all_moves(by_hand):
    ledger = by_hand[0].ledger()
    assert ledger.relative_residual < 1e-8
    assert ledger["IN1"].received == 0
