"""What a link can carry, energy of some kind or information, and what its variables are called."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Domain:
    """A scalar domain has a position (integral of the potential), a potential and a stream; power = potential × stream."""

    name: str
    position: str
    position_unit: str
    potential: str
    potential_unit: str
    stream: str
    stream_unit: str

    @property
    def rate_unit(self) -> str:
        """Unit of the potential's own rate: an acceleration."""
        return f"{self.potential_unit}²" if self.potential_unit.endswith("/s") else f"{self.potential_unit}/s"


ROTATION = Domain("rotation", "angle", "rad", "speed", "rad/s", "torque", "N·m")
TRANSLATION = Domain("translation", "travel", "m", "speed", "m/s", "force", "N")

# Information: one component gives the value, any number read it. There is no stream (its name says so), hence no power.
SIGNAL = Domain("signal", "", "", "value", "1", "load", "1")

# A vector link: pose (r, R) is geometry, twist (v, w) the potentials, wrench (F, M) the streams, all in the global basis
# and taken at the node's own point.
FRAME = Domain("frame", "pose", "", "twist", "", "wrench", "")

MOTIONS = ("Tx", "Ty", "Tz", "Rx", "Ry", "Rz")
AXES = "xyz"
