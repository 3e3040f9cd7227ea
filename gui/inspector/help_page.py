"""The help page of a kind: symbol, text, ports, parameters and results, from its declaration."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QWidget

from mars.component.base import Component
from mars.kinds.registry import kinds
from mars.translation import languages
from mars.translation.kind_pages import entry

from ..fields.display_units import readable
from ..i18n import translate
from ..kinds import kind_groups
from ..kinds.domain_names import word
from ..symbols.symbol_painter import symbol_pixmap
from ..theme import Theme
from ..widgets.page import Page
from ..widgets.plain_text import Markup

SYMBOL = 96
PICTURE = QUrl("mars:symbol")


class HelpPage(Page):
    """Read only; `show_kind` switches to another kind."""

    def __init__(self, kind: str | type[Component], theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self.theme, self.kind = theme, kind
        self.document().setDocumentMargin(16)
        theme.changed.connect(self._show)
        self._show()

    def show_kind(self, kind: str | type[Component]) -> None:
        self.kind = kind
        self._show()

    def _show(self) -> None:
        if isinstance(self.kind, str) and self.kind not in kinds():
            self.setPlainText(translate("HelpPage", "The kind “{kind}” is not installed.").format(kind=self.kind))
            return
        pixmap = symbol_pixmap(self.kind, SYMBOL, self.theme, self.devicePixelRatioF())
        self.show_markup(html_of(self.kind, self.theme), {PICTURE: pixmap})


def html_of(kind: str | type[Component], theme: Theme) -> Markup:
    """The whole page."""
    data, c = entry(kind), theme.colours
    title = kind_groups.title(data["kind"])
    parts = [
        f'<table width="100%"><tr><td width="{SYMBOL + 16}">'
        f'<img src="{PICTURE.toString()}" width="{SYMBOL}" height="{SYMBOL}"></td>'
        f'<td valign="middle"><p style="font-size:15px; font-weight:600">{escape(title)}</p>'
        f'<p style="color:{c["text2"]}">{escape(data["kind"])}</p></td></tr></table>',
        *(f"<p>{escape(' '.join(text.split()))}</p>" for text in data["help"].split("\n\n")),
    ]
    meaning = {
        "required": translate("HelpPage", "must be connected"),
        "free": translate("HelpPage", "may be left unconnected"),
        "reference": translate("HelpPage", "if unconnected: tied to the reference node"),
    }
    ports = [[p["name"], word(p["domain"]), meaning[p["open"]], p["help"]] for p in data["ports"]]
    parts += _table(translate("HelpPage", "Ports"), ports, c)
    parts += _table(translate("HelpPage", "Parameters"), [_parameter(p) for p in data["parameters"]], c)
    laws = sorted({law for p in data["parameters"] for law in p.get("laws", ())})
    if laws:
        parts.append(f"<p style='color:{c['text2']}'>{translate('HelpPage', 'Laws')}: {escape(', '.join(laws))}</p>")
    for key, words in (
        ("coordinates", translate("HelpPage", "Coordinates")),
        ("states", translate("HelpPage", "States")),
        ("results", translate("HelpPage", "Results")),
    ):
        parts += _table(words, [[i["title"], readable(i.get("unit", "")), i["help"]] for i in data[key]], c)
    return Markup(f'<div style="color:{c["text"]}">{"".join(parts)}</div>')


def _parameter(p: dict[str, Any]) -> list[str]:
    unit = readable(p["unit"])
    default = ("yes" if p["default"] else "no") if p["type"] == "flag" else p["default"]
    default = languages.word(default) if p["type"] in ("choice", "flag") else default
    shown = f"{default:g}" if isinstance(default, int | float) else _short(default)
    return [p["title"], f"{shown} {unit}".strip(), p["limits"], p["help"]]


def _short(value: Any) -> str:
    if isinstance(value, list):
        return "(" + ", ".join(_short(item) for item in value) + ")"
    return "" if value in (None, {}) else str(value)[:60]


def _table(title: str, rows: list[list[str]], c: dict[str, Any]) -> list[str]:
    if not rows:
        return []
    used = [i for i in range(len(rows[0])) if any(row[i] for row in rows)]
    lines = []
    for row in rows:
        looks = ["font-weight:600", *[f"color:{c['text2']}"] * len(row)]
        cells = (f'<td style="padding:3px 12px 3px 0; {looks[i]}">{escape(str(row[i]))}</td>' for i in used)
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return [f'<p style="font-weight:600; margin-top:14px">{escape(title)}</p><table cellspacing="0">{"".join(lines)}</table>']
