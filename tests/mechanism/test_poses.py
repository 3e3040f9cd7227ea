"""Poses by numbers alone against the model's, for finished drawings; for unfinished ones, that there always are some."""

import subprocess
import sys
from functools import cache
from time import thread_time

import casadi as ca
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mars
from mars.component.base import Base, Body, Joint, Terminal
from mars.document.circuit import Circuit
from mars.document.entries import Start
from mars.document.storage import load
from mars.errors import CircuitError, DocumentError
from mars.flat_names import shown
from mars.kinds.registry import kinds
from mars.mechanism.poses import PoseTree, shapes_of
from mars.mechanism.poses.numeric_frames import quaternion_of, rotation_of
from mars.mechanism.poses.result import turns_of
from mars.model.build import build_model
from mars.model.symbols import bind_symbols, equations_of
from mars.model.variables import Variables
from mars.simulation.settings import Settings
from mars.start.start_values import start_state
from mars.topology.analyse import topology_of
from tests.helpers.kind_circuits import circuit_around
from tests.helpers.mechanism_circuits import BUILDERS, LOOPS, random_loop, random_tree
from tests.helpers.paths import CIRCUITS, FAILURES

EXAMPLES = sorted(path.stem for path in CIRCUITS.glob("*.mars"))
WRONG = sorted(path.stem for path in FAILURES.glob("*.mars"))


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch):
    """A slow machine finds the same poses."""
    monkeypatch.setattr("mars.mechanism.poses.pose_tree.PATIENCE", 5.0)


@cache
def example(name):
    return load(CIRCUITS / f"{name}.mars")


def point_variables(points, table):
    """Names of the places and orientations of points that the model has, and where they are in (r, R)."""
    found = {}
    for point in points:
        for i, a in enumerate("xyz"):
            found[f"{shown(point)}.r.{a}"] = (point, 0, (i,))
            found |= {f"{shown(point)}.R.{a}{b}": (point, 1, (i, j)) for j, b in enumerate("xyz")}
    return {name: where for name, where in found.items() if name in table}


def difference(poses, values):
    """The largest difference of places and orientations from the values of the model by name."""
    found = point_variables(poses.points, values)
    assert found or not poses.points
    return max((abs(poses.points[p][k][at] - values[name]) for name, (p, k, at) in found.items()), default=0.0)


def model_start(circuit):
    """Points and coordinates at the start, from the model."""
    model = build_model(circuit, mode=Settings.of(circuit).mode)
    variables = Variables(model)
    x = start_state(model, variables)
    names = [name for name in variables.table if ".r." in name or ".R." in name or name in model.state_index]
    function = variables.function([variables.table[name][1] for name in names])
    values = np.array(function(x, np.zeros(function.numel_in(1)), model.parameters(1e-9), 0.0)).ravel()
    return dict(zip(names, values, strict=True))


def assert_starts_alike(circuit):
    poses = PoseTree(circuit).start(patience=60)
    try:
        values = model_start(circuit)
    except CircuitError as error:
        assert any(complaint.code == "open-loop" for complaint in error.complaints)
        assert poses.gap > 1e-6
        return
    if len(poses.loose) < len(poses.bodies) + len(poses.joints):  # nothing lies beside anything else
        assert not poses.loose
    assert difference(poses, values) < 1e-7
    assert poses.gap == 0 and poses.gap_at == ""
    for name, value in poses.coordinates.items():
        assert value == pytest.approx(values.get(name, value), abs=1e-7)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_starts_and_moves_as_in_the_run(name):
    circuit = example(name)
    tree = PoseTree(circuit)
    poses = tree.start()
    run = mars.simulate(circuit, times=[0.0, 0.02, 0.05], until=0.05)
    wanted = point_variables(poses.points, run.variables.table)
    assert {point for point, _, _ in wanted.values()} == set(poses.points)
    names = [*wanted, *(name for name in poses.coordinates if name in run)]
    values = run.values(names)
    exact = 1e-7 if tree.skeleton.closures else 1e-9
    assert difference(poses, {name: values[name][0] for name in names}) < exact
    for i, t in enumerate(run.time):
        now = {name: float(values[name][i]) for name in names}
        assert difference(tree.at({name: now[name] for name in poses.coordinates if name in now}, float(t)), now) < 1e-9


@pytest.mark.parametrize("kind", [name for name, kind in kinds().items() if not issubclass(kind, Terminal)])
def test_every_kind_is_read_as_the_model_reads_it(kind):
    assert_starts_alike(circuit_around(kind))


@pytest.mark.parametrize("kind", [name for name, kind in kinds().items() if not issubclass(kind, Base | Body | Joint | Terminal)])
def test_every_kind_repeats_its_motions_for_numbers(kind):
    symbols = bind_symbols(topology_of(circuit_around(kind)))
    component = symbols.components["X"]
    potentials = {table[node].name() for table in (symbols.position, symbols.speed) for node in symbols.position}
    known = {"t", *symbols.parameters.names, *(s.name() for s in symbols.states.values())}

    def is_motion(equation):
        names = {s.name() for s in ca.symvar(ca.SX(equation))} - known
        return bool(names) and names <= potentials

    meant = [e.residual for e in equations_of(symbols, component) if is_motion(e.residual)]
    said = list(component.kinematics())
    assert len(said) == len(meant)
    assert all(is_motion(equation) for equation in said)


@pytest.mark.parametrize("name", [*BUILDERS, *LOOPS])
def test_small_circuits_start_alike(name):
    assert_starts_alike((BUILDERS | LOOPS)[name]())


@pytest.mark.parametrize("seed", range(6))
def test_random_trees_and_loops_start_alike(seed):
    assert_starts_alike(random_tree(seed))
    assert_starts_alike(random_loop(seed))


def two_arms():
    c = Circuit("arms", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.add("bodies.base", "Base")
    for i in (1, 2):
        c.add("joints.rotation", f"KN{i}")
        c.add("bodies.rod", f"SB{i}")
        c.connect(f"KN{i}.2", f"SB{i}.1")
    c.connect("Base.1", "KN1.1")
    c.connect("SB1.2", "KN2.1")
    return c


def test_start_values_of_places_move_the_joints():
    c = two_arms()
    c.set_start("SB2.2.r.x", 0.7)
    c.set_start("SB2.2.r.y", -0.9)
    c.set_start("SB1.2.r.y", -0.5, "guess")
    assert_starts_alike(c)
    assert PoseTree(c).start().points["SB2.2"][0] == pytest.approx([0.7, -0.9, 0], abs=1e-9)


def test_gears_and_movements_decide_coordinates():
    c = two_arms()
    c.add("dynamics.gear", "G1", ratio=3)
    c.add("sources.movement", "Ep1", law="0.6 + 2*t")
    c.connect("Ep1.turn", "KN1.turn")
    c.connect("G1.a", "KN1.turn")
    c.connect("G1.b", "KN2.turn")
    tree = PoseTree(c)
    assert tree.start().coordinates == pytest.approx({"KN1.angle": 0.6, "KN2.angle": 0.2})
    assert tree.at({}, 0.3).coordinates == pytest.approx({"KN1.angle": 1.2, "KN2.angle": 0.4})
    assert tree.coordinates["KN2.angle"].given and not tree.coordinates["KN2.angle"].driven
    assert_starts_alike(c)


def test_a_gear_between_free_joints_moves_both():
    c = two_arms()
    c.add("dynamics.gear", "G1", ratio=-2)
    c.connect("G1.a", "KN1.turn")
    c.connect("G1.b", "KN2.turn")
    c.set_start("KN1.angle", "60 deg", "guess")
    assert_starts_alike(c)
    found = PoseTree(c).start().coordinates
    assert found["KN1.angle"] == pytest.approx(-2 * found["KN2.angle"], abs=1e-9)


def test_two_joints_may_hold_one_point_of_a_body():
    c = Circuit("pin in a slot", motions="Tx Ty Rz")
    c.add("bodies.base", "Base1")
    c.add("bodies.base", "Base2", place=[1, 0, 0])
    c.add("joints.rotation", "KN1")
    c.add("joints.planar", "KN2")
    c.add("bodies.rod", "SB1")
    c.connect("Base1.1", "KN1.1")
    c.connect("Base2.1", "KN2.1")
    c.connect("KN1.2", "KN2.2", "SB1.1")
    assert_starts_alike(c)
    assert PoseTree(c).start().coordinates["KN2.travel_1"] == pytest.approx(-1)


def test_attitudes_are_three_turns():
    c = Circuit("ball")
    c.add("bodies.base", "Base")
    c.add("joints.spherical", "KN1")
    c.add("bodies.body", "SB1", points={"2": [0.3, 0.1, 0]})
    c.connect("Base.1", "KN1.2")
    c.connect("KN1.1", "SB1.1")
    c.set_start("KN1.attitude", ["20 deg", "-30 deg", 1.1])
    assert_starts_alike(c)
    poses = PoseTree(c).start()
    assert poses.value("KN1.attitude") == pytest.approx((np.deg2rad(20), np.deg2rad(-30), 1.1))
    held = PoseTree(c).start(hold={"KN1.attitude": (0.1, 0.2, 0.3)})
    assert held.attitudes["KN1.attitude"] == pytest.approx((0.1, 0.2, 0.3))
    assert PoseTree(c).coordinates["KN1.attitude"].start == pytest.approx((np.deg2rad(20), np.deg2rad(-30), 1.1))


@given(st.tuples(*[st.floats(-3.1, 3.1)] * 3))
def test_turns_and_quaternions_are_the_same_orientation(turns):
    R = rotation_of(quaternion_of(turns))
    assert rotation_of(quaternion_of(turns_of(R))) == pytest.approx(R, abs=1e-7)


def test_zero_pose_leaves_loops_open_and_says_so():
    tree = PoseTree(example("four_bar"))
    poses = tree.start(zero=True)
    assert set(poses.coordinates.values()) == {0.0}
    assert poses.gap > 0.1 and poses.gap_at in poses.bodies
    assert tree.start().gap == 0


def test_a_held_coordinate_wins_over_the_document():
    tree = PoseTree(example("four_bar"))
    first = tree.start()
    other = next(name for name in first.coordinates if name != "KN1.angle")
    held = tree.start(hold={other: first.coordinates[other] + 0.1}, guess=first.coordinates)
    assert held.coordinates[other] == pytest.approx(first.coordinates[other] + 0.1)
    assert held.gap == 0
    assert abs(held.coordinates["KN1.angle"] - first.coordinates["KN1.angle"]) > 1e-3


def test_a_guess_keeps_the_assembly():
    tree = PoseTree(example("four_bar"))
    start = tree.start()
    again = tree.start(guess=start.coordinates)
    assert again.coordinates == pytest.approx(start.coordinates, abs=1e-9)


def test_a_loop_that_cannot_close_takes_no_longer_than_told():
    c = load(FAILURES / "rods_too_short.mars")
    begin = thread_time()
    poses = PoseTree(c).start(patience=0.05)
    assert thread_time() - begin < 2.0
    assert poses.gap > 1e-3 and poses.gap_at in c.components


@pytest.mark.parametrize("name", ["panda", "two_segment_manipulator", "stewart_platform", "slider_crank", "gantry"])
def test_pulling_a_body_brings_its_point_to_a_place_it_can_reach(name):
    tree = PoseTree(example(name))
    start = tree.start()
    moving = [n for n, c in tree.coordinates.items() if not c.given and not c.driven]
    body = list(start.bodies)[-1]
    point = [0.02, 0.01, 0.0]
    rng = np.random.default_rng(1)
    shaken = {n: start.coordinates[n] + 0.1 * rng.normal() for n in moving if n in start.coordinates}
    r, R = tree.start(guess=start.coordinates, hold=shaken).bodies[body] if not tree.skeleton.closures else start.bodies[body]
    target = r + R @ np.array(point)
    pulled = tree.pulled(body, point, target, start.coordinates)
    r, R = pulled.bodies[body]
    before = np.linalg.norm(start.bodies[body][0] + start.bodies[body][1] @ np.array(point) - target)
    assert np.linalg.norm(r + R @ np.array(point) - target) <= max(1e-6, 1e-3 * before)
    assert pulled.gap == 0


def test_pulling_round_a_loop_keeps_it_closed_and_follows():
    tree = PoseTree(example("four_bar"))
    start = tree.start()
    body = "Coupler"
    r = start.bodies[body][0]
    turned = tree.start(hold={"KN1.angle": start.coordinates["KN1.angle"] + 0.4})
    pulled = tree.pulled(body, (0, 0, 0), turned.bodies[body][0], start.coordinates)
    assert pulled.gap == 0
    assert pulled.bodies[body][0] == pytest.approx(turned.bodies[body][0], abs=1e-6)
    assert np.linalg.norm(turned.bodies[body][0] - r) > 0.01


def test_pulling_moves_free_joints_before_fixed_ones():
    c = two_arms()
    c.set_start("KN1.angle", 0.3)
    start = PoseTree(c).start()
    pulled = PoseTree(c).pulled("SB2", (1, 0, 0), (0.2, 1.4, 0), start.coordinates)
    assert pulled.coordinates["KN1.angle"] == 0.3
    assert abs(pulled.coordinates["KN2.angle"]) > 0.1
    pulled = PoseTree(c).pulled("SB1", (1, 0, 0), (0, 1, 0), start.coordinates)
    assert pulled.coordinates["KN1.angle"] == pytest.approx(np.pi / 2, abs=1e-6)


def test_pulling_out_of_reach_stretches_the_arm():
    tree = PoseTree(two_arms())
    pulled = tree.pulled("SB2", (1, 0, 0), (0, 5, 0), {"KN1.angle": 0.4, "KN2.angle": 0.5}, patience=2)
    assert pulled.points["SB2.2"][0] == pytest.approx([0, 2, 0], abs=0.01)


def test_pulling_a_free_body_slides_it_without_turning():
    tree = PoseTree(example("satellite_with_arm"))
    body = next(iter(tree.start().bodies))
    pulled = tree.pulled(body, (0.1, 0.2, 0), (1, 2, 3))
    r, R = pulled.bodies[body]
    assert r + R @ [0.1, 0.2, 0] == pytest.approx([1, 2, 3], abs=1e-6)
    assert pytest.approx(tree.start().bodies[body][1]) == R


def test_loose_things_are_named_and_lie_side_by_side():
    c = two_arms()
    c.add("bodies.box", "SB3", length=2)
    c.add("bodies.sphere", "SB4")
    c.add("joints.rotation", "KN9")
    poses = PoseTree(c).start()
    assert poses.loose == {"SB3", "SB4", "KN9"}
    assert poses.bodies["SB3"][0][0] > 2 and poses.bodies["SB4"][0][0] > poses.points["SB3.2"][0][0] + 0.1
    assert "KN9" in poses.joints
    assert any(coordinate.implicit for coordinate in PoseTree(c).coordinates.values())


def test_loose_parts_do_not_jump_when_a_run_begins():
    c = two_arms()
    c.add("bodies.sphere", "SB4")
    tree = PoseTree(c)
    still = tree.start()
    begun = tree.at(dict.fromkeys((n for n, each in tree.coordinates.items() if each.implicit and each.motion == "slide"), 0.0))
    assert begun.bodies["SB4"][0] == pytest.approx(still.bodies["SB4"][0])
    fallen = tree.at({name: -2.0 for name in tree.coordinates if name.endswith(".y") and name.split(".")[0] != "SB4"})
    assert fallen.bodies["SB4"][0] == pytest.approx(still.bodies["SB4"][0] + [0, -2, 0])


@pytest.mark.parametrize("tie", ["dynamics.line_spring_damper", "meters.pose"])
def test_a_loose_part_that_is_tied_to_something_is_where_the_model_has_it(tie):
    c = two_arms()
    c.add("bodies.sphere", "SB4")
    c.add(tie, "T1")
    c.connect("T1.a", "SB4.1")
    assert PoseTree(c).start().bodies["SB4"][0] == pytest.approx([0, 0, 0])
    c.disconnect("T1.a", "SB4.1")
    assert PoseTree(c).start().bodies["SB4"][0][0] > 1


def test_wrong_values_count_as_defaults_and_unknown_things_as_nothing():
    c = two_arms()
    c.components["SB1"].values["length"] = "2 kg"
    c.components["SB2"].values["nonsense"] = 3
    c.components["SB2"].values["length"] = 0.5
    c.add("bodies.tube", "SB3", radius=0.1, inner_radius=0.3, length=3)
    c.add("not.installed", "X1")
    c.connect("SB2.2", "SB3.1")
    c.connect("X1.a", "SB3.2")
    c.set_start("KN1.angle", "7 bananas")
    c.add_variable("L", "M*2")
    poses = PoseTree(c).start()
    assert poses.points["SB1.2"][0] == pytest.approx([1, 0, 0])
    assert poses.points["SB3.2"][0] == pytest.approx([4.5, 0, 0])
    c.components["SB1"].disabled = True
    assert PoseTree(c).start().loose == {"KN2", "SB2", "SB3"}


def test_what_moves_each_joint():
    c = two_arms()
    assert PoseTree(c).freedoms() == {"KN1": "free", "KN2": "free"}
    c.add("sources.velocity", "Ew9", law=2)
    c.connect("Ew9.turn", "KN1.turn")
    assert PoseTree(c).freedoms() == {"KN1": "given", "KN2": "free"}
    c.set("Ew9.law", 0)
    assert PoseTree(c).freedoms()["KN1"] == "locked"
    c.set("Ew9.law", {"law": "step", "value": 1, "time": 1e6})
    assert PoseTree(c).freedoms()["KN1"] == "given", "it stands for a long time, but not for ever"
    c.add("sources.movement", "Ep9", law="30 deg")
    c.connect("Ep9.turn", "KN2.turn")
    assert PoseTree(c).freedoms()["KN2"] == "locked"
    c.components["Ep9"].disabled = True
    assert PoseTree(c).freedoms()["KN2"] == "free"


def test_a_joint_that_a_gear_couples_to_a_drive_is_given_too():
    c = two_arms()
    c.add("dynamics.gear", "G1")
    c.add("sources.velocity", "Ew9", law=2)
    c.connect("G1.a", "KN1.turn")
    c.connect("G1.b", "KN2.turn")
    assert PoseTree(c).freedoms() == {"KN1": "free", "KN2": "free"}
    c.connect("Ew9.turn", "KN1.turn")
    assert PoseTree(c).freedoms() == {"KN1": "given", "KN2": "given"}
    c.set("Ew9.law", 0)
    assert PoseTree(c).freedoms() == {"KN1": "locked", "KN2": "locked"}


def test_a_joint_with_some_motions_given_is_partly_so():
    c = Circuit("slide", motions="Tx Ty Tz Rx Ry Rz")
    c.add("bodies.base", "Base1")
    c.add("joints.cylindrical", "KN1")
    c.add("bodies.rod", "SB1")
    c.add("joints.weld", "KN2")
    c.connect("Base1.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    c.add("sources.slide_velocity", "Ev1", law=1)
    c.connect("Ev1.slide", "KN1.slide")
    assert PoseTree(c).freedoms() == {"KN1": "partly"}


def test_a_joint_between_two_bases_is_still_drawn():
    c = Circuit("odd")
    c.add("bodies.base", "Base1", place=[1, 0, 0])
    c.add("bodies.base", "Base2", place=[2, 0, 0])
    c.add("joints.translation", "KN1", axis=[0, 1, 0])
    c.connect("Base1.1", "KN1.1")
    c.connect("KN1.2", "Base2.1")
    joint = PoseTree(c).start().joints["KN1"]
    assert joint.r1 == pytest.approx([1, 0, 0]) and joint.r2 == pytest.approx([2, 0, 0])
    assert joint.axes[0][0] == "slide" and joint.axes[0][1] == pytest.approx([0, 1, 0])


def test_joints_show_their_axes_in_space():
    c = Circuit("turned")
    c.add("bodies.base", "Base", orientation=["90 deg", 0, 0])
    c.add("joints.cylindrical", "KN1", axis=[0, 0, -1])
    c.add("bodies.rod", "SB1")
    c.connect("Base.1", "KN1.2")  # passed from side 2 to side 1
    c.connect("KN1.1", "SB1.1")
    c.set_start("KN1.travel", 0.4)
    joint = PoseTree(c).start().joints["KN1"]
    assert [word for word, _ in joint.axes] == ["slide", "turn"]
    for _, axis in joint.axes:
        assert axis == pytest.approx([0, 1, 0], abs=1e-12)
    assert joint.r2 - joint.r1 == pytest.approx([0, 0.4, 0], abs=1e-12)


def test_springs_are_lines_and_contacts_planes():
    poses = PoseTree(example("car_axis")).start()
    line = next(name for name, c in example("car_axis").components.items() if c.kind == "dynamics.line_spring_damper")
    assert poses.lines[line][0] == pytest.approx(poses.points[f"{line}.a"][0])
    poses = PoseTree(example("bouncing_ball")).start()
    (plane,) = poses.planes.values()
    assert np.linalg.norm(plane.normal) == pytest.approx(1)
    assert not poses.lines


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_body_has_a_shape_that_holds_its_points_together(name):
    tree = PoseTree(example(name))
    shapes = shapes_of(tree)
    assert shapes.keys() == tree.start().bodies.keys()
    assert all(shapes.values())


@pytest.mark.parametrize("name", WRONG)
def test_circuits_that_fail_can_be_looked_at(name):
    try:
        circuit = load(FAILURES / f"{name}.mars")
    except DocumentError:
        return
    poses = PoseTree(circuit).start(patience=0.02)
    assert all(np.all(np.isfinite(r)) and np.all(np.isfinite(R)) for r, R in poses.points.values())


VALUES = st.sampled_from(
    [0, -1, 1e300, 1e-300, "nan", "1 kg", "x", [1, 2], [0, 0, 0], [1e200, 0, 0], None, {"law": "sine"}, "1/t"]
)


@pytest.mark.slow
@given(st.sampled_from(EXAMPLES), st.data())
@settings(deadline=None, max_examples=150)
def test_unfinished_drawings_have_poses_too(name, data):
    circuit = example(name).copy()
    for _ in range(data.draw(st.integers(1, 6))):
        names = list(circuit.components)
        do = data.draw(st.sampled_from(["unlink", "remove", "disable", "value", "link", "kind", "start"]))
        one = data.draw(st.sampled_from(names)) if names else ""
        if do == "unlink" and circuit.links:
            circuit.links.remove(data.draw(st.sampled_from(circuit.links)))
        elif do == "link" and len(circuit.links) > 1:
            a, b = (data.draw(st.sampled_from(circuit.links)) for _ in range(2))
            if a.a != b.b:
                circuit.links.append(type(a)(a.a, b.b))
        elif not one:
            continue
        elif do == "remove":
            circuit.remove(one)
        elif do == "disable":
            circuit.components[one].disabled = True
        elif do == "kind":
            circuit.components[one].kind = data.draw(st.sampled_from(["no.such", *kinds()]))
        elif do == "value":
            kind = kinds().get(circuit.components[one].kind)
            parameters = list(kind.parameters) if kind else []
            circuit.components[one].values[data.draw(st.sampled_from([*parameters, "none"]))] = data.draw(VALUES)
        elif do == "start":
            circuit.start[f"{one}.angle"] = Start(data.draw(VALUES), data.draw(st.sampled_from(["fixed", "guess"])))
    tree = PoseTree(circuit)
    poses = tree.start(patience=0.01)
    tree.at(poses.coordinates, 0.3)
    tree.start(zero=True)
    for body in list(poses.bodies)[:1]:
        tree.pulled(body, (0.1, 0, 0), (0.3, 0.2, 0.1), poses.coordinates, patience=0.01)
    placed = {*poses.bodies, *poses.joints}
    for component in circuit.components.values():
        kind = kinds().get(component.kind)
        if kind is not None and not component.disabled and issubclass(kind, Body | Joint):
            assert component.name in placed
    for r, R in poses.points.values():
        assert np.all(np.isfinite(r)) and np.all(np.isfinite(R))


def test_an_empty_sheet_has_no_poses():
    poses = PoseTree(Circuit()).start()
    assert not poses.points and poses.gap == 0 and not poses.loose


def chain(count):
    c = Circuit("chain", motions="Tx Ty Rz")
    c.add("bodies.base", "Base")
    last = "Base.1"
    for i in range(count):
        c.add("joints.rotation", f"KN{i}")
        c.add("bodies.rod", f"SB{i}", length=0.1)
        c.connect(last, f"KN{i}.1")
        c.connect(f"KN{i}.2", f"SB{i}.1")
        last = f"SB{i}.2"
    return c


def test_poses_of_a_long_chain_cost_in_proportion():
    def cost(count):
        circuit = chain(count)
        times = []
        for _ in range(3):
            begin = thread_time()
            PoseTree(circuit).start()
            times.append(thread_time() - begin)
        return min(times)

    cost(5)
    assert cost(120) < 30 * cost(12)


@pytest.mark.slow
def test_poses_need_neither_casadi_nor_scipy_nor_numba():
    code = """
import sys
from pathlib import Path
from mars.mechanism.poses import PoseTree, shapes_of
from mars.document.storage import load
for path in Path(sys.argv[1]).glob("*.mars"):
    tree = PoseTree(load(path))
    poses = tree.start()
    tree.at(poses.coordinates, 0.1)
    shapes_of(tree)
    for body in poses.bodies:
        tree.pulled(body, (0, 0, 0), (1, 1, 1), poses.coordinates, patience=0.01)
assert not {"casadi", "scipy", "numba"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code, str(CIRCUITS)], check=True)


@pytest.mark.parametrize("how", ["fixed", "guess"])
@pytest.mark.parametrize("start", [{"R.shaft.angle": 99.7}, {"G.a.angle": 99.7}, {"K.turn.angle": 80.0}, {"K.angle": 80.0}])
def test_a_start_behind_a_gear_is_drawn_as_it_runs(start, how):
    """The search made 60 steps of at most 0.5 rad, and knew no other names of a shaft."""
    c = Circuit("geared", motions="Tx Ty Rz")
    c.add("bodies.base", "B")
    for joint in ("J", "K"):
        c.add("joints.rotation", joint)
        c.add("bodies.rod", f"Rod{joint}")
        c.connect("B.1", f"{joint}.1")
        c.connect(f"{joint}.2", f"Rod{joint}.1")
        c.add("dynamics.gear", f"G{joint}".replace("GJ", "G"), ratio=100.0)
    c.add("dynamics.rotor", "R")
    c.connect("G.b", "J.turn")
    c.connect("R.shaft", "G.a")
    c.connect("GK.b", "J.turn")
    c.connect("GK.a", "K.turn")
    for name, value in start.items():
        c.set_start(name, value, how)
    assert_starts_alike(c)
    found = PoseTree(c).start().coordinates
    assert found["J.angle"] == pytest.approx(next(iter(start.values())) / 100.0, rel=1e-12)
    assert found["K.angle"] == pytest.approx(next(iter(start.values())), rel=1e-12)


def test_a_point_where_springs_meet_is_drawn_in_their_middle():
    c = Circuit("node", motions="Tx Ty Rz")
    for name, place in (("A", [0, 0, 0]), ("B", [1, 0, 0]), ("C", [0.2, 0.9, 0])):
        c.add("bodies.base", name, place=place)
        c.add("dynamics.line_spring_damper", f"S{name}")
        c.connect(f"{name}.1", f"S{name}.a")
    c.connect("SA.b", "SB.b", "SC.b")
    poses = PoseTree(c).start()
    middle = np.array([0.4, 0.3, 0.0])
    for name in ("SA", "SB", "SC"):
        assert np.allclose(poses.lines[name][1], middle)
