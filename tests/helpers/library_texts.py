"""The library's texts about its kinds, in the sections of `ru.json`: each text and its first location."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

from mars.component.base import Component, Joint
from mars.component.domains import DOMAINS
from mars.component.laws import LAWS
from mars.kinds.registry import kinds
from mars.kinds.resolved import default_ports, default_values


def needed() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {"families": {}, "kinds": {}, "domains": {}, "words": {}, "texts": {}}
    for domain in DOMAINS.values():
        found["domains"] |= {domain.name: "", domain.family: ""}
        found["words"] |= {name: "" for name in (domain.position, domain.potential, domain.stream) if name}
    found["words"] |= {"yes": "", "no": ""}  # flags
    found["words"] |= {f"law.{law}": "" for law in LAWS}
    for kind, cls in kinds().items():
        found["families"][kind.rpartition(".")[0]] = kind
        found["kinds"][kind] = kind
        for name in _names(cls):
            found["words"].setdefault(name, kind)
        for text in _texts(cls):
            for paragraph in filter(None, text.split("\n\n")):
                found["texts"].setdefault(" ".join(paragraph.split()), kind)
    return found


def _names(cls: type[Component]) -> Iterator[str]:
    """Names that have a label or a choice; ports keep their names in every language."""
    for declared in _declared(cls):
        yield from declared
    for parameter in cls.parameters.values():
        yield from getattr(parameter, "options", ())


def _texts(cls: type[Component]) -> Iterator[str]:
    yield cleandoc(cls.__doc__ or "")
    for declared in (*_declared(cls), cls.ports, default_ports(cls)):
        yield from (each.help for each in declared.values())


def _declared(cls: type[Component]) -> tuple[dict, ...]:
    own = (cls.parameters, cls.states, cls.states_for(default_values(cls)), cls.results, cls.holds, cls.modes, cls.demanded)
    return (*own, cls.coordinates, cls.attitudes) if issubclass(cls, Joint) else own
