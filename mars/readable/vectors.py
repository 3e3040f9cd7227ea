"""Combines three similar scalar expressions along x, y and z into one of vectors and rotations."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from mars.readable.expression_tree import NOTHING, XYZ, Constant, Operation, Reference, Tree, minus, quotient, times, total


class Vectors:
    """The part of a reader that handles vectors."""

    def __init__(self, elements: dict[str, tuple[Reference, int]]):
        self._elements = elements  # by scalar name: the name it belongs to, and its index there
        self._structures = Structures()

    def scalar(self, e: ca.SX) -> Tree:
        """One element."""
        raise NotImplementedError

    def _named(self, elements: Sequence[ca.SX], shape: str) -> Tree | None:
        """A part that has, or gets, a name."""
        raise NotImplementedError

    def vector(self, elements: Sequence[ca.SX]) -> Tree:
        """Three elements along x, y, z: one tree, or a bracket of three if they have no common form."""
        return self.together(elements) or Operation("vector", tuple(self.scalar(e) for e in elements))

    def together(self, e: Sequence[ca.SX]) -> Tree | None:
        """Three elements along x, y, z as one tree, if they have a common form."""
        return (self._named(e, "vector") if len(set(self._keys(e))) == 3 else None) or self._form(e)

    def _keys(self, elements: Sequence[ca.SX]) -> tuple[int, ...]:
        return tuple(map(self._structures.key, elements))

    def _dot(self, e: ca.SX) -> Tree | None:
        """a·b, which is a.x b.x + a.y b.y + a.z b.z; |a|² where both are the same."""
        terms = _terms(e)
        if len(terms) != 3:
            return None
        if all(term.op() == ca.OP_SQ for term in terms):
            vector = self.together([term.dep(0) for term in terms])
            return None if vector is None else Operation("^", (Operation("||", (vector,)), Constant(2.0)))
        if any(term.op() != ca.OP_MUL for term in terms):
            return None
        a, b = (self.together([term.dep(i) for term in terms]) for i in (0, 1))
        return None if a is None or b is None else Operation("dot", (a, b))

    def _form(self, e: Sequence[ca.SX]) -> Tree | None:
        if all(each.is_constant() for each in e):
            numbers = [float(each) for each in e]
            return Operation("vector", tuple(Constant(n) for n in numbers)) if any(numbers) else NOTHING
        ops = {each.op() for each in e}
        if ops == {ca.OP_PARAMETER}:
            return self._leaf_vector([each.name() for each in e])
        return self._turned(e) or self._crossed(e) or (self._alike(ops.pop(), e) if len(ops) == 1 else None)

    def _leaf_vector(self, names: list[str]) -> Tree | None:
        found = [self._elements.get(name) for name in names]
        leaves = {each[0] for each in found if each is not None}
        if None in found or len(leaves) != 1:
            return None
        (leaf,), places = leaves, [each[1] for each in found if each is not None]
        if leaf.shape == "vector" and places == [0, 1, 2]:
            return leaf
        if leaf.shape == "turn" and [p // 3 for p in places] == [0, 1, 2] and len({p % 3 for p in places}) == 1:
            return Operation("column", (leaf,), XYZ[places[0] % 3])
        return None

    def _alike(self, op: int, e: Sequence[ca.SX]) -> Tree | None:
        """The same operation in all three rows."""
        first = [each.dep(0) for each in e]
        if op in (ca.OP_NEG, ca.OP_TWICE):
            a = self.together(first)
            return None if a is None else minus(a) if op == ca.OP_NEG else times(Constant(2.0), a)
        if op not in (ca.OP_ADD, ca.OP_SUB, ca.OP_MUL, ca.OP_DIV):
            return None
        last = [each.dep(1) for each in e]
        same = [len(set(self._keys(side))) == 1 for side in (first, last)]
        if op in (ca.OP_ADD, ca.OP_SUB):
            a, b = self.together(first), self.together(last)
            if a is None and b is None:
                return None
            a, b = (side or Operation("vector", tuple(map(self.scalar, parts))) for side, parts in ((a, first), (b, last)))
            return total(a, minus(b) if op == ca.OP_SUB else b)
        if op == ca.OP_DIV:
            a = self.together(first) if same[1] else None
            return None if a is None else quotient(a, self.scalar(last[0]))
        for i, (scalar, vector) in enumerate(((first, last), (last, first))):
            if same[i] and (a := self.together(vector)) is not None:
                return times(self.scalar(scalar[0]), a)
        a, b = self.together(first), self.together(last)
        return None if a is None or b is None else Operation("∘", (a, b))

    def _turned(self, e: Sequence[ca.SX]) -> Tree | None:
        """R·b or Rᵀ·b: sums of products whose first factors are the rows or the columns of a rotation."""
        rows = [_terms(each) for each in e]
        if any(len(row) != 3 or any(term.op() != ca.OP_MUL for term in row) for row in rows):
            return None
        factors = [[(term.dep(0), term.dep(1)) for term in row] for row in rows]
        if not self._is_same_in_all(factors):
            factors = [[(b, a) for a, b in row] for row in factors]
            if not self._is_same_in_all(factors):
                return None
        found = [self._elements.get(a.name()) if a.is_symbolic() else None for row in factors for a, _ in row]
        leaves = {each[0] for each in found if each is not None}
        if None in found or len(leaves) != 1 or (leaf := leaves.pop()).shape != "turn":
            return None
        places = [each[1] for each in found if each is not None]
        if places not in (list(range(9)), [0, 3, 6, 1, 4, 7, 2, 5, 8]):
            return None
        turn = leaf if places == list(range(9)) else Operation("ᵀ", (leaf,))
        return times(turn, self.vector([b for _, b in factors[0]]))

    def _is_same_in_all(self, rows: list[list[tuple[ca.SX, ca.SX]]]) -> bool:
        """Whether all rows have the same second factors."""
        return len({self._keys([b for _, b in row]) for row in rows}) == 1

    def _crossed(self, e: Sequence[ca.SX]) -> Tree | None:
        """a × b, whose x is a.y b.z − a.z b.y."""
        if any(each.op() != ca.OP_SUB or {each.dep(0).op(), each.dep(1).op()} != {ca.OP_MUL} for each in e):
            return None
        key = self._structures.key
        for first, last in ((0, 1), (1, 0)):
            x, y, z = ([each.dep(0).dep(first), each.dep(0).dep(last)] for each in e)  # a.y b.z, a.z b.x, a.x b.y
            a, b = [z[0], x[0], y[0]], [y[1], z[1], x[1]]
            taken = [{key(each.dep(1).dep(0)), key(each.dep(1).dep(1))} for each in e]
            if taken == [{key(a[(i + 2) % 3]), key(b[(i + 1) % 3])} for i in range(3)]:
                return Operation("×", (self.vector(a), self.vector(b)))
        return None


def _terms(e: ca.SX) -> list[ca.SX]:
    """The terms of a sum; at most four."""
    if e.op() == ca.OP_ADD and e.dep(0).op() in (ca.OP_ADD, ca.OP_MUL, ca.OP_SQ):
        return [*_terms(e.dep(0))[:3], e.dep(1)]
    return [e]


class Structures:
    """Expressions by structure: two equal ones with different CasADi nodes are the same."""

    def __init__(self) -> None:
        self._keys: dict[int, int] = {}
        self._kept: list[ca.SX] = []  # a hash is valid only while its expression exists
        self._numbers: dict[tuple[object, ...], int] = {}
        self._sizes: list[int] = []

    def key(self, e: ca.SX) -> int:
        open_ = [e]
        while open_:
            each = open_[-1]
            parts = [each.dep(i) for i in range(each.n_dep())]
            unknown = [part for part in parts if part.element_hash() not in self._keys]
            if unknown and each.element_hash() not in self._keys:
                open_ += unknown
                continue
            open_.pop()
            if each.element_hash() not in self._keys:
                self._learn(each, tuple(self._keys[part.element_hash()] for part in parts))
        return self._keys[e.element_hash()]

    def _learn(self, e: ca.SX, parts: tuple[int, ...]) -> None:
        what = e.name() if e.is_symbolic() else float(e) if e.is_constant() else e.op()
        number = self._numbers.setdefault((type(what).__name__, what, *parts), len(self._numbers))
        if number == len(self._sizes):
            self._sizes.append(sum(self._sizes[part] for part in parts) + bool(parts))
        self._keys[e.element_hash()] = number
        self._kept.append(e)

    def size(self, e: ca.SX) -> int:
        """Number of operations, with those used twice counted twice."""
        return self._sizes[self.key(e)]
