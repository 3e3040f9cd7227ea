"""The command `mars`: edit (or nothing at all: the editor), run, check, components, new, verify, draw.

Exit codes: 0 fine, 2 bad input, 3 the run failed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TypeVar

import mars
from mars import cli_records
from mars.cli_animate import add_animate
from mars.cli_equations import add_equations, equations_of_kind
from mars.cli_parser import VERSION, Parser, asked_language
from mars.desktop_install import add_desktop_install
from mars.errors import CircuitError, DocumentError, MarsError, RunError
from mars.examples import title
from mars.languages import ENGLISH, LANGUAGES, complaint, current, message, set_current

if TYPE_CHECKING:
    from mars.checking import Report
    from mars.ledger import Entry, FamilySums

Result = TypeVar("Result")

SPOKEN: Any = {
    "choices": tuple(LANGUAGES),
    "help": "what Mars speaks (default: MARS_LANGUAGE; else the editor as chosen in its menu, the commands English)",
}
ONE = {  # of the counts of `mars check`
    "solid bodies (SB)": "solid body (SB)",
    "kinematic nodes (KN)": "kinematic node (KN)",
    "external factors (E)": "external factor (E)",
    "dynamic components (DC)": "dynamic component (DC)",
    "operations": "operation",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    set_current(asked_language(words) or current())
    if len(words) == 1 and words[0].endswith((".mars", ".marsrun")):  # a file alone is opened, as a double click on it does
        words.insert(0, "edit")
    try:
        options = _parser().parse_args(words)
    except SystemExit as stop:  # argparse has said why
        return int(stop.code or 0)
    try:
        if options.command is None:
            return _edit(options)
        return options.command(options)
    except MarsError as error:
        _say_error(error)
        return error.exit_code
    except KeyboardInterrupt:
        _console(stderr=True).print(message("stopped"), style="bold")
        return 130
    except BrokenPipeError:  # the reader of a pipe went away
        sys.stderr.close()
        return 0
    except OSError as error:
        _say_error(DocumentError(f"the results cannot be printed ({error.strerror or error}). Write them to a file with --out"))
        return 2


def _parser() -> argparse.ArgumentParser:
    about = "Draw a mechanism as a component circuit and run it. Without a command: the editor."
    parser = Parser(prog="mars", description=message(about))
    parser.add_argument("--version", action="version", version=f"mars {mars.__version__}", help=VERSION)
    commands = parser.add_subparsers(title=message("commands"), metavar=message("COMMAND"))
    parser.add_argument("--language", **SPOKEN)
    parser.set_defaults(command=None, file=None)

    edit = _command(commands, "edit", _edit, "open the editor, as «mars» alone does")
    edit.add_argument("file", nargs="?", help="a .mars file")

    run = _command(commands, "run", _run, "simulate a circuit and give back its variables")
    run.add_argument("file", help="a .mars file; or a .marsrun file, whose run is looked at and not computed again")
    run.add_argument("--until", metavar="T", help="end time, such as 2 or '2 s' (default: the file's, else 10 s)")
    run.add_argument("--step", metavar="H", help="time between results, such as '5 ms' (default: the file's, else T/500)")
    run.add_argument("--rtol", type=float, metavar="R", help="relative tolerance (default 1e-9; radau 1e-7, newmark 1e-5)")
    run.add_argument("--atol", type=float, metavar="A", help="absolute tolerance (default 1e-10; radau 1e-9, newmark 1e-7)")
    run.add_argument(
        "--method",
        choices=("auto", "rk8", "rk5", "radau", "newmark", "ida"),
        help="auto (default): rk8, then radau once the circuit proves stiff; ida: a witness",
    )
    run.add_argument("--max-step", metavar="H", help="longest step of the method, such as '1 ms'")
    run.add_argument(
        "--baumgarte", nargs=2, type=float, metavar=("A", "B"), help="pull loops closed with gains in 1/s instead of projecting"
    )
    run.add_argument(
        "--mode",
        choices=("dynamic", "kinematic"),
        help="kinematic: follow the given motions; of forces, only what the joints of a tree need",
    )
    run.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a parameter (DC1.damping=0.2) or variable",
    )
    run.add_argument(
        "--start", action="append", default=[], metavar="NAME=VALUE", help="change a start value (KN1.angle='30 deg')"
    )
    run.add_argument("--out", metavar="F", help="write results: .csv, .npz, .parquet or .json")
    run.add_argument(
        "--names", nargs="+", default=[], metavar="NAME", help="only these variables in --out and --final (* and ? allowed)"
    )
    run.add_argument("--final", action="store_true", help="print the variables at the end as JSON")
    run.add_argument(
        "--plot", nargs="+", metavar=("F.png", "NAME"), help="draw curves to a .png or .svg (default: the file's plots)"
    )
    run.add_argument("--dark", action="store_true", help="dark plots")
    run.add_argument("--ledger", action="store_true", help="print the energy ledger")
    run.add_argument("--events", action="store_true", help="print what switched, and when")
    run.add_argument("--resume", metavar="SNAPSHOT", help="go on from a snapshot")
    run.add_argument("--snapshot", metavar="F", help="write where the run stopped, for --resume")
    run.add_argument("--save", metavar="R.marsrun", help="keep the whole run, to be looked at later")
    run.add_argument("--quiet", action="store_true", help="no progress bar, no summary")

    repeat = _command(commands, "repeat", _repeat, "compute a stored run again and compare every bit")
    repeat.add_argument("file", help="a .marsrun file")
    repeat.add_argument("--save", metavar="R.marsrun", help="keep the repeated run")
    repeat.add_argument("--quiet", action="store_true", help="no progress bar")

    check = _command(commands, "check", _check, "nodes, branches, freedoms, and what is wrong, without running")
    check.add_argument("file", help="a .mars file")
    check.add_argument("--mode", choices=("dynamic", "kinematic"), default="dynamic")
    check.add_argument("--json", action="store_true", help="as JSON")

    components = _command(commands, "components", _components, "the kinds of components, those of a family, or all about one")
    components.add_argument("kind", nargs="?", help="a kind or a family, for example joints.rotation or joints")
    components.add_argument("--json", action="store_true", help="as JSON")

    new = _command(commands, "new", _new, "write a small circuit to start from")
    new.add_argument("file", help="name of the new .mars file")
    new.add_argument("--spatial", action="store_true", help="in space (default: in the plane X–Y)")
    new.add_argument("--force", action="store_true", help="overwrite an existing file")

    verify = _command(commands, "verify", _verify, "compare all independent roads to the same numbers")
    verify.add_argument("file", help="a .mars file")
    verify.add_argument("--json", action="store_true", help="as JSON")

    draw = _command(commands, "draw", _draw, "the drawing of a circuit as .svg or .png")
    draw.add_argument("file", help="a .mars file")
    draw.add_argument("-o", "--out", required=True, metavar="F", help="name of the picture, .svg or .png")
    draw.add_argument("--dark", action="store_true", help="dark theme")

    add_animate(commands, _command)
    add_equations(commands, _command)
    add_desktop_install(commands, _command)
    return parser


def _command(commands: Any, name: str, function: Callable[[argparse.Namespace], int], help_: str) -> argparse.ArgumentParser:
    told = message(help_)
    parser = commands.add_parser(name, help=told, description=told[0].upper() + told[1:] + ".")
    parser.set_defaults(command=function)
    parser.add_argument("--language", default=argparse.SUPPRESS, **SPOKEN)  # said before the command it holds, too
    return parser


def _edit(options: argparse.Namespace) -> int:
    """The editor is a layer above this one: it is found by name, and only when it is asked for."""
    from importlib import import_module

    missing = import_module("mars.gui.libraries").complaint()
    if missing is not None:
        raise DocumentError(missing)
    return import_module("mars.gui.app").start(options.file, options.language)


def _console(stderr: bool = False) -> Any:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=True)


def _write(text: str) -> None:
    """To the standard output, at once, so that a full disk is noticed here."""
    if sys.stdout is None:
        raise DocumentError("there is no standard output to print to. Write to a file with --out")
    sys.stdout.write(text)
    sys.stdout.flush()


def _print_json(data: Any) -> None:
    _write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def _say_error(error: MarsError) -> None:
    console = _console(stderr=True)
    lines = [str(complaint(c)) for c in error.complaints] if isinstance(error, CircuitError) else [message(str(error))]
    for line in lines:
        console.print(f"{message('error')}: {line}", style="red", markup=False)


def _run(options: argparse.Namespace) -> int:
    _check_files(options)
    if cli_records.is_stored(options.file):
        step = _seconds(options.step, mars.Circuit(), "--step")
        _deliver(cli_records.opened(options, step), options)
        return 0
    circuit = mars.load(options.file)
    for text in options.set:
        circuit.set(*_assignment(text, "--set"))
    for text in options.start:
        circuit.set_start(*_assignment(text, "--start"))
    resume = mars.Snapshot.load(options.resume) if options.resume else None
    chosen = {name: getattr(options, name) for name in ("rtol", "atol", "method", "mode")}
    chosen |= {name: _seconds(getattr(options, name), circuit, f"--{name}") for name in ("until", "step", "max_step")}
    chosen |= {"baumgarte": tuple(options.baumgarte)} if options.baumgarte else {}
    _check_method(options, circuit)
    try:
        run = _with_progress(options.quiet, lambda progress: mars.simulate(circuit, **chosen, resume=resume, progress=progress))
    except RunError as error:
        if isinstance(error.run, mars.Run):  # nothing computed is lost
            _deliver(error.run, options, stopped="stopped")
        raise
    _deliver(run, options)
    return 130 if run.status == "stopped" else 0


def _repeat(options: argparse.Namespace) -> int:
    return cli_records.repeat(options, _with_progress, lambda text: _write(text + "\n"))


def _check_files(options: argparse.Namespace) -> None:
    """What can be refused before anything is computed."""
    if options.save is not None:
        cli_records.check_name(options.save)
    for name in ("out", "resume", "snapshot"):
        if getattr(options, name) == "":
            raise DocumentError(f"--{name}: the name of the file is empty. Give it a name, or leave --{name} out")
    if options.plot and Path(options.plot[0]).suffix.lower() not in (".png", ".svg"):
        raise DocumentError(f"--plot {options.plot[0]}: name a .png or .svg file first, then the variables")
    if options.names and not (options.out or options.final):
        raise DocumentError("--names chooses what --out and --final give. Add one of them, or name curves behind --plot F.png")


def _check_method(options: argparse.Namespace, circuit: mars.Circuit) -> None:
    method = options.method or circuit.run.get("method")
    for name, what in (("snapshot", "be resumed"), ("ledger", "give an energy ledger"), ("save", "be kept")):
        if method == "ida" and getattr(options, name):
            raise DocumentError(f"--{name}: a run of ida cannot {what}. Use --method rk8, or leave --{name} out")


def _seconds(text: str | None, circuit: mars.Circuit, option: str) -> float | None:
    from mars.expressions import quantity

    try:
        return None if text is None else quantity(text, circuit.variable_values(), "s")
    except DocumentError as error:
        raise DocumentError(f"{option}: {error}") from None


def _assignment(text: str, option: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        example = "KN1.angle='30 deg'" if option == "--start" else "DC1.damping=0.2"
        raise DocumentError(f"{option} {text}: write NAME=VALUE, for example {option} {example}")
    try:
        return name.strip(), json.loads(value, parse_constant=lambda word: word)
    except ValueError:
        return name.strip(), value.strip()
    except RecursionError:
        raise DocumentError(
            f"{option} {name}: the value is nested too deeply. Give a number, a formula or a short list"
        ) from None


def _with_progress(quiet: bool, simulate: Callable[[Any], Result]) -> Result:
    """A progress bar on the terminal; Ctrl+C stops the run and keeps what was computed."""
    import signal
    import threading

    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    stop = threading.Event()
    main_thread = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, lambda *_: stop.set()) if main_thread else None
    console = _console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    try:
        with Progress(*columns, console=console, disable=quiet or not console.is_terminal, transient=True) as bar:
            task = bar.add_task(message("preparing"), total=1.0)

            def progress(state: Any) -> bool:
                bar.update(task, completed=state.fraction, description=f"t = {state.t:.4g} s")
                return not stop.is_set()

            return simulate(progress)
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def _deliver(run: mars.Run, options: argparse.Namespace, stopped: str = "stopped by you") -> None:
    """Write and print what was asked for."""
    if options.out:
        run.save(options.out, *options.names)
    if options.plot:
        _plot(run, options)
    if options.snapshot:
        run.snapshot().save(options.snapshot)
    if options.save:
        from mars.records.record import Record

        Record.of(run).save(options.save)
    if options.final:
        values = run.final()
        final = {name: values[name] for name in run.names(*options.names)}
        beyond = [name for name, value in final.items() if not isfinite(value)]
        _print_json({name: None if name in beyond else value for name, value in final.items()})
        if beyond:
            raise RunError(
                f"{beyond[0]} is beyond what numbers can hold at the end. Look at the speeds and masses of its component"
            )
    if options.ledger:
        _print_ledger(run)
    if options.events:
        _write("".join(f"{message(str(event))}\n" for event in run.events) or message("nothing switched") + "\n")
    if not options.quiet and not options.final:
        _summary(run, options, stopped)


def _plot(run: mars.Run, options: argparse.Namespace) -> None:
    from mars.pictures.kept import kept_groups

    path, *names = options.plot
    if not names and not kept_groups(run):
        names = [f"{j}.{c}" for j, c in _coordinates(run)]
    if not names and not kept_groups(run):
        raise DocumentError("--plot: the circuit has no joints and no plots. Name variables behind the file")
    run.plot(path, *names, dark=options.dark)


def _coordinates(run: mars.Run) -> list[tuple[str, str]]:
    from mars.component import Joint

    joints = [c for c in run.model.symbols.components.values() if isinstance(c, Joint)]
    return [(joint.name, coordinate) for joint in joints for coordinate in joint.coordinates]


def _summary(run: mars.Run, options: argparse.Namespace, stopped: str) -> None:
    console = _console(stderr=True)
    steps = f", {run.steps.counters['steps']} steps" if run.steps is not None else ""
    word = stopped if run.status == "stopped" else run.status
    changes = "".join(f", {method} from t = {t:g} s on" for method, t in (run.steps.methods[1:] if run.steps is not None else ()))
    events = f", {len(run.events)} event{'s' if len(run.events) > 1 else ''}" if run.events else ""
    what = title(options.file, run.model.circuit.title) or options.file
    ended = message(f"{what}: {word} at t = {run.time[-1]:g} s")
    console.print(f"{ended}{message(steps)}{message(changes)}{message(events)}", markup=False)
    for remark in run.remarks:
        console.print(f"{message('warning')}: {message(remark)}", style="yellow", markup=False, soft_wrap=True)
    for path in (options.out, options.plot[0] if options.plot else None, options.snapshot, options.save):
        if path:
            console.print(message(f"wrote {path}"), markup=False)


def _print_ledger(run: mars.Run) -> None:
    from rich.table import Table

    ledger = run.ledger()

    def number(value: float) -> str:
        return f"{value:.6g}" if abs(value) > ledger.noise else ""

    table = Table(title=message("Energy, J"))
    for column in ("component", "supplied", "received", "stored", "lost", "residual"):
        table.add_column(message(column), justify="left" if column == "component" else "right", overflow="fold")
    for e in ledger.entries:
        numbers = (e.supplied, e.received, e.stored, e.lost)
        table.add_row(e.component, *(number(n) for n in numbers), "" if e.supplied else f"{e.residual:.1e}")
    table.add_section()
    totals = (number(n) for n in (ledger.supplied, 0.0, ledger.stored, ledger.lost))
    table.add_row(message("circuit"), *totals, f"{ledger.residual:.1e}")
    console = _console()
    console.print(table)

    def kept(each: Entry | FamilySums) -> list[str]:
        return [f"{number(each.stored) or '0'} J stored", f"{number(each.lost) or '0'} J lost"]

    def line(name: str, amounts: list[str]) -> None:
        console.print(f"{name}: {', '.join(map(message, amounts))}", markup=False)

    for sums in ledger.families if ledger.converters else ():
        passed = f"{number(abs(sums.passed)) or '0'} J {'passed on' if sums.passed >= 0 else 'received'}"
        line(message(sums.family), [f"{number(sums.supplied) or '0'} J supplied", *kept(sums), passed])
    for e in ledger.converters:
        taken = [f"{number(abs(j)) or '0'} J {family} {'in' if j >= 0 else 'out'}" for family, j in e.taken.items()]
        line(e.component, [*taken, *kept(e)])
    console.print(message(f"worst imbalance {ledger.relative_residual:.1e} of the turnover of {ledger.turnover:.6g} J"))


def _check(options: argparse.Namespace) -> int:
    report = mars.check(mars.load(options.file), options.mode)
    if options.json:
        _print_json(report.to_data())
    else:
        _print_report(report, title(options.file, report.title) or options.file)
    return 0 if report.can_run else 2


def _print_report(report: Report, heading: str) -> None:
    console = _console()
    console.print(heading, style="bold", markup=False)

    width = max(map(len, map(message, ("components", "freedoms", "fast model")))) + 2

    def line(label: str, text: str) -> None:
        console.print(f"  {message(label):<{width}}{message(text)}", markup=False)

    def counts(values: dict[str, int]) -> str:
        if current() != ENGLISH:  # few languages count with two forms
            return ", ".join(f"{message(name)}: {number}" for name, number in values.items())
        return ", ".join(f"{number} {ONE.get(name, name) if number == 1 else name}" for name, number in values.items())

    line("class", f"P{len(report.motions)} = {' '.join(report.motions)}")
    line("components", counts(report.components))
    line("nodes", counts(report.nodes))
    line("branches", counts(report.branches))
    line("parts", "; ".join(" ".join(part) for part in report.parts))
    if report.tree:
        for i, branch in enumerate(report.tree):
            line("" if i else "tree", " → ".join(branch))
        line("freedoms", ", ".join(f"{name} ({message(how)})" for name, how in report.freedoms) or "none")
        if report.loops:
            cut, freedoms = ", ".join(report.loops["cut through"]), report.loops["freedoms by rank"]
            constraints = f"{report.loops['constraints']} constraints, {report.loops['independent']} independent"
            by_count = report.loops["freedoms by count"]
            line(
                "loops",
                f"cut through {cut}; {constraints}; freedoms: {by_count} by count (Grübler), {freedoms} by rank at the start",
            )
        line("states", ", ".join(report.states) or "none: every motion is given")
        if report.equations:
            kinds = {name: n for name, n in report.equations.items() if name not in ("equations", "variables")}
            line("equations", f"{report.equations['equations']} of the tableau, for as many variables: {counts(kinds)}")
        line("fast model", counts({"operations": report.operations or 0}))
    marks = {"error": ("error", "red"), "warning": ("warning", "yellow"), "note": ("note", "cyan")}
    for each in report.complaints:
        word, style = marks[each.severity]
        console.print(f"{message(word)}: {complaint(each)}", style=style, markup=False)
    if report.can_run:
        console.print(message("ready to run"), style="green")


def _components(options: argparse.Namespace) -> int:
    from mars import plugins
    from mars.catalogue import describe, entry, family, listing

    members = family(options.kind)
    if not members:
        data = entry(options.kind)
        if options.json:
            _print_json(data)
        else:
            _write(describe(data) + equations_of_kind(options.kind))
    elif options.json:
        _print_json([entry(kind) for kind in members])
    else:
        _write(listing(members, get_terminal_size().columns if sys.stdout.isatty() else None))
    for problem in plugins.problems():
        _console(stderr=True).print(f"{message('warning')}: {complaint(problem)}", style="yellow", markup=False, soft_wrap=True)
    return 0


def _new(options: argparse.Namespace) -> int:
    path = Path(options.file)
    if not path.name:
        raise DocumentError("mars new: give the new file a name, for example swing.mars")
    if path.suffix != ".mars":
        path = path.with_name(path.name + ".mars")
    if path.exists() and not options.force:
        raise DocumentError(f"{path} exists already. Choose another name, or overwrite it with --force")
    circuit = mars.Circuit(path.stem, motions=("Tx Ty Tz Rx Ry Rz" if options.spatial else "Tx Ty Rz"))
    circuit.note = message("A pendulum to start from: a base, a hinge, a rod.")
    circuit.add("bodies.base", "Base1", at=(0, 0), turn=1)
    circuit.add("joints.rotation", "KN1", at=(100, 0), axis=[0, 1, 0] if options.spatial else [0, 0, 1])
    circuit.add("bodies.rod", "SB1", at=(220, 0), length=0.5, mass=1)
    circuit.connect("Base1.1", "KN1.1")
    circuit.connect("KN1.2", "SB1.1")
    circuit.set_start("KN1.angle", "30 deg")
    circuit.run = {"until": 5}
    circuit.views = {"plots": [["KN1.angle"]]}
    mars.save(circuit, path)
    _console(stderr=True).print(message(f"wrote {path}: try «mars run {path} --plot {path.stem}.png»"), markup=False)
    return 0


def _verify(options: argparse.Namespace) -> int:
    from mars.verify import describe, verify

    rows = verify(mars.load(options.file))
    if options.json:
        _print_json([row.to_data() for row in rows])
    else:
        _write(describe(rows))
    return 0 if all(row.agrees for row in rows) else 3


def _draw(options: argparse.Namespace) -> int:
    from mars.pictures.draw import save_drawing

    save_drawing(mars.load(options.file), options.out, theme="dark" if options.dark else "light")
    _console(stderr=True).print(message(f"wrote {options.out}"), markup=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
