"""Rods, cylinders, tubes and boxes along any direction, against sums over their volume."""

import numpy as np
import pytest

import mars
from mars.component.shapes import Box, Cylinder
from mars.document.circuit import Circuit
from mars.mechanism.poses import PoseTree

RANDOM = np.random.default_rng(3)
DIRECTIONS = [[1, 0, 0], [0, 1, 0], [0, 0, -1], [3, 4, 0], *RANDOM.normal(size=(3, 3)).tolist()]
NODES, WEIGHTS = np.polynomial.legendre.leggauss(4)


def hung(kind, **values):
    c = Circuit("shape")
    c.add("bodies.base", "Base")
    c.add("joints.free", "J")
    c.add(kind, "S", **values)
    c.connect("Base.1", "J.1")
    c.connect("J.2", "S.1")
    return c


def component(kind, **values):
    return PoseTree(hung(kind, **values)).components["S"]


def inertia_of(points, masses):
    """About the centre of mass."""
    centre = masses @ points / masses.sum()
    arms = points - centre
    squares = np.eye(3) * (arms**2).sum(1)[:, None, None]
    return centre, np.einsum("p,pij->ij", masses, squares - arms[:, :, None] * arms[:, None, :])


def box_points(begin, along, wide, sizes):
    """Gauss points of a box."""
    e = np.array(along) / np.linalg.norm(along)
    f = np.array(wide) - e * (np.array(wide) @ e)
    f /= np.linalg.norm(f)
    grid = np.stack(np.meshgrid(NODES, NODES, NODES, indexing="ij"), -1).reshape(-1, 3) / 2
    weights = np.einsum("i,j,k->ijk", WEIGHTS, WEIGHTS, WEIGHTS).ravel() / 8
    x, y, z = (grid[:, i : i + 1] * sizes[i] for i in range(3))
    return np.array(begin) + e * (x + sizes[0] / 2) + f * y + np.cross(e, f) * z, weights


def round_points(begin, along, length, inner, outer):
    """Gauss points of a hollow cylinder."""
    e = np.array(along) / np.linalg.norm(along)
    f = np.cross(e, [0.3, -0.5, 0.8])
    f /= np.linalg.norm(f)
    g = np.cross(e, f)
    angles, places, weights = np.arange(8) * np.pi / 4, [], []
    for u, a in zip(NODES, WEIGHTS, strict=True):
        radius = inner + (outer - inner) * (u + 1) / 2
        for v, b in zip(NODES, WEIGHTS, strict=True):
            for angle in angles:
                places.append(np.array(begin) + e * length * (v + 1) / 2 + radius * (np.cos(angle) * f + np.sin(angle) * g))
                weights.append(a * b * radius)
    return np.array(places), np.array(weights) / np.sum(weights)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_box_along_any_direction(direction):
    begin, wide, sizes = [0.1, -0.2, 0.05], [0.2, 0.9, -0.4], (0.7, 0.3, 0.15)
    values = {"length": 0.7, "width": 0.3, "height": 0.15, "mass": 2.0, "near_end": begin, "width_direction": wide}
    box = component("bodies.box", direction=direction, **values)
    solid, (shape, *_) = box.solid(), box.shapes()
    points, weights = box_points(begin, direction, wide, sizes)
    centre, inertia = inertia_of(points, 2.0 * weights)
    np.testing.assert_allclose(np.array(solid.centre), centre, atol=1e-14)
    np.testing.assert_allclose(np.array(solid.inertia), inertia, atol=1e-14)
    far = np.array(begin) + 0.7 * np.array(direction) / np.linalg.norm(direction)
    np.testing.assert_allclose(solid.points["2"][0], far, atol=1e-14)
    assert isinstance(shape, Box)
    corners = (
        np.array(shape.centre)
        + (np.array(np.meshgrid(*[[-0.5, 0.5]] * 3)).reshape(3, -1).T * shape.size) @ np.array(shape.orientation).T
    )
    e = np.array(direction) / np.linalg.norm(direction)
    assert np.ptp(corners @ e) == pytest.approx(0.7)
    np.testing.assert_allclose(np.mean(corners, axis=0), centre, atol=1e-14)


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("kind", ["bodies.cylinder", "bodies.tube", "bodies.rod"])
def test_a_round_body_along_any_direction(kind, direction):
    begin, inner = [0.1, -0.2, 0.05], {"bodies.tube": 0.06}.get(kind, 0.0)
    values = {"inner_radius": inner} if inner else {}
    body = component(kind, direction=direction, length=0.7, radius=0.1, mass=2.0, near_end=begin, **values)
    solid, (shape, *_) = body.solid(), body.shapes()
    points, weights = round_points(begin, direction, 0.7, inner, 1e-9 if kind == "bodies.rod" else 0.1)
    centre, inertia = inertia_of(points, 2.0 * weights)
    np.testing.assert_allclose(np.array(solid.centre), centre, atol=1e-14)
    np.testing.assert_allclose(np.array(solid.inertia), inertia, atol=1e-14)
    assert isinstance(shape, Cylinder)
    np.testing.assert_allclose(shape.a, begin, atol=1e-15)
    np.testing.assert_allclose(shape.b, solid.points["2"][0], atol=1e-15)


def test_a_turned_box_swings_as_the_same_box_on_a_turned_base():
    """Turning all axes changes nothing."""
    turn = [0.3, -0.7, 1.1]
    R = np.array(PoseTree(hung("bodies.body", points={"2": {"place": [0, 0, 0], "orientation": turn}})).start().points["S.2"][1])
    runs = []
    for c, e, f, axis in (
        (Circuit("straight"), [1, 0, 0], [0, 1, 0], [0, 1, 0]),
        (Circuit("turned"), R[:, 0].tolist(), R[:, 1].tolist(), R[:, 1].tolist()),
    ):
        c.gravity = [0, 0, -9.81] if c.title == "straight" else (R @ [0, 0, -9.81]).tolist()
        c.add("bodies.base", "Base")
        c.add("joints.rotation", "J", axis=axis)
        c.add("joints.universal", "K", axis_1=e, axis_2=f)
        for name in ("S", "T"):
            c.add(
                "bodies.box", name, direction=e, width_direction=f, width=0.2, height=0.4, near_end=(0.1 * np.array(f)).tolist()
            )
        for a, b in (("Base.1", "J.1"), ("J.2", "S.1"), ("S.2", "K.1"), ("K.2", "T.1")):
            c.connect(a, b)
        c.set_start("K.angle_1", 0.4)
        runs.append(mars.simulate(c, until=1))
    for name in ("J.angle", "K.angle_1", "K.angle_2"):
        np.testing.assert_allclose(runs[0][name], runs[1][name], atol=1e-8)


def test_a_box_whose_width_has_no_direction_is_refused():
    (complaint,) = mars.check(hung("bodies.box", direction=[0, 0, 1], width_direction=[0, 0, 2])).complaints
    assert "are parallel" in complaint.cause
    assert mars.check(hung("bodies.box", direction=[0, 1, 0])).can_run
