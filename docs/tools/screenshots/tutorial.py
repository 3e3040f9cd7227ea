"""Screenshots of the editor for the tutorial: after the steps of its pages, or with the circuits built by their Python code.

python -m docs.tools.screenshots.tutorial      (into docs/images/tutorial; works without a screen)
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from mars.document.storage import save
from mars.pictures.sheet.symbols import symbols

from ..figures import outcome

if TYPE_CHECKING:
    from mars.gui.window.main_window import MainWindow

DOCS = Path(__file__).parents[2]
PREFIX = "tutorial_"  # in the registry of all screenshots
SEEN_AT = {"manipulator": 2.2, "loop": 0.9}  # pages whose Python code builds the circuit: the time of the run that is shown


def main() -> None:
    target = DOCS / "images/tutorial"
    target.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        os.environ |= {"QT_QPA_PLATFORM": "offscreen", "MARS_STATE": f"{folder}/state", "MARS_LIBRARY": f"{folder}/library"}
        _list_shots(Path(folder))
        from .capture import take

        names = ["pick", "pendulum", "modules", *SEEN_AT]
        take(Path(folder), "light", [f"{PREFIX}{name}" for name in names])
        for name in names:
            (target / f"{name}.png").write_bytes((Path(folder) / f"{PREFIX}{name}_light_100.png").read_bytes())


def _list_shots(folder: Path) -> None:
    """Add the screenshots to the editor's registry."""
    from .common import SHOTS

    SHOTS |= {f"{PREFIX}pick": _pick, f"{PREFIX}pendulum": _pendulum, f"{PREFIX}modules": _modules}
    for page, moment in SEEN_AT.items():
        made = outcome(DOCS / f"tutorial/{page}.md")
        circuit = made["c"]
        circuit.run["until"] = made["run"].time[-1]
        circuit.views["plots"] = [[name] for name in made["shown"]]
        save(circuit, folder / f"{page}.mars")
        SHOTS[f"{PREFIX}{page}"] = _after_run(folder / f"{page}.mars", moment)


def _pick(window: MainWindow) -> None:
    """A new planar mechanism; the list of components that fit its base is open."""
    from PySide6.QtCore import QPointF

    window.circuit_commands.new("planar")
    (base,) = symbols(window.document.circuit).values()
    x, y = base.terminals["1"].at
    popup = window.gestures.build.offer_kinds(f"{base.name}.1", QPointF(x + 80, y), [(x, y), (x + 80, y)], "frame")
    popup.search.setText("rot")


def _pendulum(window: MainWindow) -> None:
    """Run without the damper and with it, the first run ticked in the list of earlier runs."""
    from .. import steps
    from .common import run_again

    steps.pendulum(window)
    run_again(window)
    steps.damper(window)
    run_again(window, 2.0)
    window.run_control.results.overlay_run(window.run_control.results.runs[0], True)
    window.selection.clear()


def _modules(window: MainWindow) -> None:
    """Four segments after their run."""
    from .. import steps
    from .common import run_again

    steps.pendulum(window)
    steps.damper(window)
    steps.module(window)
    steps.chain(window)
    window.selection.clear()
    run_again(window, 0.6)


def _after_run(path: Path, moment: float) -> Callable[[MainWindow], None]:
    def shot(window: MainWindow) -> None:
        from .common import run_again

        window.document.undo_stack.setClean()
        window.files.open_copy(path)
        run_again(window, moment)

    return shot


if __name__ == "__main__":
    main()
