"""Images of the plots stored in a circuit: the same for `mars run FILE --plot OUT` and for the editor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from mars.document.plot_layout import Plot, plots_of
from mars.pictures.charts.euler_angles import quaternion_of, turn
from mars.pictures.charts.plot import Curve, Group
from mars.pictures.charts.spectrum import shown_frequency, spectrum

if TYPE_CHECKING:
    from mars.simulation.run import Run

OVER_FREQUENCY = ("frequency", "Hz")


def group_of(plot: Plot, curves: Iterable[Curve], x_unit: str = "") -> Group:
    """A plot with its curves, ready to draw; curves over another quantity have that as their `x`."""
    if plot.spectrum:
        return Group([_spectrum(curve) for curve in curves], plot.title or "amplitude", OVER_FREQUENCY)
    return Group(list(curves), plot.title, (plot.x, x_unit) if plot.x else None, plot.equal)


def _spectrum(curve: Curve) -> Curve:
    frequencies, amplitudes = spectrum(np.asarray(curve.t, dtype=float), np.asarray(curve.values, dtype=float))
    if frequencies.size:
        count = int(np.searchsorted(frequencies, shown_frequency(frequencies, amplitudes))) + 1
        frequencies, amplitudes = frequencies[:count], amplitudes[:count]
    return Curve(curve.name, curve.unit, frequencies, amplitudes, x=frequencies)


def kept_groups(run: Run) -> list[Group]:
    """The plots of the run's circuit, as far as this run has their variables: kinematic mode has few forces."""
    times = run.curve_times()
    found = []
    for plot in plots_of(run.model.circuit.views) or []:
        names = [name for name in plot.resolved(run.units) if _is_there(run, name)]
        if not names or (plot.x and not _is_there(run, plot.x)):
            continue
        value = _reader(run, times)
        x = value(plot.x) if plot.x else None
        curves = [Curve(name, _unit(run, name), times, value(name), x) for name in names]
        found.append(group_of(plot, curves, _unit(run, plot.x) if plot.x else ""))
    return found


def _reader(run: Run, times: np.ndarray) -> Callable[[str], np.ndarray]:
    def value(name: str) -> np.ndarray:
        parts = quaternion_of(name)
        if name in run.units or not parts:
            return run.at(times, name)[name]
        columns = run.at(times, *parts)
        return turn(name, [columns[part] for part in parts])

    return value


def _is_there(run: Run, name: str) -> bool:
    return name in run.units or all(part in run.units for part in quaternion_of(name) or [name])


def _unit(run: Run, name: str) -> str:
    return run.units.get(name, "rad")
