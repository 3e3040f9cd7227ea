"""Equations on the command line: `mars equations FILE [COMPONENT]`, also shown by `mars components KIND`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from math import isnan
from typing import TYPE_CHECKING, Any

from mars.translation.languages import message

if TYPE_CHECKING:
    from mars.document.circuit import Circuit
    from mars.readable import Reckoned


def equations_of_kind(kind: str) -> str:
    """The equations as shown by `mars components KIND`."""
    from mars.kinds.registry import kinds
    from mars.readable import of_kind

    where = message("where")
    lines = [f"  {f'{where} ' if line.role == 'part' else ''}{line.text}" for line in of_kind(kinds()[kind])]
    return f"\n{message('Equations')}\n" + "\n".join(lines) + "\n"


def equations(options: argparse.Namespace) -> int:
    from mars.document.storage import load
    from mars.flat_names import shown
    from mars.readable import of_component
    from mars.records.live import Live

    circuit = load(options.file)
    run = Live(circuit).run()
    names = {shown(name): name for name in run.model.topology.placed}
    wanted = {name: _meant(circuit, name, names, options.file) for name in options.component or names}
    found = {each: of_component(run, names[each], run.begin) for inside in wanted.values() for each in inside}
    if options.json:
        text = json.dumps({name: [_plain(each) for each in lines] for name, lines in found.items()}, ensure_ascii=False, indent=2)
    elif options.latex:
        text = "\n\n".join(f"% {name}\n" + "\n".join(each.line.latex for each in lines) for name, lines in found.items())
    else:
        parts = []
        for name, inside in wanted.items():
            parts += [] if name in names else [_about(circuit, name)]
            parts += [each + "\n" + "\n".join(_line(line) for line in found[each]) for each in inside]
        text = "\n\n".join(parts)
    sys.stdout.write(text + "\n")
    return 0


def _meant(circuit: Circuit, name: str, names: Iterable[str], file: str) -> list[str]:
    """The components meant by a name; a subcircuit means all components inside."""
    from mars.errors import DocumentError
    from mars.kinds.hierarchy import sheet_at

    if name in names:
        return [name]
    if not sheet_at(circuit, name.split(".")):
        raise DocumentError(
            "{file}: no component “{name}” with equations. Choose one of {names}",
            code="unknown-component",
            file=file,
            name=name,
            names=", ".join(names),
        )
    return [each for each in names if each.startswith(f"{name}.")]


def _about(circuit: Circuit, path: str) -> str:
    """Description of an instance of a subcircuit: its kind, ports, parameters with their values, and components."""
    from mars.flat_names import joined
    from mars.kinds.definitions import read_sheet
    from mars.kinds.hierarchy import sheet_at
    from mars.kinds.registry import kinds_in
    from mars.kinds.subcircuit_kind import terminal_of
    from mars.topology.flat_circuit import flatten
    from mars.translation.kind_pages import summary
    from mars.translation.languages import domain_word

    definition = sheet_at(circuit, path.split(".")) or ""
    kind, sheet = kinds_in(circuit)[definition], read_sheet(circuit, definition)
    values = flatten(circuit).circuit.variable_values()
    ports = [(name, domain_word(port.domain.name), "") for name, port in kind.ports.items()]
    settings = []
    for name, parameter in kind.parameters.items():
        unit = f" {parameter.unit}" if parameter.unit not in ("", "1") else ""
        settings.append((name, f"{values[joined(*path.split('.'), name)].value:.6g}{unit}", parameter.help))
    parts = [(name, entry.kind, "") for name, entry in sheet.components.items() if terminal_of(entry.kind) is None]
    lines = [f"{path}: {message('subcircuit {definition}', definition=definition)}. {summary(kind)}"]
    for title, rows in ((message("ports"), ports), (message("parameters"), settings), (message("inside"), parts)):
        lines += [f"  {title}"] if rows else []
        lines += [f"    {name:<16}{what:<16}{more}".rstrip() for name, what, more in rows]
    return "\n".join(lines)


def _line(each: Reckoned) -> str:
    is_part = each.line.role == "part"
    shown = f"  {message('where') + ' ' if is_part else ''}{each.line.text}"
    if not each.left or any(map(isnan, each.left)):
        return shown
    unit = f" {each.line.unit}" if each.line.unit not in ("", "1") else ""
    if is_part:
        return f"{shown} = {_numbers(each.left)}{unit}"
    return f"{shown}\n      {_numbers(each.left)} = {_numbers(each.right)}{unit}   {message('residual')} {each.residual:.1e}"


def _numbers(numbers: tuple[float, ...]) -> str:
    shown = [f"{number + 0.0:.6g}" for number in numbers]  # −0 is 0
    return shown[0] if len(shown) == 1 else f"({', '.join(shown)})"


def _plain(each: Reckoned) -> dict[str, Any]:
    numbers = {"left": _finite(each.left), "right": _finite(each.right), "residual": _finite((each.residual,))[0]}
    return {"role": each.line.role, "text": each.line.text, "latex": each.line.latex, "unit": each.line.unit, **numbers}


def _finite(numbers: tuple[float, ...]) -> list[float | None]:
    return [None if isnan(number) else number for number in numbers]
