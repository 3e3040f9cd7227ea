"""Highlights equations: statements, numbers with units, ports in the colour of their domain, help, comments."""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from mars.formulas.units import unit_end
from mars.kinds.equation_text.line_parts import WORDS
from mars.pictures.style import domain_look

from ..theme import Theme

_HEAD = re.compile(rf"\s*({'|'.join(WORDS)})\b(?!\.)")
_NAME = re.compile(r"(?:[^\W\d]\w*)(?:\.\w+)*")
_NUMBER = re.compile(r"(?<![\w.])(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_UNIT = re.compile(r"\[[^\]]*\]")
_LIMIT = re.compile(r",\s*(at least|above|at most)\b")
_HELP = re.compile(r'"[^"]*"?')


class EquationHighlighter(QSyntaxHighlighter):
    """`ports` are the domains of the ports by name, as far as they are known."""

    def __init__(self, document: QTextDocument, theme: Theme):
        super().__init__(document)
        self.theme, self.ports = theme, dict[str, str]()
        theme.changed.connect(self.rehighlight)

    def set_ports(self, ports: Mapping[str, str]) -> None:
        if ports != self.ports:
            self.ports = dict(ports)
            self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        theme = self.theme
        quoted = [found.span() for found in _HELP.finditer(text)]
        comment = next((i for i, letter in enumerate(text) if letter == "#" and not _is_within(i, quoted)), len(text))
        code = text[:comment]
        for found in _NAME.finditer(code):
            if domain := self.ports.get(found[0].partition(".")[0]):
                self._paint(found.span(), QColor(domain_look(domain).colour(theme.name)))
            elif found[0] == "der":
                self._paint(found.span(), theme.colour("accent"))
        number = QColor(theme.colours["curves"][3])
        for found in _NUMBER.finditer(code):
            after = found.end() + len(code[found.end() :]) - len(code[found.end() :].lstrip())
            self._paint((found.start(), max(found.end(), unit_end(code, after))), number)
        for found in _UNIT.finditer(code):
            self._paint(found.span(), number)
        for found in _LIMIT.finditer(code):
            self._paint(found.span(1), theme.colour("accent"))
        if head := _HEAD.match(code):
            self._paint(head.span(1), theme.colour("accent"), QFont.Weight.DemiBold)
        for span in quoted:
            self._paint(span, theme.colour("good"))
        self._paint((comment, len(text)), theme.colour("text2"))

    def _paint(self, span: tuple[int, int], colour: QColor, weight: QFont.Weight = QFont.Weight.Normal) -> None:
        look = QTextCharFormat()
        look.setForeground(colour)
        look.setFontWeight(weight)
        self.setFormat(span[0], span[1] - span[0], look)


def _is_within(place: int, spans: list[tuple[int, int]]) -> bool:
    return any(start < place < end for start, end in spans)
