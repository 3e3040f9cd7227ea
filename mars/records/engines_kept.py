"""Only the engines of the parts used last are kept: a run of thousands of live changes must not keep thousands of models."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING
from weakref import ref

if TYPE_CHECKING:
    from mars.records.part import Part

MOST = 8  # parts with an engine; others build theirs again on demand


class EnginesKept:
    def __init__(self) -> None:
        self._parts: OrderedDict[int, ref[Part]] = OrderedDict()

    def use(self, part: Part) -> None:
        """A part has an engine and needs it now; those that were not used for longest give theirs up."""
        self._parts[id(part)] = ref(part)
        self._parts.move_to_end(id(part))
        if len(self._parts) <= MOST:
            return
        living = {number: found for number, each in self._parts.items() if (found := each()) is not None}
        self._parts = OrderedDict((number, each) for number, each in self._parts.items() if number in living)
        while len(self._parts) > MOST:
            number, _ = self._parts.popitem(last=False)
            living[number].release()


ENGINES = EnginesKept()
