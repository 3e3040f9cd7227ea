"""`python -m tests.helpers.random_circuits --count 2000`: random circuits by several methods, with figures."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from tests.helpers.paths import ROOT


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="number of seeds")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    parser.add_argument(
        "--write", type=Path, help="file for the figures of the page Validation (docs/tools/random_circuits.json)"
    )
    chosen = parser.parse_args()
    os.environ.setdefault("MARS_CACHE", str(ROOT / "build/cache"))
    os.environ.setdefault("MARS_LIBRARY", str(ROOT / "build/no_library"))

    from tests.helpers.random_circuits.compare import outcome
    from tests.helpers.random_circuits.figures import figures, told

    outcomes = []
    for seed in range(chosen.first, chosen.first + chosen.count):
        found = outcome(seed)
        outcomes.append(found)
        if found.verdict != "agrees":
            sys.stdout.write(f"{seed}: {found.verdict}: {found.cause} ({found.components} components) {found.detail[:300]}\n")
            sys.stdout.flush()
        if len(outcomes) % 50 == 0 or seed == chosen.first + chosen.count - 1:
            written(figures(outcomes), chosen.write)
    sys.stdout.write(told(figures(outcomes)) + "\n")


def written(made: dict[str, Any], path: Path | None) -> None:
    if path is not None:
        path.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
