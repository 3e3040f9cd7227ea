"""The table of the circuit's sections agrees with the circuit, its file and the schema."""

import json
from pathlib import Path

from mars.document import storage
from mars.document.circuit import Circuit
from mars.document.sections import SECTIONS, Section

SCHEMA = json.loads(Path(storage.__file__).with_name("schema.json").read_text("utf-8"))


def properties(place: str) -> dict:
    """What the schema has below a place in the file."""
    found = SCHEMA
    for key in place.split(".") if place else ():
        found = found["properties"][key]
        found = SCHEMA["$defs"][found["$ref"].rpartition("/")[2]] if "$ref" in found else found
    return found.get("properties", {})


def test_every_section_is_an_attribute_of_the_circuit_and_the_other_way_round():
    attributes = {name.removeprefix("_") for name in vars(Circuit())}
    assert attributes == {section.name for section in SECTIONS.values() if not section.in_drawing}


def test_every_section_is_in_the_schema_and_the_other_way_round():
    places = {section.place for section in SECTIONS.values() if section.place}
    assert {"circuit", *(place.partition(".")[0] for place in places), "mars"} == set(properties(""))
    assert {f"circuit.{key}" for key in properties("circuit")} == {place for place in places if place.startswith("circuit.")}
    assert "start" in properties("run") and "run.start" in places
    assert {section.in_drawing for section in SECTIONS.values() if section.in_drawing} == set(properties("drawing"))


def test_a_section_inside_another_one_comes_before_it():
    order = [section.place for section in SECTIONS.values() if section.place]
    for place in order:
        parent = place.partition(".")[0]
        assert parent == place or parent not in order or order.index(place) < order.index(parent)
    names = list(SECTIONS)
    assert all(names.index(section.name) < names.index("drawing") for section in SECTIONS.values() if section.in_drawing)


def test_a_section_that_is_added_to_the_table_is_stored(monkeypatch):
    monkeypatch.setattr(Circuit, "cameras", {}, raising=False)
    monkeypatch.setitem(SECTIONS, "cameras", Section("cameras", "cameras", keyed=True))
    circuit = Circuit("with cameras")
    assert "cameras" not in circuit.to_data()
    circuit.cameras = {"front": [1, 2, 3]}
    again = storage.loads(storage.dumps(circuit))
    assert again.cameras == {"front": [1, 2, 3]} and again.extra == {} and again == circuit
