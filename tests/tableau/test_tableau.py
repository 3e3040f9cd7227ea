"""The witness: the paper's equations as they stand, against the fast model, closed forms and the explicit solvers."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.special import ellipk

import mars
from mars.component.base import Terminal
from mars.component.rules import Piece
from mars.document.circuit import Circuit
from mars.errors import CircuitError, RunError
from mars.events.switchboard import initial_modes
from mars.kinds.registry import kinds
from mars.machine import compile_function
from mars.model.build import build_model
from mars.model.symbols import bind_symbols
from mars.model.variables import Variables
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.start.assembly import assemble
from mars.start.torn_unknowns import solve_torn_unknowns
from mars.tableau.ida import solve_witness
from mars.tableau.piecewise import rules_of
from mars.tableau.tableau import Tableau
from mars.topology.analyse import topology_of
from mars.verification.verify import fast_values
from tests.helpers.kind_circuits import circuit_around, modes_of
from tests.helpers.mechanism_circuits import BUILDERS, HINGE, PLANE, SPACE, UNEVEN, arm, put, random_tree
from tests.helpers.waits import LIMIT
from tests.helpers.wiring import wired

CIRCUITS = list(BUILDERS)
ROOT = Path(__file__).parents[2]


def random_states(model, seed):
    x = np.random.default_rng(seed).uniform(-1.5, 1.5, len(model.states))
    for first in model.quaternions:
        x[first : first + 4] /= np.linalg.norm(x[first : first + 4])
    return x


def assert_same_values(circuit: Circuit, seeds: int = 3, t: float = 0.37):
    """Every name of the fast road, at random states, to 1e-9 of its own size.

    The tableau has no acceleration of shafts without inertia: there it is the slope of the speed (or the speed that of the
    position).
    """
    tableau, model = Tableau(circuit), build_model(circuit)
    variables = Variables(model)
    names, table = list(variables.table), tableau.table()
    places = {variable.symbol.name(): i for i, variable in enumerate(tableau.variables)}
    derived = {}
    for name in [name for name in names if name not in table]:
        head, _, tail = name.rpartition(".")
        of = [f"{head}.speed"] if tail == "acceleration" else [f"{head}.angle", f"{head}.travel"] if tail == "speed" else []
        derived[name] = next((places[table[other].name()] for other in of if other in table), None)
        assert derived[name] is not None or (tail == "acceleration" and f"{head}.speed" in derived), name
    common = [name for name in names if name in table]
    values = tableau.values_function(common)
    for seed in range(seeds):
        x = assemble(model, random_states(model, seed), set(), t)  # joints may be coupled
        x = solve_torn_unknowns(model, x, model.parameters(t), t)
        x, modes = initial_modes(model, variables, x, t)  # pieces of laws
        fast = dict(zip(names, fast_values(model, variables, names, x, t, modes), strict=True))
        own = {state.name: fast[state.name] for state in tableau.states}
        p, y = tableau.solve_modes(own, t, tableau.with_modes(model.symbols, modes), tableau.guess(fast))
        slow = dict(zip(common, np.array(values(t, y, p)).ravel(), strict=True))
        slopes = tableau.rates(y, t, p)
        slow |= {name: slopes[place] for name, place in derived.items() if place is not None}
        error = {name: abs(fast[name] - value) / (1.0 + abs(value)) for name, value in slow.items()}
        worst = max(error, key=error.__getitem__)
        assert error[worst] < 1e-9, f"{worst}: fast {fast[worst]}, tableau {slow[worst]}"


@pytest.mark.parametrize("name", CIRCUITS)
def test_as_many_equations_as_unknowns_and_full_rank(name):
    tableau = Tableau(BUILDERS[name]())
    size = len(tableau.variables)
    assert tableau.counts["equations"] == tableau.counts["variables"] == size == len(tableau.equations)
    assert len({variable.name for variable in tableau.variables}) == size
    x = tableau.start() + 0.3
    y = tableau.consistent(x, 0.1)
    slopes = tableau.rates(y, 0.1)
    p = tableau.parameters(0.1)
    assert np.abs(np.array(tableau.residual(0.1, y, slopes, p))).max() < 1e-8
    matrix = np.array(tableau.jacobian(0.1, y, slopes, 10.0, p).full())
    matrix /= np.abs(matrix).max(axis=1, keepdims=True)
    assert np.linalg.matrix_rank(matrix / np.abs(matrix).max(axis=0)) == size


@pytest.mark.parametrize("name", CIRCUITS)
def test_all_variables_equal_those_of_the_fast_model(name):
    assert_same_values(BUILDERS[name]())


@pytest.mark.parametrize("seed", range(16))
def test_random_trees_equal_the_fast_model(seed):
    assert_same_values(random_tree(seed), seeds=2)


@pytest.mark.parametrize("kind", ["rotation", "translation", "cylindrical", "universal", "planar", "spherical", "free"])
@pytest.mark.parametrize("sign", ["", "-"])
def test_every_joint_both_ways_round_equals_the_fast_model(kind, sign):
    oblique = {"rotation": ["axis"], "translation": ["axis"], "cylindrical": ["axis"]}
    axes = oblique.get(kind, [] if kind in ("spherical", "free") else ["axis_1", "axis_2"])
    values = dict(zip(axes, ([1, 2, -1], [0, 1, 3]), strict=False))
    body = {**UNEVEN, "points": {"2": {"place": [0.3, 0.1, 0.2], "orientation": [0.5, -0.4, 1]}}}
    assert_same_values(arm(SPACE, (sign + kind, values), (sign + kind, values), body=body))


def refused(kind: str) -> bool:
    """Whether something in the circuit around it does more than pass from one piece of a law to another."""
    rules = rules_of(bind_symbols(topology_of(circuit_around(kind))))
    return any(not isinstance(rule, Piece) for _, rule in rules)


REFUSED = [
    name for name, kind in kinds().items() if (modes_of(name) or kind.holds) and not issubclass(kind, Terminal) and refused(name)
]
INVERSE = [name for name, kind in kinds().items() if kind.demanded]


@pytest.mark.parametrize(
    "kind", [name for name, kind in kinds().items() if not (name in (*REFUSED, *INVERSE) or issubclass(kind, Terminal))]
)
def test_every_kind_equals_the_fast_model(kind):
    assert_same_values(circuit_around(kind), seeds=2)


@pytest.mark.parametrize("kind", INVERSE)
def test_what_computes_inverse_dynamics_is_refused(kind):
    with pytest.raises(CircuitError, match="X: it computes the inverse dynamics"):
        Tableau(circuit_around(kind))


@pytest.mark.parametrize("kind", REFUSED)
def test_what_does_more_than_pass_from_piece_to_piece_is_refused(kind):
    with pytest.raises(CircuitError, match=r"X: it switches during the run \(.*\), which method ida does not support") as caught:
        Tableau(circuit_around(kind))
    assert {complaint.code for complaint in caught.value.complaints} == {"events"}


def test_rates_in_the_tableau_are_the_time_derivatives_of_what_they_are_rates_of():
    tableau = Tableau(BUILDERS["forces_between_bodies"]())
    y = tableau.consistent(np.random.default_rng(1).uniform(-1, 1, len(tableau.states)), 0.2)
    slopes = tableau.rates(y, 0.2)
    pairs = {".v.": ".a.", ".w.": ".b.", ".v0.": ".a0.", ".speed": ".acceleration"}
    checked = 0
    for name, place in tableau.index.items():
        for of, rate in pairs.items():
            if of in name:
                assert slopes[place] == pytest.approx(y[tableau.index[name.replace(of, rate)]], rel=1e-9, abs=1e-8)
                checked += 1
    assert checked > 80


@pytest.mark.parametrize("second", ["damper", "spring"])
@pytest.mark.parametrize("geared", [False, True])
def test_shafts_without_inertia_equal_the_fast_model(second, geared):
    c = arm(PLANE, HINGE)
    put(c, "dynamics.spring", "Spring", {"a": "KN1.turn"}, stiffness=20)
    if geared:
        put(c, "dynamics.gear", "Gear", {"a": "Spring.b"}, ratio=3)
    put(c, f"dynamics.{second}", "Second", {"a": "Gear.b" if geared else "Spring.b"})
    assert_same_values(c)


def test_a_shaft_without_inertia_follows_at_once():
    c = arm(PLANE, HINGE)
    put(c, "dynamics.spring", "Spring", {"a": "KN1.turn"}, stiffness=20)
    put(c, "dynamics.damper", "Damper", {"a": "Spring.b"}, damping=2)
    tableau = Tableau(c)
    assert [state.name for state in tableau.states] == ["KN1.angle", "Spring.b.angle", "KN1.turn.speed"]
    y = tableau.consistent({"KN1.angle": 0.5, "Spring.b.angle": 0.2})
    assert y[tableau.index["Spring.b.speed"]] == pytest.approx(20 * (0.5 - 0.2) / 2)


def test_equations_are_readable():
    equations = Tableau(BUILDERS["pendulum"]()).equations
    assert ("KN1", "rate", "d(KN1.angle)/dt = KN1.turn.speed") in equations
    assert ("node KN1.2 SB1.1", "node law, F.x", "0 = (KN1.2.F.x+SB1.1.F.x)") in equations
    assert ("SB1", "momentum, F.x", "0 = (((SB1.mass*SB1.a0.x)-SB1.1.F.x)-SB1.2.F.x)") in equations


def test_joints_tied_by_a_gear():
    """The tableau needs nothing special where the fast model needs a multiplier: α = T / (J1 + J2/n²)."""
    c = Circuit("gear train", motions="Rz")
    c.add("bodies.base", "Base")
    for i, inertia in ((1, 2.0), (2, 5.0)):
        put(c, "joints.rotation", f"KN{i}", {"1": "Base.1"})
        put(c, "bodies.body", f"SB{i}", {"1": f"KN{i}.2"}, inertia=[1, 1, inertia])
    put(c, "dynamics.gear", "Gear", {"a": "KN1.turn", "b": "KN2.turn"}, ratio=3)
    put(c, "sources.torque", "Em", {"turn": "KN1.turn"}, law=4)
    tableau = Tableau(c)
    y = tableau.consistent({})
    assert y[tableau.index["KN1.turn.acceleration"]] == pytest.approx(4 / (2 + 5 / 9))


MASSLESS = {"mass": 0, "inertia": [0, 0, 0], "points": {"2": [1, 0, 0]}}
TWICE = put(arm(PLANE, HINGE), "sources.velocity", "A", {"turn": "KN1.turn"})
put(TWICE, "sources.movement", "B", {"turn": "A.turn"})
SPRUNG_BALL = put(arm(SPACE, ("spherical", {}), body=UNEVEN), "dynamics.spring", "Spring", {"a": "KN1.turn_x"})


@pytest.mark.parametrize(
    ("circuit", "code", "words"),
    [
        (arm("Tx Rz", HINGE), "class", "Ty"),
        (arm(PLANE, HINGE, HINGE, body=MASSLESS), "undetermined", r"KN1\.turn\.acceleration"),
        (TWICE, "two-motions", "A"),
        (SPRUNG_BALL, "ball-angle", "bushing"),
    ],
)
def test_what_cannot_be_solved_is_named(circuit, code, words):
    with pytest.raises(CircuitError, match=words) as caught:
        Tableau(circuit)
    assert caught.value.complaints[0].code == code


def test_a_start_value_that_is_no_state_is_named():
    with pytest.raises(CircuitError, match=r"KN9\.angle"):
        Tableau(BUILDERS["pendulum"]()).consistent({"KN9.angle": 1.0})


def test_pendulum_period():
    """Point mass on a massless arm: T = 4 √(l/g) K(sin²(θ/2))."""
    c = Circuit("pendulum", motions=PLANE)
    c.add("bodies.base", "Base")
    put(c, "joints.rotation", "KN1", {"1": "Base.1"})
    put(c, "bodies.body", "SB1", {"1": "KN1.2"}, mass=2.0, centre=[0, -1.5, 0], inertia=[0, 0, 0])
    period = 4 * np.sqrt(1.5 / 9.81) * ellipk(np.sin(0.6) ** 2)
    found = solve_witness(Tableau(c), {"KN1.angle": 1.2}, [0, period / 4, period / 2, period])
    angles = found.values(["KN1.angle"]).ravel()
    assert angles == pytest.approx([1.2, 0, -1.2, 1.2], abs=2e-8)


def test_torque_free_symmetric_top():
    """w = L/A + (1 − C/A) w3 e3: the body turns about L and about its own axis at constant rates."""
    c = Circuit("top", gravity=[0, 0, 0])
    c.add("bodies.body", "SB1", mass=1.0, inertia=[0.2, 0.2, 0.35])
    w = np.array([0.8, -0.5, 3.0])
    start = {f"Free_SB1.turn_{axis}.speed": speed for axis, speed in zip("xyz", w, strict=True)}
    times = np.linspace(0, 3, 7)
    found = solve_witness(Tableau(c), start, times)
    names = [f"SB1.1.R.{i}{j}" for i in "xyz" for j in "xyz"]
    L = np.array([0.2, 0.2, 0.35]) * w
    for t, row in zip(times, found.values(names), strict=True):
        expected = turn(L / 0.2 * t) @ turn(np.array([0, 0, (1 - 0.35 / 0.2) * w[2]]) * t)
        assert np.abs(row.reshape(3, 3) - expected).max() < 3e-8


def turn(vector):
    angle = np.linalg.norm(vector)
    x, y, z = vector / angle if angle else vector
    G = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * G + (1 - np.cos(angle)) * G @ G


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["double_pendulum", "manipulator", "gantry", "spherical_pendulum", "elastic_drives", "geared_rotor_in_its_housing"],
)
def test_trajectories_equal_those_of_the_explicit_solver(name):
    """The gantry has laws with corners: a step of force, the ends of a ramp and of a cycloid."""
    circuit = BUILDERS[name]()
    model = build_model(circuit)
    x0 = 0.3 * random_states(model, 4)
    for first in model.quaternions:
        x0[first : first + 4] /= np.linalg.norm(x0[first : first + 4])
    times = np.linspace(0, 1.5, 7)
    native = compile_function(model.function)
    config = Explicit("rk8", rtol=1e-12, atol=1e-13)
    steps = integrate(native, x0, 0.0, 1.5, model.breaks, model.parameters(), config, quaternions=model.quaternions)
    expected = steps.replay(native, times)
    names = [state.name for state in model.states]
    found = solve_witness(Tableau(circuit), dict(zip(names, x0, strict=True)), times).values(names)
    assert np.abs(found - expected).max() < 2e-7 * (1 + np.abs(expected).max())


def test_a_law_that_ends_is_named():
    c = put(arm(PLANE, HINGE), "sources.movement", "Ep", {"turn": "KN1.turn"}, law="acos(t)")
    with pytest.raises(CircuitError, match="Ep: its law has no finite value at t = 2 s"):
        Tableau(c).consistent({}, 2.0)


def test_times_that_do_not_rise_are_refused():
    with pytest.raises(RunError, match="at least two increasing output times") as caught:
        solve_witness(Tableau(BUILDERS["pendulum"]()), {}, [0.0])
    assert caught.value.code == "not-increasing"


FAST_MODEL = (
    "mars.model.build",
    "mars.model.mechanics.outward_pass",
    "mars.model.mechanics.articulated_inertia",
    "mars.model.networks",
    "mars.solvers",
    "mars.machine",
    "mars.start.start_values",
    "numba",
)


@pytest.mark.slow
def test_the_witness_runs_without_the_fast_model():
    """It shares the declarations and their symbols (`mars.model.symbols`) and nothing else, so it cannot share a mistake."""
    program = f"""
import sys, mars
from mars.tableau.ida import solve_witness
from mars.tableau.tableau import Tableau
tableau = Tableau(mars.load({str(ROOT / "circuits/pendulum.mars")!r}))
solve_witness(tableau, {{"KN1.angle": 0.5}}, [0, 0.1])
print(*(name for name in sys.modules if any(f"{{name}}.".startswith(f"{{part}}.") for part in {FAST_MODEL!r})))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LIMIT)
    assert done.stderr == "" and done.stdout.strip() == ""


def test_an_output_time_next_to_a_corner_of_a_law():
    """IDA cannot start a segment shorter than rounding: its error had no text, which ended in a traceback."""
    c = Circuit("shaft", gravity=[0, 0, 0])
    c.add("dynamics.rotor", "J", inertia=2)
    c.add("sources.torque", "E", law={"law": "step", "time": 0.5, "after": 3})
    c.connect("E.turn", "J.shaft")
    times = [0, np.nextafter(0.5, 0), 0.5, np.nextafter(0.5, 1), 0.6, np.nextafter(1, 0), 1]
    run = mars.simulate(c, times=times, method="ida")
    assert run["J.shaft.speed"] == pytest.approx(1.5 * np.maximum(np.array(times) - 0.5, 0), abs=1e-9)


def test_a_stiff_volume_in_balance_is_consistent():
    """Rounding of its flows is 1e-9 Pa/s there, so that Newton's method never came to rest: no solution, said the run."""
    parts = {
        "T": ("hydraulic.tank", {}),
        "Q": ("hydraulic.flow_source", {"law": 2e-4}),
        "V": ("hydraulic.volume", {"volume": 0.008558818092164817}),
        "P": ("hydraulic.pipe", {"length": 0.5193079520238079, "diameter": 0.012, "inertia": False, "regime": "laminar"}),
        "O": ("hydraulic.orifice", {"area": 1.609438056957773e-05, "laminar_below": 1e4}),
        "J": ("dynamics.rotor", {"inertia": 0.09376491844386595}),
        "S": ("dynamics.spring_damper", {"stiffness": 21.936526835449868, "damping": 0.6492108728893669}),
    }
    c = wired(parts, "T.a Q.a O.b", "Q.b V.a P.a", "P.b O.a", "J.shaft S.a", ground=False)
    c.set_start("V.pressure", 722676.4170676698)
    slow, fast = (
        mars.simulate(c, times=np.linspace(0, 0.8, 9), method=method, rtol=1e-8, atol=1e-10) for method in ("ida", "rk8")
    )
    assert slow["V.pressure"] == pytest.approx(fast["V.pressure"], rel=1e-7)
