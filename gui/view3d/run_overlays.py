"""Overlays of a run in the image: trails, arrows, the centre of mass, the poses of other runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mars import flat_names
from mars.document.circuit import Circuit
from mars.mechanism.poses import Poses

from ..edits import motion_overlays
from ..theme import ThemeColours
from . import trails
from .arrows import ArrowPlace, Arrows
from .colours import of_curve, of_domain, rgba
from .frame import Frame, Lines, batches, lines_joined, merged
from .mass_centre import centre_of
from .mass_centre_trail import MassCentreTrail
from .point_labels import MeetingPoint

if TYPE_CHECKING:
    from ..runs.recording import Recording
    from .mechanism import Mechanism

GHOST = 0.28  # opacity of the bodies of another run
GHOST_TRAIL = 0.45
TIPS = 6  # maximum number of automatic trails


@dataclass(frozen=True)
class OverlayChoice:
    """Points with trails and with arrows, by their ports; whether the centre of mass is marked, and its trail shown."""

    trails: tuple[str, ...] = ()
    arrows: tuple[str, ...] = ()
    centre: bool = False
    centre_trail: bool = False

    @classmethod
    def of(cls, circuit: Circuit, points: Iterable[str] = ()) -> OverlayChoice:
        """Converts the names in the file to those of the mechanism, which differ inside subcircuits."""
        chosen, called = motion_overlays.chosen(circuit, "trails"), {flat_names.shown(end): end for end in points}
        return cls(
            tuple(called.get(end, end) for end in chosen if end != motion_overlays.CENTRE),
            tuple(called.get(end, end) for end in motion_overlays.chosen(circuit, "arrows")),
            motion_overlays.shows_centre(circuit),
            motion_overlays.CENTRE in chosen,
        )

    def names(self) -> list[str]:
        """The variables needed to draw them."""
        found = [name for end in self.trails for name in trails.names_of(end)]
        return found + [name for end in self.arrows for name in ArrowPlace(end, False).names()]


@dataclass
class ShownRuns:
    """A run, those beside it, and the current time."""

    recording: Recording
    t: float
    others: Sequence[Recording] = ()


class RunOverlays:
    """Built for one mechanism; `centre` and `arrows` are used afterwards to paint marks and the legend."""

    def __init__(self, mechanism: Mechanism):
        self.mechanism = mechanism
        self.arrows = Arrows()
        self.centre: np.ndarray | None = None
        self.has_arrows = False
        self.centre_trail = MassCentreTrail(mechanism)

    def add_to(
        self,
        frame: Frame,
        poses: Poses,
        wishes: OverlayChoice,
        theme: ThemeColours,
        shown: ShownRuns | None,
        is_new: bool = False,
    ) -> None:
        """Complete a frame; `is_new`: there is new data of the run."""
        self.centre = centre_of(self.mechanism.weights, poses) if wishes.centre or wishes.centre_trail else None
        self.has_arrows = False
        if shown is None or shown.recording.count == 0:
            return
        frame.lines = lines_joined([frame.lines, *self._trails(poses, wishes, theme, shown)])
        self._add_arrows(frame, poses, wishes, theme, shown, is_new)
        for other in shown.others:
            values = other.at(shown.t)
            if self.mechanism.tree.is_moved_by(values):  # else its names differ, and it would stay at the start pose
                theirs = self.mechanism.tree.at(values, shown.t)
                frame.ghosts = merged(frame.ghosts, self.mechanism.stage.ghost(theirs, GHOST))

    def _trails(self, poses: Poses, wishes: OverlayChoice, theme: ThemeColours, shown: ShownRuns) -> Iterable[Lines | None]:
        for number, end in enumerate(wishes.trails):
            here, colour = poses.points[end][0] if end in poses.points else np.zeros(3), rgba(of_curve(number, theme))
            yield trails.trail(shown.recording, end, shown.t, here, colour)
            for other in shown.others:
                yield trails.trail(other, end, shown.t, here, colour, GHOST_TRAIL)
        if wishes.centre_trail and self.centre is not None:
            yield self.centre_trail.lines(shown.recording, shown.t, self.centre, rgba(theme.colour("ink")))

    def _add_arrows(
        self, frame: Frame, poses: Poses, wishes: OverlayChoice, theme: ThemeColours, shown: ShownRuns, is_new: bool
    ) -> None:
        stage = self.mechanism.stage
        signs = {self._sign(end, poses): poses.points[end][0] for end in wishes.arrows if end in poses.points}
        if not signs:
            return
        self.arrows.rescale(shown.recording, list(signs), stage.size, is_new)
        colours = [rgba(of_domain(domain, theme)) for domain in ("translation", "rotation")]
        solids, arcs = self.arrows.drawn(shown.recording, signs, shown.t, stage.size, *colours)
        self.has_arrows = True
        frame.arrows = batches(solids)
        frame.over = lines_joined([frame.over, arcs])

    def _sign(self, end: str, poses: Poses) -> ArrowPlace:
        owner = end.partition(".")[0]
        return ArrowPlace(end, owner in poses.bodies, self.mechanism.stage.thickness.get(owner, 0.0))


def joint_ends(poses: Poses) -> tuple[str, ...]:
    """Where joints hold the bodies they move."""
    return tuple(end for name in poses.joints if (end := f"{name}.2") in poses.points)


def tips(places: Sequence[MeetingPoint]) -> tuple[str, ...]:
    """Default points to trace: the free ends of bodies, else the last point."""
    free = [place.ends[0] for place in places if len(place.bodies) == 1 and not place.joints]
    if not free:
        free = [place.ends[0] for place in places if len(place.bodies) > 1][-1:]
    return tuple(free[-TIPS:])
