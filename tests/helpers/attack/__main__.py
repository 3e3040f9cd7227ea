"""`./dev attack [minutes]`: opens hostile files, kills processes that save and editors that are used, and counts what happens."""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from tests.helpers.paths import ROOT

SAVES, EDITS = 60, 2  # kills in a minute, about a tenth of the time each
FAULTS = 0.2  # of each kind of a worker in a minute, about a tenth of the time, too
SHOWN = 20  # faults of a kind


def main() -> int:
    parser = argparse.ArgumentParser(prog="./dev attack", description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=2.0, help="how long (default: 2)")
    parser.add_argument("--seed", type=int, help="first seed (default: another one each time)")
    chosen = parser.parse_args()
    os.environ.setdefault("MARS_CACHE", str(ROOT / "build/cache"))
    os.environ["MARS_LIBRARY"] = str(ROOT / "build/no_library")

    from tests.helpers.attack.files import Report, attack_files
    from tests.helpers.attack.kills import kill
    from tests.helpers.attack.workers import disturb

    first = chosen.seed if chosen.seed is not None else random.randrange(10**9)
    end = time.monotonic() + 60 * chosen.minutes
    sys.stdout.write(f"Seeds from {first}\n")

    failed = 0
    for what, each in (("saves", SAVES), ("edits", EDITS)):
        with tempfile.TemporaryDirectory() as folder:
            report = kill(what, max(1, round(each * chosen.minutes)), first, Path(folder))
        sys.stdout.write(f"{what}: {report.table()}\n" + "".join(f"  {cause}\n" for cause in report.broken[:SHOWN]))
        failed += len(report.broken)

    with tempfile.TemporaryDirectory() as folder:
        faults = disturb(max(1, round(FAULTS * chosen.minutes)), Path(folder))
    sys.stdout.write(f"workers: {faults.table()}\n" + "".join(f"  {cause}\n" for cause in faults.broken[:SHOWN]))
    failed += len(faults.broken)

    def seeds():
        for seed in count(first):
            if time.monotonic() > end:
                return
            yield seed

    def notice(report: Report) -> None:
        if sys.stderr.isatty() and report.files % 20 == 0:
            faults = sum(map(len, report.faults.values()))
            sys.stderr.write(f"\r{report.files} files, {faults} faults, {max(0.0, end - time.monotonic()):.0f} s left ")

    report = attack_files(seeds(), notice)
    sys.stdout.write(report.table() + "\n")
    for fault, found in report.faults.items():
        failed += len(found)
        for each in found[:SHOWN]:
            sys.stdout.write(f"{fault}: seed {each['seed']}: {each['crash'] or each['acts'] or each}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
