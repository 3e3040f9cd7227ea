"""The small system: packing, Cholesky within the envelope, switched and dependent rows, projection; against dense algebra."""

from types import SimpleNamespace

import casadi as ca
import numpy as np
import pytest

from mars.machine import compile_function
from mars.machine.constraint_packing import Closing, pack
from mars.solvers import addresses, projection
from mars.solvers.abi import pointer
from mars.solvers.dense_output import closed
from mars.solvers.driver import integrate
from mars.solvers.explicit import Explicit
from mars.solvers.radau import Radau


def chain(size, rows, seed=1):
    """Unit masses on a line, forces on them, and rows J v = 0 that hold neighbours together; states are places, then speeds."""
    random = np.random.default_rng(seed)
    J = np.zeros((len(rows), size))
    for i, (a, b) in enumerate(rows):
        J[i, a], J[i, b] = random.uniform(0.5, 2), -random.uniform(0.5, 2)
    return J, random.standard_normal(size)


def system(J, forces, flags, parameters):
    """Machine code of the masses with its closure; gaps are J q."""
    m, n = J.shape
    x, w, p, t = (ca.SX.sym(*pair) for pair in (("x", 2 * n), ("w", m), ("p", parameters), ("t", 1)))
    q, v = x[:n], x[n:]
    dx = ca.vertcat(v, ca.SX(forces) - q + ca.SX(ca.sparsify(ca.DM(J.T))) @ w)
    h, packing = pack(ca.sparsify(ca.DM(J)) @ dx[n:], dx, w, flags)
    native = compile_function(ca.Function("rhs", [x, w, p, t], [ca.densify(dx), h], {"cse": True}))
    gaps = compile_function(ca.Function("closure", [x, w, p, t], [ca.densify(ca.DM(J) @ part) for part in (q, v)]))
    freedoms = np.array([[i, n + i] for i in range(n)])
    made = Closing.of(gaps.address, freedoms, np.zeros((0, 4), dtype=np.int64), packing)
    names = ("address", "input_sizes", "output_sizes")
    rhs = SimpleNamespace(closure=made, work_size=max(native.work_size, gaps.work_size), **{k: getattr(native, k) for k in names})
    rhs.keep = native, gaps
    return rhs, packing


def rates(rhs, x, p):
    made, dx, t = addresses.buffers(rhs), np.zeros(x.size), np.zeros(1)
    model = addresses.model_at(rhs.address, made.w, p, made.h, made.work, made.plan)
    projection.rates(model, pointer(x), pointer(t), pointer(dx))
    return dx, made.h


SHUFFLED = [(3, 4), (0, 1), (6, 7), (2, 3), (5, 6), (1, 2), (4, 5)]


@pytest.mark.slow
def test_packed_numbers_are_those_of_the_jacobians():
    J, forces = chain(8, SHUFFLED)
    rhs, packing = system(J, forces, None, 1)
    _, h = rates(rhs, np.zeros(16), np.zeros(1))
    b, A, T = packing.unpacked(h)
    order = packing.order
    np.testing.assert_allclose(b, (J @ forces)[order], atol=1e-14)
    np.testing.assert_allclose(A, (J @ J.T)[np.ix_(order, order)], atol=1e-14)
    np.testing.assert_allclose(T[8:], J.T[:, order], atol=1e-14)
    # Neighbours in a row: each packed row has one number before the diagonal at most.
    assert (np.arange(7) - packing.first).max() == 1 and h.size == rhs.closure.length


@pytest.mark.parametrize("on", [(1, 1, 1, 1), (1, 0, 1, 0), (0, 0, 0, 0)])
def test_rows_that_are_off_hold_nothing(on):
    J, forces = chain(8, SHUFFLED)
    flags = [-1, 1, 2, -1, 3, 4, -1]
    rhs, packing = system(J, forces, flags, 5)
    p = np.array([0.0, *on])
    counts = np.array([flag < 0 or p[flag] != 0 for flag in flags])
    np.testing.assert_array_equal(packing.on(p), counts[packing.order])
    dx, _ = rates(rhs, np.zeros(16), p)
    held = J[counts]
    w = np.linalg.solve(held @ held.T, -held @ forces)
    np.testing.assert_allclose(dx[8:], forces + held.T @ w, atol=1e-13)


def test_dependent_rows_get_no_multiplier():
    J, forces = chain(5, [(0, 1), (1, 2), (2, 3)])
    twice = np.vstack([J, J[0] + J[2], 3 * J[1]])
    rhs, _ = system(twice, forces, None, 1)
    dx, _ = rates(rhs, np.zeros(10), np.zeros(1))
    w = np.linalg.solve(J @ J.T, -J @ forces)
    np.testing.assert_allclose(dx[5:], forces + J.T @ w, atol=1e-12)


@pytest.mark.parametrize("method", ["rk8", "radau"])
def test_projection_closes_what_is_on_and_leaves_the_rest(method):
    J, forces = chain(6, [(0, 1), (2, 3), (4, 5)])
    rhs, _ = system(J, forces, [-1, 1, 1], 2)
    null = np.linalg.svd(J)[2][3:]
    x0 = np.concatenate([null[0] + 0.3 * null[1], 0.1 * null[2]])
    p = np.array([0.0, 1.0])

    def let_go(run):
        run.switch.p[1] = 1.0 if run.switch.t < 1 else 0.0

    config = Explicit("rk8", 1e-9, 1e-9) if method == "rk8" else Radau(1e-9, 1e-9)
    steps = integrate(rhs, x0, 0.0, 2.0, [1.0], p, config, on_switch=let_go)
    assert steps.status == "finished"
    times = np.linspace(0, 2, 21)
    states = closed(rhs, steps, times, steps.replay(rhs, times))
    gaps, rates_ = states[:, :6] @ J.T, states[:, 6:] @ J.T
    assert np.abs(gaps[:, 0]).max() < 1e-14 and np.abs(rates_[:, 0]).max() < 1e-14
    assert np.abs(gaps[times < 1]).max() < 1e-14
    assert np.abs(gaps[-1, 1:]).min() > 1e-3
    # Free masses swing about their forces.
    free = slice(2, 6)
    at = states[times == 1.0][0]
    offset = at[free] - forces[free]
    exact = forces[free] + offset * np.cos(1) + at[8:12] * np.sin(1)
    np.testing.assert_allclose(states[-1, free], exact, atol=1e-6)
