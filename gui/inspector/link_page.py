"""The page of a selected link: its node, ports, domain and class."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from mars.component.domains import FRAME
from mars.document.circuit import Circuit
from mars.document.links import joined_ports
from mars.names import component_of, is_junction
from mars.pictures.sheet.symbols import symbol_of
from mars.pictures.style import domain_look

from ..document.document import Document
from ..document.selection import Selection
from ..kinds import domain_names
from ..theme import Theme
from ..widgets.labels import TintedLabel, wrap
from ..widgets.plain_text import Label, menu_text, set_tip
from .section import Section

MOST_PORTS = 60
RAISED = "⁰¹²³⁴⁵⁶"


class PortButton(QToolButton):
    """A port by name; hovering highlights it in the drawing."""

    def __init__(self, port: str, selection: Selection, parent: QWidget):
        super().__init__(parent)
        self.port, self.selection = port, selection
        self.setText(menu_text(port))

    def enterEvent(self, event: QEnterEvent) -> None:
        self.selection.light([self.port])
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.selection.light()
        super().leaveEvent(event)


class LinkPage(QWidget):
    """Read only; a click on a port selects its component, hovering highlights it."""

    def __init__(self, document: Document, selection: Selection, theme: Theme, key: str, parent: QWidget | None = None):
        super().__init__(parent)
        self.document, self.selection, self.theme, self.key = document, selection, theme, key
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        self._build()

    def _build(self) -> None:
        circuit = self.document.circuit
        ports, junctions = node_of(circuit, self.key)
        self.ports, self.junctions = ports, junctions
        self.domain = next(filter(None, (domain_of(circuit, port) for port in ports)), "")
        title = self.key.replace(" ", " – ")
        head = TintedLabel(self.theme, "text", title, 13, True, self)
        wrap(head)
        self._layout.addWidget(head)
        self._layout.addWidget(self._domain_line())
        if junctions:
            count = self.tr("Junctions")
            self._layout.addWidget(TintedLabel(self.theme, "text2", f"{count}: {', '.join(sorted(junctions)[:12])}", parent=self))
        text = self.tr("Node of %n ports", "", len(ports))
        self._layout.addWidget(Section(text, self.theme, self._fill_ports, parent=self))

    def _domain_line(self) -> QWidget:
        line = QWidget(self)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        sample = Label(parent=line)
        look = domain_look(self.domain)
        sample.setFixedSize(28, max(2, round(look.width)))
        sample.setStyleSheet(f"background: {look.colour(self.theme.name)}; border-radius: 1px;")
        row.addWidget(sample)
        label = TintedLabel(self.theme, "text2", self.description, parent=line)
        wrap(label)
        row.addWidget(label, 1)
        return line

    @property
    def description(self) -> str:
        """The domain of the link."""
        motions = self.document.circuit.motions
        if self.domain == FRAME.name:
            text = self.tr("Vector link, class P{power}: {motions}")
            return text.format(power=RAISED[len(motions)], motions=" ".join(motions))
        if not self.domain:
            return self.tr("Unknown domain")
        text = domain_names.description(self.domain)
        return text[:1].upper() + text[1:]

    def _fill_ports(self, section: Section) -> None:
        for port in self.ports[:MOST_PORTS]:
            button = PortButton(port, self.selection, self)
            button.setAutoRaise(True)
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            set_tip(button, self.tr("Select {name}").format(name=component_of(port)))
            button.clicked.connect(lambda _=False, port=port: self.selection.set([component_of(port)]))
            section.add(button)
        if len(self.ports) > MOST_PORTS:
            section.add(TintedLabel(self.theme, "text2", self.tr("and %n more", "", len(self.ports) - MOST_PORTS)))

    def refresh(self) -> None:
        """Rebuilt by the inspector when the links change."""

    def commit_all(self) -> None:
        """Has no input."""


def node_of(circuit: Circuit, key: str) -> tuple[list[str], set[str]]:
    """Ports and junctions joined by a link and all links connected to it."""
    ends = set(key.split(" "))
    found, waiting = set(ends), list(ends)
    while waiting:
        end = waiting.pop()
        for link in circuit.links:
            if end in link.ends and (other := link.other(end)) not in found:
                found.add(other)
                waiting.append(other)
    node = next((ports for ports in joined_ports(circuit) if found & set(ports)), ())
    return list(node), {end for end in found if is_junction(end)}


def domain_of(circuit: Circuit, port: str) -> str:
    owner, _, name = port.partition(".")
    if owner not in circuit.components:
        return ""
    terminal = symbol_of(circuit, owner).terminals.get(name)
    return terminal.domain if terminal is not None else ""
