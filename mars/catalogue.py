"""All about a kind, from its declaration: for `mars components`, help and documentation."""

from __future__ import annotations

import re
from difflib import get_close_matches
from inspect import cleandoc
from itertools import groupby
from textwrap import fill
from typing import Any

from mars.binding import default_ports, default_values
from mars.component import Joint
from mars.declare import LawOf
from mars.errors import DocumentError
from mars.laws import CONTINUITY, LAWS, NUMBERS, Law
from mars.registry import kinds, suggestion


def family(name: str | None) -> list[str]:
    """The kinds of a family (`joints`), all kinds when none is named; empty when there is no such family."""
    return [kind for kind in kinds() if name is None or kind.rpartition(".")[0] == name]


def summary(kind: str) -> str:
    """The first sentence of the help."""
    first = " ".join(cleandoc(kinds()[kind].__doc__ or "").split("\n\n")[0].split())
    return re.split(r"(?<=\.)\s", first, maxsplit=1)[0]


def listing(names: list[str], width: int | None = None) -> str:
    """Kinds with their summaries, families apart; with a width, long lines are broken."""
    indent = max(map(len, names), default=0) + 2
    families = []
    for _, members in groupby(names, key=lambda name: name.rpartition(".")[0]):
        lines = [f"{name:<{indent}}{summary(name)}" for name in members]
        if width:
            lines = [fill(line, max(width, 2 * indent), subsequent_indent=" " * indent) for line in lines]
        families.append("\n".join(lines) + "\n")
    return "\n".join(families)


def entry(kind: str) -> dict[str, Any]:
    """Plain data about one kind."""
    cls = kinds().get(kind)
    if cls is None:
        raise DocumentError(f"there is no kind «{kind}». {_remedy(kind)}")
    coordinates = cls.coordinates.values() if issubclass(cls, Joint) else ()
    return {
        "kind": kind,
        "letters": cls.letters,
        "help": cleandoc(cls.__doc__ or ""),
        "ports": [
            {"name": p.name, "domain": p.domain.name, "open": p.open, "at": list(p.at), "help": p.help}
            for p in default_ports(cls).values()
        ],
        "parameters": [
            {
                "name": p.name,
                "type": type(p).__name__.removesuffix("Of").lower(),
                "default": _plain(p.default),
                "unit": p.unit,
                "help": p.help,
                "limits": _limits(p),
                **({"laws": [law for law in LAWS if CONTINUITY[law] >= p.smooth]} if isinstance(p, LawOf) else {}),
                "structural": p.structural,
                "telling": p.telling,
            }
            for p in cls.parameters.values()
        ],
        "coordinates": [{"name": c.name, "port": c.port, "help": c.help} for c in coordinates],
        "states": [{"name": s.name, "unit": s.unit, "help": s.help} for s in cls.states_for(default_values(cls)).values()],
        "results": [
            *({"name": r.name, "unit": r.unit, "help": r.help} for r in [*cls.results.values(), *cls.holds.values()]),
            *({"name": f"{d.name}.1, …", "unit": "", "help": d.help} for d in cls.demanded.values()),
        ],
        "modes": [{"name": m.name, "unit": "1", "help": m.help} for m in cls.modes.values()],
        "icon": [list(stroke) for stroke in cls.icon.strokes],
    }


def describe(data: dict[str, Any]) -> str:
    """The entry as readable text."""
    lines = [data["kind"], "", *data["help"].splitlines(), "", "ports"]
    meaning = {"required": "must be linked", "free": "may stay open", "reference": "may stay open"}
    lines += [f"  {p['name']:<16}{p['domain']:<13}{meaning[p['open']]:<16}{p['help']}".rstrip() for p in data["ports"]]
    if data["parameters"]:
        lines += ["", "parameters"]
    for p in data["parameters"]:
        head = f"{p['default']} {p['unit']}".strip() if p["unit"] != "1" else str(p["default"])
        limits = f" ({p['limits']})" if p["limits"] else ""
        lines.append(f"  {p['name']:<16}{head:<28} {p['help']}{limits}")
    lines += _laws([p for p in data["parameters"] if "laws" in p])
    for section in ("coordinates", "states", "results", "modes"):
        if data[section]:
            lines += ["", section]
        for item in data[section]:
            lines.append(f"  {item['name']:<16}{item.get('unit', ''):<28} {item['help']}".rstrip())
    return "\n".join(lines) + "\n"


def _laws(parameters: list[dict[str, Any]]) -> list[str]:
    """What may be typed for parameters that are laws in time."""
    if not parameters:
        return []
    units = {p["unit"] for p in parameters}
    unit = units.pop() if len(units) == 1 else ""  # a wrench has laws in N and in N·m
    allowed = [law for law in LAWS if any(law in p["laws"] for p in parameters)]
    other = {
        "polynomial": "coefficients [c0, c1, …] of c0 + c1·t + c2·t² + …",
        "table": "pairs [[time, value], …]; a smooth curve, at rest before and after",
        "expression": "text, a formula of t",
    }
    lines = ["", 'laws: a number, a formula of t such as "2*sin(3*t)", or {"law": NAME, …} with']
    for law in allowed:
        fields = (_field(name, unit if of == "U" else of, default) for name, of, default in NUMBERS.get(law, ()))
        lines.append(f"  {law:<16}{other.get(law) or ', '.join(fields)}")
    if "step" in allowed:
        lines.append("  The time of a step is its instant, that of a ramp or cycloid how long the change takes.")
    elif "ramp" in allowed:
        lines.append(
            "  The time of a ramp or cycloid is how long the change takes. This motion takes no step and no formula that jumps."
        )
    else:
        lines.append(
            "  The time of a cycloid is how long the change takes. This motion takes no step, no ramp and no formula with a bend."
        )
    return lines


def _field(name: str, unit: str, default: float | None) -> str:
    return f"{name}{f' [{unit}]' if unit else ''}{'' if default is None else f' = {default:g}'}"


def _remedy(kind: str) -> str:
    families = sorted({known.rpartition(".")[0] for known in kinds()})
    near = [known for known in kinds() if known.rpartition(".")[2] == kind]
    near += [] if "." in kind else get_close_matches(kind, families, n=1)
    remedy = f"Did you mean {near[0]}" if near else suggestion(kind)
    return f"{remedy}?" if remedy.startswith("Did you mean") else remedy


def _limits(parameter: Any) -> str:
    words = [
        f"at least {parameter.minimum:g}" if parameter.minimum is not None else "",
        f"above {parameter.above:g}" if parameter.above is not None else "",
        f"at most {parameter.maximum:g}" if parameter.maximum is not None else "",
        f"one of {', '.join(parameter.options)}" if hasattr(parameter, "options") else "",
    ]
    return " and ".join(word for word in words if word)


def _plain(value: Any) -> Any:
    if isinstance(value, Law):
        return dict(value.numbers)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
