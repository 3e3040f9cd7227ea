"""All commands of `mars`, their arguments, and the functions that implement them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import mars
from mars.cli.animate import VIEWS, animate
from mars.cli.commands import check, components, draw, edit, new, verify
from mars.cli.desktop_install import desktop_install
from mars.cli.equations import equations
from mars.cli.records import repeat
from mars.cli.run import run
from mars.cli.translated_parser import VERSION, TranslatedParser
from mars.translation.languages import LANGUAGES, message

MODES = ("dynamic", "kinematic")
METHODS = ("auto", "rk8", "rk5", "radau", "newmark", "ida")
LANGUAGE: Any = {  # the option --language
    "choices": tuple(LANGUAGES),
    "help": "language to use (default: MARS_LANGUAGE; otherwise the editor's setting, English for commands)",
}


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; the parsed `command` is a function of the options, None for the editor."""
    about = "Draw a mechanism as a component circuit and run it. Without a command, Mars opens the editor."
    parser = TranslatedParser(prog="mars", description=message(about))
    parser.add_argument("--version", action="version", version=f"mars {mars.__version__}", help=VERSION)
    commands = parser.add_subparsers(title=message("commands"), metavar=message("COMMAND"))
    parser.add_argument("--language", **LANGUAGE)
    parser.set_defaults(command=None, file=None)
    _add_edit(commands)
    _add_run(commands)
    _add_repeat(commands)
    _add_check(commands)
    _add_components(commands)
    _add_new(commands)
    _add_verify(commands)
    _add_draw(commands)
    _add_animate(commands)
    _add_equations(commands)
    _add_desktop_install(commands)
    return parser


def _add(commands: Any, name: str, function: Callable[[argparse.Namespace], int], help_: str) -> argparse.ArgumentParser:
    """Add a command without its arguments."""
    text = message(help_)
    parser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    parser.set_defaults(command=function)
    parser.add_argument("--language", default=argparse.SUPPRESS, **LANGUAGE)  # also accepted before the command
    return parser


def _add_edit(commands: Any) -> None:
    parser = _add(commands, "edit", edit, "open the editor (same as “mars” without a command)")
    parser.add_argument("file", nargs="?", help="a .mars file")


def _add_run(commands: Any) -> None:
    parser = _add(commands, "run", run, "run a circuit and print its variables")
    parser.add_argument("file", help="a .mars file to run, or a .marsrun file to read without running it again")
    parser.add_argument("--until", metavar="T", help="end time, such as 2 or '2 s' (default: from the file, otherwise 10 s)")
    parser.add_argument("--step", metavar="H", help="output interval, such as '5 ms' (default: from the file, otherwise T/500)")
    parser.add_argument("--rtol", type=float, metavar="R", help="relative tolerance (default 1e-8; newmark 1e-5)")
    parser.add_argument("--atol", type=float, metavar="A", help="absolute tolerance (default: a hundredth of the relative one)")
    parser.add_argument(
        "--method",
        choices=METHODS,
        help="auto (default): rk8, then radau if the circuit turns out to be stiff; ida: independent check",
    )
    parser.add_argument("--max-step", metavar="H", help="maximum integration step, such as '1 ms'")
    parser.add_argument(
        "--baumgarte",
        nargs=2,
        type=float,
        metavar=("A", "B"),
        help="stabilize loops with Baumgarte gains in 1/s instead of projection",
    )
    parser.add_argument(
        "--mode",
        choices=MODES,
        help="kinematic: follow prescribed motions; joint forces are computed for trees only",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set a parameter (DC1.damping=0.2) or circuit variable",
    )
    parser.add_argument(
        "--start", action="append", default=[], metavar="NAME=VALUE", help="set a start value (KN1.angle='30 deg')"
    )
    parser.add_argument("--out", metavar="F", help="write results to a .csv, .npz, .parquet or .json file")
    parser.add_argument(
        "--names", nargs="+", default=[], metavar="NAME", help="limit --out and --final to these variables (* and ? allowed)"
    )
    parser.add_argument("--final", action="store_true", help="print the final values as JSON")
    parser.add_argument(
        "--plot", nargs="+", metavar=("F.png", "NAME"), help="plot curves to a .png or .svg file (default: the plots in the file)"
    )
    parser.add_argument("--dark", action="store_true", help="use a dark background")
    parser.add_argument("--ledger", action="store_true", help="print the energy ledger")
    parser.add_argument("--events", action="store_true", help="print the events")
    parser.add_argument("--resume", metavar="SNAPSHOT", help="continue from a snapshot")
    parser.add_argument("--snapshot", metavar="F", help="save the final state for --resume")
    parser.add_argument("--save", metavar="R.marsrun", help="store the run for later viewing")
    parser.add_argument("--strict", action="store_true", help="exit with code 3 if there is any remark on the results")
    parser.add_argument(
        "--json", action="store_true", help="print how the run ended, its remarks, events and final values as JSON"
    )
    parser.add_argument("--quiet", action="store_true", help="hide the progress bar and the summary")


def _add_repeat(commands: Any) -> None:
    parser = _add(commands, "repeat", repeat, "repeat a stored run and compare the results bit by bit")
    parser.add_argument("file", help="a .marsrun file")
    parser.add_argument("--save", metavar="R.marsrun", help="store the repeated run")
    parser.add_argument("--quiet", action="store_true", help="hide the progress bar")


def _add_check(commands: Any) -> None:
    parser = _add(commands, "check", check, "list nodes, branches, degrees of freedom and problems without running the circuit")
    parser.add_argument("file", help="a .mars file")
    parser.add_argument("--mode", choices=MODES, default="dynamic")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def _add_components(commands: Any) -> None:
    parser = _add(commands, "components", components, "list all kinds of components or those of a family, or describe one kind")
    parser.add_argument("kind", nargs="?", help="a kind or a family, such as joints.rotation or joints")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def _add_new(commands: Any) -> None:
    parser = _add(commands, "new", new, "create a small example circuit")
    parser.add_argument("file", help="name of the new .mars file")
    parser.add_argument("--spatial", action="store_true", help="make a spatial circuit (default: planar, X–Y)")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def _add_verify(commands: Any) -> None:
    parser = _add(commands, "verify", verify, "compare the results of all independent formulations")
    parser.add_argument("file", help="a .mars file")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def _add_draw(commands: Any) -> None:
    parser = _add(commands, "draw", draw, "draw a circuit as an .svg or .png image")
    parser.add_argument("file", help="a .mars file")
    parser.add_argument("-o", "--out", required=True, metavar="F", help="image file, .svg or .png")
    parser.add_argument("--dark", action="store_true", help="use the dark theme")


def _add_animate(commands: Any) -> None:
    parser = _add(commands, "animate", animate, "render the motion as a .gif, a .png or numbered frames")
    parser.add_argument("file", help="a .mars file to run, or a .marsrun file")
    parser.add_argument(
        "-o",
        "--out",
        required=True,
        metavar="F",
        help="motion.gif: animation; motion.png: overlaid poses; frames/%%04d.png: numbered frames",
    )
    parser.add_argument("--fps", type=float, default=20.0, metavar="N", help="frames per second (default 20)")
    parser.add_argument("--size", default="640x480", metavar="WxH", help="image size in pixels (default 640x480)")
    parser.add_argument("--from", dest="begin", metavar="T", help="start time (default: start of the run)")
    parser.add_argument("--to", dest="end", metavar="T", help="end time (default: end of the run)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="playback speed; 0.5 is half speed (default 1)")
    parser.add_argument("--time", metavar="T", help="render one .png frame at this time")
    parser.add_argument("--view", choices=VIEWS, default="", help="viewing direction (default: as in the editor)")
    parser.add_argument("--dark", action="store_true", help="use a dark background")
    parser.add_argument(
        "--trail",
        action="append",
        default=[],
        metavar="POINT",
        help="trace the path of a point, such as SB2.2 (default: from the file)",
    )
    parser.add_argument("--forces", action="store_true", help="show forces and moments at the joints as arrows")
    parser.add_argument("--centre", action="store_true", help="show the centre of mass")
    parser.add_argument("--quiet", action="store_true", help="hide the progress bar and the summary")


def _add_equations(commands: Any) -> None:
    parser = _add(commands, "equations", equations, "print the equations of components with their values at the start")
    parser.add_argument("file", help="a .mars file")
    parser.add_argument("component", nargs="*", help="components, such as DC1 or Axis1.KN1, or subcircuits (default: all)")
    parser.add_argument("--latex", action="store_true", help="print as LaTeX, without values")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def _add_desktop_install(commands: Any) -> None:
    text = "add Mars to the menu of a Linux desktop and associate .mars files with it"
    parser = _add(commands, "desktop-install", desktop_install, text)
    parser.add_argument("--remove", action="store_true", help="remove Mars from the menu and its file associations")
