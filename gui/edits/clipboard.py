"""Copy and paste as text: part of a circuit in the file format, checked like a file on pasting."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from typing import Any

from mars.document.circuit import Circuit
from mars.document.entries import Link
from mars.document.links import settle_junctions
from mars.document.storage import check, parsed
from mars.editing.reroute import reroute
from mars.errors import DocumentError
from mars.formulas.tokens import tokens
from mars.kinds.definition_edits import take_over
from mars.kinds.definitions import with_parts
from mars.names import component_of, first_free, name_of_copy
from mars.pictures.sheet.layout import auto_place
from mars.pictures.sheet.symbols import place_of
from mars.pictures.sheet.wire_shape import GRID, shifted
from mars.plain_values import section

from .notes import add_note, notes_at
from .placement import shift
from .sheet_positions import bounds_of, checked, drawn, on_grid, part, place, symbols_of

MARK = "mars clipboard"
STEP = 2 * GRID  # from the original to the copy


def copied(circuit: Circuit, components: Iterable[str], notes: Iterable[int] = ()) -> str:
    """Components with the links among them, looks, start values, and the variables and definitions they use, as text."""
    names = checked(circuit, components)
    piece = Circuit(motions=circuit.motions)
    piece.components = {name: copy.deepcopy(circuit.components[name]) for name in names}
    inside = set(names)
    piece.links = [link for link in circuit.links if all(e.startswith("#") or component_of(e) in inside for e in link.ends)]
    piece.definitions = copy.deepcopy(with_parts([entry.kind for entry in piece.components.values()], circuit.definitions))
    piece.start = {key: copy.deepcopy(start) for key, start in circuit.start.items() if component_of(key) in inside}
    for name in ("components", "links", "junctions"):
        piece.drawing[name] = copy.deepcopy(dict(section(circuit.drawing, name)))
    settle_junctions(piece, [end for link in piece.links for end in (link.a, link.b)])
    ends = {end for link in piece.links for end in link.ends}
    keys = {link.key for link in piece.links}
    for name, known in (("components", inside), ("links", keys), ("junctions", ends)):
        piece.drawing[name] = {key: look for key, look in piece.drawing[name].items() if key in known}
    piece.drawing["notes"] = notes_at(circuit, notes)
    used = _used_variables(circuit, [c.values for c in piece.components.values()], [s.value for s in piece.start.values()])
    piece.variables = {name: copy.deepcopy(circuit.variables[name]) for name in circuit.variables if name in used}
    data = piece.to_data()
    del data["mars"]
    return json.dumps({MARK: 1, **data}, ensure_ascii=False, indent=1)


def _used_variables(circuit: Circuit, *values: Any) -> set[str]:
    """The variables used in formulas, and those that these use."""
    used: set[str] = set()
    waiting = list(_texts(values))
    while waiting:
        try:
            names = {word.text for word in tokens(waiting.pop()) if word.kind == "name"}
        except DocumentError:
            continue
        for name in names & circuit.variables.keys() - used:
            used.add(name)
            variable = circuit.variables[name]
            waiting += _texts([variable.value, variable.minimum, variable.maximum])
    return used


def _texts(data: Any) -> Iterable[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        yield from _texts(list(data.values()))
    elif isinstance(data, list | tuple):
        for item in data:
            yield from _texts(item)


def is_clipboard(text: str) -> bool:
    """Whether a text looks like clipboard content of the editor; cheap, for menus."""
    return f'"{MARK}"' in text[:200]


@drawn
def pasted(circuit: Circuit, text: str, at: tuple[float, float] | None = None) -> list[str]:
    """Paste onto the sheet, centred at a position or one step aside; returns the new names."""
    piece = _read(text)
    if not piece.components and not piece.drawing.get("notes"):
        raise DocumentError("nothing to paste. Copy components first", code="empty-clipboard")
    auto_place(piece)
    take_over(circuit, piece)
    names = _new_names(circuit, piece)
    junctions = _new_junctions(circuit, piece)
    _bring_to(circuit, piece, at)

    def end(old: str) -> str:
        owner, _, port = old.partition(".")
        return junctions[old] if old.startswith("#") else f"{names[owner]}.{port}"

    for name, variable in piece.variables.items():
        circuit.variables.setdefault(name, variable)
    for old, component in piece.components.items():
        component.name = names[old]
        circuit.components[component.name] = component
        part(circuit, "components")[component.name] = piece.drawing["components"][old]
    for link in piece.links:
        new = Link(end(link.a), end(link.b))
        circuit.links.append(new)
        look = section(piece.drawing, "links").get(link.key)
        if look is not None:
            part(circuit, "links")[new.key] = look
    for old, new in junctions.items():
        look = section(piece.drawing, "junctions").get(old)
        if look is not None:
            part(circuit, "junctions")[new] = look
    for key, start in piece.start.items():
        owner, _, rest = key.partition(".")
        circuit.start[f"{names[owner]}.{rest}"] = start
    for note in piece.drawing.get("notes", []):
        add_note(circuit, note["text"], tuple(note["at"]), note.get("width"))
    reroute(circuit, {*names.values(), *junctions.values()})
    return list(names.values())


def _read(text: str) -> Circuit:
    """Parse the text; any error becomes one DocumentError."""
    if not is_clipboard(text):
        raise DocumentError("the clipboard contains no components. Copy some first", code="empty-clipboard")
    try:
        data = parsed(text)
        if not isinstance(data, dict) or data.pop(MARK, None) != 1:
            raise DocumentError("it was copied from a newer version of Mars", code="newer-format")
        known = {key: data[key] for key in ("circuit", "definitions", "run", "drawing") if key in data}
        check({"mars": 1, **known})
        piece = Circuit.from_data(known)
        piece.drawing["notes"] = [note for note in piece.drawing.get("notes", []) if _is_note(note)]
        settle_junctions(piece, [end for link in piece.links for end in (link.a, link.b)])
        piece.variable_values()
    except DocumentError as error:
        raise DocumentError("cannot paste the copied components: {error}", code="bad-clipboard", error=error) from None
    return piece


def _is_note(note: Any) -> bool:
    at = note.get("at")
    good_place = isinstance(at, list) and len(at) == 2 and all(isinstance(a, int | float) and abs(a) < 1e6 for a in at)
    good_width = isinstance(note.get("width", 1), int | float)
    return good_place and good_width and isinstance(note.get("text"), str) and bool(note["text"].strip())


def _new_names(circuit: Circuit, piece: Circuit) -> dict[str, str]:
    taken = set(circuit.components)
    names = {}
    for old in piece.components:
        names[old] = name_of_copy(old, taken)
        taken.add(names[old])
    return names


def _new_junctions(circuit: Circuit, piece: Circuit) -> dict[str, str]:
    taken = {end for link in circuit.links for end in link.ends} | set(section(circuit.drawing, "junctions"))
    names: dict[str, str] = {}
    for link in piece.links:
        for end in (link.a, link.b):
            if end.startswith("#") and end not in names:
                names[end] = first_free("#", taken)
                taken.add(names[end])
    return names


def _bring_to(circuit: Circuit, piece: Circuit, at: tuple[float, float] | None) -> None:
    """Move the part so that it is centred at a position, or aside until it covers nothing exactly."""
    notes = piece.drawing.get("notes", [])
    if at is not None:
        boxes = [symbol.box for symbol in symbols_of(piece, piece.components).values()]
        boxes += [(*note["at"], *note["at"]) for note in notes]
        left, top, right, bottom = bounds_of(boxes)
        dx, dy = on_grid((at[0] - (left + right) / 2, at[1] - (top + bottom) / 2))
    else:
        used = {found.at for look in section(circuit.drawing, "components").values() if (found := place_of(look)) is not None}
        own = [place(piece, name).at for name in piece.components]
        dx = dy = STEP
        while any((x + dx, y + dy) in used for x, y in own):
            dx, dy = dx + STEP, dy + STEP
    junctions = {end for link in piece.links for end in link.ends if end.startswith("#")}
    shift(piece, piece.components, dx, dy, junctions)
    for note in notes:
        ((x, y),) = shifted([tuple(note["at"])], dx, dy)
        note["at"] = [x, y]
