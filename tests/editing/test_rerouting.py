"""Wires that follow an edit: only what must is drawn anew, kept shapes stay, previews are what is kept afterwards."""

from __future__ import annotations

import copy
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mars.document.circuit import Circuit
from mars.document.storage import dumps
from mars.editing import neighbourhood
from mars.editing.reroute import SheetWiring, complete_drawing, preview, reroute
from mars.pictures.sheet.symbols import symbol_of, symbols
from mars.pictures.sheet.wire_shape import cut, lies_on, nearest, parted, pulled, segment_moved
from mars.pictures.sheet.wires import route_all


def chain() -> Circuit:
    """A base, a joint and a rod in a row, and a damper over the joint."""
    circuit = Circuit("Chain", motions="Tx Ty Rz")
    circuit.add("bodies.base", "Base1", at=(0, 0), turn=1)
    circuit.add("joints.rotation", "KN1", at=(120, 0))
    circuit.add("bodies.rod", "SB1", at=(300, 0))
    circuit.add("dynamics.damper", "DC1", at=(120, -100), turn=3)
    for a, b in (("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "DC1.a")):
        circuit.connect(a, b)
    reroute(circuit)
    return circuit


def route(circuit: Circuit, key: str) -> list[tuple[float, float]]:
    return [tuple(point) for point in circuit.drawing["links"][key]["route"]]


def keep(circuit: Circuit, key: str, points: list[tuple[int, int]]) -> None:
    circuit.drawing["links"][key] = {"route": [list(p) for p in points], "mode": "kept"}


def move(circuit: Circuit, name: str, dx: int, dy: int) -> dict:
    at = circuit.drawing["components"][name]["at"]
    circuit.drawing["components"][name]["at"] = [at[0] + dx, at[1] + dy]
    return reroute(circuit, {name})


def test_every_link_gets_a_route_and_settling_again_changes_nothing():
    circuit = chain()
    assert set(circuit.drawing["links"]) == {link.key for link in circuit.links}
    before = dumps(circuit)
    assert reroute(circuit) == {} and reroute(circuit, set(circuit.components)) == {}
    assert dumps(circuit) == before


def test_only_wires_of_what_moved_are_drawn_anew():
    circuit = chain()
    assert set(move(circuit, "SB1", 0, 100)) == {"KN1.2 SB1.1"}
    assert route(circuit, "KN1.2 SB1.1")[-1] == (260, 100)


def test_an_auto_wire_goes_round_a_component_that_lands_on_it():
    circuit = chain()
    circuit.add("bodies.point_mass", "SB2", at=(205, 300))
    reroute(circuit, {"SB2"})
    straight = route(circuit, "KN1.2 SB1.1")
    assert len(straight) == 2
    assert set(move(circuit, "SB2", 0, -300)) == {"KN1.2 SB1.1"}
    assert not lies_on(route(circuit, "KN1.2 SB1.1"), symbol_of(circuit, "SB2").box)


def test_a_kept_wire_lets_only_its_end_segments_follow():
    circuit = chain()
    keep(circuit, "KN1.2 SB1.1", [(150, 0), (180, 0), (180, 80), (230, 80), (230, 0), (260, 0)])
    move(circuit, "SB1", 40, 20)
    assert route(circuit, "KN1.2 SB1.1") == [(150, 0), (180, 0), (180, 80), (230, 80), (230, 20), (300, 20)]
    assert circuit.drawing["links"]["KN1.2 SB1.1"]["mode"] == "kept"


def test_a_kept_wire_that_became_impossible_is_routed_again():
    circuit = chain()
    keep(circuit, "KN1.2 SB1.1", [(150, 0), (180, 0), (180, 80), (230, 80), (230, 0), (260, 0)])
    circuit.drawing["components"]["SB1"]["flip"] = True
    reroute(circuit, {"SB1"})
    assert circuit.drawing["links"]["KN1.2 SB1.1"]["mode"] == "auto"
    assert route(circuit, "KN1.2 SB1.1")[-2][0] > 340


def test_a_kept_wire_stays_where_a_component_lands_on_it():
    circuit = chain()
    keep(circuit, "KN1.2 SB1.1", route(circuit, "KN1.2 SB1.1"))
    circuit.add("bodies.point_mass", "SB2", at=(205, 0))
    assert reroute(circuit, {"SB2"}) == {}


def test_a_group_takes_its_wires_along_as_they_are():
    circuit = chain()
    keep(circuit, "KN1.2 SB1.1", [(150, 0), (180, 0), (180, 80), (230, 80), (230, 0), (260, 0)])
    for name in ("KN1", "SB1", "DC1"):
        circuit.drawing["components"][name]["at"][1] += 200
    reroute(circuit, {"KN1", "SB1", "DC1"})
    assert route(circuit, "KN1.2 SB1.1") == [(150, 200), (180, 200), (180, 280), (230, 280), (230, 200), (260, 200)]
    assert route(circuit, "KN1.turn DC1.a") == [(120, 170), (120, 130)]


def test_a_junction_without_a_place_gets_one_where_the_wires_part():
    circuit = chain()
    circuit.add("dynamics.spring", "DC2", at=(220, -100), turn=3)
    circuit.disconnect("KN1.turn", "DC1.a")
    circuit.connect("KN1.turn", "DC1.a", "DC2.a")
    reroute(circuit)
    x, y = circuit.drawing["junctions"]["#1"]
    assert x == 120 and -70 < y < -30 and x % 10 == y % 10 == 0
    ways = {(b[0] - a[0] > 0) - (b[0] - a[0] < 0) or (b[1] - a[1]) * 1000 for a, b in outward(circuit, "#1")}
    assert len(ways) == 3


def outward(circuit: Circuit, junction: str) -> list:
    """First pieces of the wires from a junction."""
    found = []
    for link in circuit.links:
        if junction in link.ends:
            points = route(circuit, link.key)
            found.append(points[:2] if link.a == junction else points[::-1][:2])
    return found


def test_a_junction_gets_out_from_under_a_component():
    circuit = chain()
    circuit.add("dynamics.spring", "DC2", at=(220, -100), turn=3)
    circuit.disconnect("KN1.turn", "DC1.a")
    circuit.connect("KN1.turn", "DC1.a", "DC2.a")
    circuit.drawing["junctions"] = {"#1": [400, -200]}
    reroute(circuit)
    circuit.add("bodies.box", "SB2", at=(400, -200))
    reroute(circuit, {"SB2"})
    left, top, right, bottom = symbol_of(circuit, "SB2").box
    x, y = circuit.drawing["junctions"]["#1"]
    assert not (left < x < right and top < y < bottom)


def test_components_without_a_place_are_placed():
    circuit = chain()
    circuit.drawing = {}
    reroute(circuit)
    assert set(circuit.drawing["components"]) == set(circuit.components)
    assert set(circuit.drawing["links"]) == {link.key for link in circuit.links}


@settings(max_examples=40, deadline=None)
@given(name=st.sampled_from(("KN1", "SB1", "DC1", "Base1")), dx=st.integers(-20, 40), dy=st.integers(-30, 30))
def test_a_preview_shows_what_is_kept_afterwards_and_changes_nothing(name, dx, dy):
    circuit = chain()
    before = dumps(circuit)
    shown = preview(circuit, symbols(circuit), {name: (10 * dx, 10 * dy)})
    assert dumps(circuit) == before
    assert move(circuit, name, 10 * dx, 10 * dy) == shown
    for points in shown.values():
        assert all(a[0] == b[0] or a[1] == b[1] for a, b in pairwise(points))


def test_a_wiring_can_be_asked_again_and_again():
    circuit = chain()
    wiring = SheetWiring(circuit, symbols(circuit))
    first = wiring.preview({"SB1": (0, 100)})
    wiring.preview({"KN1": (50, -80), "DC1": (50, -80)})
    assert wiring.preview({"SB1": (0, 100)}) == first != {}


def test_old_symbols_are_used_only_where_they_still_hold():
    circuit = chain()
    old = symbols(circuit)
    circuit.components["SB1"].kind = "bodies.point_mass"
    reroute(circuit, {"SB1"}, old)
    assert route(circuit, "KN1.2 SB1.1")[-1] == symbol_of(circuit, "SB1").terminals["1"].at


def rows(rows: int = 25, columns: int = 40) -> Circuit:
    """Many components: chains one below the other, tied through the shafts of their joints."""
    circuit = Circuit("Rows", motions="Tx Ty Rz")
    for row in range(rows):
        for column in range(columns):
            kind = "bodies.base" if not column else ("bodies.rod", "joints.rotation")[column % 2]
            circuit.add(kind, f"C{row}_{column}", at=(140 * column, 160 * row), turn=0 if column else 1)
            if column:
                circuit.connect(f"C{row}_{column - 1}.{1 if column == 1 else 2}", f"C{row}_{column}.1")
            if row and column % 2:
                circuit.connect(f"C{row - 1}_{column}.turn", f"C{row}_{column}.turn")
    return circuit


@pytest.mark.slow
def test_moving_one_of_a_thousand_components_looks_only_at_what_is_near(monkeypatch):
    circuit = rows()
    start = time.process_time()
    route_all(circuit)
    whole = time.process_time() - start
    made = []

    def counted(*arguments):
        made.append(arguments[1])
        return symbol_of(*arguments)

    monkeypatch.setattr(neighbourhood, "symbol_of", counted)
    best = min(timed_move(circuit, step) for step in (20, -20, 20))
    assert len(circuit.components) == 1000
    assert len(made) / 3 < 150
    assert best < whole / 4


def timed_move(circuit: Circuit, step: int) -> float:
    circuit.drawing["components"]["C12_21"]["at"][0] += step
    start = time.process_time()
    assert 3 < len(reroute(circuit, {"C12_21"})) < 12
    return time.process_time() - start


def test_components_a_million_apart_are_linked_at_once():
    circuit = Circuit("Far")
    circuit.add("bodies.rod", "SB1", at=(-900_000, -900_000))
    circuit.add("joints.rotation", "KN1", at=(900_000, 900_000))
    circuit.connect("SB1.2", "KN1.1")
    reroute(circuit)
    assert route(circuit, "SB1.2 KN1.1")[-1] == (899_970, 900_000)


def test_unknown_kinds_and_ports_keep_their_wires():
    circuit = chain()
    circuit.add("other.thing", "X1", at=(300, 200))
    circuit.connect("X1.port", "SB1.2")
    circuit.connect("X1.more", "SB1.lost")
    reroute(circuit, {"X1"})
    assert set(circuit.drawing["links"]) == {link.key for link in circuit.links}


STEPS = [(0, 0), (40, 0), (40, 60), (100, 60)]


@pytest.mark.parametrize(
    ("index", "delta", "expected"),
    [
        (1, 20, [(0, 0), (60, 0), (60, 60), (100, 60)]),
        (0, 20, [(0, 0), (10, 0), (10, 20), (40, 20), (40, 60), (100, 60)]),
        (2, -20, [(0, 0), (40, 0), (40, 40), (90, 40), (90, 60), (100, 60)]),
        (3, 20, None),
    ],
)
def test_a_dragged_segment(index, delta, expected):
    assert segment_moved(STEPS, index, delta, (1, 0), (-1, 0)) == expected


def test_a_dragged_segment_at_a_junction_needs_no_stub():
    assert segment_moved(STEPS, 0, 20, None, (-1, 0)) == [(0, 0), (0, 20), (40, 20), (40, 60), (100, 60)]


def test_a_straight_wire_between_ports_bends_out():
    assert segment_moved([(0, 0), (80, 0)], 0, 30, (1, 0), (-1, 0)) == [(0, 0), (10, 0), (10, 30), (70, 30), (70, 0), (80, 0)]


def test_cutting_and_the_nearest_point():
    index, at = nearest(STEPS, (44, 33))
    assert (index, at) == (1, (40, 30))
    assert cut(STEPS, index, at) == ([(0, 0), (40, 0), (40, 30)], [(40, 30), (40, 60), (100, 60)])


def test_pulled_ends():
    assert pulled(STEPS, (0, 10), (100, 90)) == [(0, 10), (40, 10), (40, 90), (100, 90)]
    assert pulled([(0, 0), (80, 0)], (0, 0), (80, 40)) == [(0, 0), (40, 0), (40, 40), (80, 40)]


def test_wires_part_where_they_part():
    wires = [[(0, 0), (-50, 0)], [(0, 0), (40, 0), (40, 60)], [(0, 0), (70, 0)]]
    assert parted(wires) == [[(40, 0), (-50, 0)], [(40, 0), (40, 60)], [(40, 0), (70, 0)]]
    assert parted([[(0, 0), (-50, 0)], [(0, 0), (0, 60)], [(0, 0), (70, 0)]]) is None


def test_settling_leaves_unknown_looks_alone():
    circuit = chain()
    circuit.drawing["links"]["KN1.2 SB1.1"]["colour"] = "red"
    circuit.drawing["other"] = {"x": 1}
    before = copy.deepcopy(circuit.drawing["other"])
    move(circuit, "SB1", 0, 100)
    assert circuit.drawing["links"]["KN1.2 SB1.1"]["colour"] == "red" and circuit.drawing["other"] == before


def test_mending_draws_what_is_missing_and_leaves_the_rest():
    circuit = chain()
    circuit.drawing["links"]["KN1.2 SB1.1"]["route"] = [[0, 0], [7, 7]]
    del circuit.drawing["links"]["KN1.turn DC1.a"]
    keep(circuit, "Base1.1 KN1.1", [(20, 0), (40, 0), (40, 60), (60, 60), (60, 0), (90, 0)])
    assert set(complete_drawing(circuit)) == {"KN1.2 SB1.1", "KN1.turn DC1.a"}
    assert route(circuit, "KN1.2 SB1.1") == [(150, 0), (260, 0)]
    circuit.drawing = {}
    assert set(complete_drawing(circuit)) == {link.key for link in circuit.links}
    assert complete_drawing(circuit) == {}
