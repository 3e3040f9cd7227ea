"""Description of a kind from its declaration, in the reader's language: for `mars components`, help and documentation."""

from __future__ import annotations

import re
from difflib import get_close_matches
from inspect import cleandoc
from itertools import groupby
from textwrap import fill
from typing import Any

from mars.component.base import Component, Joint
from mars.component.declarations import Flag, LawOf
from mars.component.laws import CONTINUITY, LAWS, NUMBERS, Law
from mars.document.aliases import current
from mars.errors import DocumentError
from mars.kinds.registry import kinds, suggestion
from mars.kinds.resolved import default_ports, default_values
from mars.messages import Message, all_of
from mars.translation.languages import ENGLISH, domain_word, english_title, kind_name, message, text, word


def family(name: str | None) -> list[str]:
    """The kinds of a family (`joints`), all kinds if none is given; empty for an unknown family."""
    return [kind for kind in kinds() if name is None or kind.rpartition(".")[0] == name]


def title(kind: str, language: str | None = None) -> str:
    """Its name as a heading: `dynamics.slide_spring` -> Slide spring, `drives.dc_motor` -> DC motor."""
    name = kind_name(kind, language) or english_title(kind)
    return name[:1].upper() + name[1:]


def component_title(kind: str, language: str | None = ENGLISH) -> str:
    """The noun for one component of a kind: a joint, or the name of its kind."""
    if kind.startswith("joints."):
        return message("Joint", language)
    return title(kind, language)


def summary(kind: str | type[Component], language: str | None = None) -> str:
    """The first sentence of the help."""
    cls = kinds()[kind] if isinstance(kind, str) else kind
    first = " ".join(text(cleandoc(cls.__doc__ or ""), language).split("\n\n")[0].split())
    return re.split(r"(?<=\.)\s", first, maxsplit=1)[0]


def listing(names: list[str], width: int | None = None) -> str:
    """Kinds with their summaries, grouped by family; long lines are wrapped to the width, if given."""
    indent = max(map(len, names), default=0) + 2
    families = []
    for _, members in groupby(names, key=lambda name: name.rpartition(".")[0]):
        lines = [f"{name:<{indent}}{summary(name)}" for name in members]
        if width:
            lines = [fill(line, max(width, 2 * indent), subsequent_indent=" " * indent) for line in lines]
        families.append("\n".join(lines) + "\n")
    return "\n".join(families)


def entry(kind: str | type[Component], language: str | None = None) -> dict[str, Any]:
    """Plain data about one kind."""
    cls = kinds().get(current("kind", kind)) if isinstance(kind, str) else kind
    if cls is None:
        raise DocumentError("unknown kind “{kind}”. {remedy}", code="unknown-kind", kind=kind, remedy=_remedy(str(kind)))
    kind = cls.kind
    coordinates = cls.coordinates.values() if issubclass(cls, Joint) else ()

    def described(name: str, help_: str) -> dict[str, str]:
        return {"name": name, "title": word(name, kind, language), "help": text(help_, language)}

    return {
        "kind": kind,
        "title": title(kind, language),
        "letters": cls.letters,
        "help": text(cleandoc(cls.__doc__ or ""), language),
        "ports": [
            {"name": p.name, "domain": p.domain.name, "open": p.open, "at": list(p.at), "help": text(p.help, language)}
            for p in default_ports(cls).values()
        ],
        "parameters": [
            {
                **described(p.name, p.help),
                "type": type(p).__name__.removesuffix("Of").lower(),
                "default": _plain(p.default),
                "unit": p.unit,
                "limits": _limits(p, language),
                **({"laws": [law for law in LAWS if CONTINUITY[law] >= p.smooth]} if isinstance(p, LawOf) else {}),
                "structural": p.structural,
                "key_parameter": p.key_parameter,
            }
            for p in cls.parameters.values()
        ],
        "coordinates": [
            {**described(c.name, c.help), "port": c.port, "unit": cls.ports[c.port].domain.position_unit} for c in coordinates
        ],
        "states": [{**described(s.name, s.help), "unit": s.unit} for s in cls.states_for(default_values(cls)).values()],
        "results": [
            *({**described(r.name, r.help), "unit": r.unit} for r in [*cls.results.values(), *cls.holds.values()]),
            *({**described(d.name, d.help), "name": f"{d.name}.1, …", "unit": ""} for d in cls.demanded.values()),
        ],
        "modes": [{**described(m.name, m.help), "unit": "1"} for m in cls.modes.values()],
        "icon": [list(stroke) for stroke in cls.icon.strokes],
    }


def describe(data: dict[str, Any]) -> str:
    """The entry as readable text."""
    lines = [data["kind"], "", *data["help"].splitlines(), "", message("ports")]
    meaning = {"required": "must be connected", "free": "may stay unconnected", "reference": "may stay unconnected"}
    ports = [(p["name"], domain_word(p["domain"]), message(meaning[p["open"]]), p["help"]) for p in data["ports"]]
    widths = [max(least, *(len(port[i]) + 2 for port in ports)) for i, least in enumerate((16, 13, 16))] if ports else []
    lines += [
        "  " + "".join(f"{cell:<{width}}" for cell, width in zip(port, [*widths, 0], strict=True)).rstrip() for port in ports
    ]
    if data["parameters"]:
        lines += ["", message("parameters")]
    for p in data["parameters"]:
        default = str(p["default"]).lower() if isinstance(p["default"], bool) else p["default"]  # as it is written in a circuit
        head = f"{default} {p['unit']}".strip() if p["unit"] != "1" else str(default)
        limits = f" ({p['limits']})" if p["limits"] else ""
        lines.append(f"  {p['name']:<16}{head:<28} {p['help']}{limits}")
    lines += _laws([p for p in data["parameters"] if "laws" in p])
    for section in ("coordinates", "states", "results", "modes"):
        if data[section]:
            lines += ["", message(section)]
        for item in data[section]:
            lines.append(f"  {item['name']:<16}{item.get('unit', ''):<28} {item['help']}".rstrip())
    return "\n".join(lines) + "\n"


def _laws(parameters: list[dict[str, Any]]) -> list[str]:
    """What can be entered for parameters that are laws in time."""
    if not parameters:
        return []
    units = {p["unit"] for p in parameters}
    unit = units.pop() if len(units) == 1 else ""  # a wrench has laws in N and in N·m
    allowed = [law for law in LAWS if any(law in p["laws"] for p in parameters)]
    other = {
        "polynomial": "coefficients [c0, c1, …] of c0 + c1·t + c2·t² + …",
        "table": "pairs [[time, value], …], between (smooth, straight, stepped), repeat (true, false)",
        "expression": "text, a formula of t",
    }
    lines = ["", message('laws: a number, a formula of t such as "2*sin(3*t)", or {"law": NAME, …} with')]
    for law in allowed:
        fields = (_field(name, unit if of == "U" else of, default) for name, of, default in NUMBERS.get(law, ()))
        lines.append(f"  {law:<16}{message(other[law]) if law in other else ', '.join(fields)}")
    if "step" in allowed:
        note = "The time of a step is when it occurs; the time of a ramp or cycloid is its duration."
    elif "ramp" in allowed:
        note = "The time of a ramp or cycloid is its duration. This motion allows no step and no formula with a jump."
    else:
        note = "The time of a cycloid is its duration. This motion allows no step, no ramp and no formula with a kink."
    return [*lines, f"  {message(note)}"]


def _field(name: str, unit: str, default: float | None) -> str:
    return f"{name}{f' [{unit}]' if unit else ''}{'' if default is None else f' = {default:g}'}"


def _remedy(kind: str) -> str:
    families = sorted({known.rpartition(".")[0] for known in kinds()})
    near = [known for known in kinds() if known.rpartition(".")[2] == kind]
    near += [] if "." in kind else get_close_matches(kind, families, n=1)
    return Message("Did you mean {near}?", near=near[0]) if near else suggestion(kind)


def _limits(parameter: Any, language: str | None) -> str:
    words = [
        Message("at least {minimum:g}", minimum=parameter.minimum) if parameter.minimum is not None else "",
        Message("greater than {above:g}", above=parameter.above) if parameter.above is not None else "",
        Message("at most {maximum:g}", maximum=parameter.maximum) if parameter.maximum is not None else "",
        Message("one of {options}", options=", ".join(_choice(option, language) for option in parameter.options))
        if hasattr(parameter, "options")
        else "",
        "true or false" if isinstance(parameter, Flag) else "",
    ]
    return message(all_of(filter(None, words)), language)


def _choice(option: str, language: str | None = None) -> str:
    """A choice as it is written in a circuit, followed by its translation if that differs."""
    translated = word(option, language=language)
    return option if translated == option else f"{option} ({translated})"


def _plain(value: Any) -> Any:
    if isinstance(value, Law):
        return dict(value.numbers)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
