"""The printed formalisms against Pinocchio and against the reference robots."""

import json
import warnings
from dataclasses import replace

import numpy as np
import pytest

from mars.errors import DocumentError, RunError
from mars.verification.formalisms import gibbs_appell, vereshchagin, vukobratovic
from mars.verification.formalisms.chain import ChainBody, SerialChain, TipWrench, cross, turn
from mars.verification.formalisms.coupling_equations import ChainBase, accelerations_along, links
from tests.helpers.paths import REFS

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # binding modules without __module__
    import pinocchio

REFERENCES = REFS
FORMALISMS = {"vereshchagin": vereshchagin, "gibbs_appell": gibbs_appell, "vukobratovic": vukobratovic}
BY_FORMALISM = pytest.mark.parametrize("formalism", FORMALISMS.values(), ids=FORMALISMS)
BY_INVERSE = pytest.mark.parametrize("formalism", [gibbs_appell, vukobratovic], ids=["gibbs_appell", "vukobratovic"])


def reference(name):
    return json.loads((REFERENCES / f"{name}.json").read_text())


def pinocchio_model(chain, base=None):
    """The same chain in Pinocchio; with `base`, on a free flyer."""
    model = pinocchio.Model()
    model.gravity.linear = chain.gravity
    parent = 0
    if base is not None:
        parent = model.addJoint(0, pinocchio.JointModelFreeFlyer(), pinocchio.SE3.Identity(), "base")
        inertia = pinocchio.Inertia(base.mass, base.com, base.inertia)
        model.appendBodyToJoint(parent, inertia, pinocchio.SE3.Identity())
    rotors = np.zeros(model.nv + len(chain))
    for i, body in enumerate(chain.bodies):
        unaligned = pinocchio.JointModelRevoluteUnaligned if body.rotates else pinocchio.JointModelPrismaticUnaligned
        placement = pinocchio.SE3(body.placement_R, body.placement_p)
        parent = model.addJoint(parent, unaligned(*body.axis), placement, f"joint {i}")
        inertia = pinocchio.Inertia(body.mass, body.com, body.inertia)
        model.appendBodyToJoint(parent, inertia, pinocchio.SE3.Identity())
        rotors[model.nv - 1] = body.armature
    model.armature = rotors
    return model


def tip_forces(chain, model, q):
    """External forces for Pinocchio: the tip wrench in the last joint frame."""
    forces = [pinocchio.Force.Zero() for _ in range(model.njoints)]
    if chain.tip is not None:
        R, _ = chain.poses(q)[-1]
        force = R.T @ chain.tip.force
        forces[-1] = pinocchio.Force(force, R.T @ chain.tip.moment + cross(chain.tip.point, force))
    return forces


def pinocchio_accelerations(chain, q, rates, drives):
    model = pinocchio_model(chain)
    return pinocchio.aba(model, model.createData(), q, rates, drives, tip_forces(chain, model, q))


def pinocchio_drives(chain, q, rates, second):
    model = pinocchio_model(chain)
    forces = tip_forces(chain, model, q)
    return pinocchio.rnea(model, model.createData(), q, rates, second, forces)


def agree(got, want, relative=1e-9):
    np.testing.assert_allclose(got, want, rtol=relative, atol=relative * np.abs(want).max())


def puma():
    p = reference("robot_puma560")["parameters"]
    inertias = [np.diag(diagonal) for diagonal in p["I_diag_at_com"]]
    rotors = [ratio**2 * inertia for ratio, inertia in zip(p["G"], p["Jm"], strict=True)]
    return SerialChain.from_denavit_hartenberg(p["a"], p["d"], p["alpha"], p["m"], p["com"], inertias, rotors)


def panda():
    return SerialChain.from_reference(reference("robot_panda")["parameters"])


@BY_FORMALISM
@pytest.mark.parametrize("n", range(1, 11))
@pytest.mark.parametrize("seed", range(3))
def test_random_chain_accelerations(formalism, n, seed):
    rng = np.random.default_rng([seed, n])
    chain = SerialChain.random(rng, n, armature=seed > 0, tip=seed > 1)
    q, rates, drives = rng.uniform(-2, 2, (3, n))
    agree(formalism.accelerations(chain, q, rates, drives), pinocchio_accelerations(chain, q, rates, drives))


@BY_FORMALISM
@pytest.mark.parametrize("speed", [0.0, 10.0, 100.0])
def test_fast_chain_keeps_its_digits(formalism, speed):
    rng = np.random.default_rng(11)
    for n in (4, 8):
        chain = SerialChain.random(rng, n, armature=True)
        q, rates, drives = rng.uniform(-2, 2, (3, n))
        got = formalism.accelerations(chain, q, speed * rates, drives)
        agree(got, pinocchio_accelerations(chain, q, speed * rates, drives))


def test_gibbs_appell_with_the_printed_unit_probes():
    rng = np.random.default_rng(12)
    chain = SerialChain.random(rng, 5)
    q, rates = rng.uniform(-2, 2, (2, 5))
    printed = gibbs_appell.coefficients(chain, q, rates, probe=1.0)
    for one, other in zip(printed, gibbs_appell.coefficients(chain, q, rates), strict=True):
        agree(one, other)


@BY_INVERSE
@pytest.mark.parametrize("n", [1, 2, 5, 10])
def test_random_chain_drives(formalism, n):
    rng = np.random.default_rng(n)
    chain = SerialChain.random(rng, n, tip=True)
    q, rates, second = rng.uniform(-2, 2, (3, n))
    agree(formalism.drives(chain, q, rates, second), pinocchio_drives(chain, q, rates, second))


@pytest.mark.parametrize("n", [3, 7])
def test_mass_matrix_and_bias(n):
    rng = np.random.default_rng(n)
    chain = SerialChain.random(rng, n, armature=True)
    q, rates = rng.uniform(-2, 2, (2, n))
    model = pinocchio_model(chain)
    mass = pinocchio.crba(model, model.createData(), q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    bias = pinocchio.nonLinearEffects(model, model.createData(), q, rates)
    alpha, beta, loads = gibbs_appell.coefficients(chain, q, rates)
    agree(alpha, mass)
    agree(beta - loads, bias)
    W, V = vukobratovic.equations(chain, q, rates)
    agree(W, mass)
    agree(-V, bias)


def test_gibbs_appell_walks_the_chain_as_often_as_printed(monkeypatch):
    calls = []
    energy = gibbs_appell.acceleration_energy
    monkeypatch.setattr(gibbs_appell, "acceleration_energy", lambda *a: calls.append(1) or energy(*a))
    n = 6
    gibbs_appell.coefficients(SerialChain.spatial(n), np.ones(n), np.ones(n))
    assert len(calls) == 1 + n + n * (n + 1) // 2


@pytest.mark.parametrize(
    ("formalism", "n"),
    [(vereshchagin, 2), (vereshchagin, 50), (vereshchagin, 200), (gibbs_appell, 7), (vukobratovic, 20)],
    ids=["vereshchagin-2", "vereshchagin-50", "vereshchagin-200", "gibbs_appell-7", "vukobratovic-20"],
)
def test_bench_chain(formalism, n):
    rng = np.random.default_rng(n)
    chain = SerialChain.spatial(n)
    q, rates, drives = np.full(n, 0.5), rng.normal(size=n), rng.normal(size=n)
    agree(formalism.accelerations(chain, q, rates, drives), pinocchio_accelerations(chain, q, rates, drives))


@BY_FORMALISM
@pytest.mark.parametrize(
    ("chain", "states"),
    [
        (panda(), reference("robot_panda")["reference"]["random_states"]),  # breaks the triangle inequality
        (puma(), reference("robot_puma560")["reference"]["random_states_seed_560"]),  # first body: no mass, one moment
    ],
    ids=["panda", "puma"],
)
def test_reference_robot(formalism, chain, states):
    for state in states:
        q, rates = state["q"], state["v"]
        agree(formalism.accelerations(chain, q, rates, state["tau"]), np.array(state["forward_dynamics"]))
        if formalism is not vereshchagin:
            agree(formalism.drives(chain, q, rates, state["a"]), np.array(state["inverse_dynamics"]))
        R, p = chain.poses(q)[-1]
        agree(R, np.array(state["last_joint_rotation"]))
        agree(p, np.array(state["last_joint_position"]))


def test_puma_named_poses():
    chain = puma()
    for pose in reference("robot_puma560")["reference"]["exact_named_poses"].values():
        W, V = vukobratovic.equations(chain, pose["q"], np.zeros(6))
        alpha, _, loads = gibbs_appell.coefficients(chain, pose["q"], np.zeros(6))
        for mass, torque in ((W, -V), (alpha, -loads)):
            agree(mass, np.array(pose["M"]))
            agree(torque, np.array(pose["gravity_torque"]))


@BY_INVERSE
def test_manipulator_of_the_lagrange_paper(formalism):
    """The declared substitute for the example of the paper: the tip goes straight up, torques follow."""
    data = reference("seed002_manipulator_surrogate")
    y, z = np.array([0.0, 1.0, 0.0]), np.array([0.0, 0.0, 1.0])
    rod = {"placement_R": np.eye(3), "com": np.array([0.5, 0.0, 0.0]), "inertia": np.diag([0.0, 1 / 6, 1 / 6])}
    chain = SerialChain(
        (
            ChainBody("rotation", z, np.eye(3), np.zeros(3), 0.1, np.zeros(3), np.zeros((3, 3))),
            ChainBody("rotation", y, placement_p=np.zeros(3), mass=2.0, **rod),
            ChainBody("rotation", y, placement_p=np.array([1.0, 0.0, 0.0]), mass=2.0, **rod),
        )
    )
    for sample in data["reference"]["samples"].values():
        torque = formalism.drives(chain, sample["phi"], sample["phid"], sample["phidd"])
        np.testing.assert_allclose(torque, sample["tau"], atol=data["tolerance"]["tau"])


def test_base_with_given_motion():
    """A base accelerated along a line is a change of gravity; one that turns is a joint in front."""
    rng = np.random.default_rng(5)
    chain = SerialChain.random(rng, 5)
    q, rates, drives = rng.uniform(-2, 2, (3, 5))
    a = rng.normal(size=3)
    got = vereshchagin.accelerations(chain, q, rates, drives, ChainBase(acceleration=a))
    agree(got, pinocchio_accelerations(replace(chain, gravity=chain.gravity - a), q, rates, drives))

    axis = np.array([0.6, 0.0, 0.8])
    column = ChainBody("rotation", axis, np.eye(3), np.zeros(3), 1.0, np.zeros(3), np.eye(3))
    longer = replace(chain, bodies=(column, *chain.bodies))
    speed, spin = 1.3, -0.7
    base = ChainBase(angular_velocity=speed * axis, angular_acceleration=spin * axis)
    got = vereshchagin.accelerations(chain, q, rates, drives, base)
    second = np.concatenate([[spin], got])
    wanted = vukobratovic.drives(longer, np.append(0.0, q), np.append(speed, rates), second)
    agree(wanted[1:], drives)


def test_free_base_finds_its_own_acceleration():
    rng = np.random.default_rng(8)
    chain = SerialChain.random(rng, 6, armature=True, tip=True)
    q, rates, drives = rng.uniform(-2, 2, (3, 6))
    shape = rng.normal(size=(3, 3))
    omega = rng.normal(size=3)
    base = ChainBase(angular_velocity=omega, free=True, mass=4.0, com=rng.normal(size=3), inertia=shape @ shape.T + np.eye(3))
    solution = vereshchagin.solve(chain, q, rates, drives, base)
    model = pinocchio_model(chain, base)
    position = np.concatenate([[0, 0, 0, 0, 0, 0, 1], q])
    speed = np.concatenate([np.zeros(3), omega, rates])
    effort = np.concatenate([np.zeros(6), drives])
    wanted = pinocchio.aba(model, model.createData(), position, speed, effort, tip_forces(chain, model, q))
    agree(solution.joints, wanted[6:])
    L = links(chain, q, rates, base)[0].L
    spin = L.T @ solution.bodies[0][:3]
    agree(spin, wanted[3:6])
    # Pinocchio gives the base origin in spatial form; ours is the centre of mass.
    agree(solution.bodies[0][3:], wanted[:3] + cross(spin, base.com) + cross(omega, cross(omega, base.com)))


def test_control_law_is_called_between_the_passes():
    chain = SerialChain.spatial(4)
    q, rates = np.full(4, 0.5), np.arange(4.0)
    law = vereshchagin.accelerations(chain, q, rates, lambda q, rates: -3.0 * q - 0.3 * rates)
    agree(law, vereshchagin.accelerations(chain, q, rates, -3.0 * q - 0.3 * rates))


def test_printed_recursion_holds_for_the_solution():
    """ẍ_i of the solution are those of the coupling equations (2.1) at the q̈ found."""
    rng = np.random.default_rng(2)
    chain = SerialChain.random(rng, 6)
    q, rates, drives = rng.uniform(-2, 2, (3, 6))
    solution = vereshchagin.solve(chain, q, rates, drives)
    direct = accelerations_along(links(chain, q, rates), solution.joints)
    for body, (spin, acceleration) in zip(solution.bodies, direct, strict=True):
        np.testing.assert_allclose(body, np.concatenate([spin, acceleration]), rtol=1e-9, atol=1e-9)


def test_coupling_equations_are_the_second_derivative_of_the_poses():
    """The signs of (2.1), sliding joints among them, against differences of the positions."""
    rng = np.random.default_rng(3)
    chain = SerialChain.random(rng, 5)
    q, rates, second = rng.uniform(-1, 1, (3, 5))

    def centres(t):
        poses = chain.poses(q + rates * t + second * t**2 / 2)
        return np.array([p + R @ body.com for (R, p), body in zip(poses, chain.bodies, strict=True)])

    h = 1e-3
    wanted = (16 * (centres(h) + centres(-h)) - centres(2 * h) - centres(-2 * h) - 30 * centres(0.0)) / (12 * h * h)
    got = [acceleration for _, acceleration in accelerations_along(links(chain, q, rates), second)[1:]]
    np.testing.assert_allclose(got, wanted, atol=1e-6)


def test_transition_matrix_from_arms():
    """(5)–(9): the body's arm lies opposite to the arm before it, seen along the axis, and turns with the angle."""
    e, before = np.array([0.0, 0.0, 1.0]), np.array([-2.0, 0.0, 0.7])
    A = vukobratovic.transition_matrix(e, before, [0.0, 1.0, 0.0], [0.0, 0.3, 1.0], 0.4)
    np.testing.assert_allclose(A.T @ A, np.eye(3), atol=1e-14)
    np.testing.assert_allclose(A @ [0.0, 1.0, 0.0], e, atol=1e-14)
    np.testing.assert_allclose(A @ [0.0, 0.0, 1.0], turn(e, 0.4) @ [1.0, 0.0, 0.0], atol=1e-14)


def test_joint_without_inertia_is_named():
    weightless = ChainBody("rotation", [0, 0, 1], np.eye(3), np.zeros(3), 0.0, np.zeros(3), np.zeros((3, 3)))
    with pytest.raises(RunError, match="joint 1"):
        vereshchagin.accelerations(SerialChain((weightless,)), [0.0], [0.0], [0.0])


@pytest.mark.parametrize(
    "change",
    [{"kind": "screw"}, {"axis": [0, 0, 2]}, {"com": [0, 0]}, {"placement_R": np.ones((3, 3))}],
    ids=["kind", "axis", "shape", "rotation"],
)
def test_wrong_body_is_refused(change):
    with pytest.raises(DocumentError):
        replace(SerialChain.spatial(1).bodies[0], **change)


def test_wrong_length_is_refused():
    with pytest.raises(DocumentError, match="3 joints"):
        SerialChain.spatial(3).poses([0.0, 0.0])


def test_tip_wrench_bears_on_the_last_body():
    """A force up that carries the weight of a single hanging rod at its centre leaves no acceleration."""
    chain = replace(
        SerialChain.spatial(2),
        bodies=SerialChain.spatial(2).bodies[1:],
        tip=TipWrench(force=np.array([0.0, 0.0, 9.81]), point=np.array([0.0, 0.0, -0.25])),
    )
    for formalism in FORMALISMS.values():
        np.testing.assert_allclose(formalism.accelerations(chain, [0.7], [0.0], [0.0]), 0.0, atol=1e-12)
