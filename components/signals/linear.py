"""Linear systems: transfer function, state space, and an approximated delay."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from mars.component import Component, Count, DocumentError, Grid, Numbers, Parameter, State, column, der, scalars

from .block import OneInput, box, carried, glyph, line, numbered

S = "q-2,-2 -4,-0.5 q-1.5,2.5 1,3.5 q4,1.5 2,4 q-2.5,1.5 -4.5,-0.5"  # a small letter s


def states(count: int, help: str) -> dict[str, State]:
    return {name: State("1", help, name=name) for name in numbered(count, "x")}


class Linear(Component):
    """Has states x1, x2, …"""

    def state(self, count: int) -> list[Any]:
        return [getattr(self, name) for name in numbered(count, "x")]


def dot(a: Iterable[Any], b: Iterable[Any]) -> Any:
    return sum(x * y for x, y in zip(a, b, strict=True))


class TransferFunction(Linear, OneInput, kind="signals.transfer_function"):
    """Ratio of two polynomials of s, coefficients from the highest power down. The order of the numerator must not be the higher
    one."""

    letters = "TF"
    numerator = Numbers((1,), "1", "coefficients of the numerator, highest power first", most=20, key_parameter=True)
    denominator = Numbers((0.1, 1), "1", "coefficients of the denominator, highest power first", most=20, key_parameter=True)
    icon = box(glyph(f"M-4.8,-6 q-8,-6 -11,3 q-1,11 7,11 q4,0 4,-4 v-3 h-5 M2,-9 q-4,9 0,19 M13,-9 q4,9 0,19 M10,-3 {S}"))

    @classmethod
    def check(cls, values):
        if values["denominator"][0] == 0:
            raise DocumentError("the first coefficient of its denominator is zero. Remove the leading zeros", code="bad-value")
        if len(values["numerator"]) > len(values["denominator"]):
            raise DocumentError(
                (
                    "the degree of its numerator ({numerator_degree}) exceeds that of its denominator ({denominator_degree}), so "
                    "it would differentiate. Add a filter to raise the degree of the denominator"
                ),
                code="bad-value",
                numerator_degree=len(values["numerator"]) - 1,
                denominator_degree=len(values["denominator"]) - 1,
            )

    @classmethod
    def states_for(cls, values):
        return states(len(values["denominator"]) - 1, "state of the controllable canonical form")

    def equations(self):
        """Controllable canonical form: x1' = x2, …; the last rate follows from the denominator."""
        lead, *a = self.denominator
        order = len(a)
        b = [0.0] * (order + 1 - len(self.numerator)) + [c / lead for c in self.numerator]
        x, a = self.state(order), [c / lead for c in reversed(a)]
        for state, following in pairwise(x):
            yield der(state) == following
        if x:
            yield der(x[-1]) == self.in_.value - dot(a, x)
        through, rest = b[0], list(reversed(b[1:]))
        yield self.out.value == through * self.in_.value + dot((c - through * d for c, d in zip(rest, a, strict=True)), x)


class StateSpace(Linear, kind="signals.state_space"):
    """Linear system x' = A x + B u, y = C x + D u. Inputs and outputs are bundles; a single one is a plain signal."""

    letters = "SS"
    A = Grid(((0, 1), (-1, -0.4)), "1", "effect of the states on their rates of change; a square matrix")
    B = Grid(((0,), (1,)), "1", "effect of the inputs on the rates of the states; one row per state, one column per input")
    C = Grid(((1, 0),), "1", "effect of the states on the outputs; one row per output, one column per state")
    D = Grid(((0,),), "1", "effect of the inputs on the outputs; one row per output, one column per input")
    icon = box(
        glyph("M-15,-3 l8,8 M-7,-3 l-8,8 M-11,-9.5 h0.1 M-1,-1 h5 M-1,4 h5 M8,8 l4,-13 4,13 M9.5,4 h5"),
        reads=("u",),
        gives=("y",),
    )

    @classmethod
    def check(cls, values):
        A, B, C, D = (values[name] for name in "ABCD")
        for name, found, wanted, what, why in (
            ("A", len(A[0]), len(A), "columns", "of its rows"),
            ("B", len(B), len(A), "rows", "state (row of A)"),
            ("C", len(C[0]), len(A), "columns", "state (row of A)"),
            ("D", len(D), len(C), "rows", "output (row of C)"),
            ("D", len(D[0]), len(B[0]), "columns", "input (column of B)"),
        ):
            if found != wanted:
                size = f"{len(values[name])} × {len(values[name][0])}"
                raise DocumentError(
                    "matrix {name} is {size}, but needs {wanted} {what}, one for each {why}. Change {name}",
                    code="size-mismatch",
                    name=name,
                    size=size,
                    wanted=wanted,
                    what=what,
                    why=why,
                )

    @classmethod
    def ports_for(cls, values):
        read, given = len(values["B"][0]), len(values["C"])
        return {
            "u": line("u", (-30, 0), read, gives=False, help="inputs u"),
            "y": line("y", (30, 0), given, gives=True, help="outputs y"),
        }

    @classmethod
    def states_for(cls, values):
        return states(len(values["A"]), "state of the state-space model")

    def equations(self):
        x, u = self.state(len(self.A)), scalars(carried(self.port_u))
        for state, by_state, by_input in zip(x, self.A, self.B, strict=True):
            yield der(state) == dot(by_state, x) + dot(by_input, u)
        yield carried(self.port_y) == column(dot(c, x) + dot(d, u) for c, d in zip(self.C, self.D, strict=True))

    def stored(self):
        return 0.0


class Delay(Linear, OneInput, kind="signals.delay"):
    """Delays a signal by a Padé approximation: accurate for signals that change slowly compared with delay / order, while steps
    are rounded. Before the start the signal was zero."""

    letters = "DEL"
    delay = Parameter(0.1, "s", "delay time", above=0, key_parameter=True)
    order = Count(4, help="order of the Padé approximation; higher is sharper", maximum=8)
    icon = box(glyph(f"M-12,3 h10 q0,-7 -5,-7 q-5,0 -5,7 q0,6 6,6 q3,0 4,-2 M1,-7 h5 M13.5,-10 {S}"))

    @classmethod
    def states_for(cls, values):
        return states(values["order"], "Legendre coefficients of the signal over the delay")

    def equations(self):
        """The recent history of the signal in shifted Legendre polynomials (Voelker, Kajić, Eliasmith 2019, eqs. 1–3): exactly
        the Padé [n−1/n] approximation, with states of the size of the signal and no direct feedthrough."""
        x = self.state(self.order)
        for i, state in enumerate(x):
            by_state = [-1.0 if i < j else (-1.0) ** (i - j + 1) for j in range(self.order)]
            yield der(state) == (2 * i + 1) / self.delay * (dot(by_state, x) + (-1) ** i * self.in_.value)
        yield self.out.value == sum(x)
