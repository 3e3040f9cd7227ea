"""Networks of sources, resistors, coils, capacitors and diodes solved without modes: nodal equations with the diodes' kinked
characteristic i(v), by Newton's method and from corner to corner, and SciPy for the states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.integrate import solve_ivp

FREE, TRIES = 15, 200  # iterations by full steps, and all of them
BEYOND = 1e-9  # of a step


@dataclass
class Network:
    """Parts between nodes; node 0 is the ground. Diodes as (from, to), all alike."""

    forward: float
    on: float
    off: float
    sources: list[tuple[int, int, Callable[[float], float]]] = field(default_factory=list)
    resistors: list[tuple[int, int, float]] = field(default_factory=list)
    diodes: list[tuple[int, int]] = field(default_factory=list)
    coils: list[tuple[int, int, float]] = field(default_factory=list)
    capacitors: list[tuple[int, int, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        pairs = [*self.sources, *self.resistors, *self.diodes, *self.coils, *self.capacitors]
        self.nodes = max(max(pair[:2]) for pair in pairs)
        self._last = np.zeros(self.nodes + len(self.sources) + len(self.capacitors))

    def solve(self, t: float, x: np.ndarray) -> np.ndarray:
        """Node voltages, then currents of sources and capacitors; x: currents of the coils, voltages of the capacitors."""
        n, z = self.nodes, self._last.copy()
        fixed = [(a, b, law(t)) for a, b, law in self.sources]
        fixed += [(a, b, x[len(self.coils) + k]) for k, (a, b, _) in enumerate(self.capacitors)]
        for count in range(TRIES):
            J, r = np.zeros((z.size, z.size)), np.zeros(z.size)
            v = np.concatenate([[0.0], z[:n]])

            def flow(a: int, b: int, current: float, slope: float, J: np.ndarray = J, r: np.ndarray = r) -> None:
                for node, sign in ((a, 1.0), (b, -1.0)):
                    if node:
                        r[node - 1] += sign * current
                        for other, way in ((a, 1.0), (b, -1.0)):
                            if other:
                                J[node - 1, other - 1] += sign * way * slope

            for a, b, R in self.resistors:
                flow(a, b, (v[a] - v[b]) / R, 1 / R)
            for a, b in self.diodes:
                across = v[a] - v[b]
                beyond = across > self.forward
                more = (1 / self.on - 1 / self.off) * beyond
                flow(a, b, across / self.off + more * (across - self.forward), 1 / self.off + more)
            for k, (a, b, _) in enumerate(self.coils):
                flow(a, b, x[k], 0.0)
            for k, (a, b, value) in enumerate(fixed):
                row = n + k
                flow(a, b, z[row], 0.0)
                r[row] = v[a] - v[b] - value
                for node, sign in ((a, 1.0), (b, -1.0)):
                    if node:
                        J[node - 1, row] += sign
                        J[row, node - 1] += sign
            step = np.linalg.solve(J, -r)
            if np.array_equal(self._conducting(z), self._conducting(z + step)):
                self._last = z + step
                return self._last
            z = z + (self._to_corner(z, step) if count > FREE else 1.0) * step
        raise ArithmeticError(f"no solution at {t}")

    def _conducting(self, z: np.ndarray) -> np.ndarray:
        v = np.concatenate([[0.0], z[: self.nodes]])
        return np.array([v[a] - v[b] > self.forward for a, b in self.diodes])

    def _to_corner(self, z: np.ndarray, step: np.ndarray) -> float:
        """The part of a step up to the first corner of a diode, and a little beyond (Katzenelson, who shows that it ends)."""
        ends = [np.concatenate([[0.0], each[: self.nodes]]) for each in (z, z + step)]
        parts = [1.0]
        for a, b in self.diodes:
            before, after = (v[a] - v[b] - self.forward for v in ends)
            if before * after < 0:
                parts.append(before / (before - after))
        return min(1.0, min(parts) + BEYOND)

    def rates(self, t: float, x: np.ndarray) -> np.ndarray:
        z = self.solve(t, x)
        v = np.concatenate([[0.0], z[: self.nodes]])
        coils = [(v[a] - v[b]) / L for a, b, L in self.coils]
        first = self.nodes + len(self.sources)
        return np.array([*coils, *(z[first + k] / C for k, (_, _, C) in enumerate(self.capacitors))])

    def run(self, times: np.ndarray, longest: float) -> np.ndarray:
        """The states at times, one row each, from rest; steps are limited so that no conduction is overlooked."""
        count = len(self.coils) + len(self.capacitors)
        found = solve_ivp(self.rates, (0.0, times[-1]), np.zeros(count), "Radau", times, rtol=1e-7, atol=1e-9, max_step=longest)
        return found.y.T
