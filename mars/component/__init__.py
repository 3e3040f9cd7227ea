"""The vocabulary for authors of components: one import line, `from mars.component import Component, Port, ROTATION, ca`."""

from mars.component import algebra, shapes
from mars.component.base import (
    Ball,
    Base,
    Body,
    Component,
    Joint,
    Offset,
    PointedBody,
    Pose,
    Slide,
    Solid,
    Terminal,
    Turn,
    Wire,
)
from mars.component.declarations import (
    Attitude,
    Axis,
    Choice,
    Coordinate,
    Count,
    Demand,
    Flag,
    Formula,
    Grid,
    Hold,
    Icon,
    Inertia,
    LawOf,
    Mode,
    Numbers,
    Orientation,
    Parameter,
    Port,
    Result,
    State,
    Table,
    Text,
    Vector,
)
from mars.component.domains import (
    AXES,
    ELECTRICAL,
    FRAME,
    HYDRAULIC,
    ROTATION,
    SIGNAL,
    SIGNALS,
    THERMAL,
    TRANSLATION,
    Domain,
)
from mars.component.handles import Cap, Dial, Point, Stroke, Track
from mars.component.lazy_casadi import ca
from mars.component.piecewise import Pieces, characteristic, clamped, piecewise
from mars.component.rules import Grips, Holds, Piece, Samples, Sticks, Stops, unit_vector
from mars.component.shapes import (
    Box,
    Coil,
    Cord,
    Cylinder,
    Piston,
    Plane,
    Primitive,
    Sphere,
    mass_sphere,
    rods_to_points,
    triple,
)
from mars.component.symbolic_functions import column, der, functions, scalars
from mars.component.trajectories import cycloid, limited_move, move_along
from mars.errors import DocumentError
from mars.messages import Message, all_of, one_of

# Base classes of kinds, and the return types of their methods.
__all__ = ["Base", "Body", "Component", "Joint", "PointedBody", "Terminal", "Wire"]
__all__ += ["Ball", "Offset", "Pose", "Slide", "Solid", "Turn"]

# Declarations: ports with their domains, parameters, variables, the symbol and the handle that moves an input.
__all__ += [
    "AXES",
    "ELECTRICAL",
    "FRAME",
    "HYDRAULIC",
    "ROTATION",
    "SIGNAL",
    "SIGNALS",
    "THERMAL",
    "TRANSLATION",
    "Domain",
    "Port",
]
__all__ += ["Axis", "Choice", "Count", "Flag", "Formula", "Grid", "Inertia", "LawOf"]
__all__ += ["Numbers", "Orientation", "Parameter", "Table", "Text", "Vector"]
__all__ += ["Attitude", "Coordinate", "Demand", "Hold", "Mode", "Result", "State"]
__all__ += ["Cap", "Dial", "Icon", "Point", "Stroke", "Track"]

# Functions for equations.
__all__ += ["algebra", "ca", "column", "der", "functions", "scalars", "unit_vector"]
__all__ += ["Pieces", "characteristic", "clamped", "cycloid", "limited_move", "move_along", "piecewise"]

# Switching rules, shapes in space, the errors raised by `check`, and the messages of events.
__all__ += ["Grips", "Holds", "Piece", "Samples", "Sticks", "Stops"]
__all__ += ["Box", "Coil", "Cord", "Cylinder", "Piston", "Plane", "Primitive", "Sphere"]
__all__ += ["mass_sphere", "rods_to_points", "shapes", "triple"]
__all__ += ["DocumentError", "Message", "all_of", "one_of"]
