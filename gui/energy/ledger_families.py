"""The side panel of the energy ledger: energy by type, electrical and mechanical, and the conversion between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from mars.translation import languages

from ..i18n import translate
from ..kinds.domain_names import word
from ..theme import Theme
from ..widgets.labels import TintedLabel
from ..widgets.plain_text import Label
from .ledger_model import LedgerEntry, LedgerModel

SUMS = ("supplied", "stored", "lost", "passed")
WIDE, MORE = {"en": 256, "ru": 324}, {"en": 84, "ru": 112}  # by language: width for two types of energy, and per further one
LEFT, RIGHT, SLACK = 14, 18, 6  # margins, and allowance for frames and lines


class LedgerFamilies(QScrollArea):
    """Hidden if all energy is of one type: the list then shows everything."""

    def __init__(self, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self.theme = theme
        self.setObjectName("ledger_families")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFixedWidth(_width(2))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inside = QWidget(self)
        inside.setObjectName("ledger_families_inside")
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(LEFT, 6, RIGHT, 8)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(2)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._labels: dict[tuple[int, int], Label] = {}
        self.setWidget(inside)
        self.hide()

    @property
    def rows(self) -> list[list[str]]:
        """The displayed texts, row by row."""
        found: dict[int, list[str]] = {}
        for (row, _), label in sorted(self._labels.items()):
            found.setdefault(row, []).append(label.text())
        return list(found.values())

    def tell(self, model: LedgerModel, content: Mapping[str, Any]) -> None:
        families, converters = content.get("families", []), content.get("converters", [])
        self.setFixedWidth(_width(len(families)))
        self.setVisible(len(families) > 1 or bool(converters))
        entries = {entry.component: entry for entry in model.entries}
        table = [[languages.unit_text(model.unit), *(word(sums["family"]) for sums in families)]]
        for key, title in zip(SUMS, _titles(), strict=True):
            table.append([title, *(model.text(float(sums[key])) or "0" for sums in families)])
        self._write(table, [_passage(model, each["taken"], entries[each["component"]]) for each in converters])

    def _write(self, table: list[list[str]], lines: list[str]) -> None:
        """Remaining labels keep their positions, so that nothing flickers during a run."""
        wanted = {(row, column): text for row, line in enumerate(table) for column, text in enumerate(line)}
        wanted |= {(len(table) + row, 0): text for row, text in enumerate(lines)}
        columns = len(table[0])
        for place in [place for place in self._labels if place not in wanted]:
            self._drop(place)
        for place, text in wanted.items():
            label = self._label(place, columns if place[0] >= len(table) else 1)
            label.setText(text)
            if label.wordWrap():  # a scrolled widget does not ask for the height of its texts
                label.setFixedHeight(label.heightForWidth(self.width() - LEFT - RIGHT - SLACK))

    def _label(self, place: tuple[int, int], span: int) -> Label:
        row, column = place
        if place in self._labels and self._labels[place].property("span") != span:
            self._drop(place)
        if place not in self._labels:
            label = TintedLabel(self.theme, "text" if column and row else "text2", parent=self)
            label.setProperty("span", span)
            label.setWordWrap(span > 1)
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag(0)
            self._grid.addWidget(label, row, column, 1, span, side)
            self._labels[place] = label
        return self._labels[place]

    def _drop(self, place: tuple[int, int]) -> None:
        label = self._labels.pop(place)
        self._grid.removeWidget(label)
        label.hide()
        label.deleteLater()

    def restyle(self) -> None:
        """Use the colours of a new theme when it is filled again."""
        for place in list(self._labels):
            self._drop(place)


def _passage(model: LedgerModel, taken: Mapping[str, float], entry: LedgerEntry) -> str:
    """`MT1: 12.1 J electrical → 9.80 J mechanical, 2.31 J heat, 0.2 J stored`; if it only consumes, there is no arrow."""
    ways = {True: "", False: ""}
    for takes in ways:
        some = {family: model.energy(abs(energy)) for family, energy in taken.items() if (energy > 0) is takes}
        phrase = translate("Ledger", "{energy} {nature}")
        ways[takes] = " + ".join(phrase.format(energy=energy, nature=word(family)) for family, energy in some.items())
    lines = [" → ".join(filter(None, ways.values()))]
    if model.text(entry.lost):
        lines.append(translate("Ledger", "{heat} heat").format(heat=model.energy(entry.lost)))
    if model.text(entry.stored):
        lines.append(translate("Ledger", "{energy} stored").format(energy=model.energy(entry.stored)))
    return f"{entry.component}: {', '.join(lines)}"


def _width(natures: int) -> int:
    language = languages.current()
    return WIDE[language] + MORE[language] * max(0, natures - 2)


def _titles() -> list[str]:
    return [
        translate("Ledger", "Supplied"),
        translate("Ledger", "Stored"),
        translate("Ledger", "Lost"),
        translate("Ledger", "Transferred"),
    ]
