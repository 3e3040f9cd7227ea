"""Which expressions of CasADi say the same."""

from __future__ import annotations

import casadi as ca


class Structures:
    """Expressions by what they say: two that were written twice, with other nodes of CasADi, are the same."""

    def __init__(self) -> None:
        self._keys: dict[int, int] = {}
        self._kept: list[ca.SX] = []  # a hash is good only while its expression lives
        self._numbers: dict[tuple[object, ...], int] = {}
        self._sizes: list[int] = []

    def key(self, e: ca.SX) -> int:
        open_ = [e]
        while open_:
            each = open_[-1]
            parts = [each.dep(i) for i in range(each.n_dep())]
            unknown = [part for part in parts if part.element_hash() not in self._keys]
            if unknown and each.element_hash() not in self._keys:
                open_ += unknown
                continue
            open_.pop()
            if each.element_hash() not in self._keys:
                self._learn(each, tuple(self._keys[part.element_hash()] for part in parts))
        return self._keys[e.element_hash()]

    def _learn(self, e: ca.SX, parts: tuple[int, ...]) -> None:
        what = e.name() if e.is_symbolic() else float(e) if e.is_constant() else e.op()
        number = self._numbers.setdefault((type(what).__name__, what, *parts), len(self._numbers))
        if number == len(self._sizes):
            self._sizes.append(sum(self._sizes[part] for part in parts) + bool(parts))
        self._keys[e.element_hash()] = number
        self._kept.append(e)

    def size(self, e: ca.SX) -> int:
        """Operations, those that are used twice counted twice."""
        return self._sizes[self.key(e)]
