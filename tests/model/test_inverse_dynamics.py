"""Inverse dynamics inside a circuit: against printed formalisms, against the forward dynamics of the engine, and closed forms."""

import casadi as ca
import numpy as np
import pytest

import mars
from mars.component import Component, der
from mars.component.declarations import Count, Demand, Numbers, Port
from mars.component.domains import ROTATION, SIGNAL, TRANSLATION
from mars.model.build import build_model
from mars.tableau.tableau import Tableau
from mars.verification.formalisms import gibbs_appell, vukobratovic
from mars.verification.formalisms.from_circuit import chain_of
from tests.helpers.instant import Instant
from tests.helpers.paths import CIRCUITS

PANDA = CIRCUITS / "panda_computed_torque.mars"
STIFFNESS, DAMPING = 100.0, 20.0
JOINTS = range(1, 8)


class Pusher(Component, kind="test.pusher"):
    """Gives its joints themselves the torques and forces that constant accelerations need."""

    letters = "E"
    is_source = True
    turning = Count(1, help="shafts", minimum=0)
    sliding = Count(0, help="sliders", minimum=0)
    wanted = Numbers([1.0], "1/s²", "accelerations")
    needed = Demand("torques and forces")

    @classmethod
    def ports_for(cls, values):
        counts = [("t", ROTATION, values["turning"]), ("s", TRANSLATION, values["sliding"])]
        names = {f"{letter}{i}": domain for letter, domain, count in counts for i in range(count)}
        return {name: Port(domain, at=(0, 0), name=name) for name, domain in names.items()}

    def joints(self):
        return [getattr(self, f"port_{name}") for name in self.ports_for(vars(self))]

    def demands(self):
        yield self.needed, self.joints(), self.wanted

    def equations(self):
        for port, stream in zip(self.joints(), ca.vertsplit(self.needed), strict=True):
            yield port.stream == -stream


class Felt(Component, kind="test.felt"):
    """Gives the acceleration of a shaft as a signal."""

    letters = "M"
    shaft = Port(ROTATION, at=(-30, 0), help="the shaft")
    out = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="its acceleration")

    def equations(self):
        yield self.shaft.torque == 0
        yield self.out.value == der(self.shaft.speed)


@pytest.fixture
def test_kinds(monkeypatch):
    from mars.kinds import registry

    known = {**registry.kinds(), **{kind.kind: kind for kind in (Pusher, Felt)}}
    monkeypatch.setattr(registry, "kinds", lambda: known)


def body(c, name, rng):
    inertia = np.diag(rng.uniform(0.1, 0.3, 3)) + 0.02
    orientations = {port: {"place": rng.normal(size=3), "orientation": rng.uniform(-3, 3, 3)} for port in ("2", "3")}
    c.add("bodies.body", name, mass=rng.uniform(1, 3), centre=0.3 * rng.normal(size=3), inertia=inertia, points=orientations)


# -- the streams themselves -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_torques_of_the_panda_are_those_of_the_printed_formalisms(seed):
    instant = Instant(mars.load(PANDA))
    chain, names = chain_of(instant.model)
    assert names == [f"KN{i}.turn" for i in JOINTS]
    rng = np.random.default_rng(seed)
    q, speeds = rng.uniform(-3, 3, 7), rng.normal(size=7)
    states = {f"KN{i}.angle": a for i, a in zip(JOINTS, q, strict=True)}
    states |= {f"KN{i}.turn.speed": v for i, v in zip(JOINTS, speeds, strict=True)}
    found = instant(states, 0.3 + seed)
    place, rate, change = (
        np.array([found[f"TRJ1.{word}.values.{i}"] for i in JOINTS]) for word in ("position", "speed", "acceleration")
    )
    wanted = change + DAMPING * (rate - speeds) + STIFFNESS * (place - q)
    needed = np.array([found[f"CT1.needed.{i}"] for i in JOINTS])
    for formalism in (gibbs_appell, vukobratovic):
        assert needed == pytest.approx(formalism.drives(chain, q, speeds, wanted), rel=1e-11, abs=1e-11 * np.abs(needed).max())
    assert [found[f"Em{i}.signal.value"] for i in JOINTS] == pytest.approx(needed, rel=1e-15)
    assert [found[f"KN{i}.turn.acceleration"] for i in JOINTS] == pytest.approx(wanted, rel=1e-9)


def tree(rng):
    """A moving base, a branch, turns and slides along oblique axes, a ball, joints passed from either side."""
    c = mars.Circuit("tree", gravity=[1, -3, -9])
    c.add("bodies.base", "Base1", travel_x="0.1*sin(3*t)", rotation="sin(t)", axis=[1, 1, 0])
    kinds = ("rotation", "cylindrical", "spherical", "translation", "universal", "spherical")
    carriers = ("Base1.1", "SB1.2", "SB1.3", "SB2.2", "SB3.2", "SB3.3")
    for i, (kind, carrier) in enumerate(zip(kinds, carriers, strict=True), start=1):
        axis = {} if kind in ("spherical", "universal") else {"axis": rng.normal(size=3)}
        c.add(f"joints.{kind}", f"KN{i}", **axis)
        body(c, f"SB{i}", rng)
        near, far = ("2", "1") if i in (3, 4) else ("1", "2")
        c.connect(carrier, f"KN{i}.{near}")
        c.connect(f"KN{i}.{far}", f"SB{i}.1")
    turns = ["KN1.turn", "KN2.turn", *(f"KN{i}.turn_{a}" for i in (3, 6) for a in "xyz"), "KN5.turn_1", "KN5.turn_2"]
    return c, turns, ["KN2.slide", "KN4.slide"]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_wanted_happens_in_any_tree(test_kinds, seed):
    """The forward dynamics by node equivalents shares no recursion with the inverse one."""
    rng = np.random.default_rng(seed)
    c, turns, slides = tree(rng)
    wanted = rng.normal(scale=3, size=len(turns) + len(slides))
    c.add("test.pusher", "E1", turning=len(turns), sliding=len(slides), wanted=wanted)
    for letter, ports in (("t", turns), ("s", slides)):
        for i, port in enumerate(ports):
            c.connect(f"E1.{letter}{i}", port)
    instant = Instant(c)
    states = {s.name: rng.normal() for s in instant.model.states if s.level != "quaternion"}
    for first in instant.model.quaternions:
        q = rng.normal(size=4)
        states |= {s.name: a for s, a in zip(instant.model.states[first : first + 4], q / np.linalg.norm(q), strict=True)}
    found = instant(states, 0.7)
    assert [found[f"{port}.acceleration"] for port in turns + slides] == pytest.approx(wanted, rel=1e-9, abs=1e-9)


def test_a_joint_that_is_not_asked_for_moves_as_it_is_given(test_kinds):
    rng = np.random.default_rng(1)
    c = mars.Circuit("given")
    c.add("bodies.base", "Base1")
    for i in (1, 2):
        c.add("joints.rotation", f"KN{i}", axis=rng.normal(size=3))
        body(c, f"SB{i}", rng)
        c.connect("Base1.1" if i == 1 else "SB1.2", f"KN{i}.1")
        c.connect(f"KN{i}.2", f"SB{i}.1")
    c.add("sources.movement", "Ep1", law="0.5*sin(3*t)")
    c.add("test.pusher", "E2", wanted=[1.7])
    c.connect("Ep1.turn", "KN1.turn")
    c.connect("E2.t0", "KN2.turn")
    found = Instant(c)({"KN2.angle": 0.4, "KN2.turn.speed": -0.8}, 0.6)
    assert found["KN2.turn.acceleration"] == pytest.approx(1.7, rel=1e-12)


def test_a_free_joint_that_is_not_asked_for_counts_as_unaccelerated(test_kinds):
    """A cart of mass M on which a mass m slides along: force m·a for it, as if the cart did not move back."""
    c = mars.Circuit("carts", motions="Tx", gravity=[0, 0, 0])
    c.add("bodies.base", "Base1")
    for i, mass in ((1, 5), (2, 2)):
        c.add("joints.translation", f"KN{i}", axis=[1, 0, 0])
        c.add("bodies.body", f"SB{i}", mass=mass, points={"2": [0, 0, 0]})
        c.connect("Base1.1" if i == 1 else "SB1.2", f"KN{i}.1")
        c.connect(f"KN{i}.2", f"SB{i}.1")
    c.add("test.pusher", "E2", turning=0, sliding=1, wanted=[3.0])
    c.connect("E2.s0", "KN2.slide")
    found = Instant(c)()
    assert found["E2.needed"] == pytest.approx(2 * 3.0, rel=1e-14)
    assert found["KN2.slide.acceleration"] == pytest.approx(6 / 2 + 6 / 5, rel=1e-14)


def chain(count):
    c = mars.Circuit("chain")
    c.add("bodies.base", "Base1")
    c.add("test.pusher", "E1", turning=count, wanted=[1.0] * count)
    for i in range(count):
        c.add("joints.rotation", f"KN{i}", axis=[[0, 0, 1], [0, 1, 0]][i % 2])
        c.add("bodies.rod", f"SB{i}")
        c.connect(f"SB{i - 1}.2" if i else "Base1.1", f"KN{i}.1")
        c.connect(f"KN{i}.2", f"SB{i}.1")
        c.connect(f"E1.t{i}", f"KN{i}.turn")
    return c


def test_work_grows_with_the_number_of_joints_and_no_faster(test_kinds):
    few, some, many = (build_model(chain(count)).function.n_instructions() for count in (6, 10, 14))
    assert many - some == pytest.approx(some - few, rel=0.02)


# -- the controller --------------------------------------------------------------------------------------------------------


def test_errors_of_the_panda_die_out_as_the_closed_form_says():
    """ë + 20 ė + 100 e = 0 from rest: e = e₀ (1 + 10 t) exp(−10 t), in each joint by itself."""
    run = mars.simulate(mars.load(PANDA))
    decay = (1 + 10 * run.time) * np.exp(-10 * run.time)
    starts = []
    for i in JOINTS:
        error = run[f"TRJ1.position.values.{i}"] - run[f"KN{i}.angle"]
        assert error == pytest.approx(error[0] * decay, abs=1e-9), i
        starts.append(error[0])
    assert np.degrees(starts) == pytest.approx([0, -10, 0, -10, 0, -10, 0], abs=1e-9)
    assert run.ledger().relative_residual < 1e-10
    assert run.ledger()["CT1"].received == 0


def arm(**values):
    """A planar arm of a turn and a slide, led by computed torque."""
    c = mars.Circuit("arm", motions="Tx Ty Rz")
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=0.5, mass=2)
    c.add("joints.translation", "KN2", axis=[1, 0, 0])
    c.add("bodies.rod", "SB2", length=0.4, mass=1)
    c.add("sources.driven_torque", "Em1")
    c.add("sources.driven_force", "Ef2")
    c.add("control.computed_torque", "CT1", **{"turning": 1, "sliding": 1, **values})
    c.add("control.cycloid", "TRJ1", start=[0, 0.1], target=[1, 0.3], begin=0.2)
    c.add("signals.unbundle", "UNB1", count=2)
    for link in (
        "Base1.1 KN1.1", "KN1.2 SB1.1", "SB1.2 KN2.1", "KN2.2 SB2.1", "Em1.turn KN1.turn", "Ef2.slide KN2.slide",
        "CT1.turn1 KN1.turn", "CT1.slide1 KN2.slide", "TRJ1.position CT1.position", "TRJ1.speed CT1.speed",
        "TRJ1.acceleration CT1.acceleration", "CT1.torques UNB1.in", "UNB1.out1 Em1.signal", "UNB1.out2 Ef2.signal",
    ):  # fmt: skip
        c.connect(*link.split())
    c.set_start("KN2.travel", 0.1)
    return c


def test_turns_and_slides_follow_with_gains_of_their_own():
    c = arm(stiffness=[100, 34], damping=[20, 6])
    c.set_start("KN1.angle", 0.2)
    c.set_start("KN2.travel", 0.15)
    run = mars.simulate(c, until=2)
    t = run.time
    assert run["KN1.angle"] - run["TRJ1.position.values.1"] == pytest.approx(0.2 * (1 + 10 * t) * np.exp(-10 * t), abs=1e-9)
    swing = 0.05 * np.exp(-3 * t) * (np.cos(5 * t) + 0.6 * np.sin(5 * t))  # roots −3 ± 5i
    assert run["KN2.travel"] - run["TRJ1.position.values.2"] == pytest.approx(swing, abs=1e-9)
    assert run.units["CT1.needed.1"] == "N·m" and run.units["CT1.needed.2"] == "N"


def test_a_single_joint_takes_plain_signals():
    c = mars.Circuit("one", motions="Tx Ty Rz")
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=0.5, mass=2)
    c.add("sources.driven_torque", "Em1")
    c.add("control.computed_torque", "CT1", turning=1)
    c.add("control.trapezoid", "TRJ1")
    for link in (
        "Base1.1 KN1.1", "KN1.2 SB1.1", "Em1.turn KN1.turn", "CT1.turn1 KN1.turn", "CT1.torques Em1.signal",
        "TRJ1.position CT1.position", "TRJ1.speed CT1.speed", "TRJ1.acceleration CT1.acceleration",
    ):  # fmt: skip
        c.connect(*link.split())
    run = mars.simulate(c, until=2)
    assert run["KN1.angle"] == pytest.approx(run["TRJ1.position.value"], abs=1e-10)
    gravity = 2 * 9.81 * 0.25 * np.cos(run["KN1.angle"])
    inertia = 2 * 0.5**2 / 3
    assert run["CT1.needed"] == pytest.approx(inertia * run["TRJ1.acceleration.value"] + gravity, abs=1e-8)


def test_kinematic_mode_tells_what_is_needed_too():
    c = arm()
    for name in ("Em1", "Ef2", "UNB1"):
        c.remove(name)
    c.add("sources.movement", "Ep1", law={"law": "cycloid", "start": 0.2, "time": 1, "after": 1})
    c.add("sources.slide_movement", "Ep2", law={"law": "cycloid", "start": 0.2, "time": 1, "before": 0.1, "after": 0.3})
    c.connect("Ep1.turn", "KN1.turn")
    c.connect("Ep2.slide", "KN2.slide")
    c.start.clear()
    run = mars.simulate(c, until=1.5, mode="kinematic")
    assert run["CT1.needed.1"] == pytest.approx(run["KN1.turn.torque"], abs=1e-9)
    assert run["CT1.needed.2"] == pytest.approx(run["KN2.slide.force"], abs=1e-9)


# -- refusals --------------------------------------------------------------------------------------------------------------


def refusal(circuit):
    with pytest.raises(mars.CircuitError) as caught:
        build_model(circuit)
    return caught.value.complaints[0]


def test_refuses_a_closed_loop():
    c = arm()
    c.add("joints.rotation", "KN3")
    c.add("bodies.base", "Base2", place=[0.9, 0, 0])
    c.connect("SB2.2", "KN3.1")
    c.connect("KN3.2", "Base2.1")
    complaint = refusal(c)
    assert complaint.where == "CT1" and "closed loop through SB" in complaint.cause


def test_does_not_mind_a_loop_of_another_mechanism():
    c = arm()
    c.add("bodies.base", "Base3", place=[0, 2, 0])
    c.add("bodies.base", "Base4", place=[0.5, 2, 0])
    c.add("joints.rotation", "KN3")
    c.add("joints.rotation", "KN4")
    c.add("bodies.rod", "SB3", length=0.5)
    for link in ("Base3.1 KN3.1", "KN3.2 SB3.1", "SB3.2 KN4.1", "KN4.2 Base4.1"):
        c.connect(*link.split())
    assert build_model(c).skeleton.closures


def test_refuses_an_acceleration_that_follows_from_its_torques(test_kinds):
    c = arm()
    c.disconnect("TRJ1.acceleration", "CT1.acceleration")
    c.connect("CT1.torques", "CT1.acceleration")
    complaint = refusal(c)
    assert (complaint.where, complaint.code) == ("CT1", "demand-ring")
    assert complaint.cause.endswith("depends directly on the torques of CT1")


def test_refuses_an_acceleration_that_follows_from_accelerations(test_kinds):
    c = arm()
    c.disconnect("TRJ1.acceleration", "CT1.acceleration")
    c.add("signals.bundle", "BUN1", count=2)
    for i, shaft in ((1, "KN1.turn"), (2, "KN1.turn")):
        c.add("test.felt", f"M{i}")
        c.connect(f"M{i}.shaft", shaft)
        c.connect(f"M{i}.out", f"BUN1.in{i}")
    c.connect("BUN1.out", "CT1.acceleration")
    complaint = refusal(c)
    assert complaint.code == "demand-ring" and "lag" in complaint.remedy
    assert complaint.cause.endswith("depends directly on the acceleration of KN1.turn")


def test_refuses_an_inductor_whose_current_would_be_its_torques():
    c = arm()
    c.remove("Em1")
    c.add("drives.dc_motor", "MT1", inductance=0.01)
    c.add("electrical.driven_current", "I1")
    c.add("electrical.ground", "GND1")
    for link in ("I1.n GND1.p", "MT1.n GND1.p", "I1.p MT1.p", "MT1.shaft KN1.turn", "UNB1.out1 I1.signal"):
        c.connect(*link.split())
    complaint = refusal(c)
    assert complaint.where == "CT1" and "the current of an inductor" in complaint.cause


def test_refuses_a_shaft_that_is_no_joint():
    c = arm()
    c.disconnect("CT1.turn1", "KN1.turn")
    c.add("dynamics.rotor", "R1")
    c.connect("CT1.turn1", "R1.shaft")
    assert refusal(c).where == "CT1.turn1"


def test_refuses_one_joint_for_two_ports():
    c = arm(turning=2, sliding=0)
    c.disconnect("CT1.slide1", "KN2.slide")
    c.connect("CT1.turn2", "KN1.turn")
    complaint = refusal(c)
    assert complaint.code == "joint-twice" and "two of its ports are connected to KN1.turn" in complaint.cause


def test_refuses_the_angles_of_a_ball():
    c = arm(turning=2, sliding=0)
    c.motions = mars.Circuit("x").motions
    c.add("joints.spherical", "KN3")
    c.add("bodies.rod", "SB3")
    c.connect("SB2.2", "KN3.1")
    c.connect("KN3.2", "SB3.1")
    c.disconnect("CT1.slide1", "KN2.slide")
    c.connect("CT1.turn2", "KN3.turn_x")
    complaint = refusal(c)
    assert complaint.code == "ball-angle" and "KN3.turn_x, but a ball joint has no angles" in complaint.cause


@pytest.mark.parametrize(
    ("values", "words"),
    [({"turning": 0, "sliding": 0}, "it has no joints"), ({"damping": [1, 2, 3]}, "damping has 3 numbers for 2 axes")],
)
def test_refuses_values_that_do_not_fit(values, words):
    assert words in refusal(arm(**values)).cause


def test_the_witness_refuses_it_in_words():
    with pytest.raises(mars.CircuitError, match="CT1: it computes the inverse dynamics"):
        Tableau(arm())
    assert not [c for c in mars.check(arm()).complaints if c.severity == "error"]
