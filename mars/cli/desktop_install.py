"""The command `mars desktop-install`: adds Mars to the menu of a Linux desktop and opens .mars files on double click.

Everything goes to the user's data folder ($XDG_DATA_HOME, else ~/.local/share), so no special permissions are needed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

from mars.errors import DocumentError
from mars.files import write_atomic
from mars.messages import Message
from mars.pictures.svg import png
from mars.translation.languages import message

CIRCUIT, RUN = "application/x-mars-circuit", "application/x-mars-run"
ENTRY = "mars.desktop"
LOGO_SIDE = 256  # of the drawing
SIDES = (48, 128, 256)  # pixels, for desktops that cannot draw SVG
PATIENCE = 60  # seconds, for each desktop tool

DESKTOP = """[Desktop Entry]
Type=Application
Name=Mars
GenericName=Mechanism simulator
GenericName[ru]=Моделирование механизмов
Comment=Draw a mechanism as a component circuit and run it
Comment[ru]=Нарисовать механизм как схему из компонентов и запустить её
Exec={command} edit %f
Icon=mars
Terminal=false
Categories=Science;Engineering;
Keywords=mechanism;circuit;simulation;robot;
Keywords[ru]=механизм;схема;моделирование;робот;
MimeType={types};
StartupWMClass=mars
"""

MIME = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{CIRCUIT}">
    <comment>Mars circuit</comment>
    <comment xml:lang="ru">Схема Mars</comment>
    <sub-class-of type="application/json"/>
    <icon name="mars"/>
    <glob pattern="*.mars"/>
  </mime-type>
  <mime-type type="{RUN}">
    <comment>Mars run</comment>
    <comment xml:lang="ru">Прогон Mars</comment>
    <icon name="mars"/>
    <glob pattern="*.marsrun"/>
  </mime-type>
</mime-info>
"""


def desktop_install(options: argparse.Namespace) -> int:
    sys.stdout.write("".join(f"{message(line)}\n" for line in (remove() if options.remove else install())))
    return 0


def install() -> list[str]:
    """Write the menu entry, the type of .mars files and the icons; may be repeated. Returns a report."""
    root = _data_folder()
    for name, content in _contents().items():
        try:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DocumentError(
                "{root}: cannot create its folder ({reason}). Check the permissions",
                code="cannot-write",
                root=root / name,
                reason=error.strerror,
            ) from None
        write_atomic(root / name, content)
    report = [Message("wrote {root}", root=root / name) for name in _contents()]
    return [*report, *_tell_desktop(root, is_new=True)]


def remove() -> list[str]:
    """Remove everything that `install` wrote, including the default applications."""
    root = _data_folder()
    there = [root / name for name in _contents() if (root / name).exists()]
    for path in there:
        try:
            path.unlink()
        except OSError as error:
            raise DocumentError(
                "{path}: cannot remove the file ({reason}). Check the permissions",
                code="cannot-write",
                path=path,
                reason=error.strerror,
            ) from None
    report = [*(Message("removed {path}", path=path) for path in there), *_forget_defaults(root)]
    return [*report, *_tell_desktop(root, is_new=False)] if report else [Message("nothing to remove in {root}", root=root)]


def _forget_defaults(root: Path) -> list[str]:
    """Remove Mars from the lists written by `xdg-mime default`; other programs for the same files stay."""
    report = []
    for path in (_xdg_folder("XDG_CONFIG_HOME", ".config") / "mimeapps.list", root / "applications" / "mimeapps.list"):
        try:
            lines = path.read_bytes().splitlines(keepends=True)
            kept = [line for line in map(_without_mars, lines) if line]
            if kept != lines:
                write_atomic(path.resolve(), b"".join(kept))
                report.append(Message("removed {entry} from {path}", entry=ENTRY, path=path))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise DocumentError(
                "{path}: cannot change the file ({reason}). Check the permissions",
                code="cannot-write",
                path=path,
                reason=error.strerror,
            ) from None
    return report


def _without_mars(line: bytes) -> bytes:
    """A line `type=program;program;` of one of our types without Mars; empty if it named no other program."""
    kind, _, programs = line.partition(b"=")
    names = [name.strip() for name in programs.split(b";") if name.strip()]
    ours = ENTRY.encode()
    if kind.strip() not in (CIRCUIT.encode(), RUN.encode()) or ours not in names:
        return line
    left = b";".join(name for name in names if name != ours)
    return kind + b"=" + left + b";\n" if left else b""


def _contents() -> dict[str, str | bytes]:
    """Files to write, by path in the data folder."""
    logo = (files("mars.pictures") / "logo.svg").read_text(encoding="utf-8")
    icons = {f"icons/hicolor/{side}x{side}/apps/mars.png": png(logo, side / LOGO_SIDE) for side in SIDES}
    return {
        f"applications/{ENTRY}": DESKTOP.format(command=_quoted(_mars()), types=f"{CIRCUIT};{RUN}"),
        "mime/packages/mars.xml": MIME,
        "icons/hicolor/scalable/apps/mars.svg": logo,
        **icons,
    }


def _data_folder() -> Path:
    if sys.platform in ("win32", "darwin"):
        system = "Windows" if sys.platform == "win32" else "macOS"
        raise DocumentError(
            "desktop-install supports only Linux, not {system}. Start the editor with “mars edit”",
            code="unsupported-system",
            system=system,
        )
    return _xdg_folder("XDG_DATA_HOME", ".local/share")


def _xdg_folder(variable: str, else_at_home: str) -> Path:
    given = Path(os.environ.get(variable, ""))
    return given if given.is_absolute() else Path.home() / else_at_home  # the specification says to ignore relative paths


def _mars() -> list[str]:
    """The command that starts this installation, independent of the search path of the desktop."""
    beside = Path(sys.executable).with_name("mars")
    return [str(beside)] if beside.exists() else [sys.executable, "-m", "mars"]


def _quoted(words: list[str]) -> str:
    """Arguments quoted as the Desktop Entry Specification requires: in quotes, shell characters escaped by \\, % doubled."""
    reserved = str.maketrans({mark: f"\\\\{mark}" for mark in '"`$'} | {"\\": "\\\\\\\\", "%": "%%"})
    plain = "/-._+"
    return " ".join(
        word if all(letter.isalnum() or letter in plain for letter in word) else f'"{word.translate(reserved)}"' for word in words
    )


def _tell_desktop(root: Path, is_new: bool) -> list[str]:
    """Refresh the desktop's databases, with those of its tools that are installed."""
    tools = [
        ["update-mime-database", str(root / "mime")],
        ["update-desktop-database", str(root / "applications")],
        ["gtk-update-icon-cache", "--force", "--quiet", "--ignore-theme-index", str(root / "icons" / "hicolor")],
    ]
    tools += [["xdg-mime", "default", ENTRY, kind] for kind in (CIRCUIT, RUN) if is_new]
    report = []
    for words in tools:
        if shutil.which(words[0]) is None:
            report.append(Message("{words} is not installed. The changes may not appear until the next login", words=words[0]))
        elif subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False).returncode != 0:
            report.append(Message("{words} failed. The changes may not appear until the next login", words=words[0]))
        else:
            report.append(Message("ran {words}", words=" ".join(words)))
    return list(dict.fromkeys(report))
