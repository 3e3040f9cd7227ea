"""What every registered kind promises; adding a kind adds its tests."""

from functools import cache

import casadi as ca
import numpy as np
import pytest

from mars.component.base import Base, Body, Joint, Terminal
from mars.component.domains import FRAME, SIGNAL, SIGNALS
from mars.component.rules import Sticks
from mars.document.storage import dumps, loads
from mars.events.guards import Guards
from mars.formulas.units import parse_unit
from mars.kinds.registry import kinds
from mars.model.build import build_model
from mars.model.symbols import bind_symbols, equations_at, equations_of
from mars.model.variables import Variables
from mars.topology.analyse import topology_of
from mars.translation.kind_pages import describe, entry
from tests.helpers.kind_circuits import circuit_around, legal_modes, modes_of, random_state, rates_of

KINDS = [kind for kind, cls in kinds().items() if not issubclass(cls, Terminal)]  # ports of sheets say nothing
HOLDING = [kind for kind, cls in kinds().items() if cls.holds and not cls.is_source]
SWITCHING = [kind for kind in KINDS if modes_of(kind)]


@cache
def build(kind):
    model = build_model(circuit_around(kind))
    return model, Variables(model)


@pytest.fixture(scope="module", params=KINDS)
def built(request):
    return request.param, *build(request.param)


@pytest.mark.parametrize("kind", KINDS)
def test_says_what_it_is(kind):
    cls = kinds()[kind]
    assert cls.__doc__ and cls.letters
    for parameter in cls.parameters.values():
        assert parameter.help, f"{parameter.name} has no help"
        parse_unit(parameter.unit or "1")
    for port in cls.ports.values():
        assert port.help, f"port {port.name} has no help"
        assert port.open in ("required", "free", "reference")
        assert port.at[0] % 10 == 0 and port.at[1] % 10 == 0
    for variable in [*cls.states.values(), *cls.results.values(), *cls.holds.values()]:
        assert variable.help
        parse_unit(variable.unit or "1")
    assert all(mode.help for mode in cls.modes.values())
    assert kind in describe(entry(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_has_as_many_equations_as_streams_given_signals_and_own_variables(kind):
    cls = kinds()[kind]
    if issubclass(cls, Body | Joint | Base):
        pytest.skip("the engine writes the equations of bodies, joints and bases")
    symbols = bind_symbols(topology_of(circuit_around(kind)))
    component = symbols.components["X"]
    ports = symbols.topology.placed["X"].ports.values()
    owed = sum(equations_at(port) for port in ports)
    assert len(equations_of(symbols, component)) == owed + len(symbols.topology.placed["X"].states) + len(cls.results)


def storing(model, variables, name):
    """Rate of a component's stored energy."""
    both = ca.vertcat(model.x, model.symbols.t)
    return ca.jtimes(ca.SX(variables.energies[name][1]), both, ca.vertcat(variables.dx[: len(model.states)], 1))


@pytest.mark.parametrize("seed", range(3))
def test_power_in_is_rate_of_stored_energy_plus_loss(built, seed):
    _, model, variables = built
    x, t = random_state(model, seed), 0.3 + seed
    p = legal_modes(model, variables, x, t, seed)
    dx = rates_of(model, x, p, t)
    names = [n for n in variables.energies if not model.symbols.components[n].is_source]
    rows = []
    for name in names:
        power, _, loss, *_ = (ca.SX(value) for value in variables.energies[name])
        rows += [power, storing(model, variables, name), loss]
    values = np.array(variables.function(rows)(x, dx, p, t)).reshape(-1, 3)
    scale = 1 + np.abs(values).max()
    for name, (power, rate, loss) in zip(names, values, strict=True):
        assert power - rate - loss == pytest.approx(0, abs=1e-10 * scale), name
        assert loss >= -1e-12 * scale, f"{name} makes energy"


@pytest.mark.parametrize("seed", range(2))
def test_all_power_adds_to_zero_and_free_joints_feel_their_drives(built, seed):
    """Tellegen's theorem; and the torque by inverse dynamics at each joint is the one its scalar port was given."""
    _, model, variables = built
    x, t = random_state(model, seed), 0.7
    p = legal_modes(model, variables, x, t, seed)
    dx = rates_of(model, x, p, t)
    powers = np.array(variables.function([row[0] for row in variables.energies.values()])(x, dx, p, t)).ravel()
    assert powers.sum() == pytest.approx(0, abs=1e-10 * (1 + np.abs(powers).max()))
    _, streams = variables.dynamics.streams
    for node in model.topology.nodes:
        if node.domain in (FRAME.name, SIGNAL.name, SIGNALS.name):
            continue
        total = ca.SX(0.0)
        for key in node.ports:
            total += streams[key]
        parts = np.array(variables.function([streams[key] for key in node.ports])(x, dx, p, t)).ravel()
        assert parts.sum() == pytest.approx(0, abs=1e-9 * (1 + np.abs(parts).max())), node


def test_is_used_by_its_own_harness(built):
    kind, _, variables = built
    assert any(name.startswith("X.") for name in variables.table), kind


def test_rates_are_differentiable_where_modes_stay(built):
    """CasADi's derivatives of the rates against central differences: implicit methods form their matrices by differences."""
    _, model, variables = built
    x = random_state(model, 5)
    p, w = legal_modes(model, variables, x, 0.4), np.zeros(model.constraints.size)
    jacobian = ca.Function("J", [model.x, model.constraints.w, model.p, model.symbols.t], [ca.jacobian(model.dx, model.x)])
    exact = np.array(jacobian(x, w, p, 0.4))
    step = 1e-6
    for i in range(x.size):
        ahead, behind = (rates_of(model, x + s * step * np.eye(x.size)[i], p, 0.4)[: x.size] for s in (1, -1))
        assert (ahead - behind) / (2 * step) == pytest.approx(exact[:, i], rel=1e-6, abs=1e-6 * (1 + np.abs(exact).max()))


def test_survives_the_file(built):
    kind, model, _ = built
    again = loads(dumps(model.circuit))
    assert again == model.circuit
    other = build_model(again)
    x = random_state(model, 1)
    first, second = (rates_of(m, x, m.parameters(0.4), 0.4) for m in (model, other))
    assert np.array_equal(first, second), kind


@pytest.mark.parametrize("kind", HOLDING)
@pytest.mark.parametrize("seed", range(2))
def test_holds_work_along_their_rates(kind, seed):
    """Power in by the holds w, beside what is stored, is −Σ w·rate, so that A = ∂h/∂w of the small system is symmetric.

    What is held by friction does not slip.
    """
    model, variables = build(kind)
    x, t = random_state(model, seed), 0.4
    p = legal_modes(model, variables, x, t, seed)
    for watched in Guards(model, variables).rules:
        if isinstance(watched.rule, Sticks):
            p[watched.modes] = 0.0
    own = np.array([row.component == "X" for row in model.constraints.rows])
    w = np.where(own, np.random.default_rng(seed).uniform(-1, 1, own.size), 0.0)
    power = variables.function([variables.energies["X"][0] - storing(model, variables, "X")])
    with_w, without = (float(power(x, rates_of(model, x, p, t, values), p, t)) for values in (w, 0 * w))
    rates = np.array(model.closure(x, 0 * w, p, t)[1]).ravel()
    assert with_w - without == pytest.approx(-w @ rates, abs=1e-10 * (1 + abs(with_w)))
    A = np.array(model.system(x, p, t)[2])
    assert np.abs(A - A.T).max() <= 1e-10 * np.abs(A).max()
    assert np.linalg.eigvalsh(A).min() >= -1e-10 * np.abs(A).max()


@pytest.mark.parametrize("kind", SWITCHING)
def test_loses_energy_in_every_mode(kind):
    """And the power adds up there: in bubbles, at stops and ends, open and closed."""
    model, variables = build(kind)
    power, _, loss, *_ = variables.energies["X"]
    function = variables.function([power, storing(model, variables, "X"), loss])
    met = []
    for seed in range(60):
        x, t = random_state(model, seed), 0.1 + 0.2 * seed
        p = legal_modes(model, variables, x, t, seed)
        taken, rate, lost = np.array(function(x, rates_of(model, x, p, t), p, t)).ravel()
        assert lost >= -1e-15 * (1 + abs(taken)), "more than rounding"
        if not model.symbols.components["X"].is_source:
            assert taken - rate - lost == pytest.approx(0, abs=1e-10 * (1 + abs(taken) + abs(rate) + abs(lost)))
        met.append([p[mode.index] for mode in model.symbols.modes.values()])
    assert np.all(np.min(met, axis=0) < 0) and np.all(np.max(met, axis=0) > 0), "some mode was never met"
