"""The docks of the window: palette left, 3-D view above the inspector right, plots, problems, topology and history below."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QByteArray, QSettings, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from ..widgets.plain_text import Label

_AREA = Qt.DockWidgetArea
LEFT, RIGHT, BOTTOM = _AREA.LeftDockWidgetArea, _AREA.RightDockWidgetArea, _AREA.BottomDockWidgetArea
Content = tuple[str, str, QWidget, Qt.DockWidgetArea]  # name, title, content, area


class Docks:
    """All docks by name, and their layout: initial, as remembered, or hidden while the start page is shown."""

    def __init__(self, window: QMainWindow, contents: list[Content]):
        self._window = window
        self._layout = QByteArray()  # saved while the start page is shown
        self.by_name = {name: _dock(window, name, title, content, area) for name, title, content, area in contents}
        window.setTabPosition(BOTTOM, QTabWidget.TabPosition.North)

    def __getitem__(self, name: str) -> QDockWidget:
        return self.by_name[name]

    @property
    def are_away(self) -> bool:
        return not self._layout.isEmpty()

    def bring_up(self, name: str) -> None:
        self[name].show()
        self[name].raise_()

    def put_away(self) -> None:
        if not self.are_away:
            self._layout = self._window.saveState()
        for dock in self.by_name.values():
            dock.hide()

    def put_back(self) -> None:
        if self.are_away:
            self._window.restoreState(self._layout)
            self._layout = QByteArray()
            self._show_whole_words()

    def reset(self) -> None:
        """Restore the initial layout: 3-D view upper right above the inspector, one dock area below."""
        window = self._window
        for dock in self.by_name.values():
            dock.setFloating(False)
            dock.show()
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        below = [dock for dock in self.by_name.values() if window.dockWidgetArea(dock) == BOTTOM]
        for before, after in pairwise(below):
            window.tabifyDockWidget(before, after)
        below[0].raise_()
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        window.resizeDocks([self["palette"], self["motion"]], [232, 320], horizontal)
        window.resizeDocks([self["motion"], self["inspector"]], [300, 400], vertical)
        window.resizeDocks([self["plots"]], [220], vertical)
        self._show_whole_words()

    def remember(self) -> None:
        QSettings().setValue("layout", self._layout if self.are_away else self._window.saveState())

    def recall(self) -> None:
        self.reset()
        stored = QSettings().value("layout")
        if isinstance(stored, QByteArray):
            self._window.restoreState(stored)

    def _show_whole_words(self) -> None:
        """Dock tabs are elided by default, regardless of room. Qt creates their bars when docks first share an area."""
        for bar in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setUsesScrollButtons(False)
            bar.setExpanding(False)
            bar.setDrawBase(False)


def _dock(window: QMainWindow, name: str, title: str, content: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
    dock = QDockWidget(title, window)
    dock.setObjectName(name)
    dock.setWidget(content)
    feature = QDockWidget.DockWidgetFeature
    dock.setFeatures(feature.DockWidgetMovable | feature.DockWidgetFloatable | feature.DockWidgetClosable)
    dock.setTitleBarWidget(_no_title() if area == BOTTOM else _quiet_title(dock))
    window.addDockWidget(area, dock)
    return dock


def _quiet_title(dock: QDockWidget) -> Label:
    """A small title instead of the platform's bar."""
    label = Label(dock.windowTitle())
    label.setObjectName("dock_title")
    label.setContentsMargins(12, 6, 12, 4)
    dock.windowTitleChanged.connect(label.setText)
    return label


def _no_title() -> QWidget:
    """For docks in tabs: the tab is the title."""
    bar = QWidget()
    bar.setFixedHeight(0)
    return bar
