"""All variables of a circuit at one instant, by name."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from mars.document.circuit import Circuit
from mars.model.build import Model, build_model
from mars.model.variables import Variables


class Instant:
    """A circuit at given states. Unnamed states keep the start of the model (zero, or the unit quaternion)."""

    def __init__(self, circuit: Circuit):
        self.model: Model = build_model(circuit)
        table = Variables(self.model)
        self.names = list(table.table)
        self._values = table.function([expression for _, expression in table.table.values()])

    def __call__(
        self, states: Mapping[str, float] | None = None, time: float = 0.0, parameters: Mapping[str, float] | None = None
    ) -> dict[str, float]:
        """All variables; `parameters` (`Em1.law.value`) replaces non-zero numbers of the circuit."""
        model = self.model
        index = model.state_index
        x = np.array([state.start for state in model.states])
        for name, value in (states or {}).items():
            x[index[name]] = value
        raw = np.array(model.symbols.parameters.numbers)
        raw[0] = time
        for name, value in (parameters or {}).items():
            raw[model.symbols.parameters.names.index(name)] = value
        p = model.complete_parameters(raw)
        dx = np.array(model.function(x, [], p, time)[0]).ravel()
        return dict(zip(self.names, np.array(self._values(x, dx, p, time)).ravel().tolist(), strict=True))
