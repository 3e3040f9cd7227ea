"""Shared by all tests."""

import os
import subprocess
import sys

from hypothesis import HealthCheck, settings

from tests.helpers.measuring import measured  # noqa: F401 (a fixture)
from tests.helpers.paths import ROOT

# A submission is judged by the same examples each time; at the desk every run looks for new ones. No clock decides, as
# machines are shared.
settings.register_profile(
    "mars", deadline=None, derandomize=bool(os.environ.get("CI")), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("mars")

# Machine code of tests does not fill the user's cache; kept between test runs, because compiling the integrators takes a while.
os.environ["MARS_CACHE"] = str(ROOT / "build/cache")
# Definitions and plug-ins of the user are no part of the tests.
os.environ.setdefault("MARS_LIBRARY", str(ROOT / "build/no_library"))


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="one case of each test, without those marked slow: `./dev test quick`")


def pytest_collection_modifyitems(config, items):
    for item in items:
        if item.path.is_relative_to(ROOT / "tests/gui"):
            item.add_marker("gui")
    if not config.getoption("--quick"):
        return
    kept, left_out, seen = [], [], set()
    for item in items:
        function = item.nodeid.partition("[")[0]
        (left_out if function in seen or item.get_closest_marker("slow") else kept).append(item)
        seen.add(function)
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def pytest_runtest_logreport(report):
    """Failures are named at once, for runs that do not come to their end."""
    if report.failed and not os.environ.get("PYTEST_XDIST_WORKER"):
        print(f"\nfailed in {report.when}: {report.nodeid}", file=sys.__stderr__, flush=True)


def pytest_configure(config):
    """Integrators are compiled once, before several processes would all compile them at the same time."""
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        modules = ("explicit", "radau", "newmark", "stiffness")
        compiling = [subprocess.Popen([sys.executable, "-c", f"import mars.solvers.{name}"]) for name in modules]
        for process in compiling:
            process.wait()
