"""How long the run is, as far as the settings of the circuit can be read."""

from __future__ import annotations

from mars.circuit import Circuit

from ..fields.units import known_variables, read_size

DEFAULT_END = 10.0


def run_end(circuit: Circuit) -> float:
    typed = circuit.run.get("until")
    found = read_size(typed, "s", known_variables(circuit)) if typed is not None else None
    return found if found is not None and found > 0 else DEFAULT_END
