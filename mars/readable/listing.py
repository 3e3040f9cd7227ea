"""The equations of one component, line by line: those of its author, the named parts, and its rules in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import casadi as ca

from mars.component.author_errors import call_author
from mars.model.symbols import items_of
from mars.readable.expression_tree import Operation, Reference, Tree, names_in, shortened, size
from mars.readable.from_casadi import Reader
from mars.readable.local_names import Listener
from mars.readable.printer import printed
from mars.readable.rules import demanded, rules
from mars.readable.standalone import Standing
from mars.readable.styles import HTML, LATEX, TEXT, Plain, subscripted
from mars.translation.languages import message

EQUATION = "{left} = {right}"
BRACKET = 30  # maximum size of a vector equation; longer ones are written along x, y and z


@dataclass(frozen=True)
class Line:
    """`left = right`, or a rule in words. The role: law (one of the equations), part (defines a name) or rule."""

    role: str
    template: str  # with the names of its trees
    trees: Mapping[str, Tree]
    unit: str = ""

    @property
    def sides(self) -> tuple[Tree, Tree] | None:
        """Left and right of an equation."""
        return None if self.role == "rule" else (self.trees["left"], self.trees["right"])

    @property
    def names(self) -> list[Reference]:
        return list(dict.fromkeys(name for tree in self.trees.values() for name in names_in(tree)))

    def printed(self, style: Plain) -> str:
        template = message(self.template) if self.role == "rule" else self.template
        pieces = re.split(r"\{(\w+)\}", template)
        return "".join(
            printed(self.trees[piece], style) if i % 2 else piece if self.template == EQUATION else style.words_only(piece)
            for i, piece in enumerate(pieces)
        )

    @property
    def text(self) -> str:
        return self.printed(TEXT)

    @property
    def html(self) -> str:
        return self.printed(HTML)

    @property
    def latex(self) -> str:
        return self.printed(LATEX)


def equation(left: Tree, right: Tree, unit: str = "", role: str = "law") -> Line:
    """With the name alone on the left, independent of the author's order."""
    if role == "law" and _is_variable(right) and not _is_variable(left):
        left, right = right, left
    return Line(role, EQUATION, {"left": left, "right": right}, unit or _unit(left) or _unit(right))


def _is_variable(tree: Tree) -> bool:
    """Neither a part named only for readability, which has no unit, nor a law."""
    if isinstance(tree, Operation) and tree.operation in ("element", "entry"):
        tree = tree.parts[0]
    return isinstance(tree, Reference) and bool(tree.unit) and not tree.text.endswith("(t)")


@dataclass
class Sheet:
    """All lines of a component, and the names in them."""

    laws: list[Line] = field(default_factory=list)
    parts: dict[str, Tree] = field(default_factory=dict)
    rules: list[Line] = field(default_factory=list)
    shapes: dict[str, str] = field(default_factory=dict)  # of parts that are not scalars

    @property
    def lines(self) -> list[Line]:
        units = dict(self._units())
        explained = [
            equation(Reference(text, shape=self.shapes.get(text, "scalar")), tree, units.get(text, ""), role="part")
            for text, tree in self.parts.items()
        ]
        return [*self.laws, *explained, *self.rules]

    def _units(self) -> Iterator[tuple[str, str]]:
        """Units of parts that are a side of a law, or a term of one."""
        for line in self.laws:
            for side in line.sides or ():
                for term in terms(side):
                    if isinstance(term, Reference) and term.text in self.parts and line.unit:
                        yield term.text, line.unit


def authored(standing: Standing) -> Sheet:
    """The lines of a kind with `equations()`."""
    component = standing.component
    listener = Listener(type(component))
    items = listener.listen(lambda: items_of(component))
    switches = listener.listen(lambda: call_author(component, lambda: list(component.switches())))
    wanted = listener.listen(lambda: call_author(component, lambda: list(component.demands())))
    reader = Reader(standing.leaves.values(), listener.heard)
    reader.count([*items, *(e for switch in switches for e in vars(switch).values() if isinstance(e, ca.SX))])
    sheet = Sheet()
    equations = [e for item in items for e in ca.vertsplit(ca.vec(item)) if e.op() == ca.OP_EQ]  # others are identities
    for group in _groups(standing, equations):
        sheet.laws += [line for line in _laws(reader, group) if not _is_about_nothing(standing, line)]
    sheet.rules += [Line("rule", *words) for switch in switches for words in rules(reader, switch)]
    sheet.rules += [Line("rule", *demanded(reader, *demand)) for demand in wanted]
    explain(standing, reader, sheet)
    return sheet


def explain(standing: Standing, reader: Reader, sheet: Sheet) -> None:
    """Add the named parts, and the laws in time used in the lines."""
    used = {name.text for line in sheet.laws + sheet.rules for name in line.names}
    used |= {name.text for tree in reader.parts.values() for name in names_in(tree)}
    for law, symbols in standing.laws.items():
        if not standing.is_general and f"{law}(t)" in used:
            time, segment = ca.SX.sym("t"), ca.SX.sym("segment")
            reader.parts[f"{law}(t)"] = shortened(reader.scalar(ca.SX(symbols.at(time, segment))), symbols.name)
    sheet.parts |= reader.parts
    sheet.shapes |= reader.shapes


def _groups(standing: Standing, equations: list[ca.SX]) -> list[list[ca.SX]]:
    """Equations one by one, except that those for x, y and z of a vector are grouped at the first of them."""
    vectors = {scalar: leaf for leaf in standing.leaves.values() if leaf.shape == "vector" for scalar in leaf.scalars}
    given: dict[Reference, dict[str, ca.SX]] = {}
    owners: list[Reference | None] = []
    for each in equations:
        names = [side.name() for side in (each.dep(0), each.dep(1)) if side.is_symbolic() and side.name() in vectors]
        owners.append(vectors[names[0]] if names else None)
        if names:
            given.setdefault(vectors[names[0]], {}).setdefault(names[0], each)
    whole = {leaf: [found[scalar] for scalar in leaf.scalars] for leaf, found in given.items() if len(found) == 3}
    groups = [
        whole.pop(owner) if owner in whole else [each] if owner not in given or len(given[owner]) != 3 else []
        for each, owner in zip(equations, owners, strict=True)
    ]
    return [group for group in groups if group]


def _laws(reader: Reader, equations: list[ca.SX]) -> Iterator[Line]:
    """One equation, or three combined into one of vectors if that is short enough."""
    if len(equations) == 3:
        left, right = (reader.vector([e.dep(i) for e in equations]) for i in (0, 1))
        if size(left) <= BRACKET and size(right) <= BRACKET:
            yield _short(left, right)
            return
    for each in equations:
        left, right = (reader.broken(reader.scalar(each.dep(i))) for i in (0, 1))
        yield _short(left, reader.without_echo(left, right) if isinstance(left, Reference) else right)


def _is_about_nothing(standing: Standing, line: Line) -> bool:
    """Whether it defines the stream of an unlinked port, which is not visible."""
    alone = {side.text.partition(".")[0] for side in line.sides or () if isinstance(side, Reference)}
    return not standing.is_general and bool(alone & (set(standing.placed.ports) - standing.linked))


def _short(left: Tree, right: Tree) -> Line:
    line = equation(left, right)
    assert line.sides is not None
    left, right = line.sides
    word = subscripted(left.text)[0] if isinstance(left, Reference) else "f"
    return equation(shortened(left, "f"), shortened(right, word), line.unit)


def terms(tree: Tree) -> list[Tree]:
    """The terms of a sum, without their signs."""
    found = tree.parts if isinstance(tree, Operation) and tree.operation == "+" else (tree,)
    return [term.parts[0] if isinstance(term, Operation) and term.operation == "−" else term for term in found]


def _unit(tree: Tree) -> str:
    """The unit of a sum that has a single name, or an element of one, as a term."""
    found = [term.parts[0] if isinstance(term, Operation) and term.operation == "element" else term for term in terms(tree)]
    return next((term.unit for term in found if isinstance(term, Reference) and term.unit), "")
