"""The plots stored in a circuit's views: curves by name over time, over one another (X–Y), or as a spectrum."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from mars.names import component_of

_KEYS = ("curves", "x", "title", "spectrum", "equal")


@dataclass(frozen=True)
class Plot:
    """Curves are names of results, with `*` as a wildcard; `x` is also such a name, or empty for the time."""

    curves: tuple[str, ...] = ()
    x: str = ""
    title: str = ""
    spectrum: bool = False  # amplitudes over frequency
    equal: bool = False  # the same scale on both axes
    extra: Mapping[str, Any] = field(default_factory=dict)  # keys written by a later version

    @classmethod
    def from_data(cls, data: Any) -> Plot:
        """From file data; unreadable parts are left out."""
        if isinstance(data, list):
            return cls(_texts(data))
        if not isinstance(data, Mapping):
            return cls()
        x, title = (value if isinstance(value := data.get(key), str) else "" for key in ("x", "title"))
        spectrum, equal = (data.get(key) is True for key in ("spectrum", "equal"))
        return cls(_texts(data.get("curves")), x, title, spectrum, equal, {k: data[k] for k in data if k not in _KEYS})

    def to_data(self) -> Any:
        """A list if that is sufficient."""
        more = {"x": self.x, "title": self.title, "spectrum": self.spectrum, "equal": self.equal}
        more = {key: value for key, value in more.items() if value}
        return {"curves": list(self.curves), **more, **self.extra} if more or self.extra else list(self.curves)

    def resolved(self, variables: Iterable[str]) -> tuple[str, ...]:
        """The individual curves: patterns are expanded, plain names are kept, known or not."""
        known = list(variables) if any(_is_pattern(name) for name in self.curves) else []
        found: dict[str, None] = {}
        for name in self.curves:
            found |= dict.fromkeys([each for each in known if fnmatchcase(each, name)] if _is_pattern(name) else [name])
        return tuple(found)


def plots_of(views: Mapping[str, Any]) -> list[Plot] | None:
    """The plots in the views of a circuit; None if none were chosen."""
    stored = views.get("plots")
    return [Plot.from_data(each) for each in stored] if isinstance(stored, list) else None


def without_components(stored: list[Any], gone: Collection[str]) -> list[Any]:
    """The stored plots after components were removed; a plot that loses all of its curves, or its x, is removed too."""
    kept = []
    for data in stored:
        plot = Plot.from_data(data)
        curves = tuple(name for name in plot.curves if component_of(name) not in gone)
        if curves == plot.curves and component_of(plot.x) not in gone:
            kept.append(data)
        elif curves and component_of(plot.x) not in gone:
            kept.append(curves_replaced(data, curves))
    return kept


def curves_replaced(data: Any, curves: tuple[str, ...]) -> Any:
    return {**data, "curves": list(curves)} if isinstance(data, Mapping) else list(curves)


def _texts(data: Any) -> tuple[str, ...]:
    return tuple(each for each in data if isinstance(each, str)) if isinstance(data, list) else ()


def _is_pattern(name: str) -> bool:
    return any(sign in name for sign in "*?[")
