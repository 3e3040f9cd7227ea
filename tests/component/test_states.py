"""A kind with a state of its own: a motor whose current lags behind its voltage; both roads, and its closed form."""

from types import SimpleNamespace

import numpy as np
import pytest

import mars
from mars.component import Component, der
from mars.component.declarations import Parameter, Port, State
from mars.component.domains import ROTATION
from mars.verification.verify import verify


class LaggingMotor(Component, kind="test.lagging_motor"):
    """Torque proportional to a current that follows the voltage through resistance and inductance."""

    letters = "M"
    is_source = True
    shaft = Port(ROTATION, at=(0, 30), help="driven shaft")
    voltage = Parameter(12.0, "V", "voltage")
    resistance = Parameter(2.0, "Ohm", "resistance", above=0)
    inductance = Parameter(0.4, "H", "inductance", above=0)
    constant = Parameter(0.5, "N·m/A", "torque per ampere")
    current = State("A", "armature current")

    def equations(self):
        yield self.inductance * der(self.current) == self.voltage - self.resistance * self.current
        yield self.shaft.torque == -self.constant * self.current


@pytest.fixture
def driven(monkeypatch):
    from mars.kinds import registry

    known = {**registry.kinds(), LaggingMotor.kind: LaggingMotor}
    monkeypatch.setattr(registry, "kinds", lambda: known)
    c = mars.Circuit("motor", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=1, mass=3)
    c.add("test.lagging_motor", "M1")
    for a, b in (("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "M1.shaft")):
        c.connect(a, b)
    return c


def test_state_follows_its_equation(driven):
    run = mars.simulate(driven, until=1)
    current = 6 * (1 - np.exp(-5 * run.time))
    assert run["M1.current"] == pytest.approx(current, abs=1e-8)
    speed = 3.0 * (run.time - (1 - np.exp(-5 * run.time)) / 5)  # inertia m l²/3 = 1 kg·m²
    assert run["KN1.turn.speed"] == pytest.approx(speed, abs=1e-8)


def test_all_roads_agree_on_it(driven):
    assert [row for row in verify(driven) if not row.agrees] == []


def test_start_value_of_a_state(driven):
    driven.set_start("M1.current", 6)
    assert mars.simulate(driven, until=1)["M1.current"][-1] == pytest.approx(6, abs=1e-9)


def test_declarations_do_not_leak_between_components():
    first, second = LaggingMotor(), LaggingMotor()
    first.bind("A", {"voltage": 1.0}, {"shaft": SimpleNamespace(torque=1)}, {"current": 2})
    assert isinstance(second.voltage, Parameter)


def test_an_open_signal_that_is_free_is_zero():
    text = "port a: rotation\nport u: signal in, free\nsource\na.torque = (u - 1)*3 N·m"
    circuit = mars.Circuit("driven", motions="Tx Ty Rz", gravity=[0, 0, 0])
    circuit.define("Drive", text)
    circuit.add("bodies.base", "Base1")
    circuit.add("joints.rotation", "KN1")
    circuit.add("bodies.rod", "SB1", length=1, mass=3)  # 1 kg·m² about its end
    circuit.add("Drive", "D1")
    for one, other in [("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "D1.a")]:
        circuit.connect(one, other)
    assert mars.check(circuit).can_run
    assert mars.simulate(circuit, until=1)["KN1.turn.speed"][-1] == pytest.approx(3)
