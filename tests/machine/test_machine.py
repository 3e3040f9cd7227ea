"""Machine code against CasADi's own evaluation; the disk cache; our sine and cosine."""

import gc
import math
import os
import stat
import sys
from fractions import Fraction
from pathlib import Path

import casadi
import numpy as np
import pytest

from mars.machine import compile_function, count_operations, interpret, object_cache, sincos
from mars.machine.emitter import Emitter
from mars.machine.instructions import UnsupportedOperationError, read_listing


@pytest.fixture(autouse=True)
def cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def evaluate(evaluator, *inputs):
    outputs = [np.full(size, np.nan) for size in evaluator.output_sizes]
    evaluator.bind(*inputs, *outputs)()
    return outputs


def both(function, *inputs, **options):
    """Outputs of the machine code and of the virtual machine, end to end."""
    native = compile_function(function, cache=False, **options)
    return np.concatenate(evaluate(native, *inputs)), np.concatenate(evaluate(interpret(function), *inputs))


UNARY = (
    *("sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    *("exp", "log", "expm1", "log1p", "fabs", "sign", "floor", "ceil", "erf", "logic_not"),
)
BINARY = ("atan2", "fmin", "fmax", "fmod", "copysign", "hypot", "remainder", "logic_and", "logic_or")
ONE = {name: getattr(casadi, name) for name in UNARY}
ONE |= {"neg": lambda x: -x, "sq": lambda x: x**2, "twice": lambda x: x + x, "inv": lambda x: 1 / x}
ONE |= {"constpow": lambda x: x**1.7, "cube": lambda x: x**3, "constant": lambda x: 0 * x + math.pi}
TWO = {name: getattr(casadi, name) for name in BINARY}
TWO |= {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "pow": lambda x, y: x**y,
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
    "if_else": lambda x, y: casadi.if_else(x < y, x * y, x + y),
    "if_else_zero": lambda x, y: casadi.if_else(x, y, 0),
    "nested": lambda x, y: casadi.if_else(casadi.logic_and(x < y, casadi.logic_not(x == 0)), 2.0, -y),
}
SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, -7.5, 1e-300, 1e300, np.inf, -np.inf, np.nan])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("lanes", [1, 4])
@pytest.mark.parametrize("name", [*ONE, *TWO])
def test_every_operation_agrees_with_casadi(name, lanes):
    rng = np.random.default_rng(3)
    random = rng.uniform(-3, 3, 26)
    x, y = np.meshgrid(np.concatenate([SPECIAL, random[:6]]), np.concatenate([SPECIAL, random[6:12]]))
    x, y = (values.ravel().copy() for values in (x, y))
    assert x.size % lanes == 0
    operation = ONE.get(name) or TWO[name]
    a, b = casadi.SX.sym("a", x.size // lanes), casadi.SX.sym("b", x.size // lanes)
    value = operation(a) if name in ONE else operation(a, b)
    wide = casadi.Function("f", [a, b], [value])
    native = compile_function(wide, cache=False, lanes=lanes)
    (got,) = evaluate(native, x, y)
    c, d = casadi.SX.sym("c", x.size), casadi.SX.sym("d", x.size)
    plain = casadi.Function("f", [c, d], [operation(c) if name in ONE else operation(c, d)])
    (wanted,) = evaluate(interpret(plain), x, y)
    np.testing.assert_allclose(got, wanted, rtol=4e-16, atol=1e-16 if name in ("sin", "cos") else 0)


def long_function(count, seed=0):
    """A random function of about `count` instructions whose values live long."""
    rng = np.random.default_rng(seed)
    x = casadi.SX.sym("x", 12)
    values = [x[k] for k in range(12)]
    while len(values) < count:
        a, b = (values[k] for k in rng.integers(max(0, len(values) - 400), len(values), 2))
        kind = rng.integers(8)
        if kind < 3:
            values.append(0.5 * a + 0.4 * b)
        elif kind < 6:
            values.append(a * b - 0.2 * a)
        elif kind == 6:
            values.append(0.4 * casadi.sin(a) + 0.6 * casadi.cos(a) * b)
        else:
            values.append(a / (1 + b * b))
    out = casadi.vertcat(*values[-40:], *(values[k] for k in rng.integers(0, len(values), 40)))
    return casadi.Function("long", [x], [out, x[3] * out[5]])


@pytest.mark.parametrize("lanes", [1, 4])
@pytest.mark.parametrize(("count", "level"), [(500, 2), (1600, 2), (6500, 0), (6500, 2)])
def test_chunk_boundaries_do_not_show(count, level, lanes):
    function = long_function(count)
    if count == 6500:
        assert count_operations(function) > 10_000
    x = np.random.default_rng(1).uniform(-1, 1, (12, lanes))
    native = compile_function(function, cache=False, lanes=lanes, level=level)
    got = [output.reshape(-1, lanes) for output in evaluate(native, x.ravel())]
    for lane in range(lanes):
        wanted = evaluate(interpret(function), np.ascontiguousarray(x[:, lane]))
        for one, other in zip(got, wanted, strict=True):
            np.testing.assert_allclose(one[:, lane], other, rtol=1e-12, atol=1e-13)
    assert native.work_size > 0 or count == 500
    assert native.operations == count_operations(function)


def test_same_bits_as_the_virtual_machine_without_sines():
    x = casadi.SX.sym("x", 30)
    value = x
    for _ in range(60):
        value = casadi.vertcat(value[1:] * x[:-1] - value[:-1] / (1 + x[1:] ** 2), casadi.sqrt(1 + value[0] ** 2))
    function = casadi.Function("f", [x], [value])
    got, wanted = both(function, np.random.default_rng(0).uniform(-1, 1, 30), contract=False)
    np.testing.assert_array_equal(got, wanted)


def test_differences_of_products_stay_exact_when_contracted():
    x, y = casadi.SX.sym("x", 40), casadi.SX.sym("y", 40)
    second = casadi.SX.sym("z", 40)  # equal to x in numbers, but CasADi does not know
    function = casadi.Function("f", [x, y, second], [x * y - second * y, casadi.sqrt(x * x - second**2), x * y - y * x])
    rng = np.random.default_rng(3)
    values, others = rng.uniform(-1, 1, (2, 40))
    for got in evaluate(compile_function(function, cache=False), values, others, values.copy()):
        np.testing.assert_array_equal(got, np.zeros(got.size))


@pytest.mark.parametrize("lanes", [1, 4])
def test_quotients_by_one_denominator(lanes):
    x = casadi.SX.sym("x", 5)
    function = casadi.Function("f", [x], [x[:4] / x[4], 1 / x[4], x[0] / x[1]])
    values = np.random.default_rng(2).uniform(0.5, 2, (5, lanes))
    got = np.concatenate(evaluate(compile_function(function, cache=False, lanes=lanes), values.ravel()))
    wanted = np.concatenate([values[:4] / values[4], 1 / values[4:], values[:1] / values[1]])
    np.testing.assert_allclose(got, wanted.ravel(), rtol=4e-16)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 9, 17])
def test_sines_in_groups_of_any_size(count):
    x = casadi.SX.sym("x", count)
    got, wanted = both(casadi.Function("f", [x], [casadi.sin(x), casadi.cos(x[::2])]), np.linspace(-3, 3, count))
    np.testing.assert_allclose(got, wanted, rtol=3e-16)


@pytest.mark.parametrize("options", [{"contract": True}, {"contract": False}, {"level": 0}, {"level": 1}])
def test_options_keep_the_values(options):
    got, wanted = both(long_function(200), np.random.default_rng(1).uniform(-1, 1, 12), **options)
    np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-14)


def test_sparse_and_empty_arguments():
    x = casadi.SX.sym("x", casadi.Sparsity.lower(3))
    empty = casadi.SX.sym("w", 0)
    function = casadi.Function("f", [x, empty], [casadi.mtimes(x, x), empty, casadi.SX(2, 2), casadi.DM([1.5, 2])])
    native = compile_function(function, cache=False)
    assert native.input_sizes == (6, 0)
    assert native.output_sizes == (6, 0, 0, 2)
    values = np.arange(1.0, 7.0)
    outputs = evaluate(native, values, np.zeros(0))
    np.testing.assert_array_equal(outputs[0], function(casadi.DM(casadi.Sparsity.lower(3), values), [])[0].nonzeros())
    np.testing.assert_array_equal(outputs[3], [1.5, 2])


def test_function_without_instructions():
    empty = casadi.SX.sym("w", 0)
    native = compile_function(casadi.Function("f", [empty], [empty]), cache=False)
    assert evaluate(native, np.zeros(0))[0].size == 0


def test_unknown_operation_is_named():
    x = casadi.SX.sym("x")
    with pytest.raises(UnsupportedOperationError, match="erfinv"):
        compile_function(casadi.Function("f", [x], [casadi.erfinv(x)]))
    y = casadi.MX.sym("y")
    with pytest.raises(UnsupportedOperationError, match="expand"):
        compile_function(casadi.Function("f", [y], [y + 1]))


def test_bind_refuses_wrong_arrays():
    x = casadi.SX.sym("x", 2)
    for evaluator in (
        compile_function(casadi.Function("f", [x], [2 * x])),
        interpret(casadi.Function("f", [x], [2 * x])),
    ):
        with pytest.raises(ValueError, match="2 arrays"):
            evaluator.bind(np.zeros(2))
        with pytest.raises(ValueError, match="2 numbers"):
            evaluator.bind(np.zeros(3), np.zeros(2))
        with pytest.raises(ValueError, match="float64"):
            evaluator.bind(np.zeros(2, dtype=np.float32), np.zeros(2))
        with pytest.raises(ValueError, match="float64"):
            evaluator.bind(np.zeros(4)[::2], np.zeros(2))


def test_bound_call_keeps_code_and_arrays_alive():
    x = casadi.SX.sym("x", 2)
    function = casadi.Function("f", [x], [casadi.sin(x)])
    out = np.zeros(2)
    calls = [compile_function(function, cache=False).bind(np.array([1.0, 2.0]), out) for _ in range(3)]
    gc.collect()
    for call in calls:
        out[:] = 0
        assert call() is None
        np.testing.assert_allclose(out, np.sin([1.0, 2.0]), rtol=1e-15)


def test_text_is_deterministic():
    texts = {Emitter(read_listing(long_function(400)), 1, 2).emit() for _ in range(2)}
    assert len(texts) == 1


class TestCache:
    def function(self):
        x = casadi.SX.sym("x", 3)
        return casadi.Function("f", [x], [casadi.sin(x) * x[0]])

    def check(self, native):
        (got,) = evaluate(native, np.array([1.0, 2.0, 3.0]))
        np.testing.assert_allclose(got, np.sin([1.0, 2.0, 3.0]), rtol=1e-15)

    def test_second_time_comes_from_disk(self, cache_folder):
        first, second = compile_function(self.function()), compile_function(self.function())
        assert not first.from_cache
        assert second.from_cache
        assert (first.work_size, first.operations) == (second.work_size, second.operations)
        self.check(second)
        assert not compile_function(self.function(), level=0).from_cache
        assert not list(cache_folder.glob("*.part"))

    @pytest.mark.parametrize("damage", [b"", b"nonsense", "half", "flip"])
    def test_damaged_file_is_ignored(self, cache_folder, damage):
        compile_function(self.function())
        (path,) = cache_folder.glob("*.object")
        whole = path.read_bytes()
        if damage == "half":
            damage = whole[: len(whole) // 2]
        elif damage == "flip":
            damage = whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:]
        path.write_bytes(damage)
        again = compile_function(self.function())
        assert not again.from_cache
        self.check(again)
        assert path.read_bytes() == whole

    def test_useless_folder_is_ignored(self, cache_folder, monkeypatch):
        cache_folder.write_text("a file where the folder should be")
        self.check(compile_function(self.function()))

        def refuse(*_args, **_options):
            raise PermissionError("read-only")

        monkeypatch.setattr(Path, "mkdir", refuse)
        monkeypatch.setattr(object_cache, "write_atomic", refuse)
        self.check(compile_function(self.function()))

    @pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
    def test_the_folder_is_for_this_user_alone(self, cache_folder, monkeypatch):
        native = compile_function(self.function())
        assert stat.S_IMODE(cache_folder.stat().st_mode) == 0o700
        assert not native.from_cache and compile_function(self.function()).from_cache
        for mode in (0o770, 0o702, 0o777):
            cache_folder.chmod(mode)
            assert not compile_function(self.function()).from_cache, oct(mode)
        cache_folder.chmod(0o755)
        assert compile_function(self.function()).from_cache
        monkeypatch.setattr(os, "getuid", lambda: cache_folder.stat().st_uid + 1)
        self.check(again := compile_function(self.function()))
        assert not again.from_cache

    def test_a_folder_of_others_is_not_written_to(self, cache_folder):
        cache_folder.mkdir()
        cache_folder.chmod(0o777)
        self.check(compile_function(self.function()))
        assert list(cache_folder.iterdir()) == []

    def test_oldest_files_go_first(self, cache_folder, monkeypatch):
        monkeypatch.setattr(object_cache, "LIMIT", 3500)
        for k in range(4):
            object_cache.store(f"key{k}", bytes(900), 0, 0)
            (cache_folder / f"key{k}.object").touch()
            object_cache.load("key0")  # in use, so not the oldest
        kept = {path.stem for path in cache_folder.iterdir()}
        assert {"key0", "key3"} <= kept
        assert "key1" not in kept

    def test_place_follows_the_environment(self, monkeypatch, tmp_path):
        monkeypatch.delenv("MARS_CACHE")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setattr(object_cache.sys, "platform", "linux")
        assert object_cache.folder() == tmp_path / "mars"


def exact_sine_and_cosine(x: float) -> tuple[Fraction, Fraction]:
    """Taylor series in rational arithmetic after reduction with 60 digits more than needed."""
    scale = 10**100
    reduced = Fraction(x) - round(Fraction(x) / PI_HALF) * PI_HALF
    quadrant = round(Fraction(x) / PI_HALF) % 4
    r = Fraction(round(reduced * scale), scale)
    term, sine, cosine = Fraction(1), Fraction(0), Fraction(0)
    for order in range(26):
        signed = -term if order % 4 > 1 else term
        if order % 2:
            sine += signed
        else:
            cosine += signed
        term = Fraction(round(term * r / (order + 1) * scale), scale)
    return [(sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine)][quadrant]


PI_HALF = Fraction(31415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253, 2 * 10**91)


def test_reduction_constants_sum_to_half_pi():
    parts = [Fraction(part) for part in sincos.HALF_PI]
    assert abs(sum(parts) - PI_HALF) < Fraction(1, 2**158)


@pytest.mark.parametrize("together", [1, 4])
def test_sincos_is_within_an_ulp(together):
    rng = np.random.default_rng(5)
    multiples = np.arange(-40, 41) * (math.pi / 2)
    large = [np.round(k * 1e5) * (math.pi / 2) for k in (0.37, 0.61, 1.0, 5000.0)]
    x = np.concatenate([rng.uniform(-3.5, 3.5, 150), rng.uniform(-1e5, 1e5, 150), rng.uniform(-1e9, 1e9, 60), multiples, large])
    x = np.concatenate([x, np.nextafter(multiples[41:], np.inf), [1e-8, -1e-20, 0.0, 0.785398163397448, 2.0**30]])
    x = x[: x.size // together * together]
    argument = casadi.SX.sym("x", x.size // together)
    function = casadi.Function("f", [argument], [casadi.sin(argument), casadi.cos(argument)])
    sine, cosine = evaluate(compile_function(function, cache=False, lanes=together), x)
    worst = 0.0
    for k, value in enumerate(x):
        exact = exact_sine_and_cosine(float(value))
        for got, wanted in zip((sine[k], cosine[k]), exact, strict=True):
            spacing = math.ulp(float(wanted)) if wanted else math.ulp(0.0)
            worst = max(worst, abs(float((Fraction(float(got)) - wanted) / Fraction(spacing))))
    assert worst < 0.85


def test_sincos_beyond_the_limit_is_the_library():
    x = np.array([1e10, -3e22, 1.0, 2.0])
    argument = casadi.SX.sym("x", 4)
    function = casadi.Function("f", [argument], [casadi.sin(argument), casadi.cos(argument)])
    sine, cosine = evaluate(compile_function(function, cache=False), x)
    np.testing.assert_allclose(sine, np.sin(x), rtol=3e-16)
    np.testing.assert_allclose(cosine, np.cos(x), rtol=3e-16)
