"""Ports that carry energy: a vector link, a shaft, a slider, a wire."""

from mars.component import ELECTRICAL, FRAME, ROTATION, TRANSLATION, Icon, Port, Terminal

TAG = "M20,0 l-10,-10 h-28 v20 h28 z"


class FramePort(Terminal, kind="ports.frame"):
    """Port of this subcircuit for a vector link. Links inside and links to the port outside meet at one point."""

    letters = "P"
    inside = Port(FRAME, at=(30, 0), open="free", help="sheet side of the port")
    icon = Icon(("face", TAG), ("frame", "M20,0 h10"))


class RotationPort(Terminal, kind="ports.rotation"):
    """Port of this subcircuit for a shaft: one angle, one torque."""

    letters = "P"
    inside = Port(ROTATION, at=(30, 0), open="free", help="sheet side of the port")
    icon = Icon(("face", TAG), ("lead", "M20,0 h10"))


class TranslationPort(Terminal, kind="ports.translation"):
    """Port of this subcircuit for a slider: one travel, one force."""

    letters = "P"
    inside = Port(TRANSLATION, at=(30, 0), open="free", help="sheet side of the port")
    icon = Icon(("face", TAG), ("lead", "M20,0 h10"))


class ElectricalPort(Terminal, kind="ports.electrical"):
    """Port of this subcircuit for a wire: one voltage, one current."""

    letters = "P"
    inside = Port(ELECTRICAL, at=(30, 0), open="free", help="sheet side of the port")
    icon = Icon(("face", TAG), ("lead", "M20,0 h10"))
