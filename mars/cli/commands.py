"""The short commands: edit, check, components, new, verify, draw."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from shutil import get_terminal_size

import mars
from mars.cli.editor import import_from_editor
from mars.cli.equations import equations_of_kind
from mars.cli.output import print_json, print_notice, print_report, print_warning, write
from mars.errors import DocumentError
from mars.translation.example_texts import title
from mars.translation.languages import message


def edit(options: argparse.Namespace) -> int:
    return import_from_editor("mars.gui.app").start(options.file, options.language)


def check(options: argparse.Namespace) -> int:
    report = mars.check(mars.load(options.file), options.mode)
    if options.json:
        print_json(report.to_data())
    else:
        print_report(report, title(options.file, report.title) or options.file)
    return 0 if report.can_run else 2


def components(options: argparse.Namespace) -> int:
    from mars.kinds import plugins
    from mars.translation.kind_pages import describe, entry, family, listing

    members = family(options.kind)
    if not members:
        data = entry(options.kind)
        if options.json:
            print_json(data)
        else:
            write(describe(data) + equations_of_kind(options.kind))
    elif options.json:
        print_json([entry(kind) for kind in members])
    else:
        write(listing(members, get_terminal_size().columns if sys.stdout.isatty() else None))
    for problem in plugins.problems():
        print_warning(message(problem.message))
    return 0


def new(options: argparse.Namespace) -> int:
    path = Path(options.file)
    if not path.name:
        raise DocumentError("mars new: file name missing. Give one, such as swing.mars", code="missing-value")
    if path.suffix != ".mars":
        path = path.with_name(path.name + ".mars")
    if path.exists() and not options.force:
        raise DocumentError(
            "{path} already exists. Choose another name, or use --force to overwrite it", code="file-exists", path=path
        )
    circuit = mars.Circuit(path.stem, motions=("Tx Ty Tz Rx Ry Rz" if options.spatial else "Tx Ty Rz"))
    circuit.note = message("A simple pendulum: base, rotation joint and rod.")
    circuit.add("bodies.base", "Base1", at=(0, 0), turn=1)
    circuit.add("joints.rotation", "KN1", at=(100, 0), axis=[0, 1, 0] if options.spatial else [0, 0, 1])
    circuit.add("bodies.rod", "SB1", at=(220, 0), length=0.5, mass=1)
    circuit.connect("Base1.1", "KN1.1")
    circuit.connect("KN1.2", "SB1.1")
    circuit.set_start("KN1.angle", "30 deg")
    circuit.run = {"until": 5}
    circuit.views = {"plots": [["KN1.angle"]]}
    mars.save(circuit, path)
    print_notice(message("wrote {path}. Try “mars run {path} --plot {stem}.png”", path=path, stem=path.stem))
    return 0


def verify(options: argparse.Namespace) -> int:
    from mars.verification.verify import describe
    from mars.verification.verify import verify as compare

    rows = compare(mars.load(options.file))
    if options.json:
        print_json([row.to_data() for row in rows])
    else:
        write(describe(rows))
    return 0 if all(row.agrees for row in rows) else 3


def draw(options: argparse.Namespace) -> int:
    from mars.pictures.sheet.draw import save_drawing

    save_drawing(mars.load(options.file), options.out, theme="dark" if options.dark else "light")
    print_notice(message("wrote {out}", out=options.out))
    return 0
