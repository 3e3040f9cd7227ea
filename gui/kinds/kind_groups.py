"""The kinds as users look for them: ordered groups, readable names, search words, tooltips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from html import escape
from typing import Any

from mars.component.base import Component, Terminal
from mars.kinds.registry import kinds
from mars.kinds.resolved import default_ports
from mars.translation import kind_pages, languages
from mars.translation.kind_pages import entry, summary

from ..i18n import translate
from ..widgets.plain_text import Markup
from . import domain_names
from .kind_order import FAMILIES, ORDER, PARTS, SYNONYMS
from .search_rank import best

MOST_TOGETHER = 12  # a larger family is split by domain
MOST_PARAMETERS = 8
PORTS = "ports"  # the family of subcircuit ports


@dataclass(frozen=True)
class KindGroup:
    """Kinds under one heading; `key` is language-independent, `word` distinguishes kinds of the same name."""

    key: str
    title: str
    word: str
    kinds: tuple[str, ...]


def title_in_sentence(kind: str) -> str:
    """Within a sentence: slide spring, DC motor, пружина кручения."""
    name = title(kind)
    return name[:1].lower() + name[1:] if name[1:2].islower() and "." in kind else name


def title(kind: str) -> str:
    """As a heading: Slide spring. The file's custom kinds keep their names."""
    return kind_pages.title(kind) if "." in kind else kind.rpartition(":")[2]


def groups(*, inside: bool = True) -> list[KindGroup]:
    """All installed kinds; subcircuit ports only on the sheet of a subcircuit, where they come first."""
    families: dict[str, list[str]] = defaultdict(list)
    for kind, cls in kinds().items():
        if inside or not issubclass(cls, Terminal):
            families[PORTS if issubclass(cls, Terminal) else kind.rpartition(".")[0]].append(kind)
    found = []
    for family in sorted(families, key=lambda name: (FAMILIES.index(name) if name in FAMILIES else len(FAMILIES), name)):
        members = sorted(families[family], key=partial(_place, family))
        if family in PARTS:
            found += _parted(family, members)
            continue
        if len(members) <= MOST_TOGETHER:
            found.append(KindGroup(family, _family_title(family), _family_title(family).lower(), tuple(members)))
            continue
        by_domain: dict[str, list[str]] = defaultdict(list)
        for kind in members:
            by_domain[_domain(kind)].append(kind)
        for domain in sorted(by_domain, key=_domain_place):
            heading = f"{_family_title(family)} · {_domain_title(domain)}"
            found.append(KindGroup(f"{family}.{domain}", heading, _domain_hint(domain), tuple(by_domain[domain])))
    return sorted(found, key=lambda group: group.key != PORTS)


def _parted(family: str, members: list[str]) -> Iterator[KindGroup]:
    """A family split by its headings; unknown kinds go under the last one."""
    parts = [(heading, names.split()) for heading, names in PARTS[family]]
    placed = {name for _, names in parts for name in names}
    parts[-1][1].extend(name for kind in members if (name := kind.rpartition(".")[2]) not in placed)
    for heading, names in parts:
        words = translate("Kinds", heading)
        inside = tuple(kind for name in names if (kind := f"{family}.{name}") in members)
        if inside:
            yield KindGroup(f"{family}.{heading}", f"{_family_title(family)} · {words}", _family_title(family).lower(), inside)


def found_by(kind: str, own: Mapping[str, type[Component]] | None = None) -> tuple[str, str]:
    """Its name, and everything else it can be found by; `own` are kinds that are not installed."""
    cls = (own or {}).get(kind, kind)
    more = f"{kind} {summary(cls)} {SYNONYMS.get(kind, '')} {languages.other_names(kind)}"
    if languages.current() == languages.ENGLISH:
        return title(kind), more
    return f"{title(kind)} {kind_pages.title(kind, languages.ENGLISH)}", f"{more} {summary(cls, languages.ENGLISH)}"


def search(typed: str, among: list[KindGroup] | None = None, own: Mapping[str, type[Component]] | None = None) -> list[str]:
    """The kinds that match the typed text, best first; name, family, help and synonyms count."""
    order = [kind for group in (groups() if among is None else among) for kind in group.kinds]
    return best(typed, order, lambda kind: found_by(kind, own))


def tooltip(kind: str | type[Component]) -> Markup:
    """First sentence of the help, ports with their domains, parameters with units and defaults."""
    return _tooltip(kind, languages.current())


@lru_cache(512)
def _tooltip(kind: str | type[Component], language: str) -> Markup:
    data = entry(kind, language)
    name = data["kind"]
    lines = [f"<b>{escape(title(name))}</b> &nbsp;<span>{escape(name) if '.' in name else ''}</span>", escape(summary(kind))]
    ports = [f"{escape(port['name'])} ({escape(domain_names.word(port['domain']))})" for port in data["ports"]]
    lines.append(f"<i>{translate('Kinds', 'Ports')}</i>&nbsp; {', '.join(ports)}")
    values = [f"{escape(p['title'])} = {escape(default(p))}" for p in data["parameters"][:MOST_PARAMETERS]]
    if len(data["parameters"]) > MOST_PARAMETERS:
        values.append(translate("Kinds", "and %n more", len(data["parameters"]) - MOST_PARAMETERS))
    if values:
        lines.append(f"<i>{translate('Kinds', 'Parameters')}</i>&nbsp; {', '.join(values)}")
    return Markup(f'<div style="width: 320px">{"<br>".join(lines)}</div>')


def default(parameter: dict[str, Any]) -> str:
    """The default of a parameter with its unit, as text."""
    value, unit = parameter["default"], parameter["unit"]
    if not value and isinstance(value, dict | list):
        return translate("Kinds", "none")
    if isinstance(value, dict):
        value = value.get("value", value.get("law", "…"))
    if parameter["type"] == "flag":
        value = languages.word("yes" if value else "no")
    if parameter["type"] == "choice":
        value = languages.word(value)
    if isinstance(value, list):
        value = f"({', '.join(map(_number, value))})" if value and not isinstance(value[0], list) else "…"
    return f"{_number(value)} {unit}".strip() if unit != "1" else _number(value)


def _number(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "–" if value is None else str(value)
    return f"{value:g}".replace("-", "−")


def _place(family: str, kind: str) -> tuple[int, str]:
    """Position of a kind in its family; `slide_spring` has the position of spring in its own group."""
    name = kind.rpartition(".")[2]
    order = ORDER.get(family, "").split()
    name = {"slide_ratchet": "one_way_clutch"}.get(name, name)
    for candidate in (kind, name, name.removeprefix("slide_")):
        if candidate in order:
            return order.index(candidate), kind
    return len(order), kind


def _domain(kind: str) -> str:
    """Its domain; a signal only if it has no other."""
    domains = [port.domain for port in default_ports(kinds()[kind]).values()]
    return next((domain.name for domain in domains if not domain.informs), domains[0].name if domains else "")


def _domain_place(domain: str) -> tuple[int, str]:
    order = ("rotation", "translation", "frame")
    return (order.index(domain) if domain in order else len(order)), domain


def _family_title(family: str) -> str:
    known = {
        "bodies": translate("Kinds", "Bodies"),
        "joints": translate("Kinds", "Joints"),
        "sources": translate("Kinds", "Sources"),
        "inputs": translate("Kinds", "Manual inputs"),
        "dynamics": translate("Kinds", "Dynamics"),
        "meters": translate("Kinds", "Meters"),
        "electrical": translate("Kinds", "Electrical"),
        "drives": translate("Kinds", "Drives"),
        "hydraulic": translate("Kinds", "Hydraulic"),
        "thermal": translate("Kinds", "Thermal"),
        "sensors": translate("Kinds", "Sensors"),
        "signals": translate("Kinds", "Signals"),
        "control": translate("Kinds", "Control"),
        "sampled": translate("Kinds", "Sampled"),
        "logic": translate("Kinds", "Logic"),
        PORTS: translate("Kinds", "Subcircuit ports"),
        "": translate("Kinds", "Other"),
    }
    return known.get(family) or languages.family_name(family) or kind_pages.title(family)


def _domain_hint(domain: str) -> str:
    return translate("Kinds", "points") if domain == "frame" else _domain_title(domain)


def _domain_title(domain: str) -> str:
    known = {
        "rotation": translate("Kinds", "shafts"),
        "translation": translate("Kinds", "sliders"),
        "frame": translate("Kinds", "between points"),
    }
    return known.get(domain) or domain_names.word(domain)
