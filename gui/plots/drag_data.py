"""Dragged variables: names, one per line, from the drawing or from the legend of a plot."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QMimeData

MIME = "application/x-mars-variables"
_SOURCE = "application/x-mars-plot"  # the number of the plot that a curve is dragged from


def pack(names: Iterable[str], source: int | None = None) -> QMimeData:
    mime = QMimeData()
    text = "\n".join(names)
    mime.setData(MIME, text.encode())
    mime.setText(text)
    if source is not None:
        mime.setData(_SOURCE, str(source).encode())
    return mime


def names_in(mime: QMimeData) -> list[str]:
    if not mime.hasFormat(MIME):
        return []
    return [line.strip() for line in bytes(mime.data(MIME).data()).decode(errors="replace").splitlines() if line.strip()]


def source_in(mime: QMimeData) -> int | None:
    written = bytes(mime.data(_SOURCE).data())
    return int(written) if written.isdigit() else None
