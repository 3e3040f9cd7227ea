"""Circuit files made from good ones by seeded changes: most keep the structure of a file, so that they get far."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

from tests.helpers.failures.book import BOOK
from tests.helpers.paths import ROOT

LARGEST = 40_000  # bytes of a file to start from
MOST_CHANGES = 4
MOST_BYTES = 1_000_000  # of what one change inserts
WILD = 0.2  # part of the files whose changes pay no attention to structure
NUMBERS = (0, 1, -1, 1e-300, 1e300, -1e308, 1e200, 2**53, 2**63, 0.1, -0.0, 5e-324, 10**400)
TEXTS = (
    "", " ", "0", "1e400", "-5 mm", "5 mm", "1/0", "length", "sqrt(-1)", "t", "sin(t)", "if(t > 1, 2, 3)", "mod(t, 0)", "1e9^9^9",
    "((((((((1))))))))", "__import__('os').system('true')", "{x}", "%s", "\u202egnp", "<img src='/dev/zero'>", "é" * 300,
    "a" * 70_000, "KN1.angle", "..", "../../etc/passwd", "NaN", "inf", "0.1 rad/s", "3 V", "π", "\x00", "yes", "no",
)  # fmt: skip
Place = tuple[Any, Any]  # a container, and a key in it


@lru_cache
def bases() -> tuple[str, ...]:
    """The examples, and the circuits of the failure book that are JSON."""
    texts = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "circuits").glob("*.mars"))]
    return tuple(text for text in (*texts, *(failure.text for failure in BOOK)) if len(text) < LARGEST and _is_document(text))


def _is_document(text: str) -> bool:
    try:
        return "components" in json.loads(text)["circuit"]
    except (ValueError, LookupError, TypeError):
        return False


def attack(seed: int) -> bytes:
    """The content of one file."""
    random = Random(seed)
    data = json.loads(random.choice(bases()))
    if random.random() < WILD:
        for _ in range(random.randint(1, MOST_CHANGES)):
            data = random.choice(ANYWHERE)(random, data)
        return _damaged(random, written(data))
    for _ in range(random.choice((1, 1, 2, MOST_CHANGES))):
        random.choice(PLAUSIBLE)(random, data)
    return written(data)


def written(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")


def places(data: Any) -> Iterator[Place]:
    """Every value in a document, by its container and its key."""
    stack = [data]
    while stack:
        container = stack.pop()
        items = list(container.items()) if isinstance(container, dict) else list(enumerate(container))
        for key, value in items:
            yield container, key
            if isinstance(value, dict | list):
                stack.append(value)


def pick(random: Random, data: Any, wanted: Callable[[Any], bool] = lambda _: True) -> Place | None:
    found = [(container, key) for container, key in places(data) if wanted(container[key])]
    return random.choice(found) if found else None


# Changes that keep the structure.


def _other_number(random: Random, data: Any) -> None:
    if place := pick(random, data["circuit"], lambda value: isinstance(value, int | float)):
        place[0][place[1]] = random.choice((random.uniform(-10, 10), 0, -1, 1e-9, 1e9, random.choice(NUMBERS)))


def _other_value(random: Random, data: Any) -> None:
    """Of a parameter, by a number, a text with a unit, or a formula."""
    values = [part["values"] for part in _components(data).values() if part.get("values")]
    if values:
        chosen = random.choice(values)
        chosen[random.choice(list(chosen))] = random.choice((random.choice(TEXTS), random.choice(NUMBERS), random.uniform(-3, 3)))


def _other_kind(random: Random, data: Any) -> None:
    parts = list(_components(data).values())
    if len(parts) > 1:
        one, other = random.sample(parts, 2)
        one["kind"] = other["kind"]


def _without_component(random: Random, data: Any) -> None:
    """Its links stay."""
    if parts := _components(data):
        del parts[random.choice(list(parts))]


def _other_link(random: Random, data: Any) -> None:
    links = data["circuit"].get("links", [])
    if len(links) > 1:
        one, other = random.sample(links, 2)
        one[random.randrange(len(one))] = random.choice(other)


def _without_link(random: Random, data: Any) -> None:
    if links := data["circuit"].get("links"):
        links.pop(random.randrange(len(links)))


def _one_more(random: Random, data: Any) -> None:
    """A component again, wired as the other."""
    parts = _components(data)
    if not parts:
        return
    name = random.choice(list(parts))
    parts[f"{name}9"] = copy.deepcopy(parts[name])
    for link in list(data["circuit"].get("links", [])):
        if any(end.startswith(f"{name}.") for end in link):
            data["circuit"]["links"].append([end.replace(f"{name}.", f"{name}9.") for end in link])


def _start_value(random: Random, data: Any) -> None:
    starts = data.setdefault("run", {}).setdefault("start", {})
    names = [*starts, *(f"{name}.{state}" for name in _components(data) for state in ("angle", "speed", "voltage", "travel"))]
    if names:
        value = random.choice((random.uniform(-9, 9), "40 deg", "1e200", 1e30, "x", ""))
        starts[random.choice(names)] = {"value": value, "how": random.choice(("fixed", "guess"))}


def _drawing(random: Random, data: Any) -> None:
    if place := pick(random, data.get("drawing", {}), lambda value: isinstance(value, int | float)):
        place[0][place[1]] = random.choice((0, 1e6, -1e9, 3, 0.5, 1e300))


def _note(random: Random, data: Any) -> None:
    data["circuit"][random.choice(("title", "note"))] = random.choice(TEXTS)


PLAUSIBLE = (
    _other_number, _other_number, _other_value, _other_value, _other_kind, _without_component, _other_link, _without_link,
    _one_more, _start_value, _drawing, _note,
)  # fmt: skip


def _components(data: Any) -> dict[str, Any]:
    found = data["circuit"].get("components", {})
    return found if isinstance(found, dict) else {}


# Changes anywhere.


def _anything(random: Random, data: Any) -> Any:
    if place := pick(random, data):
        place[0][place[1]] = random.choice((random.choice(TEXTS), random.choice(NUMBERS), None, True, [], {}, [[]], {"": {}}))
    return data


def _gone(random: Random, data: Any) -> Any:
    if place := pick(random, data):
        del place[0][place[1]]
    return data


def _moved(random: Random, data: Any) -> Any:
    """A part of the document at another place."""
    one, other = pick(random, data), pick(random, data)
    if one and other:
        one[0][one[1]] = copy.deepcopy(other[0][other[1]])
    return data


def _renamed(random: Random, data: Any) -> Any:
    if place := pick(random, data, lambda value: isinstance(value, dict) and bool(value)):
        chosen = place[0][place[1]]
        chosen[random.choice(TEXTS)] = chosen.pop(random.choice(list(chosen)))
    return data


def _deep(random: Random, data: Any) -> Any:
    if place := pick(random, data):
        for _ in range(random.choice((5, 70, 150))):
            place[0][place[1]] = random.choice(([place[0][place[1]]], {"a": place[0][place[1]]}))
    return data


def _many(random: Random, data: Any) -> Any:
    """A list or an object with very many entries."""
    if place := pick(random, data):
        value = place[0][place[1]]
        count = min(random.choice((100, 3000)), MOST_BYTES // len(json.dumps(value)))
        place[0][place[1]] = random.choice(([value] * count, {f"k{i}": 0 for i in range(count)}))
    return data


ANYWHERE = (_anything, _anything, _gone, _moved, _renamed, _deep, _many)


def _damaged(random: Random, content: bytes) -> bytes:
    """Half of them as bytes, too: cut, changed, doubled, in another encoding."""
    how, place = random.randrange(12), random.randrange(max(1, len(content)))
    if how == 0:
        return content[:place]
    if how == 1:
        return content[:place] + bytes([random.randrange(256)]) + content[place + 1 :]
    if how == 2:
        return content + content
    if how == 3:
        return content.decode("utf-8", "replace").encode("utf-16")
    if how == 4:
        return content[:place] + content[place // 2 : place] + content[place:]
    if how == 5:
        return b"\xef\xbb\xbf" + content
    if how == 6:
        return content[:place] + random.choice((b"[", b'{"a":', b'"', b"\\")) * 10_000 + content[place:]
    return content
