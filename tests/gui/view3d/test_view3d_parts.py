"""Parts of the motion view: camera, picking, meshes, renderers, labels; no mouse."""

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mars.gui.view3d import opengl_renderer, renderer, software_renderer
from mars.gui.view3d.body_drag import typed
from mars.gui.view3d.camera import VIEWS, Camera, Projection, basis_for
from mars.gui.view3d.frame import Frame, Solid, batches, frame_along
from mars.gui.view3d.grid import Ground, grid_lines, step_for
from mars.gui.view3d.mechanism import Mechanism
from mars.gui.view3d.meshes import faces, mesh
from mars.gui.view3d.outline import hull
from mars.gui.view3d.overlay import small_font
from mars.gui.view3d.point_labels import laid_out, places_of
from mars.gui.view3d.ray_pick import hits, pick
from PySide6.QtGui import QColor, QFontMetricsF

from mars.document.circuit import Circuit
from mars.document.storage import load
from mars.mechanism.poses import JointCoordinate
from tests.helpers.paths import CIRCUITS
from tests.helpers.waits import LIMIT

EXAMPLES = sorted(CIRCUITS.glob("*.mars"))
SHAPES = ("box", "cylinder", "tube:0.80", "cone", "sphere")
WHITE, GREY = QColor("#FFFFFF"), QColor("#E0E0E0")
numbers = st.floats(-2, 2)
cameras = st.builds(
    lambda target, yaw, pitch, flat: Camera(target, yaw, pitch, 3.0, flat),
    st.tuples(numbers, numbers, numbers),
    st.floats(-180, 180),
    st.floats(-90, 90),
    st.booleans(),
)


@given(cameras, st.tuples(numbers, numbers, numbers))
def test_a_sight_through_a_pixel_passes_through_what_is_seen_there(camera, place):
    projection = Projection(camera, 320, 200)
    x, y, depth = projection.project(np.array(place))[0]
    if depth < 0.1:
        return
    origin, along = projection.ray(x, y)
    off = np.array(place) - origin
    assert np.linalg.norm(off - (off @ along) * along) < 1e-6 * max(1, np.linalg.norm(off))


@given(cameras, st.tuples(numbers, numbers, numbers))
def test_the_matrix_and_the_projection_agree(camera, place):
    projection = Projection(camera, 320, 200)
    x, y, depth = projection.project(np.array(place))[0]
    if depth < 0.5:
        return
    clip = projection.matrix @ [*place, 1.0]
    assert (clip[0] / clip[3] + 1) * 160 == pytest.approx(x, abs=1e-6)
    assert (1 - clip[1] / clip[3]) * 100 == pytest.approx(y, abs=1e-6)


@given(cameras, st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=8))
def test_everything_fits(camera, places):
    points = np.array(places)
    x, y, depth = Projection(camera.fitted(points, 1.6), 320, 200).project(points).T
    assert (depth > 0).all()
    assert x.min() > -1 and x.max() < 321 and y.min() > -1 and y.max() < 201


def test_front_top_and_side_show_the_axes_where_one_expects_them():
    seen = {
        name: Camera(yaw=yaw, pitch=pitch, basis=basis_for(np.array([0, 0, 9.81]))).axes for name, (yaw, pitch) in VIEWS.items()
    }
    np.testing.assert_allclose(seen["front"], np.column_stack([[1, 0, 0], [0, 0, 1], [0, -1, 0]]), atol=1e-12)
    np.testing.assert_allclose(seen["top"], np.column_stack([[1, 0, 0], [0, 1, 0], [0, 0, 1]]), atol=1e-12)
    np.testing.assert_allclose(seen["side"], np.column_stack([[0, 1, 0], [0, 0, 1], [1, 0, 0]]), atol=1e-12)


@pytest.mark.parametrize("up", np.vstack([np.eye(3), -np.eye(3)]).tolist())
def test_every_gravity_has_a_right_handed_front(up):
    basis = basis_for(np.array(up))
    np.testing.assert_allclose(basis[:, 1], up)
    assert np.linalg.det(basis) == pytest.approx(1)


@pytest.mark.parametrize("name", SHAPES)
def test_meshes_are_closed_and_look_outwards(name):
    shape = mesh(name)
    corners = shape.corners[shape.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    large = np.linalg.norm(normals, axis=1) > 1e-9
    said = shape.normals[shape.triangles].mean(axis=1)
    assert ((normals * said).sum(axis=1)[large] > 0).all()
    edges: dict[tuple, int] = {}
    for triangle in np.round(corners[large], 6).tolist():
        for a, b in zip(triangle, triangle[1:] + triangle[:1], strict=True):
            key, sign = ((*a, *b), 1) if a < b else ((*b, *a), -1)
            edges[key] = edges.get(key, 0) + sign
    assert not any(edges.values()), "every edge is passed once each way"


@pytest.mark.parametrize("name", ["box", "cylinder", "cone"])
def test_flat_faces_look_outwards(name):
    flat = faces(name)
    inside = np.array([0, 0, 0.3])
    assert (((flat.corners.mean(axis=1) - inside) * flat.normals).sum(axis=1) > 0).all()
    assert np.cross(flat.corners[:, 1] - flat.corners[:, 0], flat.corners[:, 2] - flat.corners[:, 1]).shape == flat.normals.shape


@given(st.tuples(numbers, numbers, numbers), st.tuples(numbers, numbers, numbers), st.sampled_from(("box", "cylinder", "sphere")))
def test_a_sight_meets_a_solid_on_its_surface(origin, towards, name):
    along = np.array(towards) - np.array(origin)
    if np.linalg.norm(along) < 0.1:
        return
    along = along / np.linalg.norm(along)
    rotation = frame_along(np.array([0.6, 0.0, 0.8]))
    solid = Solid(name, np.array([0.1, 0.2, 0.3]), rotation, (0.5, 0.5, 1.2), (1, 1, 1, 1), "A")
    (distance,) = hits(name, batches([solid])[name], np.array(origin), along)

    def inside(share, slack):
        x, y, z = (rotation.T @ (np.array(origin) + share * along - solid.place)) / solid.scale
        if name == "sphere":
            return np.hypot(np.hypot(x, y), z) <= 1 + slack
        if name == "box":
            return max(abs(x), abs(y), abs(z)) <= 0.5 + slack
        return np.hypot(x, y) <= 1 + slack and abs(z) <= 0.5 + slack

    steps = np.linspace(0, 8, 400)
    if np.isfinite(distance):
        assert inside(distance, 1e-6)
        assert not any(inside(share, -1e-6) for share in steps[steps < distance - 1e-9])
    else:
        assert not any(inside(share, -1e-3) for share in steps)


def test_a_thin_rod_can_be_hit_beside_it():
    camera = Camera(height=2.0)
    projection = Projection(camera, 200, 200)
    thin = Solid("cylinder", np.zeros(3), frame_along(np.array([1.0, 0, 0])), (1e-4, 1e-4, 1.0), (1, 1, 1, 1), "A")
    frame = Frame(batches([thin]))
    assert pick(frame, projection, 100, 103).owner == "A"
    assert pick(frame, projection, 100, 112) is None


def test_the_nearer_solid_is_hit():
    projection = Projection(Camera(height=2.0, is_flat=False), 200, 200)
    balls = [
        Solid("sphere", np.array([0, 0, z]), np.eye(3), (0.2,) * 3, (1, 1, 1, 1), name)
        for z, name in ((0.5, "near"), (-0.5, "far"))
    ]
    assert pick(Frame(batches(balls)), projection, 100, 100).owner == "near"


@pytest.mark.parametrize("metres_per_pixel, step", [(0.002, 0.1), (0.02, 1.0), (0.0002, 0.01)])
def test_the_grid_has_decades(metres_per_pixel, step):
    assert step_for(metres_per_pixel) == pytest.approx(step)


def test_grid_lines_lie_in_the_ground_and_stay_few():
    ground = Ground(np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))
    for height in (0.01, 1, 30, 5000):
        lines = grid_lines(ground, Projection(Camera(height=height, pitch=30, is_flat=False), 600, 450), GREY, WHITE)
        assert 0 < len(lines) < 8000 and not np.any(lines.starts[:, 2])


@pytest.mark.parametrize("path", [p for p in EXAMPLES if '"bodies.' in p.read_text("utf-8")], ids=lambda path: path.stem)
def test_every_example_fits_into_the_smallest_view(path):
    mechanism = Mechanism(load(path))
    camera = mechanism.fitted(mechanism.first_camera(), mechanism.stage.bounds(mechanism.start), 300, 240)
    projection = Projection(camera, 300, 240)
    x, y, depth = projection.project(mechanism.stage.bounds(mechanism.start)).T
    assert x.min() > 10 and x.max() < 290 and y.min() > 10 and y.max() < 230 and (depth > 0).all()
    largest = max((x.max() - x.min()) / 300, (y.max() - y.min()) / 240)
    assert largest > 0.45, "and is not lost in it"


@pytest.mark.parametrize("name", ["two_segment_manipulator", "stewart_platform", "car_axis"])
def test_both_renderers_draw_the_same(qapp, theme, name):
    if opengl_renderer.card() is None:
        pytest.skip("no OpenGL on this machine")
    mechanism = Mechanism(load(CIRCUITS / f"{name}.mars"))
    projection = Projection(
        mechanism.fitted(mechanism.first_camera(), mechanism.stage.bounds(mechanism.start), 400, 300), 400, 300
    )
    frame = mechanism.stage.frame(mechanism.start, "light", QColor("#27364A"))
    images = [pixels(draw(frame, projection, 1.0, WHITE, GREY)) for draw in (opengl_renderer.card().draw, software_renderer.draw)]
    off = np.abs(images[0] - images[1]).max(axis=2)
    assert (off > 60).mean() < 0.02 and images[0].std() > 5


def pixels(image):
    image = image.convertToFormat(image.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(float)


def test_a_driver_that_fails_is_not_asked_again(qapp, monkeypatch):
    class Broken:
        asked = 0

        def draw(self, *given):
            Broken.asked += 1
            raise RuntimeError("the context is lost")

    monkeypatch.delenv("MARS_NO_GL", raising=False)
    monkeypatch.setattr(opengl_renderer, "_shared", Broken())
    monkeypatch.setattr(opengl_renderer, "_is_missing", False)
    projection = Projection(Camera(), 60, 40)
    for _ in range(2):
        assert not renderer.drawn(Frame(), projection, 1.0, WHITE, GREY).isNull()
    assert Broken.asked == 1


def test_the_context_is_given_back_and_made_again(qapp):
    if opengl_renderer.card() is None:
        pytest.skip("no OpenGL on this machine")
    projection = Projection(Camera(), 60, 40)
    first = opengl_renderer.card().draw(Frame(), projection, 1.0, WHITE, GREY)
    opengl_renderer.release()
    assert opengl_renderer.card().draw(Frame(), projection, 1.0, WHITE, GREY) == first


def test_labels_do_not_cover_each_other(qapp, theme):
    mechanism = Mechanism(load(CIRCUITS / "four_bar.mars"))
    projection = Projection(
        mechanism.fitted(mechanism.first_camera(), mechanism.stage.bounds(mechanism.start), 300, 240), 300, 240
    )
    labels = laid_out(places_of(mechanism.start), projection, QFontMetricsF(small_font()), [], set(), set(), all_labels=False)
    boxes = [label.box for label in labels if not label.box.isEmpty()]
    assert len(boxes) >= 3
    assert not any(a.intersects(b) for i, a in enumerate(boxes) for b in boxes[:i])


@pytest.mark.parametrize(
    "value, unit, motion, text",
    [
        (0.52360001, "rad", "turn", "30 deg"),
        (-1e-9, "rad", "turn", "0 deg"),
        (0.12345, "m", "slide", "0.123 m"),
        ((0.1, 0.0, -0.2), "rad", "ball", ["5.7 deg", "0 deg", "-11.5 deg"]),
    ],
)
def test_values_are_written_as_one_would_type_them(value, unit, motion, text):
    assert typed(value, JointCoordinate("KN1.angle", "KN1", unit, motion)) == text


def test_the_hull_goes_round():
    square = hull(np.array([[0, 0], [2, 0], [2, 2], [0, 2], [1, 1], [1, 0]], dtype=float))
    assert set(square) == {(0, 0), (2, 0), (2, 2), (0, 2)}


def test_wrong_gravity_and_unknown_kinds_are_no_reason_to_fail(qapp):
    circuit = Circuit(gravity=["nonsense", 0, 0])
    circuit.add("bodies.nobody", "A")
    mechanism = Mechanism(circuit)
    assert mechanism.gravity.tolist() == [0.0, 0.0, -9.81]


@pytest.mark.slow
def test_the_view_needs_no_engine():
    code = (
        "import sys\nfrom PySide6.QtWidgets import QApplication\napp = QApplication([])\n"
        "from mars.gui.document.document import Document\nfrom mars.gui.document.selection import Selection\n"
        "from mars.gui.theme import Theme\n"
        "from mars.gui.view3d import MotionView\nfrom mars.document.storage import load\n"
        f"document = Document(load({str(EXAMPLES[0])!r}))\n"
        "view = MotionView(document, Selection(document), Theme(app, 'light'))\nview.grab()\nassert view.renders == 1\n"
        "print(*sorted({'casadi', 'numba', 'scipy', 'pyqtgraph'} & sys.modules.keys()))"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=LIMIT, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
