"""A row of the form: label, field, and an arrow back to the default."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from ..fields.field import Field
from ..fields.tinted import TintedLabel
from ..fields.value_field import ValueField
from ..i18n import translate
from ..theme import Theme

LABEL = 88  # width of the label column
RESET = 18


class RowLabel(TintedLabel):
    """Of a number field: a click shows or hides its slider."""

    clicked = Signal()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()


class Row(QWidget):
    """Narrow fields stand beside their right-aligned label, wide ones below it with their unit at the right."""

    reset = Signal()

    def __init__(self, title: str, field: Field, theme: Theme, tip: str = "", parent: QWidget | None = None):
        super().__init__(parent)
        self.field = field
        self.label = RowLabel(theme, "text2", title, parent=self)
        self.label.setFixedHeight(28 if not field.is_wide else 20)
        self.label.setToolTip(tip)
        field.setToolTip(tip)
        self.reset_button = reset_button(theme, self)
        self.reset_button.clicked.connect(self.reset)
        if field.is_wide:
            self._lay_below(theme)
        else:
            self._lay_beside(title)
        if isinstance(field, ValueField):
            self.label.clicked.connect(lambda: field.show_slider(not field.has_slider))
            self.label.setCursor(Qt.CursorShape.PointingHandCursor)
            hint = translate("Row", "Click for a slider")
            self.label.setToolTip(f"{tip}\n{hint}" if tip else hint)

    def _lay_beside(self, title: str) -> None:
        self.label.setFixedWidth(LABEL)
        self.label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        fitting = self.label.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, LABEL)
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
        grid.addWidget(self.reset_button, 0, 2, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(1, 1)

    def _lay_below(self, theme: Theme) -> None:
        self.unit = TintedLabel(theme, "text2", "", 11, parent=self)
        head = QHBoxLayout()
        head.setSpacing(6)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.reset_button.setFixedHeight(20)
        head.addWidget(self.label, 1)
        head.addWidget(self.unit)
        head.addWidget(self.reset_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.field)

    def update_marks(self, is_changed: bool) -> None:
        """Show the arrow where the value is not the default, and the unit of a wide field."""
        self.reset_button.setVisible(is_changed)
        if self.field.is_wide:
            self.unit.setText(self.field.header)


def reset_button(theme: Theme, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setAutoRaise(True)
    button.setIcon(theme.icon("ph.arrow-counter-clockwise", "text2"))
    button.setIconSize(QSize(14, 14))
    button.setFixedSize(RESET, 28)
    button.setToolTip(translate("Row", "Back to the default"))
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.setObjectName("quiet")
    policy = button.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    button.setSizePolicy(policy)
    return button
