"""Base classes of kinds. The author of a joint writes only its motion, the author of a body its mass and points, all others
`equations()`; the tableau, the fast model and the help page are all derived from that one declaration.

Signs: streams are positive into the component, so power into it is the sum of potential × stream over its ports.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from mars.clocks import CornerSource
from mars.component import algebra
from mars.component.declarations import (
    Attitude,
    Choice,
    Coordinate,
    Demand,
    Hold,
    Icon,
    Mode,
    Parameter,
    Points,
    Port,
    Result,
    State,
)
from mars.component.domains import FRAME
from mars.component.handles import Handle
from mars.component.rules import Switch
from mars.component.shapes import Primitive, skeleton_shapes

DECLARATIONS = (Port, Parameter, State, Result, Hold, Mode, Demand)


class Component:
    """A kind. Its instances are bound to a placed component: every declared name then holds numbers or symbols."""

    kind: ClassVar[str] = ""
    letters: ClassVar[str] = ""
    icon: ClassVar[Icon] = Icon()
    handle: ClassVar[Handle | None] = None  # for moving it on the drawing
    ports: ClassVar[dict[str, Port]]
    parameters: ClassVar[dict[str, Parameter]]
    states: ClassVar[dict[str, State]]
    results: ClassVar[dict[str, Result]]
    holds: ClassVar[dict[str, Hold]]
    modes: ClassVar[dict[str, Mode]]
    demanded: ClassVar[dict[str, Demand]]

    name: str  # of the placed component

    def __init_subclass__(cls, kind: str = "", **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.kind = kind
        declared: dict[str, Any] = {}
        for owner in reversed(cls.__mro__):
            declared.update({n: d for n, d in vars(owner).items() if isinstance(d, DECLARATIONS)})
        cls.ports = {d.name: d for d in declared.values() if isinstance(d, Port)}
        cls.parameters = {d.name: d for d in declared.values() if isinstance(d, Parameter)}
        cls.states = {d.name: d for d in declared.values() if isinstance(d, State)}
        cls.results = {d.name: d for d in declared.values() if isinstance(d, Result)}
        cls.holds = {d.name: d for d in declared.values() if isinstance(d, Hold)}
        cls.modes = {d.name: d for d in declared.values() if isinstance(d, Mode)}
        cls.demanded = {d.name: d for d in declared.values() if isinstance(d, Demand)}

    @classmethod
    def ports_for(cls, values: Mapping[str, Any]) -> dict[str, Port]:
        """The ports of a placed component, given its resolved values; kinds with named points have one for each."""
        return cls.ports

    @classmethod
    def states_for(cls, values: Mapping[str, Any]) -> dict[str, State]:
        """The states of a placed component; the number of states of a transfer function depends on its denominator."""
        return cls.states

    @classmethod
    def modes_for(cls, values: Mapping[str, Any]) -> dict[str, Mode]:
        """The modes of a placed component; a table has one for each corner."""
        return cls.modes

    @classmethod
    def check(cls, values: Mapping[str, Any]) -> None:
        """Raise a `DocumentError` with cause and remedy if resolved values are inconsistent."""

    @classmethod
    def icon_for(cls, values: Mapping[str, Any]) -> Icon:
        """The icon of a placed component; a sum grows with its inputs."""
        return cls.icon

    def bind(self, name: str, values: Mapping[str, Any], ports: Mapping[str, Any], own: Mapping[str, Any]) -> None:
        self.name = name
        for attribute, value in [*values.items(), *own.items()]:
            setattr(self, attribute, value)
        for port, variables in ports.items():
            declared = self.ports.get(port)
            setattr(self, declared.attribute if declared else f"port_{port}", variables)

    def equations(self) -> Iterator[Any]:
        """Yield `left == right`. Streams of vector ports must be given explicitly: `self.a.F == …`."""
        yield from ()

    def kinematics(self) -> Iterator[Any]:
        """Yield those of the equations that contain only positions or only speeds, such as gears and given motions, without
        CasADi functions; `equations()` repeats them with `yield from`. The editor finds the start pose from them numerically."""
        yield from ()

    def paths(self, t: Any, segment: Any) -> Iterator[tuple[str, algebra.Vector, algebra.Matrix | None]]:
        """Yield vector ports with a given position over time, and their orientation or None; `switches()` holds them there."""
        yield from ()

    def shapes(self, scale: float = 0.0) -> list[Primitive]:
        """Its appearance in space, in the basis of its first vector port; called on components that hold numbers. Shapes without
        a size are scaled to a mechanism whose bodies extend as far as `scale` (zero: unknown)."""
        return []

    def switches(self) -> Iterator[Switch]:
        """Yield the rules for holds and modes."""
        yield from ()

    def demands(self) -> Iterator[tuple[Any, list[Any], list[Any]]]:
        """Yield each declared demand with the scalar ports of joints and the accelerations required there, in their order."""
        yield from ()

    def breaks(self) -> list[float]:
        """Times at which its equations have a corner, from its structural numbers; those of its laws are already known."""
        return []

    def corners(self) -> Iterable[CornerSource]:
        """Further corners, found one after the other, such as those of a periodic formula."""
        return ()

    def rotors(self) -> Iterable[tuple[str, Any, Any]]:
        """Rotors in other bodies: the vector port of the body that carries each, its inertia and its axis there. The body's
        inertia is to include it."""
        return ()

    def stored(self) -> Any:
        """Energy stored in the component (None: it stores none, or it is a source)."""
        return None

    def loss(self) -> Any:
        """Power dissipated as heat."""
        return 0.0

    is_source: ClassVar[bool] = False  # its power comes from outside the circuit
    follows_time: ClassVar[bool] = False  # its equations contain the time explicitly, not only through laws
    gives_steps: ClassVar[bool] = False  # its signals are sampled or logical: drawn dotted


@dataclass
class Turn:
    """Elementary motion: rotation about an axis (class V)."""

    axis: list[float]
    coordinate: str


@dataclass
class Slide:
    """Elementary motion: translation along an axis (class V)."""

    axis: list[float]
    coordinate: str


@dataclass
class Ball:
    """Elementary motion: any rotation, kept as a unit quaternion so that no attitude is singular."""

    attitude: str


@dataclass
class Offset:
    """Constant part of a motion: the next one starts at this place, in the basis with this orientation."""

    place: algebra.Vector
    orientation: algebra.Matrix


Motion = Turn | Slide | Ball | Offset


class Joint(Component):
    """A kinematic node: transmits power and nothing else. The author writes `motion()` as a chain of elementary motions."""

    letters = "KN"
    coordinates: ClassVar[dict[str, Coordinate]]
    attitudes: ClassVar[dict[str, Attitude]]

    side_1 = Port(FRAME, at=(-30, 0), name="1", help="side whose basis defines the axes")
    side_2 = Port(FRAME, at=(30, 0), name="2", help="moving side")

    def __init_subclass__(cls, kind: str = "", **keywords: Any) -> None:
        super().__init_subclass__(kind=kind, **keywords)
        declared = {n: d for owner in reversed(cls.__mro__) for n, d in vars(owner).items()}
        cls.coordinates = {n: d for n, d in declared.items() if isinstance(d, Coordinate)}
        cls.attitudes = {n: d for n, d in declared.items() if isinstance(d, Attitude)}

    def motion(self) -> Iterator[Motion]:
        """The relative motion of side 2, as elementary motions in order, with offsets between them; axes in the basis of side 1,
        or of the last offset, at zero coordinates."""
        raise NotImplementedError

    def stored(self) -> Any:
        return 0.0


@dataclass
class Solid:
    """A body as the engine sees it, in its own basis with the origin at point 1."""

    mass: Any
    centre: algebra.Vector
    inertia: algebra.Matrix  # about the centre of mass
    points: dict[str, tuple[algebra.Vector, algebra.Matrix]]  # position and orientation; "1" is the origin


class Body(Component):
    """A solid body with any number of points. The author writes `solid()`."""

    letters = "SB"

    origin = Port(FRAME, at=(-40, 0), open="free", name="1", help="origin of the body's basis")

    def solid(self) -> Solid:
        raise NotImplementedError

    def shapes(self, scale: float = 0.0) -> list[Primitive]:
        solid = self.solid()
        points = {name: place for name, (place, _) in solid.points.items()}
        return skeleton_shapes(points, solid.mass, solid.centre, solid.inertia, scale)


class PointedBody(Body):
    """A body whose further points are named by its parameter `points`; the plate grows by 20 for each point beyond two."""

    points = Points({}, help="named points in the body's basis, each of them a port", structural=False)

    @classmethod
    def ports_for(cls, values: Mapping[str, Any]) -> dict[str, Port]:
        ports = dict(cls.ports)
        for i, name in enumerate(values["points"]):
            ports[name] = Port(FRAME, at=(40, 20 * i), open="free", name=name, help="named point of the body")
        return ports


@dataclass
class Pose:
    """Position and orientation in the global basis."""

    place: algebra.Vector
    orientation: algebra.Matrix


class Base(Component):
    """A symbol of the backbone node: prescribed pose, no node law. The author writes `pose(t, segment)`."""

    is_source = True

    def pose(self, t: Any, segment: Any) -> Pose:
        raise NotImplementedError


class Terminal(Component):
    """A port of the subcircuit on whose sheet it is drawn; its name is the port's name. It has no equations: its inner links and
    the outer links of the instance form one node. The author declares the port `inside`."""

    side = Choice("left", help="side of the subcircuit symbol with the port", options=("left", "right", "top", "bottom"))
    inside: ClassVar[Any]


class Wire(Component):
    """Two joints' scalar ports on one wire move together; the second one gets a separate node behind this."""

    letters = "Wire"
    a: Any
    b: Any

    def kinematics(self):
        yield self.a.position == self.b.position

    def equations(self):
        yield from self.kinematics()
        yield self.a.stream == -self.b.stream

    def stored(self):
        return 0.0
