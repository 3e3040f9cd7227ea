"""Parallelograms that pass through flat positions, where a loop can leave on two branches: their momentum decides."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import mars
from mars.document.circuit import Circuit
from mars.simulation import flat_positions

PLANE, SPACE = "Tx Ty Rz", "Tx Ty Tz Rx Ry Rz"
CRANK, GROUND = 0.4, 1.0


def parallelogram(gravity: float, speed: float, motions: str = PLANE, tilt: float = 0.0, couplers: int = 1) -> Circuit:
    """Cranks of 1 kg, couplers of 2 kg; the ground line is tilted. Each further coupler makes the loop over-constrained."""
    c = Circuit("parallelogram", motions=motions, gravity=[0, -gravity, 0])
    start = 60.0
    for i in range(couplers + 1):
        along = i * GROUND * np.array([np.cos(tilt), np.sin(tilt), 0.0])
        c.add("bodies.base", f"B{i}", place=along.tolist())
        c.add("joints.rotation", f"J{i}")
        c.add("bodies.rod", f"Crank{i}", length=CRANK, mass=1)
        c.connect(f"B{i}.1", f"J{i}.1")
        c.connect(f"J{i}.2", f"Crank{i}.1")
        c.set_start(f"J{i}.angle", f"{start + np.degrees(tilt)} deg", "fixed" if i == 0 else "guess")
    for i in range(couplers):
        c.add("bodies.rod", f"Coupler{i}", length=GROUND, mass=2)
        c.add("joints.rotation", f"L{i}")
        c.add("joints.rotation", f"R{i}")
        c.connect(f"Crank{i}.2", f"L{i}.1")
        c.connect(f"L{i}.2", f"Coupler{i}.1")
        c.connect(f"Coupler{i}.2", f"R{i}.1")
        c.connect(f"R{i}.2", f"Crank{i + 1}.2")
        c.set_start(f"L{i}.angle", f"{-start} deg", "guess")
    c.set_start("J0.turn.speed", speed)
    return c


def by_hand(gravity: float, speed: float, tilt: float, couplers: int, times: np.ndarray) -> np.ndarray:
    """All cranks turn alike, all couplers move without turning."""
    cranks = couplers + 1
    inertia = (cranks / 3 + 2 * couplers) * CRANK**2
    weight = (cranks / 2 + 2 * couplers) * CRANK * gravity

    def rates(t, y):
        return [y[1], -weight * np.cos(y[0]) / inertia]

    start = [np.radians(60) + tilt, speed]
    return solve_ivp(rates, (0, times[-1]), start, t_eval=times, rtol=1e-11, atol=1e-12).y[0]


@pytest.mark.parametrize("method", ["rk8", "rk5", "radau"])
@pytest.mark.parametrize(
    ("gravity", "speed", "motions", "tilt", "couplers"),
    [
        (0.0, 12.0, PLANE, 0.0, 1),
        (9.81, 12.0, PLANE, 0.0, 1),
        (9.81, 12.0, SPACE, 0.0, 1),
        (9.81, 12.0, PLANE, 0.6, 1),
        (9.81, 9.0, PLANE, 0.0, 2),
        (9.81, 3.0, SPACE, 0.3, 2),
    ],
)
def test_momentum_carries_a_parallelogram_through_flat_positions(method, gravity, speed, motions, tilt, couplers):
    times = np.linspace(0, 5, 51)
    run = mars.simulate(parallelogram(gravity, speed, motions, tilt, couplers), times=times, method=method)
    assert np.abs(np.sin(run["J0.angle"] - tilt)).min() < 0.3  # it passes them
    assert run["J0.angle"] == pytest.approx(by_hand(gravity, speed, tilt, couplers, times), abs=5e-5)
    for i in range(1, couplers + 1):
        assert run[f"J{i}.angle"] == pytest.approx(run["J0.angle"], abs=1e-8)
    assert run.ledger().relative_residual < 1e-5


def test_ida_says_where_it_cannot_tell_the_branches_apart():
    """IDA chooses dependent states, and at a flat position no choice determines them."""
    with pytest.raises(mars.RunError, match=r"loop through Coupler0.* singular position"):
        mars.simulate(parallelogram(9.81, 12.0), times=np.linspace(0, 2, 21), method="ida")


def flat_start(speed: float, other: float | None) -> Circuit:
    c = parallelogram(0.0, speed)
    for joint in ("J0", "J1", "L0"):
        c.set_start(f"{joint}.angle", 0.0)
    if other is not None:
        c.set_start("J1.turn.speed", other)
    return c


def test_speeds_that_fit_no_branch_of_a_flat_start_are_refused():
    """They lost nine tenths of the energy in the first step, without a word."""
    with pytest.raises(mars.CircuitError, match="start speeds fit neither"):
        mars.simulate(flat_start(12.0, None), until=1)


def test_a_flat_start_goes_on_along_the_branch_of_its_speeds():
    run = mars.simulate(flat_start(12.0, 12.0), until=1)
    assert run["J1.turn.speed"] == pytest.approx(np.full(run.time.size, 12.0), abs=1e-7)


def released(start: float, speed: float = 0.0) -> Circuit:
    """Cranks of 1 kg and 5 kg, let go `start` degrees from where they point to the right: almost flat to the left."""
    c = parallelogram(9.81, speed)
    c.set("Crank1.mass", 5)
    for joint, angle in (("J0", start), ("J1", start), ("L0", -start)):
        c.set_start(f"{joint}.angle", f"{angle} deg", "fixed" if joint == "J0" else "guess")
    return c


@pytest.mark.parametrize("method", ["rk8", "radau"])
@pytest.mark.parametrize("speed", [0.0, 0.01])
def test_a_run_says_so_where_a_loop_is_too_slow_to_choose_its_branch(method, speed):
    """From a microradian beside the flat position Radau goes on along the wrong branch, its energy kept to a millionth."""
    run = mars.simulate(released(179.9999, speed), until=2, method=method)
    assert [remark.code for remark in run.remarks] == ["branch"]
    assert "the loop through Coupler0 is in a flat position" in run.remarks[0]


@pytest.mark.parametrize("method", ["rk8", "rk5", "radau"])
@pytest.mark.parametrize(("start", "speed"), [(150, 0.0), (179.9, 0.0), (179.9999, 3.0)])
def test_a_run_says_nothing_where_momentum_decides(method, start, speed):
    run = mars.simulate(released(start, speed), until=4, method=method)
    assert np.cos(run["J1.angle"] - run["J0.angle"]) == pytest.approx(np.ones(run.time.size))
    assert not any(remark.code == "branch" for remark in run.remarks)


def test_a_loop_let_go_in_a_flat_position_is_not_run_in_silence():
    with pytest.raises(mars.RunError, match=r"Coupler0 comes apart.* flat position, where it could go on in two ways") as caught:
        mars.simulate(released(180.0), until=2, method="rk8")
    assert caught.value.code == "branch"
    run = mars.simulate(released(180.0), until=2, method="radau")
    assert run.remarks[0].code == "branch"


def test_energy_lost_behind_a_flat_position_is_a_remark(monkeypatch):
    monkeypatch.setattr(flat_positions, "SLOW", 0.0)
    run = mars.simulate(released(180.0), until=2, method="radau")
    assert "the run loses" in run.remarks[0] and run.ledger().relative_residual > 1e-3
