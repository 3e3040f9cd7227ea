"""Errors and complaints, stated in terms of the circuit: component, port or variable, cause, remedy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mars.flat_names import shown
from mars.messages import Message, in_turn


class MarsError(Exception):
    """Base class of all errors raised deliberately by Mars. `exit_code` is the exit code of the command line.

    The text is a `Message`, or a template with its fields: `MarsError("{name}: not found", code="unknown-name", name="KN1")`.
    """

    exit_code = 2

    def __init__(self, text: str = "", /, *, code: str = "", **fields: Any):
        self.message = Message(text, code, **fields)
        super().__init__(self.message)

    @property
    def code(self) -> str:
        return self.message.code

    def to_data(self) -> dict[str, Any]:
        """For programs: the errors, each with its code, English text and fields."""
        return {"errors": [self.message.data()], "exit_code": self.exit_code}


def text_of(error: Exception) -> str:
    """The text of an error: its `Message` if it is a Mars error, else `str(error)`."""
    return error.message if isinstance(error, MarsError) else str(error)


class DocumentError(MarsError):
    """A file or value that cannot be read; the message names the location and a remedy."""


class RunError(MarsError):
    """A run that could not be started or finished; `run` holds the results up to the failure."""

    exit_code = 3

    def __init__(self, text: str = "", /, *, run: object = None, code: str = "", **fields: Any):
        super().__init__(text, code=code, **fields)
        self.run = run  # mars.simulation.run.Run with everything up to the failure


@dataclass(frozen=True)
class Complaint:
    """One problem of a circuit."""

    where: str  # component, port (`KN1.turn`) or "" for the whole circuit
    cause: str
    remedy: str
    severity: str = "error"  # "error" prevents a run, "warning" and "note" do not
    code: str = ""  # stable short name for tests and tools, e.g. "open-port"
    subject: str = field(default="", compare=False)  # title and name of the component (`mars.translation.component_titles`)

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", shown(self.where))
        for name in ("cause", "remedy"):
            object.__setattr__(self, name, Message(getattr(self, name)))

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of its cause and remedy, by name."""
        return {**Message(self.remedy).flat_fields(), **Message(self.cause).flat_fields()}

    def __str__(self) -> str:
        return str(self.message)

    @property
    def place(self) -> str:
        """The location with the component's title; a port is omitted if the cause names it."""
        owner, _, port = self.where.rpartition(".")
        if not self.subject or self.subject.endswith(f" {self.where}") or self.subject == self.where:
            return self.subject or self.where
        if self.fields.get("port") == port and self.subject.endswith(owner):
            return self.subject
        rest = self.where.removeprefix(self.subject.rpartition(" ")[2])
        return Message("{subject}{rest}", subject=self.subject, rest=rest)

    @property
    def message(self) -> Message:
        """Location, cause and remedy as sentences."""
        template = "{place}: {cause}" if self.where else "{cause}"
        if self.remedy:
            template += "" if self.cause.endswith(("?", ".")) else "."
            template += " {remedy}" if self.remedy.endswith(("?", ".")) else " {remedy}."
        return Message(template, self.code, place=self.place, cause=self.cause, remedy=self.remedy)

    def to_data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "where": self.where,
            "cause": str(self.cause),
            "remedy": str(self.remedy),
            "severity": self.severity,
            "code": self.code,
            "fields": self.fields,
        }


class CircuitError(MarsError):
    """A circuit that cannot run; carries the complaints that explain why."""

    def __init__(self, complaints: list[Complaint]):
        self.complaints = complaints
        super().__init__(in_turn([complaint.message for complaint in complaints], "{first}\n{last}"))

    def to_data(self) -> dict[str, Any]:
        return {"errors": [complaint.to_data() for complaint in self.complaints], "exit_code": self.exit_code}


def in_words(error: Exception) -> str:
    """The text of an unexpected error."""
    return f"{type(error).__name__}: {error}"[:500]


@contextmanager
def without_tracebacks() -> Iterator[None]:
    """Turns an unexpected error, such as numbers that overflow, into a CircuitError; the cause stays attached."""
    try:
        yield
    except MarsError:
        raise
    except Exception as error:
        cause = Message("the circuit could not be checked: {problem}", problem=in_words(error))
        remedy = "Check its very large and very small values, or undo the last change"
        raise CircuitError([Complaint("", cause, remedy, code="broken-check")]) from error
