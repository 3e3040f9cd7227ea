"""The memory that this process may use, and a message that names what costs most when it is not enough."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from typing import Any

from mars.messages import Message

GB = 1e9
SHARE, LEAST = 0.5, 2 * GB  # of the machine's memory, by default; enough for the engine and a large circuit
SMALLEST = 1 * GB  # the engine itself needs a third of this
NUMBER = 8  # bytes


def installed() -> float:
    """Bytes of the machine's memory; infinite if unknown."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        return float("inf")


def default_limit() -> float:
    """Half of the machine's memory, so that everything else goes on while a run is too large."""
    return min(max(SHARE * installed(), LEAST), installed())


def limit_memory(size: float | None = None) -> None:
    """Limit this process, by default to half of the machine; larger needs then fail with a message and stall nothing."""
    size = default_limit() if size is None else max(float(size), SMALLEST)
    try:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        most = resource.RLIM_INFINITY if size == float("inf") else int(size)
        resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))
    except (ImportError, OSError, ValueError):
        return


def limit() -> float:
    """The limit of this process in bytes; infinite if there is none."""
    try:
        import resource

        found = resource.getrlimit(resource.RLIMIT_DATA)[0]
        return float("inf") if found < 0 else float(found)
    except ImportError:
        return float("inf")


def is_out_of_memory(error: BaseException) -> bool:
    """Whether an error says so, also one from CasADi's C++, or was caused by one that does."""
    is_so = isinstance(error, MemoryError) or "bad_alloc" in str(error)
    return is_so or (error.__cause__ is not None and is_out_of_memory(error.__cause__))


def out_of_memory(data: Any, steps: int = 0, states: int = 0) -> Message:
    """What needs most of it: the stored steps of a run, or the equations of the most frequent kind of component."""
    size = min(limit(), installed()) / GB
    if steps * (states + 1) * NUMBER > SHARE * size * GB:
        return Message(
            "the run needs more than {size:.3g} GB of memory, most of it for its {steps} steps of {states} states. End it "
            "earlier (run.until), loosen its tolerances, or raise the limit (Run, Memory limit…).",
            code="out-of-memory",
            size=size,
            steps=steps,
            states=states,
        )
    kinds = _kinds_in(data)
    kind, most = kinds.most_common(1)[0] if kinds else ("", 0)
    return Message(
        "the circuit needs more than {size:.3g} GB of memory, most of it for the equations of its {count} components, {most} of "
        "them {kind}. Simplify it, or raise the limit (Run, Memory limit…).",
        code="out-of-memory",
        size=size,
        count=kinds.total(),
        most=most,
        kind=kind,
    )


def _kinds_in(data: Any) -> Counter[str]:
    """How many components of each kind a circuit has, with those inside its subcircuits; anything may be wrong in the data."""
    definitions = _section(data, "definitions")
    inside: dict[str, Counter[str]] = {}

    def of(circuit: Any, way: tuple[str, ...]) -> Counter[str]:
        found: Counter[str] = Counter()
        for each in _section(circuit, "components").values():
            kind = str(_section({"entry": each}, "entry").get("kind"))
            sheet = _section(_section(definitions, kind), "subcircuit")
            if not sheet or kind in way:
                found[kind] += 1
                continue
            if kind not in inside:
                inside[kind] = of(sheet, (*way, kind))
            found += inside[kind]
        return found

    return of(_section(data, "circuit"), ())


def _section(data: Any, name: str) -> Mapping[str, Any]:
    found = data.get(name) if isinstance(data, Mapping) else None
    return found if isinstance(found, Mapping) else {}
