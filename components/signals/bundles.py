"""Combines several signals into one line, and separates them."""

from mars.component import SIGNAL, SIGNALS, Component, Count, Icon, Port, column

from .block import Stroke, numbered, readers, rows


def comb(count: int, x: int, names: list[str], bundle: Stroke) -> Icon:
    """A bar with a lead for each signal at its side x, and the bundle on the other one."""
    high = 10 * max(2, count)
    leads = [(f"lead:{name}", f"M{x},{y} H0") for name, y in zip(names, rows(count), strict=True)]
    return Icon(*leads, bundle, ("solid", f"M-4,{-high} h8 v{2 * high} h-8 z"))


class Bundle(Component, kind="signals.bundle"):
    """Combines several signals into one thick line, in order."""

    letters = "BUN"
    count = Count(2, help="number of signals", key_parameter=True)
    icon = comb(2, -20, numbered(2), ("lead:out", "M0,0 h20"))

    @classmethod
    def icon_for(cls, values):
        return comb(values["count"], -20, numbered(values["count"]), ("lead:out", "M0,0 h20"))

    @classmethod
    def ports_for(cls, values):
        ports = readers(numbered(values["count"]), x=-20)
        out = Port(SIGNALS, at=(20, 0), open="free", name="out", help="bundle of all signals", gives=True, size=values["count"])
        return ports | {"out": out}

    def equations(self):
        signals = [getattr(self, f"port_{name}").value for name in numbered(self.count)]
        yield self.port_out.values == column(signals)

    def stored(self):
        return 0.0


class Unbundle(Component, kind="signals.unbundle"):
    """Separates the signals of a bundle, in order."""

    letters = "UNB"
    count = Count(2, help="number of signals", key_parameter=True)
    icon = comb(2, 20, numbered(2, "out"), ("lead:in", "M-20,0 h20"))

    @classmethod
    def icon_for(cls, values):
        return comb(values["count"], 20, numbered(values["count"], "out"), ("lead:in", "M-20,0 h20"))

    @classmethod
    def ports_for(cls, values):
        places = zip(numbered(values["count"], "out"), rows(values["count"]), strict=True)
        outs = {n: Port(SIGNAL, at=(20, y), open="free", name=n, help="signal of the bundle", gives=True) for n, y in places}
        return {"in": Port(SIGNALS, at=(-20, 0), name="in", help="bundle of signals", size=values["count"])} | outs

    def equations(self):
        for i, name in enumerate(numbered(self.count, "out")):
            yield getattr(self, f"port_{name}").value == self.port_in.values[i]

    def stored(self):
        return 0.0
