"""Wraps the methods of plug-in kinds so that their mistakes become complaints.

A method that raises an exception or returns an invalid value becomes a complaint with component, file and line
(`mars.component.author_errors`). Methods for drawing and linking return the declarations of the class instead, so that the
drawing stays intact; `raise_hidden_mistakes` reports those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple, is_dataclass
from functools import wraps
from math import prod
from numbers import Real
from types import CodeType
from typing import Any, get_args

from mars.component.author_errors import author_mistake
from mars.component.base import Ball, Component, Offset, Pose, Slide, Solid, Turn
from mars.component.declarations import Icon, Mode, Port, State
from mars.component.rules import Switch
from mars.component.shapes import Primitive
from mars.errors import CircuitError, Complaint, MarsError
from mars.messages import Message

Flaw = str  # a short description of what is wrong with an answer, or empty


def guard_methods(kind: type[Component]) -> type[Component]:
    """The same class, with a guard around every method that was not defined by the engine."""
    for name, flaw in FLAWS.items():
        if _is_written(kind, name):
            setattr(kind, name, _complaining(name, getattr(kind, name), flaw))
    for name, (of, declared) in DRAWN.items():
        if _is_written(kind, name):
            setattr(kind, name, classmethod(_sparing(name, getattr(kind, name), of, declared)))
    return kind


def raise_hidden_mistakes(kind: type[Component], values: Mapping[str, Any]) -> None:
    """Raise the errors that the methods for drawing and linking suppress."""
    for name in DRAWN:
        strict = getattr(getattr(kind, name), "strict", None)
        if strict is not None:
            strict(values)


def _is_written(kind: type[Component], name: str) -> bool:
    owner = next((cls for cls in kind.__mro__ if name in vars(cls)), Component)
    return not owner.__module__.startswith("mars.")


def _complaining(name: str, written: Callable[..., Any], flaw: Callable[[Component, Any], Flaw]) -> Callable[..., Any]:
    @wraps(written)
    def method(self: Component, *arguments: Any, **keywords: Any) -> Any:
        try:
            answer = written(self, *arguments, **keywords)
            if name in LISTED and hasattr(answer, "__iter__"):
                answer = list(answer)
            wrong = flaw(self, answer)
        except MarsError:
            raise
        except (Exception, SystemExit) as error:
            raise CircuitError([author_mistake(type(self), self.name, error)]) from error
        if wrong:
            cause = Message("{name}() of {kind} returns {wrong}", name=name, kind=self.kind, wrong=wrong)
            remedy = Message(
                "Fix the code from line {line} of {file}",
                line=_code(written).co_firstlineno,
                file=_code(written).co_filename,
            )
            raise CircuitError([Complaint(self.name, cause, remedy, code="kind")])
        return answer

    return method


def _sparing(name: str, written: Callable[..., Any], of: type, declared: str) -> Callable[..., Any]:
    def strict(values: Mapping[str, Any]) -> Any:
        answer = written(values)
        if of is Icon:
            fits = isinstance(answer, Icon)
        else:
            fits = isinstance(answer, Mapping) and all(isinstance(n, str) and isinstance(each, of) for n, each in answer.items())
        if not fits:
            line = _code(written).co_firstlineno
            raise TypeError(
                f"{name}(), from line {line} on, gives {_short(answer)}, not {'' if of is Icon else 'a dict of '}{of.__name__}"
            )
        return answer

    def method(cls: type[Component], values: Mapping[str, Any]) -> Any:
        try:
            return strict(values)
        except (Exception, SystemExit):
            return getattr(cls, declared)

    method.strict = strict  # type: ignore[attr-defined]
    return method


def _code(written: Any) -> CodeType:
    return getattr(written, "__func__", written).__code__


def _short(answer: Any) -> str:
    return "nothing" if answer is None else f"{type(answer).__name__} {str(answer)[:40]!r}"


def _are_numbers(value: Any, *sizes: int) -> bool:
    """A number or an array of numbers; CasADi expressions are recognised by module, since the editor does not import CasADi."""
    if type(value).__module__.startswith("casadi"):
        return value.numel() == prod(sizes)
    if not sizes:
        return isinstance(value, Real)
    return hasattr(value, "__len__") and len(value) == sizes[0] and all(_are_numbers(each, *sizes[1:]) for each in value)


def _several(what: str, fits: Callable[[Component, Any], bool]) -> Callable[[Component, Any], Flaw]:
    """A check that every item is valid."""

    def flaw(component: Component, answer: Any) -> Flaw:
        if not isinstance(answer, list):
            return Message("{given} instead of {what}. Use “yield …”, or return a list", given=_short(answer), what=what)
        return next(
            (Message("{given} instead of {what}", given=_short(each), what=what) for each in answer if not fits(component, each)),
            "",
        )

    return flaw


def _one(what: str, fits: Callable[[Component, Any], bool]) -> Callable[[Component, Any], Flaw]:
    return lambda component, answer: (
        "" if fits(component, answer) else Message("{given} instead of {what}", given=_short(answer), what=what)
    )


def _is_equation(_: Any, equation: Any) -> bool:
    return isinstance(equation, Real) or type(equation).__module__.startswith("casadi")


def _is_demand(component: Component, wanted: Any) -> bool:
    if not isinstance(wanted, tuple | list) or len(wanted) != 3 or not all(isinstance(each, tuple | list) for each in wanted[1:]):
        return False
    symbol, ports, accelerations = wanted
    fits = all(hasattr(port, "potential") for port in ports) and all(map(_are_numbers, accelerations))
    return fits and len(ports) == len(accelerations) and any(symbol is getattr(component, name) for name in component.demanded)


def _is_motion(joint: Any, motion: Any) -> bool:
    if isinstance(motion, Ball):
        return motion.attitude in joint.attitudes
    if isinstance(motion, Offset):
        return _are_numbers(motion.place, 3) and _are_numbers(motion.orientation, 3, 3)
    return isinstance(motion, Turn | Slide) and motion.coordinate in joint.coordinates and _are_numbers(motion.axis, 3)


def _is_solid(body: Any, solid: Any) -> bool:
    if not isinstance(solid, Solid) or not isinstance(solid.points, Mapping) or "1" not in solid.points:
        return False
    whole = _are_numbers(solid.mass) and _are_numbers(solid.centre, 3) and _are_numbers(solid.inertia, 3, 3)
    return whole and all(len(p) == 2 and _are_numbers(p[0], 3) and _are_numbers(p[1], 3, 3) for p in solid.points.values())


def _is_shape(_: Any, shape: Any) -> bool:
    def flat(value: Any) -> bool:
        return all(map(flat, value)) if isinstance(value, list | tuple) else isinstance(value, Real)

    return is_dataclass(shape) and isinstance(shape, get_args(Primitive)) and flat(astuple(shape))  # type: ignore[arg-type]


def _is_path(_: Any, path: Any) -> bool:
    port, place, turned = path if isinstance(path, tuple | list) and len(path) == 3 else (None, None, None)
    return isinstance(port, str) and _are_numbers(place, 3) and (turned is None or _are_numbers(turned, 3, 3))


def _is_pose(_: Any, pose: Any) -> bool:
    return isinstance(pose, Pose) and _are_numbers(pose.place, 3) and _are_numbers(pose.orientation, 3, 3)


# Methods called for drawing: type of their items, and the declaration used instead.
DRAWN = {"ports_for": (Port, "ports"), "states_for": (State, "states"), "modes_for": (Mode, "modes"), "icon_for": (Icon, "icon")}
LISTED = ("equations", "motion", "paths", "switches", "demands", "shapes", "breaks")  # these may be generators
FLAWS: dict[str, Callable[[Component, Any], Flaw]] = {
    "equations": _several("left == right", _is_equation),
    "motion": _several("a Turn, Slide or Ball with a coordinate of the joint", _is_motion),
    "solid": _one("a Solid with mass, centre, inertia and points", _is_solid),
    "pose": _one("a Pose with position and orientation", _is_pose),
    "paths": _several("(port, position, orientation or None)", _is_path),
    "shapes": _several("shapes from mars.component", _is_shape),
    "switches": _several("rules from mars.component", lambda _, each: isinstance(each, get_args(Switch))),
    "demands": _several("(demand, ports, accelerations)", _is_demand),
    "breaks": _several("times", lambda _, each: isinstance(each, Real)),
    "stored": _one("an energy", lambda _, answer: answer is None or _are_numbers(answer)),
    "loss": _one("a power", lambda _, answer: _are_numbers(answer)),
}
