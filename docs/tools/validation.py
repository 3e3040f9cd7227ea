"""The page Validation: what the tests measured against published and closed-form answers, and figures on random circuits.

Measured anew by `python -m tests.helpers.validation` and by `python -m tests.helpers.random_circuits --count 2000 --write
docs/tools/random_circuits.json`; `python -m docs.tools.validation` writes the page from the numbers.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "validation.md"
# Files below tests/refs, and where their numbers come from. The longest beginning that fits counts.
SOURCES = {
    "msl/": "Modelica Standard Library: published reference results (Dymola, DASSL, tolerance 10⁻⁶)",
    "iftomm_A01": "IFToMM benchmark library, A01: elliptic functions",
    "iftomm_A02": "IFToMM benchmark library, A02: elliptic functions on the parallelogram branch",
    "iftomm_A03": "IFToMM benchmark library, A03: exact reduction to one freedom",
    "ivp_andrews": "Test Set for IVP Solvers: Andrews' squeezer",
    "ivp_car_axis": "Test Set for IVP Solvers: car axis, quadruple precision",
    "classic_planar": "closed forms of planar kinematics",
    "classic_double": "double pendulum: Taylor series of high order",
    "classic_heavy": "heavy top of Brüls, Cardona and Arnold: quaternions, DOP853",
    "classic_torque": "torque-free body: Jacobi's elliptic functions",
    "robot_puma560": "Puma 560: Robotics Toolbox (Corke), Pinocchio",
    "robot_panda": "Panda: Pinocchio",
    "electro_rlc": "series resonance: closed form",
    "electro_dc": "DC motor: matrix exponential",
    "seed001": "cantilever with joints in cuts: printed table, recomputed",
    "seed002": "manipulator with a prescribed path: closed form",
    "seed003": "flexible arm with joints in cuts: Pinocchio and DOP853",
}
INTRODUCTION = """# Validation

The tables below are measured, not typed: tests compare circuits with answers that do not come from Mars and report their errors.
`python -m tests.helpers.validation` measures them anew. An error is the largest difference over all compared variables and
times; "of range" means relative to the range of a variable. The test allows no more than the value beside it. The time is the CPU
time of a test on one core: building the circuit, compiling it, running it and reading its results.

Other evidence: every component satisfies its power balance, the accelerations of random mechanisms are compared with Pinocchio,
`mars verify` compares all formulations of every example, and further tests of `tests/components/` and `tests/physics/` compare
with closed forms.

"""
SPLIT = """
## Random circuits

Random circuits of 5 to 40 components over all domains (mechanisms in the plane and in space, shafts, electrical, hydraulic and
thermal networks, signals, control, drives between them) are run for {until:g} s by rk8, by Radau and, where the
witness applies, by IDA on the tableau. Half of them have events (friction, stops, backlash, freewheels, brakes, diodes, switches,
relays, valves, formulas with corners, samples), a quarter have closed loops. All states are compared at eight times. A difference
counts if it exceeds {factor:g} times the looser relative tolerance and stays so with tolerances a hundred times finer; a circuit
in which rk8 differs from itself as much when its tolerances change is discarded as sensitive. The energy ledger must balance too.

`python -m tests.helpers.random_circuits --count 2000` repeats this; the first 100 are tests.

"""
LIMITS = """
## What is not validated

- The witness does not cover sticking, stops, grips, sampling, prescribed paths and computed torque: there, rk8 and Radau share
  the model and its events, so that random circuits with these check the integrators, the energy and the reactions, but not
  the law of the event itself. Closed forms of single components and the curves of the Modelica library check those.
- Rings of capacitors and inductors in series, which IDA does not support, are checked by rk8, Radau and the Modelica library.
- The references of the Modelica library have a tolerance of 10⁻⁶ per step; errors of 10⁻⁵ to 5·10⁻⁴ are theirs.
- Contact of spheres with planes and elastic buffers follow chosen laws; the tests check that the laws are kept, not that
  materials obey them.
- Elastic bodies other than chains of rigid pieces, tyres and wheels that roll do not exist.
- Random circuits run for less than a second, so that small errors do not grow beyond comparison; long runs are represented by
  the published problems.
- Kinds that neither occur in the random circuits nor in these problems are checked by the tests of the components alone.
"""


def write() -> None:
    PAGE.write_text(page(), encoding="utf-8")


def page() -> str:
    return INTRODUCTION + _references() + _random() + LIMITS


def measured() -> dict[str, Any]:
    return json.loads((FOLDER / "validation.json").read_text(encoding="utf-8"))


def random_figures() -> dict[str, Any]:
    return json.loads((FOLDER / "random_circuits.json").read_text(encoding="utf-8"))


def source(file: str) -> str:
    return SOURCES[max((start for start in SOURCES if file.startswith(start)), key=len)]


def _references() -> str:
    data = measured()
    by_source: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in data["rows"]:
        by_source["msl" if row["source"].startswith("msl/") else "others"].append(row)
    lines = [
        "## Published problems and closed forms\n",
        "| problem | source | by | error | allowed | time |",
        "|---|---|---|---|---|---|",
    ]
    lines += [f"| {row['problem']} | {source(row['source'])} | {_numbers(row)} |" for row in by_source["others"]]
    lines += [f"\n## {source('msl/')}\n", "| example | by | error | allowed | time |", "|---|---|---|---|---|"]
    lines += [f"| {row['problem']} | {_numbers(row)} |" for row in by_source["msl"]]
    if data["waiting"]:
        lines += ["\nNot met yet:\n", "| example | what is missing |", "|---|---|"]
        lines += [f"| {name} | {reason} |" for name, reason in data["waiting"].items()]
    return "\n".join(lines) + "\n"


def _numbers(row: dict[str, Any]) -> str:
    return f"{row['by']} | {row['error']:.1e} {row['unit']} | {row['allowed']:.0e} | {row['seconds']:.2f} s"


def _random() -> str:
    made = random_figures()
    discarded, differ = sum(made["discarded"].values()), sum(made["differ"].values())
    lines = [
        "| | |",
        "|---|---|",
        f"| circuits | {made['circuits']} with {made['components'][0]} to {made['components'][1]} components |",
        f"| with parts that switch | {made['with_events']}; {made['switching']} switched, {made['events']} times in all |",
        f"| with closed loops | {made['with_loops']} |",
        f"| agree | {made['agree']} |",
        f"| discarded | {discarded} ({100 * discarded / made['circuits']:.1f} %) |",
        *(f"| – {cause} | {count} |" for cause, count in made["discarded"].items()),
        f"| differ | {differ} |",
        *(f"| – {cause} | {count} |" for cause, count in made["differ"].items()),
    ]
    for key, what in (
        ("rk8_radau", "rk8 and Radau: largest relative difference"),
        ("rk8_ida", "rk8 and IDA: largest relative difference"),
        ("energy", "energy: largest residual per turnover"),
    ):
        row = made[key]
        lines.append(
            f"| {what} | {row['worst']:.1e} of {row['bound']:.0e} allowed, in {row['circuits']} circuits (seed {row['seed']}) |"
        )
    lines += [f"| agree without IDA: {cause} | {count} |" for cause, count in made["without_witness"].items()]
    lines.append(f"| CPU time per circuit | {made['seconds'] / made['circuits']:.2f} s |")
    return SPLIT.format(until=made["until"], factor=made["factor"]) + "\n".join(lines) + "\n"


if __name__ == "__main__":
    write()
