"""The scene follows the document: every edit, undo and redo leaves the same drawing as reading the file again."""

import random

import pytest
from mars.gui.canvas.scene import SheetScene
from mars.gui.canvas.sheet_layout import SheetLayout
from PySide6.QtCore import QPointF, Qt

from mars.document.circuit import Circuit
from mars.document.storage import dumps, load
from mars.errors import Complaint
from mars.pictures.sheet.wires import route_all
from mars.pictures.style import domain_look
from tests.helpers.gui.canvas import chains, colour_at, is_near, on_screen, picture, shown_view
from tests.helpers.paths import CIRCUITS


@pytest.fixture
def scene(fig1, selection, theme):
    return SheetScene(fig1, selection, theme)


@pytest.fixture
def view(qtbot, fig1, selection, theme):
    return shown_view(qtbot, fig1, selection, theme)


def state(layout: SheetLayout) -> dict:
    """Everything that determines the drawing, except the sides of labels, which keep their position when neighbours are added."""
    return {
        "symbols": {name: (s.place, s.box, s.disabled, sorted(s.terminals)) for name, s in layout.symbols.items()},
        "lines": layout.lines,
        "wires": layout.wires,
        "drawn": layout.drawn,
        "dots": {node: sorted(places) for node, places in layout.dots.items() if places},
        "domains": layout.domains,
        "boxes": layout.boxes,
        "labels": {name: (label.name, label.values) for name, label in layout.labels.items()},
    }


def check(scene: SheetScene) -> None:
    fresh = SheetLayout(scene.document.circuit)
    assert state(scene.layout) == state(fresh)
    assert set(scene.components) == set(fresh.symbols)
    assert set(scene.wires) == set(fresh.links)
    assert set(scene.dots) == {node for node, places in fresh.dots.items() if places}
    for name, item in scene.components.items():
        assert (item.pos().x(), item.pos().y()) == fresh.symbols[name].place.at
        assert {t.name for t in item.open} == {t for t in fresh.symbols[name].terminals if f"{name}.{t}" not in fresh.linked}
    for key, wire in scene.wires.items():
        assert wire.points == fresh.drawn[key]
        assert wire.whole == fresh.wires[key]


def random_edit(rng: random.Random, circuit: Circuit) -> None:
    names = list(circuit.components)
    choice = rng.randrange(9)
    if choice == 0 or len(names) < 3:
        circuit.add("joints.rotation", at=(rng.randrange(-30, 60) * 10, rng.randrange(-30, 60) * 10))
    elif choice == 1:
        circuit.remove(rng.choice(names))
    elif choice == 2:
        circuit.rename(rng.choice(names), f"N{rng.randrange(10**6)}")
    elif choice == 3:
        each = circuit.components[rng.choice(names)]
        each.disabled = not each.disabled
    elif choice == 4 and circuit.links:
        link = rng.choice(circuit.links)
        circuit.disconnect(link.a, link.b)
    elif choice == 5:
        frames = [f"{n}.1" for n in names]
        a, b = rng.sample(frames, 2)
        circuit.connect(a, b)
    elif choice == 6:
        rods = [n for n in names if circuit.components[n].kind == "bodies.rod"]
        if rods:
            circuit.set(f"{rng.choice(rods)}.length", round(rng.uniform(0.1, 2), 2))
    else:
        name = rng.choice(names)
        look = circuit.drawing["components"].setdefault(name, {})
        look["at"] = [rng.randrange(-30, 60) * 10, rng.randrange(-30, 60) * 10]
        look["turn"] = rng.randrange(4)
    route_all(circuit)


@pytest.mark.parametrize("seed", range(6))
def test_edits_undo_and_redo_leave_the_picture_of_a_fresh_reading(scene, fig1, seed):
    rng = random.Random(seed)
    done = 0
    for _ in range(12):
        fig1.edit("random", lambda circuit: random_edit(rng, circuit))
        check(scene)
    while fig1.undo_stack.canUndo():
        fig1.undo_stack.undo()
        done += 1
        check(scene)
    while fig1.undo_stack.canRedo():
        fig1.undo_stack.redo()
        check(scene)
    assert done > 5


def test_one_moved_component_touches_only_itself_and_its_wires(qapp, document, selection, theme):
    document.replace(chains(6, 12))
    scene = SheetScene(document, selection, theme)
    untouched = {name: id(item.strokes) for name, item in scene.components.items()}
    taken: list[str] = []
    for item in scene.components.values():
        item.take = lambda *now, name=item.symbol.name, take=item.take: (taken.append(name), take(*now))[1]

    def move(circuit):
        circuit.drawing["components"]["C3_5"]["at"] = [140 * 5, 160 * 3 + 40]
        route_all(circuit)

    document.edit("Move C3_5", move)
    assert "C3_5" in taken
    assert len(set(taken)) < 8, taken  # itself and the owners of labels near its wires
    assert untouched.keys() == scene.components.keys()


def test_a_replaced_circuit_is_drawn_whole(scene, fig1):
    fig1.replace(load(CIRCUITS / "four_bar.mars"))
    check(scene)
    assert "KN1" in scene.components and "Ef3" not in scene.components


def test_variables_are_told_on_the_sheet(qapp, document, selection, theme):
    circuit = Circuit("L", motions="Tx Ty Rz")
    circuit.add_variable("L1", 0.5, "m")
    circuit.add("bodies.rod", "SB1", at=(0, 0), length="2*L1")
    document.replace(circuit)
    scene = SheetScene(document, selection, theme)
    assert scene.components["SB1"].label.values.startswith("1\u2009m")
    document.edit("L1", lambda c: setattr(c.variables["L1"], "value", 0.75))
    assert scene.components["SB1"].label.values.startswith("1.5\u2009m")


def test_start_values_are_told_on_the_sheet(scene, fig1):
    assert scene.components["KN1"].label.values == "30°"
    fig1.edit("start", lambda c: c.set_start("KN1.angle", "45 deg"))
    assert scene.components["KN1"].label.values == "45°"


def test_components_without_a_place_are_placed_in_the_picture_alone(qapp, document, selection, theme):
    circuit = Circuit("no drawing", motions="Tx Ty Rz")
    for kind, name in (("bodies.base", "B"), ("joints.rotation", "K"), ("bodies.rod", "R")):
        circuit.add(kind, name)
    circuit.connect("B.1", "K.1")
    circuit.connect("K.2", "R.1")
    circuit.drawing.clear()
    document.replace(circuit)
    scene = SheetScene(document, selection, theme)
    assert len({item.symbol.place.at for item in scene.components.values()}) == 3
    assert not circuit.drawing
    before = scene.components["K"].symbol.place
    document.edit("add", lambda c: c.add("bodies.rod", "R2"))
    assert scene.components["K"].symbol.place == before
    assert scene.components["R2"].symbol.place.at not in {scene.components[n].symbol.place.at for n in "BKR"}


def test_selection_and_light_are_shown_and_go_out(scene, selection):
    selection.set(["SB1"], ["KN2.2 SB2.1"])
    selection.light(["Ef3", "DC.a", "SB2.2 Ef3.1"])
    assert [n for n, i in scene.components.items() if i.is_selected] == ["SB1"]
    assert [k for k, i in scene.wires.items() if i.is_selected] == ["KN2.2 SB2.1"]
    assert [n for n, i in scene.components.items() if i.is_lit] == ["Ef3"]
    assert scene.components["DC"].lit_ports == {"a"}
    assert scene.wires["SB2.2 Ef3.1"].is_lit
    selection.clear()
    assert not any(i.is_selected or i.is_lit or i.lit_ports for i in scene.components.values())
    assert not any(i.is_selected or i.is_lit for i in scene.wires.values())


def test_hover_over_a_wire_thickens_its_whole_node(qtbot, document, selection, theme):
    document.replace(load(CIRCUITS / "car_axis.mars"))
    view = shown_view(qtbot, document, selection, theme)
    scene = view.sheet
    node = next(node for node, places in scene.layout.dots.items() if places)
    key = scene.layout.nodes[node][0].key
    place = scene.layout.wires[key][0]
    after = scene.layout.wires[key][1]
    middle = ((place[0] + after[0]) / 2, (place[1] + after[1]) / 2)
    view.fit()
    qtbot.mouseMove(view.viewport(), on_screen(view, middle))
    thick = {key for key, wire in scene.wires.items() if wire.is_hovered}
    assert thick == {link.key for link in scene.layout.nodes[node]}
    assert len(thick) >= 3 and scene.dots[node].is_hovered
    qtbot.mouseMove(view.viewport(), view.viewport().rect().bottomLeft())
    assert not any(wire.is_hovered for wire in scene.wires.values())


@pytest.mark.parametrize("kind", ["joints.spherical", "joints.free", "bodies.rod", "sources.velocity"])
def test_hover_shows_port_names_and_leaves_nothing_behind(qtbot, document, selection, theme, kind):
    circuit = Circuit()
    circuit.add(kind, "A", at=(0, 0))
    document.replace(circuit)
    view = shown_view(qtbot, document, selection, theme, (400, 300))
    empty = picture(view)
    item = view.sheet.components["A"]
    painted = []
    item.paint = lambda *arguments, paint=item.paint: (painted.append(1), paint(*arguments))[1]
    qtbot.mouseMove(view.viewport(), on_screen(view, item.symbol.place.at))
    hovered = picture(view)
    changed = [(x, y) for x in range(empty.width()) for y in range(empty.height()) if empty.pixel(x, y) != hovered.pixel(x, y)]
    assert changed
    area = view.mapFromScene(item.sceneBoundingRect()).boundingRect()
    assert all(area.contains(x, y) for x, y in changed)  # anything outside would stay on the screen
    qtbot.mouseMove(view.viewport(), view.viewport().rect().bottomLeft())
    assert picture(view) == empty


def test_problems_get_a_badge_and_a_click_on_it_is_told(qtbot, view):
    scene = view.sheet
    scene.set_problems(
        {"KN2": [Complaint("KN2", "odd", "", "warning"), Complaint("KN2", "wrong", "")], "gone": [Complaint("", "", "")]}
    )
    assert scene.badges["KN2"].severity == "error" and scene.components["KN2"].severity == "error"
    assert set(scene.badges) == {"KN2"}
    badge = scene.badges["KN2"]
    with qtbot.waitSignal(scene.badge_clicked) as clicked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=on_screen(view, (badge.x(), badge.y())))
    assert clicked.args == ["KN2"]
    scene.set_problems({})
    assert not scene.badges and not scene.components["KN2"].severity


def test_a_badge_stays_through_edits_and_goes_with_its_component(scene, fig1):
    scene.set_problems({"DC": [Complaint("DC", "wrong", "")]})
    fig1.edit("move", lambda c: c.drawing["components"]["DC"].update(at=[1000, 1000]))
    assert scene.badges["DC"].pos().x() > 900
    fig1.edit("remove", lambda c: c.remove("DC"))
    assert "DC" not in scene.badges


def test_exploded_vector_links_show_a_strand_for_each_motion(scene, fig1):
    scene.set_exploded(True)
    vectors = {key for key, domain in scene.layout.domains.items() if domain == "frame" and " " in key}
    assert set(scene.strands) == vectors and len(vectors) == 5
    assert all(item.motions == ("Tx", "Ty", "Rz") and len(item.paths) == 3 for item in scene.strands.values())
    fig1.edit("unlink", lambda c: c.disconnect("SB2.2", "Ef3.1"))
    assert len(scene.strands) == 4
    fig1.edit("class", lambda c: setattr(c, "motions", ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")))
    assert all(len(item.paths) == 6 for item in scene.strands.values())
    scene.set_exploded(False)
    assert not scene.strands and not any(wire.is_exploded for wire in scene.wires.values())


def test_notes_are_drawn_wrapped_and_damaged_ones_are_passed_over(scene, fig1):
    words = "one two three four five six seven eight nine ten eleven twelve"
    fig1.edit("note", lambda c: c.drawing.update(notes=[{"text": words, "at": [0, 300], "width": 100}, {"text": 5}, "x"]))
    assert len(scene.notes[0].rows) > 3 and " ".join(scene.notes[0].rows) == words
    assert set(scene.note_boxes()) == {0}
    fig1.undo_stack.undo()
    assert not scene.note_boxes()


def test_disabled_components_and_their_wires_fade(view, fig1):
    scene = view.sheet
    fig1.edit("disable", lambda c: setattr(c.component("DC"), "disabled", True))
    assert scene.wires["KN2.turn DC.a"].is_off and not scene.wires["KN1.turn Ew2.turn"].is_off
    (ax, ay), (bx, by) = scene.wires["KN2.turn DC.a"].points[:2]
    faded = colour_at(picture(view), on_screen(view, ((ax + bx) / 2, (ay + by) / 2)))
    fig1.undo_stack.undo()
    full = colour_at(picture(view), on_screen(view, ((ax + bx) / 2, (ay + by) / 2)))
    assert faded != full


def test_the_theme_recolours_everything(view, theme):
    scene = view.sheet
    (ax, ay), (bx, by) = scene.wires["KN1.turn Ew2.turn"].points[:2]
    middle = on_screen(view, ((ax + bx) / 2, (ay + by) / 2))
    for name in ("light", "dark", "light"):
        theme.choose(name)
        image = picture(view)
        assert is_near(colour_at(image, middle), domain_look("rotation").colour(name))
        assert colour_at(image, image.rect().topLeft()) == theme.colours["sheet"]


# Previews


def test_previews_leave_no_trace(view, fig1):
    scene = view.sheet
    before, bytes_before, items = picture(view), dumps(fig1.circuit), len(scene.items())
    scene.preview_move({"SB1": (30, 40)}, {"KN1.2 SB1.1": [(0, 0), (50, 0), (50, 40)]})
    scene.preview_wire([(0, 0), (100, 0)], "frame", False)
    scene.preview_ghost("joints.rotation", (50, 50), 1, True)
    scene.mark_targets({"SB2.2", "#1", "no.such"}, "SB2.2")
    scene.say_at(QPointF(0, 0), "No.", "error")
    assert picture(view) != before
    assert scene.components["SB1"].x() == scene.layout.symbols["SB1"].place.at[0] + 30
    assert scene.wires["KN1.2 SB1.1"].points[-1] == (50, 40)
    scene.clear_previews()
    assert dumps(fig1.circuit) == bytes_before and len(scene.items()) == items
    assert picture(view) == before


def test_an_edit_ends_previews(scene, fig1):
    scene.preview_move({"SB1": (30, 40)})
    scene.preview_ghost("joints.rotation", (50, 50))
    fig1.edit("length", lambda c: c.set("SB1.length", 0.7))
    assert not scene.previews
    check(scene)


def test_compatible_ports_shine_through_the_veil(view, theme):
    scene = view.sheet
    at = on_screen(view, scene.layout.symbols["KN1"].terminals["turn"].at)
    other = on_screen(view, scene.layout.symbols["SB2"].place.at)
    before = colour_at(picture(view), other)
    scene.mark_targets({"KN1.turn"}, "KN1.turn")
    image = picture(view)
    assert colour_at(image, at) == domain_look("rotation").light
    assert colour_at(image, other) != before
    scene.mark_targets(set(), None)
    assert colour_at(picture(view), other) == before


def test_a_refused_wire_is_drawn_in_the_colour_of_errors(view, theme):
    view.sheet.preview_wire([(0, 400), (300, 400)], "frame", refused=True)
    view.show_rect(view.sheet.previews.wire.sceneBoundingRect())
    assert colour_at(picture(view), on_screen(view, (2, 400))) == theme.colours["error"]


def test_the_chip_stays_in_the_window(view):
    scene = view.sheet
    corner = view.mapToScene(view.viewport().rect().bottomRight())
    scene.say_at(corner, "KN2.turn is a shaft and SB2.2 a frame: put a joint between them.", "error")
    chip = scene.previews.chip
    place = view.mapFromScene(corner)
    box = chip.boundingRect().translated(place.x(), place.y())
    assert view.viewport().rect().adjusted(-1, -1, 2, 2).contains(box.toRect())
    scene.say_at(corner, "a word and " * 40)
    assert scene.previews.chip.boundingRect().width() < 400  # long sentences are wrapped
