"""The list of kinds that fit where a wire was released: type to filter, Enter places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from mars.component.base import Component
from mars.translation import languages
from mars.translation.kind_pages import summary

from ...kinds.kind_groups import found_by, title
from ...kinds.search_rank import badness
from ...symbols.symbol_painter import symbol_pixmap
from ...theme import Theme
from ...widgets.labels import TintedLabel
from ...widgets.list_rows import rows_to_go
from ...widgets.plain_text import set_tip
from ...widgets.popup import Popup

WIDTH, ROW, ROWS, SYMBOL = 340, 42, 7, 30
KIND, PORT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


Own = Mapping[str, type[Component]]  # kinds that are not installed, by the names under which they are offered


def fitting(offers: Iterable[tuple[str, str]], typed: str, own: Own | None = None) -> list[tuple[str, str]]:
    """The offers whose name, family or help match the typed words; equal matches keep their order."""
    how = [(badness(typed, *found_by(offer[0], own)), offer) for offer in offers]
    return [offer for _, offer in sorted(((found, offer) for found, offer in how if found is not None), key=lambda e: e[0])]


class KindList(Popup):
    """`chosen(kind, port)`: place this kind with that port on the wire."""

    chosen = Signal(str, str)

    def __init__(
        self, parent: QWidget, theme: Theme, offers: Sequence[tuple[str, str]], heading: str = "", own: Own | None = None
    ):
        super().__init__(parent, theme)
        self.offers, self.own = list(offers), own or {}
        if heading:
            self.column.addWidget(TintedLabel(theme, "text2", heading, size=11, bold=True, parent=self))
        self.search = QLineEdit(self)
        examples = ", ".join(title(kind).lower() for kind, _ in self.offers[:3])
        self.search.setPlaceholderText(self.tr("Search: {examples} …").format(examples=examples))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self.fill)
        self.search.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setItemDelegate(_Row(theme, self.list, self.own))
        self.list.setUniformItemSizes(True)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(lambda _: self.choose())
        self.nothing = TintedLabel(theme, "text2", self.tr("No matching component fits here."), parent=self)
        self.nothing.setContentsMargins(4, 8, 4, 8)
        for each in (self.search, self.list, self.nothing):
            self.column.addWidget(each)
        self.setFixedWidth(WIDTH)
        self.fill("")

    def focus_first(self) -> None:
        self.search.setFocus()

    def fill(self, typed: str) -> None:
        self.list.clear()
        for kind, port in fitting(self.offers, typed, self.own):
            item = QListWidgetItem(title(kind))
            item.setData(KIND, kind)
            item.setData(PORT, port)
            set_tip(item, summary(self.own.get(kind, kind)))
            self.list.addItem(item)
        count = self.list.count()
        self.list.setCurrentRow(0)
        self.list.setVisible(count > 0)
        self.nothing.setVisible(count == 0)
        self.list.setFixedHeight(min(max(count, 1), ROWS) * ROW + 2)
        if self.isVisible():
            self.fit()

    def choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            kind, port = item.data(KIND), item.data(PORT)
            self.close_popup()
            self.chosen.emit(kind, port)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if step := rows_to_go(event, ROWS):
                row = self.list.currentRow() + step
                self.list.setCurrentRow(max(0, min(row, self.list.count() - 1)))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab):
                self.choose()
                return True
        return super().eventFilter(watched, event)


class _Row(QStyledItemDelegate):
    """Symbol, name and family, first sentence of the help."""

    def __init__(self, theme: Theme, parent: QListWidget, own: Own):
        super().__init__(parent)
        self.theme, self.own = theme, own

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(WIDTH - 40, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        rect: QRect = option.rect  # pyright: ignore[reportAttributeAccessIssue]
        state: QStyle.StateFlag = option.state  # pyright: ignore[reportAttributeAccessIssue]
        kind = index.data(KIND)
        cls = self.own.get(kind, kind)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("tint"))
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 6, 6)
            painter.setBrush(self.theme.colour("accent"))
            painter.drawRoundedRect(rect.left(), rect.top() + 8, 3, rect.height() - 16, 1.5, 1.5)
        device = painter.device()
        picture = symbol_pixmap(cls, SYMBOL, self.theme, device.devicePixelRatioF())
        painter.drawPixmap(rect.left() + 10, rect.top() + (rect.height() - SYMBOL) // 2, picture)
        text = rect.adjusted(SYMBOL + 20, 4, -8, -4)
        upper, lower = QRect(text), QRect(text)
        upper.setHeight(text.height() // 2)
        lower.setTop(upper.bottom() + 1)
        font = painter.font()
        painter.setPen(self.theme.colour("text"))
        painter.drawText(upper, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, title(kind))
        painter.setPen(self.theme.colour("text2"))
        font.setPixelSize(11)
        painter.setFont(font)
        family = kind.rpartition(".")[0]
        words = languages.family_name(family).lower() or family
        painter.drawText(upper, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        line = QFontMetrics(font).elidedText(summary(cls), Qt.TextElideMode.ElideRight, lower.width())
        painter.drawText(lower, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)
        painter.restore()
