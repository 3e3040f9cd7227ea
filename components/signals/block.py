"""Common parts of signal blocks: a box with sharp corners, inputs on the left, outputs on the right."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mars.component import SIGNAL, SIGNALS, Component, DocumentError, Domain, Icon, Port, Text, all_of

Stroke = tuple[str, str]


class Block(Component):
    """Gives one signal; signals have no energy."""

    out = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="output signal")

    def stored(self):
        return 0.0

    def read(self, *names: str) -> list[Any]:
        """The values at ports that depend on parameters."""
        return [getattr(self, f"port_{name}").value for name in names]


class OneInput(Block):
    """One input, one output."""

    in_ = Port(SIGNAL, at=(-30, 0), name="in", help="input signal")


@dataclass
class Marks(Text):
    """One character out of `allowed` per input, so that it determines their number."""

    allowed: str = "+-"
    most: int = 8
    spellings = str.maketrans("−–×·÷:", "--**//")

    def resolve(self, typed: Any, variables: Any, where: str) -> str:
        text = super().resolve(typed, variables, where).replace(" ", "").translate(self.spellings)
        if not 1 <= len(text) <= self.most or set(text) - set(self.allowed):
            example = (2 * self.allowed)[:3]
            raise DocumentError(
                ("{where}: “{typed}” must consist of {allowed}, one for each input (1 to {most}). Enter for example {example}"),
                code="bad-value",
                where=where,
                typed=typed,
                allowed=all_of(self.allowed),
                most=self.most,
                example=example,
            )
        return text


def numbered(count: int, word: str = "in") -> list[str]:
    return [f"{word}{i + 1}" for i in range(count)]


def rows(count: int) -> list[int]:
    """Heights of stacked ports, about the centre line."""
    return [20 * i - 10 * (count - 1) for i in range(count)]


def readers(names: Sequence[str], x: int = -30) -> dict[str, Port]:
    """Required inputs, stacked."""
    places = zip(names, rows(len(names)), strict=True)
    return {name: Port(SIGNAL, at=(x, y), name=name, help="input signal") for name, y in places}


def line(name: str, at: tuple[int, int], size: int, gives: bool, help: str) -> Port:
    """A bundle of `size` signals, or a plain signal if there is only one."""
    domain: Domain = SIGNAL if size == 1 else SIGNALS
    return Port(domain, at, open="free" if gives else "required", name=name, help=help, gives=gives, size=size)


def carried(port: Any) -> Any:
    """The values of such a line."""
    return port.value if hasattr(port, "value") else port.values


def glyph(path: str) -> Stroke:
    """A drawing in a box; it stays upright when the symbol is rotated."""
    return ("letter", path)


def box(*inside: Stroke, reads: Sequence[str] = ("in",), gives: Sequence[str] = ("out",), right: int = 20) -> Icon:
    """The box with its leads, as high as its ports require, from −20 to its right side."""
    high = 10 * max(2, len(reads), len(gives))
    leads = [(f"lead:{name}", f"M-30,{y} h10") for name, y in zip(reads, rows(len(reads)), strict=True)]
    leads += [(f"lead:{name}", f"M{right},{y} H30") for name, y in zip(gives, rows(len(gives)), strict=True)]
    return Icon(*leads, ("face", f"M-20,{-high} H{right} v{2 * high} H-20 z"), *inside)
