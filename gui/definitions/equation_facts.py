"""Summary of equations: their number, ports, parameters, states and results."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from mars.kinds.equation_text import Checked
from mars.pictures.style import domain_look

from ..fields.display_units import readable
from ..kinds import domain_names
from ..theme import Theme
from ..widgets.plain_text import Label, Markup


class EquationFacts(QWidget):
    """The count above a table."""

    def __init__(self, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme = theme
        self._checked: Checked | None = None
        self.count = Label(parent=self)
        self.count.setWordWrap(True)
        self.table = Label(parent=self)
        self.table.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.table.setWordWrap(True)
        self.table.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        area = self.area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }")
        area.setWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.count)
        column.addWidget(area, 1)
        theme.changed.connect(self._show)

    def show_checked(self, checked: Checked) -> None:
        self._checked = checked
        self._show()

    def _show(self) -> None:
        checked = self._checked
        if checked is None:
            return
        is_whole = checked.said == checked.owed and not checked.errors
        words = self.tr("{said} of {owed} equations").format(said=checked.said, owed=checked.owed)
        if not checked.owed:
            words = self.tr("Equations are counted once every line is valid")
        colour = self.theme.colours["good" if is_whole else "error" if checked.owed != checked.said else "text2"]
        self.count.setText(Markup(f'<b style="color:{colour}">{"✓ " if is_whole else ""}{escape(words)}</b>'))
        self.table.setText(self._markup(checked))

    def _markup(self, checked: Checked) -> Markup:
        theme = self.theme
        meaning = {
            "required": self.tr("must be connected"),
            "free": self.tr("may be left unconnected"),
            "reference": self.tr("if unconnected: tied to the reference node"),
        }
        ports = []
        for line in checked.ports:
            colour = domain_look(line.domain.name).colour(theme.name)
            flow = f" {self.tr('out') if line.gives else self.tr('in')}" if line.domain.informs else ""
            ports.append((line.name, f"{domain_names.word(line.domain.name)}{flow}", meaning[line.open], colour))
        values = {what: [line for line in checked.values if line.what == what] for what in ("parameter", "state")}
        parameters = [(line.name, _default(line.default, line.unit), line.help, "") for line in values["parameter"]]
        states = [(line.name, readable(line.unit), line.help, "") for line in values["state"]]
        results = [(line.name, readable(line.unit or "1"), line.help, "") for line in checked.results]
        parts = [
            self._section(self.tr("Ports"), ports),
            self._section(self.tr("Parameters"), parameters),
            self._section(self.tr("States"), states),
            self._section(self.tr("Results"), results),
        ]
        return Markup("".join(parts))

    def _section(self, title: str, rows: list[tuple[str, str, str, str]]) -> str:
        if not rows:
            return ""
        quiet = self.theme.colours["text2"]
        lines = []
        for name, text, more, colour in rows:
            head = f'<b style="color:{colour or self.theme.colours["text"]}">{escape(name)}</b> &nbsp;{escape(text)}'
            below = f'<br><span style="color:{quiet}">{escape(more)}</span>' if more else ""
            lines.append(f'<p style="margin:0 0 3px 0">{head}{below}</p>')
        return f'<p style="color:{quiet}; font-size:11px; margin:8px 0 3px 0"><b>{escape(title)}</b></p>{"".join(lines)}'


def _default(value: str | float, unit: str) -> str:
    shown = value if isinstance(value, str) else f"{value:g} {readable(unit)}".strip()
    return f"= {shown}"
