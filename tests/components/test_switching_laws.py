"""Laws of the components that switch, each mode by itself: friction, play, impact, losses, ropes, grips."""

import numpy as np
import pytest
from mars.components.dynamics.hunt_crossley import hunt_crossley, relative_damping
from scipy.integrate import solve_ivp

from mars.document.circuit import Circuit
from mars.model.build import build_model
from mars.model.variables import Variables


class Laws:
    """A circuit at chosen states and modes, with nothing held."""

    def __init__(self, circuit):
        self.model = build_model(circuit)
        self.variables = Variables(self.model)
        self._values = self.variables.function([expression for _, expression in self.variables.table.values()])

    def parameters(self, modes, t):
        p = self.model.parameters(t)
        for name, value in modes.items():
            mode = self.model.symbols.modes["X", name]
            p[mode.index : mode.index + mode.symbol.numel()] = value
        return p

    def state(self, states=()):
        x = np.array([state.start for state in self.model.states])
        for name, value in dict(states).items():
            x[self.model.state_index[name]] = value
        return x

    def rates(self, x, t=0.0, **modes):
        return np.array(self.model.function(x, np.zeros(self.model.constraints.size), self.parameters(modes, t), t)[0]).ravel()

    def __call__(self, x, t=0.0, **modes):
        dx = np.concatenate([self.rates(x, t, **modes), np.zeros(self.model.constraints.size)])
        values = self._values(x, dx, self.parameters(modes, t), t)
        return dict(zip(self.variables.table, np.array(values).ravel().tolist(), strict=True))

    def closure(self, x, t=0.0, **modes):
        gaps, rates = self.model.closure(x, np.zeros(self.model.constraints.size), self.parameters(modes, t), t)
        return np.array(gaps).ravel(), np.array(rates).ravel()


def shaft(kind, port, **values):
    """The port of the kind on a joint J with an inertia of 0.3 kg·m²; states J.angle and J.turn.speed."""
    c = Circuit("shaft")
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "J")
    c.add("bodies.body", "Load", mass=2, inertia=[0.1, 0.2, 0.3])
    c.add(f"dynamics.{kind}", "X", **values)
    c.connect("Base.1", "J.1")
    c.connect("J.2", "Load.1")
    c.connect(f"X.{port}", "J.turn")
    return c


def on_a_shaft(kind, **values):
    """The kind between a joint and its housing."""
    return Laws(shaft(kind, "a", **values))


def with_free_body(kind, **values):
    """The kind between the world and a free body, its frame port b on the body; states of the joint J."""
    c = Circuit("free body")
    c.add("bodies.base", "Base", place=[0.3, -0.2, 0.1])
    c.add("joints.free", "J")
    c.add("bodies.body", "Load", mass=2, centre=[0.1, 0, 0], inertia=[0.1, 0.2, 0.25])
    c.add(f"dynamics.{kind}", "X", **values)
    c.connect("Base.1", "J.1", "X.a")
    c.connect("J.2", "Load.1", "X.b")
    return Laws(c)


@pytest.mark.parametrize(
    "speed, torque",
    [(0.0, 3.0), (0.4, 2 + np.exp(-1) + 0.1 * 0.4), (-0.4, -2 - np.exp(-1) - 0.1 * 0.4), (20.0, 2 + 0.1 * 20)],
)
def test_friction_falls_from_breakaway_to_coulomb(speed, torque):
    """C = 2, B = 1.5, Stribeck's speed 0.4, viscous 0.1; the shaft is slowed down, whichever way it turns."""
    laws = on_a_shaft("friction", coulomb=2, breakaway=1.5, stribeck=0.4, viscous=0.1)
    direction = -1.0 if speed >= 0 else 1.0  # of b against a
    assert laws(laws.state({"J.turn.speed": speed}), direction=direction)["X.a.torque"] == pytest.approx(torque, rel=1e-12)


@pytest.mark.parametrize("command, torque", [(-0.5, 0.0), (0.25, 3.0), (1.0, 12.0), (2.0, 12.0)])
def test_brake_follows_its_command_from_released_to_full(command, torque):
    laws = on_a_shaft("brake", capacity=12, command={"law": "step", "time": 1, "after": command})
    x = laws.state({"J.turn.speed": 3.0})
    assert laws(x, t=0.5, direction=-1.0)["X.a.torque"] == 0.0
    assert laws(x, t=1.5, direction=-1.0)["X.a.torque"] == pytest.approx(torque)


@pytest.mark.parametrize(
    "angle, speed, torque",
    [
        (0.04, 2.0, 0.0),  # within the play
        (0.15, 2.0, 100 * 0.1 + 3 * 2),
        (-0.15, -2.0, -100 * 0.1 - 3 * 2),
        (0.15, -2.0, 100 * 0.1 - 3 * 2),
        (0.06, -2.0, 0.0),  # the flank comes back slower than the shaft leaves
    ],
)
def test_backlash_is_free_within_its_play_and_never_pulls(angle, speed, torque):
    laws = on_a_shaft("backlash", play=0.1, stiffness=100, damping=3)
    lower, upper = (1.0 if angle < -0.05 else -1.0), (1.0 if angle > 0.05 else -1.0)
    seen = laws(laws.state({"J.angle": angle, "J.turn.speed": speed}), at_lower=lower, at_upper=upper)
    assert seen["X.a.torque"] == pytest.approx(torque, abs=1e-12)


@pytest.mark.parametrize("restitution", [0.02, 0.1, 0.3, 0.5, 0.8, 0.99, 1.0])
@pytest.mark.parametrize("mass, stiffness, speed", [(1.0, 100.0, 1.0), (0.02, 5e5, 3.0)])
def test_an_impact_comes_back_with_the_restitution_asked_for(restitution, mass, stiffness, speed):
    """Of a free mass, by direct integration from touching to leaving, whatever mass, stiffness and speed are."""
    push = hunt_crossley(stiffness, restitution, speed)

    def leaves(t, y):
        return y[0] if t > 0 else 1.0

    leaves.terminal, leaves.direction = True, -1
    law = lambda t, y: [y[1], -float(push(y[0], y[1])) / mass]  # noqa: E731
    end = 1000 * np.sqrt(mass / stiffness)
    run = solve_ivp(law, (0, end), [0.0, speed], method="LSODA", rtol=1e-11, atol=1e-14 * speed, events=leaves)
    assert run.y_events[0][0][1] == pytest.approx(-restitution * speed, rel=1e-6)


def test_damping_of_an_impact_has_its_limits():
    """Close to e = 1 it is Hunt and Crossley's own 3(1 − e)/2; close to 0 it is 1/e, at which the speed back is used up."""
    assert relative_damping(0.9999) == pytest.approx(1.5e-4, rel=1e-3)
    assert relative_damping(0.001) == pytest.approx(1000, rel=1e-12)


def test_buffer_pushes_back_beyond_its_limits():
    laws = on_a_shaft("buffer", lower=-0.2, upper=0.5, stiffness=100, restitution=0.5, impact_speed=2)
    c = relative_damping(0.5) / 2
    in_upper = laws(laws.state({"J.angle": 0.6, "J.turn.speed": 3.0}), at_lower=-1.0, at_upper=1.0)
    assert in_upper["X.a.torque"] == pytest.approx(100 * 0.1 * (1 + 3 * c))
    leaving_lower = laws(laws.state({"J.angle": -0.3, "J.turn.speed": 0.4}), at_lower=1.0, at_upper=-1.0)
    assert leaving_lower["X.a.torque"] == pytest.approx(-100 * 0.1 * (1 - 0.4 * c))
    torn_off = laws(laws.state({"J.angle": 0.6, "J.turn.speed": -9.0}), at_lower=-1.0, at_upper=1.0)
    assert torn_off["X.a.torque"] == 0.0


def test_stops_keep_the_joint_between_its_limits():
    laws = on_a_shaft("stop", lower=-0.2, upper=0.5)
    gaps, rates = laws.closure(laws.state({"J.angle": 0.4, "J.turn.speed": 3.0}))
    assert gaps == pytest.approx([0.6, 0.1]) and rates == pytest.approx([3.0, -3.0])


@pytest.mark.parametrize("direction, passed", [(1.0, 2 * 0.8 - 0.1), (-1.0, 2 / 0.6 + 0.3), (0.0, 2.0)])
def test_lossy_gear_lets_through_what_its_efficiency_says(direction, passed):
    """A torque of 2 drives at η = 0.8, is driven at η' = 0.6, and passes whole while the gear is locked without load."""
    c = shaft("lossy_gear", "b", ratio=5, efficiency=0.8, back_efficiency=0.6, friction=0.1, back_friction=0.3)
    c.add("sources.torque", "Motor", law=2)
    c.connect("Motor.turn", "X.a")
    laws = Laws(c)
    state = laws.state({"J.turn.speed": direction})
    assert laws(state, direction=direction, pushing=1.0)["X.b.torque"] == pytest.approx(-5 * passed)


def test_one_way_clutch_without_a_driving_shaft_turns_forward_only():
    laws = Laws(shaft("one_way_clutch", "b"))
    assert laws.closure(laws.state({"J.turn.speed": 3.0}))[1] == pytest.approx([3.0])
    assert float(laws.model.system(laws.state(), laws.model.parameters(), 0.0)[2]) == pytest.approx(1 / 0.3)  # hold speeds it up


def test_rope_is_taut_at_its_length_and_smooth_where_its_ends_meet():
    laws = with_free_body("rope", length=0.5)
    along = np.array([0.6, 0.0, 0.8])
    place = dict(zip(("J.x", "J.y", "J.z"), 0.5 * along, strict=True))
    taut = laws.state({**place, "J.slide_x.speed": 2.0, "J.slide_y.speed": 7.0})
    gaps, rates = laws.closure(taut)
    assert gaps == pytest.approx([0], abs=1e-15) and rates == pytest.approx([-0.6 * 2.0])
    assert all(np.all(np.isfinite(np.array(part))) for part in laws.model.system(laws.state(), laws.model.parameters(), 0.0))


def test_elastic_rope_pulls_and_never_pushes():
    laws = with_free_body("elastic_rope", length=0.5, stiffness=100, damping=4)
    stretched = laws(laws.state({"J.x": 0.7, "J.slide_x.speed": 1.0}), taut=1.0)
    assert stretched["X.b.F.x"] == pytest.approx(100 * 0.2 + 4)
    assert laws(laws.state({"J.x": 0.7, "J.slide_x.speed": -9.0}), taut=1.0)["X.b.F.x"] == 0.0
    assert laws(laws.state({"J.x": 0.3, "J.slide_x.speed": 1.0}), taut=-1.0)["X.b.F.x"] == 0.0


def test_a_sphere_that_rolls_does_not_slip():
    laws = with_free_body("contact", radius=0.2)
    spin = {"J.turn_x.speed": 3.0, "J.turn_y.speed": -2.0, "J.turn_z.speed": 5.0}
    rolling = laws.state({"J.z": 0.19, "J.slide_x.speed": -2.0 * 0.2, "J.slide_y.speed": -3.0 * 0.2, **spin})
    assert laws.closure(rolling, touching=1.0)[1] == pytest.approx([0, 0], abs=1e-15)


def test_friction_of_a_contact_acts_against_the_slip_at_its_point():
    laws = with_free_body("contact", radius=0.2, stiffness=1000, friction=0.3, restitution=1)
    slipping = laws.state({"J.z": 0.19, "J.slide_x.speed": 0.3, "J.slide_y.speed": 0.4})
    seen = laws(slipping, touching=1.0, direction=[0.6, 0.8])
    assert [seen[f"X.b.F.{i}"] for i in "xyz"] == pytest.approx([0.3 * 10 * 0.6, 0.3 * 10 * 0.8, -10])
    assert [seen[f"X.b.M.{i}"] for i in "xyz"] == pytest.approx([0.2 * 0.3 * 10 * 0.8, -0.2 * 0.3 * 10 * 0.6, 0], abs=1e-12)
    stuck = laws(slipping, touching=1.0, direction=[0, 0])
    assert [stuck["X.b.F.x"], stuck["X.b.F.y"]] == [0.0, 0.0]


HELD = {"weld": 6, "ball": 3, "hinge": 5, "slider": 5}


@pytest.mark.parametrize("joint", HELD)
@pytest.mark.parametrize("takes", ["as found", "as drawn"])
def test_a_grip_holds_what_its_joint_would(joint, takes):
    """As many freedoms as the joint takes away; and where a gap is closed, its rate is the one given."""
    laws = with_free_body("grip", joint=joint, takes=takes, axis=[1, 2, -1])
    step, rng = 1e-6, np.random.default_rng(3)
    place, q = rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 4)
    if takes == "as drawn":
        place, q = np.zeros(3), np.array([1.0, 0, 0, 0])
    q /= np.linalg.norm(q)
    names = [f"J.{c}" for c in "xyz"] + [f"J.attitude.{c}" for c in "wxyz"]
    speeds = [f"J.slide_{c}.speed" for c in "xyz"] + [f"J.turn_{c}.speed" for c in "xyz"]
    found = dict(zip(names, [*place, *q], strict=True)) | dict(zip(speeds, rng.uniform(-1, 1, 6), strict=True))
    x = laws.state(found)
    at = laws(x)
    attitude = [at[f"X.b.R.{i}{j}"] for j in "xyz" for i in "xyz"]
    memory = {"place": place, "attitude": attitude}
    dx = laws.rates(x, **memory)
    gaps, rates = laws.closure(x, **memory)
    assert gaps == pytest.approx(0, abs=1e-14)
    ahead, behind = (laws.closure(x + s * step * dx, **memory)[0] for s in (1, -1))
    assert (ahead - behind) / (2 * step) == pytest.approx(rates, abs=1e-8)
    A = np.array(laws.model.system(x, laws.parameters(memory, 0.0), 0.0)[2])
    assert np.linalg.matrix_rank(A, tol=1e-9) == HELD[joint]


def test_a_grip_sees_that_a_body_is_turned_by_half_a_turn():
    laws = with_free_body("grip", takes="as drawn")
    turned = laws.state({"J.attitude.w": 0.0, "J.attitude.z": 1.0})
    assert np.abs(laws.closure(turned)[0]).max() > 1
