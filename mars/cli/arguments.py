"""All commands of `mars`, their arguments, and the functions that carry them out."""

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
    "help": "what Mars speaks (default: MARS_LANGUAGE; else the editor as chosen in its menu, the commands English)",
}


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; `command` of what it returns is a function of the options, None for the editor."""
    about = "Draw a mechanism as a component circuit and run it. Without a command: the editor."
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
    """A command without its arguments."""
    text = message(help_)
    parser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    parser.set_defaults(command=function)
    parser.add_argument("--language", default=argparse.SUPPRESS, **LANGUAGE)  # given before the command, it holds too
    return parser


def _add_edit(commands: Any) -> None:
    parser = _add(commands, "edit", edit, "open the editor, as «mars» alone does")
    parser.add_argument("file", nargs="?", help="a .mars file")


def _add_run(commands: Any) -> None:
    parser = _add(commands, "run", run, "simulate a circuit and give back its variables")
    parser.add_argument("file", help="a .mars file; or a .marsrun file, whose run is looked at and not computed again")
    parser.add_argument("--until", metavar="T", help="end time, such as 2 or '2 s' (default: the file's, else 10 s)")
    parser.add_argument("--step", metavar="H", help="time between results, such as '5 ms' (default: the file's, else T/500)")
    parser.add_argument("--rtol", type=float, metavar="R", help="relative tolerance (default 1e-9; radau 1e-7, newmark 1e-5)")
    parser.add_argument("--atol", type=float, metavar="A", help="absolute tolerance (default 1e-10; radau 1e-9, newmark 1e-7)")
    parser.add_argument(
        "--method",
        choices=METHODS,
        help="auto (default): rk8, then radau once the circuit proves stiff; ida: a witness",
    )
    parser.add_argument("--max-step", metavar="H", help="longest step of the method, such as '1 ms'")
    parser.add_argument(
        "--baumgarte", nargs=2, type=float, metavar=("A", "B"), help="pull loops closed with gains in 1/s instead of projecting"
    )
    parser.add_argument(
        "--mode",
        choices=MODES,
        help="kinematic: follow the given motions; of forces, only what the joints of a tree need",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a parameter (DC1.damping=0.2) or variable",
    )
    parser.add_argument(
        "--start", action="append", default=[], metavar="NAME=VALUE", help="change a start value (KN1.angle='30 deg')"
    )
    parser.add_argument("--out", metavar="F", help="write results: .csv, .npz, .parquet or .json")
    parser.add_argument(
        "--names", nargs="+", default=[], metavar="NAME", help="only these variables in --out and --final (* and ? allowed)"
    )
    parser.add_argument("--final", action="store_true", help="print the variables at the end as JSON")
    parser.add_argument(
        "--plot", nargs="+", metavar=("F.png", "NAME"), help="draw curves to a .png or .svg (default: the file's plots)"
    )
    parser.add_argument("--dark", action="store_true", help="dark plots")
    parser.add_argument("--ledger", action="store_true", help="print the energy ledger")
    parser.add_argument("--events", action="store_true", help="print what switched, and when")
    parser.add_argument("--resume", metavar="SNAPSHOT", help="go on from a snapshot")
    parser.add_argument("--snapshot", metavar="F", help="write where the run stopped, for --resume")
    parser.add_argument("--save", metavar="R.marsrun", help="keep the whole run, to be looked at later")
    parser.add_argument(
        "--json", action="store_true", help="print how the run ended, its remarks, events and final values as JSON"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar, no summary")


def _add_repeat(commands: Any) -> None:
    parser = _add(commands, "repeat", repeat, "compute a stored run again and compare every bit")
    parser.add_argument("file", help="a .marsrun file")
    parser.add_argument("--save", metavar="R.marsrun", help="keep the repeated run")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def _add_check(commands: Any) -> None:
    parser = _add(commands, "check", check, "nodes, branches, freedoms, and what is wrong, without running")
    parser.add_argument("file", help="a .mars file")
    parser.add_argument("--mode", choices=MODES, default="dynamic")
    parser.add_argument("--json", action="store_true", help="as JSON")


def _add_components(commands: Any) -> None:
    parser = _add(commands, "components", components, "the kinds of components, those of a family, or all about one")
    parser.add_argument("kind", nargs="?", help="a kind or a family, for example joints.rotation or joints")
    parser.add_argument("--json", action="store_true", help="as JSON")


def _add_new(commands: Any) -> None:
    parser = _add(commands, "new", new, "write a small circuit to start from")
    parser.add_argument("file", help="name of the new .mars file")
    parser.add_argument("--spatial", action="store_true", help="in space (default: in the plane X–Y)")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def _add_verify(commands: Any) -> None:
    parser = _add(commands, "verify", verify, "compare all independent roads to the same numbers")
    parser.add_argument("file", help="a .mars file")
    parser.add_argument("--json", action="store_true", help="as JSON")


def _add_draw(commands: Any) -> None:
    parser = _add(commands, "draw", draw, "the drawing of a circuit as .svg or .png")
    parser.add_argument("file", help="a .mars file")
    parser.add_argument("-o", "--out", required=True, metavar="F", help="name of the picture, .svg or .png")
    parser.add_argument("--dark", action="store_true", help="dark theme")


def _add_animate(commands: Any) -> None:
    parser = _add(commands, "animate", animate, "the motion as a .gif, a .png or numbered pictures")
    parser.add_argument("file", help="a .mars file, which is run, or a .marsrun file")
    parser.add_argument(
        "-o", "--out", required=True, metavar="F", help="motion.gif; motion.png: poses over each other; frames/%%04d.png: all"
    )
    parser.add_argument("--fps", type=float, default=20.0, metavar="N", help="pictures a second (default 20)")
    parser.add_argument("--size", default="640x480", metavar="WxH", help="in pixels (default 640x480)")
    parser.add_argument("--from", dest="begin", metavar="T", help="first moment (default: the beginning)")
    parser.add_argument("--to", dest="end", metavar="T", help="last moment (default: the end)")
    parser.add_argument("--speed", type=float, default=1.0, metavar="X", help="0.5: half as fast as it is (default 1)")
    parser.add_argument("--time", metavar="T", help="a .png of this moment alone")
    parser.add_argument("--view", choices=VIEWS, default="", help="from where (default: as the editor shows it)")
    parser.add_argument("--dark", action="store_true", help="dark pictures")
    parser.add_argument(
        "--trail", action="append", default=[], metavar="POINT", help="the path of a point, such as SB2.2 (default: the file's)"
    )
    parser.add_argument("--forces", action="store_true", help="arrows of forces and moments at the joints")
    parser.add_argument("--centre", action="store_true", help="mark the centre of mass")
    parser.add_argument("--quiet", action="store_true", help="no progress bar, no summary")


def _add_equations(commands: Any) -> None:
    parser = _add(commands, "equations", equations, "the equations of components, with their numbers at the start")
    parser.add_argument("file", help="a .mars file")
    parser.add_argument("component", nargs="*", help="components, such as DC1 or Axis1.KN1, or subcircuits (default: all)")
    parser.add_argument("--latex", action="store_true", help="as LaTeX, without numbers")
    parser.add_argument("--json", action="store_true", help="as JSON")


def _add_desktop_install(commands: Any) -> None:
    text = "put Mars into the menu of a Linux desktop and open .mars files with it"
    parser = _add(commands, "desktop-install", desktop_install, text)
    parser.add_argument("--remove", action="store_true", help="take it out again")
