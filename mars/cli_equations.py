"""Equations on the command line: `mars equations FILE [COMPONENT]`, and below `mars components KIND`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from math import isnan
from typing import TYPE_CHECKING, Any

from mars.languages import message

if TYPE_CHECKING:
    from mars.readable import Reckoned


def add_equations(commands: Any, command: Callable[..., argparse.ArgumentParser]) -> None:
    parser = command(commands, "equations", _equations, "the equations of components, with their numbers at the start")
    parser.add_argument("file", help="a .mars file")
    parser.add_argument("component", nargs="*", help="components, such as DC1 or Axis1.KN1 (default: all)")
    parser.add_argument("--latex", action="store_true", help="as LaTeX, without numbers")
    parser.add_argument("--json", action="store_true", help="as JSON")


def equations_of_kind(kind: str) -> str:
    """As `mars components KIND` shows them."""
    from mars.readable import of_kind
    from mars.registry import kinds

    where = message("where")
    lines = [f"  {f'{where} ' if line.role == 'part' else ''}{line.text}" for line in of_kind(kinds()[kind])]
    return f"\n{message('Equations')}\n" + "\n".join(lines) + "\n"


def _equations(options: argparse.Namespace) -> int:
    from mars.errors import DocumentError
    from mars.inside import shown
    from mars.live import Live
    from mars.readable import of_component
    from mars.storage import load

    run = Live(load(options.file)).run()
    names = {shown(name): name for name in run.model.topology.placed}
    for name in options.component:
        if name not in names:
            raise DocumentError(f"{options.file} has no component «{name}» with equations. It has {', '.join(names)}")
    found = {name: of_component(run, names[name], run.begin) for name in options.component or names}
    if options.json:
        text = json.dumps({name: [_plain(each) for each in told] for name, told in found.items()}, ensure_ascii=False, indent=2)
    elif options.latex:
        text = "\n\n".join(f"% {name}\n" + "\n".join(each.line.latex for each in told) for name, told in found.items())
    else:
        text = "\n\n".join(name + "\n" + "\n".join(_line(each) for each in told) for name, told in found.items())
    sys.stdout.write(text + "\n")
    return 0


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
