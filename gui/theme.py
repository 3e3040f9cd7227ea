"""Light and dark themes: Fusion with our palettes, the bundled font, icons of one family. Colours come from
`mars.pictures.style`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from mars.pictures.style import THEMES

FONT = "Inter"
CHOICES = ("system", "light", "dark")


def made_font(size: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The bundled font with tabular figures, and without its alternates that write the x of `TF1 x1` as a multiplication sign."""
    font = QFont(FONT)
    font.setPixelSize(size)
    font.setWeight(weight)
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setFeature(QFont.Tag("calt"), 0)
    return font


class ThemeColours:
    """The colours of a theme by name; `name` is light or dark."""

    name: str

    @property
    def colours(self) -> dict[str, Any]:
        return THEMES[self.name]

    def colour(self, token: str, alpha: float = 1.0) -> QColor:
        found = QColor(self.colours[token])
        found.setAlphaF(alpha)
        return found


class Theme(QObject, ThemeColours):
    """The current theme; views repaint on `changed`."""

    changed = Signal()

    def __init__(self, application: QApplication, choice: str | None = None):
        super().__init__(application)
        self._application = application
        stored = choice or str(QSettings().value("theme", "system"))
        self.choice = stored if stored in CHOICES else "system"
        application.setStyle("Fusion")
        load_fonts()
        application.setFont(made_font(13))
        application.styleHints().colorSchemeChanged.connect(lambda _: self._apply())
        self._apply()

    def choose(self, choice: str) -> None:
        if choice in CHOICES and choice != self.choice:
            self.choice = choice
            QSettings().setValue("theme", choice)
            self._apply()

    def icon(self, name: str, token: str = "ink") -> QIcon:
        """An interface icon (a name of the Phosphor family, as in `ph.play`) in a colour of the theme."""
        return _icon(name, self.colours[token], self.colours["disabled"])

    def _apply(self) -> None:
        is_dark = self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark
        self.name = self.choice if self.choice != "system" else "dark" if is_dark else "light"
        self._application.setPalette(palette(self.colours))
        self._application.setStyleSheet(style_sheet(self.colours))
        self.changed.emit()


@cache
def load_fonts() -> None:
    """Load the bundled font once."""
    for file in files("mars.pictures.fonts").iterdir():
        if file.name.endswith((".ttf", ".otf")):
            QFontDatabase.addApplicationFontFromData(file.read_bytes())


@cache
def _icon(name: str, colour: str, disabled: str) -> QIcon:
    import qtawesome

    return qtawesome.icon(name, color=colour, color_disabled=disabled)


def palette(colours: dict[str, Any]) -> QPalette:
    role = QPalette.ColorRole
    wanted = {
        role.Window: "window",
        role.WindowText: "text",
        role.Base: "panel",
        role.AlternateBase: "tint",
        role.Text: "text",
        role.PlaceholderText: "disabled",
        role.Button: "panel",
        role.ButtonText: "text",
        role.ToolTipBase: "panel",
        role.ToolTipText: "text",
        role.BrightText: "error",
        role.Highlight: "accent",
        role.Link: "accent",
        role.Mid: "border",
        role.Dark: "border",
        role.Midlight: "tint",
        role.Light: "panel",
        role.Shadow: "border",
        role.Accent: "accent",
    }
    found = QPalette()
    for each, token in wanted.items():
        found.setColor(each, QColor(colours[token]))
    found.setColor(role.HighlightedText, QColor("#FFFFFF"))
    for each in (role.Text, role.WindowText, role.ButtonText):
        found.setColor(QPalette.ColorGroup.Disabled, each, QColor(colours["disabled"]))
    return found


def style_sheet(colours: dict[str, Any]) -> str:
    """Fields with radius 6, subtle borders, a focus ring that is always visible."""
    c = colours
    return f"""
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QToolTip {{ background: {c["panel"]}; color: {c["text"]}; border: 1px solid {c["border"]}; padding: 4px 6px; }}
QMainWindow::separator {{ background: {c["border"]}; width: 1px; height: 1px; }}
QDockWidget {{ titlebar-close-icon: none; titlebar-normal-icon: none; }}
QToolBar {{ background: {c["window"]}; border: 0; border-bottom: 1px solid {c["border"]}; padding: 2px 8px; spacing: 2px; }}
QToolBar QToolButton {{ border: 0; border-radius: 6px; padding: 5px; }}
QToolBar QToolButton:hover, QToolBar QToolButton:checked {{ background: {c["tint"]}; }}
QToolBar QToolButton:focus {{ border: 2px solid {c["accent"]}; padding: 3px; }}
QMenuBar {{ background: {c["window"]}; }}
QMenuBar::item {{ padding: 4px 8px; border-radius: 4px; }}
QMenuBar::item:selected {{ background: {c["tint"]}; color: {c["text"]}; }}
QMenu {{ background: {c["panel"]}; border: 1px solid {c["border"]}; padding: 4px; }}
QMenu::item {{ padding: 5px 24px 5px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {c["tint"]}; color: {c["text"]}; }}
QMenu::item:disabled {{ color: {c["disabled"]}; }}
QMenu::separator {{ height: 1px; background: {c["border"]}; margin: 4px 8px; }}
QLineEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox {{
    background: {c["panel"]}; color: {c["text"]}; border: 1px solid {c["border"]}; border-radius: 6px; padding: 3px 7px;
    selection-background-color: {c["accent"]}; selection-color: #FFFFFF; }}
QLineEdit:focus, QPlainTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {{
    border: 2px solid {c["accent"]}; padding: 2px 6px; }}
QLineEdit:disabled, QComboBox:disabled {{ color: {c["disabled"]}; background: {c["window"]}; }}
QComboBox::drop-down {{ border: 0; width: 18px; }}
QPushButton {{ background: {c["panel"]}; border: 1px solid {c["border"]}; border-radius: 6px; padding: 4px 12px; }}
QPushButton:hover {{ background: {c["tint"]}; }}
QPushButton:focus {{ border: 2px solid {c["accent"]}; padding: 3px 11px; }}
QPushButton:default {{ background: {c["accent"]}; color: #FFFFFF; border-color: {c["accent"]}; }}
QPushButton:disabled {{ color: {c["disabled"]}; background: {c["panel"]}; border-color: {c["border"]}; }}
QScrollBar:vertical {{ background: transparent; width: 10px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 10px; margin: 0; }}
QScrollBar::handle {{ background: {c["border"]}; border-radius: 4px; min-height: 24px; min-width: 24px; margin: 1px; }}
QScrollBar::handle:hover {{ background: {c["disabled"]}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{ background: none; border: 0; }}
QTreeView, QListView, QTableView, QScrollArea {{ background: {c["panel"]}; border: 0; }}
QTreeView::item, QListView::item {{ padding: 3px 4px; border-radius: 4px; }}
QTreeView::item:selected, QListView::item:selected {{ background: {c["tint"]}; color: {c["text"]}; }}
QTreeView::item:hover, QListView::item:hover {{ background: {c["tint"]}; }}
QHeaderView::section {{ background: {c["panel"]}; color: {c["text2"]}; border: 0; border-bottom: 1px solid {c["border"]};
    padding: 4px 6px; font-size: 11px; font-weight: 600; }}
QTabBar::tab {{ background: transparent; color: {c["text2"]}; padding: 6px 12px; border: 0; border-bottom: 2px solid transparent;
    font-size: 11px; font-weight: 600; }}
QTabBar::tab:selected {{ color: {c["text"]}; border-bottom: 2px solid {c["accent"]}; }}
QTabWidget::pane {{ border: 0; }}
QStatusBar {{ background: {c["window"]}; color: {c["text2"]}; border-top: 1px solid {c["border"]}; }}
QStatusBar::item {{ border: 0; }}
QSplitter::handle {{ background: {c["border"]}; }}
QGroupBox {{ border: 0; margin-top: 18px; font-weight: 600; color: {c["text2"]}; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 0; }}
"""
