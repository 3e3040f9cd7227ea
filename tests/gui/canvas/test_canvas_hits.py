"""Hit testing at every zoom."""

from itertools import pairwise

import pytest
from mars.gui.canvas.scene import SheetScene
from PySide6.QtCore import QPointF

from mars.document.storage import load
from mars.errors import Complaint
from tests.helpers.gui.canvas import chains, shown_view
from tests.helpers.paths import CIRCUITS


@pytest.fixture
def scene(fig1, selection, theme):
    return SheetScene(fig1, selection, theme)


@pytest.mark.parametrize("zoom", [0.1, 0.25, 0.5, 1.0, 2.0, 4.0])
def test_ports_are_hit_within_7_pixels_and_wires_within_5_at_every_zoom(scene, zoom):
    x, y = scene.layout.symbols["DC"].terminals["b"].at  # an open port, far from others
    near = scene.hit(QPointF(x, y - 6.5 / zoom), zoom)
    assert (near.what, near.name, near.port, near.end, near.at) == ("port", "DC", "b", "DC.b", (x, y))
    assert scene.hit(QPointF(x, y - 7.5 / zoom), zoom).what != "port"
    (ax, ay), (_, by) = scene.layout.wires["KN1.turn Ew2.turn"]
    middle = (ax, (ay + by) / 2)
    if zoom >= 0.25:  # below that, port circles overlap the wire
        on = scene.hit(QPointF(middle[0] + 4.5 / zoom, middle[1]), zoom)
        assert (on.what, on.name, on.segment) == ("wire", "KN1.turn Ew2.turn", 0)
        assert on.at == pytest.approx(middle)
        assert scene.hit(QPointF(middle[0] + 5.5 / zoom, middle[1]), zoom).what == "empty"


def test_ports_win_over_components_and_components_over_wires(scene):
    for name, symbol in scene.layout.symbols.items():
        for port, terminal in symbol.terminals.items():
            found = scene.hit(QPointF(*terminal.at), 1.0)
            assert found.what == "port"
            if f"{name}.{port}" not in scene.layout.linked:
                assert found.end == f"{name}.{port}"
    x, y = scene.layout.symbols["SB1"].place.at
    assert scene.hit(QPointF(x, y), 1.0).what == "component"


@pytest.mark.parametrize("zoom", [0.1, 0.25, 1.0])
def test_zoomed_out_the_middle_of_a_component_can_still_be_taken_hold_of(scene, zoom):
    for name, symbol in scene.layout.symbols.items():
        left, top, right, bottom = symbol.box
        found = scene.hit(QPointF((left + right) / 2, (top + bottom) / 2), zoom)
        assert (found.what, found.name) == ("component", name)


def test_labels_belong_to_their_component(scene):
    label = scene.layout.labels["SB1"]
    found = scene.hit(QPointF(label.x, label.name_y - 3), 1.0)
    assert (found.what, found.name, found.port, found.component) == ("component", "SB1", "name", "SB1")
    assert scene.hit(QPointF(label.x, label.values_y - 3), 1.0).port == "values"
    assert scene.hit(QPointF(label.x, label.name_y - 3), 0.3).port == ""  # not shown at this zoom


def test_segments_are_counted_along_the_whole_route(qapp, document, selection, theme):
    document.replace(load(CIRCUITS / "andrews_squeezer.mars"))
    scene = SheetScene(document, selection, theme)
    checked = 0
    for key, points in scene.layout.wires.items():
        for index, (a, b) in enumerate(pairwise(points)):
            middle = QPointF((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            found = scene.hit(middle, 1.0)
            if found.what == "wire" and found.name == key:
                assert found.segment == index
                checked += 1
    assert checked > len(scene.layout.wires) / 2


def test_junctions_and_mere_partings_tell_their_wire(qapp, document, selection, theme):
    document.replace(load(CIRCUITS / "andrews_squeezer.mars"))
    scene = SheetScene(document, selection, theme)
    places = [place for dots in scene.layout.dots.values() for place in dots]
    assert places
    for place in places:
        found = scene.hit(QPointF(*place), 1.0)
        assert found.what in ("junction", "port")
        if found.what == "junction":
            assert found.key in scene.layout.links
            assert found.end == found.name
            assert found.name == "" or scene.layout.junctions[found.name] == place


def test_badges_and_grips_of_notes(scene, fig1, selection):
    scene.set_problems({"KN2": [Complaint("KN2", "wrong", "")]})
    badge = scene.badges["KN2"]
    assert scene.hit(QPointF(badge.x() + 5, badge.y()), 1.0).what == "badge"
    assert scene.hit(QPointF(badge.x() + 12, badge.y()), 0.2).what == "badge"  # it grows when zoomed out
    fig1.edit("note", lambda c: c.drawing.update(notes=[{"text": "hello", "at": [0, 400], "width": 120}]))
    frame = scene.note_boxes()[0]
    edge = QPointF(frame.right(), frame.center().y())
    assert (scene.hit(edge, 1.0).what, scene.hit(edge, 1.0).port) == ("note", "")
    selection.set(notes=[0])
    assert scene.hit(edge, 1.0).port == "width"
    assert scene.hit(frame.center(), 1.0).name == 0


def test_hits_look_at_the_neighbourhood_only(qtbot, document, selection, theme, monkeypatch):
    from mars.gui.canvas import hit_test

    document.replace(chains(12, 20))
    view = shown_view(qtbot, document, selection, theme)
    seen = []
    original = hit_test._component
    monkeypatch.setattr(
        hit_test, "_component", lambda components, at, zoom: (seen.append(len(components)), original(components, at, zoom))[1]
    )
    view.hit_at(QPointF(450, 300))
    assert seen and seen[0] < 8
