"""Signal and logic blocks against closed forms, NumPy and SciPy; events at their exact times."""

from itertools import product

import numpy as np
import pytest
from scipy import signal
from scipy.interpolate import PchipInterpolator, RegularGridInterpolator, pade

import mars
from mars.topology.analyse import topology_of
from mars.verification.verify import verify

SINE = {"law": "sine", "amplitude": 1, "frequency": 0.5}  # sin πt
RAMP = {"law": "polynomial", "coefficients": [1, 2]}  # 1 + 2t, which lsim takes as it is
TIMES = np.linspace(0, 2, 81)


def circuit_of(parts, links):
    """Components by name as (kind, values), links as pairs of ports."""
    c = mars.Circuit("signals")
    for name, (kind, values) in parts.items():
        c.add(kind, name, **values)
    for a, b in links:
        c.connect(a, b)
    return c


def fed(kind, values, *laws, ports=("in",), out="out", integrated=False):
    """The block X behind one law for each port; its result may be integrated too."""
    parts = {"X": (kind, values), **{f"L{i}": ("signals.law", {"law": law}) for i, law in enumerate(laws)}}
    links = [(f"L{i}.out", f"X.{port}") for i, port in zip(range(len(laws)), ports, strict=True)]
    if integrated:
        parts["I"] = ("signals.integrator", {})
        links.append((f"X.{out}", "I.in"))
    return circuit_of(parts, links)


def run_of(circuit, times=TIMES):
    return mars.simulate(circuit, times=times)


def event_times(run, word, component="X"):
    return [event.t for event in run.events if event.component == component and word in event.what]


# -- arithmetic ------------------------------------------------------------------------------------------------------------------

U, V, W = (lambda t: np.sin(np.pi * t)), (lambda t: 1 + 2 * t), (lambda t: np.cos(3 * t))


def test_constant_and_law_give_their_values():
    run = run_of(fed("signals.gain", {"gain": 3}, SINE))
    assert run["X.out.value"] == pytest.approx(3 * U(TIMES), abs=1e-15)
    run = run_of(circuit_of({"C": ("signals.constant", {"value": 0}), "K": ("signals.gain", {})}, [("C.out", "K.in")]))
    assert not run["K.out.value"].any()


@pytest.mark.parametrize("signs", ["-", "+−", "+ - +", "++--"])
def test_sum_adds_and_subtracts(signs):
    each = signs.replace(" ", "")
    laws = (SINE, RAMP, "cos(3*t)", "t^2")[: len(each)]
    run = run_of(fed("signals.sum", {"signs": signs}, *laws, ports=[f"in{i + 1}" for i in range(len(each))]))
    values = (U(TIMES), V(TIMES), W(TIMES), TIMES**2)
    wanted = sum(value if sign == "+" else -value for value, sign in zip(values, each, strict=False))
    assert run["X.out.value"] == pytest.approx(wanted, abs=1e-14)


@pytest.mark.parametrize(
    ("marks", "wanted"), [("**", lambda u, v: u * v), ("*/", lambda u, v: u / v), ("//", lambda u, v: 1 / u / v)]
)
def test_product_multiplies_and_divides(marks, wanted):
    times = np.linspace(0.1, 0.9, 30)
    run = run_of(fed("signals.product", {"marks": marks}, SINE, RAMP, ports=("in1", "in2")), np.array([0.05, *times]))
    assert run["X.out.value"][1:] == pytest.approx(wanted(U(times), V(times)), rel=1e-13)


NUMPY = {"abs": np.abs, "sign": np.sign, "square": np.square, "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "sin": np.sin,
         "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "tanh": np.tanh}  # fmt: skip


@pytest.mark.parametrize("name", NUMPY)
def test_functions_are_those_of_numpy(name):
    law = SINE if name not in ("sqrt", "log") else "1.5 + sin(pi*t)"
    run = run_of(fed("signals.function", {"function": name}, law), TIMES[1:-1] + 0.011)
    assert run["X.out.value"] == pytest.approx(NUMPY[name](run["X.in.value"]), abs=1e-14)


def test_corners_of_abs_and_sign_are_found():
    run = run_of(fed("signals.function", {"function": "abs"}, "cos(pi*t)", integrated=True))
    assert [event.t for event in run.events] == pytest.approx([0.5, 1.5], abs=1e-11)
    assert run["I.out.value"][-1] == pytest.approx(4 / np.pi, abs=1e-9)
    run = run_of(fed("signals.function", {"function": "sign"}, "cos(pi*t)", integrated=True))
    assert run["I.out.value"][[20, 40]] == pytest.approx([0.5, 0.0], abs=1e-11)


def test_formula_of_signals_time_and_variables():
    c = fed("signals.formula", {"formula": "a*u1^2 + exp(-u2)*t", "inputs": 2}, SINE, RAMP, ports=("u1", "u2"))
    c.add_variable("a", 3)
    assert run_of(c)["X.out.value"] == pytest.approx(3 * U(TIMES) ** 2 + np.exp(-V(TIMES)) * TIMES, abs=1e-14)


# -- linear systems --------------------------------------------------------------------------------------------------------------


def by_scipy(delay, order):
    """[n−1/n] of exp(−s), by SciPy from the Taylor series, with s·delay for s."""
    taylor = [(-1.0) ** k / float(np.prod(np.arange(1, k + 1))) for k in range(2 * order)]
    above, below = pade(taylor, order, order - 1)
    return [np.array([c * delay ** (p.order - i) for i, c in enumerate(p.coeffs)]) for p in (above, below)]


SYSTEMS = {
    "integrator": ("signals.integrator", {"gain": 3}, ([3], [1, 0])),
    "derivative": ("signals.derivative", {"gain": 2, "time_constant": 0.2}, ([2, 0], [0.2, 1])),
    "lag": ("signals.lag", {"gain": 2, "time_constant": 0.3}, ([2], [0.3, 1])),
    "lag2": ("signals.lag2", {"gain": 0.5, "frequency": 6, "damping": 0.3}, ([18], [1, 3.6, 36])),
    "strictly proper": ("signals.transfer_function", {"numerator": [3, 1], "denominator": [2, 3, 0, 7]}, ([3, 1], [2, 3, 0, 7])),
    "proper": ("signals.transfer_function", {"numerator": [1, 0, 4], "denominator": [2, 1, 5]}, ([1, 0, 4], [2, 1, 5])),
    "static": ("signals.transfer_function", {"numerator": [3], "denominator": [2]}, ([3], [2])),
    "delay 1": ("signals.delay", {"delay": 0.4, "order": 1}, by_scipy(0.4, 1)),
    "delay 4": ("signals.delay", {"delay": 0.4}, by_scipy(0.4, 4)),
    "delay 8": ("signals.delay", {"delay": 0.7, "order": 8}, by_scipy(0.7, 8)),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_linear_blocks_are_those_of_scipy(name):
    kind, values, (numerator, denominator) = SYSTEMS[name]
    run = run_of(fed(kind, values, RAMP))
    wanted = signal.lsim((numerator, denominator), V(TIMES), TIMES)[1]
    assert run["X.out.value"] == pytest.approx(wanted, rel=2e-8, abs=2e-8)


def test_witness_knows_a_loop_of_linear_blocks():
    """Node equivalents, the tableau, and two kinds of integrators."""
    parts = {
        "L": ("signals.law", {"law": 1.0}),
        "S": ("signals.sum", {}),
        "I": ("signals.integrator", {"gain": 5}),
        "F": ("signals.function", {"function": "tanh"}),
        "T": ("signals.lag", {"time_constant": 0.5}),
        "D": ("signals.delay", {"delay": 0.1}),
    }
    links = [("L.out", "S.in1"), ("S.out", "I.in"), ("I.out", "F.in"), ("F.out", "T.in"), ("T.out", "D.in"), ("D.out", "S.in2")]
    compared = [row for row in verify(circuit_of(parts, links)) if row.difference == row.difference]
    assert len(compared) >= 3 and all(row.agrees for row in compared)


def test_delay_gives_what_was():
    run = run_of(fed("signals.delay", {"delay": 0.25, "order": 6}, SINE))
    late = TIMES > 1.2  # what came from the start has died out
    assert run["X.out.value"][late] == pytest.approx(U(TIMES[late] - 0.25), abs=1e-8)


A, B = [[0, 1, 0], [-4, -0.5, 1], [0, -2, -3]], [[0, 0], [1, 0], [0, 2]]
C, D = [[1, 0, 0], [0, 0, 1]], [[0, 0], [0.5, 0]]


def test_state_space_between_bundles():
    parts = {
        "L1": ("signals.law", {"law": RAMP}),
        "L2": ("signals.law", {"law": {"law": "polynomial", "coefficients": [0, -1]}}),
        "In": ("signals.bundle", {}),
        "X": ("signals.state_space", {"A": A, "B": B, "C": C, "D": D}),
        "Out": ("signals.unbundle", {}),
    }
    links = [("L1.out", "In.in1"), ("L2.out", "In.in2"), ("In.out", "X.u"), ("X.y", "Out.in")]
    c = circuit_of(parts, links)
    start = [0.3, -0.2, 0.1]
    for i, value in enumerate(start):
        c.set_start(f"X.x{i + 1}", value)
    run = run_of(c)
    inputs = np.column_stack([V(TIMES), -TIMES])
    wanted = signal.lsim(tuple(map(np.array, (A, B, C, D))), inputs, TIMES, X0=start)[1]
    found = np.column_stack([run["Out.out1.value"], run["Out.out2.value"]])
    assert found == pytest.approx(wanted, rel=1e-8, abs=1e-8)


def test_state_space_of_one_input_and_output_reads_a_plain_signal():
    run = run_of(fed("signals.state_space", {}, RAMP, ports=("u",), out="y"))
    wanted = signal.lsim(([1], [1, 0.4, 1]), V(TIMES), TIMES)[1]
    assert run["X.y.value"] == pytest.approx(wanted, rel=1e-8, abs=1e-8)


# -- limits ----------------------------------------------------------------------------------------------------------------------


def test_limiter_keeps_its_limits_from_exact_times():
    run = run_of(fed("signals.limiter", {"lower": -0.8, "upper": 0.5}, SINE, integrated=True))
    assert run["X.out.value"] == pytest.approx(np.clip(U(TIMES), -0.8, 0.5), abs=1e-12)
    assert event_times(run, "reaches its upper") == pytest.approx([1 / 6], abs=1e-11)
    assert event_times(run, "leaves its upper") == pytest.approx([5 / 6], abs=1e-11)
    low = np.arcsin(0.8) / np.pi
    assert event_times(run, "reaches its lower") == pytest.approx([1 + low], abs=1e-11)
    upper = 2 * (1 - np.cos(np.pi / 6)) / np.pi + 0.5 * (5 / 6 - 1 / 6)
    lower = 2 * (1 - np.cos(np.pi * low)) / np.pi + 0.8 * (1 - 2 * low)
    assert run["I.out.value"][-1] == pytest.approx(upper - lower, abs=1e-9)


def test_signals_switch_in_kinematic_mode_too():
    c = mars.Circuit("arm", motions="Tx Ty Rz")
    for kind, name in (
        ("bodies.base", "Base1"),
        ("joints.rotation", "KN1"),
        ("bodies.rod", "SB1"),
        ("sources.driven_movement", "E1"),
    ):
        c.add(kind, name)
    c.add("signals.law", "L", law=SINE)
    c.add("signals.limiter", "X", upper=0.5)
    links = ("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "E1.turn"), ("L.out", "X.in"), ("X.out", "E1.signal")
    for a, b in links:
        c.connect(a, b)
    kinematic, dynamic = (mars.simulate(c, times=TIMES, mode=mode) for mode in ("kinematic", "dynamic"))
    assert event_times(kinematic, "reaches its upper") == pytest.approx([1 / 6], abs=1e-11)
    assert kinematic["KN1.angle"] == pytest.approx(dynamic["KN1.angle"], abs=1e-9)


def test_dead_zone_gives_what_is_beyond():
    run = run_of(fed("signals.dead_zone", {"lower": -0.8, "upper": 0.5}, SINE))
    u = U(TIMES)
    assert run["X.out.value"] == pytest.approx(u - np.clip(u, -0.8, 0.5), abs=1e-12)


def test_rate_limit_slews_and_then_follows():
    """Up at 2/s until the rest is what it follows by itself, rate·lag; then it comes in the first order."""
    run = run_of(fed("signals.rate_limit", {"rising": 2, "falling": 0.5, "lag": 0.1}, 1.0))
    corner = (1 - 2 * 0.1) / 2
    wanted = [2 * t if t < corner else 1 - 0.2 * np.exp(-(t - corner) / 0.1) for t in TIMES]
    assert run["X.out.value"] == pytest.approx(wanted, abs=1e-8)
    assert event_times(run, "leaves its upper") == pytest.approx([corner], abs=1e-9)


def test_rate_limit_falls_at_its_own_rate():
    run = run_of(fed("signals.rate_limit", {"rising": 2, "falling": 0.5, "lag": 0.1}, -3.0))
    assert run["X.out.value"] == pytest.approx(-0.5 * TIMES, abs=1e-10)


def test_limited_integrator_rests_and_leaves_without_windup():
    """∫ π cos πt = sin πt rests at 0.5 from 1/6 on, and leaves where the signal changes its sign, at 1/2."""
    values = {"gain": np.pi, "limited": True, "lower": -1.2, "upper": 0.5}
    run = run_of(fed("signals.integrator", values, "cos(pi*t)"))
    after = np.maximum(0.5 + (np.sin(np.pi * TIMES) - 1), -1.2)
    assert event_times(run, "reaches its upper limit") == pytest.approx([1 / 6], abs=1e-9)
    assert event_times(run, "leaves its upper") == pytest.approx([0.5], abs=1e-9)
    assert event_times(run, "reaches its lower limit") == pytest.approx([1 + np.arcsin(0.7) / np.pi], abs=1e-8)
    assert event_times(run, "leaves its lower") == pytest.approx([1.5], abs=1e-9)
    first = TIMES <= 0.5
    assert run["X.out.value"][first] == pytest.approx(np.minimum(U(TIMES[first]), 0.5), abs=1e-9)
    middle = (TIMES > 0.5) & (TIMES <= 1.5)
    assert run["X.out.value"][middle] == pytest.approx(after[middle], abs=1e-8)
    assert run["X.out.value"][-1] == pytest.approx(-1.2 + 1, abs=1e-8)


def test_limited_integrator_obeys_signals_that_jump():
    law = "if(t < 1, 1, if(t < 1.5, -1, 1))"
    values = {"gain": 2, "limited": True, "lower": -1, "upper": 1}
    run = run_of(fed("signals.integrator", values, law))
    assert run["X.out.value"] == pytest.approx(
        np.where(TIMES < 1, np.minimum(2 * TIMES, 1), np.where(TIMES < 1.5, 3 - 2 * TIMES, 2 * TIMES - 3)), abs=1e-9
    )


# -- tables ----------------------------------------------------------------------------------------------------------------------

PAIRS = [[-0.9, 2], [-0.3, -1], [0.2, 0.5], [0.7, 0.4]]
X, Y = np.transpose(PAIRS)


def straight(u, extended):
    inside = np.interp(u, X, Y)
    if not extended:
        return inside
    below, above = Y[0] + (u - X[0]) * (Y[1] - Y[0]) / (X[1] - X[0]), Y[-1] + (u - X[-1]) * (Y[-1] - Y[-2]) / (X[-1] - X[-2])
    return np.where(u < X[0], below, np.where(u > X[-1], above, inside))


@pytest.mark.parametrize("ends", ["held", "extended"])
def test_straight_table_and_its_corners(ends):
    run = run_of(fed("signals.lookup", {"table": PAIRS, "ends": ends}, SINE))
    assert run["X.out.value"] == pytest.approx(straight(U(TIMES), ends == "extended"), abs=1e-12)
    assert event_times(run, "rises above 0.2") == pytest.approx([np.arcsin(0.2) / np.pi], abs=1e-11)
    assert len(event_times(run, "rises above 0.7")) == (ends == "held")


def test_integral_over_corners_of_a_table_is_exact():
    """∫ of straight pieces in sin πt, each in closed form, from their corners on."""
    run = run_of(fed("signals.lookup", {"table": [[0, 0], [0.5, 1], [1, 0]]}, SINE, integrated=True))
    rising = 2 * (1 - np.cos(np.pi / 6)) / np.pi
    falling = 2 * (1 / 2 - 1 / 6) - 2 * np.cos(np.pi / 6) / np.pi
    assert run["I.out.value"][-1] == pytest.approx(2 * (rising + falling), abs=1e-10)


def test_smooth_table_goes_through_its_pairs_and_is_held():
    run = run_of(fed("signals.lookup", {"table": PAIRS, "between": "smooth"}, SINE))
    u = np.clip(U(TIMES), X[0], X[-1])
    inner = (u > X[1]) & (u < X[-2])  # the end pieces have the slope of their chord at the end
    assert run["X.out.value"][inner] == pytest.approx(PchipInterpolator(X, Y)(u[inner]), abs=1e-12)
    assert run["X.out.value"][U(TIMES) > X[-1]] == pytest.approx(Y[-1])
    assert event_times(run, "rises above 0.7") == pytest.approx([np.arcsin(0.7) / np.pi], abs=1e-11)


def test_fine_table():
    x = np.linspace(-1, 1, 201)
    run = run_of(fed("signals.lookup", {"table": np.column_stack([x, x**3]).tolist()}, SINE))
    assert run["X.out.value"] == pytest.approx(np.interp(U(TIMES), x, x**3), abs=1e-12)
    assert not run.events or len(run.events) <= 4


def test_table_in_two_variables():
    x, y = [-0.5, 0, 0.6], [0, 0.4, 1, 2]
    z = np.random.default_rng(3).uniform(-1, 1, (3, 4))
    values = {"knots_x": x, "knots_y": y, "table": z.tolist()}
    run = run_of(fed("signals.lookup_2d", values, SINE, {"law": "polynomial", "coefficients": [-0.5, 1.5]}, ports=("x", "y")))
    points = np.column_stack([np.clip(U(TIMES), -0.5, 0.6), np.clip(-0.5 + 1.5 * TIMES, 0, 2)])
    assert run["X.out.value"] == pytest.approx(RegularGridInterpolator((x, y), z)(points), abs=1e-12)
    assert event_times(run, "rises above 0.4") == pytest.approx([0.6], abs=1e-11)


# -- logic -----------------------------------------------------------------------------------------------------------------------


def test_compare_with_hysteresis():
    run = run_of(fed("logic.compare", {"threshold": 0.1, "width": 0.4}, SINE, ports=("a",)))
    on, off = np.arcsin(0.3) / np.pi, 1 + np.arcsin(0.1) / np.pi
    assert event_times(run, "turns on") == pytest.approx([on], abs=1e-11)
    assert event_times(run, "turns off") == pytest.approx([off], abs=1e-11)
    assert run["X.out.value"].tolist() == [float(on < t < off) for t in TIMES]


def test_compare_below_another_signal():
    run = run_of(fed("logic.compare", {"relation": "<"}, SINE, "cos(pi*t)", ports=("a", "b")))
    assert [event.t for event in run.events] == pytest.approx([0.25, 1.25], abs=1e-11)
    assert run["X.out.value"][[0, 20, 60]].tolist() == [1, 0, 1]


TRUTH = {
    "and": all,
    "or": any,
    "xor": lambda bits: sum(bits) % 2 == 1,
    "nand": lambda bits: not all(bits),
    "nor": lambda bits: not any(bits),
}


@pytest.mark.parametrize("operation", TRUTH)
def test_gates_have_their_truth_tables(operation):
    """Three square waves of half the period each run through all combinations."""
    parts = {"X": ("logic.gate", {"operation": operation, "inputs": 3})}
    parts |= {f"L{i}": ("signals.law", {"law": f"sin(2*pi*{2**i}*t/8)"}) for i in range(3)}
    parts |= {f"C{i}": ("logic.compare", {}) for i in range(3)}
    links = [(f"L{i}.out", f"C{i}.a") for i in range(3)] + [(f"C{i}.out", f"X.in{i + 1}") for i in range(3)]
    times = np.arange(0.5, 8.5, 1)
    run = mars.simulate(circuit_of(parts, links), times=np.array([0, *times]))
    bits = [tuple(bool(run[f"C{i}.out.value"][k]) for i in range(3)) for k in range(1, 9)]
    assert set(bits) == set(product((False, True), repeat=3))
    assert run["X.out.value"][1:].tolist() == [float(TRUTH[operation](each)) for each in bits]


def test_not_has_one_input():
    run = run_of(fed("logic.gate", {"operation": "not", "inputs": 5}, RAMP, ports=("in1",)))
    assert not run["X.out.value"].any()


def test_switch_changes_over_where_its_control_passes():
    run = run_of(fed("logic.switch", {"threshold": 0.5}, 2.0, SINE, -1.0, ports=("a", "control", "b"), integrated=True))
    assert [event.t for event in run.events] == pytest.approx([1 / 6, 5 / 6], abs=1e-11)
    assert run["I.out.value"][-1] == pytest.approx(2 * 4 / 6 - 8 / 6, abs=1e-10)


def test_relay_makes_an_integrator_swing():
    """x' = −relay(x) between −1/2 and 1/2 with relay values ±2: it reaches an end every half second."""
    relay = {"on_above": 0.5, "off_below": -0.5, "on_value": -2, "off_value": 2}
    parts = {"R": ("logic.hysteresis", relay), "I": ("signals.integrator", {})}
    run = run_of(circuit_of(parts, [("R.out", "I.in"), ("I.out", "R.in")]))
    assert [event.t for event in run.events] == pytest.approx([0.25, 0.75, 1.25, 1.75], abs=1e-9)
    assert run["I.out.value"] == pytest.approx(0.5 * signal.sawtooth(2 * np.pi * TIMES + np.pi / 2, 0.5), abs=1e-9)


def test_chattering_is_named_with_its_remedy():
    """x' = −sign(x) has no motion at zero without a hysteresis."""
    parts = {"C": ("logic.compare", {"relation": "<"}), "F": ("signals.formula", {"formula": "2*u1 - 1", "inputs": 1})}
    c = circuit_of({**parts, "I": ("signals.integrator", {})}, [("C.out", "F.u1"), ("F.out", "I.in"), ("I.out", "C.a")])
    c.set_start("I.value", 0.3)
    with pytest.raises(mars.RunError, match=r"C chatters: 100 switching events.*Add hysteresis") as caught:
        run_of(c)
    assert caught.value.code == "chattering"
    c.set("C.width", 0.1)
    assert np.abs(run_of(c)["I.out.value"][TIMES > 0.5]).max() <= 0.05 + 1e-9


def test_two_gates_remember():
    """Set and reset: two nor gates, each reading the other, keep what was said last."""
    pulse = "if({0} < t, if(t < {0} + 0.1, 1, 0), 0)"
    parts = {
        "S": ("signals.law", {"law": pulse.format(0.5)}),
        "R": ("signals.law", {"law": pulse.format(1.2)}),
        "Q": ("logic.gate", {"operation": "nor"}),
        "N": ("logic.gate", {"operation": "nor"}),
    }
    links = [("R.out", "Q.in1"), ("N.out", "Q.in2"), ("S.out", "N.in1"), ("Q.out", "N.in2")]
    run = run_of(circuit_of(parts, links))
    after = run["Q.out.value"][np.searchsorted(TIMES, [0.7, 1.1, 1.4, 1.9])]
    assert after.tolist() == [1, 1, 0, 0]
    assert (run["Q.out.value"] + run["N.out.value"])[TIMES > 0.65] == pytest.approx(1)


# -- words -----------------------------------------------------------------------------------------------------------------------

WRONG = {
    "limits": ("signals.limiter", {"lower": 2}, "lower = 2 is not below upper = 1. Swap them"),
    "denominator": ("signals.transfer_function", {"denominator": [0, 1]}, "first coefficient of its denominator is zero"),
    "improper": ("signals.transfer_function", {"numerator": [1, 0, 0]}, "it would differentiate"),
    "matrix": ("signals.state_space", {"B": [[1]]}, "matrix B is 1 × 1, but needs 2 rows"),
    "knots": ("signals.lookup_2d", {"knots_x": [1, 0]}, "its knots_x must be increasing"),
    "grid": ("signals.lookup_2d", {"knots_y": [0, 1, 2]}, "2 columns for 3 knots_y"),
    "relay": ("logic.hysteresis", {"on_above": -1}, "on_above = -1 is below off_below = -0.5. Swap the two"),
    "signs": ("signals.sum", {"signs": "+x"}, "“+x” must consist of + and -, one for each input (1 to 8)"),
    "words": ("signals.formula", {"formula": "u3", "inputs": 2}, "its formula uses u3, but the block only has u1, u2"),
}


@pytest.mark.parametrize("name", WRONG)
def test_values_that_do_not_fit_are_refused_in_words(name):
    kind, values, words = WRONG[name]
    said = " ".join(str(complaint) for complaint in topology_of(circuit_of({"X": (kind, values)}, [])).errors())
    assert said.startswith("X") and words in said
