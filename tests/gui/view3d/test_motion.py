"""Overlays of a run in the motion view: trails through the true positions, arrows proportional to forces, springs, the centre of
mass."""

import numpy as np
import pytest
from mars.gui.document.selection import Selection
from mars.gui.edits import motion_overlays
from mars.gui.view3d import MotionView, opengl_renderer, spatial_symbols, trails
from mars.gui.view3d.arrows import LONGEST, ArrowPlace, Arrows, round_below, vector_at
from mars.gui.view3d.camera import VIEWS
from mars.gui.view3d.frame import frame_along
from mars.gui.view3d.mass_centre import centre_of
from mars.gui.view3d.run_overlays import OverlayChoice, joint_ends, tips
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

import mars
from mars.mechanism.poses import PoseTree
from tests.helpers.gui.motion import Running, recorded
from tests.helpers.paths import CIRCUITS

TIP = "SB2.2"
LAST = 1.5  # s, a time between the rows of the recording


@pytest.fixture(params=["gl", "painter"])
def renderer(request, monkeypatch):
    if request.param == "painter":
        monkeypatch.setenv("MARS_NO_GL", "1")
    elif opengl_renderer.card() is None:
        pytest.skip("no OpenGL on this machine")
    return request.param


@pytest.fixture(scope="module")
def run():
    """A run of the two-segment manipulator, with the path of its tip and the forces at its joints."""
    circuit = mars.load(CIRCUITS / "two_segment_manipulator.mars")
    names = OverlayChoice((TIP, "SB1.2"), (*joint_ends(PoseTree(circuit).start()), TIP, "SB2.1")).names()
    return recorded(circuit, names)


@pytest.fixture
def running():
    return Running()


@pytest.fixture
def view(qtbot, fig1, theme, running):
    view = MotionView(fig1, Selection(fig1), theme)
    qtbot.addWidget(view)
    view.resize(600, 450)
    view.show()
    qtbot.waitExposed(view)
    view.follow(running)
    view.is_auto = False  # the camera stays
    return view


def play(view, recording, t):
    view.set_coordinates(recording.at(t), t)
    return view.grab().toImage()


def pixel(view, place):
    x, y, _ = view.projection().project(np.array(place))[0]
    return round(x), round(y)


def bluest(image, at, reach=2):
    """How much bluer than red the bluest pixel near a point is."""
    x, y = at
    near = [image.pixelColor(x + i, y + j) for i in range(-reach, reach + 1) for j in range(-reach, reach + 1)]
    return max(colour.blue() - colour.red() for colour in near)


# Trails


def test_a_trail_passes_through_the_true_places(run):
    lines = trails.trail(run, TIP, LAST, np.zeros(3), (0, 0, 1, 1))
    assert lines is not None
    x, y = run.column(f"{TIP}.r.x"), run.column(f"{TIP}.r.y")
    places = np.concatenate([lines.starts, lines.ends[-1:]])
    for row in range(0, run.count, 20):
        assert np.abs(places - [x[row], y[row], 0.0]).max(axis=1).min() < 1e-12
    now = [run.value(f"{TIP}.r.x", LAST), run.value(f"{TIP}.r.y", LAST), 0.0]
    assert np.abs(places - now).max(axis=1).min() < 1e-12


def test_a_trail_fades_into_the_past_and_is_faint_ahead(run):
    lines = trails.trail(run, TIP, 1.0, np.zeros(3), (0, 0, 1, 1))
    assert lines is not None
    alpha = lines.colours[:, 0, 3]
    newest = int(np.argmax(alpha))
    assert (np.diff(alpha[: newest + 1]) >= -1e-12).all()
    assert alpha[0] == pytest.approx(trails.OLD)
    assert alpha[-1] == pytest.approx(trails.AHEAD)


def test_places_that_are_not_known_yet_leave_a_gap(run):
    part = run.until(1.0, run.origin)
    part.column(f"{TIP}.r.x")[10:20] = np.nan
    lines = trails.trail(part, TIP, 1.0, np.zeros(3), (0, 0, 1, 1))
    assert lines is not None
    assert np.isfinite(lines.starts).all()
    longest = np.linalg.norm(lines.ends - lines.starts, axis=1).max()
    assert longest < 0.1  # no line across the gap
    assert trails.trail(part, "SB9.9", 1.0, np.zeros(3), (0, 0, 1, 1)) is None


def test_a_long_trail_keeps_its_corners_while_it_grows():
    assert [trails.stride_for(count) for count in (10, 600, 601, 1200, 1201, 100_000)] == [1, 1, 2, 2, 4, 256]


def test_choosing_a_trail_watches_its_places_draws_it_and_can_be_undone(view, run, running, renderer):
    running.show(run)
    past = [run.value(f"{TIP}.r.{a}", 0.9) for a in "xy"] + [0.0]
    before = bluest(play(view, run, LAST), pixel(view, past))
    view.run_data.choose("trails", TIP, True)
    assert running.results.watched["motion"] == [f"{TIP}.r.x", f"{TIP}.r.y", f"{TIP}.r.z"]
    assert view.document.circuit.views["motion"] == {"trails": [TIP]}
    assert bluest(play(view, run, LAST), pixel(view, past)) > before + 60
    view.document.undo_stack.undo()
    assert running.results.watched["motion"] == []
    assert bluest(play(view, run, LAST), pixel(view, past)) == before


def test_only_variables_that_the_circuit_has_are_watched(view, run, running):
    running.results.variables = dict.fromkeys(run.units, "m")
    view.run_data.choose("trails", TIP, True)
    assert running.results.watched["motion"] == [f"{TIP}.r.x", f"{TIP}.r.y"]


def test_the_button_shows_trails_of_free_ends_until_one_is_chosen(view, run, running):
    running.show(run)
    assert not view.buttons.trails.isChecked()
    QTest.mouseClick(view.buttons.trails, Qt.MouseButton.LeftButton)
    assert view.run_data.wishes().trails == tips(view.places) == (TIP,)
    assert "motion" not in view.document.circuit.views
    view.run_data.choose("trails", "SB1.2", True)
    assert view.run_data.wishes().trails == ("SB1.2",)
    assert view.buttons.trails.isChecked()
    QTest.mouseClick(view.buttons.trails, Qt.MouseButton.LeftButton)
    assert view.run_data.wishes().trails == ()


# Arrows


def test_arrows_are_as_long_as_forces_are_large(run):
    signs = [ArrowPlace("KN1.2", False), ArrowPlace("KN2.2", False)]
    places = {sign: np.zeros(3) for sign in signs}
    arrows = Arrows()
    arrows.rescale(run, signs, 0.05)
    solids, _ = arrows.drawn(run, places, LAST, 0.05, (0, 1, 0, 1), (1, 0, 0, 1))
    tips_ = {s.owner: s.place + s.rotation[:, 2] * s.scale[2] for s in solids if s.mesh == "cone" and s.colour == (0, 1, 0, 1)}
    forces = {sign.end.partition(".")[0]: vector_at(run, sign, "F", LAST) for sign in signs}
    ratio = np.linalg.norm(tips_["KN1"]) / np.linalg.norm(tips_["KN2"])
    assert ratio == pytest.approx(np.linalg.norm(forces["KN1"]) / np.linalg.norm(forces["KN2"]), rel=1e-9)
    for name, tip in tips_.items():
        assert np.allclose(np.cross(tip, forces[name]), 0.0, atol=1e-9)
        assert tip @ forces[name] > 0


def test_an_arrow_shows_what_acts_on_the_body(run):
    """The joint's port and the body's port at the same point give the same result."""
    body, joint = (vector_at(run, sign, "F", LAST) for sign in (ArrowPlace("SB2.1", True), ArrowPlace("KN2.2", False)))
    assert np.allclose(body, joint)
    assert np.linalg.norm(body) > 1.0


def test_the_scale_of_arrows_moves_slowly(run):
    arrows = Arrows()
    signs = [ArrowPlace("KN1.2", False)]
    arrows.rescale(run, signs, 0.05)
    first = arrows.force.largest
    run.column("KN1.2.F.x")[:] *= 10
    run.column("KN1.2.F.y")[:] *= 10
    seen = []
    for _ in range(80):
        arrows.rescale(run, signs, 0.05, is_new=True)
        seen.append(arrows.force.largest)
    run.column("KN1.2.F.x")[:] /= 10
    run.column("KN1.2.F.y")[:] /= 10
    assert max(b / a for a, b in zip([first, *seen], seen, strict=False)) < 1.4
    assert seen[-1] == pytest.approx(10 * first, rel=1e-3)


def test_moments_that_are_rounding_are_not_drawn(run):
    arrows = Arrows()
    tip = ArrowPlace("KN2.2", False)
    moments = run.column("KN2.2.M.z").copy()
    run.column("KN2.2.M.z")[:] = 1e-13
    arrows.rescale(run, [tip], 0.05)
    run.column("KN2.2.M.z")[:] = moments
    assert arrows.force.largest > 0
    assert arrows.moment.largest == 0


def test_the_legend_tells_a_round_force(run):
    arrows = Arrows()
    arrows.rescale(run, [ArrowPlace("KN1.2", False)], 0.05)
    force, pixels = arrows.legend(0.05, 0.005)
    assert force == round_below(force)
    assert pixels == pytest.approx(LONGEST * 0.05 * force / arrows.force.largest / 0.005)
    assert [round_below(x) for x in (1.0, 1.9, 2.0, 4.99, 730.0, 0.03)] == [1.0, 1.0, 2.0, 2.0, 500.0, 0.02]


def test_forces_at_all_joints_are_watched_and_drawn(view, run, running, renderer):
    running.show(run)
    before = play(view, run, LAST)
    QTest.mouseClick(view.buttons.forces, Qt.MouseButton.LeftButton)
    assert "KN1.2.F.x" in running.results.watched["motion"]
    assert "KN2.2.M.z" in running.results.watched["motion"]
    after = play(view, run, LAST)
    force = vector_at(run, ArrowPlace("KN1.2", False), "F", LAST)
    middle = view.poses.points["KN1.2"][0] + force / np.linalg.norm(force) * 3 * view.mechanism.stage.size
    x, y = pixel(view, middle)
    old, new = before.pixelColor(x, y), after.pixelColor(x, y)
    assert new.green() - new.red() > old.green() - old.red() + 40


# Springs


def test_coils_and_pistons_end_at_their_points():
    a, b = np.array([0.1, 0.2, 0.0]), np.array([0.9, -0.3, 0.4])
    for share in (0.5, 1.0, 2.0):
        end = a + share * (b - a)
        coil = spatial_symbols.coil(a, end, 0.02, (0, 0, 0, 1))
        assert np.array_equal(coil[0][0], a)
        assert np.array_equal(coil[-1][1], end)
        wire = np.array([start for start, *_ in coil[2:-1]]) - a
        across = frame_along((b - a) / np.linalg.norm(b - a))[:, :2]
        angles = np.unwrap(np.arctan2(*(wire @ across).T))
        assert abs(angles[-1] - angles[0]) == pytest.approx(2 * np.pi * 8)  # the same number of turns at any length
        _, rod = spatial_symbols.piston("DC1", a, end, 0.5, 0.02)
        halves = rod.rotation[:, 2] * rod.scale[2] / 2
        assert {tuple(np.round(rod.place + s * halves, 12)) for s in (-1, 1)} == {tuple(np.round(p, 12)) for p in (a, end)}


def test_a_spiral_is_wound_up_by_the_turn_of_its_joint():
    def total(angle):
        wire = spatial_symbols.spiral(np.zeros(3), np.array([0.0, 0.0, 1.0]), angle, 0.02, (0, 0, 0, 1))
        points = np.array([wire[0][0], *(end for _, end, *_ in wire)])
        turns = np.unwrap(np.arctan2(points[:, 1], points[:, 0]))
        return abs(turns[-1] - turns[0])

    assert total(1.0) - total(0.0) == pytest.approx(1.0, abs=1e-6)


def test_what_is_between_two_points_is_drawn_as_what_it_is(document, qtbot, theme):
    circuit = mars.Circuit("between", motions="Tx Ty Rz")
    for name, place in (("A", [0, 0, 0]), ("B", [1, 0, 0])):
        circuit.add("bodies.base", name, place=place)
    kinds = {
        "Spring": ("dynamics.line_spring_damper", {"damping": 0}),
        "Shock": ("dynamics.line_spring_damper", {"damping": 5}),
        "Damper": ("dynamics.line_spring_damper", {"stiffness": 0, "damping": 5}),
        "Push": ("dynamics.line_actuator", {}),
        "Rope": ("dynamics.rope", {}),
    }
    for name, (kind, values) in kinds.items():
        circuit.add(kind, name, **values)
        circuit.connect("A.1", f"{name}.a")
        circuit.connect("B.1", f"{name}.b")
    document.replace(circuit)
    view = MotionView(document, Selection(document), theme)
    qtbot.addWidget(view)
    stage, a, b = view.mechanism.stage, np.zeros(3), np.array([1.0, 0.0, 0.0])
    drawn = {name: stage._line(name, a, b, (0, 0, 0, 1)) for name in kinds}
    assert {name: (len(solids), len(strokes) > 1) for name, (solids, strokes) in drawn.items()} == {
        "Spring": (0, True),
        "Shock": (2, True),
        "Damper": (2, False),
        "Push": (2, False),
        "Rope": (0, False),
    }


# The centre of mass, other runs


def test_the_centre_of_mass_is_that_of_all_bodies(view, run, running):
    running.show(run)
    view.run_data.show_centre(True)
    assert view.document.circuit.views["motion"] == {"centre": True}
    play(view, run, LAST)
    points = {end: r for end, (r, _) in view.poses.points.items()}
    rods = {"SB1": 4.0, "SB2": 2.5}
    expected = sum(mass * (points[f"{rod}.1"] + points[f"{rod}.2"]) / 2 for rod, mass in rods.items()) / sum(rods.values())
    assert np.allclose(view.run_overlays.centre, expected)
    box = QPoint(*pixel(view, expected))
    image = view.grab().toImage()
    quarters = [image.pixelColor(box + QPoint(i, j)).lightness() for i, j in ((3, -3), (-3, -3), (-3, 3), (3, 3))]
    assert quarters[0] < 120 < quarters[1]
    assert quarters[2] < 120 < quarters[3]


def test_the_trail_of_the_centre_comes_from_the_poses(view, run, running, qtbot):
    running.show(run)
    view.run_data.choose("trails", motion_overlays.CENTRE, True)
    play(view, run, LAST)
    trail = view.run_overlays.centre_trail
    qtbot.waitUntil(lambda: trail.is_complete)
    for t, place in list(zip(trail.times, trail.places, strict=True))[::40]:
        assert np.allclose(place, centre_of(view.mechanism.weights, view.tree.at(run.at(t), t)))
    assert trail.times[-1] > 1.9


def test_another_run_is_seen_through_and_cannot_be_clicked(view, run, running):
    other = recorded(mars.load(CIRCUITS / "two_segment_manipulator.mars"), DC__damping=8.0)
    running.show(run, other)
    play(view, run, LAST)
    assert not view.frame.ghosts
    other.origin.is_overlaid = True
    running.results.runs_changed.emit()
    solids = {name: len(batch) for name, batch in view.frame.solids.items()}
    play(view, run, LAST)
    assert {name: len(batch) for name, batch in view.frame.solids.items()} == solids
    [batch] = view.frame.ghosts.values()
    assert (batch.colours[:, 3] < 0.5).all()
    theirs = view.tree.at(other.at(LAST), LAST).points
    mine = view.poses.points
    at = dict(zip(batch.owners, batch.places, strict=True))["SB2"]
    assert np.allclose(at, (theirs["SB2.1"][0] + theirs["SB2.2"][0]) / 2)
    assert np.linalg.norm(theirs["SB2.2"][0] - mine["SB2.2"][0]) > 0.01


# Keys, the menu, and what is stored


@pytest.mark.parametrize(("key", "name"), [("1", "front"), ("3", "side"), ("7", "top"), ("0", "iso")])
def test_keys_choose_the_standard_views(view, qtbot, key, name):
    view.set_camera(view.camera.orbited(20, 10), by_user=True)
    view.setFocus()
    QTest.keyClick(view, key)
    qtbot.waitUntil(lambda: (view.camera.yaw, view.camera.pitch) == VIEWS[name])
    assert view.is_auto


def test_the_menu_at_a_point_chooses_its_trail_and_its_force(view, run, running, qtbot):
    running.show(run)
    play(view, run, LAST)
    QTest.mouseClick(view, Qt.MouseButton.RightButton, pos=QPoint(*pixel(view, view.poses.points[TIP][0])))
    entries = {action.text(): action for action in view.menu.actions() if action.text()}
    entries[f"Show trail of {TIP}"].trigger()
    entries[f"Show force at {TIP}"].trigger()
    assert view.document.circuit.views["motion"] == {"trails": [TIP], "arrows": [TIP]}
    assert [view.document.undo_stack.text(i) for i in range(2)] == [f"Show trail of {TIP}", f"Show force at {TIP}"]
    view.menu.close()


def test_dragging_with_the_right_button_pans_and_opens_no_menu(view):
    target = view.camera.target
    QTest.mousePress(view, Qt.MouseButton.RightButton, pos=QPoint(300, 200))
    QTest.mouseMove(view, QPoint(340, 220))
    QTest.mouseMove(view, QPoint(360, 230))
    QTest.mouseRelease(view, Qt.MouseButton.RightButton, pos=QPoint(360, 230))
    assert view.menu is None
    assert view.camera.target != target


def test_what_is_chosen_is_written_small_and_nonsense_is_left_alone():
    circuit = mars.load(CIRCUITS / "two_segment_manipulator.mars")
    plain = dict(circuit.views)
    motion_overlays.choose(circuit, "trails", TIP, True)
    motion_overlays.choose(circuit, "trails", TIP, True)
    motion_overlays.show_centre(circuit, True)
    assert circuit.views["motion"] == {"trails": [TIP], "centre": True}
    motion_overlays.choose(circuit, "trails", TIP, False)
    motion_overlays.show_centre(circuit, False)
    assert circuit.views == plain
    for wrong in ("trail", {"trails": "SB2.2"}, {"trails": [3, None, "SB9.2", TIP], "centre": "yes"}):
        circuit.views["motion"] = wrong
        assert OverlayChoice.of(circuit).trails in ((), (TIP,))
        assert not OverlayChoice.of(circuit).centre


def test_a_renamed_body_keeps_its_trail(view, run, running):
    view.run_data.choose("trails", TIP, True)
    view.document.edit("Rename", lambda circuit: circuit.rename("SB2", "Arm"))
    assert view.run_data.wishes().trails == ("Arm.2",)


def test_the_picture_holds_all_of_a_trail_whatever_moment_is_looked_at(view, fig1, run, running, qtbot):
    view.is_auto = True
    fig1.edit("Trail", lambda circuit: circuit.views.update(motion={"trails": [TIP]}))
    running.show(run)
    play(view, run, 0.0)
    path = np.column_stack([run.column(f"{TIP}.r.x"), run.column(f"{TIP}.r.y"), np.zeros(run.count)])

    def is_held():
        x, y, _ = view.projection().project(path).T
        return x.min() > 0 and x.max() < view.width() and y.min() > 0 and y.max() < view.height()

    qtbot.waitUntil(is_held)
