"""Marks texts of the editor for translation: `translate("Context", "text")` outside a QObject."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def translate(context: str, text: str, count: int = -1) -> str:
    """The text in the user's language; `%n` stands for the count."""
    return QCoreApplication.translate(context, text, None, count)


def QT_TR_NOOP(text: str) -> str:
    """Marks a text of a class that is translated later, in the context of the class."""
    return text


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:
    """Marks a text that is translated later, in this context."""
    return text
