"""The rows of a legend: their contents, and shared state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QWidget

from mars.translation import languages

from ..widgets.plain_text import tip_text
from .value_text import label

ENTRY = Qt.ItemDataRole.UserRole
_ROLE = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex


@dataclass
class LegendEntry:
    """One row; without a name it is an action (`label`)."""

    name: str
    label: str
    pen: QPen = field(default_factory=QPen)
    dash: int | None = None
    unit: str = ""
    values: tuple[str, ...] = ("",)  # at the time cursor; with two cursors at A, at B, the difference
    is_hidden: bool = False
    tip: str = ""
    longest: int = 0  # letters of its longest value so far, so that rows need not move

    @property
    def shown_unit(self) -> str:
        return languages.unit_text(self.unit)

    @property
    def can_go(self) -> bool:
        return bool(self.name) and self.dash is None

    def accessible_text(self) -> str:
        words = label(self.name) if self.dash is None else f"{label(self.name)}, {self.label}"
        return ", ".join(filter(None, [words, " ".join([*self.values, self.shown_unit]).strip()])) if self.name else self.label


class LegendModel(QAbstractListModel):
    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.entries: list[LegendEntry] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = _ROLE.DisplayRole) -> Any:
        entry = self.entries[index.row()]
        if role == _ROLE.DisplayRole:
            return entry.label
        if role == _ROLE.AccessibleTextRole:
            return entry.accessible_text()
        if role == _ROLE.ToolTipRole:
            return tip_text(entry.tip)
        return entry if role == ENTRY else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flag = Qt.ItemFlag
        dragged = flag.ItemIsDragEnabled if self.entries[index.row()].can_go else flag.NoItemFlags
        return flag.ItemIsEnabled | flag.ItemIsSelectable | dragged

    def replace(self, entries: list[LegendEntry]) -> None:
        if len(entries) != len(self.entries):
            self.beginResetModel()
            self.entries = entries
            self.endResetModel()
        else:
            self.entries = entries
            self._tell()

    def set_values(self, values: list[tuple[str, ...]]) -> bool:
        """Update all entries that have a name; whether they must be rearranged."""
        changed = other_size = False
        for entry, each in zip((entry for entry in self.entries if entry.name), values, strict=True):
            longest = max(map(len, each))
            changed |= entry.values != each
            other_size |= len(entry.values) != len(each) or longest > entry.longest
            entry.values, entry.longest = each, max(entry.longest, longest)
        if changed:
            self._tell()
        return other_size

    def _tell(self) -> None:
        if self.entries:
            self.dataChanged.emit(self.index(0), self.index(len(self.entries) - 1))
