"""Converts SX expressions to trees. CasADi works scalar by scalar; three similar rows along x, y and z become one of vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import casadi as ca

from mars.readable.expression_tree import (
    COMFORTABLE,
    LONG_TERM,
    ONE,
    PIECES,
    XYZ,
    ZERO,
    Constant,
    Operation,
    Reference,
    Tree,
    chosen,
    count,
    hidden,
    is_intricate,
    minus,
    names_in,
    opposite,
    power,
    quotient,
    rate_of,
    root,
    size,
    times,
    total,
)
from mars.readable.styles import DIGITS, SUBSCRIPTS
from mars.readable.vectors import Vectors

REPEATED, LONG = 3, 6  # minimum operations for naming a part: used twice, or once
GUARD = 1e-100  # smaller numbers only prevent division by zero
UNNAMED = 8  # operations of a repeated part that gets a name although its author gave none

CALLS = {
    ca.OP_SIN: "sin", ca.OP_COS: "cos", ca.OP_TAN: "tan", ca.OP_ASIN: "asin", ca.OP_ACOS: "acos", ca.OP_ATAN: "atan",
    ca.OP_ATAN2: "atan2", ca.OP_SINH: "sinh", ca.OP_COSH: "cosh", ca.OP_TANH: "tanh", ca.OP_ASINH: "asinh", ca.OP_ACOSH: "acosh",
    ca.OP_ATANH: "atanh", ca.OP_EXP: "exp", ca.OP_LOG: "log", ca.OP_LOG1P: "log1p", ca.OP_EXPM1: "expm1", ca.OP_ERF: "erf",
    ca.OP_SIGN: "sign", ca.OP_FLOOR: "floor", ca.OP_CEIL: "ceil", ca.OP_FMOD: "mod", ca.OP_FMIN: "min", ca.OP_FMAX: "max",
    ca.OP_COPYSIGN: "copysign", ca.OP_HYPOT: "hypot",
}  # fmt: skip
COMPARISONS = {ca.OP_LT: "<", ca.OP_LE: "≤", ca.OP_EQ: "=", ca.OP_NE: "≠"}


class Reader(Vectors):
    """Trees of one component's expressions. `parts` are the named ones, in order of first use."""

    def __init__(self, leaves: Iterable[Reference], heard: Iterable[tuple[str, Sequence[ca.SX]]]):
        """`heard`: the authors' names for the values with these elements; the first name counts."""
        self._leaves = {leaf.text for leaf in leaves}
        super().__init__({scalar: (leaf, i) for leaf in _with_rates(leaves) for i, scalar in enumerate(leaf.scalars)})
        self._heard: dict[tuple[int, ...], str] = {}
        self._members: dict[int, tuple[Sequence[ca.SX], int]] = {}  # of vectors with names
        for word, elements in heard:
            keys = self._keys(elements)
            self._heard.setdefault(keys, word)
            if len(set(keys)) == 3:
                for i, key in enumerate(keys):
                    self._members.setdefault(key, (elements, i))
        self._written: dict[tuple[int, ...], Tree] = {}
        self._uses: dict[int, int] = {}
        self._trees: dict[int, Tree] = {}
        self.parts: dict[str, Tree] = {}
        self.shapes: dict[str, str] = {}  # of the parts

    def count(self, expressions: Iterable[ca.SX]) -> None:
        """Find the parts that are used more than once; call before reading anything."""
        open_ = [e for expression in expressions for e in ca.vertsplit(ca.vec(ca.SX(expression)))]
        while open_:
            each = open_.pop()
            key = self._structures.key(each)
            self._uses[key] = self._uses.get(key, 0) + 1
            if self._uses[key] == 1:
                open_ += [each.dep(i) for i in range(each.n_dep())]

    def scalar(self, e: ca.SX) -> Tree:
        """One element."""
        key = self._structures.key(e)
        if key not in self._trees:
            member = self._members.get(key)
            if member is not None and (vector := self._named(member[0], "vector")) is not None:
                self._trees[key] = Operation("element", (vector,), XYZ[member[1]])
            else:
                self._trees[key] = self._named([e], "scalar") or self._read(e)
        return self._trees[key]

    def numbers(self, e: ca.SX) -> Tree:
        """One element, or a column of them."""
        elements = ca.vertsplit(ca.vec(ca.SX(e)))
        if len(elements) == 1:
            return self.scalar(elements[0])
        return self.vector(elements) if len(elements) == 3 else Operation("vector", tuple(map(self.scalar, elements)))

    def broken(self, tree: Tree) -> Tree:
        """A long sum, or a long bracket, with its long terms as separate parts."""
        is_long = size(tree) > COMFORTABLE and count(tree, "if") <= PIECES  # a table is not broken into its pieces
        if not is_long or not isinstance(tree, Operation) or tree.operation not in ("+", "−", "/", "vector"):
            return tree
        if tree.operation in ("−", "/"):
            return Operation(tree.operation, tuple(map(self.broken, tree.parts)))
        return Operation(tree.operation, tuple(map(self._apart, tree.parts)))

    def _apart(self, term: Tree) -> Tree:
        if isinstance(term, Operation) and term.operation == "−":
            return minus(self._apart(term.parts[0]))
        if size(term) < LONG_TERM or (isinstance(term, Operation) and term.operation == "vector"):
            return term
        known = next((name for name, part in self.parts.items() if part == term), None)
        name = Reference(known or self._free("q"))
        self.parts[name.text], self.shapes[name.text] = term, "scalar"
        return name

    # -- parts with names ------------------------------------------------------------------------------------------------

    def _named(self, elements: Sequence[ca.SX], shape: str) -> Tree | None:
        keys = self._keys(elements)
        if keys in self._written:
            return self._written[keys]
        operations = max(map(self._structures.size, elements))
        uses, word = max(self._uses.get(key, 0) for key in keys), self._heard.get(keys)
        is_worth = operations >= LONG or (operations >= REPEATED and uses > 1)
        if word is None:
            is_worth = shape == "scalar" and operations >= UNNAMED and uses > 1
        if not is_worth:
            return None
        name = self._written[keys] = Reference(self._free(word or "q"), shape=shape)
        self.parts[name.text], self.shapes[name.text] = ZERO, shape  # its position among the others
        tree = self._read(elements[0]) if shape == "scalar" else self._form(elements)
        tree = tree or Operation("vector", tuple(map(self._read, elements)))
        tree = self.broken(tree) if shape == "scalar" else tree
        is_plain = isinstance(tree, Reference) or (
            isinstance(tree, Operation) and tree.operation == "−" and isinstance(tree.parts[0], Reference)
        )
        if is_plain or is_intricate(tree):
            del self.parts[name.text], self.shapes[name.text]
            self._written[keys] = hidden(tree, name.text) if word is not None and not is_plain else tree
        else:
            self.parts[name.text] = tree
        return self._written[keys]

    def without_echo(self, name: Reference, tree: Tree) -> Tree:
        """The definition of a name: not a part with the same name, since `rate = rate₂` is useless."""
        if not isinstance(tree, Reference) or tree.text not in self.parts or tree.text.rstrip(SUBSCRIPTS) != name.text:
            return tree
        if any(tree in names_in(part) for part in self.parts.values()):
            return tree
        self._written = {keys: name for keys, name in self._written.items() if name != tree}
        self._trees.clear()
        return self.parts.pop(tree.text)

    def _free(self, word: str) -> str:
        taken, number, found = {*self._leaves, *self.shapes}, 1, word
        while found in taken:
            number += 1
            found = word + str(number).translate(DIGITS)
        return found

    # -- scalars ---------------------------------------------------------------------------------------------------------

    def _read(self, e: ca.SX) -> Tree:
        op = e.op()
        if op == ca.OP_PARAMETER:
            return self._leaf(e.name())
        if e.is_constant():
            return Constant(float(e))
        parts = [e.dep(i) for i in range(e.n_dep())]
        if op in (ca.OP_ADD, ca.OP_SUB):
            return self._sum(e, parts)
        if op == ca.OP_FMAX and parts[1].is_constant() and 0.0 < float(parts[1]) < GUARD:
            return self.scalar(parts[0])
        if op in CALLS:
            return Operation("call", tuple(map(self.scalar, parts)), CALLS[op])
        if op in COMPARISONS:
            return Operation("compare", tuple(map(self.scalar, parts)), COMPARISONS[op])
        return self._operation(op, [self.scalar(part) for part in parts])

    def _operation(self, op: int, parts: list[Tree]) -> Tree:
        first, last = parts[0], parts[-1]
        match op:
            case ca.OP_MUL:
                return times(first, last)
            case ca.OP_NEG:
                return minus(first)
            case ca.OP_DIV | ca.OP_INV:
                return quotient(ONE if op == ca.OP_INV else first, last)
            case ca.OP_SQ | ca.OP_TWICE:
                return power(first, Constant(2.0)) if op == ca.OP_SQ else times(Constant(2.0), first)
            case ca.OP_POW | ca.OP_CONSTPOW:
                return power(first, last)
            case ca.OP_SQRT:
                return root(first)
            case ca.OP_FABS:
                return Operation("||", (first,))
            case ca.OP_IF_ELSE_ZERO:
                return chosen(first, last, ZERO)
            case ca.OP_AND | ca.OP_OR:
                return Operation("and" if op == ca.OP_AND else "or", (first, last))
            case ca.OP_NOT:
                return opposite(first)
            case ca.OP_ASSIGN:
                return first
        raise NotImplementedError(f"an equation holds CasADi's operation {op}, which cannot be printed")

    def _leaf(self, text: str) -> Tree:
        leaf, i = self._elements.get(text, (Reference(text), 0))
        if leaf.shape == "vector":
            return Operation("element", (leaf,), XYZ[i])
        return Operation("entry", (leaf,), XYZ[i // 3] + XYZ[i % 3]) if leaf.shape == "turn" else leaf

    def _sum(self, e: ca.SX, parts: list[ca.SX]) -> Tree:
        if (found := self._choice(parts)) is not None or (found := self._dot(e)) is not None:
            return found
        if parts[1].is_constant() and 0.0 < float(parts[1]) < GUARD:
            return self.scalar(parts[0])
        last = self.scalar(parts[1])
        return total(self.scalar(parts[0]), minus(last) if e.op() == ca.OP_SUB else last)

    def _choice(self, parts: list[ca.SX]) -> Tree | None:
        """CasADi's if_else(c, a, b) is (c ? a : 0) + (¬c ? b : 0)."""
        if any(part.op() != ca.OP_IF_ELSE_ZERO for part in parts):
            return None
        (first, yes), (second, no) = ((part.dep(0), part.dep(1)) for part in parts)
        if first.op() == ca.OP_NOT and second.op() != ca.OP_NOT:
            (first, yes), (second, no) = (second, no), (first, yes)
        if second.op() != ca.OP_NOT or self._keys([second.dep(0)]) != self._keys([first]):
            return None
        return chosen(self.scalar(first), self.scalar(yes), self.scalar(no))


def _with_rates(leaves: Iterable[Reference]) -> Iterable[Reference]:
    for leaf in leaves:
        yield leaf
        yield Reference(f"der({leaf.text})", rate_of(leaf.unit), leaf.shape, tuple(f"der({scalar})" for scalar in leaf.scalars))
