"""Port of a subcircuit for heat."""

from mars.component import THERMAL, Icon, Port, Terminal

from ..ports.energy import TAG


class ThermalPort(Terminal, kind="thermal.port"):
    """Port of this subcircuit for heat: one temperature, one heat flow."""

    letters = "P"
    inside = Port(THERMAL, at=(30, 0), open="free", help="sheet side of the port")
    icon = Icon(("face", TAG), ("lead", "M20,0 h10"))
