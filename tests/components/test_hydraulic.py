"""Hydraulic components against closed forms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

import mars
from mars.document.circuit import Circuit
from mars.errors import CircuitError
from mars.verification.check import check
from tests.helpers.plumbing import balanced, plumbed
from tests.helpers.wiring import TIGHT

BETA = 1.6e9  # bulk modulus by default


def on_a_slider(c: Circuit, mass: float) -> Circuit:
    """A body of that mass on a slider `KN1`."""
    c.add("bodies.base", "Base1")
    c.add("joints.translation", "KN1", axis=[1, 0, 0])
    c.add("bodies.point_mass", "SB1", mass=mass)
    c.connect("Base1.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


def closed_cylinder(**values: Any) -> Circuit:
    """Both chambers end in meters, so no oil gets out."""
    parts = {"CY1": ("cylinder", values), "M1": ("pressure_meter", {}), "M2": ("pressure_meter", {})}
    return plumbed(parts, "CY1.a M1.a", "CY1.b M2.a")


# -- oil that gives way --------------------------------------------------------------------------------------------------------


def test_locked_oil_is_a_spring():
    """A mass between two closed chambers swings with ω² = β (A²/V + B²/W) / m; by ten micrometres, so that it is linear."""
    area, ring, dead, stroke, mass, swing = 2e-3, 1.2e-3, 1e-4, 0.4, 50.0, 1e-5
    c = closed_cylinder(area_a=area, area_b=ring, stroke=stroke, dead_volume=dead, viscous=0, retracted="-0.2 m")
    on_a_slider(c, mass)
    c.connect("CY1.rod", "KN1.slide")
    stiffness = BETA * (area**2 / (dead + area * 0.2) + ring**2 / (dead + ring * 0.2))
    omega = np.sqrt(stiffness / mass)
    c.set_start("KN1.slide.speed", swing * omega)
    times = np.linspace(0, 4 * np.pi / omega, 41)
    run = balanced(c, times[-1], times=times)
    assert run["KN1.travel"] == pytest.approx(swing * np.sin(omega * times), abs=2e-3 * swing)


def test_pressed_oil_keeps_what_it_holds():
    """V (1 + p/2β)² is constant in a closed chamber, whatever its size; the other chamber is open to the tank."""
    c = plumbed(
        {"CY1": ("cylinder", {"viscous": 0}), "M1": ("pressure_meter", {}), "T1": ("tank", {})}, "CY1.a M1.a", "CY1.b T1.a"
    )
    c.add("sources.slide_movement", "Ep1", law="0.3 m - 0.05 m/s*t")
    c.connect("Ep1.slide", "CY1.rod")
    c.set_start("CY1.pressure_a", "20 bar")
    run = balanced(c, 0.2)
    volume = 1e-4 + 2e-3 * run["CY1.rod.travel"]
    kept = volume * (1 + run["CY1.pressure_a"] / (2 * BETA)) ** 2
    assert kept == pytest.approx(kept[0], rel=1e-10)
    assert run["CY1.pressure_a"][-1] > 2e7, "it is hard"
    assert run["CY1.force"] == pytest.approx(2e-3 * run["CY1.pressure_a"], rel=1e-9)


def test_torn_oil_stays_above_the_vacuum():
    """A closed chamber is pulled apart: bubbles grow, the pressure stays above −1 bar, and all comes back."""
    c = plumbed(
        {"CY1": ("cylinder", {"viscous": 0}), "M1": ("pressure_meter", {}), "T1": ("tank", {})}, "CY1.a M1.a", "CY1.b T1.a"
    )
    c.add("sources.slide_movement", "Ep1", law="0.25 m + 0.2 m*sin(3*t)")
    c.connect("Ep1.slide", "CY1.rod")
    c.set_start("CY1.pressure_a", "2 bar")
    run = balanced(c, np.pi / 3)
    assert -1e5 < run["CY1.pressure_a"].min() < -9e4
    assert [event.what for event in run.events] == ["cavitates", "stops cavitating"]
    assert run["CY1.pressure_a"][-1] == pytest.approx(2e5, rel=1e-3)


def test_ends_of_the_cylinder_hold():
    """Pushed by 100 bar, the rod comes out to its end and stays there."""
    c = plumbed(
        {"CY1": ("cylinder", {"stroke": 0.2}), "PS1": ("pressure_source", {"law": 1e7}), "OR1": ("orifice", {})}, "PS1.b OR1.a"
    )
    c.add("hydraulic.tank", "T1")
    c.connect("OR1.b", "CY1.a")
    c.connect("T1.a", "CY1.b", "PS1.a")
    on_a_slider(c, 20)
    c.connect("CY1.rod", "KN1.slide")
    run = mars.simulate(c, 3)
    assert run.ledger().relative_residual < 1e-7
    depth = 1e7 * 2e-3 / 1e8
    assert run["KN1.travel"][-1] == pytest.approx(0.2 + depth, abs=1e-6)
    assert run["CY1.pressure_a"][-1] == pytest.approx(1e7, rel=1e-6)


def test_two_volumes_at_a_node_share_their_pressure():
    c = plumbed(
        {"QS1": ("flow_source", {"law": 1e-5}), "VO1": ("volume", {"volume": 1e-3}), "VO2": ("volume", {"volume": 3e-3})},
        "QS1.b VO1.a VO2.a",
    )
    run = balanced(c, 0.1)
    assert run["VO1.pressure"][-1] == pytest.approx(1e-5 * 0.1 * BETA / 4e-3, rel=1e-9)
    assert run["VO2.pressure"] == pytest.approx(run["VO1.pressure"])
    (note,) = [each for each in check(c).complaints if each.code == "follows"]
    assert note.where == "VO2" and "VO1.pressure" in note.cause
    assert "orifice" in note.remedy and "chambers" in note.remedy


def test_two_pipes_in_a_row_share_their_flow_and_are_told_what_parts_them():
    c = plumbed(
        {"PS1": ("pressure_source", {"law": 1e5}), "PI1": ("pipe", {}), "PI2": ("pipe", {}), "T1": ("tank", {})},
        "PS1.b PI1.a", "PI1.b PI2.a", "PI2.b T1.a",
    )  # fmt: skip
    (note,) = [each for each in check(c).complaints if each.code == "follows"]
    assert note.where == "PI2" and "small volume between the pipes" in note.remedy


# -- narrow places -------------------------------------------------------------------------------------------------------------


def test_volume_empties_through_an_orifice():
    """C ṗ = −K √p, so the root of the pressure falls in a straight line: Torricelli's."""
    area, start, volume = 2e-7, 2e7, 2e-3
    values = {"area": area, "coefficient": 0.7, "density": 870, "laminar_below": 1}
    c = plumbed(
        {"VO1": ("volume", {"volume": volume}), "OR1": ("orifice", values), "T1": ("tank", {})}, "VO1.a OR1.a", "OR1.b T1.a"
    )
    c.set_start("VO1.pressure", start)
    slope = 0.7 * area * np.sqrt(2 / 870) * BETA / (2 * volume)
    times = np.linspace(0, 0.9 * np.sqrt(start) / slope, 31)
    run = balanced(c, times[-1], times=times)
    assert np.sqrt(run["VO1.pressure"]) == pytest.approx(np.sqrt(start) - slope * times, rel=1e-8)
    taken = run.ledger()["OR1"].lost
    assert taken == pytest.approx(volume / (2 * BETA) * (start**2 - run["VO1.pressure"][-1] ** 2), rel=1e-9)


def test_orifices_in_a_row_share_the_drop():
    """The pressure between them is found by Newton: Δp goes with 1/A²."""
    parts = {
        "PS1": ("pressure_source", {"law": 1e7}),
        "OR1": ("orifice", {"area": 2e-6}),
        "OR2": ("orifice", {"area": 1e-6}),
        "T1": ("tank", {}),
    }
    c = plumbed(parts, "PS1.b OR1.a", "OR1.b OR2.a", "OR2.b T1.a PS1.a")
    run = mars.simulate(c, 0.01)
    assert run["OR2.a.pressure"][-1] == pytest.approx(1e7 * 4 / 5, rel=1e-7)
    assert run["OR2.a.flow"][-1] == pytest.approx(0.7 * 1e-6 * np.sqrt(2 * 8e6 / 870), rel=1e-7)


def test_pipe_takes_its_time():
    """q = p/R (1 − exp(−R t / L)), R = 128 μ l / π d⁴, L = ρ l / A."""
    length, d, mu, rho, p = 2.0, 0.01, 0.04, 870.0, 1e5
    values = {"length": length, "diameter": d, "viscosity": mu, "density": rho}
    c = plumbed(
        {"PS1": ("pressure_source", {"law": p}), "PI1": ("pipe", values), "T1": ("tank", {})}, "PS1.b PI1.a", "PI1.b T1.a PS1.a"
    )
    R, L = 128 * mu * length / (np.pi * d**4), rho * length / (np.pi * d**2 / 4)
    times = np.linspace(0, 3 * L / R, 21)
    run = balanced(c, times[-1], times=times)
    assert run["PI1.flow"] == pytest.approx(p / R * (1 - np.exp(-R * times / L)), abs=1e-9 * p / R)


def colebrook(reynolds: float, roughness: float) -> float:
    """Darcy's friction factor, solved."""
    root = brentq(lambda x: x + 2 * np.log10(roughness / 3.7 + 2.51 * x / reynolds), 1, 50)
    return root**-2


@pytest.mark.parametrize(
    ("reynolds", "roughness", "read"),  # the last one from Moody's chart
    [(1e5, 1e-4, 0.0185), (1e4, 0, 0.0309), (1e6, 1e-3, 0.0199), (1e7, 1e-5, 0.0090), (5e3, 1e-2, 0.0472)],
)
def test_turbulent_pipe_loses_pressure_by_colebrook(reynolds, roughness, read):
    """Δp = λ l/d ρ v²/2."""
    length, d, mu, rho = 3.0, 0.02, 1e-3, 1000.0
    v = reynolds * mu / (rho * d)
    values = {"length": length, "diameter": d, "viscosity": mu, "density": rho, "roughness": roughness * d, "inertia": "no"}
    parts = {"QS1": ("flow_source", {"law": v * np.pi * d**2 / 4}), "PI1": ("pipe", values), "T1": ("tank", {})}
    run = mars.simulate(plumbed(parts, "QS1.b PI1.a", "PI1.b T1.a QS1.a"), 0.1)
    factor = run["PI1.a.pressure"][-1] / (length / d * rho * v**2 / 2)
    assert factor == pytest.approx(colebrook(reynolds, roughness), rel=3e-4)
    assert factor == pytest.approx(read, rel=0.01)


def test_friction_of_a_pipe_rises_smoothly_with_its_flow():
    """Laminar to the last digit below Re 2000, turbulent beyond 4000, always rising between; the same backwards."""
    d, mu, rho = 0.01, 0.04, 870.0
    unit = np.pi * d * mu / (4 * rho)  # flow at Re 1
    values = {"diameter": d, "viscosity": mu, "density": rho, "inertia": "no"}
    parts = {"QS1": ("flow_source", {"law": f"{5000 * unit}*sin(t)"}), "PI1": ("pipe", values), "T1": ("tank", {})}
    run = mars.simulate(plumbed(parts, "QS1.b PI1.a", "PI1.b T1.a QS1.a"), times=np.linspace(0, 2 * np.pi, 2001), until=2 * np.pi)
    flow, drop = run["PI1.a.flow"], run["PI1.a.pressure"]
    laminar = np.abs(flow) < 2000 * unit
    assert drop[laminar] == pytest.approx(128 * mu / (np.pi * d**4) * flow[laminar], rel=1e-12)
    order = np.argsort(flow)
    assert np.all(np.diff(drop[order]) > -1e-9 * drop.max())
    assert drop.max() / (128 * mu / (np.pi * d**4) * flow.max()) == pytest.approx(colebrook(5000, 1.5e-4) * 5000 / 64, rel=3e-4)


# -- valves --------------------------------------------------------------------------------------------------------------------


def test_relief_valve_holds_the_pressure():
    """50 l/min are pumped against a closed line: the pressure rises until the valve takes them all."""
    flow, values = 50 / 60e3, {"set_pressure": "160 bar", "nominal_flow": "60 l/min", "rise": "10 bar", "leakage": 1e-14}
    c = plumbed(
        {"QS1": ("flow_source", {"law": flow}), "VO1": ("volume", {}), "RV1": ("relief_valve", values)}, "QS1.b VO1.a RV1.a"
    )
    run = balanced(c, 0.5)
    passing = 1e-3 / 1e6
    assert run["VO1.pressure"][-1] == pytest.approx(1.6e7 + (flow - 1e-14 * 1.6e7) / (passing + 1e-14), rel=1e-9)
    assert [event.what for event in run.events] == ["opens"]


def test_check_valve_lets_oil_pass_one_way():
    """An alternating flow into an accumulator through a check valve, and back through another: a pump of valves."""
    parts = {
        "QS1": ("flow_source", {"law": "1e-4 m³/s*sin(20*t)"}),
        "VO1": ("volume", {"volume": 1e-3}),
        "CV1": ("check_valve", {}),
        "CV2": ("check_valve", {}),
        "ACC1": ("accumulator", {"precharge": "10 bar"}),
        "T1": ("tank", {}),
    }
    c = plumbed(parts, "QS1.b VO1.a CV1.b CV2.a", "CV1.a T1.a QS1.a", "CV2.b ACC1.a")
    c.set_start("ACC1.pressure", "10 bar")
    run = balanced(c, 2 * np.pi / 20 * 5)
    assert np.all(np.diff(run["ACC1.volume"]) > -1e-10)
    assert run["ACC1.volume"][-1] == pytest.approx(5 * 2 * 1e-4 / 20, rel=0.2)
    assert run["VO1.pressure"].min() > -1e5


@pytest.mark.parametrize(("command", "up", "down"), [(0.5, "a", "b"), (-0.5, "b", "a"), (3.0, "a", "b")])
def test_proportional_valve_opens_two_edges(command, up, down):
    """p to the one line and the other to t, each edge by q = x q_N √(Δp/Δp_N) beyond its overlap, and no further than x = 1."""
    parts = {
        "DV1": (
            "proportional_valve",
            {"nominal_flow": "30 l/min", "nominal_drop": "5 bar", "leakage": 1e-20, "laminar_below": 1},
        ),
        "PS1": ("pressure_source", {"law": "100 bar"}),
        "PS2": ("pressure_source", {"law": "40 bar"}),
        "PS3": ("pressure_source", {"law": "20 bar"}),
        "T1": ("tank", {}),
        "LAW1": ("signals.constant", {"value": command}),
    }
    nodes = ("PS1.b DV1.p", "PS2.b DV1.a", "PS3.b DV1.b", "DV1.t T1.a PS1.a PS2.a PS3.a", "LAW1.out DV1.signal")
    run = mars.simulate(plumbed(parts, *nodes), 0.3, **TIGHT)
    pressures, spool = {"a": 40e5, "b": 20e5}, min(abs(command), 1)
    full = 30 / 60e3 / np.sqrt(5e5) * (spool - 0.05) / 0.95
    assert -run[f"DV1.{up}.flow"][-1] == pytest.approx(full * np.sqrt(100e5 - pressures[up]), rel=1e-9)
    assert run[f"DV1.{down}.flow"][-1] == pytest.approx(full * np.sqrt(pressures[down]), rel=1e-9)
    assert run["DV1.spool"] == pytest.approx(np.sign(command) * spool * (1 - np.exp(-run.time / 0.01)), abs=1e-9)


# -- accumulator, pump, motor --------------------------------------------------------------------------------------------------


def test_accumulator_squeezes_its_gas():
    """p Vⁿ is constant in absolute pressures, and the work done on the gas is kept."""
    flow, gas, precharge, n, atmosphere = 1e-4, 1e-3, 5e6, 1.3, 101325.0
    c = plumbed({"QS1": ("flow_source", {"law": flow}), "ACC1": ("accumulator", {"exponent": n})}, "QS1.b ACC1.a")
    c.set_start("ACC1.pressure", precharge)
    run = balanced(c, 6.0)
    left = gas - flow * run.time
    assert (run["ACC1.pressure"] + atmosphere) * left**n == pytest.approx((precharge + atmosphere) * gas**n, rel=1e-9)
    work = (precharge + atmosphere) * gas / (n - 1) * ((gas / left[-1]) ** (n - 1) - 1) - atmosphere * flow * 6
    assert run.ledger()["ACC1"].stored == pytest.approx(work, rel=1e-9)


def test_empty_accumulator_lets_the_pressure_fall():
    parts = {"ACC1": ("accumulator", {}), "VO1": ("volume", {}), "OR1": ("orifice", {"area": 1e-6}), "T1": ("tank", {})}
    c = plumbed(parts, "ACC1.a VO1.a OR1.a", "OR1.b T1.a")
    c.set_start("ACC1.pressure", "57 bar")
    run = balanced(c, 3)
    assert "is empty" in [event.what for event in run.events]
    assert run["VO1.pressure"][-1] < 1e4 < 5e6 < run["VO1.pressure"][0]
    assert run["VO1.pressure"] == pytest.approx(run["ACC1.pressure"], abs=1e-3), "two states at a node are one"


def test_pump_loses_by_slip_and_friction():
    """Δp q / τ ω is the product of (1 − k Δp / D ω) and D Δp / (D Δp + f ω)."""
    D, k, f, omega, pressure = 16e-6 / (2 * np.pi), 1e-12, 0.02, 150.0, 1.5e7
    c = plumbed(
        {"PU1": ("pump", {"displacement": D, "leakage": k, "viscous": f}), "PS1": ("pressure_source", {"law": pressure})},
        "PU1.b PS1.b",
    )
    c.add("sources.velocity", "Ew1", law=omega)
    c.connect("Ew1.turn", "PU1.shaft")
    run = balanced(c, 1.0)
    flow, torque = D * omega - k * pressure, D * pressure + f * omega
    assert -run["PU1.b.flow"][-1] == pytest.approx(flow, rel=1e-12)
    assert run["PU1.shaft.torque"][-1] == pytest.approx(torque, rel=1e-12)
    families = {sums.family: sums for sums in run.ledger().families}
    assert families["mechanical"].passed == pytest.approx(torque * omega, rel=1e-9)
    assert -families["hydraulic"].passed == pytest.approx(flow * pressure, rel=1e-9)


def test_variable_pump_follows_its_signal():
    """It swivels with its lag as far as ±1, displaces that part of its oil, and its shaft needs that part of the torque."""
    D, k, f, omega, pressure, lag = 2.5e-6, 5e-13, 0.01, 150.0, 1e7, 0.05
    parts = {
        "PU1": ("variable_pump", {}),
        "PS1": ("pressure_source", {"law": pressure}),
        "LAW1": ("signals.law", {"law": {"law": "step", "time": 0.5, "before": -0.6, "after": 3}}),
        "Ew1": ("sources.velocity", {"law": omega}),
    }
    run = balanced(plumbed(parts, "PU1.b PS1.b", "Ew1.turn PU1.shaft", "LAW1.out PU1.signal"), 1.0)
    late, t = run.time >= 0.5, run.time
    swivel = np.where(late, 1 - (1 - -0.6 * (1 - np.exp(-0.5 / lag))) * np.exp(-(t - 0.5) / lag), -0.6 * (1 - np.exp(-t / lag)))
    assert run["PU1.swivel"] == pytest.approx(swivel, abs=1e-8)
    assert -run["PU1.b.flow"] == pytest.approx(swivel * D * omega - k * pressure, abs=1e-12)
    assert run["PU1.shaft.torque"] == pytest.approx(swivel * D * pressure + f * omega, abs=1e-6)


def test_pump_and_motor_are_a_gear():
    """Without slip the speeds go with the displacements, and the torque that the load needs with them too."""
    parts = {
        "PU1": ("pump", {"displacement": 2e-6, "leakage": 0, "viscous": 0}),
        "HM1": ("motor", {"displacement": 8e-6, "leakage": 0, "viscous": 0}),
    }
    c = plumbed(parts, "PU1.b HM1.a", "HM1.b PU1.a")
    c.add("sources.velocity", "Ew1", law="100 rad/s")
    c.add("dynamics.damper", "DC1", damping=2)
    c.connect("Ew1.turn", "PU1.shaft")
    c.connect("HM1.shaft", "DC1.a")
    run = balanced(c, 1.0)
    assert run["HM1.shaft.speed"][-1] == pytest.approx(25, rel=1e-9)
    assert run["PU1.shaft.torque"][-1] == pytest.approx(2 * 25 / 4, rel=1e-9)
    assert run["HM1.a.pressure"][-1] - run["HM1.b.pressure"][-1] == pytest.approx(50 / 8e-6, rel=1e-9)


# -- what is said --------------------------------------------------------------------------------------------------------------


def test_pressures_without_a_tank_count_from_somewhere():
    parts = {"QS1": ("flow_source", {}), "OR1": ("pipe", {"inertia": "no"})}
    c = plumbed(parts, "QS1.b OR1.a", "OR1.b QS1.a")
    (note,) = [each for each in check(c).complaints if each.code == "no-ground"]
    assert "has no tank, so its pressures are measured relative to this port" in note.cause
    assert "Connect a tank to the node that should be the pressure reference" in note.remedy


def test_pressure_below_the_vacuum_is_told():
    """A flow that nothing can give is sucked through an orifice: the node between has no chamber in which bubbles could grow."""
    parts = {
        "OR1": ("orifice", {}),
        "QS1": ("flow_source", {"law": {"law": "ramp", "time": 1, "after": 1e-3}}),
        "T1": ("tank", {}),
    }
    c = plumbed(parts, "T1.a OR1.a QS1.b", "OR1.b QS1.a")
    (remark,) = mars.simulate(c, 1).remarks
    assert remark.code == "below-lowest" and remark.fields["potential"] == "pressure" and remark.fields["min"] < -101325
    assert remark.startswith("OR1.b, QS1.a: from t = ") and "the pressure falls below vacuum" in remark
    assert "Add a volume (hydraulic.volume) there" in remark
    c.add("hydraulic.volume", "VO1")
    c.connect("VO1.a", "OR1.b")
    assert mars.simulate(c, 0.2).remarks == []


def test_two_pressures_contradict_each_other_in_words_of_oil():
    parts = {"PS1": ("pressure_source", {"law": "100 bar"}), "PS2": ("pressure_source", {"law": "50 bar"}), "T1": ("tank", {})}
    c = plumbed(parts, "PS1.b PS2.b", "PS1.a PS2.a T1.a")
    with pytest.raises(CircuitError) as caught:
        mars.simulate(c, 1)
    (complaint,) = caught.value.complaints
    assert (complaint.where, complaint.code) == ("PS2", "contradiction")
    assert "two pressure sources in parallel" in complaint.cause and "put a pipe in series" in complaint.remedy
