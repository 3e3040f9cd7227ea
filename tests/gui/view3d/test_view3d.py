"""The motion view: follows edits, shows unfinished drawings, selects and pulls with the mouse. Both renderers."""

from itertools import pairwise

import numpy as np
import pytest
from mars.gui.document.document import Document
from mars.gui.document.selection import Selection
from mars.gui.view3d import MotionView, opengl_renderer
from mars.gui.view3d.tooltips import tip_of
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPixmap, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mars.document.storage import dumps, load

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
SHIFT = Qt.KeyboardModifier.ShiftModifier
HUES = ("#7C93B2", "#B28B7C")


@pytest.fixture(params=["gl", "painter"])
def renderer(request, monkeypatch):
    if request.param == "painter":
        monkeypatch.setenv("MARS_NO_GL", "1")
    elif opengl_renderer.card() is None:
        pytest.skip("no OpenGL on this machine")
    return request.param


@pytest.fixture
def make(qtbot, theme):
    def show(document, size=(600, 450)):
        view = MotionView(document, Selection(document), theme)
        qtbot.addWidget(view)
        view.resize(*size)
        view.show()
        qtbot.waitExposed(view)
        view.grab()
        return view

    return show


@pytest.fixture
def arm(make, fig1, renderer):
    return make(fig1)


def pixel(view, place):
    x, y, _ = view.projection().project(np.array(place))[0]
    return QPoint(round(x), round(y))


def middle(view, body):
    return (view.poses.points[f"{body}.1"][0] + view.poses.points[f"{body}.2"][0]) / 2


def on(view, body, share=0.5):
    a, b = (view.poses.points[f"{body}.{k}"][0] for k in (1, 2))
    return pixel(view, a + share * (b - a))


def drag(view, start, end, button=LEFT, modifiers=Qt.KeyboardModifier.NoModifier, release=True):
    QTest.mousePress(view, button, modifiers, start)
    for share in (0.2, 0.5, 0.8, 1.0):
        at = QPoint(round(start.x() + share * (end.x() - start.x())), round(start.y() + share * (end.y() - start.y())))
        move(view, at, button, modifiers)
    if release:
        QTest.mouseRelease(view, button, modifiers, end)


def move(view, at, buttons=Qt.MouseButton.NoButton, modifiers=Qt.KeyboardModifier.NoModifier):
    place = QPointF(at)
    event = QMouseEvent(
        QEvent.Type.MouseMove, place, view.mapToGlobal(place), Qt.MouseButton.NoButton, Qt.MouseButton(buttons), modifiers
    )
    QApplication.sendEvent(view, event)


def near_hue(colour, hue, tolerance=0.22):
    """The hue under some light: the same ratio of red, green and blue."""
    a, b = (np.array(QColor(c).getRgbF()[:3]) for c in (colour, hue))
    return np.abs(a / a.max() - b / b.max()).max() < tolerance


def test_bodies_are_seen_in_their_hues(arm):
    image = arm.picture(arm.projection(), 1.0)
    for body, hue in zip(("SB1", "SB2"), HUES, strict=True):
        assert near_hue(image.pixelColor(on(arm, body)), hue)
    corner = image.pixelColor(arm.width() - 40, arm.height() // 2 + 60)
    assert corner.lightnessF() > 0.85, "the sheet's own colour where nothing stands"


def test_an_empty_drawing_shows_ground_axes_and_gravity(make, document, renderer):
    view = make(document)
    image = view.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(0, 600, 2) for y in range(0, 450, 2)}
    assert len(colours) > 20, "grid lines cross the picture"
    origin = pixel(view, [0, 0, 0])
    around = [image.pixelColor(origin.x() + dx, origin.y() + dy) for dx in range(-40, 41) for dy in range(-40, 41)]
    assert any(c.red() > 150 and c.green() < 130 and c.blue() < 130 for c in around), "x is red"
    assert any(c.green() > 130 and c.red() < 120 and c.blue() < 140 for c in around), "y is green"
    assert any(c.blue() > 180 and c.red() < 120 for c in around), "z is blue"
    with_gravity = view.grab(view.rect().adjusted(60, 390, -500, 0)).toImage()
    document.edit("No gravity", lambda circuit: setattr(circuit, "gravity", [0, 0, 0]))
    view.rebuild()
    assert view.grab(view.rect().adjusted(60, 390, -500, 0)).toImage() != with_gravity


def test_follows_an_edit_once_however_many_come_in_a_row(arm, fig1, qtbot):
    before = arm.poses.points["SB1.2"][0]
    seen = []
    arm.poses_changed.connect(seen.append)
    with qtbot.waitSignal(arm.poses_changed):
        for length in (0.3, 0.4, 0.9):
            fig1.edit("Length", lambda circuit, value=length: circuit.set("SB1.length", value))
    assert len(seen) == 1
    assert np.linalg.norm(arm.poses.points["SB1.2"][0]) == pytest.approx(0.9)
    assert np.linalg.norm(before) == pytest.approx(0.6)


def test_moving_a_symbol_on_the_sheet_is_not_looked_at(arm, fig1):
    def shift(circuit):
        circuit.drawing["components"]["SB1"]["at"] = [300, 40]

    mechanism, renders = arm.mechanism, arm.renders
    fig1.edit("Move", shift)
    QApplication.processEvents()
    arm.grab()
    assert arm.mechanism is mechanism and arm.renders == renders


def test_pictures_are_made_only_when_something_changed(arm):
    renders = arm.renders
    for share in (0.2, 0.4, 0.6):
        move(arm, on(arm, "SB1", share))
        arm.grab()
    arm.selection.set(["SB1"])
    arm.grab()
    assert arm.renders == renders
    arm.set_camera(arm.camera.orbited(10, 0), by_user=True)
    arm.grab()
    assert arm.renders == renders + 1


def test_a_click_selects_shift_adds_and_empty_space_clears(arm):
    QTest.mouseClick(arm, LEFT, pos=on(arm, "SB1"))
    assert arm.selection.components == {"SB1"}
    QTest.mouseClick(arm, LEFT, SHIFT, on(arm, "SB2"))
    assert arm.selection.components == {"SB1", "SB2"}
    QTest.mouseClick(arm, LEFT, pos=QPoint(560, 300))
    assert not arm.selection.components


def test_a_click_on_a_joint_selects_it(arm):
    QTest.mouseClick(arm, LEFT, pos=pixel(arm, arm.poses.joints["KN2"].place))
    assert arm.selection.components == {"KN2"}


def test_a_base_is_selected_by_its_plate(arm):
    below = pixel(arm, arm.poses.bases["Ew1"][0]) + QPoint(12, 4)
    QTest.mouseClick(arm, LEFT, pos=below)
    assert arm.selection.components == {"Ew1"}


def test_a_selected_body_has_an_accent_rim(arm):
    def blue():
        image = arm.grab().toImage()
        at = on(arm, "SB1", 0.4)
        column = [image.pixelColor(at.x(), y) for y in range(at.y() - 40, at.y() + 40)]
        return sum(colour.blue() - colour.red() > 150 for colour in column)

    assert blue() == 0
    arm.selection.set(["SB1"])
    assert blue() >= 2


def test_hovering_lights_the_body_or_the_ports_and_leaving_puts_it_out(arm):
    move(arm, on(arm, "SB2"))
    assert arm.selection.lit == {"SB2"}
    move(arm, pixel(arm, arm.poses.points["SB2.2"][0]))
    assert arm.selection.lit == {"SB2.2", "Ef3.1"}
    move(arm, QPoint(560, 300))
    assert not arm.selection.lit
    arm.selection.light(["KN1"])  # another view highlights something
    move(arm, QPoint(550, 310))
    QApplication.sendEvent(arm, QEvent(QEvent.Type.Leave))
    assert arm.selection.lit == {"KN1"}


def test_a_port_pointed_at_elsewhere_shows_its_label(make, renderer, document):
    document.replace(load("circuits/stewart_platform.mars"))
    view = make(document)
    assert not any(label.box.width() for label in view.labels), "too many points to name them all"
    end = next(end for end in view.poses.points if view.poses.bodies.keys() & {end.split(".")[0]})
    view.selection.light([end])
    view.grab()
    assert [label.text for label in view.labels if label.box.width()] == [end]
    view.show_all_labels(True)
    view.grab()
    assert all(label.box.width() for label in view.labels)


def test_dragging_the_tip_moves_the_joints_and_is_one_entry(arm, fig1):
    before = dumps(fig1.circuit)
    tip = arm.poses.points["SB2.2"][0]
    goal = tip + np.array([-0.15, 0.2, 0.0])
    drag(arm, pixel(arm, tip), pixel(arm, goal))
    arm.rebuild()
    assert fig1.undo_stack.count() == 1
    metres = arm.projection().metres_per_pixel
    assert np.linalg.norm(arm.poses.points["SB2.2"][0] - goal) < 0.002 + 2 * metres
    for name in ("KN1.angle", "KN2.angle"):
        start = fig1.circuit.start[name]
        number, unit = start.value.split()
        assert unit == "deg" and round(float(number), 1) == float(number) and start.how == "fixed"
    fig1.undo_stack.undo()
    assert dumps(fig1.circuit) == before


def test_the_picture_follows_while_dragging_but_nothing_is_written_before_the_end(arm, fig1):
    before = dumps(fig1.circuit)
    seen = []
    arm.poses_changed.connect(lambda poses: seen.append(poses.coordinates["KN1.angle"]))
    start = on(arm, "SB1", 0.9)
    drag(arm, start, start + QPoint(-60, -40), release=False)
    assert len(set(seen)) >= 3 and dumps(fig1.circuit) == before
    assert arm.hint is not None and "KN1" in arm.hint[1]
    QTest.keyClick(arm, Qt.Key.Key_Escape)
    assert dumps(fig1.circuit) == before and fig1.undo_stack.count() == 0
    assert arm.poses.coordinates["KN1.angle"] == pytest.approx(np.radians(30))
    QTest.mouseRelease(arm, LEFT, pos=start)
    assert fig1.undo_stack.count() == 0 and arm.hint is None


def test_dragging_a_four_bar_keeps_its_loop_closed(make, renderer, document):
    document.replace(load("circuits/four_bar.mars"))
    view = make(document)
    hows = {name: start.how for name, start in document.circuit.start.items()}
    point = view.poses.points["Coupler.1"][0]
    drag(view, pixel(view, point), pixel(view, point) + QPoint(40, 10))
    view.rebuild()
    assert document.undo_stack.count() == 1
    assert view.poses.gap < 1e-7
    assert np.linalg.norm(view.poses.points["Coupler.1"][0] - point) > 0.01
    for name, start in document.circuit.start.items():
        assert start.how == hows.get(name, "guess")


def test_a_run_is_played_and_left_again(arm):
    arm.set_coordinates({"KN1.angle": 1.0, "KN2.angle": 0.5}, 2.0)
    tip = [0.6 * np.cos(1) + 0.4 * np.cos(1.5), 0.6 * np.sin(1) + 0.4 * np.sin(1.5), 0]
    np.testing.assert_allclose(arm.poses.points["SB2.2"][0], tip, atol=1e-12)
    count = arm.document.undo_stack.count()
    drag(arm, on(arm, "SB2"), on(arm, "SB2") + QPoint(30, 30))
    assert arm.document.undo_stack.count() == count, "a played pose cannot be dragged"
    arm.show_start()
    assert arm.poses.coordinates["KN1.angle"] == pytest.approx(np.radians(30))


def test_an_edit_while_a_run_plays_keeps_the_moment(arm, fig1, qtbot):
    arm.set_coordinates({"KN1.angle": 1.0, "KN2.angle": 0.5}, 2.0)
    with qtbot.waitSignal(arm.poses_changed):
        fig1.edit("Length", lambda circuit: circuit.set("SB2.length", 0.2))
    assert arm.poses.coordinates["KN1.angle"] == 1.0 and arm.playing is not None


def test_the_zero_pose_is_a_switch(arm):
    QTest.mouseClick(arm.buttons.zero, LEFT)
    np.testing.assert_allclose(arm.poses.points["SB2.2"][0], [1.0, 0, 0], atol=1e-12)
    QTest.mouseClick(arm.buttons.zero, LEFT)
    assert arm.poses.coordinates["KN2.angle"] == pytest.approx(np.radians(-45))


def test_left_and_middle_drags_orbit_right_and_shift_drags_pan(arm):
    empty = QPoint(560, 300)
    first = arm.camera
    drag(arm, empty, empty + QPoint(-50, 20))
    assert arm.camera.yaw != first.yaw and arm.camera.target == first.target and not arm.is_auto
    drag(arm, on(arm, "SB1"), on(arm, "SB1") + QPoint(30, 0), MIDDLE)
    second = arm.camera
    assert arm.document.undo_stack.count() == 0
    for button, modifiers in ((RIGHT, Qt.KeyboardModifier.NoModifier), (LEFT, SHIFT)):
        before = pixel(arm, [0, 0, 0])
        drag(arm, empty, empty + QPoint(-25, 15), button, modifiers)
        shift = pixel(arm, [0, 0, 0]) - before
        assert abs(shift.x() + 25) <= 2 and abs(shift.y() - 15) <= 2
    assert (arm.camera.yaw, arm.camera.pitch) == (second.yaw, second.pitch)


def test_the_wheel_zooms_about_the_mouse(arm):
    at = QPointF(on(arm, "SB2", 0.7))
    place = arm.projection().on_plane(at.x(), at.y(), np.zeros(3), np.array([0.0, 0.0, 1.0]))
    before = arm.camera.height
    none = Qt.MouseButton.NoButton
    event = QWheelEvent(
        at,
        arm.mapToGlobal(at),
        QPoint(),
        QPoint(0, 240),
        none,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(arm, event)
    assert arm.camera.height < before
    np.testing.assert_allclose(arm.projection().project(place)[0, :2], [at.x(), at.y()], atol=0.01)


def test_views_and_fit_by_button_and_key(arm, qtbot):
    QTest.mouseClick(arm.buttons.views["top"], LEFT)
    qtbot.waitUntil(lambda: arm.camera.pitch == 90 and not arm.camera_motion.is_flying())
    assert arm.camera.is_flat
    QTest.mouseClick(arm.buttons.views["iso"], LEFT)
    qtbot.waitUntil(lambda: not arm.camera_motion.is_flying() and not arm.camera.is_flat)
    arm.set_camera(arm.camera.zoomed(0.1).panned(3, 3), by_user=True)
    assert not arm.camera_motion.is_in_sight(arm.camera)
    QTest.keyClick(arm, Qt.Key.Key_F)
    qtbot.waitUntil(lambda: not arm.camera_motion.is_flying() and arm.camera_motion.is_in_sight(arm.camera))
    arm.set_camera(arm.camera.panned(3, 3), by_user=True)
    QTest.mouseDClick(arm, LEFT, pos=QPoint(300, 200))
    qtbot.waitUntil(lambda: not arm.camera_motion.is_flying() and arm.camera_motion.is_in_sight(arm.camera))


def test_the_camera_follows_until_the_user_moves_it(arm, fig1, qtbot):
    fig1.edit("Length", lambda circuit: circuit.set("SB1.length", 3.0))
    qtbot.waitUntil(
        lambda: arm.camera.height > 2 and arm.camera_motion.is_in_sight(arm.camera) and not arm.camera_motion.is_flying()
    )
    arm.set_camera(arm.camera.orbited(5, 5), by_user=True)
    camera = arm.camera
    with qtbot.waitSignal(arm.poses_changed):
        fig1.edit("Length", lambda circuit: circuit.set("SB1.length", 9.0))
    assert arm.camera == camera


def test_an_open_loop_says_so(make, renderer, document, theme):
    document.replace(load("circuits/four_bar.mars"))
    view = make(document)
    error = theme.colour("error")

    def red():
        image = view.grab().toImage()
        return sum(image.pixelColor(x, y) == error for x in range(600) for y in range(450))

    assert red() == 0
    document.edit("Short", lambda circuit: circuit.set("Coupler.length", 0.2))
    view.rebuild()
    assert view.poses.gap > 0.01 and red() > 20


def test_loose_parts_are_translucent(arm, fig1):
    fig1.edit("Cut", lambda circuit: circuit.disconnect("SB1.2", "KN2.1"))
    arm.rebuild(is_new=True)
    assert "SB2" in arm.poses.loose
    image = arm.picture(arm.projection(), 1.0)
    solid, clear = (image.pixelColor(on(arm, body, 0.3)) for body in ("SB1", "SB2"))
    assert clear.lightnessF() > solid.lightnessF() + 0.1


def test_every_unfinished_drawing_is_shown(make, fig1, renderer):
    view = make(fig1, (300, 240))
    whole = fig1.circuit.copy()
    for name in list(whole.components):
        circuit = whole.copy()
        circuit.remove(name)
        fig1.replace(circuit)
        assert not view.grab().isNull()
    for link in whole.links:
        circuit = whole.copy()
        circuit.disconnect(link.a, link.b)
        fig1.replace(circuit)
        assert not view.grab().isNull()


def test_sharp_at_two_device_pixels(arm):
    pixmap = QPixmap(1200, 900)
    pixmap.setDevicePixelRatio(2)
    arm.render(pixmap)
    assert arm._image.devicePixelRatio() == 2, "drawn for the picture's pixels, not stretched"
    image = arm.picture(arm.projection(), 2.0)
    assert (image.width(), image.height(), image.devicePixelRatio()) == (1200, 900, 2)
    assert near_hue(image.pixelColor(2 * on(arm, "SB1")), HUES[0])


def test_a_new_document_gets_a_camera_of_its_own(arm, fig1):
    assert arm.camera.is_flat
    fig1.replace(load("circuits/panda.mars"))
    assert not arm.camera.is_flat and arm.camera_motion.is_in_sight(arm.camera)
    fig1.replace(load("circuits/four_bar.mars"))
    assert arm.camera.is_flat


def test_two_views_of_one_document(make, fig1, renderer):
    first, second = make(fig1), make(fig1, (300, 240))
    assert first.grab().size() != second.grab().size()
    second.close()
    first.set_camera(first.camera.orbited(20, 10), by_user=True)
    assert near_hue(first.picture(first.projection(), 1.0).pixelColor(on(first, "SB1")), HUES[0])


def test_the_theme_changes_the_picture(arm, theme):
    light = arm.grab().toImage().pixelColor(560, 300).lightnessF()
    theme.choose("dark")
    assert arm.grab().toImage().pixelColor(560, 300).lightnessF() < 0.3 < light


def test_a_tooltip_says_where_a_point_is_in_the_body_and_in_the_world(arm):
    at = pixel(arm, arm.poses.points["SB2.2"][0])
    text = tip_of(arm.mouse.target_at(QPointF(at)), arm.poses, arm.document.circuit)
    assert text.splitlines() == ["SB2.2 · Ef3.1", "in SB2: (0.4, 0, 0) m", "in global axes: (0.906, 0.1965, 0) m"]
    text = tip_of(arm.mouse.target_at(QPointF(on(arm, "SB1"))), arm.poses, arm.document.circuit)
    assert text == "SB1  bodies.rod"


def test_a_loose_body_says_why_it_does_not_stay_where_it_is_put(arm, fig1):
    fig1.edit("Cut", lambda circuit: circuit.disconnect("SB1.2", "KN2.1"))
    arm.rebuild(is_new=True)
    arm.grab()
    count, start = fig1.undo_stack.count(), on(arm, "SB2")
    drag(arm, start, start + QPoint(0, -50), release=False)
    assert "not connected to a base" in arm.hint[1]
    QTest.mouseRelease(arm, LEFT, pos=start)
    assert fig1.undo_stack.count() == count and arm.hint is None


@pytest.mark.parametrize("length", [1e300, 1e9, 1e-9, 1e-300])
def test_lengths_beyond_reason_are_drawn_all_the_same(arm, fig1, length, capfd):
    fig1.edit("Length", lambda circuit: circuit.set("SB1.length", length))
    arm.rebuild(is_new=True)
    assert not arm.grab().isNull()
    assert "Error" not in capfd.readouterr().err


def test_a_rod_thinner_than_a_pixel_is_seen(arm, fig1):
    fig1.edit("Thin", lambda circuit: circuit.set("SB1.radius", 1e-5))
    arm.rebuild()
    image, at = arm.picture(arm.projection(), 1.0), on(arm, "SB1")
    assert min(image.pixelColor(at.x(), at.y() + dy).lightnessF() for dy in (-1, 0, 1)) < 0.75


def test_a_document_closed_with_its_view_leaves_nothing_behind(make, renderer):
    document = Document(load("circuits/pendulum.mars"))
    view = make(document)
    view.close()
    view.deleteLater()
    QApplication.processEvents()
    document.edit("Title", lambda circuit: setattr(circuit, "gravity", [0, 0, 0]))
    QApplication.processEvents()


def in_sight(view):
    """Whether all points of the mechanism are within the image."""
    x, y, _ = view.projection().project(np.array([place for place, _ in view.poses.points.values()])).T
    return bool((x > 0).all() and (x < view.width()).all() and (y > 0).all() and (y < view.height()).all())


def swing(view, steps=60):
    """A run in which the arm swings down and around; the cameras of its frames."""
    cameras = []
    for i in range(steps):
        view.set_coordinates({"KN1.angle": np.radians(30 - 5 * i), "KN2.angle": np.radians(-45 + i)}, i / 30)
        cameras.append(view.camera)
        assert in_sight(view), f"picture {i}"
    return cameras


def test_a_run_stays_in_the_picture_which_only_widens_and_not_in_jumps(arm, qtbot):
    first = arm.camera
    cameras = swing(arm)
    heights = [camera.height for camera in cameras]
    assert heights == sorted(heights) and heights[-1] > 1.3 * first.height
    assert max(b / a for a, b in pairwise(heights)) < 1.1
    assert arm.is_auto
    arm.show_start()
    qtbot.waitUntil(lambda: not arm.camera_motion.is_flying())
    assert arm.camera.height == pytest.approx(first.height, rel=0.01)


def test_the_next_run_begins_with_what_the_last_one_reached(arm, fig1, qtbot):
    wide = swing(arm)[-1]
    arm.show_start()
    qtbot.waitUntil(lambda: not arm.camera_motion.is_flying())
    arm.set_coordinates({"KN1.angle": 0.5, "KN2.angle": -0.7}, 0.0)
    qtbot.waitUntil(lambda: not arm.camera_motion.is_flying())
    assert arm.camera.height == pytest.approx(wide.height, rel=0.1)
    heights = {camera.height for camera in swing(arm)}
    assert len(heights) == 1, "nothing moves but the arm"
    arm.show_start()
    fig1.edit("Length", lambda circuit: circuit.set("SB1.length", 0.3))
    arm.rebuild()
    assert not len(arm.camera_motion.reach), "another arm reaches other places"


def test_a_camera_that_the_user_has_moved_stays_while_a_run_plays(arm):
    arm.set_camera(arm.camera.zoomed(0.5), by_user=True)
    camera = arm.camera
    for angle in (0.0, -1.5, -3.0):
        arm.set_coordinates({"KN1.angle": angle, "KN2.angle": 0.0}, 1.0)
    assert arm.camera == camera


def test_pictures_of_a_motion_are_rough_where_smooth_ones_are_slow(arm, qtbot):
    arm.slow = -1.0
    qtbot.waitUntil(lambda: not arm._moving.isActive())
    renders = arm.renders
    arm.set_camera(arm.camera.orbited(10, 0), by_user=True)
    rough = arm.picture(arm.projection(), 1.0)
    assert arm.is_rough and arm.renders == renders + 1
    qtbot.waitUntil(lambda: not arm.is_rough)
    smooth = arm.picture(arm.projection(), 1.0)
    assert arm.renders == renders + 2 and smooth != rough, "drawn once more when it has come to rest"
    arm.slow = float("inf")
    arm.set_camera(arm.camera.orbited(10, 0), by_user=True)
    arm.picture(arm.projection(), 1.0)
    assert not arm.is_rough and arm.renders == renders + 3
