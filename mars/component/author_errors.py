"""Calls code written by authors of kinds: an error there becomes a complaint that names the component, the line and the cause."""

from __future__ import annotations

import math
import sys
import traceback
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from mars.component.lazy_casadi import ca
from mars.errors import CircuitError, Complaint, DocumentError, MarsError
from mars.messages import LONGEST_FIELD, Message, did_you_mean, shortened

if TYPE_CHECKING:
    from mars.component.base import Component

Answer = TypeVar("Answer")

_NO_TRUTH = "truth value of a CasADi"
CHOOSE = "Use ca.if_else(condition, one, other), ca.fmin or ca.fmax, or declare a Mode and yield a Piece from switches()"


def call_author(component: Component, function: Callable[[], Answer]) -> Answer:
    """The result of a method written by the author of a kind; errors in it and formulas without a value become complaints."""
    try:
        return function()
    except DocumentError as error:
        raise CircuitError([Complaint(component.name, error.message, "", code="value")]) from None
    except MarsError:
        raise
    except Exception as error:
        raise CircuitError([author_mistake(type(component), component.name, error)]) from error


def author_mistake(kind: type[Component], name: str, error: BaseException) -> Complaint:
    """The complaint about an exception raised by the code of a kind."""
    file, line = _place(kind, error)
    where = Message("line {line} of {file}", line=line, file=file) if line else file
    cause = Message(
        "error in the code of {kind}, {where}: {error_text}", kind=kind.kind, where=where, error_text=error_text(error)
    )
    return Complaint(name, cause, CHOOSE if _NO_TRUTH in str(error) else "Fix the code there", code="kind")


def error_text(error: BaseException) -> str:
    """A short description of an exception."""
    text = str(error).partition("\n")[0]
    if _NO_TRUTH in text:
        return "a symbolic expression has no truth value, so it cannot be used in “if”"
    if isinstance(error, AttributeError) and error.name:
        hint = did_you_mean(error.name, [name for name in dir(error.obj) if not name.startswith("_")])
        return Message("no attribute “{error}”{hint}", error=error.name, hint=hint)
    return Message(shortened(f"{type(error).__name__}: {text}" if text else type(error).__name__, LONGEST_FIELD))


def is_foreign(kind: type[Component]) -> bool:
    """Whether a kind comes from a plug-in or another package. Those of the library are covered by tests."""
    return not kind.__module__.startswith("mars.")


def look_through(component: Component, equations: Iterable[ca.SX], owed: Iterable[str]) -> None:
    """Report mistakes that would cause confusing errors later: too few equations, invalid numbers, wrong energies."""
    given, owed = list(equations), list(owed)
    kind = Message("the code of {kind}", kind=component.kind)
    if len(given) != len(owed):
        cause = Message(
            "{kind} gives {given} equations but needs {needed}, for {variables}",
            kind=kind,
            given=len(given),
            needed=len(owed),
            variables=", ".join(dict.fromkeys(owed)),
        )
        raise CircuitError([Complaint(component.name, cause, "Fix equations()", code="kind")])
    stored, loss = call_author(component, component.stored), call_author(component, component.loss)
    energies = call_author(component, lambda: [ca.SX(0.0 if stored is None else stored), ca.SX(loss)])
    call_author(component, component.breaks)
    if _holds_no_number([*given, *energies]):
        cause = Message("{kind} produces NaN, as math.sin(symbol) and float(symbol) do", kind=kind)
        raise CircuitError([Complaint(component.name, cause, "Use ca.sin, ca.exp, ca.sqrt and so on instead", code="kind")])


def _holds_no_number(expressions: list[ca.SX]) -> bool:
    whole = ca.vertcat(*expressions)
    function = ca.Function("given", [ca.vertcat(*ca.symvar(whole))], [whole])
    constants = (i for i in range(function.n_instructions()) if function.instruction_id(i) == ca.OP_CONST)
    return any(math.isnan(function.instruction_constant(i)) for i in constants)


def _place(kind: type, error: BaseException) -> tuple[str, int]:
    """The file of a kind, and the line that raised the error."""
    modules = [sys.modules.get(cls.__module__) for cls in kind.__mro__]
    files = [file for module in modules if (file := getattr(module, "__file__", None))]
    lines = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    return (lines[-1].filename, lines[-1].lineno or 0) if lines else (files[0] if files else kind.__module__, 0)
