"""The start page: start a new circuit, open a file, recover unsaved work, or open one of the example circuits."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFont, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from ..theme import Theme
from ..widgets.plain_text import Label
from .thumbnails import FilePreview, picture, read_preview
from .tiles import ChoiceTile, ExampleTile, FileRow, TileGrid

FIRST = ("pendulum", "double_pendulum", "two_segment_manipulator", "four_bar", "slider_crank", "bouncing_ball", "three_dof_arm")
MOST_RECENT = 6
WIDEST = 1120


class RecoveryOffer(Protocol):
    """Unsaved work that can be recovered, as `gui.files.recovery` finds it."""

    @property
    def title(self) -> str: ...

    @property
    def path(self) -> Path | None: ...

    @property
    def when(self) -> float: ...

    def discard(self) -> None: ...


def example_files() -> list[Path]:
    """The example circuits, simple ones first."""
    found = [Path(str(each)) for each in files("mars.circuits").iterdir() if each.name.endswith(".mars")]
    return sorted(found, key=lambda path: (FIRST.index(path.stem) if path.stem in FIRST else len(FIRST), path.stem))


class StartPage(QScrollArea):
    """Shown when nothing is open. Thumbnails are made one by one between other events, so that the window never blocks."""

    new_requested = Signal(str)  # one of `new_circuits.NEW`
    open_requested = Signal(object)  # path of a recent file; None: ask the user
    example_requested = Signal(object)  # path; opened as a copy
    recovery_requested = Signal(object)  # the unsaved work, as given
    back_requested = Signal()  # to the current circuit

    def __init__(self, theme: Theme, parent: QWidget | None = None, examples: Sequence[Path] | None = None):
        super().__init__(parent)
        self.theme = theme
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.choices = self._make_choices()
        self.tiles = [ExampleTile(path, theme) for path in (example_files() if examples is None else examples)]
        for tile in self.tiles:
            tile.clicked.connect(lambda _=False, path=tile.path: self.example_requested.emit(path))
        self._present, self._recent, self._offers = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
        self._present_title = self._heading(self.tr("Current circuit"))
        self._recent_title = self._heading(self.tr("Recent files"))
        self._offers_title = self._heading(self.tr("Unsaved work from an earlier session"))
        self._previews: dict[Path, FilePreview] = {}
        self._waiting: list[tuple[str, ExampleTile]] = []
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._do_one)
        self._lay_out()
        self.set_present("")
        self.set_recent([])
        self.set_recoveries([])
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_present(self, title: str) -> None:
        """The current circuit to return to; none without a title."""
        _empty(self._present)
        if title:
            row = FileRow(title, self.tr("return to the circuit"), self.theme)
            row.clicked.connect(self.back_requested)
            self._present.addWidget(row)
        self._present_title.setVisible(bool(title))

    def set_recent(self, paths: Iterable[Path]) -> None:
        """Recently opened files, newest first."""
        shown = list(paths)[:MOST_RECENT]
        _empty(self._recent)
        for path in shown:
            row = FileRow(path.stem, str(path.parent), self.theme)
            row.clicked.connect(lambda _=False, path=path: self.open_requested.emit(path))
            self._recent.addWidget(row)
        self._recent_title.setVisible(bool(shown))

    def set_recoveries(self, offers: Iterable[RecoveryOffer]) -> None:
        """Work left unsaved by an earlier session."""
        shown = list(offers)
        _empty(self._offers)
        for offer in shown:
            self._offers.addWidget(self._offer_row(offer, [other for other in shown if other is not offer]))
        self._offers_title.setVisible(bool(shown))

    @property
    def is_complete(self) -> bool:
        """Whether all thumbnails are made."""
        return not self._waiting

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ask()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = max(24, (self.viewport().width() - WIDEST) // 2)
        self._page.setContentsMargins(room, 32, room, 32)

    def _make_choices(self) -> list[ChoiceTile]:
        new = {
            "planar": (self.tr("New planar mechanism"), self.tr("motion in the X–Y plane, gravity along −y"), "ph.square"),
            "spatial": (self.tr("New spatial mechanism"), self.tr("all six motions, gravity along −z"), "ph.cube"),
            "electrical": (self.tr("New electrical circuit"), self.tr("a capacitor being charged, ready to run"), "ph.lightning"),
            "hydraulic": (self.tr("New hydraulic circuit"), self.tr("a pump and its relief valve, ready to run"), "ph.drop"),
            "thermal": (self.tr("New thermal circuit"), self.tr("a body being heated, ready to run"), "ph.thermometer-simple"),
        }
        found = []
        for what, (title, words, icon) in new.items():
            choice = ChoiceTile(title, words, icon, self.theme)
            choice.clicked.connect(lambda _=False, what=what: self.new_requested.emit(what))
            found.append(choice)
        open_ = ChoiceTile(self.tr("Open…"), self.tr("a .mars file, or drop one on the window"), "ph.folder-open", self.theme)
        open_.clicked.connect(lambda: self.open_requested.emit(None))
        return [*found, open_]

    def _lay_out(self) -> None:
        page = QWidget()
        page.setObjectName("start_page")
        self._page = QVBoxLayout(page)
        self._page.setSpacing(8)
        self.title = Label("Mars", page)
        font = QFont(self.title.font())
        font.setPixelSize(26)
        font.setWeight(QFont.Weight.DemiBold)
        self.title.setFont(font)
        self.subtitle = Label(self.tr("Draw a mechanism with its drives and controls as a circuit, then run it."), page)
        self._page.addWidget(self.title)
        self._page.addWidget(self.subtitle)
        self._page.addSpacing(12)
        self._page.addWidget(TileGrid(self.choices, least=300, page=page))
        for heading, section in (
            (self._present_title, self._present),
            (self._offers_title, self._offers),
            (self._recent_title, self._recent),
        ):
            section.setSpacing(2)
            self._page.addWidget(heading)
            self._page.addLayout(section)
        self._page.addWidget(self._heading(self.tr("Examples")))
        self._page.addWidget(TileGrid(self.tiles, least=240, page=page))
        self._page.addStretch(1)
        self.setWidget(page)

    def _heading(self, text: str) -> Label:
        label = Label(text)
        label.setContentsMargins(0, 16, 0, 2)
        font = QFont(label.font())
        font.setPixelSize(15)
        font.setWeight(QFont.Weight.DemiBold)
        label.setFont(font)
        return label

    def _offer_row(self, offer: RecoveryOffer, others: list[RecoveryOffer]) -> QWidget:
        row = QWidget()
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(offer.when))
        name = offer.path.name if offer.path is not None else offer.title or self.tr("Untitled")
        words = Label(self.tr("{name}, last changed {when}").format(name=name, when=when), row)
        recover, discard = QPushButton(self.tr("Recover"), row), QPushButton(self.tr("Discard"), row)
        recover.clicked.connect(lambda: self.recovery_requested.emit(offer))

        def give_up() -> None:
            offer.discard()
            self.set_recoveries(others)

        discard.clicked.connect(give_up)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(8, 2, 8, 2)
        for each in (words, recover, discard):
            layout.addWidget(each)
        layout.addStretch(1)
        return row

    def _restyle(self) -> None:
        colours = self.theme.colours
        self.setStyleSheet(f"QWidget#start_page {{ background: {colours['window']} }}")
        self.subtitle.setStyleSheet(f"color: {colours['text2']}")
        self._ask()

    def _ask(self) -> None:
        """Request missing texts and thumbnails, or those of the other theme, from the top of the page."""
        words = [("words", tile) for tile in self.tiles if tile.path not in self._previews]
        self._waiting = [*words, *(("picture", tile) for tile in self.tiles if tile.theme_shown != self.theme.name)]
        if self._waiting and self.isVisible():
            self._timer.start()

    def _do_one(self) -> None:
        what, tile = self._waiting.pop(0)
        if what == "words":
            self._previews[tile.path] = found = read_preview(tile.path)
            tile.set_words(found.title, found.sentence)
        else:
            tile.set_picture(picture(tile.path, self._previews[tile.path].circuit, self.theme.name), self.theme.name)
        if self._waiting and self.isVisible():
            self._timer.start()


def _empty(layout: QVBoxLayout | QGridLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget: Any = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
