"""Counts and worst differences of many random circuits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.helpers.random_circuits.compare import BALANCE, FACTOR, FINE, UNTIL, Outcome


def figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    agreeing = [found for found in outcomes if found.verdict == "agrees"]

    def causes(verdict: str) -> dict[str, int]:
        return dict(Counter(found.cause for found in outcomes if found.verdict == verdict).most_common())

    def worst(what: str, bound: float) -> dict[str, Any]:
        found = [(o.differences[what], o.seed) for o in agreeing if what in o.differences]
        value, seed = max(found, default=(0.0, 0))
        return {"circuits": len(found), "worst": value * bound, "seed": seed, "bound": bound}

    return {
        "first": outcomes[0].seed,
        "until": UNTIL,
        "factor": FACTOR,
        "circuits": len(outcomes),
        "components": [min(o.components for o in outcomes), max(o.components for o in outcomes)],
        "with_events": sum(o.events for o in outcomes),
        "with_loops": sum(o.loops for o in outcomes),
        "switching": sum(o.switched > 0 for o in outcomes),
        "events": sum(o.switched for o in outcomes),
        "domains": dict(Counter(domain for o in outcomes for domain in o.domains).most_common()),
        "agree": len(agreeing),
        "discarded": causes("discarded"),
        "differ": causes("differs"),
        "without_witness": dict(Counter(o.witness for o in agreeing if o.witness).most_common()),
        "rk8_radau": worst("radau", FACTOR * FINE["radau"][0]),
        "rk8_ida": worst("ida", FACTOR * FINE["ida"][0]),
        "energy": worst("energy", BALANCE),
        "seconds": round(sum(o.seconds for o in outcomes), 1),
    }


def told(made: dict[str, Any]) -> str:
    discarded, differ = (sum(made[key].values()) for key in ("discarded", "differ"))
    lines = [
        f"{made['circuits']} circuits: {made['agree']} agree, {discarded} discarded, {differ} differ; {made['seconds']} s of CPU"
    ]
    lines += [f"  discarded {count:4d}  {cause}" for cause, count in made["discarded"].items()]
    lines += [f"  differ    {count:4d}  {cause}" for cause, count in made["differ"].items()]
    lines += [f"  no IDA    {count:4d}  {cause}" for cause, count in made["without_witness"].items()]
    for key in ("rk8_radau", "rk8_ida", "energy"):
        row = made[key]
        lines.append(
            f"  {key:9s} {row['circuits']:4d} circuits, worst {row['worst']:.1e} of {row['bound']:.0e} (seed {row['seed']})"
        )
    return "\n".join(lines)
