"""The symbol of a custom kind: a simple drawing in its box, or typed strokes, with a live preview."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from mars.errors import MarsError
from mars.kinds.definitions import Definition, kind_of

from ..fields.choice_field import QuietCombo
from ..fields.field import sentence
from ..fields.text_line import TextBox
from ..i18n import translate
from ..theme import Theme
from ..widgets.labels import ReasonLabel, TintedLabel, wrap
from .equation_text import fixed_font
from .icon_templates import GLYPHS, Strokes, read, written
from .symbol_preview import SymbolPreview


class IconForm(QWidget):
    """Emits `chosen` with the strokes, or None for the default symbol."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, preview: SymbolPreview, parent: QWidget | None = None):
        super().__init__(parent)
        self.preview = preview
        self._name, self._definition = "", Definition()
        self.choice = QuietCombo(self)
        self.choice.addItems(
            [self.tr("Default symbol"), *(translate("Glyphs", each) for each in GLYPHS), self.tr("Custom strokes")]
        )
        self.choice.activated.connect(self._choose)
        self.strokes = TextBox(self)
        self.strokes.setFont(fixed_font())
        self.strokes.setAccessibleName(self.tr("Strokes"))
        self.strokes.textChanged.connect(self.try_out)
        self.strokes.entered.connect(self._enter)
        words = self.tr(
            "One stroke per line: a role (line, thin, dash, solid, letter) and SVG path data, ten units per "
            "grid step. If the strokes include a face or leads (face, frame, lead:a), they form the whole "
            "symbol; otherwise they are drawn inside the box."
        )
        hint = TintedLabel(theme, "text2", words, size=11, parent=self)
        wrap(hint)
        self.reason = ReasonLabel(theme, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        for widget in (self.choice, self.strokes, self.reason, hint):
            column.addWidget(widget, 1 if widget is self.strokes else 0)

    def show_definition(self, name: str, definition: Definition) -> None:
        """Show the contents of the file; unfinished strokes stay."""
        self._name, self._definition = name, definition
        icon = definition.get("icon")
        glyphs: list[Strokes | None] = [None, *GLYPHS.values()]
        self.choice.setCurrentIndex(glyphs.index(icon) if icon in glyphs else len(glyphs))
        self.strokes.show_text(written(icon) if icon else "")
        self.try_out()

    def try_out(self) -> None:
        """Show the typed strokes, or why they cannot be drawn."""
        try:
            icon = read(self.strokes.toPlainText())
            self.preview.show_kind(kind_of(self._name, {**self._definition, "icon": icon} if icon else _plain(self._definition)))
            self.reason.say("")
        except MarsError as error:
            self.preview.show_kind(None)
            self.reason.say(sentence(error.message) if self.strokes.is_modified else "")

    def commit(self) -> None:
        if self.strokes.is_modified:
            self._enter()

    def _choose(self, index: int) -> None:
        if index <= len(GLYPHS):
            icon = [None, *GLYPHS.values()][index]
            self.strokes.setPlainText(written(icon) if icon else "")
            self._enter()
        else:
            self.strokes.setFocus()

    def _enter(self) -> None:
        try:
            icon = read(self.strokes.toPlainText())
            kind_of(self._name, {**self._definition, "icon": icon} if icon else _plain(self._definition))
        except MarsError:
            return  # shown below the field while typing
        self.strokes.accept()
        self.chosen.emit(icon)


def _plain(definition: Definition) -> Definition:
    return {key: value for key, value in definition.items() if key != "icon"}
