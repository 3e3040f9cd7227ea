"""A one-page help on writing equations."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from ..i18n import QT_TRANSLATE_NOOP, translate
from ..theme import Theme
from ..widgets.page import Page
from ..widgets.plain_text import Markup

SIZE = (560, 560)
LINES = (  # syntax, its meaning in the context «Equations»
    ("# Resists twist.", QT_TRANSLATE_NOOP("Equations", "a comment; comments at the top become the component's help")),
    (
        "port a: rotation",
        QT_TRANSLATE_NOOP("Equations", "a port: rotation, translation, electrical, hydraulic, thermal, frame"),
    ),
    (
        "port b: rotation, free, right",
        QT_TRANSLATE_NOOP("Equations", "a port that may be left unconnected, on the right side"),
    ),
    ("port u: signal in", QT_TRANSLATE_NOOP("Equations", "an input signal, read as u; “signal out” declares an output")),
    (
        'parameter mass = 2 kg, at least 0 "of the wheel"',
        QT_TRANSLATE_NOOP("Equations", "a parameter, set for each component, with limits (at least, above, at most) and help"),
    ),
    ("state twist [rad] = 0", QT_TRANSLATE_NOOP("Equations", "a state variable and its start value")),
    ("let rate = b.speed - a.speed", QT_TRANSLATE_NOOP("Equations", "a name for a formula")),
    ("der(twist) = rate", QT_TRANSLATE_NOOP("Equations", "the derivative of a state")),
    (
        "a.torque = -stiffness*twist",
        QT_TRANSLATE_NOOP("Equations", "one equation for each stream variable of a port, positive into the component"),
    ),
    (
        "point.F.x = drag*point.v.x",
        QT_TRANSLATE_NOOP("Equations", "force F or moment M at a frame port; r, v and w can be read"),
    ),
    ("y = gain*u", QT_TRANSLATE_NOOP("Equations", "one equation for each output signal")),
    ("result power [W] = …", QT_TRANSLATE_NOOP("Equations", "an additional result to plot")),
    ("stored = …   loss = …", QT_TRANSLATE_NOOP("Equations", "stored energy and power loss, for the energy ledger")),
    ("source", QT_TRANSLATE_NOOP("Equations", "power is supplied from outside")),
)


def show_equation_help(parent: QWidget, theme: Theme) -> QDialog:
    """Show the page in a modeless window."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(translate("Equations", "How to write equations"))
    dialog.resize(*SIZE)
    page = Page(dialog)
    page.document().setDocumentMargin(16)
    page.show_markup(_markup(theme))
    column = QVBoxLayout(dialog)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(page)
    dialog.show()
    return dialog


def _markup(theme: Theme) -> Markup:
    code, quiet = theme.colours["accent"], theme.colours["text2"]
    words = translate(
        "Equations", "One statement per line. Write numbers with their units; both sides of an equation must have the same unit."
    )
    rows = [
        f'<p style="margin:0 0 9px 0"><code style="color:{code}">{escape(line)}</code><br>'
        f'<span style="color:{quiet}">{escape(translate("Equations", meaning))}</span></p>'
        for line, meaning in LINES
    ]
    return Markup(f"<p>{escape(words)}</p>{''.join(rows)}")
