"""The witness on closed loops: against the fast model, published numbers and itself at other tolerances.

Along a run the two roads meet to `RUN` of each variable's size: IDA's global error was measured as 20 to 300 times its relative
tolerance here (1e-10), and falls with it, while the loops are closed to rounding errors all the time.
"""

import json

import casadi as ca
import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.errors import CircuitError, RunError
from mars.model.build import build_model
from mars.model.variables import Variables
from mars.simulation.run import Run, WitnessRun
from mars.start.assembly import assemble
from mars.start.start_values import start_state
from mars.tableau import ida
from mars.tableau.circuit_laws import closing_ports
from mars.tableau.tableau import Tableau
from mars.verification.verify import verify
from tests.helpers.mechanism_circuits import LOOPS, PLANE, SPACE, arm, n_four_bar, polygon, put, random_loop
from tests.helpers.modelica import PROBLEMS
from tests.helpers.paths import REFS, ROOT

SAME = 1e-9  # of the largest variable with the same unit
RUN = 1e-7
FILES = ["four_bar", "slider_crank", "andrews_squeezer"]


def built(name: str) -> Circuit:
    return mars.load(ROOT / "circuits" / f"{name}.mars") if name in FILES and name not in LOOPS else LOOPS[name]()


def random_states(model, variables, count=3, t=0.2):
    """The start, and states around it, closed again."""
    x0 = start_state(model, variables)
    yield x0, 0.0
    for seed in range(count):
        x = x0 + 0.1 * np.random.default_rng(seed).normal(size=x0.size)
        for first in model.quaternions:
            x[first : first + 4] /= np.linalg.norm(x[first : first + 4])
        yield assemble(model, x, set(), t), t


def start_of(tableau, run):
    names = [state.name for state in tableau.states]
    return {name: float(values[0]) for name, values in run.values(names).items()}


def assert_same_values(circuit: Circuit):
    model = build_model(circuit)
    variables, tableau = Variables(model), Tableau(circuit)
    table = tableau.table()
    for x, t in random_states(model, variables):
        fast = Run(model, variables, np.array([t]), x[None, :], 0.0)
        y = tableau.consistent(start_of(tableau, fast), t)
        undetermined = tableau.undetermined(y, t)
        names = [name for name in variables.table if name in table and name not in undetermined]
        slow = dict(zip(names, np.array(tableau.values_function(names)(t, y, tableau.parameters(t))).ravel(), strict=True))
        expected = {name: float(values[0]) for name, values in fast.values(names).items()}
        assert_close(variables, slow, expected, SAME)


def assert_close(variables, found, expected, tolerance):
    sizes: dict[str, float] = {}
    for name, value in expected.items():
        unit = variables.table[name][0]
        sizes[unit] = max(sizes.get(unit, 1.0), float(np.abs(value).max()))
    for name, value in expected.items():
        error = float(np.abs(found[name] - value).max())
        assert error < tolerance * sizes[variables.table[name][0]], f"{name}: {error:.1e}"


@pytest.mark.parametrize("name", [*LOOPS, *FILES[1:]])
def test_all_variables_equal_those_of_the_fast_model(name):
    assert_same_values(built(name))


@pytest.mark.parametrize("seed", range(12))
def test_random_loops_of_all_joints_equal_the_fast_model(seed):
    assert_same_values(random_loop(seed))


def test_loops_are_closed_at_joints_and_at_bodies():
    ports = [closing_ports(Tableau(built(name)).topology) for name in ("four_bar", "andrews_squeezer", "two_windows")]
    assert [len(found) for found in ports] == [1, 3, 2]
    kinds = {name[0] for found in ports for name, _ in found}
    assert kinds & set("KCV") and kinds & set("JELR")


HORIZONS = {
    "four_bar": 1.0,
    "small_four_bar": 0.03,
    "large_four_bar_in_space": 5.0,
    "four_bar_with_spring_and_drive": 0.5,
    "geared_five_bar": 0.5,
    "wired_five_bar": 0.5,
    "crank_with_given_movement": 1.0,
    "two_windows": 0.65,
    "rssr": 1.0,
    "spatial_loop_over_a_moving_base": 0.5,
    "slider_crank": 1.0,
    "andrews_squeezer": 0.01,
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "until"), HORIZONS.items())
def test_runs_equal_those_of_the_explicit_solver(name, until):
    circuit, times = built(name), np.linspace(0, until, 6)
    fast = mars.simulate(circuit, times=times, until=until, method="rk8", rtol=1e-12, atol=1e-13)
    slow = mars.simulate(circuit, times=times, until=until, method="ida", rtol=1e-10, atol=1e-12)
    assert isinstance(slow, WitnessRun)
    found = slow.witness
    undetermined = found.tableau.undetermined(found.y[-1], times[-1])
    names = [name for name in fast.names() if name not in undetermined]
    assert_close(fast.variables, slow.values(names), fast.values(names), RUN)
    assert closure(found) < 1e-12


def closure(found) -> float:
    """The largest gap, in lengths of the mechanism or rad."""
    tableau = found.tableau
    names = [name for name in tableau.table() if ".r." in name]
    size = np.ptp(found.values(names))
    gaps = [gap / (1.0 if row.law[-2] == "R" else size) for row, gap in zip(tableau.closure.gaps, _gaps(found).T, strict=True)]
    return float(np.abs(gaps).max())


def _gaps(found) -> np.ndarray:
    tableau = found.tableau
    gaps = ca.vertcat(*(row.residual for row in tableau.closure.gaps))
    function = ca.Function("gaps", [tableau.symbols.t, tableau.system.y, tableau.system.p], [gaps])
    rows = zip(found.t, found.y, strict=True)
    return np.array([np.array(function(t, y, tableau.parameters(t))).ravel() for t, y in rows])


@pytest.mark.slow
def test_the_error_falls_with_the_tolerance_because_nothing_drifts():
    circuit = built("four_bar")
    exact = mars.simulate(circuit, times=[0, 1, 2], until=2, method="rk8", rtol=1e-13, atol=1e-14)["J1.angle"]
    errors = []
    for rtol in (1e-8, 1e-10, 1e-12):
        run = mars.simulate(circuit, times=[0, 1, 2], until=2, method="ida", rtol=rtol, atol=0.01 * rtol)
        errors.append(float(np.abs(run["J1.angle"] - exact).max()))
    assert errors[0] > 5 * errors[1] > 25 * errors[2]


@pytest.mark.slow
def test_andrews_squeezer_meets_the_published_end():
    reference = json.loads((REFS / "ivp_andrews_squeezer.json").read_text())["reference"]["samples"]["0.03"]
    run = mars.simulate(built("andrews_squeezer"), times=[0, 0.03], method="ida", rtol=1e-10, atol=1e-12)
    for angle in ("beta", "theta", "gamma", "phi", "delta", "Omega", "epsilon"):
        assert run[f"{angle}.angle"][-1] == pytest.approx(reference[angle], abs=1e-7), angle
    assert run["beta.turn.speed"][-1] == pytest.approx(reference["betad"], abs=1e-4)


@pytest.mark.slow
def test_the_choice_of_free_states_changes_on_the_way(monkeypatch):
    """No link of this four-bar can go all the way round, so each coordinate turns back somewhere and cannot lead there."""
    begun = []
    begin = ida._Trajectory._started
    monkeypatch.setattr(ida._Trajectory, "_started", lambda *a: begun.append(a[1].free.tolist()) or begin(*a))
    circuit, times = polygon(PLANE, (1.0, 1.4, 1.1)), np.linspace(0, 2, 6)
    slow, fast = (mars.simulate(circuit, times=times, until=2, method=method, rtol=1e-10) for method in ("ida", "rk8"))
    assert len({str(free) for free in begun}) > 1
    assert_close(fast.variables, slow.values(fast.names()), fast.values(fast.names()), RUN)


def test_redundant_reactions_of_a_plane_mechanism_in_space_are_named():
    tableau = Tableau(built("four_bar_in_space"))
    model = build_model(built("four_bar_in_space"))
    variables = Variables(model)
    start = Run(model, variables, np.zeros(1), start_state(model, variables)[None, :], 0.0)
    y = tableau.consistent(start_of(tableau, start))
    expected = {name for name in tableau.table() if name.endswith((".F.z", ".M.x", ".M.y"))}
    assert tableau.undetermined(y) == expected
    assert tableau.choose(y).redundant.size == 3
    # Accelerations and the other reactions solve the dropped conditions too.
    residual = tableau.system.algebraic_residuals(0.0, y, tableau.parameters())[len(tableau.system.open_rows) :]
    assert np.abs(residual).max() < 1e-12


def test_a_rack_between_two_joints_equals_the_fast_model():
    c = arm(PLANE, ("rotation", {}), ("translation", {}))
    put(c, "dynamics.rack", "Rack", {"a": "KN1.turn", "b": "KN2.slide"}, radius=0.2)
    assert_same_values(c)


def closed_four_bar(*extra: tuple) -> tuple[Tableau, dict[str, float]]:
    c = polygon(PLANE, (0.3, 0.9, 0.6))
    run = mars.simulate(c, times=[0.0], until=1e-3)
    for kind, name, links, law in extra:
        put(c, kind, name, links, law=law)
    tableau = Tableau(c)
    return tableau, {state.name: float(run[state.name][0]) for state in tableau.states}


def test_a_start_that_does_not_close_is_told():
    tableau, start = closed_four_bar()
    assert tableau.consistent(start) is not None
    for change, words in (
        ({"J2.angle": start["J2.angle"] + 0.1}, r"open by 0\.0998 rad at t = 0 s"),
        ({"J3.angle": start["J3.angle"] + np.pi}, "half a turn"),
        ({"J1.turn.speed": 1.0}, "its loop requires 0 rad/s at t = 0 s"),
    ):
        with pytest.raises(CircuitError, match=words) as caught:
            tableau.consistent(start | change)
        assert caught.value.complaints[0].code == "open-loop"


def test_given_motions_that_contradict_a_loop_are_told():
    drives = [("sources.velocity", f"Ew{i}", {"turn": f"J{i}.turn"}, 1 + i) for i in (1, 4)]
    tableau, start = closed_four_bar(*drives)
    with pytest.raises(CircuitError, match="pulled apart at t = 0 s by conflicting prescribed motions") as caught:
        tableau.consistent(start)
    assert caught.value.complaints[0].code == "two-motions"


@pytest.mark.slow
def test_a_singular_position_is_told():
    run = mars.simulate(n_four_bar(1), times=[0, 0.7], until=0.7, method="ida")
    assert run["J0.angle"][-1] == pytest.approx(mars.simulate(n_four_bar(1), times=[0, 0.7])["J0.angle"][-1], abs=1e-6)
    with pytest.raises(RunError, match=r"cannot get past t = 0\.70.* singular position"):
        mars.simulate(n_four_bar(1), times=[0, 0.9], until=0.9, method="ida")


def test_a_loop_of_bodies_alone_is_no_mechanism_but_holds():
    """Two bodies welded at both ends: six conditions, none of which says anything new."""
    c = arm(SPACE, ("rotation", {}))
    put(c, "bodies.rod", "Twin", {"1": "SB1.1", "2": "SB1.2"}, length=0.7, mass=1)
    tableau = Tableau(c)
    y = tableau.consistent({"KN1.angle": 0.3})
    assert tableau.choose(y).redundant.size == 6
    # Two thin rods of 2 kg and 1 kg on one hinge about z, across gravity: α = 0, and the hinge holds both weights.
    assert y[tableau.index["KN1.2.F.z"]] == pytest.approx(-3 * 9.81)


@pytest.mark.slow
def test_verify_compares_loops_by_the_tableau_too():
    rows = verify(built("four_bar_in_space"))
    assert all(row.agrees for row in rows)
    for what in ("all variables", "IDA"):
        (row,) = [row for row in rows if what in row.what]
        assert row.difference < row.tolerance and "without 48 redundant reactions" in row.note


def test_a_loop_of_sliders_stays_closed_within_the_tolerance():
    """Its size was that of its arms, of which it has none, so that an opening of a picometre ended the run."""
    run = mars.simulate(PROBLEMS["PrismaticConstraint"].build(), until=2, method="ida", rtol=1e-8, atol=1e-10)
    assert run["Body1.1.r.y"] == pytest.approx(run["Body2.1.r.y"], abs=1e-7)
