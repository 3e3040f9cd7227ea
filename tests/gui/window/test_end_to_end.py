"""The whole program on a virtual screen, driven by a real mouse and keyboard (Xvfb, xdotool), waiting on its state."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mars.document.storage import load
from tests.helpers.paths import ROOT
from tests.helpers.waits import wait_until

TOOLS = ("Xvfb", "xdotool")

pytestmark = [
    pytest.mark.screen,
    pytest.mark.skipif(
        not all(map(shutil.which, TOOLS)) and not os.environ.get("CI"), reason="needs Xvfb and xdotool: ./dev test installs them"
    ),
]


class Screen:
    """A virtual screen with the editor on it; the editor answers queries about its state through a pipe."""

    def __init__(self, folder: Path):
        self.folder = folder
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1440x900x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as answer:
            self.display = f":{answer.readline().strip()}"
        environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
        environment |= {"DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb", "MARS_STATE": str(folder / "state")}
        environment |= {"XDG_CONFIG_HOME": str(folder / "config"), "HOME": str(folder), "QT_SCALE_FACTOR": "1"}
        self.environment = environment
        self.editor = subprocess.Popen(
            [sys.executable, "-m", "tests.helpers.gui.editor_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=ROOT,
        )

    def ask(self, question: str):
        """The value of a Python expression about the window `w`."""
        assert self.editor.stdin is not None and self.editor.stdout is not None
        self.editor.stdin.write(question + "\n")
        self.editor.stdin.flush()
        line = self.editor.stdout.readline()
        assert line, "the editor has gone"
        return json.loads(line)

    def until(self, question: str):
        """Wait until the answer is truthy."""
        return wait_until(lambda: self.ask(question), question)

    def do(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], check=True, env=self.environment)

    def focus(self, question: str) -> None:
        """Give the keyboard to a window, as a window manager would."""
        self.do("windowfocus", "--sync", str(self.until(question)))

    def drag(self, start, end) -> None:
        """Press, move in small steps like a hand, release."""
        self.do("mousemove", *map(str, start), "mousedown", "1")
        steps = 12
        for i in range(1, steps + 1):
            x, y = (round(a + (b - a) * i / steps) for a, b in zip(start, end, strict=True))
            self.do("mousemove", str(x), str(y))
        self.do("mouseup", "1")

    def close(self) -> None:
        for process in (self.editor, self.server):
            process.kill()
            process.wait()
        for stream in (self.editor.stdin, self.editor.stdout):
            if stream is not None:
                stream.close()


@pytest.fixture
def screen(tmp_path):
    found = Screen(tmp_path)
    yield found
    found.close()


@pytest.mark.slow
def test_draw_type_save(screen, tmp_path):
    screen.focus("w.isVisible() and int(w.winId())")
    screen.until("w.isActiveWindow()")
    screen.do("key", "ctrl+n")
    screen.until("list(w.document.circuit.components) == ['Base1']")

    # Two components from the palette.
    for number, (kind, place) in enumerate((("joints.rotation", (60, 0)), ("bodies.rod", (240, 0))), start=2):
        start = screen.until(f"place_in_palette({kind!r})")
        base = screen.ask("on_screen_component('Base1')")
        screen.drag(start, [base[0] + place[0] + 60, base[1] - 100])
        screen.until(f"len(w.document.circuit.components) == {number}")

    # A wire, port to port.
    screen.drag(screen.ask("on_screen('KN1.2')"), screen.ask("on_screen('SB1.1')"))
    screen.until("[sorted(link.ends) for link in w.document.circuit.links] == [['KN1.2', 'SB1.1']]")

    # A value, typed.
    screen.do("mousemove", *map(str, screen.ask("on_screen_component('SB1')")), "click", "1")
    screen.until("w.selection.only == 'SB1'")
    screen.do("mousemove", *map(str, screen.until("place_of_field('length')")), "click", "1", "key", "ctrl+a")
    screen.until("field_has_focus('length')")
    screen.do("type", "0.75 m")
    screen.do("key", "Return")
    screen.until("w.document.circuit.components['SB1'].values.get('length') == '0.75 m'")

    # Saved under a typed path.
    path = tmp_path / "drawn.mars"
    screen.do("key", "ctrl+s")
    screen.focus("file_dialog_window()")
    screen.until("file_name_has_focus()")
    screen.do("key", "ctrl+a")
    screen.do("type", str(path))
    screen.until(f"typed_file_name() == {str(path)!r}")
    screen.do("key", "Return")
    screen.until("not w.document.is_modified")
    saved = load(path)
    assert {c.kind for c in saved.components.values()} == {"bodies.base", "joints.rotation", "bodies.rod"}
    assert [set(link.ends) for link in saved.links] == [{"KN1.2", "SB1.1"}]
    assert saved.components["SB1"].values == {"length": "0.75 m"}
