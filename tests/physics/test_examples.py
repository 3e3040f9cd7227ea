"""Every example circuit: all roads agree, energy balances, no position is special, the drawing is whole."""

import numpy as np
import pytest

import mars
from mars.model.build import build_model
from mars.model.variables import Variables
from mars.verification.verify import verify
from tests.helpers.paths import CIRCUITS

# Amplifiers with limits and samplers switch, so the tableau leaves these out; the motor carried along makes the arm no chain of
# the formalisms, and neither the digital controller nor the heated motor drives a joint.
FEWER_ROADS = {"Arm with two servo motors": 3, "Modular arm": 3, "Digital position control": 2, "Motor heating": 2}
# Three turns about one point, as a cut through a beam has them, lock at 90 degrees: there the axes of two of them are one.
CUTS = {"Elastic robot": ("KB", "KT")}
FILES = sorted((CIRCUITS).glob("*.mars"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def circuit(request):
    return mars.load(request.param)


def test_all_examples_are_here():
    assert {path.stem for path in FILES} >= {
        "pendulum", "double_pendulum", "two_segment_manipulator", "three_dof_arm", "puma560", "panda", "heavy_top",
        "torque_free_body", "gantry", "satellite_with_arm", "four_bar", "slider_crank", "andrews_squeezer", "rlc", "dc_motor",
        "transistor_amplifier", "servo_axis", "two_link_with_motors", "sampled_controller", "cart_pole", "elastic_robot",
        "modular_arm", "hydraulic_boom", "motor_heating",
    }  # fmt: skip


@pytest.mark.slow
def test_all_roads_agree(circuit):
    rows = verify(circuit)
    assert [row for row in rows if not row.agrees] == []
    compared = [row for row in rows if not np.isnan(row.difference)]
    # The tableau, the formalisms and inverse dynamics cannot take part in loops yet.
    usual = 2 if build_model(circuit).constraints.size else 4
    assert len(compared) >= FEWER_ROADS.get(circuit.title, usual), "a comparison of nothing proves nothing"


def test_energy_balances_over_the_whole_run(circuit):
    ledger = mars.simulate(circuit, mode="dynamic").ledger()
    assert ledger.relative_residual < 1e-8
    assert max(ledger.turnover, ledger.kinetic) > 0


def test_is_ready_to_run_without_complaints(circuit):
    complaints = mars.check(circuit).complaints
    assert [c for c in complaints if c.severity == "error"] == []
    # Measured robot data have an inertia that no real body has; nothing else may be odd.
    assert {c.code for c in complaints} <= {"inertia"}


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_no_position_loses_digits(circuit, quarter):
    """At coordinates of zero and of multiples of 90 degrees pivots chosen by number would vanish; ours must not.

    (Of a mechanism with loops the cut tree is looked at: its positions need not be closed for this.)

    The accelerations there must continue those of positions close by: a step of 1e-7 changes them by about as much.
    """
    model = build_model(circuit)
    x = np.zeros(len(model.states))
    for i, state in enumerate(model.states):
        if state.level == "position" and not state.name.startswith(CUTS.get(circuit.title, ())):
            x[i] = quarter * np.pi / 2
        elif state.level == "speed":
            x[i] = 0.5
    for first in model.quaternions:
        half = quarter * np.pi / 4
        x[first : first + 4] = [np.cos(half), np.sin(half), 0, 0]
    p = model.parameters(0.5)
    w = np.zeros(model.constraints.size)
    here = np.array(model.function(x, w, p, 0.5)[0]).ravel()
    assert np.all(np.isfinite(here))
    near = np.array(model.function(x + 1e-7, w, p, 0.5)[0]).ravel()
    assert near == pytest.approx(here, abs=2e-4 * (1 + np.abs(here).max(initial=0.0)))
    variables = Variables(model)
    values = np.array(variables.function([e for _, e in variables.table.values()])(x, np.concatenate([here, w]), p, 0.5)).ravel()
    assert np.all(np.isfinite(values))


def test_every_component_and_link_is_drawn(circuit):
    drawn = circuit.drawing
    assert set(drawn["components"]) == set(circuit.components)
    assert {link.key for link in circuit.links} == set(drawn["links"])
    for place in drawn["components"].values():
        assert all(coordinate % 10 == 0 for coordinate in place["at"])
    for wire in drawn["links"].values():
        for a, b in zip(wire["route"], wire["route"][1:], strict=False):
            assert a[0] == b[0] or a[1] == b[1], "wires run along the grid"
