"""Whatever can be saved can be loaded: over all values that the functions of a circuit, and so the editor, accept."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mars.document.circuit import Circuit
from mars.document.storage import dumps, loads
from mars.document.typed_values import HOWS
from mars.errors import DocumentError

numbers = st.integers(-(2**70), 2**70) | st.floats()
texts = st.sampled_from(["", " ", "\t", "0", "2*a", "5 mm", "1e999", "\u212b", "\ud800", "\0", "yes", "#1"]) | st.text(max_size=4)
scalars = st.none() | st.booleans() | numbers | texts
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(texts | st.just("angles"), inner, max_size=3) | st.tuples(inner, inner)
    ),
    max_leaves=8,
)
triples = st.lists(scalars, min_size=3, max_size=3)
starts = values | triples | st.fixed_dictionaries({"angles": triples}, optional={"axes": texts, "sequence": texts, "x": values})
names = st.sampled_from(["KN1", "B1", "KN1.angle", "KN1.2", "#1", "a", "a.b", "e\u0301", "t", "sin", ""]) | texts
kinds = st.sampled_from(["joints.rotation", "bodies.rod", "Axis", "no.such"]) | texts
calls = st.one_of(
    st.tuples(st.just("add"), kinds, names | st.none(), st.dictionaries(st.sampled_from(["axis", "friction", "x"]), values)),
    st.tuples(st.just("place"), names, values, values, values),
    st.tuples(st.just("add_variable"), names, values, values, values, values, values),
    st.tuples(st.just("set"), names, values),
    st.tuples(st.just("set_start"), names, starts, st.sampled_from(HOWS) | texts),
    st.tuples(st.just("connect"), names, names),
    st.tuples(st.just("rename"), names, names),
    st.tuples(st.just("rename_variable"), names, names),
    st.tuples(st.just("remove"), names),
    st.tuples(st.just("attribute"), st.sampled_from(["title", "note"]), st.text(st.characters(exclude_categories=["Cs"]))),
    st.tuples(st.just("attribute"), st.sampled_from(["gravity", "motions"]), values | triples),
    st.tuples(st.just("define"), names, texts | st.just("subcircuit"), values, values, values),
)


def apply(circuit: Circuit, name: str, *given) -> None:
    if name == "add":
        kind, called, parameters = given
        circuit.add(kind, called, **parameters)
    elif name == "place":
        called, x, turn, flip = given
        circuit.add("bodies.rod", called, at=(x, 0), turn=turn, flip=flip)
    elif name == "add_variable":
        called, value, unit, minimum, maximum, note = given
        circuit.add_variable(called, value, unit, minimum=minimum, maximum=maximum, note=note)
    elif name == "define":
        called, content, letters, note, icon = given
        circuit.define(called, Circuit() if content == "subcircuit" else content, letters=letters, note=note, icon=icon)
    elif name == "attribute":
        setattr(circuit, *given)
    else:
        getattr(circuit, name)(*given)


def small() -> Circuit:
    circuit = Circuit("small")
    circuit.add("bodies.base", "B1")
    circuit.add("joints.rotation", "KN1")
    circuit.connect("B1.1", "KN1.1")
    circuit.add_variable("a", 1.0)
    return circuit


@settings(deadline=None, max_examples=600, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(calls, max_size=6))
def test_whatever_is_accepted_can_be_saved_and_loaded(made):
    circuit = small()
    for name, *arguments in made:
        before = circuit.to_data()
        try:
            apply(circuit, name, *arguments)
        except DocumentError:
            assert circuit.to_data() == before, "what is refused changes nothing"
    text = dumps(circuit)
    again = loads(text)
    assert dumps(again) == text
    assert json.loads(text) == again.to_data()


@pytest.mark.parametrize("value", ["", 0, "0", [0, 0, 0], {"angles": [0, "", 0]}])
def test_an_empty_start_value_is_refused_or_loads(value):
    """`set_start("KN1.angle", "")` was saved and could not be loaded."""
    circuit = small()
    try:
        circuit.set_start("KN1.angle", value)
    except DocumentError as error:
        assert "" in (value, *value["angles"]) if isinstance(value, dict) else value == "", error
    assert loads(dumps(circuit)) == circuit
