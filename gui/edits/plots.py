"""The plots stored in a circuit: each function returns the new list of plots for `set_plots` to store.

The panel may show automatic plots (the joint coordinates); so the functions take the plots as shown, and the first edit stores
them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mars.document.circuit import Circuit
from mars.document.plot_layout import Plot

Plots = list[Plot]


def set_plots(circuit: Circuit, plots: Sequence[Plot]) -> None:
    """Store plots; they are no longer automatic."""
    circuit.views["plots"] = [plot.to_data() for plot in plots]


def forget_plots(circuit: Circuit) -> None:
    """Return to the automatic plots."""
    circuit.views.pop("plots", None)


def with_curves(plots: Sequence[Plot], names: Iterable[str], at: int | None = None) -> Plots:
    """Add curves to a plot, or to a new one at the end."""
    found, new = list(plots), tuple(dict.fromkeys(names))
    if at is None or not 0 <= at < len(found):
        return [*found, Plot(new)] if new else found
    there = found[at].curves
    found[at] = replace(found[at], curves=(*there, *(name for name in new if name not in there)))
    return found


def without_curves(plots: Sequence[Plot], names: Iterable[str], at: int) -> Plots:
    """Remove curves; a plot without curves is removed."""
    gone = set(names)
    left = replace(plots[at], curves=tuple(name for name in plots[at].curves if name not in gone))
    return [*plots[:at], *([left] if left.curves else []), *plots[at + 1 :]]


def with_moved_curve(plots: Sequence[Plot], name: str, source: int, target: int | None) -> Plots:
    """Move a curve from one plot to another, or to a new one."""
    if source == target or name not in plots[source].curves:
        return list(plots)
    added = with_curves(plots, [name], target)
    return without_curves(added, [name], source)


def with_plot(plots: Sequence[Plot], plot: Plot, at: int | None = None) -> Plots:
    place = len(plots) if at is None else at
    return [*plots[:place], plot, *plots[place:]]


def without_plot(plots: Sequence[Plot], at: int) -> Plots:
    return [*plots[:at], *plots[at + 1 :]]


def with_replaced(plots: Sequence[Plot], at: int, plot: Plot) -> Plots:
    return [*plots[:at], plot, *plots[at + 1 :]]


def with_moved_plot(plots: Sequence[Plot], at: int, by: int) -> Plots:
    """Move a plot up (negative) or down."""
    rest = without_plot(plots, at)
    return with_plot(rest, plots[at], max(0, min(len(rest), at + by)))
