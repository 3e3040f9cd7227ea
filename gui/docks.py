"""The docks of the window: palette left, 3-D view above the inspector right, plots, problems, topology and history below."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QMainWindow, QTabBar, QWidget

LEFT, RIGHT, BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)


def add_dock(window: QMainWindow, name: str, title: str, content: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
    dock = QDockWidget(title, window)
    dock.setObjectName(name)
    dock.setWidget(content)
    feature = QDockWidget.DockWidgetFeature
    dock.setFeatures(feature.DockWidgetMovable | feature.DockWidgetFloatable | feature.DockWidgetClosable)
    window.addDockWidget(area, dock)
    return dock


def quiet_title(dock: QDockWidget) -> None:
    """A title in small type instead of the platform's bar."""
    label = QLabel(dock.windowTitle())
    label.setObjectName("dock_title")
    label.setContentsMargins(12, 6, 12, 4)
    dock.windowTitleChanged.connect(label.setText)
    dock.setTitleBarWidget(label)


def no_title(dock: QDockWidget) -> None:
    """For docks in tabs: the tab is the title."""
    bar = QWidget()
    bar.setFixedHeight(0)
    dock.setTitleBarWidget(bar)


def show_whole_words(window: QMainWindow) -> None:
    """Tabs of docks are elided by default, whatever room there is. Qt makes their bars when docks first share a place."""
    for bar in window.findChildren(QTabBar):
        bar.setElideMode(Qt.TextElideMode.ElideNone)
        bar.setUsesScrollButtons(False)
        bar.setExpanding(False)
        bar.setDrawBase(False)
