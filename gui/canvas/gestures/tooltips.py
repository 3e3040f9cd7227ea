"""Tooltips: a component with its help and values, a port, a link with its node."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from mars.component.base import Body
from mars.document.circuit import Circuit
from mars.errors import Complaint
from mars.pictures.sheet.symbols import Symbol, SymbolPort
from mars.translation import languages

from ...fields import law_text
from ...i18n import translate
from ...kinds import domain_names
from ...kinds.kind_groups import title
from ...widgets.plain_text import Markup
from ..hit_test import Hit
from ..sheet_layout import SheetLayout
from .wire_gesture import wire_of

WIDTH = 300  # pixels
MOST = 12  # ports of a node, values of a component


def tip(circuit: Circuit, layout: SheetLayout, hit: Hit, problems: Sequence[Complaint] = ()) -> Markup:
    """Rich text, or empty; for a badge, its problems."""
    if hit.what == "badge":
        rows = [escape(" ".join(filter(None, (each.cause.rstrip(".") + ".", each.remedy)))) for each in problems[:MOST]]
    elif hit.what == "port":
        rows = _port(layout.symbols[hit.component], layout.symbols[hit.component].terminals[hit.port], layout)
    elif hit.what == "component":
        rows = _component(circuit, layout.symbols[hit.component])
    elif hit.what == "wire" or hit.what == "junction":
        rows = _node(layout, hit)
    else:
        return Markup()
    return Markup(f'<div style="width: {WIDTH}px">{"<br>".join(rows)}</div>' if rows else "")


def _heading(name: str, words: str) -> str:
    return f"<nobr><b>{escape(name)}</b> &nbsp;{escape(words)}</nobr>"


def _component(circuit: Circuit, symbol: Symbol) -> list[str]:
    component = circuit.components[symbol.name]
    rows = [_heading(symbol.name, title(component.kind))]
    if symbol.kind is None:
        return [*rows, translate("Gestures", "This kind is not installed, so the component cannot run.")]
    rows.append(escape(" ".join((symbol.kind.__doc__ or "").split()).partition(". ")[0].rstrip(".")) + ".")
    values = [
        f"{escape(p.name.replace('_', ' '))} = {escape(_typed(component.values.get(p.name, p.default), p.unit))}"
        for p in sorted(symbol.kind.parameters.values(), key=lambda p: p.unit != "m")  # lengths first, as on the sheet
        if p.key_parameter or p.name in component.values
    ]
    starts = [
        f"{translate('Gestures', 'start')} {escape(key.partition('.')[2])} = {escape(_typed(start.value, ''))}"
        for key, start in circuit.start.items()
        if key.partition(".")[0] == symbol.name
    ]
    rows += [*values[:MOST], *starts[:MOST]]
    if component.disabled:
        rows.append(f"<i>{translate('Gestures', 'disabled: excluded from runs')}</i>")
    return rows


def _typed(value: object, unit: str) -> str:
    if isinstance(value, dict):
        return law_text.write(value) or str(value.get("law") or f"{len(value)} …")
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if isinstance(value, str) or unit in ("", "1") else f"{text} {unit}"


def _port(symbol: Symbol, terminal: SymbolPort, layout: SheetLayout) -> list[str]:
    end = f"{symbol.name}.{terminal.name}"
    rows = [_heading(end, domain_names.description(terminal.domain))]
    declared = symbol.ports.get(terminal.name)
    if declared is not None and declared.help:
        rows.append(escape(languages.text(declared.help)))
    if end not in layout.linked:
        rows.append(open_words(terminal.open))
    return rows


def open_words(meaning: str) -> str:
    """Explains an open port."""
    known = {
        "required": translate("Gestures", "Not connected; a link is required."),
        "free": translate("Gestures", "Not connected; nothing acts on it."),
        "reference": translate("Gestures", "Not connected; held at zero, as the hatched symbol shows."),
    }
    return known.get(meaning, "")


def _node(layout: SheetLayout, hit: Hit) -> list[str]:
    """The ports of the node of a wire."""
    key = wire_of(hit)
    end = layout.links[key].a if key in layout.links else hit.end
    node = layout.node.get(end)
    if node is None:
        return []
    links = layout.nodes[node]
    ports = list(dict.fromkeys(each for link in links for each in (link.a, link.b) if not each.startswith("#")))
    domain = layout.domains.get(links[0].key, "")
    names = ", ".join(map(escape, ports[:MOST])) + (" …" if len(ports) > MOST else "")
    rows = [_heading(translate("Gestures", "Node of %n ports", len(ports)), domain_names.description(domain)), names]
    if domain == "frame" and len(ports) == 2 and _is_weld(layout, ports):
        rows.append(translate("Gestures", "A vector link between two bodies welds them."))
    return rows


def _is_weld(layout: SheetLayout, ports: list[str]) -> bool:
    owners = [layout.symbols[end.partition(".")[0]].kind for end in ports]
    return all(kind is not None and issubclass(kind, Body) for kind in owners)
