"""Links, nodes and parts without mass: exact, not as a limit of light ones."""

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.topology.analyse import topology_of

GRAVITY = [0, -9.81, 0]


def four_bar(coupler: float, points: tuple[float, float] = (0.0, 0.0), crank: float = 1.0, rocker: float = 1.5) -> Circuit:
    """Crank 0.4 m, coupler 0.9 m, rocker 0.6 m on a ground of 1 m; point masses at both ends of the coupler."""
    c = Circuit("four-bar", motions="Tx Ty Rz", gravity=GRAVITY)
    c.add("bodies.base", "A")
    c.add("bodies.base", "D", place=[1, 0, 0])
    for name in ("K1", "K2", "K3", "K4"):
        c.add("joints.rotation", name)
    for name, length, mass in (("Crank", 0.4, crank), ("Coupler", 0.9, coupler), ("Rocker", 0.6, rocker)):
        c.add("bodies.rod", name, length=length, mass=mass)
    c.connect("A.1", "K1.1")
    c.connect("K1.2", "Crank.1")
    c.connect("Crank.2", "K2.1")
    c.connect("K2.2", "Coupler.1")
    c.connect("Coupler.2", "K3.1")
    c.connect("K3.2", "Rocker.1")
    c.connect("Rocker.2", "K4.1")
    c.connect("K4.2", "D.1")
    for end, mass in zip(("Crank.2", "Coupler.2"), points, strict=True):
        if mass:
            name = f"M{end[1]}"
            c.add("bodies.point_mass", name, mass=mass)
            c.connect(end, f"{name}.1")
    c.set_start("K1.angle", "60 deg")
    return c


def cut_bodies(c: Circuit) -> list[str]:
    return [reach.component for reach in topology_of(c).tree if reach.part]


def angle_by_hand(m1: float, m2: float, end: float) -> float:
    """The crank's angle of the four-bar of massless rods with point masses, by Lagrange's equation in one coordinate."""
    from scipy.integrate import solve_ivp

    a, b, c, d, g = 0.4, 0.9, 0.6, 1.0, 9.81

    def rocker(q):  # the circles about both hinges intersect above the ground
        bx, by = a * np.cos(q), a * np.sin(q)
        away = np.hypot(d - bx, by)
        along = (b**2 - c**2 + away**2) / (2 * away)
        up = np.sqrt(b**2 - along**2)
        ex, ey = (d - bx) / away, -by / away
        cx, cy = bx + along * ex - up * ey, by + along * ey + up * ex
        return np.arctan2(cy, cx - d)

    def slope(q, h=1e-4):  # of the rocker's angle by the crank's; by differences of fourth order
        return (8 * (rocker(q + h) - rocker(q - h)) - (rocker(q + 2 * h) - rocker(q - 2 * h))) / (12 * h)

    def rates(t, y):
        q, v = y
        s = slope(q)
        inertia = m1 * a**2 + m2 * (c * s) ** 2
        bend = (slope(q + 1e-3) - slope(q - 1e-3)) / 2e-3
        load = -m1 * g * a * np.cos(q) - m2 * g * c * np.cos(rocker(q)) * s
        return [v, (load - m2 * c**2 * s * bend * v * v) / inertia]

    return solve_ivp(rates, (0, end), [np.radians(60), 0.0], rtol=1e-9, atol=1e-10).y[0, -1]


def test_a_loop_is_not_cut_through_a_coupler_without_mass():
    assert cut_bodies(four_bar(coupler=0.3)) == ["Coupler"]
    assert "Coupler" not in cut_bodies(four_bar(coupler=0.0))


def test_a_massless_coupler_is_the_limit_of_light_ones():
    def end(mass):
        return mars.simulate(four_bar(mass), until=1.0, rtol=1e-10)["K1.angle"][-1]

    exact, far, near = end(0.0), end(0.02), end(0.01)
    assert abs(far - exact) > 1e-4
    assert (far - exact) / (near - exact) == pytest.approx(2, rel=0.03)  # first order in the mass


@pytest.mark.parametrize("method", ["rk8", "radau", "ida"])
def test_a_loop_of_massless_rods_with_point_masses_at_its_hinges(method):
    """A part of a point mass behind a hinge has no inertia about it: the hinge's motion follows from the loop alone."""
    c = four_bar(coupler=0.0, points=(1.0, 2.0), crank=0.0, rocker=0.0)
    run = mars.simulate(c, until=1.0, method=method, rtol=1e-9)
    assert run["K1.angle"][-1] == pytest.approx(angle_by_hand(1.0, 2.0, 1.0), abs=2e-6)
    if method != "ida":
        assert run.ledger().relative_residual < 1e-6


def test_lumped_masses_are_found_numerically():
    """A mass at a body's point, given by numbers: its inertia about the hinge there cancels only when they are inserted."""
    c = four_bar(coupler=0.0, points=(1.0, 0.0), crank=0.0, rocker=0.0)
    c.remove("Rocker")
    c.add("bodies.body", "Rocker", mass=2, centre=[0, 0.3, 0], inertia=[0, 0, 0], points={"2": [0.6, 0.3, 0], "m": [0, 0.3, 0]})
    c.connect("K3.2", "Rocker.m")
    c.connect("Rocker.2", "K4.1")
    run = mars.simulate(c, until=1.0)
    assert run["K1.angle"][-1] == pytest.approx(angle_by_hand(1.0, 2.0, 1.0), abs=2e-6)


def test_a_massless_rod_between_spherical_joints_is_refused_by_name():
    """Nothing determines its rotation about its own axis."""
    c = Circuit("spin", gravity=GRAVITY)
    c.add("bodies.base", "A")
    c.add("bodies.base", "B", place=[1, 0, 0])
    c.add("joints.rotation", "K1")
    c.add("joints.rotation", "K4")
    c.add("joints.spherical", "S1")
    c.add("joints.spherical", "S2")
    c.add("bodies.rod", "Left", length=0.5)
    c.add("bodies.rod", "Right", length=0.5)
    c.add("bodies.rod", "Between", length=1.0, mass=0)
    c.connect("A.1", "K1.1")
    c.connect("K1.2", "Left.1")
    c.connect("Left.2", "S1.1")
    c.connect("S1.2", "Between.1")
    c.connect("Between.2", "S2.1")
    c.connect("S2.2", "Right.2")
    c.connect("Right.1", "K4.2")
    c.connect("K4.1", "B.1")
    c.set_start("K1.angle", "70 deg", "guess")
    c.set_start("K4.angle", "70 deg", "guess")
    with pytest.raises(mars.CircuitError) as refused:
        mars.simulate(c, until=1)
    assert {each.code for each in refused.value.complaints} == {"lost-freedom"}
    assert {each.where for each in refused.value.complaints} <= {"S1", "S2"}


def test_sliders_with_a_massless_part_between_them_in_a_loop():
    """A body held to the base by two sliders in series, and by the same pair once more: the plane motion of its mass."""
    c = Circuit("sliders", motions="Tx Ty Rz", gravity=GRAVITY)
    c.add("bodies.base", "Base")
    c.add("bodies.body", "Load", mass=2, points={"2": [0.1, 0, 0]})
    for side in "ab":
        c.add("joints.translation", f"x{side}", axis=[1, 0, 0])
        c.add("joints.translation", f"y{side}", axis=[0, 1, 0])
        c.add("bodies.body", f"Between{side}", mass=0, inertia=[0, 0, 0])
        c.connect("Base.1", f"x{side}.1")
        c.connect(f"x{side}.2", f"Between{side}.1")
        c.connect(f"Between{side}.1", f"y{side}.1")
        c.connect(f"y{side}.2", "Load.1")
    c.set_start("xa.slide.speed", 1.5)
    run = mars.simulate(c, times=[0.0, 0.4])
    assert set(cut_bodies(c)) == {"Load"}
    assert run["xb.travel"][-1] == pytest.approx(0.6, rel=1e-9)
    assert run["yb.travel"][-1] == pytest.approx(-9.81 * 0.08, rel=1e-9)
