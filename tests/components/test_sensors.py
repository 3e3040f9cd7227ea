"""Sensors against closed forms, against the variables of the run, and against SciPy's rotations."""

from math import pi

import casadi as ca
import numpy as np
import pytest
from mars.components.sensors.attitude import rotation_vector
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

import mars
from mars.document.circuit import Circuit
from mars.errors import CircuitError
from mars.verification.verify import verify
from tests.helpers.switching import GRAVITY, balanced, shafts, sliders, start

TIGHT = {"rtol": 1e-11, "atol": 1e-13}
LENGTH, MASS = 1.0, 3.0


def measured(circuit, kind, name, *ends, **values):
    """A sensor of which the ports a, b are linked to these ends."""
    circuit.add(f"sensors.{kind}", name, **values)
    for port, end in zip("ab", ends, strict=False):
        circuit.connect(f"{name}.{port}", end)


def bundle(run, name, size):
    return np.stack([run[f"{name}.out.values.{i + 1}"] for i in range(size)], axis=-1)


def vectors(run, port, letter):
    return np.stack([run[f"{port}.{letter}.{axis}"] for axis in "xyz"], axis=-1)


def bases(run, port):
    return np.stack([np.stack([run[f"{port}.R.{i}{j}"] for j in "xyz"], axis=-1) for i in "xyz"], axis=-2)


def pendulum():
    """A rod on a hinge of the plane, its angle counted from the x axis; gravity is along −y."""
    c = Circuit("pendulum", motions="Tx Ty Rz", gravity=[0, -GRAVITY, 0])
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=LENGTH, mass=MASS)
    c.connect("Base1.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


@pytest.fixture(scope="module")
def tumbling():
    """Two bodies on oblique hinges in space, with everything on them that rides; and the run."""
    c = Circuit("tumbling")
    c.add("bodies.base", "Base1", place=[0.1, 0.2, 0.3])
    end = "Base1.1"
    for i, axis in ((1, [1, 2, 3]), (2, [2, -1, 1])):
        point = {"place": [0.4, 0.1, -0.2], "orientation": [0.3, 0, 2.0]}
        c.add("joints.rotation", f"KN{i}", axis=axis)
        c.add("bodies.body", f"SB{i}", mass=1.5, centre=[0.1, 0, -0.1], inertia=[0.1, 0.2, 0.15], points={"2": point})
        c.connect(end, f"KN{i}.1")
        c.connect(f"KN{i}.2", f"SB{i}.1")
        end = f"SB{i}.2"
    start(c, KN1=(0.4, 2.0), KN2=(-0.3, 5.0))
    measured(c, "accelerometer", "Acc", "SB2.2")
    measured(c, "gyroscope", "Gyro", "SB2.2", gain=2)
    measured(c, "pose", "Vector", "SB2.2", "SB1.1", angles="rotation vector")
    measured(c, "pose", "Angles", "SB2.2")
    measured(c, "distance", "Far", "SB2.2", "Base1.1")
    measured(c, "distance", "Rate", "SB2.2", measures="rate")
    for word in ("angle", "speed", "acceleration"):
        measured(c, "shaft", word, "KN2.turn", measures=word, gain=3)
    return c, mars.simulate(c, 1.5, **TIGHT)


def test_what_rides_on_a_body_feels_its_motion_in_its_own_axes(tumbling):
    _, run = tumbling
    R = bases(run, "SB2.2")
    felt = vectors(run, "SB2.2", "a") - np.array([0, 0, -GRAVITY])
    assert bundle(run, "Acc", 3) == pytest.approx(np.einsum("nij,ni->nj", R, felt), abs=1e-12)
    assert bundle(run, "Gyro", 3) == pytest.approx(2 * np.einsum("nij,ni->nj", R, vectors(run, "SB2.2", "w")), abs=1e-12)


def test_shaft_sensors_give_what_the_joint_does(tumbling):
    _, run = tumbling
    assert run["angle.out.value"] == pytest.approx(3 * run["KN2.angle"], abs=1e-12)
    assert run["speed.out.value"] == pytest.approx(3 * run["KN2.turn.speed"], abs=1e-12)
    assert run["acceleration.out.value"] == pytest.approx(3 * run["KN2.turn.acceleration"], abs=1e-12)
    assert np.ptp(run["acceleration.out.value"]) > 10


def test_poses_are_those_of_scipy(tumbling):
    _, run = tumbling
    R, B = bases(run, "SB2.2"), bases(run, "SB1.1")
    seen = bundle(run, "Vector", 6)
    place = np.einsum("nij,ni->nj", B, vectors(run, "SB2.2", "r") - vectors(run, "SB1.1", "r"))
    turned = Rotation.from_matrix(np.swapaxes(B, 1, 2) @ R).as_rotvec()
    assert seen == pytest.approx(np.hstack([place, turned]), abs=1e-9)
    seen = bundle(run, "Angles", 6)
    assert seen == pytest.approx(np.hstack([vectors(run, "SB2.2", "r"), Rotation.from_matrix(R).as_euler("xyz")]), abs=1e-9)


def test_distance_and_its_rate(tumbling):
    _, run = tumbling
    place, velocity = vectors(run, "SB2.2", "r"), vectors(run, "SB2.2", "v")
    assert run["Far.out.value"] == pytest.approx(np.linalg.norm(place - [0.1, 0.2, 0.3], axis=1), abs=1e-12)
    rate = np.einsum("ni,ni->n", place, velocity) / np.linalg.norm(place, axis=1)
    assert run["Rate.out.value"] == pytest.approx(rate, abs=1e-12)


def test_sensors_load_nothing(tumbling):
    c, run = tumbling
    bare = c.copy()
    bare.remove(*(name for name, component in c.components.items() if component.kind.startswith("sensors.")))
    without = mars.simulate(bare, 1.5, **TIGHT)
    for joint in ("KN1.angle", "KN2.angle"):
        assert run[joint] == pytest.approx(without[joint], abs=1e-9)


def test_all_roads_agree_about_sensors(tumbling):
    c, _ = tumbling
    assert [row for row in verify(c) if not row.agrees and row.difference == row.difference] == []


TURNS = [[0, 0, 0], [1e-12, 2e-12, 0], [3e-4, -2e-4, 1e-4], [1.2e-3, 1.5e-3, -4e-4], [2, -1, 1.5], [0, 3.1415, 0], [pi, 0, 0]]
TURNS += [[0, -pi + 1e-9, 0], [-1.7, 2.2, 1.4]]


@pytest.mark.parametrize("turn", TURNS, ids=str)
def test_rotation_vectors_are_exact_for_every_turn(turn):
    """And have a slope: the one of a turn about its own axis is the axis."""
    R, angle = ca.SX.sym("R", 3, 3), np.linalg.norm(turn)
    function = ca.Function("f", [R], [rotation_vector(R), ca.jacobian(rotation_vector(R), ca.vec(R))])
    matrix = Rotation.from_rotvec(turn).as_matrix()
    found, slope = (np.array(part) for part in function(matrix))
    assert found.ravel() == pytest.approx(turn, rel=1e-12, abs=1e-15 if angle < 1 else 1e-9)
    axis = np.array(turn) / angle if angle else np.array([0, 0, 1])
    turning = np.cross(axis, matrix.T).T  # its rate at one radian per second about the axis
    assert (slope @ turning.T.ravel()) == pytest.approx(axis, abs=1e-6)


def test_accelerometer_of_a_pendulum():
    """At the tip, along the rod and across it: −L φ̇² + g sin φ and L φ̈ + g cos φ, with φ̈ = −3/2 g/L cos φ."""
    c = pendulum()
    measured(c, "accelerometer", "Acc", "SB1.2")
    run = mars.simulate(c, 2.0, **TIGHT)
    angle, speed = run["KN1.angle"], run["KN1.turn.speed"]
    along = GRAVITY * np.sin(angle) - LENGTH * speed**2
    across = -GRAVITY * np.cos(angle) / 2
    assert bundle(run, "Acc", 3) == pytest.approx(np.stack([along, across, 0 * along], axis=-1), abs=1e-10)


def test_accelerometer_feels_nothing_in_free_fall():
    c = Circuit("falling")
    c.add("bodies.base", "Base1")
    c.add("joints.free", "KN1")
    c.add("bodies.body", "SB1", mass=2, inertia=[1, 1, 1])
    c.connect("Base1.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    c.set_start("KN1.turn_x.speed", 3)
    measured(c, "accelerometer", "Acc", "SB1.1")
    run = mars.simulate(c, 1.0)
    assert run["SB1.1.v.z"][-1] == pytest.approx(-GRAVITY)
    assert np.abs(bundle(run, "Acc", 3)).max() < 1e-12


def feedback(lag):
    """A pendulum whose torque follows the acceleration across it, after a lag or at once."""
    c = pendulum()
    measured(c, "accelerometer", "Sen", "SB1.2")
    c.add("signals.unbundle", "UNB1", count=3)
    c.add("sources.driven_torque", "E1", gain=-0.7)
    links = [("Sen.out", "UNB1.in"), ("E1.turn", "KN1.turn")]
    if lag:
        c.add("signals.lag", "LAG1", time_constant=lag)
        links += [("UNB1.out2", "LAG1.in"), ("LAG1.out", "E1.signal")]
    else:
        links += [("UNB1.out2", "E1.signal")]
    for link in links:
        c.connect(*link)
    return c


def test_acceleration_may_drive_through_a_lag():
    """J φ̈ = −m g L/2 cos φ − 0.7 u, 0.2 u̇ = L φ̈ + g cos φ − u, integrated by SciPy."""

    def rates(t, x):
        angle, speed, u = x
        acceleration = (-MASS * GRAVITY * LENGTH / 2 * np.cos(angle) - 0.7 * u) / (MASS * LENGTH**2 / 3)
        return [speed, acceleration, (LENGTH * acceleration + GRAVITY * np.cos(angle) - u) / 0.2]

    run = mars.simulate(feedback(lag=0.2), 2.0, **TIGHT)
    by_scipy = solve_ivp(rates, (0, 2), [0, 0, 0], t_eval=run.time, method="DOP853", **TIGHT).y
    assert run["KN1.angle"] == pytest.approx(by_scipy[0], abs=1e-8)
    assert run["LAG1.value"] == pytest.approx(by_scipy[2], abs=1e-8)


def test_acceleration_may_not_drive_at_once():
    with pytest.raises(CircuitError) as caught:
        mars.simulate(feedback(lag=None), 0.1)
    (complaint,) = caught.value.complaints
    assert complaint.where == "KN1.turn" and "acceleration" in complaint.cause and "signals.lag" in complaint.remedy


# In line


def test_torque_sensor_gives_the_torque_that_turns_the_wheel():
    c = shafts(0.5)
    c.add("dynamics.rotor", "Wheel", inertia=0.2)
    c.add("sources.torque", "E1", law="3*sin(2*t)")
    measured(c, "torque", "Sen", "J1.turn", "Wheel.shaft", gain=10)
    c.connect("E1.turn", "J1.turn")
    run = balanced(c, 2.0, **TIGHT)
    assert run["Sen.out.value"] == pytest.approx(10 * 0.2 * 3 * np.sin(2 * run.time) / 0.7, abs=1e-9)


def test_force_sensor_gives_the_force_of_the_spring():
    c = sliders(2.0)
    c.add("dynamics.slide_spring", "DC1", stiffness=50)
    measured(c, "force", "Sen", "J1.slide", "DC1.a")
    measured(c, "slide", "Acc", "J1.slide", measures="acceleration")
    start(c, J1=(0.3, 0.0))
    run = balanced(c, 2.0, **TIGHT)
    assert run["Sen.out.value"] == pytest.approx(50 * 0.3 * np.cos(5 * run.time), abs=1e-8)
    assert run["Acc.out.value"] == pytest.approx(-25 * 0.3 * np.cos(5 * run.time), abs=1e-8)


def test_force_torque_sensor_weighs_what_hangs_on_it():
    """A tool of 2 kg with its centre 0.1 m from the sensor, which is turned by 30 deg: the weight in the sensor's own axes."""
    c = Circuit("weighing")
    turn = [0.0, pi / 6, 0.0]
    c.add("bodies.base", "Base1", orientation=turn)
    c.add("joints.free", "KN1")
    c.add("bodies.body", "Tool", mass=2, centre=[0.1, 0, 0], inertia=[0.01, 0.01, 0.01])
    c.connect("Base1.1", "KN1.1")
    c.connect("KN1.2", "Tool.1")
    measured(c, "force_torque", "Sen", "Base1.1", "Tool.1")
    run = balanced(c, 3.0)
    weight = Rotation.from_rotvec(turn).inv().apply([0, 0, -2 * GRAVITY])
    wrench = np.concatenate([weight, np.cross([0.1, 0, 0], weight)])
    assert bundle(run, "Sen", 6)[-1] == pytest.approx(wrench, abs=0.01)  # it sags by 2 mrad
