"""The equations of a component with their values: at a time of a run, or at the start of a circuit that has not run yet."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from mars.document.circuit import Circuit
from mars.errors import MarsError
from mars.messages import Message
from mars.readable import Reckoned, Reckoner, of_drawn, reckoner
from mars.readable.printer import printed
from mars.readable.styles import HTML
from mars.records.engine import Engine
from mars.records.live import Live
from mars.records.record import Record
from mars.topology.analyse import topology_of
from mars.verification.report_data import MOST_NAMED

KEPT = 32  # components whose evaluators are cached


class Equations:
    """Models and functions are cached: users inspect the same few components at many times."""

    def __init__(self) -> None:
        self._reckoners: OrderedDict[tuple[int, str], tuple[Engine, Reckoner]] = OrderedDict()
        self._started: tuple[str, Record | None, str] = ("", None, "")  # hash of a circuit, its start, and why it has no start

    def of_run(self, record: Record, name: str, t: float) -> dict[str, Any]:
        """At a time of a run."""
        part = record.part_at(min(max(t, record.begin), record.end))
        time = min(max(t, part.begin), part.end)
        return {"t": time, "words": "", "rows": [_row(each) for each in self._reckoner(part.engine, name).at(part.run, time)]}

    def of_drawing(self, data: Any, name: str) -> dict[str, Any]:
        """At the start; if the circuit cannot run, without values, and `words` says why."""
        circuit = Circuit.from_data(data)
        digest = circuit.physics_hash()
        if self._started[0] != digest:
            self._started = (digest, *_start(circuit))
        _, record, words = self._started
        if record is not None:
            return self.of_run(record, name, record.begin)
        lines = of_drawn(topology_of(circuit), name)
        return {"t": None, "words": words, "rows": [_row(Reckoned(line)) for line in lines]}

    def _reckoner(self, engine: Engine, name: str) -> Reckoner:
        key = id(engine.native), name
        if key not in self._reckoners:
            self._reckoners[key] = engine, reckoner(engine.variables, name)  # keep the engine referenced: ids are reused
            while len(self._reckoners) > KEPT:
                self._reckoners.popitem(last=False)
        self._reckoners.move_to_end(key)
        return self._reckoners[key][1]


def _start(circuit: Circuit) -> tuple[Record | None, str]:
    if len(circuit.components) > MOST_NAMED:  # building the model just for display would block everything else
        return None, Message("the circuit has {count} components. Run it to see the values", count=len(circuit.components))
    try:
        return Live(circuit).record(), ""
    except MarsError as error:
        return None, error.message


def _row(each: Reckoned) -> dict[str, Any]:
    line = each.line
    shown = {"role": line.role, "text": line.text, "html": line.html, "latex": line.latex, "unit": line.unit}
    values = [
        {"text": value.text, "html": value.html, "unit": value.name.unit, "numbers": list(value.numbers)} for value in each.values
    ]
    pieces = {name: printed(tree, HTML) for name, tree in line.trees.items()}
    return shown | {
        "pieces": pieces,
        "left": list(each.left),
        "right": list(each.right),
        "residual": each.residual,
        "size": each.size,
        "values": values,
    }
