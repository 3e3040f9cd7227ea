"""Templates for components written as equations. They are ordinary texts that the user continues to edit."""

from __future__ import annotations

from ..i18n import QT_TRANSLATE_NOOP, translate

SPRING_DAMPER = """\
# Torsional spring and damper in parallel.
port a: rotation
port b: rotation, reference
parameter stiffness = 100 N·m/rad, at least 0   "torque per radian of twist"
parameter damping = 0.5 N·m·s/rad, at least 0   "torque per rad/s"
state twist [rad] = 0                           "twist of the spring"

let rate = b.speed - a.speed
let torque = stiffness*twist + damping*rate
der(twist) = rate
a.torque = -torque
b.torque = torque
stored = stiffness*twist^2/2
loss = damping*rate^2
"""

TWO_POLE = """\
# Coil: inductance and winding resistance.
port p: electrical
port n: electrical
parameter inductance = 10 mH, above 0     "flux linkage per ampere"
parameter resistance = 1 Ohm, at least 0  "winding resistance"
state current [A] = 0                     "current from p to n"

inductance*der(current) = p.voltage - n.voltage - resistance*current
p.current = current
n.current = -current
stored = inductance*current^2/2
loss = resistance*current^2
"""

SIGNAL_BLOCK = """\
# PI controller.
port u: signal in
port y: signal out
parameter gain = 2                     "controller gain"
parameter reset_time = 0.5 s, above 0  "integral time"
state sum [s] = 0                      "integral of the input"

der(sum) = u
y = gain*(u + sum/reset_time)
"""

SOURCE = """\
# Motor whose torque falls with speed.
port shaft: rotation
parameter start_torque = 2 N·m                     "torque at standstill"
parameter slope = 0.01 N·m·s/rad, at least 0       "drop in torque per rad/s"

let torque = start_torque - slope*shaft.speed
shaft.torque = -torque
result power [W] = torque*shaft.speed              "power delivered to the shaft"
source
"""

DRAG = """\
# Air drag on a point of a body, opposing its velocity.
port point: frame
parameter drag = 0.2 N·s^2/m^2, at least 0   "force per speed squared"

let speed = sqrt(point.v.x^2 + point.v.y^2 + point.v.z^2)
point.F.x = drag*speed*point.v.x
point.F.y = drag*speed*point.v.y
point.F.z = drag*speed*point.v.z
loss = drag*speed^3
"""

TEMPLATES = {  # heading in the context «Templates»: proposed name, text
    QT_TRANSLATE_NOOP("Templates", "Spring with damper"): ("SpringDamper", SPRING_DAMPER),
    QT_TRANSLATE_NOOP("Templates", "Two-terminal electrical component"): ("Coil", TWO_POLE),
    QT_TRANSLATE_NOOP("Templates", "Signal block"): ("Controller", SIGNAL_BLOCK),
    QT_TRANSLATE_NOOP("Templates", "Shaft source"): ("Motor", SOURCE),
    QT_TRANSLATE_NOOP("Templates", "Force on a body"): ("Drag", DRAG),
}
# Texts in them for translation: comments and helps.
WORDS = (
    QT_TRANSLATE_NOOP("Templates", "Torsional spring and damper in parallel."),
    QT_TRANSLATE_NOOP("Templates", "torque per radian of twist"),
    QT_TRANSLATE_NOOP("Templates", "torque per rad/s"),
    QT_TRANSLATE_NOOP("Templates", "twist of the spring"),
    QT_TRANSLATE_NOOP("Templates", "Coil: inductance and winding resistance."),
    QT_TRANSLATE_NOOP("Templates", "flux linkage per ampere"),
    QT_TRANSLATE_NOOP("Templates", "winding resistance"),
    QT_TRANSLATE_NOOP("Templates", "current from p to n"),
    QT_TRANSLATE_NOOP("Templates", "PI controller."),
    QT_TRANSLATE_NOOP("Templates", "controller gain"),
    QT_TRANSLATE_NOOP("Templates", "integral time"),
    QT_TRANSLATE_NOOP("Templates", "integral of the input"),
    QT_TRANSLATE_NOOP("Templates", "Motor whose torque falls with speed."),
    QT_TRANSLATE_NOOP("Templates", "torque at standstill"),
    QT_TRANSLATE_NOOP("Templates", "drop in torque per rad/s"),
    QT_TRANSLATE_NOOP("Templates", "power delivered to the shaft"),
    QT_TRANSLATE_NOOP("Templates", "Air drag on a point of a body, opposing its velocity."),
    QT_TRANSLATE_NOOP("Templates", "force per speed squared"),
)


def translated(text: str) -> str:
    """A text with its comments and helps in the current language."""
    for english in WORDS:
        translation = translate("Templates", english)
        text = text.replace(f'"{english}"', f'"{translation}"').replace(f"# {english}", f"# {translation}")
    return text
