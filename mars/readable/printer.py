"""Prints trees in one line, with as few brackets as possible."""

from __future__ import annotations

import math

from mars.readable.expression_tree import NOTHING, Constant, Operation, Reference, Tree
from mars.readable.styles import LATEX, TEXT, Plain

OR, AND, NOT, COMPARED, ADDED, MULTIPLIED, RAISED, ATOM = range(8)
PRECEDENCE = {
    "if": OR, "or": OR, "and": AND, "not": NOT, "compare": COMPARED, "+": ADDED, "−": ADDED, "·": MULTIPLIED, "/": MULTIPLIED,
    "∘": MULTIPLIED, "dot": MULTIPLIED, "×": MULTIPLIED, "^": RAISED,
}  # fmt: skip


def printed(tree: Tree, style: Plain = TEXT) -> str:
    """The tree in one line."""
    if isinstance(tree, Reference):
        return style.name(tree)
    if isinstance(tree, Constant):
        turns = tree.value / math.pi
        if turns and turns == round(turns) and abs(turns) < 9:
            return f"{style.sign if turns < 0 else ''}{'' if abs(turns) == 1 else f'{abs(turns):g}'}{style.pi}"
        return style.number(tree.value)
    if tree == NOTHING:
        return "0"
    return _node(tree, style)


def _within(tree: Tree, least: int, style: Plain) -> str:
    """In brackets if it binds less tightly than its context."""
    shown = printed(tree, style)
    if isinstance(tree, Constant):
        return style.enclosed(shown) if tree.value < 0 and least > ADDED else shown
    binds = PRECEDENCE.get(tree.operation, ATOM) if isinstance(tree, Operation) and tree != NOTHING else ATOM
    return style.enclosed(shown) if binds < least else shown


def _node(node: Operation, style: Plain) -> str:
    operation, parts = node.operation, node.parts
    match operation:
        case "+":
            return _sum(parts, style)
        case "−":
            return style.sign + _within(parts[0], MULTIPLIED, style)
        case "·":
            return style.dot.join(_factor(part, i == 0, style) for i, part in enumerate(parts))
        case "/" if style is LATEX:
            return style.fraction(printed(parts[0], style), printed(parts[1], style))
        case "/":
            bottom = _within(parts[1], RAISED, style)
            return style.fraction(_within(parts[0], MULTIPLIED, style), f"({bottom})" if bottom[-1:] == "π" != bottom else bottom)
        case "^":
            number = parts[1].value if isinstance(parts[1], Constant) else None
            return style.raised(_within(parts[0], ATOM, style), _within(parts[1], ATOM, style), number)
        case "√":
            return style.root(printed(parts[0], style))
        case "||":
            return style.magnitude(printed(parts[0], style))
        case "dot" | "×" | "∘":
            return style.signs[operation].join(_within(part, RAISED, style) for part in parts)
        case "ᵀ":
            return style.transposed(_within(parts[0], ATOM, style))
        case "vector":
            return style.enclosed(", ".join(printed(part, style) for part in parts))
        case "rows":
            rows = (row.parts for row in parts if isinstance(row, Operation))
            return style.enclosed("; ".join(", ".join(printed(part, style) for part in row) for row in rows))
        case "element" | "column" | "entry":
            return style.part(_within(parts[0], ATOM, style), node.word)
        case _:
            return _logic(node, style)


def _logic(node: Operation, style: Plain) -> str:
    parts = node.parts
    match node.operation:
        case "if":
            condition, no = printed(parts[0], style), printed(parts[2], style)
            return f"{_within(parts[1], AND, style)}{style.words_only(' if ')}{condition}{style.words_only(', else ')}{no}"
        case "compare":
            return style.signs[node.word].join(_within(part, ADDED, style) for part in parts)
        case "and" | "or":
            return style.signs[node.operation].join(_within(part, COMPARED, style) for part in parts)
        case "not":
            return style.signs["not"] + _within(parts[0], ATOM, style)
        case "hidden":
            return style.called(node.word, ", ".join(printed(part, style) for part in parts[1:]))
        case _:
            return style.called(node.word, ", ".join(printed(part, style) for part in parts))


def _sum(terms: tuple[Tree, ...], style: Plain) -> str:
    found = _within(terms[0], ADDED, style)
    for term in terms[1:]:
        if isinstance(term, Operation) and term.operation == "−":
            found += f" {style.sign} {_within(term.parts[0], MULTIPLIED, style)}"
        elif isinstance(term, Constant) and term.value < 0:
            found += f" {style.sign} {printed(Constant(-term.value), style)}"
        else:
            found += f" + {_within(term, MULTIPLIED, style)}"
    return found


def _factor(tree: Tree, is_first: bool, style: Plain) -> str:
    """A factor of a product: products of vectors, and fractions that are not first, in brackets."""
    is_fraction = isinstance(tree, Operation) and tree.operation == "/" and not is_first and style is not LATEX
    if is_fraction or (isinstance(tree, Operation) and tree.operation in ("dot", "×", "∘")):
        return style.enclosed(printed(tree, style))
    return _within(tree, MULTIPLIED, style)
