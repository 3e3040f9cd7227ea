"""Port of a subcircuit for a hydraulic line."""

from mars.component import HYDRAULIC, Icon, Port, Terminal

from ..ports.energy import TAG


class HydraulicPort(Terminal, kind="hydraulic.port"):
    """Port of this subcircuit for a hydraulic line: one pressure, one flow."""

    letters = "P"
    inside = Port(HYDRAULIC, at=(30, 0), open="free", help="sheet side of the port")
    icon = Icon(("face", TAG), ("lead", "M20,0 h10"))
