"""All about a kind, from its declaration: for `mars components`, help and documentation."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from mars.component import Component, Joint
from mars.errors import DocumentError
from mars.laws import Law
from mars.registry import kinds, suggestion


def entry(kind: str) -> dict[str, Any]:
    """Plain data about one kind."""
    cls = kinds().get(kind)
    if cls is None:
        raise DocumentError(f"there is no kind «{kind}». {suggestion(kind)}")
    coordinates = cls.coordinates.values() if issubclass(cls, Joint) else ()
    return {
        "kind": kind,
        "letters": cls.letters,
        "help": cleandoc(cls.__doc__ or ""),
        "ports": [
            {"name": p.name, "domain": p.domain.name, "open": p.open, "at": list(p.at), "help": p.help} for p in _ports(cls)
        ],
        "parameters": [
            {
                "name": p.name,
                "type": type(p).__name__.removesuffix("Of").lower(),
                "default": _plain(p.default),
                "unit": p.unit,
                "help": p.help,
                "limits": _limits(p),
                "structural": p.structural,
                "telling": p.telling,
            }
            for p in cls.parameters.values()
        ],
        "coordinates": [{"name": c.name, "port": c.port, "help": c.help} for c in coordinates],
        "states": [{"name": s.name, "unit": s.unit, "help": s.help} for s in cls.states.values()],
        "results": [{"name": r.name, "unit": r.unit, "help": r.help} for r in cls.results.values()],
        "icon": [list(stroke) for stroke in cls.icon.strokes],
    }


def describe(data: dict[str, Any]) -> str:
    """The entry as readable text."""
    lines = [data["kind"], "", *data["help"].splitlines(), "", "ports"]
    meaning = {"required": "must be linked", "free": "may stay open", "reference": "open: at rest"}
    lines += [f"  {p['name']:<16}{p['domain']:<13}{meaning[p['open']]:<16}{p['help']}".rstrip() for p in data["ports"]]
    if data["parameters"]:
        lines += ["", "parameters"]
    for p in data["parameters"]:
        head = f"{p['default']} {p['unit']}".strip() if p["unit"] != "1" else str(p["default"])
        limits = f" ({p['limits']})" if p["limits"] else ""
        lines.append(f"  {p['name']:<16}{head:<28} {p['help']}{limits}")
    for section in ("coordinates", "states", "results"):
        if data[section]:
            lines += ["", section]
        for item in data[section]:
            lines.append(f"  {item['name']:<16}{item.get('unit', ''):<28} {item['help']}".rstrip())
    return "\n".join(lines) + "\n"


def _ports(cls: type[Component]) -> list[Any]:
    return list(cls.ports.values())


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
