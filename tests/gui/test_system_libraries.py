"""Before Qt is imported: missing libraries are named with the command that installs them."""

import os
import subprocess
import sys

import pytest
from mars.gui import system_libraries


@pytest.fixture
def on_a_screen(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)


def test_all_is_well_offscreen(monkeypatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert system_libraries.complaint() is None


def test_without_a_screen_the_other_ways_are_named(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    found = system_libraries.complaint("linux")
    assert found is not None and "the editor needs a display" in found and "mars run" in found


def test_the_missing_library_is_named_and_no_other(on_a_screen, monkeypatch):
    monkeypatch.setattr(system_libraries, "_loads", lambda library: library != "libxcb-icccm.so.4")
    found = system_libraries.complaint("linux")
    assert found is not None and "apt-get install -y libxcb-icccm4" in found and "cursor" not in found


def test_other_systems_bring_their_own(monkeypatch):
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    assert system_libraries.complaint("darwin") is None


@pytest.mark.slow
def test_the_command_says_it_without_a_traceback():
    gone = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {key: value for key, value in os.environ.items() if key not in gone}
    for words in ([], ["edit"], ["some.mars"]):
        answer = subprocess.run([sys.executable, "-m", "mars", *words], capture_output=True, text=True, env=environment)
        assert answer.returncode == 2 and "the editor needs a display" in answer.stderr and "Traceback" not in answer.stderr
