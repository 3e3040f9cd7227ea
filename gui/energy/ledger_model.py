"""The energy ledger as a table: one row for each component, all numbers in one unit."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from mars.pictures.sheet.value_labels import figure
from mars.translation import languages

from ..i18n import translate
from ..theme import Theme
from ..widgets.plain_text import tip_text

COLUMNS = ("component", "supplied", "stored", "lost", "residual")
RESIDUAL, BAR = len(COLUMNS) - 1, len(COLUMNS)  # the last of them, and the column after it
SORT = Qt.ItemDataRole.UserRole + 1
UNITS = ((1e6, "MJ"), (1e3, "kJ"), (1.0, "J"), (1e-3, "mJ"), (1e-6, "µJ"))
DIGITS = 4
Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()


@dataclass(frozen=True)
class LedgerEntry:
    component: str
    supplied: float
    stored: float
    lost: float
    residual: float


class LedgerModel(QAbstractTableModel):
    """`noise` is the size up to which a number is meaningless; it is left blank."""

    def __init__(self, theme: Theme, parent: QObject | None = None):
        super().__init__(parent)
        self.theme = theme
        self.entries: list[LedgerEntry] = []
        self.noise, self.unit, self._factor, self._decimals = 0.0, "J", 1.0, 3

    def take(self, content: Mapping[str, Any]) -> None:
        """Take the worker's answer; remaining rows are changed in place, so that nothing jumps."""
        entries = [LedgerEntry(each["component"], *(float(each[key]) for key in COLUMNS[1:])) for each in content["entries"]]
        self.noise = float(content.get("noise", 0.0))
        largest = max((abs(v) for e in entries for v in (e.supplied, e.stored, e.lost)), default=0.0)
        self._choose_unit(largest)
        if [e.component for e in entries] == [e.component for e in self.entries]:
            self.entries = entries
            if entries:
                self.dataChanged.emit(self.index(0, 0), self.index(len(entries) - 1, BAR))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 1, len(COLUMNS) - 1)
        else:
            self.beginResetModel()
            self.entries = entries
            self.endResetModel()

    def _choose_unit(self, largest: float) -> None:
        size, self.unit = next(((size, unit) for size, unit in UNITS if largest >= size), UNITS[-1] if largest else (1.0, "J"))
        self._factor = 1 / size
        places = math.floor(math.log10(largest / size)) if largest else 0
        self._decimals = max(0, min(6, DIGITS - 1 - places))

    @property
    def span(self) -> tuple[float, float]:
        """How far bars extend to the left and to the right of zero."""
        sums = [(sum(v for v in parts if v < 0), sum(v for v in parts if v > 0)) for parts in map(bar_parts, self.entries)]
        return min((low for low, _ in sums), default=0.0), max((high for _, high in sums), default=0.0)

    def text(self, value: float) -> str:
        if abs(value) <= self.noise or value == 0:
            return ""
        text = f"{value * self._factor:.{self._decimals}f}".replace("-", "−")
        return text if text.strip("−0.") else ""

    def energy(self, value: float) -> str:
        """With its unit, for a sentence."""
        return f"{self.text(value) or '0'}\u2009{languages.unit_text(self.unit)}"

    # For the view

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else BAR + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry, column = self.entries[index.row()], index.column()
        if column == BAR:
            return abs(entry.supplied) + abs(entry.stored) + abs(entry.lost) if role == SORT else None
        value = getattr(entry, COLUMNS[column])
        if role == SORT:
            return value
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(column, value)
        if role == Qt.ItemDataRole.TextAlignmentRole and column:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole and column == COLUMNS.index("residual"):
            return self.theme.colour("text2")
        return None

    def _shown(self, column: int, value: Any) -> str:
        if column == 0:
            return value
        if COLUMNS[column] == "residual":
            return figure(value * self._factor) if abs(value) > self.noise else ""
        return self.text(value)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if 0 < section < BAR else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        words = titles()
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip_text(words[section][1])
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{words[section][0]}, {languages.unit_text(self.unit)}" if 0 < section < BAR else words[section][0]
        return None

    # For other programs

    def as_text(self) -> str:
        """The table as shown, for the clipboard, with tab-separated columns."""
        head = [str(self.headerData(i, Qt.Orientation.Horizontal)) for i in range(BAR)]
        rows = [[str(self.data(self.index(r, c)) or "0") for c in range(BAR)] for r in range(self.rowCount())]
        return "\n".join("\t".join(row) for row in (head, *rows))

    def as_csv(self) -> str:
        """Full precision, in joules."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([COLUMNS[0], *(f"{name} [J]" for name in COLUMNS[1:])])
        writer.writerows([e.component, *(repr(getattr(e, name)) for name in COLUMNS[1:])] for e in self.entries)
        return out.getvalue()


def bar_parts(entry: LedgerEntry) -> Sequence[float]:
    """Supplied, stored and lost, in this order from zero outward."""
    return entry.supplied, entry.stored, entry.lost


def titles() -> list[tuple[str, str]]:
    """Heading and tooltip of each column."""
    return [
        (translate("Ledger", "Component"), ""),
        (translate("Ledger", "Supplied"), translate("Ledger", "Energy supplied from outside by sources and moving bases")),
        (
            translate("Ledger", "Stored"),
            translate("Ledger", "Change in stored energy since the start: kinetic, potential, elastic"),
        ),
        (translate("Ledger", "Lost"), translate("Ledger", "Energy converted to heat")),
        (translate("Ledger", "Residual"), translate("Ledger", "Imbalance: received − stored − lost")),
        ("", ""),
    ]
