"""The field for a declared parameter."""

from __future__ import annotations

from mars.declare import Axis, Choice, Inertia, LawOf, Parameter, Points, Table, Vector

from ..fields.choice_field import AxisField, ChoiceField
from ..fields.field import Field
from ..fields.law_field import LawField
from ..fields.points_field import PointsField
from ..fields.slider import has_both_limits
from ..fields.table_field import TableField
from ..fields.value_field import ValueField
from ..fields.vector_field import InertiaField, VectorField
from ..i18n import tr
from ..theme import Theme


def field_for(parameter: Parameter, theme: Theme, run_end: float) -> Field:
    """The most special class first."""
    if isinstance(parameter, Axis):
        return AxisField(parameter, theme)
    if isinstance(parameter, Inertia):
        return InertiaField(parameter, theme)
    if isinstance(parameter, Vector):
        return VectorField(parameter, theme)
    if isinstance(parameter, Choice):
        return ChoiceField(parameter, theme)
    if isinstance(parameter, LawOf):
        return LawField(parameter, theme, run_end)
    if isinstance(parameter, Table):
        return TableField(parameter, theme)
    if isinstance(parameter, Points):
        return PointsField(parameter, theme)
    field = ValueField(parameter, theme)
    if has_both_limits(parameter):
        field.show_slider()
    return field


def title_of(name: str) -> str:
    """`inner_radius` -> Inner radius."""
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def tip_of(parameter: Parameter) -> str:
    """Help, limits and default of a parameter in one tooltip."""
    lines = [parameter.help] if parameter.help else []
    limits = [
        tr("Inspector", "at least {value}").format(value=f"{parameter.minimum:g}") if parameter.minimum is not None else "",
        tr("Inspector", "above {value}").format(value=f"{parameter.above:g}") if parameter.above is not None else "",
        tr("Inspector", "at most {value}").format(value=f"{parameter.maximum:g}") if parameter.maximum is not None else "",
    ]
    unit = "" if parameter.unit in ("", "1") else f" {parameter.unit}"
    if said := tr("Inspector", " and ").join(filter(None, limits)):
        lines.append(f"{said}{unit}")
    if isinstance(parameter.default, int | float):
        lines.append(tr("Inspector", "default {value}").format(value=f"{parameter.default:g}{unit}"))
    if parameter.structural:
        lines.append(tr("Inspector", "a change rebuilds the model"))
    return "\n".join(lines)
