"""The popup with the one or two key parameters of a component: type, Tab, Enter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from mars.component.base import Joint
from mars.component.declarations import Choice, Count, Flag, LawOf, Numbers, Parameter, Text, Vector
from mars.document.circuit import Circuit
from mars.editing.reroute import reroute
from mars.kinds.registry import kind_in
from mars.translation import languages

from ...document.document import Document
from ...edits.port_cleanup import drop_vanished, owned
from ...fields.choice_field import ChoiceField
from ...fields.display_units import known_variables
from ...fields.field import Field
from ...fields.field_factory import field_for
from ...fields.law_line import LawLine
from ...fields.line_edit import LINE_HEIGHT
from ...fields.value_field import ValueField
from ...i18n import translate
from ...kinds.kind_groups import title
from ...theme import Theme
from ...widgets.labels import TintedLabel
from ...widgets.plain_text import set_tip
from ...widgets.popup import Popup

WIDTH, NUMBER_WIDTH = 150, 90  # pixels of a field, and of each number in a field of several


class ValuePopup(Popup):
    """`take(values)` gets the changed values as {`length`: typed, …}; start values of joints are named `.angle`.

    An invalid value keeps the popup open with the reason; Escape restores everything.
    """

    def __init__(self, parent: QWidget, theme: Theme, document: Document, name: str, take: Callable[[dict[str, Any]], object]):
        super().__init__(parent, theme)
        self.document, self.name, self.take = document, name, take
        kind = document.circuit.components[name].kind
        self.column.addWidget(TintedLabel(theme, "text", f"{name} · {title(kind)}", bold=True, parent=self))
        self.rows: dict[str, Field] = {}
        grid = QGridLayout()
        grid.setSpacing(6)
        for row, (key, field, label) in enumerate(fields(document.circuit, name, theme)):
            words = TintedLabel(theme, "text2", label, parent=self)
            grid.addWidget(words, row, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            words.setFixedHeight(LINE_HEIGHT)
            grid.addWidget(field, row, 1)
            field.setMinimumWidth(WIDTH)
            field.returned.connect(self.finish)
            self.rows[key] = field
            inputs = field.inputs()
            for widget in inputs:
                widget.installEventFilter(self)
                if len(inputs) > 1:
                    widget.setFixedWidth(NUMBER_WIDTH)
        self.column.addLayout(grid)

    def focus_first(self) -> None:
        if self.rows:
            _focus(next(iter(self.rows.values())))

    def finish(self) -> None:
        """Apply all values, or show what is wrong and stay open."""
        changed, wrong = self._read()
        if wrong is not None:
            self.fit()
            _focus(wrong)
            return
        self.close_popup()
        self._give(changed)

    def leave(self) -> None:
        """Losing the focus applies valid input."""
        if not self.is_closed:
            changed, _ = self._read()
            self.close_popup()
            self._give(changed)

    def _give(self, changed: dict[str, Any]) -> None:
        if changed and self.name in self.document.circuit.components:
            self.take(changed)

    def _read(self) -> tuple[dict[str, Any], Field | None]:
        circuit, changed, first_wrong = self.document.circuit, {}, None
        if self.name not in circuit.components:
            return {}, None
        for key, field in self.rows.items():
            typed, reason = field.check(circuit)
            if isinstance(field, ChoiceField) and typed == field.parameter.default:
                typed = None
            if reason:
                first_wrong = first_wrong or field
            elif typed != current(circuit, self.name, key):
                changed[key] = typed
        return changed, first_wrong

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():  # a reason or the value of a formula appears
            self.fit()
        return super().event(event)

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


def _focus(field: Field) -> None:
    """Select the text, so that typing replaces it."""
    field.focus_first()
    first = field.inputs()[0]
    if isinstance(first, QLineEdit):
        first.selectAll()


def fields(circuit: Circuit, name: str, theme: Theme) -> list[tuple[str, Field, str]]:
    """Key, field and label of each key parameter, lengths first as on the sheet; for a joint, its start values."""
    component = circuit.components[name]
    kind = kind_in(circuit, component.kind)
    if kind is None:
        return []
    found: list[tuple[str, Field, str]] = []
    if issubclass(kind, Joint):
        for coordinate in kind.coordinates.values():
            field = ValueField(kind.ports[coordinate.port].domain.position_unit, theme, 0.0, label=coordinate.name)
            field.set_typed(current(circuit, name, f".{coordinate.name}"), known_variables(circuit))
            set_tip(field, languages.text(coordinate.help))
            words = translate("Gestures", "start {0}").format(languages.word(coordinate.name))
            found.append((f".{coordinate.name}", field, words))
        return found
    keys = sorted((p for p in kind.parameters.values() if p.key_parameter), key=lambda p: p.unit != "m")
    for parameter in keys:
        typed = component.values.get(parameter.name)
        field = _field_for(parameter, theme, typed, parameter is keys[-1])
        if field is not None:
            field.set_typed(typed, known_variables(circuit))
            set_tip(field, languages.text(parameter.help))
            words = languages.word(parameter.name, kind.kind)
            found.append((parameter.name, field, f"{words}, {field.header}" if field.header else words))
    return found


def _field_for(parameter: Parameter, theme: Theme, typed: Any, show_hint: bool) -> Field | None:
    """None for parameters that need more room (tables, points)."""
    if isinstance(parameter, LawOf):
        return LawLine(parameter, theme, show_hint) if LawLine.can_show(typed) else None
    if isinstance(parameter, Vector) and type(parameter).resolve is not Vector.resolve:  # axes, orientations, inertias
        return None
    if type(parameter) is Parameter or isinstance(parameter, Choice | Count | Flag | Numbers | Text | Vector):
        return field_for(parameter, theme, 0.0)
    return None


def current(circuit: Circuit, name: str, key: str) -> Any:
    """The stored value; None is the default."""
    if key.startswith("."):
        start = circuit.start.get(f"{name}{key}")
        return start.value if start is not None else None
    return circuit.components[name].values.get(key)


def has_key_parameters(circuit: Circuit, name: str) -> bool:
    """Whether placing the kind asks for values; start values of joints can wait."""
    kind = kind_in(circuit, circuit.components[name].kind)
    return kind is not None and any(p.key_parameter for p in kind.parameters.values())


def put(circuit: Circuit, name: str, values: dict[str, Any]) -> None:
    """Store the values of the popup, defaults included; links to ports that no longer exist are removed."""
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
