"""Small files that would cost minutes or gigabytes: their size is found before anything is read or expanded."""

import json
import time
from itertools import pairwise

import pytest

import mars
from mars.document import storage
from mars.document.storage import loads, parsed
from mars.errors import DocumentError
from mars.topology.analyse import topology_of
from mars.topology.circuit_size import LARGEST, MOST_PARTS
from mars.topology.flat_circuit import flatten


def file_with(components=None, links=(), definitions=None):
    circuit = {"components": components or {}, "links": list(links)}
    return json.dumps({"mars": 1, "circuit": circuit, "definitions": definitions or {}})


def doubled(levels, innermost="bodies.rod", **content):
    """Definitions each of which contains the next one twice."""
    kinds = [f"D{level}" for level in range(levels)] + [innermost]
    return {
        kind: {"subcircuit": {"components": {name: {"kind": inner} for name in "AB"}, **content}}
        for kind, inner in pairwise(kinds)
    }


def the_only_complaint(circuit):
    (complaint,) = [each for each in topology_of(circuit).complaints if each.severity == "error"]
    return complaint


def test_doubling_definitions_are_counted_before_they_are_expanded(monkeypatch):
    circuit = loads(file_with({"X": {"kind": "D0"}}, definitions=doubled(40)))
    monkeypatch.setattr("mars.topology.flat_circuit._Flattening", None)
    complaint = the_only_complaint(circuit)
    assert complaint.code == "too-large"
    assert complaint.fields == {"size": 2**40, "largest": LARGEST, "name": "D0", "count": 2**40}
    with pytest.raises(mars.MarsError, match="Use fewer instances of D0"):
        mars.simulate(circuit, until=1)


def test_variables_and_links_of_instances_are_counted_too():
    variables = {f"v{i}": {"value": 1} for i in range(1000)}
    definitions = doubled(9)
    definitions["D8"]["subcircuit"]["variables"] = variables
    complaint = the_only_complaint(loads(file_with({"X": {"kind": "D0"}}, definitions=definitions)))
    assert complaint.code == "too-large"
    assert complaint.fields["size"] == 1000 * 2**8 > MOST_PARTS


def test_too_many_drawn_components_are_reported_as_such():
    circuit = loads(file_with({f"S{i}": {"kind": "bodies.rod"} for i in range(LARGEST + 1)}))
    complaint = the_only_complaint(circuit)
    assert complaint.code == "too-large"
    assert "Split it" in complaint.remedy


def test_as_many_components_as_allowed_are_expanded():
    circuit = loads(file_with({"X": {"kind": "D0"}}, definitions=doubled(8)))
    assert len(flatten(circuit).circuit.components) == 2**8


def seconds(function, *arguments):
    begin = time.process_time()
    function(*arguments)
    return time.process_time() - begin


def test_many_loose_parts_cost_in_proportion():
    """Every loose body starts a tree of its own; copying all nodes for each was quadratic."""
    circuits = [loads(file_with({f"S{i}": {"kind": "bodies.rod"} for i in range(count)})) for count in (500, 4000)]
    topology_of(circuits[0])
    small, large = (min(seconds(topology_of, circuit) for _ in range(2)) for circuit in circuits)
    assert large < 24 * small  # eight times as many


def test_a_text_of_brackets_is_refused_before_it_is_parsed(monkeypatch):
    text = '{"mars": 1, "circuit": {"x": [' + ",".join(["[]"] * (storage.MOST_BRACKETS + 1)) + "]}}"
    monkeypatch.setattr(json, "loads", None)
    with pytest.raises(DocumentError, match="lists and objects") as caught:
        loads(text)
    assert caught.value.code == "file-too-large"


@pytest.mark.parametrize("text", ["1e999", "NaN", "-Infinity", "9" * 30, r'"\ud800"', '{"a": 1, "b": 2, "a": 3}'])
def test_flaws_are_found_wherever_they_are(text):
    with pytest.raises(DocumentError, match="entry 3 → x: "):
        parsed('[1.5, "\\ud83d\\ude00", {"x": ' + text + "}]")


def test_the_deepest_text():
    assert parsed("[" * storage.DEEPEST_FILE + "]" * storage.DEEPEST_FILE)
    for depth in (storage.DEEPEST_FILE + 1, 900, 100_000):
        for text in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth, "[" * depth):
            with pytest.raises(DocumentError, match=r"nested more than|ends in the middle"):
                parsed(text)
