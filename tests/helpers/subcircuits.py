"""An arm to make subcircuits from, and a circuit of two instances."""

from mars.document.circuit import Circuit
from mars.verification.check import check


def arm() -> Circuit:
    """Two axes in series, a torque on the first."""
    circuit = Circuit("arm", motions="Tx Ty Rz")
    circuit.add_variable("L", 0.6, "m")
    circuit.add("bodies.base", "Base1", at=(-200, 0))
    for i in (1, 2):
        circuit.add("joints.rotation", f"KN{i}", at=(200 * i - 200, 0))
        circuit.add("bodies.rod", f"SB{i}", at=(200 * i - 100, 0), length="L" if i == 1 else 0.4, mass=1.5)
    circuit.add("sources.torque", "T1", at=(0, -100), law=0.3)
    circuit.connect("Base1.1", "KN1.1")
    circuit.connect("KN1.2", "SB1.1")
    circuit.connect("SB1.2", "KN2.1")
    circuit.connect("KN2.2", "SB2.1")
    circuit.connect("T1.turn", "KN1.turn")
    circuit.set_start("KN1.angle", "20 deg")
    circuit.views["plots"] = [["KN1.angle", "SB1.2.r.x"]]
    return circuit


AXIS = {
    "subcircuit": {
        "variables": {"length": {"value": 0.5, "unit": "m", "minimum": 0}, "density": {"value": 2, "unit": "kg/m"}},
        "components": {
            "base": {"kind": "ports.frame"},
            "tip": {"kind": "ports.frame", "values": {"side": "right"}},
            "KN1": {"kind": "joints.rotation"},
            "SB1": {"kind": "bodies.rod", "values": {"length": "length", "mass": "density*length"}},
        },
        "links": [["base.inside", "KN1.1"], ["KN1.2", "SB1.1"], ["SB1.2", "tip.inside"]],
    },
    "start": {"KN1.angle": {"value": "10 deg", "how": "fixed"}},
    "parameters": ["length"],
    "note": "A rod on a hinge.",
}


def axes() -> Circuit:
    circuit = Circuit("axes", motions="Tx Ty Rz")
    circuit.definitions = {"Axis": AXIS}
    circuit.add("bodies.base", "Base1")
    circuit.add("Axis", "Axis1", length="2*l0")
    circuit.add("Axis", "Axis2")
    circuit.add_variable("l0", 0.3, "m")
    circuit.connect("Base1.1", "Axis1.base")
    circuit.connect("Axis1.tip", "Axis2.base")
    circuit.set_start("Axis2.KN1.angle", 0.4)
    return circuit


def causes(circuit: Circuit) -> str:
    return "\n".join(str(complaint) for complaint in check(circuit).complaints)
