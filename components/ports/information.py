"""Ports that carry information, into the subcircuit or out of it."""

from mars.component import SIGNAL, SIGNALS, Icon, Port, Terminal

INTO, OUT_OF = "M20,0 l-10,-10 h-28 l8,10 l-8,10 h28 z", "M-10,0 l-8,-10 h28 l10,10 l-10,10 h-28 z"


class SignalIn(Terminal, kind="ports.signal_in"):
    """Input port of this subcircuit for a signal."""

    letters = "U"
    inside = Port(SIGNAL, at=(30, 0), open="free", gives=True, help="signal from outside")
    icon = Icon(("face", INTO), ("lead", "M20,0 h10"))


class SignalOut(Terminal, kind="ports.signal_out"):
    """Output port of this subcircuit for a signal."""

    letters = "Y"
    inside = Port(SIGNAL, at=(-30, 0), open="free", help="outgoing signal")
    icon = Icon(("lead", "M-30,0 h20"), ("face", OUT_OF))


class BundleIn(Terminal, kind="ports.bundle_in"):
    """Input port of this subcircuit for a bundle of signals."""

    letters = "U"
    inside = Port(SIGNALS, at=(30, 0), open="free", gives=True, help="signals from outside")
    icon = Icon(("face", INTO), ("thin", "M-6,-4 h14 M-6,4 h14"), ("lead", "M20,0 h10"))


class BundleOut(Terminal, kind="ports.bundle_out"):
    """Output port of this subcircuit for a bundle of signals."""

    letters = "Y"
    inside = Port(SIGNALS, at=(-30, 0), open="free", help="outgoing signals")
    icon = Icon(("lead", "M-30,0 h20"), ("face", OUT_OF), ("thin", "M-4,-4 h14 M-4,4 h14"))
