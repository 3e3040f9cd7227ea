"""The list of plots: those of the circuit, or the joint coordinates until the user changes them. Every change is an edit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from mars.document.circuit import Circuit
from mars.document.plot_layout import Plot, plots_of
from mars.pictures.charts.euler_angles import quaternion_of, turns_among
from mars.pictures.charts.ticks import shown_unit

from ..document.changes import Change
from ..document.document import Document
from ..edits import plots as edits
from ..runs.results import Results
from . import default_plots


class PlotLayout(QObject):
    """`plots` as shown; emits `changed` when they change."""

    changed = Signal()

    def __init__(self, document: Document, results: Results, parent: QObject | None = None):
        super().__init__(parent)
        self.document, self.results = document, results
        self.plots: list[Plot] = []
        self.more = 0  # coordinates that the automatic plots leave out
        self.is_automatic = True
        self.extra_units: dict[str, str] = {}  # of variables from other sources, such as a table
        document.root_changed.connect(self._document_changed)
        document.replaced.connect(self.update)

    @property
    def circuit(self) -> Circuit:
        return self.document.root

    @property
    def units(self) -> dict[str, str]:
        """Everything that can be plotted, including attitudes as rotations."""
        found = {**self.extra_units, **self.results.variables}
        for turns in turns_among(found).values():
            found |= dict.fromkeys(turns, "rad")
        return found

    def names(self, at: int) -> tuple[str, ...]:
        """The individual curves of a plot."""
        return self.plots[at].resolved(self.results.variables)

    @property
    def wanted(self) -> list[str]:
        """All variables that the curves need."""
        found: dict[str, None] = {}
        for at, plot in enumerate(self.plots):
            for name in (*self.names(at), *([plot.x] if plot.x else [])):
                found |= dict.fromkeys(quaternion_of(name) or [name])
        return [name for name in found if name not in self.extra_units]

    def update(self) -> None:
        """Read the document again."""
        stored = plots_of(self.circuit.views)
        self.is_automatic = stored is None
        if stored is None:
            self.plots, self.more = default_plots.automatic(self.circuit, self.results.variables)
        else:
            self.plots, self.more = stored, 0
        self.changed.emit()

    def _document_changed(self, change: Change) -> None:
        if "views" in change.sections or (self.is_automatic and change.sections.keys() & {"components", "links", "definitions"}):
            self.update()

    # Edits

    def add(self, names: Iterable[str], at: int | None = None) -> None:
        """Add curves to a plot, or to a new one."""
        self._edit(self.tr("Add curve"), edits.with_curves(self._plain(at), names, at))

    def add_plot(self, plot: Plot, at: int | None = None) -> None:
        self._edit(self.tr("Add plot"), edits.with_plot(self.plots, plot, at))

    def remove_curve(self, name: str, at: int) -> None:
        self._edit(self.tr("Remove curve"), edits.without_curves(self._plain(at), [name], at))

    def move_curve(self, name: str, source: int, target: int | None) -> None:
        self._edit(self.tr("Move curve"), edits.with_moved_curve(self._plain(source, target), name, source, target))

    def remove_plot(self, at: int) -> None:
        self._edit(self.tr("Remove plot"), edits.without_plot(self.plots, at))

    def move_plot(self, at: int, by: int) -> None:
        self._edit(self.tr("Move plot"), edits.with_moved_plot(self.plots, at, by))

    def set_title(self, at: int, title: str) -> None:
        self._edit(self.tr("Set plot title"), edits.with_replaced(self.plots, at, replace(self.plots[at], title=title.strip())))

    def set_equal(self, at: int, equal: bool) -> None:
        self._edit(self.tr("Equal scales"), edits.with_replaced(self.plots, at, replace(self.plots[at], equal=equal)))

    def show_all_coordinates(self) -> None:
        self._edit(self.tr("Plot all coordinates"), default_plots.complete(self.circuit, self.results.variables))

    def forget(self) -> None:
        """Return to the automatic plots."""
        self.document.edit_root(self.tr("Plot joint coordinates"), edits.forget_plots)

    def _plain(self, *places: int | None) -> list[Plot]:
        """The plots, with patterns expanded in those about to be changed."""
        found = list(self.plots)
        for at in places:
            if at is not None and 0 <= at < len(found):
                found[at] = replace(found[at], curves=self.names(at))
        return found

    def _edit(self, words: str, plots: Sequence[Plot]) -> None:
        if list(plots) != self.plots:
            self.document.edit_root(words, lambda circuit: edits.set_plots(circuit, plots))

    # Phase plots

    def phase_plots(self) -> list[tuple[str, Plot]]:
        """Speed over coordinate, for every coordinate that has one: label and plot."""
        known, found = self.results.variables, []
        for name in known:
            head, _, last = name.rpartition(".")
            speed = f"{head}.speed"
            if "." in head and last in ("angle", "travel") and speed in known:
                found.append((head, Plot((speed,), x=name)))
        return found

    def unit(self, name: str) -> str:
        """Unit as shown."""
        return shown_unit(self.units.get(name, "1"))[0]
