"""Signals: values that components give and read, without any power; what is moved by hand, and what follows it."""

import numpy as np
import pytest

import mars
from mars.component.base import Component
from mars.component.declarations import Parameter, Port
from mars.component.domains import ROTATION, SIGNAL
from mars.document.circuit import Circuit
from mars.mechanism.poses import PoseTree
from mars.model.build import build_model
from mars.topology.analyse import topology_of
from mars.verification.verify import verify

INERTIA = 1.0  # of a rod of 3 kg and 1 m about its end


class Gain(Component, kind="test.gain"):
    """Reads a signal and gives its multiple."""

    letters = "G"
    signal = Port(SIGNAL, at=(-30, 0), help="in")
    out = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="out")
    factor = Parameter(2.0, "1", "factor")

    def equations(self):
        yield self.out.value == self.factor * self.signal.value


class SpeedSensor(Component, kind="test.speed_sensor"):
    """Gives the speed of a shaft as a signal."""

    letters = "M"
    shaft = Port(ROTATION, at=(-30, 0), help="the shaft to read")
    out = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="out")

    def equations(self):
        yield self.shaft.torque == 0
        yield self.out.value == self.shaft.speed


class Jumping(Component, kind="test.jumping"):
    """Wants a speed to be a signal."""

    letters = "E"
    is_source = True
    signal = Port(SIGNAL, at=(-30, 0), help="in")
    turn = Port(ROTATION, at=(0, 30), help="shaft")

    def kinematics(self):
        yield self.turn.speed == self.signal.value

    def equations(self):
        yield from self.kinematics()


@pytest.fixture
def test_kinds(monkeypatch):
    from mars.kinds import registry

    known = {**registry.kinds(), **{kind.kind: kind for kind in (Gain, SpeedSensor, Jumping)}}
    monkeypatch.setattr(registry, "kinds", lambda: known)


def arm(source, value=0.5, **values):
    c = mars.Circuit("arm", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=1, mass=3)
    c.add(source, "E1", **values)
    c.add("inputs.slider", "IN1", value=value)
    for a, b in (("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "E1.turn"), ("IN1.out", "E1.signal")):
        c.connect(a, b)
    return c


LAG = 0.1
FOLLOWS = {  # closed forms for a signal of 0.5
    "sources.driven_torque": ({"gain": 4}, lambda t: 2 * t**2 / 2 / INERTIA),
    "sources.driven_speed": ({"gain": 2, "lag": LAG}, lambda t: t - LAG * (1 - np.exp(-t / LAG))),
    "sources.driven_movement": ({"gain": 2, "lag": LAG}, lambda t: 1 - (1 + t / LAG) * np.exp(-t / LAG)),
}


@pytest.mark.parametrize("kind", FOLLOWS)
def test_what_follows_a_signal_moves_as_its_closed_form(kind):
    values, closed = FOLLOWS[kind]
    run = mars.simulate(arm(kind, **values), until=1)
    assert run["KN1.angle"] == pytest.approx(closed(run.time), abs=1e-8)
    assert run["IN1.out.value"] == pytest.approx(0.5) and run["E1.signal.value"] == pytest.approx(0.5)


@pytest.mark.parametrize("kind", FOLLOWS)
def test_all_roads_agree(kind):
    assert [row for row in verify(arm(kind, **FOLLOWS[kind][0])) if not row.agrees and row.difference == row.difference] == []


@pytest.mark.parametrize("kind", ["sources.driven_speed", "sources.driven_movement"])
def test_motions_that_follow_run_in_kinematic_mode(kind):
    values, closed = FOLLOWS[kind]
    run = mars.simulate(arm(kind, **values), until=1, mode="kinematic")
    assert run["KN1.angle"] == pytest.approx(closed(run.time), abs=1e-8)


def test_start_of_what_follows_is_seen_in_the_pose():
    c = arm("sources.driven_movement", value=0)
    c.set_start("E1.position", "30 deg")
    assert PoseTree(c).start().coordinates["KN1.angle"] == pytest.approx(np.pi / 6)
    assert mars.simulate(c, until=0.1)["KN1.angle"][0] == pytest.approx(np.pi / 6)


def test_zero_of_what_a_hand_moves_is_no_structure():
    zero, other = (build_model(arm("sources.driven_torque", value=value)) for value in (0.0, 0.3))
    assert zero.symbols.parameters.names == other.symbols.parameters.names
    assert "IN1.value" in zero.symbols.parameters.names


def test_signals_carry_no_power():
    ledger = mars.simulate(arm("sources.driven_torque", gain=4), until=1).ledger()
    assert ledger["IN1"].received == 0 and ledger["IN1"].stored == 0
    assert ledger["E1"].supplied == pytest.approx(ledger["SB1"].stored)


@pytest.mark.parametrize(("pressed", "value"), [(0, -1.0), (1, 3.0)])
def test_button_gives_one_of_two_values(pressed, value):
    c = arm("sources.driven_torque")
    c.remove("IN1")
    c.add("inputs.button", "IN2", pressed=pressed, on=3, off=-1)
    c.connect("IN2.out", "E1.signal")
    assert mars.simulate(c, until=0.1)["E1.signal.value"][-1] == value


def test_chains_of_signals(test_kinds):
    c = arm("sources.driven_torque", gain=1)
    c.disconnect("IN1.out", "E1.signal")
    c.add("test.gain", "G1", factor=3)
    c.add("test.gain", "G2", factor=4)
    for a, b in (("G2.out", "E1.signal"), ("G1.out", "G2.signal"), ("IN1.out", "G1.signal")):
        c.connect(a, b)
    run = mars.simulate(c, until=1)
    assert run["KN1.angle"][-1] == pytest.approx(6 / 2)
    assert [row for row in verify(c) if not row.agrees and row.difference == row.difference] == []


def test_a_signal_may_be_made_of_a_motion(test_kinds):
    """A torque of −c·speed by way of signals is a damper."""
    c = arm("sources.driven_torque", gain=-2)
    c.remove("IN1")
    c.add("test.speed_sensor", "M1")
    c.connect("M1.shaft", "KN1.turn")
    c.connect("M1.out", "E1.signal")
    c.set_start("KN1.turn.speed", 1.0)
    run = mars.simulate(c, until=1)
    assert run["KN1.turn.speed"] == pytest.approx(np.exp(-2 * run.time / INERTIA), abs=1e-8)
    assert [row for row in verify(c) if not row.agrees and row.difference == row.difference] == []


def complaints(circuit):
    return {complaint.code: complaint for complaint in topology_of(circuit).errors()}


def test_complains_of_a_signal_that_nobody_gives():
    c = arm("sources.driven_torque")
    c.add("sources.driven_torque", "E2")
    c.connect("E2.turn", "KN1.turn")
    c.connect("E2.signal", "E1.signal")
    c.remove("IN1")
    found = complaints(c)
    assert "signal read by E1 and E2" in found["no-signal"].cause and "slider" in found["no-signal"].remedy


def test_complains_of_two_that_give_one_signal():
    c = arm("sources.driven_torque")
    c.add("inputs.knob", "IN2")
    c.connect("IN2.out", "E1.signal")
    assert complaints(c)["two-signals"].cause == "this signal has several sources: IN1 and IN2"


def test_complains_of_a_signal_linked_to_a_shaft():
    c = arm("sources.driven_torque")
    c.connect("IN1.out", "KN1.turn")
    assert (
        "ports of different domains are connected: E1.signal (signal) and KN1.turn (rotation)"
        in complaints(c)["unlike-domains"].cause
    )


def test_complains_of_an_open_reader():
    c = arm("sources.driven_torque")
    c.remove("IN1")
    assert complaints(c)["open-port"].where == "E1.signal"


def test_complains_of_a_ring_that_nothing_determines(test_kinds):
    c = arm("sources.driven_torque")
    for name, factor in (("G1", 2.0), ("G2", 0.5)):
        c.add("test.gain", name, factor=factor)
    c.connect("G1.out", "G2.signal")
    c.connect("G2.out", "G1.signal")
    with pytest.raises(mars.CircuitError, match="the signals of G1 and G2 form a loop with gain 1") as caught:
        build_model(c)
    assert caught.value.code == "signal-ring"


def test_complains_of_a_kind_whose_motion_would_jump(test_kinds):
    with pytest.raises(mars.CircuitError, match=r"E1: a signal sets a position or a speed.*, but signals can jump") as caught:
        build_model(arm("test.jumping"))
    assert caught.value.code == "kind"


@pytest.mark.parametrize("measures", ["angle", "speed"])
def test_a_geared_shaft_that_heats_a_body_through_a_signal(measures):
    """Its angle follows from that of the other shaft, in another network than the heat: φ = T t²/2 (I₁ + I₂/n²)."""
    c = Circuit("heated")
    c.add("dynamics.rotor", "R1", inertia=0.1)
    c.add("dynamics.rotor", "R2", inertia=0.2)
    c.add("dynamics.gear", "G", ratio=2)
    c.add("sources.torque", "T", law=1)
    c.add("sensors.shaft", "S", measures=measures)
    c.add("sources.driven_torque", "Brake", gain=0)  # the signal enters two networks
    c.add("thermal.capacity", "C", capacity=10)
    c.add("thermal.driven_heat", "D", gain=5)
    c.connect("R1.shaft", "G.a", "T.turn", "S.a", "Brake.turn")
    c.connect("R2.shaft", "G.b")
    c.connect("S.out", "D.signal", "Brake.signal")
    c.connect("D.heat", "C.heat")
    run = mars.simulate(c, until=1)
    rate = 1 / (0.1 + 0.2 / 4)
    wanted = rate * run.time**3 / 6 if measures == "angle" else rate * run.time**2 / 2
    assert run["C.temperature"] - run["C.temperature"][0] == pytest.approx(0.5 * wanted, abs=1e-8)
