"""Equations as trees: names, numbers and operations on scalars, vectors and rotations, and how they are combined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from mars.component.domains import AXES

XYZ = tuple(AXES)
TAILS = {
    "scalar": ("",),
    "vector": tuple(f".{a}" for a in XYZ),
    "turn": tuple(f".{a}{b}" for a, b in product(XYZ, XYZ)),
    "quaternion": tuple(f".{a}" for a in "wxyz"),
}


@dataclass(frozen=True)
class Constant:
    value: float


@dataclass(frozen=True)
class Reference:
    """A variable, a parameter or a part defined by another line. `elements` are the engine's names of its numbers."""

    text: str
    unit: str = ""
    shape: str = "scalar"
    elements: tuple[str, ...] = ()

    @property
    def scalars(self) -> tuple[str, ...]:
        return self.elements or tuple(self.text + tail for tail in TAILS[self.shape])


@dataclass(frozen=True)
class Operation:
    """An operation on parts; `word` names the function of a «call» or the relation of a «compare»."""

    operation: str  # one of those in `evaluation`
    parts: tuple[Tree, ...]
    word: str = ""


Tree = Constant | Reference | Operation
LONGEST = 70  # names, numbers and operations per line
COMFORTABLE, LONG_TERM = 45, 12  # size of a sum that needs no breaking, of a term that deserves its own line
PIECES = 2  # of a law in one line
ZERO, ONE = Constant(0.0), Constant(1.0)
NOTHING = Operation("vector", (ZERO, ZERO, ZERO))


def total(*terms: Tree) -> Tree:
    """A sum without zeros; nested sums are flattened."""
    found: list[Tree] = []
    for term in terms:
        if isinstance(term, Operation) and term.operation == "+":
            found += term.parts
        elif term not in (ZERO, NOTHING):
            found.append(term)
    return (terms[0] if terms else ZERO) if not found else found[0] if len(found) == 1 else Operation("+", tuple(found))


def minus(tree: Tree) -> Tree:
    if isinstance(tree, Constant):
        return Constant(-tree.value)
    return tree.parts[0] if isinstance(tree, Operation) and tree.operation == "−" else Operation("−", (tree,))


def times(*factors: Tree) -> Tree:
    """A product with its numbers first; fractions are combined into one."""
    number, above, below, sign = 1.0, [], [], 1
    for factor in factors:
        if isinstance(factor, Operation) and factor.operation == "−":
            factor, sign = factor.parts[0], -sign
        if isinstance(factor, Operation) and factor.operation == "/":
            factor, bottom = factor.parts
            below.append(bottom)
        for each in factor.parts if isinstance(factor, Operation) and factor.operation == "·" else (factor,):
            if isinstance(each, Constant):
                number *= each.value
            elif above and (raised := _raised(above[-1], each)) is not None:  # CasADi writes x³ as x·x²
                above[-1] = raised
            else:
                above.append(each)
    if number < 0:
        number, sign = -number, -sign
    parts = [*([Constant(number)] if number != 1.0 or not above else []), *above]
    found = parts[0] if len(parts) == 1 else Operation("·", tuple(parts))
    found = found if not below else Operation("/", (found, times(*below)))
    return found if sign > 0 else minus(found)


def _raised(a: Tree, b: Tree) -> Tree | None:
    """The product of two powers of the same scalar."""
    bases, exponents = zip(*(_power_of(each) for each in (a, b)), strict=True)
    if bases[0] != bases[1] or (isinstance(bases[0], Reference) and bases[0].shape != "scalar"):
        return None
    return Operation("^", (bases[0], Constant(sum(exponents)))) if sum(exponents) > 2 else None


def _power_of(tree: Tree) -> tuple[Tree, float]:
    if isinstance(tree, Operation) and tree.operation == "^" and isinstance(tree.parts[1], Constant):
        return tree.parts[0], tree.parts[1].value
    return tree, 1.0


def quotient(top: Tree, bottom: Tree) -> Tree:
    """A fraction of products with the sign in front."""
    if isinstance(top, Operation) and top.operation == "−":
        return minus(quotient(top.parts[0], bottom))
    if isinstance(top, Operation) and top.operation == "/":
        return Operation("/", (top.parts[0], times(top.parts[1], bottom)))
    return Operation("/", (top, bottom))


def chosen(condition: Tree, yes: Tree, no: Tree) -> Tree:
    if isinstance(condition, Operation) and condition.operation == "not":
        condition, yes, no = condition.parts[0], no, yes
    return Operation("if", (condition, yes, no))


def opposite(condition: Tree) -> Tree:
    """The negation of `<` is `≥`."""
    if isinstance(condition, Operation) and condition.word in ("<", "≤"):
        return Operation("compare", condition.parts[::-1], "≤" if condition.word == "<" else "<")
    return Operation("not", (condition,))


def power(base: Tree, exponent: Tree) -> Tree:
    """(x²)² is x⁴."""
    if (
        isinstance(base, Operation)
        and base.operation == "^"
        and isinstance(base.parts[1], Constant)
        and exponent == Constant(2.0)
    ):
        return Operation("^", (base.parts[0], Constant(2.0 * base.parts[1].value)))
    return Operation("^", (base, exponent))


def root(square: Tree) -> Tree:
    """For the square of a vector it is its length."""
    if isinstance(square, Operation) and square.operation == "dot" and square.parts[0] == square.parts[1]:
        return Operation("||", (square.parts[0],))
    if (
        isinstance(square, Operation)
        and square.operation == "^"
        and isinstance(square.parts[0], Operation)
        and square.parts[0].operation == "||"
    ):
        return square.parts[0]
    return Operation("√", (square,))


def cross(a: Tree, b: Tree) -> Tree:
    return Operation("×", (a, b))


def names_in(tree: Tree) -> Iterator[Reference]:
    """Each once, in reading order; those inside a «hidden» part are its arguments."""
    seen: set[Tree] = set()
    open_ = [tree]
    while open_:
        each = open_.pop()
        if isinstance(each, Reference) and each not in seen:
            yield each
        if isinstance(each, Operation) and each not in seen:
            open_ += reversed(each.parts[each.operation == "hidden" :])
        seen.add(each)


def size(tree: Tree) -> int:
    """Number of names, numbers and operations, as printed."""
    return _added_up(tree, lambda each: 1)


def count(tree: Tree, operation: str) -> int:
    """Number of times an operation is printed."""
    return _added_up(tree, lambda each: isinstance(each, Operation) and each.operation == operation)


def _added_up(tree: Tree, weight: Callable[[Tree], int]) -> int:
    """Parts used twice are printed twice, but visited once."""
    sums: dict[int, int] = {}

    def visit(each: Tree) -> int:
        if id(each) not in sums:
            parts = each.parts[each.operation == "hidden" :] if isinstance(each, Operation) else ()
            sums[id(each)] = weight(each) + sum(map(visit, parts))
        return sums[id(each)]

    return visit(tree)


def rate_of(unit: str) -> str:
    """Unit of a rate."""
    return "" if not unit else "1/s" if unit == "1" else f"{unit}²" if unit.endswith("/s") else f"{unit}/s"


def is_intricate(tree: Tree) -> bool:
    """Whether it is hard to read: too long, or a table of pieces."""
    return size(tree) > LONGEST or count(tree, "if") > PIECES


def hidden(tree: Tree, word: str) -> Operation:
    """A tree shown as a function of the names in it."""
    names = list(names_in(tree))
    return Operation("hidden", (tree, *(name for name in names if name.text != "segment" or len(names) == 1)), word)


def shortened(tree: Tree, word: str) -> Tree:
    return hidden(tree, word) if is_intricate(tree) else tree
