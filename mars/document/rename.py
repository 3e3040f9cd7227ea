"""Renames a variable, component or port everywhere it occurs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from mars.component.parameters import Choice, Flag, Formula, Text
from mars.document.entries import Link
from mars.document.links import checked_end
from mars.errors import DocumentError
from mars.formulas.syntax_tree import RESERVED
from mars.formulas.tokens import rename_in_formula, with_names
from mars.names import fresh_name, nfc
from mars.plain_values import section, with_texts

if TYPE_CHECKING:
    from mars.document.circuit import Circuit

NO_FORMULAS = ("law", "axes", "sequence")  # keys of laws and orientations whose texts are words


def rename_variable(circuit: Circuit, old: str, new: str, is_formula: Callable[[str, str], bool] | None) -> None:
    """In the table of variables and in every formula."""
    if (new := nfc(new)) == old:
        return
    new = fresh_name(new, "variable", circuit.variables, RESERVED)

    def rewrite(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: item if key in NO_FORMULAS else rewrite(item) for key, item in value.items()}
        if isinstance(value, list):
            return [rewrite(item) for item in value]
        return rename_in_formula(value, old, new) if isinstance(value, str) else value

    circuit.variables = {new if name == old else name: variable for name, variable in circuit.variables.items()}
    for variable in circuit.variables.values():
        variable.value = rewrite(variable.value)
        variable.minimum = rewrite(variable.minimum)
        variable.maximum = rewrite(variable.maximum)
    for component in circuit.components.values():
        for parameter, value in component.values.items():
            if is_formula is None or is_formula(component.kind, parameter):
                component.values[parameter] = rewrite(value)
    for start in circuit.start.values():
        start.value = rewrite(start.value)
    for key in circuit.run.keys() & {"until", "step"}:
        circuit.run[key] = rewrite(circuit.run[key])
    circuit.gravity = rewrite(circuit.gravity)


def with_new_names(value: Any, parameter: Any, names: Mapping[str, str]) -> Any:
    """The typed value of a parameter, with variables renamed in its formulas: choices, texts and names of laws are not formulas,
    and the words of a formula block are not variables."""
    if isinstance(parameter, Formula):
        names = {old: new for old, new in names.items() if old not in parameter.words}
    elif isinstance(parameter, Choice | Flag | Text):
        return value
    if isinstance(value, str):
        return with_names(value, names)
    if isinstance(value, list):
        return [with_new_names(item, None, names) for item in value]
    if isinstance(value, dict):
        return {key: item if key in NO_FORMULAS else with_new_names(item, None, names) for key, item in value.items()}
    return value


def rename_component(circuit: Circuit, old: str, new: str) -> None:
    """In links, start values, looks and curves."""
    if (new := nfc(new)) == old:
        return
    new = fresh_name(new, "component", circuit.components)
    circuit.components[old].name = new
    circuit.components = {each.name: each for each in circuit.components.values()}
    looks = section(circuit.drawing, "components")
    if old in looks:
        circuit.drawing["components"] = {new if k == old else k: v for k, v in looks.items() if k != new}

    def rewrite(path: str) -> str:
        return new + path[len(old) :] if path.startswith(old + ".") else path

    _rewrite_paths(circuit, rewrite, rewrite)


def rename_port(circuit: Circuit, component: str, old: str, new: str) -> None:
    """In links, and in results that pass through the port."""
    before, after = f"{component}.{nfc(old)}", checked_end(circuit, f"{component}.{new}")
    if before == after:
        return
    if any(after in link.ends for link in circuit.links):
        raise DocumentError("{after}: this port is already connected. Choose another port name", code="name-taken", after=after)

    def rewrite(path: str) -> str:
        return after + path[len(before) :] if path == before or path.startswith(before + ".") else path

    def rewrite_result(path: str) -> str:
        # `KN1.angle` in start values and plots is a variable, even if a port has the same name.
        return rewrite(path) if path.count(".") > 1 else path

    _rewrite_paths(circuit, rewrite, rewrite_result)


def _rewrite_paths(circuit: Circuit, ends: Callable[[str], str], results: Callable[[str], str]) -> None:
    circuit.links = [Link(ends(link.a), ends(link.b)) for link in circuit.links]
    circuit.start = {results(key): start for key, start in circuit.start.items()}
    motion = with_texts(circuit.views.get("motion"), ends, keys=True)  # contains ports, whereas plots contain results
    circuit.views = with_texts(circuit.views, results, keys=True)
    if motion is not None:
        circuit.views["motion"] = motion
    routes = circuit.drawing.get("links")
    if isinstance(routes, dict):
        circuit.drawing["links"] = {" ".join(map(ends, key.split(" "))): look for key, look in routes.items()}
