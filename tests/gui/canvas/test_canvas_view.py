"""Zoom, pan and selection by real events on the viewport."""

import pytest
from mars.gui.canvas.input_host import InputHost
from mars.gui.canvas.zoom_snapshot import SHARP_AFTER
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mars.document.circuit import Circuit
from tests.helpers.gui.canvas import chains, on_screen, picture, shown_view

LEFT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton
NO_PIXELS = QPoint()
NONE = Qt.KeyboardModifier.NoModifier


@pytest.fixture
def view(qtbot, fig1, selection, theme):
    return shown_view(qtbot, fig1, selection, theme)


def wheel(view, at, notches, modifiers=NONE, pixels=NO_PIXELS, phase=Qt.ScrollPhase.NoScrollPhase):
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.viewport().mapToGlobal(at)),
        pixels,
        QPoint(0, round(120 * notches)),
        Qt.MouseButton.NoButton,
        modifiers,
        phase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_the_wheel_zooms_about_the_mouse_without_creeping(view):
    mouse = QPoint(137, 251)
    before = view.mapToScene(mouse)
    for notches in (1, 1, 1, -1, -1, -1, -1, -1, 1, 1):
        wheel(view, mouse, notches)
        off = view.mapFromScene(before) - mouse
        assert abs(off.x()) <= 1 and abs(off.y()) <= 1
    assert view.zoom == pytest.approx(1.0)


def test_zoom_stays_between_10_and_400_percent(view):
    for _ in range(40):
        wheel(view, QPoint(100, 100), 1)
    assert view.zoom == 4.0
    for _ in range(60):
        wheel(view, QPoint(100, 100), -1)
    assert view.zoom == 0.1


def test_fingers_on_a_touchpad_pan_and_control_zooms(view):
    before = view.mapToScene(0, 0)
    wheel(view, QPoint(100, 100), 0.25, pixels=QPoint(0, 30), phase=Qt.ScrollPhase.ScrollUpdate)
    assert view.zoom == 1.0
    assert before.y() - view.mapToScene(0, 0).y() == pytest.approx(30)
    wheel(view, QPoint(100, 100), 1, Qt.KeyboardModifier.ControlModifier, QPoint(0, 30), Qt.ScrollPhase.ScrollUpdate)
    assert view.zoom > 1


def test_keys_zoom_and_fit(view):
    QTest.keyClick(view.viewport(), Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert view.zoom == pytest.approx(1.25)
    QTest.keyClick(view.viewport(), Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert view.zoom == pytest.approx(1.0)
    view.pan(5000, 5000)
    QTest.keyClick(view.viewport(), Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert seen.contains(view.sheet.content_rect())


@pytest.mark.parametrize("with_space", [False, True])
def test_middle_drag_and_space_drag_pan(view, selection, with_space):
    button = LEFT if with_space else MIDDLE
    before = view.mapToScene(0, 0)
    if with_space:
        QTest.keyPress(view.viewport(), Qt.Key.Key_Space)
    QTest.mousePress(view.viewport(), button, pos=QPoint(300, 300))
    QTest.mouseMove(view.viewport(), QPoint(340, 280))
    QTest.mouseMove(view.viewport(), QPoint(400, 250))
    QTest.mouseRelease(view.viewport(), button, pos=QPoint(400, 250))
    if with_space:
        QTest.keyRelease(view.viewport(), Qt.Key.Key_Space)
    after = view.mapToScene(0, 0)
    assert (before.x() - after.x(), before.y() - after.y()) == pytest.approx((100, -50))
    QTest.mouseMove(view.viewport(), QPoint(100, 100))
    assert view.mapToScene(0, 0) == after
    assert not selection


def test_the_sheet_has_no_edge_and_does_not_jump_when_it_grows(view, fig1):
    before = view.mapToScene(10, 10)
    fig1.edit("far", lambda c: c.add("bodies.rod", "Far", at=(20000, -9000)))
    assert view.mapToScene(10, 10) == before
    assert view.sheet.sceneRect().contains(QPointF(20000, -9000))
    view.pan(-50000, 40000)
    assert view.mapToScene(10, 10).x() - before.x() == pytest.approx(50000)


def test_a_click_selects_and_a_rubber_band_takes_what_it_meets(view, selection):
    layout = view.sheet.layout
    QTest.mouseClick(view.viewport(), LEFT, pos=on_screen(view, layout.symbols["SB1"].place.at))
    assert selection.only == "SB1"
    (ax, ay), (_, by) = layout.wires["KN1.turn Ew2.turn"]
    QTest.mouseClick(view.viewport(), LEFT, pos=on_screen(view, (ax, (ay + by) / 2)))
    assert selection.links == {"KN1.turn Ew2.turn"} and not selection.components
    start, end = on_screen(view, _outside(layout, "KN2", -60)), on_screen(view, _outside(layout, "SB2", 60))
    QTest.mousePress(view.viewport(), LEFT, pos=start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), LEFT, pos=end)
    assert selection.components == {"KN2", "SB2"}
    QTest.mouseClick(view.viewport(), LEFT, pos=QPoint(5, 5))
    assert not selection


def _outside(layout, name, by):
    x, y = layout.symbols[name].place.at
    return x + by, y + by / 2


class Recorder(InputHost):
    def __init__(self, takes):
        self.takes, self.calls = takes, []

    def mouse_press(self, event, hit):
        self.calls.append(("press", hit.what, hit.name))
        return self.takes

    def mouse_move(self, event, hit):
        self.calls.append(("move", hit.what, hit.name))
        return self.takes

    def mouse_release(self, event, hit):
        self.calls.append(("release", hit.what, hit.name))
        return self.takes

    def double_click(self, event, hit):
        self.calls.append(("double", hit.what, hit.name))
        return self.takes

    def key_press(self, event):
        self.calls.append(("key", event.key()))
        return self.takes


def test_a_host_gets_the_events_with_what_was_hit(view, selection):
    host = Recorder(takes=True)
    view.set_host(host)
    place = on_screen(view, view.sheet.layout.symbols["SB1"].place.at)
    QTest.mouseClick(view.viewport(), LEFT, pos=place)
    QTest.mouseDClick(view.viewport(), LEFT, pos=place)
    QTest.mouseRelease(view.viewport(), LEFT, pos=place)
    QTest.keyClick(view.viewport(), Qt.Key.Key_R)
    assert ("press", "component", "SB1") in host.calls and ("release", "component", "SB1") in host.calls
    assert ("double", "component", "SB1") in host.calls and ("key", Qt.Key.Key_R) in host.calls
    assert not selection
    QTest.mouseMove(view.viewport(), place + QPoint(1, 1))
    assert not view.sheet.components["SB1"].is_hovered  # the host handled the move
    host.takes = False
    QTest.mouseMove(view.viewport(), place)
    assert view.sheet.components["SB1"].is_hovered
    view.set_host(None)
    QTest.mouseClick(view.viewport(), LEFT, pos=place)
    assert selection.only == "SB1"


def test_components_out_of_sight_are_brought_into_it(view):
    view.pan(9000, 0)
    view.show_component("SB2.2")
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    assert seen.contains(QPointF(*view.sheet.layout.symbols["SB2"].place.at))
    there = view.mapToScene(0, 0)
    view.show_component("SB2")
    assert view.mapToScene(0, 0) == there


# The snapshot while zooming


def test_zooming_paints_items_once_and_sharpens_soon_after(qtbot, document, selection, theme):
    document.replace(chains(6, 12))
    view = shown_view(qtbot, document, selection, theme)
    painted = []
    for item in view.sheet.components.values():
        item.paint = lambda *arguments, name=item.symbol.name, paint=item.paint: (painted.append(name), paint(*arguments))[1]
    mouse = QPoint(400, 300)
    wheel(view, mouse, 1)
    QApplication.processEvents()
    at_first = len(painted)  # one snapshot is taken when the gesture starts
    with qtbot.waitSignal(view.sharpened):
        for _ in range(3):
            wheel(view, mouse, 1)
            view.viewport().repaint()
            assert view.zoom_snapshot.is_shown
        assert len(painted) == at_first
    view.viewport().repaint()
    assert len(painted) > at_first and not view.zoom_snapshot.is_shown
    assert SHARP_AFTER <= 150


def test_the_scaled_picture_shows_the_drawing_where_it_will_be(qtbot, document, selection, theme):
    document.replace(chains(3, 6))
    view = shown_view(qtbot, document, selection, theme)
    view.fit()
    view.viewport().repaint()
    for notches in (1, -3):
        wheel(view, QPoint(450, 300), notches)
        assert view.zoom_snapshot.is_shown
        coarse = picture(view)
        view.zoom_snapshot.end()
        sharp = picture(view)
        ink = [
            (x, y)
            for x in range(0, sharp.width(), 2)
            for y in range(0, sharp.height(), 2)
            if _dark(sharp, x, y) != _dark(coarse, x, y)
        ]
        assert len(ink) < 0.02 * sharp.width() * sharp.height() / 4


def _dark(image, x, y):
    return image.pixelColor(x, y).lightness() < 160


def test_panning_paints_only_the_edge_that_comes_into_sight(qtbot, document, selection, theme):
    document.replace(chains(8, 14))
    view = shown_view(qtbot, document, selection, theme)
    view.zoom_to(0.5)
    view.zoom_snapshot.end()
    view.viewport().repaint()
    painted = []
    for item in view.sheet.components.values():
        item.paint = lambda *arguments, name=item.symbol.name, paint=item.paint: (painted.append(name), paint(*arguments))[1]
    view.viewport().update()
    QApplication.processEvents()
    whole = len(painted)
    painted.clear()
    view.pan(-6, 0)
    QApplication.processEvents()
    assert whole > 40
    assert len(painted) < whole / 3


def test_labels_go_below_60_percent_and_names_below_35(qtbot, fig1, selection, theme, monkeypatch):
    from mars.gui.canvas import items

    view = shown_view(qtbot, fig1, selection, theme)
    written = []
    original = items.write
    monkeypatch.setattr(
        items,
        "write",
        lambda painter, x, y, text, *rest, **more: (written.append(text), original(painter, x, y, text, *rest, **more))[1],
    )
    seen = {}
    for zoom in (1.0, 0.61, 0.59, 0.36, 0.34):
        view.fit()
        view.zoom_to(zoom)
        view.zoom_snapshot.end()
        written.clear()
        picture(view)
        seen[zoom] = ("SB1" in written, "30°" in written)
    assert seen == {1.0: (True, True), 0.61: (True, True), 0.59: (True, False), 0.36: (True, False), 0.34: (False, False)}


def test_dots_of_the_grid_go_below_50_percent(view, fig1, theme):
    fig1.replace(Circuit())
    colours = set()
    for zoom in (1.0, 0.6, 0.49):
        view.zoom_to(zoom)
        view.zoom_snapshot.end()
        image = picture(view)
        names = {image.pixelColor(x, y).name().upper() for x in range(60) for y in range(60)}
        colours.add((zoom, len(names) > 1))
        assert theme.colours["sheet"] in names
    assert colours == {(1.0, True), (0.6, True), (0.49, False)}
