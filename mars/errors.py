"""What can go wrong, in the words of the circuit: component, port or variable, cause, remedy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mars.flat_names import shown


class MarsError(Exception):
    """Base of everything Mars raises on purpose. `exit_code` is what the command line returns."""

    exit_code = 2

    def __init__(self, message: str = "", *more: Any):
        super().__init__(shown(message), *more)


class DocumentError(MarsError):
    """A file or a value that cannot be understood; the message names the place and a remedy."""


class RunError(MarsError):
    """A run that could not be started or finished; what was computed is kept by the caller."""

    exit_code = 3

    def __init__(self, message: str, run: object = None):
        super().__init__(message)
        self.run = run  # mars.simulation.run.Run with everything up to the failure


@dataclass(frozen=True)
class Complaint:
    """One thing wrong (or odd) with a circuit."""

    where: str  # component, port (`KN1.turn`) or "" for the whole circuit
    cause: str
    remedy: str
    severity: str = "error"  # "error" keeps the circuit from running, "warning" and "note" do not
    code: str = ""  # stable short name for tests and tools, e.g. "open-port"

    def __post_init__(self) -> None:
        for name in ("where", "cause", "remedy"):
            object.__setattr__(self, name, shown(getattr(self, name)))

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        if not self.remedy:
            return f"{place}{self.cause}"
        stop = "" if self.cause.endswith(("?", ".")) else "."
        return f"{place}{self.cause}{stop} {self.remedy}{'?' if self.remedy.startswith('Did you mean') else '.'}"


class CircuitError(MarsError):
    """A circuit that cannot run; carries the complaints that say why."""

    def __init__(self, complaints: list[Complaint]):
        self.complaints = complaints
        super().__init__("\n".join(str(complaint) for complaint in complaints))
