"""Points without mass where springs and dampers meet: their forces balance at every instant."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

import mars
from mars.document.circuit import Circuit

GRAVITY = [0, -9.81, 0]


def hung_ball(dampings=(0.0, 0.0, 0.0), point_mass: float | None = None, motions="Tx Ty Rz", stiff=1.0, rest=0.1) -> Circuit:
    """Two springs from the base and one to a ball meet in a point, which has no mass unless one is given."""
    c = Circuit("node", motions=motions, gravity=GRAVITY)
    c.add("bodies.base", "Left", place=[-0.5, 0, 0])
    c.add("bodies.base", "Right", place=[0.4, 0.1, 0])
    c.add("joints.free" if "Tz" in motions else "joints.planar", "Fly")
    c.add("bodies.body", "Ball", mass=0.5, inertia=[0.01, 0.01, 0.01])
    c.connect("Left.1", "Fly.1")
    c.connect("Fly.2", "Ball.1")
    for name, k, damping in zip(("S1", "S2", "S3"), (8, 12, 20), dampings, strict=True):
        c.add("dynamics.line_spring_damper", name, stiffness=stiff * k, rest=rest, damping=damping)
    c.connect("Left.1", "S1.a")
    c.connect("Right.1", "S2.a")
    c.connect("S1.b", "S2.b")
    c.connect("S1.b", "S3.a")
    c.connect("S3.b", "Ball.1")
    x, y = ("x", "y") if "Tz" in motions else ("travel_1", "travel_2")
    c.set_start(f"Fly.{x}", 0.6)
    c.set_start(f"Fly.{y}", -0.9)
    if point_mass is not None:
        c.add("joints.planar", "Light")
        c.add("bodies.body", "Point", mass=point_mass, inertia=[point_mass] * 3)
        c.connect("Left.1", "Light.1")
        c.connect("Light.2", "Point.1")
        c.connect("Point.1", "S1.b")
    return c


def forces(run, port_axes=("x", "y")):
    return [sum(run[f"{port}.F.{axis}"] for port in ("S1.b", "S2.b", "S3.a")) for axis in port_axes]


def test_three_springs_meet_in_a_point_without_mass():
    """Against SciPy, which finds the point by force balance in every evaluation."""
    run = mars.simulate(hung_ball(), until=1.5, rtol=1e-10)
    left, right, rest = np.array([-0.5, 0.0]), np.array([0.4, 0.1]), 0.1

    def pull(a, b, k):  # on a, towards b
        d = b - a
        return k * (np.linalg.norm(d) - rest) * d / np.linalg.norm(d)

    point = np.array([0.0, -0.4])

    def fall(t, y):
        nonlocal point
        ball = y[:2]
        point = fsolve(lambda q: pull(q, left, 8) + pull(q, right, 12) + pull(q, ball, 20), point, xtol=1e-11)
        return [*y[2:], *(pull(ball, point, 20) / 0.5 + [0, -9.81])]

    by_hand = solve_ivp(fall, (0, 1.5), [0.1, -0.9, 0, 0], rtol=1e-8, atol=1e-10).y[:, -1]
    assert [run["Ball.1.r.x"][-1], run["Ball.1.r.y"][-1]] == pytest.approx(by_hand[:2], abs=1e-6)
    assert np.abs(forces(run)).max() < 1e-9
    assert run.ledger().relative_residual < 1e-8


def test_speed_and_acceleration_of_the_point_are_the_rates_of_its_position():
    run = mars.simulate(hung_ball(), times=np.linspace(0, 0.5, 2001))
    step = run.time[1]
    for axis in "xy":
        r, v, a = (run[f"S1.b.{letter}.{axis}"] for letter in "rva")
        assert np.abs(np.gradient(r, step) - v)[1:-1].max() < 1e-4 * np.abs(v).max()
        assert np.abs(np.gradient(v, step) - a)[1:-1].max() < 1e-4 * np.abs(a).max()


@pytest.mark.parametrize("dampings", [(0.0, 0.0, 0.0), (2.0, 3.0, 1.0), (3.0, 0.0, 0.0)])
def test_a_point_without_mass_is_the_limit_of_light_ones(dampings):
    """With springs alone its position follows from balance, with dampers in all directions its speed, with one damper both."""
    exact = mars.simulate(hung_ball(dampings), until=0.4, rtol=1e-10)

    def off(mass):
        c = hung_ball(dampings, mass)
        for i, axis in enumerate("xy", 1):
            c.set_start(f"Light.travel_{i}", float(exact[f"S1.b.r.{axis}"][0]) + 0.5 * (axis == "x"))
            c.set_start(f"Light.slide_{i}.speed", float(exact[f"S1.b.v.{axis}"][0]))
        light = mars.simulate(c, until=0.4, rtol=1e-10)
        return light["Ball.1.r.y"][-1] - exact["Ball.1.r.y"][-1]

    far, near = off(4e-3), off(1e-3)
    assert abs(far) > 1e-5
    assert abs(near) < 0.4 * abs(far)
    assert np.abs(forces(exact)).max() < 1e-8


@pytest.mark.parametrize("method", ["rk8", "rk5", "radau", "newmark", "ida"])
def test_all_methods_agree_at_a_point_without_mass(method):
    reference = mars.simulate(hung_ball((3.0, 0.0, 0.0)), until=0.5, rtol=1e-11)["Ball.1.r.y"][-1]
    run = mars.simulate(hung_ball((3.0, 0.0, 0.0)), until=0.5, method=method)
    assert run["Ball.1.r.y"][-1] == pytest.approx(reference, abs=2e-4 if method == "newmark" else 1e-6)


def in_space(dampings) -> Circuit:
    c = hung_ball(dampings, motions="Tx Ty Tz Rx Ry Rz")
    c.set_start("Fly.slide_z.speed", 0.8)
    return c


@pytest.mark.parametrize("dampings", [(0.0, 0.0, 0.0), (1.0, 2.0, 0.5)])
def test_three_springs_in_space(dampings):
    """Three forces in balance lie in one plane: dampers along them cannot determine the speed across it."""
    run = mars.simulate(in_space(dampings), until=1.0)
    assert np.abs(forces(run, "xyz")).max() < 1e-8
    assert np.abs(run["S1.b.r.z"]).max() > 1e-2
    a, b, end = (np.array([run[f"{port}.r.{axis}"] for axis in "xyz"]).T for port in ("S1.a", "S2.a", "S3.b"))
    point = np.array([run[f"S1.b.r.{axis}"] for axis in "xyz"]).T
    volumes = np.einsum("ij,ij->i", a - point, np.cross(b - point, end - point))
    assert np.abs(volumes).max() < 1e-9
    assert run.ledger().relative_residual < 1e-7


def test_a_chain_of_points_without_mass_is_one_spring():
    """Four springs in series between a base and a mass are one spring of a quarter of the stiffness."""

    def fall(count):
        c = Circuit("chain", motions="Tx Ty Rz", gravity=GRAVITY)
        c.add("bodies.base", "Base")
        c.add("joints.translation", "Down", axis=[0, 1, 0])
        c.add("bodies.point_mass", "Load", mass=1)
        c.connect("Base.1", "Down.1")
        c.connect("Down.2", "Load.1")
        c.set_start("Down.travel", -0.8)
        last = "Base.1"
        for i in range(count):
            c.add("dynamics.line_spring_damper", f"S{i}", stiffness=50 * count, rest=0.4 / count)
            c.connect(last, f"S{i}.a")
            last = f"S{i}.b"
        c.connect(last, "Load.1")
        return mars.simulate(c, until=1.0)["Down.travel"][-1]

    assert fall(4) == pytest.approx(fall(1), abs=1e-7)


def maxwell(massless: bool) -> Circuit:
    """A mass on a slider, held through a spring and a damper in series; a slider without mass carries the point between them."""
    c = Circuit("Maxwell", motions="Tx")
    c.add("bodies.base", "Base")
    for name, mass in (("M", 1.0), ("N", 0.0)):
        c.add("joints.translation", f"J{name}", axis=[1, 0, 0])
        c.add("bodies.point_mass", name, mass=mass)
        c.connect("Base.1", f"J{name}.1")
        c.connect(f"J{name}.2", f"{name}.1")
    c.add("dynamics.slide_spring", "K", stiffness=100)
    c.add("dynamics.slide_damper", "D", damping=4)
    c.connect("JM.slide", "K.a")
    c.connect("K.b", "JN.slide")
    c.connect("JN.slide", "D.a")
    c.set_start("JM.travel", 0.1)
    return c


def test_a_massless_slider_between_a_spring_and_a_damper_is_a_maxwell_element():
    """ẍ = −k (x − n), ṅ = k (x − n)/d: n is a state of its own."""
    times = np.linspace(0, 1, 11)
    run = mars.simulate(maxwell(True), times=times)
    by_hand = solve_ivp(
        lambda t, y: [y[1], -100 * (y[0] - y[2]), 25 * (y[0] - y[2])], (0, 1), [0.1, 0, 0], t_eval=times, rtol=1e-11, atol=1e-13
    )
    assert run["JM.travel"] == pytest.approx(by_hand.y[0], abs=1e-7)
    assert run["JN.travel"] == pytest.approx(by_hand.y[2], abs=1e-7)


def test_a_massless_link_on_springs():
    """A hinged rod without mass between a torsion spring and a spring to a mass: moments about the hinge balance."""
    c = Circuit("lever", motions="Tx Ty Rz", gravity=GRAVITY)
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "Hinge")
    c.add("bodies.rod", "Lever", length=0.5, mass=0)
    c.add("dynamics.spring", "Twist", stiffness=6)
    c.add("joints.translation", "Down", axis=[0, 1, 0])
    c.add("bodies.base", "Rail", place=[0.5, 0, 0])
    c.add("bodies.point_mass", "Load", mass=0.3)
    c.add("dynamics.line_spring_damper", "S", stiffness=100, rest=0.2)
    c.connect("Base.1", "Hinge.1")
    c.connect("Hinge.2", "Lever.1")
    c.connect("Hinge.turn", "Twist.a")
    c.connect("Rail.1", "Down.1")
    c.connect("Down.2", "Load.1")
    c.connect("Lever.2", "S.a")
    c.connect("S.b", "Load.1")
    c.set_start("Down.travel", -0.6)
    run = mars.simulate(c, until=1.0)
    moment = 0.5 * (np.cos(run["Hinge.angle"]) * run["S.a.F.y"] - np.sin(run["Hinge.angle"]) * run["S.a.F.x"])
    assert moment + 6 * run["Hinge.angle"] == pytest.approx(np.zeros(run.time.size), abs=1e-9)
    assert np.ptp(run["Hinge.angle"]) > 0.05
    assert run.ledger().relative_residual < 1e-8


def test_an_explicit_body_without_mass_is_the_same_point():
    plain = mars.simulate(hung_ball(), until=1.0)
    drawn = mars.simulate(hung_ball(point_mass=0.0), until=1.0)
    assert drawn["Ball.1.r.y"][-1] == pytest.approx(plain["Ball.1.r.y"][-1], abs=1e-8)


def test_a_point_that_no_springs_hold_is_refused_by_name():
    """Two springs in a line hold nothing across it when they are slack; two meters hold nothing at all."""
    c = Circuit("loose", motions="Tx Ty Rz", gravity=GRAVITY)
    c.add("bodies.base", "Base")
    c.add("bodies.base", "Other", place=[1, 0, 0])
    for name, base in (("D1", "Base"), ("D2", "Other")):
        c.add("meters.pose", name)
        c.connect(f"{base}.1", f"{name}.a")
    c.connect("D1.b", "D2.b")
    with pytest.raises(mars.CircuitError) as refused:
        mars.simulate(c, until=1)
    assert [(each.code, each.where) for each in refused.value.complaints] == [("no-place", "D1.b")]


def test_a_point_whose_springs_snap_through_says_so():
    """The ball rises until the springs push: then the point has no balance nearby."""
    with pytest.raises(mars.RunError, match=r"S1.*no balance after t = 0.23") as failed:
        mars.simulate(hung_ball(stiff=10.0, rest=0.3), until=1.0)
    assert failed.value.code == "no-solution"
