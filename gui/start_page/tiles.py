"""Parts of the start page: tiles with images, large buttons, file rows, and a responsive grid."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QWidget

from ..theme import Theme
from ..widgets.plain_text import set_tip

GAP, PADDING, RADIUS = 12, 12, 8
PICTURE = 136


class _Surface(QAbstractButton):
    """A custom-painted button on a panel; the focus ring is always visible."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paint_surface(self, painter: QPainter, is_quiet: bool = False) -> QRectF:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        over = self.isEnabled() and (self.underMouse() or self.isDown())
        border = QPen(self.theme.colour("border" if not over else "disabled"), 1)
        painter.setPen(Qt.PenStyle.NoPen if is_quiet else border)
        painter.setBrush(self.theme.colour("tint") if over else Qt.BrushStyle.NoBrush if is_quiet else self.theme.colour("panel"))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        return box

    def paint_focus(self, painter: QPainter) -> None:
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self.theme.colour("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), RADIUS, RADIUS)

    def write(
        self, painter: QPainter, box: QRect, text: str, token: str, size: int, is_bold: bool = False, lines: int = 1
    ) -> None:
        """Text in a maximum number of lines, the last one elided."""
        font = QFont(self.font())
        font.setPixelSize(size)
        font.setWeight(QFont.Weight.DemiBold if is_bold else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(self.theme.colour(token if self.isEnabled() else "disabled"))
        metrics = painter.fontMetrics()
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        rows = _broken(text, metrics.horizontalAdvance, box.width(), lines)
        for number, row in enumerate(rows):
            shown = metrics.elidedText(row, Qt.TextElideMode.ElideRight, box.width())
            painter.drawText(box.adjusted(0, number * metrics.lineSpacing(), 0, 0), flags, shown)


class ExampleTile(_Surface):
    """An example: its drawing, its title, one sentence."""

    def __init__(self, path: Path, theme: Theme, parent: QWidget | None = None):
        super().__init__(theme, parent)
        self.path = path
        self.sentence = ""
        self.picture = QPixmap()
        self.theme_shown = ""  # of the image
        self.set_words(path.stem.replace("_", " ").capitalize(), "")

    def sizeHint(self) -> QSize:
        return QSize(240, PICTURE + 76)

    def set_words(self, title: str, sentence: str) -> None:
        self.setText(title)
        self.sentence = sentence
        self.setAccessibleName(f"{title}. {sentence}")
        set_tip(self, sentence)
        self.update()

    def set_picture(self, picture: QPixmap, theme: str) -> None:
        self.picture, self.theme_shown = picture, theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = self.paint_surface(painter)
        frame = QRectF(box.left(), box.top(), box.width(), PICTURE)
        shape = QPainterPath()
        shape.addRoundedRect(box.adjusted(1, 1, -1, -1), RADIUS - 1, RADIUS - 1)
        painter.save()
        painter.setClipPath(shape)
        painter.fillRect(frame, self.theme.colour("sheet"))
        if not self.picture.isNull() and self.theme_shown == self.theme.name:
            room = frame.adjusted(4, 4, -4, -4).size().toSize()
            size = self.picture.size().scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
            target = QRectF(0, 0, size.width(), size.height())
            target.moveCenter(frame.center())
            painter.drawPixmap(target, self.picture, QRectF(self.picture.rect()))
        painter.restore()
        painter.setPen(QPen(self.theme.colour("border"), 1))
        painter.drawLine(frame.bottomLeft(), frame.bottomRight())
        words = self.rect().adjusted(PADDING, PICTURE + 10, -PADDING, -4)
        self.write(painter, words, self.text(), "text", 13, is_bold=True)
        self.write(painter, words.adjusted(0, 20, 0, 0), self.sentence, "text2", 11, lines=2)
        self.paint_focus(painter)


class ChoiceTile(_Surface):
    """A large button: icon, title and description."""

    def __init__(self, title: str, hint: str, icon: str, theme: Theme, parent: QWidget | None = None):
        super().__init__(theme, parent)
        self.hint, self.icon_name = hint, icon
        self.setText(title)
        self.setAccessibleName(f"{title}: {hint}")
        set_tip(self, hint)

    def sizeHint(self) -> QSize:
        return QSize(220, 64)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_surface(painter)
        icon = self.theme.icon(self.icon_name, "accent" if self.isEnabled() else "disabled")
        icon.paint(painter, QRect(PADDING, (self.height() - 24) // 2, 24, 24))
        words = self.rect().adjusted(PADDING + 36, 13, -PADDING, 0)
        self.write(painter, words, self.text(), "text", 13, is_bold=True)
        self.write(painter, words.adjusted(0, 20, 0, 0), self.hint, "text2", 11)
        self.paint_focus(painter)


class FileRow(_Surface):
    """A file by name, with its folder."""

    def __init__(self, name: str, folder: str, theme: Theme, parent: QWidget | None = None):
        super().__init__(theme, parent)
        self.folder = folder
        self.setText(name)
        self.setAccessibleName(f"{name}, {folder}")

    def sizeHint(self) -> QSize:
        return QSize(240, 30)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.paint_surface(painter, is_quiet=True)
        self.theme.icon("ph.file", "text2").paint(painter, QRect(8, 7, 16, 16))
        names = QRect(32, 7, min(300, self.width() // 2), 20)
        self.write(painter, names, self.text(), "text", 13)
        font = QFont(self.font())
        font.setPixelSize(13)
        painter.setFont(font)
        used = min(painter.fontMetrics().horizontalAdvance(self.text()), names.width())
        folder = QRect(32 + max(used + 16, 180), 8, self.width() - 44 - max(used + 16, 180), 20)
        self.write(painter, folder, self.folder, "text2", 12)
        self.paint_focus(painter)


class TileGrid(QWidget):
    """Equal columns, as many as fit; the arrow keys move between tiles."""

    def __init__(self, items: Sequence[_Surface], least: int, page: QWidget):
        super().__init__(page)
        self.items, self.least = list(items), least
        self.columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(GAP)
        for item in self.items:
            item.setParent(self)
            item.installEventFilter(self)
        self._flow(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._flow(max(1, min((self.width() + GAP) // (self.least + GAP), len(self.items))))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.least, super().minimumSizeHint().height())

    def eventFilter(self, watched, event) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress and watched in self.items:
            steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -self.columns, Qt.Key.Key_Down: self.columns}
            step = steps.get(Qt.Key(event.key()))
            if step is not None:
                return self._step(self.items.index(watched), step)
        return super().eventFilter(watched, event)

    def _step(self, place: int, step: int) -> bool:
        place += step
        while 0 <= place < len(self.items) and not self.items[place].isEnabled():
            place += 1 if step > 0 else -1
        if 0 <= place < len(self.items):
            self.items[place].setFocus(Qt.FocusReason.TabFocusReason)
            self._bring_into_view(self.items[place])
        return True

    def _bring_into_view(self, item: QWidget) -> None:
        from PySide6.QtWidgets import QScrollArea

        above = self.parentWidget()
        while above is not None and not isinstance(above, QScrollArea):
            above = above.parentWidget()
        if above is not None:
            above.ensureWidgetVisible(item, 0, 24)

    def _flow(self, columns: int) -> None:
        if columns == self.columns:
            return
        for old in range(self.columns):
            self._grid.setColumnStretch(old, 0)
        self.columns = columns
        for number, item in enumerate(self.items):
            self._grid.addWidget(item, number // columns, number % columns)
        for column in range(columns):
            self._grid.setColumnStretch(column, 1)


def _broken(text: str, width_of, room: int, lines: int) -> list[str]:
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".lstrip()
        if rows[-1] and len(rows) < lines and width_of(longer) > room:
            rows.append(word)
        else:
            rows[-1] = longer
    return rows
