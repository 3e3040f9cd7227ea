"""Domains of links, energy or information, and the names of their variables."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

DOMAINS: dict[str, Domain] = {}


@dataclass(frozen=True)
class Domain:
    """A scalar domain has a potential and a stream, power = potential × stream; a moving one also has a position, the integral of
    the potential. Information has neither position nor stream. Every domain made is listed in `DOMAINS`."""

    name: str
    position: str
    position_unit: str
    potential: str
    potential_unit: str
    stream: str
    stream_unit: str
    family: str = "mechanical"  # for sums over energies of one family
    reference: str = ""  # the kind that fixes the potential of a node, such as a ground
    resistance: str = ""  # the kind to insert between two given potentials
    stream_is_power: bool = False  # as for heat: the potential then does not enter the power
    usual: float = 0.0  # potential from which nonlinear solves start
    lowest: float = -inf  # lower physical limit of the potential
    below: tuple[str, str] = ("", "")  # name of the state below that limit, and the remedy if a run reaches it

    def __post_init__(self) -> None:
        DOMAINS[self.name] = self

    @property
    def moves(self) -> bool:
        """Whether its potential is the rate of a position, so that there are three levels: position, velocity, acceleration."""
        return bool(self.position)

    @property
    def informs(self) -> bool:
        """Whether it carries only information."""
        return not self.stream

    @property
    def rate_unit(self) -> str:
        """Unit of the rate of the potential, such as an acceleration."""
        return f"{self.potential_unit}²" if self.potential_unit.endswith("/s") else f"{self.potential_unit}/s"


ROTATION = Domain("rotation", "angle", "rad", "speed", "rad/s", "torque", "N·m")
TRANSLATION = Domain("translation", "travel", "m", "speed", "m/s", "force", "N")

ELECTRICAL = Domain(
    "electrical", "", "", "voltage", "V", "current", "A", "electrical",
    reference="electrical.ground", resistance="electrical.resistor",
)  # fmt: skip
HYDRAULIC = Domain(
    "hydraulic", "", "", "pressure", "Pa", "flow", "m³/s", "hydraulic",
    reference="hydraulic.tank", resistance="hydraulic.pipe", lowest=-101325.0,
    below=(
        "vacuum",
        "Add a volume (hydraulic.volume) there, which allows for cavitation, "
        "or let it draw oil from a tank through a check valve",
    ),
)  # fmt: skip
THERMAL = Domain(
    "thermal", "", "", "temperature", "K", "heat", "W", "thermal",
    reference="thermal.ambient", resistance="thermal.resistance", stream_is_power=True, usual=293.15, lowest=0.0,
    below=("absolute zero", "Draw less heat from it, or connect it to surroundings that return heat"),
)  # fmt: skip

# Information: one component gives the value, any number read it. A bundle carries several signals on one line.
SIGNAL = Domain("signal", "", "", "value", "1", "", "")
SIGNALS = Domain("signals", "", "", "values", "1", "", "")

# A vector link: the pose (r, R) is geometry, the twist (v, w) the potentials, the wrench (F, M) the streams, all in the global
# basis and at the node's point.
FRAME = Domain("frame", "pose", "", "twist", "", "wrench", "")

MOTIONS = ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")
AXES = "xyz"
