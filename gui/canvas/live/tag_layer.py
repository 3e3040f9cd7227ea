"""Chips and marks beside components: values, failures, pending changes, holding and slipping."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mars.pictures.sheet.value_labels import BETWEEN

from ...i18n import translate
from .number_format import WAITING, reading
from .reading import Reading, Variables
from .switch_states import joints_held, mode_names, switch_state
from .tag_items import ChipTag, MarkTag, place_chips
from .variable_readings import main_rows

if TYPE_CHECKING:
    from ..scene import SheetScene


class TagLayer:
    """Chips by component; `held` are joints at rest because something holds them."""

    def __init__(self, scene: SheetScene):
        self.scene = weakref.proxy(scene)
        self.values = False
        self.failed: dict[str, float] = {}  # component -> time
        self.pending: frozenset[str] = frozenset()
        self.chips: dict[tuple[str, str], ChipTag] = {}
        self.marks: dict[str, MarkTag] = {}
        self.held: frozenset[str] = frozenset()
        self._rows: dict[str, list[Reading]] = {}
        self._switching: dict[str, list[str]] = {}

    @property
    def names(self) -> list[str]:
        """Variables to watch."""
        wanted = [name for rows in self._rows.values() for row in rows for name in row.wanted]
        return list(dict.fromkeys([*wanted, *(name for names in self._switching.values() for name in names)]))

    def forget(self) -> None:
        """The items were removed with the scene."""
        self.chips, self.marks = {}, {}

    def rebuild(self, variables: Variables) -> None:
        """Rebuild for the current components."""
        symbols = {name: symbol for name, symbol in self.scene.layout.symbols.items() if not symbol.disabled}
        found = {name: main_rows(symbol, variables) for name, symbol in symbols.items()} if self.values else {}
        self._rows = {name: rows for name, rows in found.items() if rows}
        modes = {name: mode_names(symbol, variables) for name, symbol in symbols.items()}
        self._switching = {name: names for name, names in modes.items() if names}
        present = self.scene.components  # the tags of the others were removed with them
        self.chips = {key: chip for key, chip in self.chips.items() if key[0] in present}
        for name in [name for name in self.marks if name in present]:  # they may have moved
            self.scene.removeItem(self.marks[name])
        self.marks = {}
        self._show_chips()

    def take(self, now: Mapping[str, float]) -> None:
        """Take the current values and modes."""
        moved = False
        for name, rows in self._rows.items():
            texts = [reading(row.value(now), row.unit, 3) for row in rows]
            if (name, "value") in self.chips and WAITING not in texts:
                moved = self.chips[name, "value"].say(BETWEEN.join(texts)) or moved
        if moved:
            place_chips(self.scene.layout, self.chips, self._switching)
        self._take_modes(now)

    def _take_modes(self, now: Mapping[str, float]) -> None:
        layout, held = self.scene.layout, set()
        for name in self._switching:
            does = switch_state(layout, layout.symbols[name], now) if now else None
            if does is not None and does.holds:
                held.update(joints_held(layout, name))
            if does is None or not (does.holds or does.sense):
                if name in self.marks:
                    self.scene.removeItem(self.marks.pop(name))
            elif name in self.marks:
                self.marks[name].take(does)
            else:
                self.marks[name] = MarkTag(self.scene.components[name], does, self.scene.colours)
        if held != self.held:
            self.held = frozenset(held)
            self.scene.marks.show_freedoms(self.scene.freedoms)

    def set_failed(self, names: Iterable[str], t: float) -> None:
        self.failed = dict.fromkeys(names, t)
        self._drop([key for key in self.chips if key[1] == "error"])
        self._show_chips()

    def set_pending(self, names: Iterable[str]) -> None:
        if self.pending != frozenset(names):
            self.pending = frozenset(names)
            self._show_chips()

    def _show_chips(self) -> None:
        """Show the wanted chips and remove the others."""
        wanted = {(name, "value"): WAITING for name in self._rows}
        wanted |= {(name, "error"): f"t = {reading(t, 's', 3)}" for name, t in self.failed.items()}
        wanted |= {(name, "pending"): translate("Live", "will restart") for name in self.pending}
        wanted = {key: text for key, text in wanted.items() if key[0] in self.scene.components}
        self._drop([key for key in self.chips if key not in wanted])
        for (name, tone), text in wanted.items():
            if (name, tone) not in self.chips:
                self.chips[name, tone] = ChipTag(self.scene.components[name], text, tone, self.scene.colours)
        place_chips(self.scene.layout, self.chips, self._switching)

    def _drop(self, keys: Iterable[tuple[str, str]]) -> None:
        for key in keys:
            self.scene.removeItem(self.chips.pop(key))
