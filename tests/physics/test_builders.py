"""Every example circuit is as its builder gives it, says what it is, and is drawn as an engineer would draw it."""

from __future__ import annotations

import fnmatch
from itertools import pairwise

import pytest
from mars.circuits.build import EXAMPLES

import mars
from mars.document.circuit import Circuit
from mars.document.storage import dumps
from mars.pictures.sheet.symbols import symbols
from tests.helpers.instant import Instant
from tests.helpers.paths import CIRCUITS

each_example = pytest.mark.parametrize("name", list(EXAMPLES))


def example(name: str) -> Circuit:
    return mars.load(CIRCUITS / f"{name}.mars")


def test_every_file_has_a_builder():
    assert {path.stem for path in CIRCUITS.glob("*.mars")} == set(EXAMPLES)


@each_example
def test_file_is_what_the_builder_gives(name: str):
    """After a change of circuits/build.py: python -m mars.circuits.build."""
    assert (CIRCUITS / f"{name}.mars").read_text("utf-8") == dumps(EXAMPLES[name]())


@each_example
def test_says_what_it_is(name: str):
    circuit = example(name)
    assert circuit.title
    assert len(circuit.note) > 80
    assert {"until", "step"} <= circuit.run.keys()


@each_example
def test_drawing(name: str):
    """On the grid; routes run from port to port along the sheet's axes and keep clear of all other symbols."""
    circuit = example(name)
    drawn = symbols(circuit)
    looks, routes = circuit.drawing["components"], circuit.drawing["links"]
    assert looks.keys() == circuit.components.keys()
    assert routes.keys() == {link.key for link in circuit.links}
    for look in looks.values():
        assert all(value % 20 == 0 for value in look["at"])
    places = [tuple(look["at"]) for look in looks.values()]
    assert len(set(places)) == len(places)
    for link in circuit.links:
        route = [tuple(point) for point in routes[link.key]["route"]]
        for end, point in ((link.a, route[0]), (link.b, route[-1])):
            owner, _, port = end.partition(".")
            assert point == (drawn[owner].terminals[port].at if port else tuple(circuit.drawing["junctions"][end]))
        owners = {end.partition(".")[0] for end in (link.a, link.b)}
        for (ax, ay), (bx, by) in pairwise(route):
            assert (ax == bx) != (ay == by)
            for other in circuit.components.keys() - owners:
                x, y = looks[other]["at"]
                beside = max(ax, bx) <= x - 30 or x + 30 <= min(ax, bx)
                over = max(ay, by) <= y - 20 or y + 20 <= min(ay, by)
                assert beside or over, f"{link.key} crosses {other}"


@each_example
def test_plots_name_results_that_exist(name: str):
    circuit = example(name)
    results = Instant(circuit).names
    for plot in circuit.views["plots"]:
        assert all(fnmatch.filter(results, pattern) for pattern in plot)
