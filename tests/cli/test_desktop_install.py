"""`mars desktop-install`: what it writes to the user's data folder, and that it takes all of it away again."""

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mars.cli.main import main

NAMES = {
    "applications/mars.desktop",
    "mime/packages/mars.xml",
    "icons/hicolor/scalable/apps/mars.svg",
    *(f"icons/hicolor/{side}x{side}/apps/mars.png" for side in (48, 128, 256)),
}
needs_linux = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="for Linux desktops")


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A data folder of its own; the tools of the desktop only write down that they were called."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("update-mime-database", "update-desktop-database", "gtk-update-icon-cache", "xdg-mime"):
        (tools / name).write_text(f'#!/bin/sh\necho "$0 $*" >> {tmp_path}/called\n')
        (tools / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tools), prepend=":")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "data"


def _there(data: Path) -> set[str]:
    return {path.relative_to(data).as_posix() for path in data.rglob("*") if path.is_file()}


@needs_linux
def test_everything_is_written_and_said(data, capsys):
    assert main(["desktop-install"]) == 0
    assert _there(data) == NAMES
    said = capsys.readouterr().out
    assert all(str(data / name) in said for name in NAMES)
    called = (data.parent / "called").read_text()
    assert f"update-mime-database {data / 'mime'}" in called
    assert f"update-desktop-database {data / 'applications'}" in called
    assert "xdg-mime default mars.desktop application/x-mars-circuit" in called


@needs_linux
def test_again_is_as_good_as_once(data):
    main(["desktop-install"])
    first = {name: (data / name).read_bytes() for name in NAMES}
    assert main(["desktop-install"]) == 0
    assert {name: (data / name).read_bytes() for name in _there(data)} == first


@needs_linux
def test_all_of_it_can_be_removed(data, capsys):
    main(["desktop-install"])
    (data / "applications" / "other.desktop").write_text("of somebody else")
    assert main(["desktop-install", "--remove"]) == 0
    assert _there(data) == {"applications/other.desktop"}
    capsys.readouterr()
    assert main(["desktop-install", "--remove"]) == 0
    assert f"nothing to remove in {data}" in capsys.readouterr().out


DEFAULTS = """[Default Applications]
application/x-mars-circuit=mars.desktop
text/plain=editor.desktop
application/x-mars-run=mars.desktop;viewer.desktop;
[Added Associations]
application/json=mars.desktop;editor.desktop;
"""


@needs_linux
@pytest.mark.parametrize("place", ["config/mimeapps.list", "data/applications/mimeapps.list"])
def test_the_desktop_forgets_what_it_opened_with_mars_and_nothing_else(data, place, capsys):
    main(["desktop-install"])
    path = data.parent / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(DEFAULTS)
    assert main(["desktop-install", "--remove"]) == 0
    assert f"removed mars.desktop from {path}" in capsys.readouterr().out
    left = DEFAULTS.replace("application/x-mars-circuit=mars.desktop\n", "").replace("mars.desktop;viewer", "viewer")
    assert path.read_text() == left  # what a person has chosen for other files stays
    assert main(["desktop-install", "--remove"]) == 0
    assert f"nothing to remove in {data}" in capsys.readouterr().out


@needs_linux
def test_the_entry_starts_this_installation(data):
    main(["desktop-install"])
    lines = (data / "applications" / "mars.desktop").read_text().splitlines()
    entry = dict(line.split("=", 1) for line in lines[1:])
    command = entry["Exec"].removesuffix(" edit %f").split()
    assert subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout.startswith("mars ")
    assert "application/x-mars-circuit" in entry["MimeType"].split(";")
    if shutil.which("desktop-file-validate"):
        subprocess.run(["desktop-file-validate", str(data / "applications" / "mars.desktop")], check=True)


@needs_linux
def test_odd_folders_are_quoted(data, monkeypatch):
    monkeypatch.setattr(sys, "executable", '/home/a b/100% "$HOME"/python')
    main(["desktop-install"])
    text = (data / "applications" / "mars.desktop").read_text()
    assert 'Exec="/home/a b/100%% \\\\"\\\\$HOME\\\\"/python" -m mars edit %f' in text


@needs_linux
def test_files_are_known_by_their_ending(data):
    main(["desktop-install"])
    root = ElementTree.parse(data / "mime" / "packages" / "mars.xml").getroot()
    name = "{http://www.freedesktop.org/standards/shared-mime-info}"
    types = {kind.get("type"): kind.find(f"{name}glob").get("pattern") for kind in root.iter(f"{name}mime-type")}
    assert types == {"application/x-mars-circuit": "*.mars", "application/x-mars-run": "*.marsrun"}


@needs_linux
def test_a_desktop_without_tools_is_told(data, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert main(["desktop-install"]) == 0
    assert "update-mime-database is not installed" in capsys.readouterr().out


@needs_linux
def test_a_folder_that_cannot_be_written_is_named(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    assert main(["desktop-install"]) == 2
    error = capsys.readouterr().err
    assert f"{tmp_path / 'file'}" in error and "cannot create its folder" in error


@pytest.mark.parametrize(("platform", "name"), [("win32", "Windows"), ("darwin", "macOS")])
def test_other_systems_are_told_plainly(platform, name, monkeypatch, capsys):
    monkeypatch.setattr("mars.cli.desktop_install.sys.platform", platform)
    assert main(["desktop-install"]) == 2
    said = capsys.readouterr().err
    assert "supports only Linux" in said
    assert name in said
