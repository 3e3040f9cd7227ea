"""Hidden constraints of networks: a row with only states is replaced by its rate, and one of its states becomes dependent."""

from __future__ import annotations

from collections.abc import Collection

import casadi as ca
import numpy as np

from mars.errors import CircuitError, Complaint
from mars.messages import Message
from mars.model.networks.complaints import contradiction, domain_of, resistance
from mars.model.networks.elimination import Remainder, eliminate, sample
from mars.model.networks.network import Network
from mars.model.networks.tearing import nonlinear
from mars.model.symbols import Symbols

SMALL = 1e-9  # of a row that contains only numbers
MOST_BREAKS = 200  # breaks of laws at which a state is checked for jumps
BEFORE = -1e-9  # s: a step at the start is checked too


def choose_following(symbols: Symbols, network: Network, hidden: list[ca.SX], owner: str, started: Collection[str]) -> None:
    """Choose the dependent states: those without a start value first, later ones before earlier ones."""
    last_first = list(symbols.states)[::-1]
    keys = [k for k in last_first if ".".join(k) not in started] + [k for k in last_first if ".".join(k) in started]
    not_solved = nonlinear(hidden, [symbols.states[key] for key in keys])
    keys = [key for i, key in enumerate(keys) if i not in not_solved]
    left = Remainder()  # several of them may be redundant, as two node laws of a network without a ground
    found = eliminate(symbols.parameters, hidden, [symbols.states[key] for key in keys], prefer_first=True, left=left)
    if any(np.abs(sample(symbols.parameters, left_over)).max() > SMALL for left_over in left.rows.values()):
        raise CircuitError([contradiction(domain_of(symbols, owner), owner, [])])
    network.following |= {keys[i]: value for i, value in found.items()}
    for key, value in network.following.items():
        _refuse_jumps(symbols, key, value)


def refuse_unknown_rates(symbols: Symbols, owner: str, left_over: ca.SX) -> None:
    """A variable that directly determines the current of an inductor or the voltage of a capacitor must have a rate."""
    known = {*symbols.rates, *symbols.parameters.names, symbols.t.name()}
    known |= {s.name() for demand in symbols.demands.values() for s in ca.vertsplit(demand)}  # reported by `total_rate`
    if any(s.name() not in known for s in ca.symvar(left_over)):
        cause = "it makes an inductor current or a capacitor voltage, which cannot jump, follow an acceleration or a force"
        raise CircuitError(
            [Complaint(owner, cause, "Put a lag (signals.lag) between the sensor and this component", code="unknown-rate")]
        )


def _refuse_jumps(symbols: Symbols, key: tuple[str, str], value: ca.SX) -> None:
    """A state that follows a law cannot follow its jumps: the stream would be infinite."""
    free = [s for s in ca.symvar(value) if s.name() not in (symbols.t.name(), symbols.segment.name())]
    numbers = dict(zip(symbols.parameters.names, symbols.parameters.numbers, strict=True))
    function = ca.Function("follows", [symbols.t, symbols.segment, ca.vertcat(*free)], [value])
    known = np.array([numbers.get(s.name(), 0.3) for s in free])
    for time in symbols.breaks.first(MOST_BREAKS, begin=BEFORE):
        before, after = (float(function(time, time + side, known)) for side in (-1e-9, 1e-9))
        if abs(after - before) > SMALL * max(1.0, abs(before), abs(after)):
            domain = domain_of(symbols, key[0])
            is_stream = key[1] == domain.stream
            infinite, how = (domain.potential, "in parallel with it") if is_stream else (domain.stream, "in series with it")
            cause = Message(
                ("its {state} is set by a source that jumps at t = {time:g} s, which would require an infinite {stream}"),
                state=key[1],
                time=time,
                stream=infinite,
            )
            remedy = Message("Use a ramp instead of a step, or insert {resistance} {how}", resistance=resistance(domain), how=how)
            raise CircuitError([Complaint(key[0], cause, remedy, code="jump")])
