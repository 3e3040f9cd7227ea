"""Whatever is put into subcircuits, and however deep: the same components are joined in the same nodes, and all comes back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mars.component.base import Component
from mars.document.circuit import Circuit
from mars.document.storage import dumps, loads
from mars.editing.dissolve_subcircuit import dissolve
from mars.editing.make_subcircuit import make_subcircuit
from mars.flat_names import INSIDE
from mars.kinds.registry import kinds_in
from mars.kinds.subcircuit_kind import Subcircuit
from mars.topology.flat_circuit import flatten

COUNT = 8


@st.composite
def sheets(draw) -> Circuit:
    """Springs between shafts, linked anyhow, with values by variables."""
    circuit = Circuit(motions="Rz")
    circuit.add_variable("k", 3, "N·m/rad")
    circuit.add_variable("k2", "2*k")
    for i in range(1, COUNT + 1):
        value = draw(st.sampled_from([1.5, "k", "k2", "k + k2", "40 N·m/rad"]))
        circuit.add("dynamics.spring_damper", f"S{i}", at=(100 * i, draw(st.integers(0, 3)) * 100), stiffness=value)
        if draw(st.booleans()):
            circuit.set_start(f"S{i}.twist", draw(st.sampled_from([0.1, "k*0.1 rad/(N·m)"])))
    ports = st.builds(lambda i, port: f"S{i}.{port}", st.integers(1, COUNT), st.sampled_from("ab"))
    for ends in draw(st.lists(st.lists(ports, min_size=2, max_size=4, unique=True), max_size=7)):
        try:
            circuit.connect(*ends)
        except Exception as error:
            assert "already" in str(error)
    circuit.views["plots"] = [[f"S{i}.twist" for i in range(1, COUNT + 1)]]
    return circuit


def nodes(circuit: Circuit) -> set[frozenset[str]]:
    """Of the components themselves, wherever they are."""
    flat = flatten(circuit)
    assert not flat.complaints
    return {frozenset(end.rpartition(INSIDE)[2] for end in node) for node in flat.circuit.nodes()}


def numbers(circuit: Circuit) -> dict[str, float]:
    from mars.kinds.resolve_circuit import resolve_all

    flat = flatten(circuit).circuit
    placed, complaints = resolve_all(flat)
    assert not complaints
    found = {name.rpartition(INSIDE)[2]: each.values["stiffness"] for name, each in placed.items()}
    known = flat.variable_values()
    from mars.formulas.expressions import quantity

    found |= {key.rpartition(INSIDE)[2]: quantity(start.value, known, "rad") for key, start in flat.start.items()}
    return found


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(sheets(), st.data())
def test_subcircuits_in_subcircuits_change_nothing_and_dissolve_again(circuit, data):
    before, values, curves = nodes(circuit), numbers(circuit), circuit.views["plots"]
    for round_number in range(data.draw(st.integers(1, 3))):
        chosen = data.draw(st.sets(st.sampled_from(list(circuit.components)), min_size=1))
        make_subcircuit(circuit, chosen, f"Kind{round_number}")
        circuit = loads(dumps(circuit))
        assert nodes(circuit) == before and numbers(circuit) == values
    while instances := [
        c.name for c in circuit.components.values() if issubclass(kinds_in(circuit).get(c.kind, Component), Subcircuit)
    ]:
        dissolve(circuit, data.draw(st.sampled_from(instances)))
        assert nodes(circuit) == before and numbers(circuit) == values
    assert {frozenset(node) for node in circuit.nodes()} == before
    assert circuit.views["plots"] == curves and set(circuit.variables) == {"k", "k2"}
