"""A row of a form: label, field, slider button (or structure mark), and reset button."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from mars.translation import languages

from ..fields import slider_memory
from ..fields.field import Field
from ..fields.line_edit import LINE_HEIGHT
from ..i18n import translate
from ..theme import Theme
from ..widgets.labels import TintedLabel, ValueChip
from ..widgets.plain_text import set_tip

LABEL = {"en": 88, "ru": 106}  # width of the label column, by language: Russian words are longer
RESET = 18  # pixels of the reset button
HEAD = 20  # pixels of the line above a wide field


class RowLabel(TintedLabel):
    """A click shows or hides the slider, if the field can have one."""

    clicked = Signal()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()


class FormRow(QWidget):
    """Narrow fields are beside their right-aligned label, wide ones below it with their unit at the right."""

    reset = Signal()

    def __init__(self, title: str, field: Field, theme: Theme, tip: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self.field = field
        self.label = RowLabel(theme, "text2", title, parent=self)
        self.label.setFixedHeight(LINE_HEIGHT if not field.is_wide else HEAD)
        set_tip(self.label, tip)
        set_tip(field, tip)
        self.there = ValueChip(theme, self)  # its value in the instance through which the sheet was opened
        self.theme = theme
        self.reset_button = reset_button(theme, self)
        self.reset_button.clicked.connect(self.reset)
        self.side_button = reset_button(theme, self)  # of the slider, or the structure mark
        self.side_button.clicked.connect(self.toggle_slider)
        self.label.clicked.connect(self.toggle_slider)
        if field.is_wide:
            self._lay_below(theme)
        else:
            self._lay_beside(title)
        self._side: tuple[bool, bool, str, bool] | None = None  # state of the side button
        if not field.slider_key:  # a setting, not a component parameter: no space is reserved
            policy = self.side_button.sizePolicy()
            policy.setRetainSizeWhenHidden(False)
            self.side_button.setSizePolicy(policy)
            self.side_button.hide()
        self._mark_side()

    # The slider

    def open_slider(self, by_default: bool) -> None:
        """Restore its last state."""
        if self._can_slide and slider_memory.is_open(self.field.slider_key, by_default) and not self.field.why_no_slider:
            self.field.show_slider()
        self._mark_side()

    def toggle_slider(self) -> None:
        if self._can_slide and (self.field.has_slider or not self.field.why_no_slider):
            self.field.show_slider(not self.field.has_slider)
            slider_memory.set_open(self.field.slider_key, self.field.has_slider)
        self._mark_side()

    @property
    def _can_slide(self) -> bool:
        return bool(self.field.slider_key) and self.field.can_slide and not self.field.parameter.structural

    def _mark_side(self) -> None:
        """Show the slider button if possible; for structure, the mark that a change takes longer."""
        if not self.field.slider_key:
            return
        is_structure, why = self.field.parameter.structural, self.field.why_no_slider if self._can_slide else ""
        side = (is_structure, self._can_slide, why, self.field.has_slider)
        if side == self._side:
            return
        self._side = side
        self.side_button.setVisible(is_structure or self._can_slide)
        self.side_button.setEnabled(self._can_slide and not why)
        self.label.setCursor(Qt.CursorShape.PointingHandCursor if self._can_slide and not why else Qt.CursorShape.ArrowCursor)
        icon, colour = ("ph.tree-structure", "text2") if is_structure else ("ph.sliders-horizontal", "text2")
        words = why or translate("Row", "Show slider")
        if is_structure:
            words = translate("Row", "Changing this rebuilds the model; the run continues from its current time")
        elif self.field.has_slider and not why:
            colour, words = "accent", translate("Row", "Hide slider")
        self.side_button.setIcon(self.theme.icon(icon, colour))
        set_tip(self.side_button, words)

    def _lay_beside(self, title: str) -> None:
        width = LABEL[languages.current()]
        self.label.setFixedWidth(width)
        self.label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        fitting = self.label.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, width)
        if fitting != title and " " in title:  # two lines rather than a cut word
            self.label.setWordWrap(True)
            self.label.setFixedHeight(34)
        elif fitting != title:
            self.label.setText(fitting)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(6)
        grid.setVerticalSpacing(0)
        grid.addWidget(self.label, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.field, 0, 1)
        grid.addWidget(self.side_button, 0, 2, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self.reset_button, 0, 3, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(1, 1)
        grid.addWidget(self.there, 1, 1, 1, 3, Qt.AlignmentFlag.AlignLeft)

    def _lay_below(self, theme: Theme) -> None:
        self.unit = TintedLabel(theme, "text2", "", 11, parent=self)
        head = QHBoxLayout()
        head.setSpacing(6)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for button in (self.side_button, self.reset_button):
            button.setFixedHeight(HEAD)
        head.addWidget(self.label, 1)
        head.addWidget(self.unit)
        head.addWidget(self.side_button)
        head.addWidget(self.reset_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.field)
        column.addWidget(self.there, 0, Qt.AlignmentFlag.AlignLeft)

    def update_marks(self, is_changed: bool) -> None:
        """Show the reset button if the value is not the default, and the unit of a wide field."""
        self.reset_button.setVisible(is_changed)
        self._mark_side()
        if self.field.is_wide:
            self.unit.setText(self.field.header)


def reset_button(theme: Theme, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setAutoRaise(True)
    button.setIcon(theme.icon("ph.arrow-counter-clockwise", "text2"))
    button.setIconSize(QSize(14, 14))
    button.setFixedSize(RESET, LINE_HEIGHT)
    set_tip(button, translate("Row", "Reset to default"))
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.setObjectName("quiet")
    policy = button.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    button.setSizePolicy(policy)
    return button
