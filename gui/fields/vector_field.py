"""Rows of numbers: three along x, y, z, three angles, or the numbers of an inertia tensor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from mars.component.declarations import Inertia, Parameter
from mars.errors import DocumentError
from mars.formulas.expressions import Quantity

from ..i18n import translate
from ..theme import Theme
from ..widgets.labels import ValueChip
from ..widgets.plain_text import set_tip
from .display_units import display_unit, known_variables, read_size, readable
from .field import Field
from .line_edit import LINE_GAP
from .slider_strip import SliderStrip, why_no_slider
from .value_line import ValueLine

PRINCIPAL, WITH_PRODUCTS, MATRIX = 3, 6, 9  # numbers of an inertia tensor, in its possible forms


class LinesField(Field):
    """Several numbers of one unit, which is shown once beside the label."""

    is_wide = True

    def __init__(self, parameter: Parameter, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.lines: list[ValueLine] = []
        self.chip = ValueChip(theme, self)
        self.strip: SliderStrip | None = None  # for the line edited last
        self.unit = display_unit(parameter.unit)
        self.rows = QGridLayout()
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(LINE_GAP)
        layout.addLayout(self.rows)
        layout.addWidget(self.chip, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.reason)

    def add_line(self, prefix: str, default: Any, row: int, column: int) -> ValueLine:
        line = ValueLine(self.parameter, self.theme, default, prefix=prefix, parent=self)
        line.label = f"{self.label} {prefix}"
        line.setAccessibleName(line.label)
        line.set_fixed_unit(self.unit)
        line.entered.connect(self.entered)
        line.returned.connect(self.returned)
        line.restored.connect(self._restored)
        line.textChanged.connect(self._update_chip)
        line.focused.connect(lambda: self._slide_along(prefix))
        self.lines.append(line)
        self.rows.addWidget(line, row, column)
        self.rows.setColumnStretch(column, 1)
        return line

    @property
    def is_modified(self) -> bool:
        return any(line.is_modified for line in self.lines)

    # The slider

    @property
    def can_slide(self) -> bool:  # type: ignore[override]
        return not self.parameter.structural

    @property
    def has_slider(self) -> bool:
        return self.strip is not None and not self.strip.isHidden()

    @property
    def why_no_slider(self) -> str:
        return next((why for line in self.lines if (why := why_no_slider(line))), "")

    def show_slider(self, visible: bool = True) -> None:
        if self.strip is None and visible:
            self.strip = SliderStrip(self.lines[0], self)
            self.strip.dragged.connect(self._slid)
            self.strip.ended.connect(self.drag_ended)
            box = self.layout()
            assert isinstance(box, QVBoxLayout)
            box.insertWidget(1, self.strip)
            self._slide_along(self.lines[0].prefix)
        if self.strip is not None:
            self.strip.setVisible(visible)

    def _slide_along(self, prefix: str) -> None:
        """The slider moves one number at a time: the one that had the cursor last."""
        if self.strip is not None:
            chosen = next(line for line in self.lines if line.prefix == prefix)
            self.strip.key = f"{self.slider_key}.{chosen.prefix}" if self.slider_key else ""
            self.strip.follow(chosen)
            self.strip.find_range()
            self.strip.follow()
            for each in self.lines:
                each.set_marked(each is chosen)

    def _slid(self, typed: Any) -> None:
        assert self.strip is not None
        self._restored()
        now = [line.default if line.typed is None else line.typed for line in self.lines]
        place = self.lines.index(self.strip.line)
        now[place] = self.lines[place].default if typed is None else typed
        self.dragged.emit(self.arranged(now))

    def arranged(self, typed: list[Any]) -> Any:
        """The numbers of the lines in stored form."""
        return typed

    @property
    def header(self) -> str:
        return readable(self.unit)

    def fill(self, items: Sequence[Any] | None, variables: Mapping[str, Quantity] | None, several: bool) -> None:
        if variables is not None:
            self.variables = variables
        shown = [line.default for line in self.lines] if items is None else items
        sizes = [read_size(item, self.parameter.unit, self.variables) or 0.0 for item in shown]
        self.unit = display_unit(self.parameter.unit, max(map(abs, sizes), default=0.0))
        for i, line in enumerate(self.lines):
            line.fixed_unit = self.unit
            line.set_typed(None if items is None else items[i], variables, several)
        if not self.is_modified:
            self.set_reason("")
        self._update_chip()
        if self.strip is not None:
            self.strip.follow()

    def read_lines(self) -> list[Any] | None:
        """The numbers as typed; None if all have their defaults."""
        typed = []
        for line in self.lines:
            value, reason = line.check()
            line.set_wrong(bool(reason))
            if reason:
                raise DocumentError(reason)
            typed.append(value)
        if all(value is None for value in typed):
            return None
        return [line.default if value is None else value for line, value in zip(self.lines, typed, strict=True)]

    def check(self, circuit: Any = None) -> tuple[Any, str]:
        if circuit is not None:
            for line in self.lines:
                line.variables = known_variables(circuit)
        return super().check(circuit)

    def accept(self) -> None:
        for line in self.lines:
            line.accept()
        super().accept()

    def restore(self) -> None:
        for line in self.lines:
            line.restore()

    def inputs(self) -> list[QWidget]:
        return [*self.lines]

    def focus_first(self) -> None:
        if self.lines:
            self.lines[0].setFocus(Qt.FocusReason.TabFocusReason)

    def _restored(self) -> None:
        if not self.is_modified:
            self.set_reason("")
        self.restored.emit()

    def _update_chip(self) -> None:
        found = ((line.prefix, line.formula_value()) for line in self.lines)
        self.chip.say("  ".join(f"{prefix} = {value}" for prefix, value in found if value))


class VectorField(LinesField):
    """Three numbers in one row; angles for an orientation."""

    def __init__(self, parameter: Parameter, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        defaults = list(parameter.default) if isinstance(parameter.default, list | tuple) else [0, 0, 0]
        for column, (axis, default) in enumerate(zip("xyz", defaults, strict=True)):
            self.add_line(axis, default, 0, column)

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        self.stored = typed
        good = isinstance(typed, list | tuple) and len(typed) == 3
        self.fill(typed if good else None, variables, several)

    def read(self) -> Any:
        return self.read_lines()


class InertiaField(LinesField):
    """Three principal moments; products of inertia on demand; a tensor typed as a matrix stays one."""

    def __init__(self, parameter: Inertia, theme: Theme, parent: QWidget | None = None):
        super().__init__(parameter, theme, parent)
        self.count = 0
        self.more = QToolButton(self)
        self.more.setAutoRaise(True)
        self.more.setText(translate("InertiaField", "Products of inertia"))
        set_tip(self.more, translate("InertiaField", "Add Jxy, Jxz, Jyz"))
        self.more.clicked.connect(self._add_products)
        row = QHBoxLayout()
        row.addWidget(self.more)
        row.addStretch(1)
        box = self.layout()
        assert isinstance(box, QVBoxLayout)
        box.insertLayout(1, row)
        self._build(PRINCIPAL)

    def _build(self, count: int) -> None:
        if count == self.count:
            return
        self.count = count
        self._drop_slider()
        for line in self.lines:
            line.setParent(None)
            line.deleteLater()
        self.lines = []
        given = [*self.parameter.default, 0, 0, 0][:WITH_PRODUCTS]
        if count == MATRIX:
            xx, yy, zz, xy, xz, yz = given
            given = [xx, xy, xz, xy, yy, yz, xz, yz, zz]
        labels = [a + b for a in "xyz" for b in "xyz"] if count == MATRIX else list(Inertia.labels[:count])
        for i, (label, default) in enumerate(zip(labels, given, strict=False)):
            self.add_line(label, default, i // 3, i % 3)
        self.more.setVisible(count == PRINCIPAL)

    def set_typed(self, typed: Any, variables: Mapping[str, Quantity] | None = None, several: bool = False) -> None:
        self.stored = typed
        items: Sequence[Any] | None = None
        if (
            isinstance(typed, list | tuple)
            and len(typed) == 3
            and all(isinstance(r, list | tuple) and len(r) == 3 for r in typed)
        ):
            items = [item for row in typed for item in row]
        elif isinstance(typed, list | tuple) and len(typed) in (PRINCIPAL, WITH_PRODUCTS):
            items = typed
        wanted = PRINCIPAL if items is None else len(items)
        if not (self.is_modified or (self.count == WITH_PRODUCTS and wanted == PRINCIPAL)):
            self._build(wanted)
        if items is not None and len(items) < len(self.lines):
            items = [*items, *([0] * (len(self.lines) - len(items)))]
        self.fill(items if items is None or len(items) == len(self.lines) else None, variables, several)

    def read(self) -> Any:
        typed = self.read_lines()
        if typed is None:
            return None
        if self.count == MATRIX:
            for a, b in ((1, 3), (2, 6), (5, 7)):  # the tensor is symmetric: its mirror element follows
                if self.lines[a].is_modified and not self.lines[b].is_modified:
                    typed[b] = typed[a]
                elif self.lines[b].is_modified and not self.lines[a].is_modified:
                    typed[a] = typed[b]
            return self.arranged(typed)
        return typed

    def arranged(self, typed: list[Any]) -> Any:
        return [typed[0:3], typed[3:6], typed[6:9]] if self.count == MATRIX else typed

    def _drop_slider(self) -> None:
        """Its line is removed."""
        if self.strip is not None:
            self.strip.hide()
            self.strip.deleteLater()
            self.strip = None

    def _add_products(self) -> None:
        before = [line.typed for line in self.lines]
        self._build(WITH_PRODUCTS)
        self.fill(None if all(v is None for v in before) else [*before, 0, 0, 0], None, False)
        self.lines[PRINCIPAL].setFocus(Qt.FocusReason.TabFocusReason)
