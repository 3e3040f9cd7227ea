"""The folding algebra: the expressions of CasADi's own operators, and plain floats where nothing is a symbol."""

import operator
from itertools import product

import casadi as ca
import pytest

from mars.component.algebra import add, mul, sub

X, Y = ca.SX.sym("x"), ca.SX.sym("y")


@pytest.mark.parametrize(("folding", "plain"), [(mul, operator.mul), (add, operator.add), (sub, operator.sub)])
def test_symbols_and_numbers_give_what_the_operators_give(folding, plain):
    for a, b in product([X, Y, X * Y, 0.0, 1.0, -1.0, 2.5], repeat=2):
        found, wanted = folding(a, b), plain(a, b)
        assert ca.is_equal(ca.SX(found), ca.SX(wanted), 5), f"{a}, {b}: {found}, not {wanted}"
        if not isinstance(wanted, ca.SX):
            assert isinstance(found, float)
