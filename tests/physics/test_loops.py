"""Closed loops: closure, energy, published numbers, singular positions, over-constrained mechanisms."""

import json

import numpy as np
import pytest
from mars.circuits.closed import n_four_bar

import mars
from mars.document.circuit import Circuit
from tests.helpers.four_bar import four_bar
from tests.helpers.loop_closure import closure_gap
from tests.helpers.paths import REFS, ROOT

REFERENCE = json.loads((REFS / "iftomm_A02_n_four_bar.json").read_text())["reference"]


@pytest.mark.parametrize("windows", [1, 2])
def test_a02_passes_its_singular_position_again_and_again(windows):
    run = mars.simulate(n_four_bar(windows), times=[0, 2, 5, 10])
    samples = REFERENCE[str(windows)]["samples"]
    for i, t in enumerate(("2", "5", "10"), start=1):
        assert run["V0.2.r.x"][i] == pytest.approx(samples[t]["B0x"], abs=1e-6)
        assert run["V0.2.r.y"][i] == pytest.approx(samples[t]["B0y"], abs=1e-6)
        assert -run["J0.turn.speed"][i] == pytest.approx(samples[t]["omega"], abs=1e-5)


def test_loop_stays_closed_and_keeps_its_energy():
    run = mars.simulate(four_bar(), until=5)
    assert closure_gap(run) < 1e-12
    ledger = run.ledger()
    assert ledger.relative_residual < 1e-8 and ledger.turnover > 50
    # The two parts of the cut body share its ports: streams still balance at every node, and free joints feel no torque.
    for joint in ("J1", "J2", "J3", "J4"):
        assert np.abs(run[f"{joint}.turn.torque"]).max() < 1e-9
    assert run["R2.2.F.x"] == pytest.approx(-run["J3.1.F.x"], abs=1e-9)


def test_planar_loop_in_space_is_over_constrained_and_moves_alike():
    plane, space = (mars.simulate(four_bar(motions), until=3) for motions in ("Tx Ty Rz", "Tx Ty Tz Rx Ry Rz"))
    assert space.model.constraints.size == 6
    for name in ("J1.angle", "J4.turn.speed", "J2.1.F.x", "B2.1.F.y"):
        assert space[name] == pytest.approx(plane[name], abs=1e-8 * (1 + np.abs(plane[name]).max())), name


@pytest.mark.parametrize("scale", [1e-3, 100.0])
def test_size_does_not_matter(scale):
    """A mechanism of a millimetre and one of a hundred metres are the same in their own time."""
    small, usual = mars.simulate(four_bar(scale=scale), until=scale**0.5), mars.simulate(four_bar(), until=1)
    assert small["J1.angle"] == pytest.approx(usual["J1.angle"], abs=1e-6)


def slider_crank() -> Circuit:
    c = Circuit("slider-crank", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.add("bodies.base", "Base1")
    c.add("bodies.rod", "Crank", length=0.3, mass=1)
    c.add("bodies.rod", "Rod", length=1.0, mass=2)
    c.add("bodies.point_mass", "Piston", mass=1.5)
    for name in ("J1", "J2", "J3"):
        c.add("joints.rotation", name)
    c.add("joints.translation", "Slide", axis=[1, 0, 0])
    c.add("sources.velocity", "Ew1", law=5)
    for link in ("Base1.1 J1.1", "J1.2 Crank.1", "Crank.2 J2.1", "J2.2 Rod.1", "Rod.2 J3.1", "J3.2 Piston.1"):
        c.connect(*link.split())
    c.connect("Base1.1", "Slide.1")
    c.connect("Slide.2", "Piston.1")
    c.connect("J1.turn", "Ew1.turn")
    c.set_start("J1.angle", 0.5)
    c.set_start("Slide.travel", 1.2, "guess")
    return c


def test_driven_slider_crank_follows_its_closed_form():
    run = mars.simulate(slider_crank(), until=2)
    phi = 0.5 + 5 * run.time
    travel = 0.3 * np.cos(phi) + np.sqrt(1 - (0.3 * np.sin(phi)) ** 2)
    assert run["Slide.travel"] == pytest.approx(travel, abs=1e-9)
    assert run.ledger().relative_residual < 1e-8
    # The drive supplies what the kinetic energy of the whole needs: its power is the rate of energy.
    energy = run.ledger()
    assert energy.supplied == pytest.approx(energy.stored, abs=1e-8)


def test_spring_in_a_loop_and_fixed_start_values():
    c = four_bar()
    c.add("dynamics.spring_damper", "DC1", stiffness=30, damping=0.5)
    c.connect("DC1.a", "J3.turn")
    run = mars.simulate(c, until=3)
    assert run["J1.angle"][0] == pytest.approx(np.deg2rad(60), abs=1e-15)
    assert run.ledger().relative_residual < 1e-8 and run.ledger()["DC1"].lost > 0


@pytest.mark.parametrize("method", ["rk8", "rk5"])
def test_andrews_squeezer_meets_the_published_end(method):
    root = ROOT
    reference = json.loads((root / "tests/refs/ivp_andrews_squeezer.json").read_text())["reference"]["samples"]["0.03"]
    run = mars.simulate(mars.load(root / "circuits/andrews_squeezer.mars"), method=method)
    for angle in ("beta", "theta", "gamma", "phi", "delta", "Omega", "epsilon"):
        assert run[f"{angle}.angle"][-1] == pytest.approx(reference[angle], abs=1e-7), angle
    assert run["beta.turn.speed"][-1] == pytest.approx(reference["betad"], abs=1e-4)
    assert closure_gap(run) < 1e-10 * 0.04
    assert run.ledger().relative_residual < 1e-7


def test_check_tells_freedoms_by_count_and_by_rank_and_what_is_redundant():
    plane, space = mars.check(four_bar()), mars.check(four_bar("Tx Ty Tz Rx Ry Rz"))
    assert (plane.loops["freedoms by count"], plane.loops["freedoms by rank"]) == (1, 1)
    assert (space.loops["freedoms by count"], space.loops["freedoms by rank"]) == (-2, 1)
    assert plane.complaints == []
    (note,) = space.complaints
    assert note.code == "redundant" and note.severity == "note" and "3 of the 6" in note.cause and "J1, " in note.cause


def test_spatial_loop_with_balls_stays_closed_and_keeps_its_energy():
    """RSSR: two hinges on skew axes, a rod between two balls; the rod's spin is the second freedom."""
    c = Circuit("RSSR")
    c.add("bodies.base", "B1")
    c.add("bodies.base", "B2", place=[0.9, 0.5, 0.1])
    c.add("joints.rotation", "R1", axis=[0, 0, 1])
    c.add("joints.rotation", "R2", axis=[1, 0, 0])
    c.add("joints.spherical", "S1")
    c.add("joints.spherical", "S2")
    c.add("bodies.cylinder", "Crank", length=0.2, radius=0.03, mass=1)
    c.add("bodies.cylinder", "Rod", length=1.0, radius=0.03, mass=1)
    c.add("bodies.body", "Rocker", mass=2, centre=[0, 0.2, 0], inertia=[0.05, 0.02, 0.05], points={"2": [0, 0.4, 0]})
    for link in (
        "B1.1 R1.1",
        "R1.2 Crank.1",
        "Crank.2 S1.1",
        "S1.2 Rod.1",
        "Rod.2 S2.1",
        "S2.2 Rocker.2",
        "Rocker.1 R2.2",
        "R2.1 B2.1",
    ):
        c.connect(*link.split())
    c.set_start("R1.angle", 0.3)
    assert mars.check(c).loops["freedoms by rank"] == 2
    first, second = (mars.simulate(c, until=2, method=method) for method in ("rk8", "rk5"))
    assert closure_gap(first) < 1e-12
    assert first.ledger().relative_residual < 1e-8
    assert second["R2.angle"][-1] == pytest.approx(first["R2.angle"][-1], abs=1e-7)
    gap = [first[f"Rod.2.r.{a}"][-1] - first[f"Rod.1.r.{a}"][-1] for a in "xyz"]
    assert np.linalg.norm(gap) == pytest.approx(1.0, abs=1e-12)
