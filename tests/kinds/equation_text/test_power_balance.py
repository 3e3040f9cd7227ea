"""Own equations whose stored energy and loss are not the power that goes in: told with numbers, and never wrongly."""

import pytest

from mars.component.domains import FRAME
from mars.kinds import equation_text
from mars.kinds.equation_text.power_balance import what_is_off
from tests.helpers.equation_texts import TWINS

AB = "port a: rotation\nport b: rotation\nparameter k = 100 N*m/rad\nparameter d = 0.5 N*m*s/rad\n"
SPRING = AB + "let s = b.angle - a.angle\nlet r = b.speed - a.speed\na.torque = -(k*s + d*r)\nb.torque = k*s + d*r\n"
PN = "port p: electrical\nport n: electrical\nn.current = -p.current\n"
RESISTOR = PN + "parameter R = 100 Ω\np.voltage - n.voltage = R*p.current\n"
COIL = PN + "parameter R = 1 Ω\nparameter L = 1 mH\nstate i [A]\np.current = i\nL*der(i) = p.voltage - n.voltage - R*i\n"
CAPACITOR = PN + "parameter C = 10 µF\nstate u [V]\np.voltage - n.voltage = u\nC*der(u) = p.current\n"
GAS = "port a: hydraulic\nparameter c = 2e-12 m³/Pa\nstate p [bar] = 150\na.pressure = p\nc*der(p) = a.flow\n"
MASS = "port a: translation\nparameter m = 2 kg\na.force = m*der(a.speed)\n"
HEAT = "port h: thermal\nport p: electrical\nport n: electrical\nparameter R = 2 Ω\nn.current = -p.current\n"
HEAT += "p.voltage - n.voltage = R*p.current\nh.heat = -R*p.current^2\n"

RIGHT = [
    SPRING + "stored = k*s^2/2\nloss = d*r^2",
    RESISTOR + "loss = R*p.current^2",
    COIL + "stored = L*p.current^2/2\nloss = R*i^2",
    CAPACITOR + "stored = C*u^2/2",
    GAS + "stored = c*p^2/2",
    MASS + "stored = m*a.speed^2/2",
    HEAT + "loss = 0 W",
    # Friction and a diode, with bends; a loss that is right for one direction alone is left in peace.
    "port a: rotation\na.torque = 3 N*m*sign(a.speed)\nloss = 3 N*m*abs(a.speed)",
    PN + "p.current = if(p.voltage > n.voltage, 1 S*(p.voltage - n.voltage), 0 A)\nloss = p.current*(p.voltage - n.voltage)",
    "port a: rotation\nparameter d = 1 N*m*s²\na.torque = d*a.speed*abs(a.speed)\nloss = d*a.speed^3",
    # A state that is the angle again, and two that are its sine and cosine: right in every run.
    "port a: rotation\nparameter k = 3 N*m\nstate q [rad]\nder(q) = a.speed\na.torque = k*a.angle/1 rad\nstored = k*q^2/2/1 rad²",
    "port a: rotation\nparameter k = 3 N*m\nstate s [1] = 0.1\nstate c [1] = 1\n"
    "der(s) = c*a.speed/1 rad\nder(c) = -s*a.speed/1 rad\na.torque = 2*k*s*c\nstored = k*(1 - c^2)",
]
WRONG = [
    (SPRING + "stored = k*s^2/2", "Add “loss = …”"),
    (SPRING + "loss = d*r^2", "Add “stored = …”"),
    (SPRING + "stored = k*s^2\nloss = d*r^2", "Correct one of them"),
    (RESISTOR + "stored = 0 J", "Add “loss = …”"),
    (COIL + "stored = L*i^2/2", "Add “loss = …”"),
    (COIL + "loss = R*i^2", "Add “stored = …”"),
    (CAPACITOR + "loss = 0 W", "Add “stored = …”"),
    (GAS + "stored = c*p^2", "Add “loss = …”"),
    (MASS + "loss = 0 W", "Add “stored = …”"),
    (HEAT + "loss = R*p.current^2", "Add “stored = …”"),
]


def told(text):
    checked = equation_text.check(text)
    assert checked.errors == [], checked.errors
    return [remark for remark in checked.remarks if "do not balance" in remark.text]


@pytest.mark.parametrize("text", [*RIGHT, *(text for text, _ in TWINS.values())])
def test_what_adds_up_is_left_in_peace(text):
    assert told(text) == []


@pytest.mark.parametrize(("text", "remedy"), WRONG)
def test_what_does_not_add_up_is_told(text, remedy):
    (remark,) = told(text)
    assert remark.severity == "warning" and remedy in remark.text and " W supplied, " in remark.text
    assert text.splitlines()[remark.line - 1].startswith(("stored", "loss"))
    assert told(text + "\nsource") == []


def test_vector_ports_and_gears_are_not_tried():
    checked = equation_text.check("port f: frame\nf.F.x = 1 N\nloss = 5 W")
    assert checked.ports[0].domain is FRAME and what_is_off(checked) is None
    assert told("port a: rotation\nport b: rotation\na.speed = 2*b.speed\nb.torque = -3*a.torque\nloss = 0 W") == []
