"""What a link can carry, energy of some kind or information, and what its variables are called."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

DOMAINS: dict[str, Domain] = {}


@dataclass(frozen=True)
class Domain:
    """A scalar domain has a potential and a stream, power = potential × stream; a moving one has a position too, the integral of
    the potential. Information has neither position nor stream. Whoever makes one has it in `DOMAINS`."""

    name: str
    position: str
    position_unit: str
    potential: str
    potential_unit: str
    stream: str
    stream_unit: str
    family: str = "mechanical"  # for sums over energies of one nature
    reference: str = ""  # the kind that says the potential of a node, such as a ground
    resistance: str = ""  # the kind that keeps two given potentials apart
    stream_is_power: bool = False  # as heat is: the potential then has no part in the power
    usual: float = 0.0  # potential near which nonlinear equations are solved first
    lowest: float = -inf  # potential below which there is nothing in nature
    below: tuple[str, str] = ("", "")  # what that is called, and what to do where a run comes there

    def __post_init__(self) -> None:
        DOMAINS[self.name] = self

    @property
    def moves(self) -> bool:
        """Whether its potential is the rate of a position, so that there are three levels: movement, velocity, acceleration."""
        return bool(self.position)

    @property
    def informs(self) -> bool:
        """Whether it carries information alone."""
        return not self.stream

    @property
    def rate_unit(self) -> str:
        """Unit of the potential's own rate: an acceleration."""
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

# Information: one component gives the value, any number read it. A bundle is several under one line.
SIGNAL = Domain("signal", "", "", "value", "1", "", "")
SIGNALS = Domain("signals", "", "", "values", "1", "", "")

# A vector link: pose (r, R) is geometry, twist (v, w) the potentials, wrench (F, M) the streams, all in the global basis
# and taken at the node's own point.
FRAME = Domain("frame", "pose", "", "twist", "", "wrench", "")

MOTIONS = ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")
AXES = "xyz"
