"""The value of a tree: a number, a vector or a matrix."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import numpy as np

from mars.readable.expression_tree import XYZ, Constant, Reference, Tree


def evaluate(tree: Tree, values: Mapping[str, float], parts: Mapping[str, Tree]) -> Any:
    """Its number, vector or matrix. Names are given by their scalars in `values` or defined by `parts`; NaN for all others."""
    done: dict[int, Any] = {}

    def value(each: Tree) -> Any:
        if isinstance(each, Constant):
            return each.value
        if id(each) in done:
            return done[id(each)]
        if isinstance(each, Reference):
            found = value(parts[each.text]) if each.text in parts else _looked_up(each, values)
        else:
            found = EVALUATED[each.operation](each.word, *map(value, each.parts))
        done[id(each)] = found
        return found

    with np.errstate(all="ignore"):
        return value(tree)


def _looked_up(name: Reference, values: Mapping[str, float]) -> Any:
    found = [values.get(scalar, math.nan) for scalar in name.scalars]
    if name.shape == "scalar":
        return found[0]
    return np.array(found).reshape(3, 3) if name.shape == "turn" else np.array(found)


def _turned(axis: Any, angle: Any) -> np.ndarray:
    """Rodrigues: R = cos·1 + sin·[e] + (1 − cos)·e eᵀ."""
    x, y, z = axis
    skewed = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.cos(angle) * np.eye(3) + np.sin(angle) * skewed + (1 - np.cos(angle)) * np.outer(axis, axis)


def _attitude(q: np.ndarray) -> np.ndarray:
    w, u = q[0], q[1:]
    skewed = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    return np.eye(3) + 2 * w * skewed + 2 * skewed @ skewed


def _multiplied(a: Any, b: Any) -> Any:
    return a @ b if np.ndim(a) == 2 and np.ndim(b) else a * b


COMPARED: dict[str, Callable[..., Any]] = {
    "<": np.less, "≤": np.less_equal, "=": np.equal, "≠": np.not_equal,
}  # fmt: skip
CALLED: dict[str, Callable[..., Any]] = {
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "atan2": np.arctan2,
    "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh, "acosh": np.arccosh, "atanh": np.arctanh,
    "exp": np.exp, "log": np.log, "log1p": np.log1p, "expm1": np.expm1, "erf": np.vectorize(math.erf), "sign": np.sign,
    "floor": np.floor, "ceil": np.ceil, "mod": np.fmod, "min": np.fmin, "max": np.fmax, "copysign": np.copysign,
    "hypot": np.hypot, "turn": lambda *a: _turned(*a) if len(a) == 2 else _attitude(*a),
}  # fmt: skip
EVALUATED: dict[str, Callable[..., Any]] = {
    "+": lambda _, *terms: reduce(np.add, terms),
    "−": lambda _, a: -a,
    "·": lambda _, *factors: reduce(_multiplied, factors),
    "/": lambda _, a, b: np.divide(a, b),
    "^": lambda _, a, b: np.power(a, b),
    "√": lambda _, a: np.sqrt(a),
    "||": lambda _, a: np.linalg.norm(a) if np.ndim(a) else np.abs(a),
    "dot": lambda _, a, b: np.dot(a, b),
    "×": lambda _, a, b: np.cross(a, b),
    "∘": lambda _, a, b: a * b,
    "ᵀ": lambda _, a: np.transpose(a),
    "vector": lambda _, *numbers: np.array(numbers),
    "rows": lambda _, *rows: np.array(rows),
    "element": lambda word, a: a[XYZ.index(word)],
    "column": lambda word, a: a[:, XYZ.index(word)],
    "entry": lambda word, a: a[XYZ.index(word[0]), XYZ.index(word[1])],
    "if": lambda _, condition, yes, no: yes if condition else no,
    "compare": lambda word, a, b: COMPARED[word](a, b),
    "and": lambda _, a, b: bool(a) and bool(b),
    "or": lambda _, a, b: bool(a) or bool(b),
    "not": lambda _, a: not a,
    "call": lambda word, *arguments: CALLED[word](*arguments),
    "hidden": lambda _, whole, *arguments: whole,
}
