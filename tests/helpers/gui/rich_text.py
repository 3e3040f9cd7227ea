"""Finds texts from outside that a window would show as rich text, and files that it opens because a text names them."""

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QTextDocument
from PySide6.QtGui import Qt as RichText
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGraphicsView,
    QLabel,
    QMenu,
    QTabBar,
    QTextEdit,
    QToolBar,
    QToolButton,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

MOST_ROWS = 200  # of a model
IN_OPEN, IN_NONBLOCK = 0x20, 0x800  # linux/inotify.h


def hostile_texts(trap: Path) -> list[str]:
    """Texts that are harmless only as they are; `trap` is a file that nobody may open."""
    return [
        f"<img src='{trap}'>",
        f"<p>x</p><img src='file://{trap}'><table><tr><td background='{trap}'>t</td></tr></table>",
        f"&lt;<img src='{trap}'>",
        "<b>bold</b>",
        f"<a href='file://{trap}'>a link</a>",
        f"<style>@import url('{trap}');</style><body background='{trap}'>",
        "<table>",
        "&amp; &lt;b&gt;",
        "%s %1 {} {0} %n",
        "\u202eright to left\u202c",
        "nothing\0after",
        "x" * 100_000,
    ]


class Watch:
    """Counts how often any process opens a file."""

    def __init__(self, path: Path):
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._handle = self._libc.inotify_init1(IN_NONBLOCK)
        assert self._handle >= 0 and self._libc.inotify_add_watch(self._handle, os.fsencode(path), IN_OPEN) >= 0

    def was_opened(self) -> bool:
        try:
            return bool(os.read(self._handle, 4096))
        except BlockingIOError:
            return False

    def end(self) -> None:
        os.close(self._handle)


def misread(window: QWidget, hostile: list[str]) -> list[str]:
    """Where a hostile text is markup in the window or in the dialogs above it, not text. Its tooltips are shown, too."""
    tags = [text for text in hostile if "<" in text]
    found = []
    guessed = list(_guessed(window))
    for tip in {text for where, text in guessed if where.startswith("tooltip")}:
        QToolTip.showText(QPoint(10, 10), tip, window)
    for where, text in guessed:
        if RichText.mightBeRichText(text) and any(tag in text for tag in tags):
            found.append(f"{where}: {text[:120]}")
    for where, document in _documents(window):
        found += [f"{where}: {each}" for each in _loaded(document)]
    QToolTip.hideText()  # it is deleted later
    return found


def _guessed(window: QWidget) -> Iterator[tuple[str, str]]:
    """Texts that Qt shows as rich text if they look like it."""
    for widget in [each for each in [window, *window.findChildren(QWidget)] if isValid(each)]:
        name = f"{type(widget).__name__} {widget.objectName()}"
        if isinstance(widget, QLabel):
            widget.ensurePolished()
            if widget.textFormat() != Qt.TextFormat.PlainText:
                yield f"label {name}", widget.text()
        for tip in (widget.toolTip(), widget.whatsThis()):
            yield f"tooltip of {name}", tip
        if isinstance(widget, QTabBar):
            yield from ((f"tooltip of tab {i} in {name}", widget.tabToolTip(i)) for i in range(widget.count()))
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from ((f"tooltip in {name}", tip) for tip in _tips(widget.model(), QModelIndex()))
        if isinstance(widget, QGraphicsView) and widget.scene() is not None:
            yield from ((f"tooltip in the scene of {name}", item.toolTip()) for item in widget.scene().items())
    for action in filter(_shows_tip, window.findChildren(QAction)):
        yield from ((f"action {action.objectName()}", text) for text in (action.toolTip(), action.whatsThis()))


def _shows_tip(action: QAction) -> bool:
    """Menus show no tooltips unless they are told to."""
    owners = action.associatedObjects()
    return any(
        owner.toolTipsVisible() if isinstance(owner, QMenu) else isinstance(owner, QToolBar | QToolButton) for owner in owners
    )


def _tips(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(min(model.rowCount(parent), MOST_ROWS)):
        for column in range(columns):
            index = model.index(row, column, parent)
            tip = index.data(Qt.ItemDataRole.ToolTipRole)
            if isinstance(tip, str):
                yield tip
            if not column:
                yield from _tips(model, index)


def _documents(window: QWidget) -> Iterator[tuple[str, QTextDocument]]:
    yield from ((type(widget).__name__, widget.document()) for widget in window.findChildren(QTextEdit))


def _loaded(document: QTextDocument) -> Iterator[str]:
    """Images and links that are not the program's own."""
    block = document.begin()
    while block.isValid():
        for piece in block:
            how = piece.fragment().charFormat()
            if how.isImageFormat() and not how.toImageFormat().name().startswith("mars:"):
                yield f"image {how.toImageFormat().name()}"
            if how.isAnchor() and not how.anchorHref().startswith("#"):
                yield f"link to {how.anchorHref()}"
        block = block.next()
