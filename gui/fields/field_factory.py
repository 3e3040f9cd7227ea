"""The field for a declared parameter."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from mars.component.declarations import (
    Axis,
    Choice,
    Count,
    Flag,
    Formula,
    Grid,
    Inertia,
    LawOf,
    Numbers,
    Orientation,
    Parameter,
    Points,
    Table,
    Text,
    Vector,
)
from mars.translation import languages

from ..i18n import translate
from ..theme import Theme
from .choice_field import AxisField, ChoiceField
from .count_field import CountField
from .field import Field
from .flag_field import FlagField
from .law_field import LawField
from .line_fields import FormulaField, LineField, NumbersField
from .orientation_field import OrientationField
from .points_field import PointsField
from .table_field import GridField, TableField, grid_headers
from .value_field import ValueField
from .vector_field import InertiaField, VectorField


def field_for(parameter: Parameter, theme: Theme, run_end: float, parent: QWidget | None = None) -> Field:
    """The most specific class first."""
    if isinstance(parameter, Axis):
        return AxisField(parameter, theme, parent)
    if isinstance(parameter, Inertia):
        return InertiaField(parameter, theme, parent)
    if isinstance(parameter, Orientation):
        return OrientationField(parameter, theme, parent)
    if isinstance(parameter, Vector):
        return VectorField(parameter, theme, parent)
    if isinstance(parameter, Choice):
        return ChoiceField(parameter, theme, parent)
    if isinstance(parameter, Flag):
        return FlagField(parameter, theme, parent)
    if isinstance(parameter, LawOf):
        return LawField(parameter, theme, run_end, parent)
    if isinstance(parameter, Table):
        return TableField(parameter, theme, parent=parent)
    if isinstance(parameter, Points):
        return PointsField(parameter, theme, parent)
    if isinstance(parameter, Count):
        return CountField(parameter, theme, parent)
    if isinstance(parameter, Grid):
        return GridField(parameter, theme, grid_headers(parameter), parent)
    if isinstance(parameter, Numbers):
        return NumbersField(parameter, theme, parent)
    if isinstance(parameter, Formula):
        return FormulaField(parameter, theme, parent)
    if isinstance(parameter, Text):
        return LineField(parameter, theme, parent)
    return ValueField(parameter, theme, parent=parent)


def title_of(name: str, kind: str = "") -> str:
    """`inner_radius` -> Inner radius; the state x1 keeps its lower case."""
    words = languages.word(name, kind)
    if len(words) <= 3 and words[-1:].isdigit():
        return words
    return words[:1].upper() + words[1:]


def tip_of(parameter: Parameter) -> str:
    """Help, limits and default of a parameter in one tooltip."""
    lines = [languages.text(parameter.help)] if parameter.help else []
    bounds = (
        (parameter.minimum, translate("Inspector", "at least {value}")),
        (parameter.above, translate("Inspector", "above {value}")),
        (parameter.maximum, translate("Inspector", "at most {value}")),
    )
    limits = [words.format(value=f"{bound:g}") for bound, words in bounds if bound is not None]
    unit = "" if parameter.unit in ("", "1") else f" {parameter.unit}"
    if said := translate("Inspector", " and ").join(limits):
        lines.append(f"{said}{unit}")
    if isinstance(parameter, Flag):
        lines.append(translate("Inspector", "default {value}").format(value=languages.word("yes" if parameter.default else "no")))
    elif isinstance(parameter.default, int | float):
        lines.append(translate("Inspector", "default {value}").format(value=f"{parameter.default:g}{unit}"))
    return "\n".join(lines)
