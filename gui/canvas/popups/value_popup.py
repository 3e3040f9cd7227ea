"""The popup with the one or two key parameters of a component: type, Tab, Enter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from mars.component.base import Joint
from mars.document.circuit import Circuit
from mars.editing.reroute import reroute
from mars.kinds.registry import kind_in
from mars.translation import languages

from ...document.document import Document
from ...edits.port_cleanup import drop_vanished, owned
from ...fields.display_units import known_variables
from ...fields.value_field import ValueField
from ...i18n import translate
from ...kinds.kind_groups import title
from ...theme import Theme
from ...widgets.labels import TintedLabel
from ...widgets.popup import Popup
from .value_entries import Entry, entry_for

WIDTH = 150  # of a field


class ValuePopup(Popup):
    """`take(values)` gets {`length`: typed, …} of what was changed; start values of joints are named `.angle`.

    A wrong value keeps the popup open with the reason; Escape leaves everything as it was.
    """

    def __init__(self, parent: QWidget, theme: Theme, document: Document, name: str, take: Callable[[dict[str, Any]], object]):
        super().__init__(parent, theme)
        self.document, self.name, self.take = document, name, take
        kind = document.circuit.components[name].kind
        self.column.addWidget(TintedLabel(theme, "text", f"{name} · {title(kind)}", bold=True, parent=self))
        self.rows: dict[str, Entry] = {}
        grid = QGridLayout()
        grid.setSpacing(6)
        for row, (key, entry, label) in enumerate(entries(document.circuit, name, theme)):
            words = TintedLabel(theme, "text2", label, parent=self)
            grid.addWidget(words, row, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            words.setFixedHeight(28)
            grid.addWidget(entry, row, 1)
            entry.setMinimumWidth(WIDTH)
            entry.returned.connect(self.finish)
            self.rows[key] = entry
            for line in entry.lines():
                line.installEventFilter(self)
                if isinstance(line, QLineEdit):
                    line.textChanged.connect(self._refit)
        self.column.addLayout(grid)

    def focus_first(self) -> None:
        if self.rows:
            self._focus(next(iter(self.rows.values())))

    def finish(self) -> None:
        """Take all values, or show what is wrong and stay."""
        changed, wrong = self._read()
        if wrong is not None:
            self.fit()
            self._focus(wrong)
            return
        self.close_popup()
        self._give(changed)

    def leave(self) -> None:
        """Going elsewhere takes what was typed well."""
        if not self.is_closed:
            changed, _ = self._read()
            self.close_popup()
            self._give(changed)

    def _give(self, changed: dict[str, Any]) -> None:
        if changed and self.name in self.document.circuit.components:
            self.take(changed)

    def _read(self) -> tuple[dict[str, Any], Entry | None]:
        circuit, changed, first_wrong = self.document.circuit, {}, None
        if self.name not in circuit.components:
            return {}, None
        for key, entry in self.rows.items():
            typed, reason = entry.check(circuit)
            if reason:
                first_wrong = first_wrong or entry
            elif typed != current(circuit, self.name, key):
                changed[key] = typed
        return changed, first_wrong

    def _focus(self, entry: Entry) -> None:
        line = entry.lines()[0]
        line.setFocus(Qt.FocusReason.TabFocusReason)
        if isinstance(line, QLineEdit):
            line.selectAll()

    def _refit(self) -> None:
        if self.isVisible():
            self.fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.cancel()
                return True
            is_box = not isinstance(watched, QLineEdit)
            if is_box and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.finish()
                return True
        return super().eventFilter(watched, event)


def entries(circuit: Circuit, name: str, theme: Theme) -> list[tuple[str, Entry, str]]:
    """Key, line and words of each key parameter, lengths first as on the sheet; of a joint where it starts."""
    component = circuit.components[name]
    kind = kind_in(circuit, component.kind)
    if kind is None:
        return []
    if issubclass(kind, Joint):
        found = []
        for coordinate in kind.coordinates.values():
            field = ValueField(kind.ports[coordinate.port].domain.position_unit, theme, 0.0, label=coordinate.name)
            field.set_typed(current(circuit, name, f".{coordinate.name}"), known_variables(circuit))
            field.setToolTip(languages.text(coordinate.help))
            words = translate("Gestures", "start {0}").format(languages.word(coordinate.name))
            found.append((f".{coordinate.name}", field, words))
        return found
    keys = sorted((p for p in kind.parameters.values() if p.key_parameter), key=lambda p: p.unit != "m")
    found = []
    for parameter in keys:
        entry = entry_for(parameter, theme, component.values.get(parameter.name), circuit, parameter is keys[-1])
        if entry is not None:
            entry.setToolTip(languages.text(parameter.help))
            found.append((parameter.name, entry, languages.word(parameter.name, kind.kind)))
    return found


def current(circuit: Circuit, name: str, key: str) -> Any:
    """What the document keeps now; None is the default."""
    if key.startswith("."):
        start = circuit.start.get(f"{name}{key}")
        return start.value if start is not None else None
    return circuit.components[name].values.get(key)


def has_key_parameters(circuit: Circuit, name: str) -> bool:
    """Whether placing the kind asks for values; joints have their starts, which can wait."""
    kind = kind_in(circuit, circuit.components[name].kind)
    return kind is not None and any(p.key_parameter for p in kind.parameters.values())


def put(circuit: Circuit, name: str, values: dict[str, Any]) -> None:
    """Write what the popup gave; links to ports that are gone are removed."""
    before = owned(circuit, name)
    for key, typed in values.items():
        if not key.startswith("."):
            circuit.set(f"{name}.{key}", typed)
        elif typed is None:
            circuit.start.pop(f"{name}{key}", None)
        else:
            old = circuit.start.get(f"{name}{key}")
            how = old.how if old is not None and old.how != "free" else "fixed"
            circuit.set_start(f"{name}{key}", typed, how)
    if owned(circuit, name) != before:
        drop_vanished(circuit, name, before)
        reroute(circuit, {name})
