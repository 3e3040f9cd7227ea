"""The run settings: duration, method, accuracy. Defaults are shown as placeholders."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from mars.component.declarations import Choice, Parameter
from mars.document.circuit import Circuit
from mars.errors import DocumentError

from .. import edits
from ..document.document import Document
from ..fields.choice_field import ChoiceField
from ..fields.display_units import known_variables, read_size
from ..fields.field import Field, sentence
from ..fields.value_field import ValueField
from ..i18n import translate
from ..theme import Theme
from .form_row import FormRow
from .section import Section

# As in mars.simulation.methods and mars.simulation.settings, which the editor process does not import (a test compares them).
METHODS = ("auto", "rk8", "rk5", "radau", "newmark")  # not ida, which cannot run live
MODES = ("dynamic", "kinematic")
TOLERANCES = {"newmark": (1e-5, 1e-7)}
USUAL_TOLERANCES = (1e-8, 1e-10)
OUTPUTS = 500
DEFAULT_END = 10.0


class SolverForm(QWidget):
    """Rows for the circuit's `run` settings."""

    def __init__(self, document: Document, theme: Theme, parent: QWidget):
        super().__init__(parent)
        self.document, self.theme = document, theme
        self.rows: dict[str, FormRow] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        time = {"unit": "s", "above": 0.0}
        self._add("until", self.tr("End time"), Parameter(DEFAULT_END, help=self.tr("end time of the run"), **time))
        self._add("method", self.tr("Method"), Choice("auto", options=METHODS, help=_method_help()))
        self.more = Section(self.tr("Accuracy and output"), theme, self._fill_more, foldable=True, is_open=self._is_any_set())
        self._layout.addWidget(self.more)
        self.refresh()

    def _fill_more(self, section: Section) -> None:
        time = {"unit": "s", "above": 0.0}
        exact = {"unit": "1", "above": 0.0, "maximum": None}
        rows = [
            ("mode", self.tr("Mode"), Choice("dynamic", options=MODES, help=self.tr("kinematic: all motions are prescribed"))),
            ("step", self.tr("Output step"), Parameter(None, help=self.tr("time between output points"), **time)),
            ("max_step", self.tr("Maximum step"), Parameter(None, help=self.tr("largest step the solver may take"), **time)),
            ("rtol", self.tr("Relative tol."), Parameter(None, help=self.tr("allowed relative error per step"), **exact)),
            ("atol", self.tr("Absolute tol."), Parameter(None, help=self.tr("allowed absolute error per step"), **exact)),
        ]
        for key, title, parameter in rows:
            self._add(key, title, parameter, section)
        modes = self.rows["mode"].field
        assert isinstance(modes, ChoiceField)
        for place, words in enumerate((self.tr("Dynamic"), self.tr("Kinematic"))):
            modes.combo.setItemText(place, words)
        self.refresh()

    def _is_any_set(self) -> bool:
        return any(key in self.document.root.run for key in ("mode", "step", "max_step", "rtol", "atol"))

    def _add(self, key: str, title: str, parameter: Parameter, section: Section | None = None) -> None:
        parameter.name = title
        field: Field = (
            ChoiceField(parameter, self.theme, self)
            if isinstance(parameter, Choice)
            else ValueField(parameter, self.theme, parent=self)
        )
        row = FormRow(title, field, self.theme, parameter.help, self if section is None else section.inside)
        self.rows[key] = row
        field.entered.connect(lambda: self._commit(key))
        row.reset.connect(lambda: self._reset(key))
        if section is None:
            self._layout.addWidget(row)
        else:
            section.add(row)

    def refresh(self) -> None:
        circuit = self.document.root
        variables = known_variables(circuit)
        defaults = self._defaults()
        for key, row in self.rows.items():
            field, typed = row.field, circuit.run.get(key)
            if isinstance(field, ValueField):
                field.line.default = defaults.get(key)
            field.set_typed(typed, variables)
            if isinstance(field, ValueField) and key == "max_step":
                field.line.setPlaceholderText(self.tr("no limit"))
            row.update_marks(typed is not None)

    def _defaults(self) -> dict[str, float]:
        rtol, atol = TOLERANCES.get(str(self.document.root.run.get("method")), USUAL_TOLERANCES)
        typed = self.document.root.run.get("rtol")
        if isinstance(typed, int | float):  # the absolute tolerance follows
            rtol, atol = typed, float(f"{atol / rtol * typed:.9g}")
        return {"until": DEFAULT_END, "step": run_end(self.document.root) / OUTPUTS, "rtol": rtol, "atol": atol}

    def _commit(self, key: str) -> None:
        field = self.rows[key].field
        typed, reason = field.check(self.document.root)
        if reason or not field.is_modified:
            return
        field.accept()
        self._set(key, typed)

    def _set(self, key: str, typed: Any) -> None:
        text = self.tr("Run: {setting}").format(setting=key.replace("_", " "))
        try:
            self.document.edit_root(text, lambda circuit: edits.set_settings(circuit, run={key: typed}))
        except DocumentError as error:
            self.rows[key].field.set_reason(sentence(error.message))
            return
        self.refresh()

    def _reset(self, key: str) -> None:
        self.rows[key].field.accept()
        self._set(key, None)

    def commit_all(self) -> None:
        for key, row in self.rows.items():
            if row.field.is_modified:
                self._commit(key)


def _method_help() -> str:
    return "\n".join(
        (
            translate("SolverForm", "auto: rk8, switching to radau if the circuit is stiff"),
            translate("SolverForm", "rk8, rk5: explicit Runge–Kutta"),
            translate("SolverForm", "radau: for stiff circuits"),
            translate("SolverForm", "newmark: structural dynamics, fixed or variable step"),
        )
    )


def run_end(circuit: Circuit) -> float:
    """The end time of the run, if the circuit's settings can be evaluated."""
    typed = circuit.run.get("until")
    found = read_size(typed, "s", known_variables(circuit)) if typed is not None else None
    return found if found is not None and found > 0 else DEFAULT_END
