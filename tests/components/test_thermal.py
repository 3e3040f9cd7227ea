"""Thermal components against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import mars
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.formulas.expressions import measure
from mars.verification.check import check
from tests.helpers.plumbing import balanced, plumbed

STEFAN_BOLTZMANN = 5.670374419e-8


def heated(parts, *nodes: str) -> Circuit:
    """Kinds without a family are thermal."""
    return plumbed({name: (kind if "." in kind else f"thermal.{kind}", values) for name, (kind, values) in parts.items()}, *nodes)


def test_two_capacities_at_a_node_are_told_what_parts_them():
    c = heated({"HS1": ("heat_source", {}), "HC1": ("capacity", {}), "HC2": ("capacity", {})}, "HS1.heat HC1.heat HC2.heat")
    (note,) = [each for each in check(c).complaints if each.code == "follows"]
    assert note.where == "HC2" and "thermal resistance between the heat capacities" in note.remedy


def test_heated_body_warms_up():
    """T = T₀ + P R (1 − exp(−t / R C))."""
    parts = {
        "HS1": ("heat_source", {"law": "20 W"}),
        "HC1": ("capacity", {"capacity": 50}),
        "RT1": ("resistance", {"resistance": 2}),
        "TA1": ("ambient", {"temperature": "20 °C"}),
        "M1": ("thermometer", {}),
    }
    c = heated(parts, "HS1.heat HC1.heat RT1.a M1.heat", "RT1.b TA1.heat")
    run = balanced(c, 300.0)
    wanted = 293.15 + 40 * (1 - np.exp(-run.time / 100))
    assert run["HC1.temperature"] == pytest.approx(wanted, abs=1e-8)
    assert run["M1.out.value"] == pytest.approx(wanted, abs=1e-8)
    assert run["RT1.a.heat"] == pytest.approx((wanted - 293.15) / 2, abs=1e-8)


def test_the_power_of_heat_is_the_heat_flow():
    """All that the source gives is kept or goes to the surroundings; the temperature has no part in it."""
    c = heated({"HS1": ("heat_source", {"law": 20}), "HC1": ("capacity", {"capacity": 50})}, "HS1.heat HC1.heat")
    ledger = balanced(c, 10.0).ledger()
    assert ledger["HS1"].supplied == pytest.approx(200, rel=1e-12)
    assert ledger["HC1"].stored == pytest.approx(200, rel=1e-9)
    assert ledger.lost == 0
    (thermal,) = ledger.families
    assert (thermal.family, thermal.supplied) == ("thermal", pytest.approx(200))


def test_two_bodies_meet_in_the_middle():
    """By convection: the difference falls with h A (1/C₁ + 1/C₂), the sum of the heat stays."""
    parts = {
        "HC1": ("capacity", {"capacity": 100}),
        "HC2": ("capacity", {"capacity": 300}),
        "CO1": ("convection", {"coefficient": 15, "area": 0.2}),
    }
    c = heated(parts, "HC1.heat CO1.a", "CO1.b HC2.heat")
    c.set_start("HC1.temperature", "100 °C")
    c.set_start("HC2.temperature", "-20 °C")
    run = balanced(c, 100.0)
    fall = np.exp(-15 * 0.2 * (1 / 100 + 1 / 300) * run.time)
    assert run["HC1.temperature"] - run["HC2.temperature"] == pytest.approx(120 * fall, abs=1e-8)
    assert 100 * run["HC1.temperature"] + 300 * run["HC2.temperature"] == pytest.approx(100 * 373.15 + 300 * 253.15, rel=1e-12)


def test_body_cools_in_the_dark():
    """C Ṫ = −ε σ A T⁴ into surroundings of 0 K: 1/T³ grows in a straight line."""
    parts = {
        "HC1": ("capacity", {"capacity": 20}),
        "RAD1": ("radiation", {"emissivity": 0.8, "area": 0.05}),
        "TA1": ("ambient", {"temperature": 0}),
    }
    c = heated(parts, "HC1.heat RAD1.a", "RAD1.b TA1.heat")
    c.set_start("HC1.temperature", "1000 K")
    run = balanced(c, 200.0)
    slope = 3 * 0.8 * STEFAN_BOLTZMANN * 0.05 / 20
    assert run["HC1.temperature"] ** -3.0 == pytest.approx(1000.0**-3 + slope * run.time, rel=1e-8)


@pytest.mark.parametrize("capacity", [30.0, 0.0])
def test_resistor_finds_its_temperature(capacity):
    """U² / R(T) = (T − T₀) / R_th; with a heat capacity it gets there in time, without one it is there at once."""
    parts = {
        "V1": ("electrical.voltage_source", {"law": 12}),
        "GND1": ("electrical.ground", {}),
        "R1": ("heated_resistor", {"resistance": 4}),
        "RT1": ("resistance", {"resistance": 3}),
        "TA1": ("ambient", {}),
    }
    nodes = ["V1.p R1.p", "V1.n R1.n GND1.p", "R1.heat RT1.a", "RT1.b TA1.heat"]
    if capacity:
        parts["HC1"], nodes[2] = ("capacity", {"capacity": capacity}), "R1.heat RT1.a HC1.heat"

    def excess(above: float) -> float:
        return 144 / (4 * (1 + 0.00393 * above)) - above / 3

    times = np.linspace(0, 3000, 31)
    run = balanced(heated(parts, *nodes), times[-1], times=times)
    assert run["R1.heat.temperature"][-1] - 293.15 == pytest.approx(brentq(excess, 0, 200), rel=1e-8)
    if capacity:
        wanted = solve_ivp(lambda _, above: excess(above) / capacity, (0, 3000), [0.0], t_eval=times, rtol=1e-11, atol=1e-11)
        assert run["R1.heat.temperature"] - 293.15 == pytest.approx(wanted.y[0], abs=1e-6)
    sums = {each.family: each for each in run.ledger().families}
    assert sums["electrical"].passed == pytest.approx(-sums["thermal"].passed, rel=1e-9)
    assert sums["electrical"].passed == pytest.approx(sums["electrical"].supplied, rel=1e-9)


def test_damper_turns_motion_into_heat():
    parts = {
        "DC1": ("heated_damper", {"damping": 0.5}),
        "Ew1": ("sources.velocity", {"law": "10 rad/s"}),
        "HC1": ("capacity", {"capacity": 100}),
    }
    run = balanced(heated(parts, "Ew1.turn DC1.a", "DC1.heat HC1.heat"), 20.0)
    assert run["HC1.temperature"] == pytest.approx(293.15 + 0.5 * 100 * run.time / 100, abs=1e-8)


def test_warm_motor_turns_slower():
    """At a given voltage and load the speed is (U − R(T) M / k) / k; a current of M / k heats it with R(T) M² / k²."""
    U, load, k, R, hot = 24.0, 0.1, 0.05, 1.2, 120.0
    parts = {
        "V1": ("electrical.voltage_source", {"law": U}),
        "GND1": ("electrical.ground", {}),
        "MT1": ("heated_dc_motor", {"resistance": R, "viscous": 0}),
        "TA1": ("ambient", {"temperature": f"{hot} °C"}),
        "Em1": ("sources.torque", {"law": -load}),
    }
    c = heated(parts, "V1.p MT1.p", "V1.n MT1.n GND1.p", "MT1.heat TA1.heat", "MT1.shaft Em1.turn")
    run = balanced(c, 2.0)
    warm = R * (1 + 0.00393 * (hot - 20))
    assert run["MT1.shaft.speed"][-1] == pytest.approx((U - warm * load / k) / k, rel=1e-9)
    assert -run["MT1.heat.heat"][-1] == pytest.approx(warm * (load / k) ** 2, rel=1e-9)


def test_all_losses_of_a_motor_are_heat():
    """Turned by 100 rad/s with dry and viscous friction: what goes in as current and as torque comes out as heat."""
    spin, viscous, coulomb, U = 100.0, 2e-4, 0.03, 9.0
    parts = {
        "V1": ("electrical.voltage_source", {"law": U}),
        "GND1": ("electrical.ground", {}),
        "MT1": ("heated_dc_motor", {"viscous": viscous, "coulomb": coulomb, "temperature_coefficient": 0}),
        "HC1": ("capacity", {"capacity": 10}),
        "Ew1": ("sources.velocity", {"law": spin}),
    }
    c = heated(parts, "V1.p MT1.p", "V1.n MT1.n GND1.p", "MT1.heat HC1.heat", "MT1.shaft Ew1.turn")
    run = balanced(c, 1.0)
    current = (U - 0.05 * spin) / 1.2
    wanted = 1.2 * current**2 + (viscous * spin + coulomb) * spin
    assert -run["MT1.heat.heat"][-1] == pytest.approx(wanted, rel=1e-9)
    ledger = run.ledger()
    assert ledger["MT1"].lost == 0
    assert ledger["HC1"].stored == pytest.approx(ledger["V1"].supplied + ledger["Ew1"].supplied - ledger["MT1"].stored, rel=1e-9)


def test_heat_is_read_on_its_way():
    """An oven follows its signal; behind the meter a body gets warm."""
    parts = {
        "LAW1": ("signals.constant", {"value": 80}),
        "TA1": ("driven_temperature", {"temperature": "20 °C", "gain": 1}),
        "RT1": ("resistance", {"resistance": 2}),
        "M1": ("heat_meter", {}),
        "HC1": ("capacity", {"capacity": 50}),
    }
    run = balanced(heated(parts, "LAW1.out TA1.signal", "TA1.heat RT1.a", "RT1.b M1.a", "M1.b HC1.heat"), 300.0)
    assert run["M1.heat"] == pytest.approx(40 * np.exp(-run.time / 100), abs=1e-8)
    assert run["M1.out.value"] == pytest.approx(run["M1.heat"], abs=1e-12)
    assert run["HC1.temperature"] == pytest.approx(293.15 + 80 * (1 - np.exp(-run.time / 100)), abs=1e-7)


def test_temperature_below_zero_is_told():
    c = heated({"HS1": ("heat_source", {"law": "-100 W"}), "HC1": ("capacity", {"capacity": 10})}, "HS1.heat HC1.heat")
    (remark,) = mars.simulate(c, 60).remarks
    assert remark.code == "below-lowest" and remark.fields["potential"] == "temperature"
    assert remark.startswith("HS1.heat, HC1.heat: from t = ") and "the temperature falls below absolute zero" in remark


# -- degrees Celsius -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kelvin"),
    [("20 °C", 293.15), ("20 degC", 293.15), ("-20 °C", 253.15), ("30 °C - 10 °C", 20), ("20 °C + 5 K", 298.15)],
)
def test_degrees_celsius_are_read(typed, kelvin):
    assert measure(typed, {}).value == pytest.approx(kelvin)


@pytest.mark.parametrize("typed", ["3 °C/W", "2 °C^2", "2 °C*3"])
def test_degrees_celsius_are_no_part_of_a_unit(typed):
    with pytest.raises(DocumentError, match=r"cannot be part of another unit\. Use K") as caught:
        measure(typed, {})
    assert caught.value.code == "bad-formula"


# -- what is said --------------------------------------------------------------------------------------------------------------


def test_temperatures_without_surroundings_count_from_somewhere():
    c = heated(
        {"HS1": ("heat_source", {"law": 0}), "RT1": ("resistance", {}), "M1": ("thermometer", {})},
        "HS1.heat RT1.a",
        "RT1.b M1.heat",
    )
    (note,) = [each for each in check(c).complaints if each.code == "no-ground"]
    assert "has no ambient, so its temperatures are measured relative to this port" in note.cause
    assert "Connect an ambient to the node that should be the temperature reference" in note.remedy


def test_heat_that_goes_nowhere_contradicts():
    c = heated({"HS1": ("heat_source", {}), "M1": ("thermometer", {})}, "HS1.heat M1.heat")
    with pytest.raises(
        mars.errors.CircuitError, match=r"HS1: conflicts with M1, as with .* or a heat source without a heat path"
    ) as caught:
        mars.simulate(c, 1)
    assert caught.value.code == "contradiction"
