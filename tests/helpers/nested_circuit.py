"""A circuit with nested subcircuits: two arms, each with a wrist."""

from mars.document.circuit import Circuit
from mars.editing.reroute import reroute

WRIST = {
    "subcircuit": {
        "components": {
            "a": {"kind": "ports.frame"},
            "b": {"kind": "ports.frame", "values": {"side": "right"}},
            "KN1": {"kind": "joints.rotation"},
            "D1": {"kind": "dynamics.damper", "values": {"damping": "0.1 N*m*s/rad"}},
        },
        "links": [["a.inside", "KN1.1"], ["KN1.2", "b.inside"], ["KN1.turn", "D1.a"]],
    },
    "drawing": {
        "components": {
            "a": {"at": [-120, 0]},
            "KN1": {"at": [0, 0]},
            "b": {"at": [120, 0], "flip": True},
            "D1": {"at": [0, -120], "turn": 3},
        }
    },
}
AXIS = {
    "subcircuit": {
        "variables": {"length": {"value": 0.5, "unit": "m", "minimum": 0}, "m": {"value": "2*length*1 kg/m"}},
        "components": {
            "base": {"kind": "ports.frame"},
            "tip": {"kind": "ports.frame", "values": {"side": "right"}},
            "shaft": {"kind": "ports.rotation", "values": {"side": "top"}},
            "KN1": {"kind": "joints.rotation"},
            "SB1": {"kind": "bodies.rod", "values": {"length": "length", "mass": "m"}},
            "W1": {"kind": "Wrist"},
            "SB2": {"kind": "bodies.rod", "values": {"length": "0.2 m"}},
        },
        "links": [
            ["base.inside", "KN1.1"],
            ["KN1.2", "SB1.1"],
            ["SB1.2", "W1.a"],
            ["W1.b", "SB2.1"],
            ["SB2.2", "tip.inside"],
            ["KN1.turn", "shaft.inside"],
        ],
    },
    "start": {"KN1.angle": {"value": "30 deg"}},
    "drawing": {
        "components": {
            "base": {"at": [-120, 0]},
            "KN1": {"at": [0, 0]},
            "SB1": {"at": [120, 0]},
            "W1": {"at": [260, 0]},
            "SB2": {"at": [400, 0]},
            "tip": {"at": [520, 0], "flip": True},
            "shaft": {"at": [-60, -120]},
        }
    },
    "parameters": ["length"],
    "note": "An arm that turns about its base, with a soft wrist.",
}


def two_axes() -> Circuit:
    """Base, Axis1, Axis2 in series; a torque on the first, a damper on the second."""
    circuit = Circuit("two_axes", motions="Tx Ty Rz")
    circuit.definitions = {"Wrist": WRIST, "Axis": AXIS}
    circuit = circuit.copy()
    circuit.add_variable("reach", 0.7, "m")
    circuit.add("bodies.base", "B", at=(0, 0), turn=1)
    circuit.add("Axis", "Axis1", at=(160, 0), length="2*reach")
    circuit.add("Axis", "Axis2", at=(340, 0))
    circuit.add("sources.torque", "T1", at=(160, -140), law="20 N*m")
    circuit.add("dynamics.damper", "D1", at=(340, -140), turn=3, damping="0.5 N*m*s/rad")
    circuit.connect("B.1", "Axis1.base")
    circuit.connect("Axis1.tip", "Axis2.base")
    circuit.connect("T1.turn", "Axis1.shaft")
    circuit.connect("Axis2.shaft", "D1.a")
    circuit.set_start("Axis2.KN1.angle", "10 deg")
    circuit.run["until"] = "3 s"
    reroute(circuit)
    return circuit
