"""Drawings of circuits: well-formed, wires on ports, routes round boxes."""

from __future__ import annotations

import re
import time
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mars.component.icon_paths import bounds, outlines
from mars.document.circuit import Circuit
from mars.document.storage import check
from mars.errors import DocumentError
from mars.kinds.registry import kinds
from mars.pictures.charts.plot import THEMES as PLOT_THEMES
from mars.pictures.sheet.draw import contact_sheet, draw, icon_svg, link_domains, save_drawing, wire_path
from mars.pictures.sheet.junctions import junction_places
from mars.pictures.sheet.layout import auto_place, placed_symbols
from mars.pictures.sheet.occupancy import Occupancy
from mars.pictures.sheet.router import route
from mars.pictures.sheet.symbols import DOWN, LEFT, RIGHT, UP, Place, symbols
from mars.pictures.sheet.value_labels import figure, value_label, with_unit
from mars.pictures.sheet.wires import route_all, routes
from mars.pictures.style import DOMAINS, THEMES

SVG = "{http://www.w3.org/2000/svg}"
THIN = "\u2009"


def manipulator(placed: bool = True) -> Circuit:
    c = Circuit("Two segments", motions="Tx Ty Rz")
    c.add("bodies.base", "Ew1", at=(0, 80))
    c.add("joints.rotation", "KN1", at=(100, 0))
    c.add("bodies.rod", "SB1", at=(220, 0), length=0.6, mass=4)
    c.add("joints.rotation", "KN2", at=(340, 0))
    c.add("bodies.rod", "SB2", at=(460, 0), length="50 mm", mass=2.5)
    c.add("sources.wrench", "Ef3", at=(600, 0), force_y=-20)
    c.add("sources.velocity", "Ew2", at=(100, -120), law={"law": "cycloid", "time": 1, "after": 1.2})
    c.add("dynamics.damper", "DC", at=(340, -100), turn=3, damping=0.8)
    pairs = "Ew1.1 KN1.1, KN1.2 SB1.1, SB1.2 KN2.1, KN2.2 SB2.1, SB2.2 Ef3.1, Ew2.turn KN1.turn, DC.a KN2.turn"
    for pair in pairs.split(", "):
        c.connect(*pair.split())
    c.set_start("KN1.angle", "30 deg")
    c.set_start("KN2.angle", "-45 deg")
    if not placed:
        c.drawing = {}
    return c


def elements(svg: str, tag: str, cls: str = "") -> list[ElementTree.Element]:
    return [e for e in ElementTree.fromstring(svg).iter(f"{SVG}{tag}") if not cls or e.get("class") == cls]


def words(svg: str) -> list[str]:
    return [e.text or "" for e in elements(svg, "text")]


def wire_ends(svg: str) -> dict[str, tuple[tuple[float, ...], tuple[float, ...]]]:
    found = {}
    for path in elements(svg, "path", "wire"):
        places = re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.get("d", ""))
        found[path.get("data-link")] = tuple(map(float, places[0])), tuple(map(float, places[-1]))
    return found


def orthogonal(points) -> bool:
    return all((a[0] == b[0]) != (a[1] == b[1]) for a, b in pairwise(points))


# The picture


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_manipulator_is_drawn_in_both_themes(theme):
    svg = draw(manipulator(), theme=theme)
    assert len(elements(svg, "path", "wire")) == 7
    assert len(elements(svg, "g", "symbol")) == 8
    assert len(elements(svg, "path", "tie")) == 1
    assert not elements(svg, "circle", "junction")
    assert THEMES[theme]["sheet"] in svg and DOMAINS["rotation"].colour(theme) in svg
    shown_words = words(svg)
    for expected in ("Ew1", "30°", "−45°", f"0.6{THIN}m · 4{THIN}kg", f"50{THIN}mm · 2.5{THIN}kg", f"(0, −20){THIN}N"):
        assert expected in shown_words
    assert f"1.2{THIN}rad/s · cycloid" in shown_words


def test_drawing_changes_nothing_and_repeats():
    circuit = manipulator(placed=False)
    before = circuit.to_data()
    assert draw(circuit) == draw(circuit)
    assert circuit.to_data() == before


def test_plots_and_drawings_share_their_colours():
    assert PLOT_THEMES is THEMES


def test_width_scales_and_bad_settings_are_refused(tmp_path):
    root = ElementTree.fromstring(draw(manipulator(), width=1000))
    assert root.get("width") == "1000"
    with pytest.raises(DocumentError, match="theme 'pink'"):
        draw(manipulator(), theme="pink")
    with pytest.raises(DocumentError, match="wide"):
        draw(manipulator(), width=0)
    with pytest.raises(DocumentError, match=r"\.png or \.svg"):
        save_drawing(manipulator(), tmp_path / "a.gif")


def test_saving_svg_and_png(tmp_path):
    save_drawing(manipulator(), tmp_path / "a.svg", theme="dark")
    save_drawing(manipulator(), tmp_path / "a.png")
    ElementTree.parse(tmp_path / "a.svg")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_an_empty_circuit_is_an_empty_sheet():
    assert not elements(draw(Circuit()), "text")


def test_text_is_escaped():
    circuit = manipulator()
    circuit.title = 'a < b & "c"'
    circuit.components["SB1"].kind = "<odd>&'kind\""
    circuit.drawing["notes"] = [{"text": "x < y & z\nsecond\x07", "at": [0, -200]}, {"text": 5}, "nothing"]
    svg = draw(circuit)
    assert {"x < y & z", "second�", "<odd>&'kind\""} <= set(words(svg))
    assert elements(svg, "title")[0].text == circuit.title


def test_ghosts_keep_their_ports_and_take_the_domain_of_the_wire():
    circuit = manipulator()
    circuit.components["SB1"].kind = "exotic.beam"
    svg = draw(circuit)
    ghost = next(g for g in elements(svg, "g", "symbol") if g.get("data-name") == "SB1")
    assert any(path.get("stroke-dasharray") for path in ghost.iter(f"{SVG}path"))
    assert "exotic.beam" in words(svg)
    found = symbols(circuit)
    assert set(found["SB1"].terminals) == {"1", "2"}
    assert link_domains(circuit, found)["KN1.2 SB1.1"] == "frame"
    assert wire_ends(svg)["KN1.2 SB1.1"][1] == found["SB1"].terminals["1"].at


def test_links_to_ports_that_do_not_exist_are_still_drawn():
    circuit = manipulator()
    circuit.connect("KN1.nothing", "SB2.nowhere")
    assert "KN1.nothing SB2.nowhere" in wire_ends(draw(circuit))


def test_disabled_components_are_faint_and_hatched():
    circuit = manipulator()
    circuit.components["DC"].disabled = True
    svg = draw(circuit)
    assert len(elements(svg, "path", "hatch")) == 1
    group = next(g for g in elements(svg, "g", "symbol") if g.get("data-name") == "DC")
    assert group.get("opacity") == "0.35"


def test_junctions_have_dots_only_where_three_wires_meet():
    circuit = manipulator()
    circuit.add("meters.shaft", "M1", at=(180, -100))
    circuit.disconnect("Ew2.turn", "KN1.turn")
    circuit.connect("Ew2.turn", "KN1.turn", "M1.a")
    assert len(elements(draw(circuit), "circle", "junction")) == 1


def driven_joint(together: bool) -> Circuit:
    circuit = Circuit()
    for kind, name in (("bodies.base", "B"), ("joints.rotation", "KN1"), ("bodies.rod", "S")):
        circuit.add(kind, name)
    circuit.connect("B.1", "KN1.1")
    circuit.connect("KN1.2", "S.1")
    for kind, name in (("sources.torque", "E"), ("dynamics.damper", "D"), ("dynamics.spring", "C")):
        circuit.add(kind, name)
    devices = ("E.turn", "D.a", "C.a")
    for ends in [devices] if together else [(end,) for end in devices]:
        circuit.connect("KN1.turn", *ends)
    return circuit


def dots(svg: str) -> set[tuple[float, float]]:
    return {(float(e.get("cx", "")), float(e.get("cy", ""))) for e in elements(svg, "circle", "junction")}


@pytest.mark.parametrize("together", [True, False])
def test_devices_on_one_joint_hang_on_one_rail(together):
    circuit = driven_joint(together)
    found = placed_symbols(circuit)
    x, y = found["KN1"].terminals["turn"].at
    drops = [found[name].terminals[port].at for name, port in (("E", "turn"), ("D", "a"), ("C", "a"))]
    rail = y - 20
    assert drops[0][0] == x and {place[1] for place in drops} == {y - 40}
    assert dots(draw(circuit)) == {(x, rail), (drops[1][0], rail)}
    wires = routes(circuit, found, junction_places(circuit, found))
    ends = {"E.turn", "D.a", "C.a", "KN1.turn"}
    pieces = [piece for link in circuit.links if ends & {link.a, link.b} for piece in pairwise(wires[link.key])]
    assert all(a[1] == b[1] == rail or a[0] == b[0] for a, b in pieces)
    assert {a[0] for a, b in pieces if a[0] == b[0]} == {x, drops[1][0], drops[2][0]}


@pytest.mark.parametrize("together", [True, False])
def test_a_rail_is_stroked_once(together):
    pieces = []
    for path in elements(draw(driven_joint(together)), "path", "wire"):
        places = [(float(x), float(y)) for x, y in re.findall(r"[ML](-?[\d.]+),(-?[\d.]+)", path.get("d", ""))]
        pieces += pairwise(places)
    taken = Occupancy()
    for a, b in pieces:
        assert not taken.shared(a, b)
        taken.add([a, b])


@pytest.mark.parametrize("together", [True, False])
def test_the_dot_lies_where_the_wires_part(together):
    circuit = Circuit()
    circuit.add("bodies.base", "B")
    for name in ("K1", "K2"):
        circuit.add("joints.rotation", name)
    if together:
        circuit.connect("B.1", "K1.1", "K2.1")
    else:
        circuit.connect("B.1", "K1.1")
        circuit.connect("B.1", "K2.1")
    found = placed_symbols(circuit)
    wires = routes(circuit, found, junction_places(circuit, found))
    bends = {a[0] for points in wires.values() for a, b in pairwise(points) if a[0] == b[0]}
    ((x, y),) = dots(draw(circuit))
    assert bends == {x} and y == found["B"].terminals["1"].at[1]


def test_ports_of_one_joint_are_led_apart_without_crossing():
    circuit = Circuit()
    circuit.add("joints.cylindrical", "K")
    for kind, name, link in (
        ("sources.force", "F", "K.slide F.slide"), ("dynamics.slide_damper", "DS", "K.slide DS.a"),
        ("sources.torque", "E", "K.turn E.turn"), ("dynamics.damper", "D", "K.turn D.a"),
    ):  # fmt: skip
        circuit.add(kind, name)
        circuit.connect(*link.split())
    found = placed_symbols(circuit)
    wires = routes(circuit, found, {})
    turn, slide = Occupancy(), [wires[key] for key in wires if "slide" in key]
    for key in wires:
        if "turn" in key:
            turn.add(wires[key])
    assert not any(turn.crossed(a, b) or turn.shared(a, b) for points in slide for a, b in pairwise(points))


def test_values_that_cannot_be_read_are_shown_as_typed():
    circuit = manipulator()
    circuit.components["SB1"].values["length"] = "2*nothing"
    circuit.components["SB2"].values["points"] = {"3": "bad"}
    svg = draw(circuit)
    assert any("2*nothing" in word for word in words(svg))
    assert "3" in symbols(circuit)["SB2"].terminals


@pytest.mark.parametrize("drawing", [{"components": []}, {"components": {"KN1": 5}, "links": 3, "junctions": "x", "notes": {}}])
def test_a_strange_drawing_section_is_survived(drawing):
    circuit = manipulator()
    circuit.drawing = drawing
    ElementTree.fromstring(draw(circuit))


# Turn, flip, wires


@pytest.mark.parametrize(("turn", "flip"), list(product(range(4), (False, True))))
@pytest.mark.parametrize("kind", ["joints.planar", "joints.rotation", "bodies.rod", "dynamics.rack", "bodies.base"])
def test_wires_end_on_ports_after_turn_and_flip(kind, turn, flip):
    circuit = Circuit()
    circuit.add(kind, "A", at=(0, 0), turn=turn, flip=flip)
    partner = {"frame": ("bodies.body", "1"), "rotation": ("meters.shaft", "a"), "translation": ("meters.slide", "a")}
    expected = {}
    for i, port in enumerate(kinds()[kind].ports.values()):
        other, far = partner[port.domain.name]
        circuit.add(other, f"P{i}", at=(300, 100 * i), turn=i % 4)
        circuit.connect(f"A.{port.name}", f"P{i}.{far}")
        x, y = (-port.at[0] if flip else port.at[0]), port.at[1]
        for _ in range(turn):
            x, y = -y, x
        expected[f"A.{port.name} P{i}.{far}"] = (x, y)
    svg = draw(circuit)
    assert {key: ends[0] for key, ends in wire_ends(svg).items()} == expected
    found = placed_symbols(circuit)
    for points in routes(circuit, found, {}).values():
        assert orthogonal(points)
    transform = next(g for g in elements(svg, "g", "symbol") if g.get("data-name") == "A")[0].get("transform", "")
    assert (f"rotate({90 * turn})" in transform) == bool(turn)
    assert ("scale(-1 1)" in transform) == flip


@given(st.integers(0, 3), st.booleans(), st.integers(-50, 50), st.integers(-50, 50))
def test_a_place_keeps_directions_and_the_grid(turn, flip, x, y):
    place = Place((10 * x, 10 * y), turn, flip)
    assert {place.turned(way) for way in (LEFT, RIGHT, UP, DOWN)} == {LEFT, RIGHT, UP, DOWN}
    assert all(value % 10 == 0 for value in place.moved((30, -20)))


def test_stored_routes_are_drawn_while_they_meet_their_ends():
    circuit = manipulator()
    circuit.drawing["links"] = {"KN1.2 SB1.1": {"route": [[130, 0], [150, 0], [150, 40], [180, 40], [180, 0]], "mode": "kept"}}
    assert "150,36" in draw(circuit)
    circuit.drawing["components"]["SB1"]["at"] = [260, 0]
    assert wire_ends(draw(circuit))["KN1.2 SB1.1"] == ((130, 0), (220, 0))


def test_corners_are_round():
    assert wire_path([(0, 0), (20, 0), (20, 4), (40, 4)]) == "M0,0 L18,0 Q20,0 20,2 L20,2 Q20,4 22,4 L40,4"


# Routes

WAYS = st.sampled_from([LEFT, RIGHT, UP, DOWN])
GRID = st.integers(-30, 30).map(lambda n: 10.0 * n)


@given(GRID, GRID, st.one_of(st.none(), WAYS), GRID, GRID, st.one_of(st.none(), WAYS))
def test_routes_are_orthogonal_and_leave_outward(ax, ay, a_way, bx, by, b_way):
    points = route((ax, ay), a_way, (bx, by), b_way)
    assert points[0] == (ax, ay) and points[-1] == (bx, by)
    if (ax, ay) == (bx, by):
        return
    assert orthogonal(points)
    assert all(value % 10 == 0 for point in points for value in point)
    for way, here, then in ((a_way, points[0], points[1]), (b_way, points[-1], points[-2])):
        if way and max(abs(ax - bx), abs(ay - by)) > 20:
            assert ((then[0] > here[0]) - (then[0] < here[0]), (then[1] > here[1]) - (then[1] < here[1])) == way


def test_routes_go_round_boxes_with_few_bends():
    assert route((0, 0), RIGHT, (100, 0), LEFT) == [(0, 0), (100, 0)]
    assert len(route((0, 0), RIGHT, (100, 50), UP)) == 3
    assert len(route((0, 0), RIGHT, (100, 50), LEFT)) == 4
    wall = (40.0, -100.0, 60.0, 100.0)
    points = route((0, 0), RIGHT, (100, 0), LEFT, [wall])
    assert orthogonal(points) and not crosses(points, [wall])
    pen = [(40.0, -60.0, 160.0, -40.0), (40.0, 40.0, 160.0, 60.0), (140.0, -60.0, 160.0, 60.0)]
    points = route((100, 0), RIGHT, (300, 0), LEFT, pen)
    assert orthogonal(points) and not crosses(points, pen)


def test_a_second_wire_does_not_lie_on_the_first():
    taken = Occupancy()
    first = route((0, 0), RIGHT, (100, 100), LEFT, (), taken)
    taken.add(first)
    second = route((0, 20), RIGHT, (100, 80), LEFT, (), taken)
    assert not any(taken.shared(a, b) for a, b in pairwise(second))


def crosses(points, boxes) -> bool:
    return any(
        min(a[0], b[0]) < right and left < max(a[0], b[0]) and min(a[1], b[1]) < bottom and top < max(a[1], b[1])
        for a, b in pairwise(points)
        for left, top, right, bottom in boxes
    )


PLACES = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 3), st.booleans())


@settings(max_examples=30, deadline=None)
@given(st.lists(PLACES, min_size=2, max_size=8, unique_by=lambda place: place[:2]))
def test_wires_of_a_circuit_run_outside_of_the_boxes(places):
    circuit = Circuit()
    for i, (x, y, turn, flip) in enumerate(places):
        circuit.add("joints.rotation" if i % 2 else "bodies.rod", f"C{i}", at=(140 * x, 140 * y), turn=turn, flip=flip)
    for i in range(len(places) - 1):
        circuit.connect(f"C{i}.2", f"C{i + 1}.1")
    found = placed_symbols(circuit)
    boxes = [symbol.box for symbol in found.values()]
    for points in routes(circuit, found, junction_places(circuit, found)).values():
        assert orthogonal(points) and not crosses(points, boxes)


# Automatic places and routes


def test_auto_place_and_route_all_fill_the_drawing():
    circuit = manipulator(placed=False)
    circuit.drawing = {"components": {"KN1": {"label": "above"}}}
    auto_place(circuit)
    route_all(circuit)
    check(circuit.to_data())
    looks = circuit.drawing["components"]
    assert looks["KN1"]["label"] == "above"
    row = [looks[name]["at"] for name in ("Ew1", "KN1", "SB1", "KN2", "SB2", "Ef3")]
    assert len({y for _, y in row}) == 1 and [x for x, _ in row] == sorted(x for x, _ in row)
    assert looks["Ew2"]["at"][0] == looks["KN1"]["at"][0] and looks["Ew2"]["at"][1] < looks["KN1"]["at"][1]
    assert all(len(look["route"]) == 2 and look["mode"] == "auto" for look in circuit.drawing["links"].values())
    again = manipulator(placed=False)
    auto_place(again)
    assert again.drawing["components"]["SB2"] == looks["SB2"]


def test_kept_routes_are_left_alone():
    circuit = manipulator()
    kept = {"route": [[130, 0], [130, 60], [180, 60], [180, 0]], "mode": "kept"}
    circuit.drawing["links"] = {"KN1.2 SB1.1": kept}
    route_all(circuit)
    assert circuit.drawing["links"]["KN1.2 SB1.1"] == kept
    assert len(circuit.drawing["links"]) == 7


def test_components_placed_automatically_do_not_overlap():
    circuit = Circuit()
    circuit.add("bodies.base", "B")
    for i in range(40):
        circuit.add("joints.cylindrical", f"K{i}")
        circuit.add("bodies.rod", f"S{i}", points={"3": [0, 1, 0], "4": [0, 2, 0]})
        circuit.add("sources.torque", f"E{i}")
        circuit.add("dynamics.slide_spring", f"D{i}")
        circuit.connect("B.1" if i == 0 else f"S{(i - 1) // 2}.{3 + i % 2}", f"K{i}.1")
        circuit.connect(f"K{i}.2", f"S{i}.1")
        circuit.connect(f"K{i}.turn", f"E{i}.turn")
        circuit.connect(f"K{i}.slide", f"D{i}.a")
    boxes = [symbol.box for symbol in placed_symbols(circuit).values()]
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3])


def test_three_hundred_components_are_drawn_in_time():
    circuit = Circuit()
    circuit.add("bodies.base", "B")
    before = "B.1"
    for i in range(150):
        circuit.add("joints.rotation", f"K{i}")
        circuit.add("bodies.rod", f"S{i}")
        circuit.connect(before, f"K{i}.1")
        circuit.connect(f"K{i}.2", f"S{i}.1")
        before = f"S{i}.2"
    start = time.process_time()
    svg = draw(circuit)
    assert time.process_time() - start < 10
    assert len(elements(svg, "path", "wire")) == 300


# Values and single symbols


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (4, "4"), (0.6, "0.6"), (1234.5, "1230"), (12345, f"12{THIN}300"), (-0.0451, "−0.0451"), (999.9, "1000"),
     (1e-4, "10⁻⁴"), (3.3e-5, "3.3·10⁻⁵"), (-2.1e11, "−2.1·10¹¹"), (0.001, "0.001"), (9.999e-4, "0.001")],
)  # fmt: skip
def test_figures(value, text):
    assert figure(value) == text


def test_units_as_people_read_them():
    assert with_unit(0.5235987755982988, "rad") == "30°"
    assert with_unit(0.05, "m") == f"50{THIN}mm"
    assert with_unit(0.1, "m") == f"0.1{THIN}m"
    assert with_unit(2, "kg*m^2") == f"2{THIN}kg·m²"
    assert with_unit(10, "1") == "10"


def test_telling_values():
    circuit = Circuit(motions="Tx Ty Rz")
    circuit.add("bodies.base", "B", place=[0.5, 0, 0])
    circuit.add("bodies.rod", "S", density=7800)
    circuit.add("dynamics.gear", "G")
    circuit.add("dynamics.bushing", "D")
    circuit.add("sources.torque", "E", law="sin(t)")
    circuit.add("sources.wrench", "W", force_x={"law": "sine", "amplitude": 5, "frequency": 1})
    lines = {name: value_label(circuit, symbol) for name, symbol in symbols(circuit).items()}
    assert lines == {
        "B": f"(0.5, 0){THIN}m", "S": f"1{THIN}m · 7800{THIN}kg/m³", "G": "ratio 10", "D": f"1000{THIN}N/m",
        "E": f"sin(t){THIN}N·m",
        "W": f"x: 5{THIN}N · sine",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("law", "text"),
    [("-2*sin(t)", f"−2*sin(t){THIN}N·m"), ("1 - t", f"(1 − t){THIN}N·m"), ("(1 - t)", f"(1 − t){THIN}N·m"),
     ("(1+t)-(2-t)", f"((1+t)−(2−t)){THIN}N·m"), ("-2 N*m*sin(t)", "−2 N*m*sin(t)")],
)  # fmt: skip
def test_formulas_have_a_true_minus_and_their_unit_once(law, text):
    circuit = Circuit()
    circuit.add("sources.torque", "E", law=law)
    assert value_label(circuit, symbols(circuit)["E"]) == text


@pytest.mark.parametrize(
    ("kind", "values", "text"),
    [("translation", {"axis": [1, 0, 0]}, ""), ("translation", {"axis": [2, 0, 0]}, ""),
     ("translation", {"axis": [0, 1, 0]}, "axis y"), ("rotation", {"axis": [0, 0, -1]}, "axis −z"),
     ("rotation", {"axis": [1, 2, 0]}, "axis (1, 2, 0)"),
     ("rotation", {"axis": ["1", 1, 0]}, "axis (0.707, 0.707, 0)"), ("rotation", {"axis": [0, 0, 0]}, "axis [0, 0, 0]"),
     ("universal", {"axis_2": [0, 0, 1]}, "axis 2 z"), ("spherical", {}, "")],
)  # fmt: skip
def test_joints_tell_an_axis_that_is_not_the_usual_one(kind, values, text):
    circuit = Circuit()
    circuit.add(f"joints.{kind}", "K", **values)
    assert value_label(circuit, symbols(circuit)["K"]) == text


def test_an_axis_is_told_before_the_start():
    circuit = Circuit()
    circuit.add("joints.rotation", "K", axis=[0, 1, 0])
    circuit.set_start("K.angle", "30 deg")
    assert value_label(circuit, symbols(circuit)["K"]) == "axis y · 30°"


def test_the_fast_shaft_of_a_gear_has_the_small_wheel():
    wheels = sorted(bounds([data]) for role, data in kinds()["dynamics.gear"].icon.strokes if role == "face")
    assert wheels[0][2] - wheels[0][0] < wheels[1][2] - wheels[1][0]


@pytest.mark.parametrize("kind", ["joints.rotation", "joints.cylindrical"])
def test_turning_arrows_are_counter_clockwise(kind):
    data = next(data for _, data in kinds()[kind].icon.strokes if " a" in data and data.count("M") == 2)
    arc, head = outlines(data)
    assert arc[0][0] > arc[-1][0] and min(y for _, y in arc) < arc[0][1]  # from right to left over the top
    assert head[1] == pytest.approx(arc[-1])
    circuit = Circuit()
    circuit.add(kind, "K", at=(0, 0), flip=True)
    groups = [g for g in elements(draw(circuit), "g") if g.get("transform", "").endswith("0) scale(-1 1)")]
    flipped = [g for g in groups if [path.get("d") for path in g.findall(f"{SVG}path")] == [data]]
    assert len(flipped) == 1 and flipped[0].get("transform") == f"translate({arc[0][0] + arc[-1][0]:g} 0) scale(-1 1)"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", kinds())
def test_every_kind_has_a_picture(kind, theme):
    root = ElementTree.fromstring(icon_svg(kind, theme, size=24))
    assert root.get("width") == root.get("height") == "24"
    assert len(elements(icon_svg(kind, theme), "path")) >= len(kinds()[kind].icon.strokes)


def test_the_contact_sheet_has_all_kinds():
    svg = contact_sheet("dark")
    assert len(elements(svg, "g", "symbol")) == len(kinds())
    with pytest.raises(DocumentError, match=r"'joints\.rotatoin': no such kind\. Did you mean joints\.rotation\?$") as caught:
        icon_svg("joints.rotatoin")
    assert caught.value.code == "unknown-kind"


def test_signals_are_dashed_with_an_arrowhead_at_each_reader():
    circuit = Circuit("signals")
    circuit.add("inputs.slider", "IN1", at=(0, 0))
    circuit.add("sources.driven_torque", "Em1", at=(140, 0))
    circuit.add("sources.driven_torque", "Em2", at=(140, 120))
    circuit.connect("IN1.out", "Em1.signal", "Em2.signal")
    svg = draw(circuit)
    assert svg.count('class="arrowhead"') == 2
    assert svg.count('stroke-dasharray="6 3"') == len(circuit.links)


def test_a_handle_is_drawn_where_the_value_puts_it():
    pictures = set()
    for value in (-1, 0, 0.5, 1, 7):
        circuit = Circuit("slider")
        circuit.add("inputs.slider", "IN1", at=(0, 0), value=value)
        pictures.add(draw(circuit).partition('class="labels"')[0])
    assert len(pictures) == 4  # beyond the end it stands at the end
