"""Components written as equations are the same, to the last digit, as those written in Python."""

import subprocess
import sys

import casadi as ca
import numpy as np
import pytest

import mars
from mars.formulas.units import SYMBOLS, coherent_spelling, parse_unit
from mars.kinds import equation_text
from mars.kinds.registry import kinds
from mars.mechanism.poses import PoseTree
from mars.model.build import build_model
from mars.model.symbols import bind_symbols, equations_at, equations_of
from mars.model.variables import Variables
from mars.topology.analyse import topology_of
from mars.verification.verify import verify
from tests.helpers.equation_texts import GEAR, SPRING_DAMPER, TWINS
from tests.helpers.kind_circuits import circuit_around, legal_modes, random_state, rates_of
from tests.helpers.waits import LIMIT


@pytest.fixture(params=TWINS)
def twins(request, monkeypatch):
    """A circuit around the kind of the library, and the same one around its text."""
    text, values = TWINS[request.param]
    kind = equation_text.kind_of("own.twin", text)
    monkeypatch.setitem(kinds(), "own.twin", kind)
    first = circuit_around(request.param, **values)
    second = mars.Circuit.from_data(first.to_data())
    placed = second.components["X"]
    placed.kind = "own.twin"
    placed.values = {name: value for name, value in placed.values.items() if name in kind.parameters}
    return first, second


def test_a_twin_runs_to_the_last_digit_alike(twins):
    runs = [mars.simulate(circuit, until=0.3, method="rk8") for circuit in twins]
    first, second = runs
    assert np.array_equal(first.time, second.time) and first.states.shape[0] > 3
    assert np.array_equal(first.states, second.states)
    for name in second.names("X.*"):
        if name in first:
            assert np.array_equal(first[name], second[name]), name
    assert first.ledger()["X"] == second.ledger()["X"]


def test_a_twin_is_as_short_machine_code(twins):
    """Instructions, not time: of the function that the solver calls."""
    counts = [build_model(circuit).function.n_instructions() for circuit in twins]
    assert counts[1] <= 1.02 * counts[0]


@pytest.mark.slow
def test_a_text_keeps_the_contract_of_kinds(twins):
    """As many equations as unknowns; power in is the rate of stored energy plus loss, at random states; both roads agree."""
    circuit = twins[1]
    symbols = bind_symbols(topology_of(circuit))
    placed = symbols.topology.placed["X"]
    owed = sum(equations_at(port) for port in placed.ports.values()) + len(placed.states) + len(placed.kind.results)
    assert (
        len(equations_of(symbols, symbols.components["X"]))
        == owed
        == placed.kind.checked_text.owed
        == placed.kind.checked_text.said
    )
    model = build_model(circuit)
    variables = Variables(model)
    for seed in range(3):
        x, t = random_state(model, seed), 0.3 + seed
        p = legal_modes(model, variables, x, t, seed)
        dx = rates_of(model, x, p, t)
        power, stored, loss, *_ = (ca.SX(value) for value in variables.energies["X"])
        both = ca.vertcat(model.x, model.symbols.t)
        rate = ca.jtimes(stored, both, ca.vertcat(variables.dx[: len(model.states)], 1))
        values = np.array(variables.function([power, rate, loss])(x, dx, p, t)).ravel()
        assert values[0] - values[1] - values[2] == pytest.approx(0, abs=1e-10 * (1 + np.abs(values).max()))
        assert values[2] >= 0
    assert [row for row in verify(circuit) if not row.agrees] == []


def pendulum(**texts):
    """A rod on a hinge, with components of these texts to link."""
    c = mars.Circuit("own", motions="Tx Ty Rz", gravity=[0, 0, 0])
    c.definitions = {name: {"equations": text} for name, text in texts.items()}
    c.add("bodies.base", "Base1")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", length=1, mass=3)  # inertia m l²/3 = 1 kg·m²
    c.connect("Base1.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


def test_its_gear_ratio_gives_the_start_pose_in_the_editor():
    c = pendulum(Gear=GEAR)
    c.add("joints.rotation", "KN2")
    c.add("bodies.rod", "SB2", length=1, mass=1)
    c.connect("SB1.2", "KN2.1")
    c.connect("KN2.2", "SB2.1")
    c.add("Gear", "G1", ratio=3)
    c.connect("G1.a", "KN2.turn")
    c.connect("G1.b", "KN1.turn")
    c.set_start("KN1.angle", 0.2, how="fixed")
    coordinates = PoseTree(c).start().coordinates
    assert coordinates["KN2.angle"] == pytest.approx(0.6, abs=1e-9)


def test_a_comparison_of_time_is_a_corner_that_no_step_straddles():
    """Torque 6 N·m from t = when on: the speed afterwards is 6·(t − when), exactly."""
    step = "port shaft: rotation\nparameter when = 0.31 s\nshaft.torque = if(t < when, 0, -6)\nsource"
    c = pendulum(Step=step)
    c.add("Step", "F1", when=0.137)
    c.connect("F1.shaft", "KN1.turn")
    assert topology_of(c).placed["F1"].kind.parameters["when"].structural
    assert bind_symbols(topology_of(c)).breaks.first(9) == [0.137]
    run = mars.simulate(c, until=1.0)
    assert run["KN1.turn.speed"][-1] == pytest.approx(6 * (1 - 0.137), rel=1e-12)


def test_a_motion_given_in_time_is_followed():
    c = pendulum(Wave="port shaft: rotation\nshaft.angle = 0.5 rad*sin(3*t)\nsource")
    c.add("Wave", "W1")
    c.connect("W1.shaft", "KN1.turn")
    run = mars.simulate(c, until=1.0)
    assert run["KN1.angle"] == pytest.approx(0.5 * np.sin(3 * run.time), abs=1e-12)
    poses = PoseTree(c).start()
    assert poses.coordinates["KN1.angle"] == pytest.approx(0.0, abs=1e-12)


def test_the_rate_of_a_state_can_be_read():
    text = (
        "port shaft: rotation\nstate v [rad/s] = 1\nparameter T = 0.5 s, above 0\nparameter J = 2 kg·m²\n"
        "T*der(v) = shaft.speed - v\nresult pull [N·m] = J*der(v)\nshaft.torque = pull\nsource"
    )
    c = pendulum(Lagging=text)
    c.add("Lagging", "L1")
    c.connect("L1.shaft", "KN1.turn")
    run = mars.simulate(c, until=0.5)
    expected = 2 * (run["KN1.turn.speed"] - run["L1.v"]) / 0.5
    assert run["L1.pull"] == pytest.approx(expected, abs=1e-12)
    assert run["L1.shaft.torque"] == pytest.approx(expected, abs=1e-12)
    assert [row for row in verify(c) if not row.agrees] == []


def test_values_are_in_si_and_may_be_typed_in_any_unit():
    kind = equation_text.kind_of(
        "K", "port a: translation\nparameter k = 2 N/mm, at least 1 N/cm\nstate x [mm] = 5\nder(x) = a.speed\na.force = k*x"
    )
    k = kind.parameters["k"]
    assert (k.unit, k.resolve(k.default, {}, "")) == ("N/m", 2000.0)
    assert k.minimum == pytest.approx(100.0)
    x = kind.states["x"]
    assert (x.unit, x.start, x.scale) == ("m", pytest.approx(0.005), 0.001)


@pytest.mark.parametrize("pattern", ["{}", "1/{}", "{}^2", "{}²", "N·{}", "{}/s", "N/({}·s)"])
def test_every_unit_has_one_in_si(pattern):
    for symbol in SYMBOLS:
        typed, found = (parse_unit(unit) for unit in (pattern.format(symbol), coherent_spelling(pattern.format(symbol))))
        assert (found.dimension, found.factor) == (typed.dimension, pytest.approx(1.0, abs=1e-15)), symbol
    assert [coherent_spelling(unit) for unit in ("l/min", "N·mm/deg", "rpm", "bar")] == ["m³/s", "N·m/rad", "rad/s", "Pa"]


def test_ports_lie_on_the_grid_and_on_the_symbol():
    for text, _ in TWINS.values():
        kind = equation_text.kind_of("Twin", text)
        places = [port.at for port in kind.ports.values()]
        assert all(x % 10 == 0 and y % 10 == 0 for x, y in places)
        assert len(set(places)) == len(places)
        drawn = {path.split(" ")[0] for role, path in kind.icon.strokes if role.startswith(("lead", "frame"))}
        assert drawn == {f"M{x},{y}" for x, y in places}


def test_one_text_is_one_kind_and_its_comment_is_the_help():
    kind = equation_text.kind_of("Spring", SPRING_DAMPER, letters="DC")
    assert kind is equation_text.kind_of("Spring", SPRING_DAMPER, letters="DC")
    assert kind.__doc__ == "Torsion spring and viscous damper in parallel between two shafts."
    assert kind.letters == "DC" and kind.ports["b"].open == "reference"


def test_a_text_is_understood_without_casadi():
    """The editor knows every kind, also those of the file, and writes no equation."""
    code = (
        "import sys; from mars.kinds import equation_text\n"
        f"equation_text.kind_of('Gear', {GEAR!r})\n"
        "assert not {'casadi', 'numba', 'scipy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=LIMIT)
