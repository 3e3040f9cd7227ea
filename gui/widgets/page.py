"""Pages of rich text: help and equations."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QPixmap, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from .plain_text import Markup


class Page(QTextBrowser):
    """Read only. It shows the images it was given and loads nothing else: no files, no data in the text, no linked pages."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setOpenLinks(False)
        self._images: dict[QUrl, QPixmap] = {}

    def show_markup(self, text: Markup, images: dict[QUrl, QPixmap] | None = None) -> None:
        """Show a text with images by their addresses in it."""
        self._images = images or {}
        self.setHtml(text)

    def loadResource(self, kind: int, name: QUrl) -> Any:
        """The image with this address, else an empty one: for no value at all, Qt would open the file."""
        if kind == QTextDocument.ResourceType.ImageResource.value and name in self._images:
            return self._images[name]
        return QPixmap(1, 1)
