"""The header of the inspector: symbol, name, kind with its help, and the switch that disables components."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from mars.errors import DocumentError
from mars.kinds.definitions import complaint_of
from mars.kinds.registry import kind_in
from mars.translation.kind_pages import summary

from .. import edits
from ..document.document import Document
from ..document.selection import Selection
from ..fields.field import sentence
from ..fields.switch import Switch
from ..fields.text_line import TextLine
from ..i18n import translate
from ..kinds import kind_groups
from ..symbols.symbol_painter import symbol_pixmap
from ..theme import Theme
from ..widgets.labels import ReasonLabel, TintedLabel, wrap
from ..widgets.plain_text import Label, Markup, set_tip

SYMBOL = 48


class Header(QWidget):
    """For one or several components."""

    help_requested = Signal(str)
    definition_requested = Signal(str)  # kind of the file
    renamed = Signal(str, str)  # requested: old name, new name

    def __init__(self, document: Document, selection: Selection, theme: Theme, names: tuple[str, ...], parent: QWidget):
        super().__init__(parent)
        self.document, self.selection, self.theme, self.names = document, selection, theme, names
        self.kind = document.circuit.components[names[0]].kind if len(names) == 1 else ""
        self.cls = kind_in(document.circuit, self.kind)
        self.disabled = Switch(translate("HeaderSwitch", "Disable"), theme, self)  # a short word that leaves room for the kind
        set_tip(self.disabled, self.tr("Exclude from the circuit without deleting (Ctrl+/)"))
        self.disabled.clicked.connect(self._disable)
        self.reason = ReasonLabel(theme, self)
        self.name_line: TextLine | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        if len(names) == 1:
            layout.addLayout(self._one())
        else:
            layout.addLayout(self._many())
        layout.addWidget(self.reason)
        if len(names) == 1:
            layout.addWidget(self._help())
        self.refresh()

    def _one(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        picture = Label(parent=self)
        picture.setFixedSize(SYMBOL, SYMBOL)
        picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        if self.cls is not None:
            picture.setPixmap(symbol_pixmap(self.cls, SYMBOL, self.theme, self.devicePixelRatioF()))
        else:
            picture.setText("?")
            picture.setStyleSheet(f"border: 1px dashed {self.theme.colours['disabled']}; border-radius: 4px;")
        self.name_line = TextLine(self)
        self.name_line.setObjectName("componentName")
        self.name_line.setAccessibleName(self.tr("Name"))
        font = self.name_line.font()
        font.setWeight(font.Weight.DemiBold)
        self.name_line.setFont(font)
        self.name_line.entered.connect(self.commit)
        self.name_line.restored.connect(lambda: self.reason.say(""))
        kind = TintedLabel(self.theme, "text2", kind_groups.title(self.kind)[:60], parent=self)
        set_tip(kind, self.kind)
        wrap(kind)
        grid.addWidget(picture, 0, 0, 2, 1)
        grid.addWidget(self.name_line, 0, 1, 1, 2)
        grid.addWidget(kind, 1, 1)
        grid.addWidget(self.disabled, 1, 2)
        grid.setColumnStretch(1, 1)
        return grid

    def _many(self) -> QHBoxLayout:
        row = QHBoxLayout()
        title = TintedLabel(self.theme, "text", self.tr("%n components", "", len(self.names)), 13, True, self)
        set_tip(title, ", ".join(sorted(self.names)[:40]))
        row.addWidget(title, 1)
        row.addWidget(self.disabled)
        return row

    def _help(self) -> Label:
        label = TintedLabel(self.theme, "text2", size=12, parent=self)
        wrap(label)
        definition = self.document.circuit.definitions.get(self.kind)
        if self.cls is None and definition is None:
            message = self.tr("The kind “{kind}” is not installed. The component keeps its values and links.")
            label.setText(message.format(kind=self.kind[:80]))
            return label
        words = sentence(complaint_of(self.kind, definition)) if self.cls is None else summary(self.cls)
        links = {"#help": self.tr("More") + "&nbsp;(F1)"} if self.cls is not None else {}
        if definition is not None:
            links["#definition"] = self.tr("Properties") if self.cls is not None else self.tr("Fix")
        style = f"color:{self.theme.colours['accent']}; text-decoration:none"
        shown = " · ".join(f'<a href="{link}" style="{style}">{text}</a>' for link, text in links.items())
        label.setText(Markup(f"{escape(words, quote=False)} {shown}"))
        label.linkActivated.connect(self._follow)
        return label

    def _follow(self, link: str) -> None:
        (self.help_requested if link == "#help" else self.definition_requested).emit(self.kind)

    def refresh(self) -> None:
        components = [self.document.circuit.components[name] for name in self.names]
        if self.name_line is not None:
            self.name_line.show_text(components[0].name)
        count = sum(component.disabled for component in components)
        state = Qt.CheckState.Checked if count == len(components) else Qt.CheckState.Unchecked
        self.disabled.setCheckState(Qt.CheckState.PartiallyChecked if 0 < count < len(components) else state)

    def commit(self) -> None:
        """Request the typed name."""
        if self.name_line is not None and self.name_line.is_modified:
            self.renamed.emit(self.names[0], self.name_line.text().strip())

    def rename(self, old: str, new: str) -> str:
        """Rename the component everywhere; returns the reason if refused."""
        text = self.tr("Rename {old} to {new}").format(old=old, new=new[:64])
        try:
            self.document.edit(text, lambda circuit: edits.rename(circuit, old, new))
        except DocumentError as error:
            self.reason.say(sentence(error.message))
            return error.message
        return ""

    def _disable(self) -> None:
        wanted = self.disabled.checkState() != Qt.CheckState.Unchecked
        text = self.tr("Disable") if wanted else self.tr("Enable")

        text = f"{text} {self.names[0] if len(self.names) == 1 else ''}".strip()
        self.document.edit(text, lambda circuit: edits.set_disabled(circuit, self.names, wanted))
        self.refresh()
