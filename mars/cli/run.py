"""The command `mars run`: simulate a circuit or open a stored run, then write and print the requested results."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any

import mars
from mars.cli import records
from mars.cli.option_values import assignment, seconds
from mars.cli.output import OnProgress, print_json, print_ledger, print_notice, print_warning, with_progress, write
from mars.errors import DocumentError, RunError
from mars.messages import Message
from mars.translation.example_texts import title
from mars.translation.languages import message


def run(options: argparse.Namespace) -> int:
    _check_files(options)
    if records.is_stored(options.file):
        step = seconds(options.step, mars.Circuit(), "--step")
        _deliver(records.open_stored(options, step), options)
        return 0
    circuit = mars.load(options.file)
    for text in options.set:  # unknown parameters and wrong values are found by mars.kinds.resolved.resolve_values
        circuit.set(*assignment(text, "--set"))
    for text in options.start:
        circuit.set_start(*assignment(text, "--start"))
    resume = mars.Snapshot.load(options.resume) if options.resume else None
    chosen = {name: getattr(options, name) for name in ("rtol", "atol", "method", "mode")}
    chosen |= {name: seconds(getattr(options, name), circuit, f"--{name}") for name in ("until", "step", "max_step")}
    chosen |= {"baumgarte": tuple(options.baumgarte)} if options.baumgarte else {}
    _check_method(options, circuit)
    try:
        result = simulate_with_progress(circuit, options.quiet, **chosen, resume=resume)
    except RunError as error:
        if isinstance(error.run, mars.Run):  # keep everything computed so far
            _deliver(error.run, options, stopped="stopped", error=error)
            options.json = False  # it already contains the error
        raise
    _deliver(result, options)
    if options.strict and result.remarks:
        return 3
    return 130 if result.status == "stopped" else 0


def simulate_with_progress(circuit: mars.Circuit, quiet: bool, **settings: Any) -> mars.Run:
    def simulate(progress: OnProgress) -> mars.Run:
        return mars.simulate(circuit, **settings, progress=lambda state: progress(state.t, state.fraction))

    return with_progress(quiet, simulate)


def _check_files(options: argparse.Namespace) -> None:
    """Refuse invalid file options before anything is computed."""
    if options.save is not None:
        records.check_name(options.save)
    for name in ("out", "resume", "snapshot"):
        if getattr(options, name) == "":
            raise DocumentError("--{name}: file name missing. Give one, or omit --{name}", code="missing-value", name=name)
    if options.plot and Path(options.plot[0]).suffix.lower() not in (".png", ".svg"):
        raise DocumentError(
            "--plot {plot}: give a .png or .svg file first, then the variables", code="bad-option", plot=options.plot[0]
        )
    if options.names and not (options.out or options.final or options.json):
        raise DocumentError(
            "--names requires --out or --final. Add one of them, or list the curves after --plot F.png", code="bad-option"
        )


def _check_method(options: argparse.Namespace, circuit: mars.Circuit) -> None:
    method = options.method or circuit.run.get("method")
    for name, what in (("snapshot", "be resumed"), ("ledger", "provide an energy ledger"), ("save", "be stored")):
        if method == "ida" and getattr(options, name):
            raise DocumentError(
                "--{name}: an ida run cannot {what}. Use --method rk8, or omit --{name}", code="bad-option", name=name, what=what
            )


def _deliver(
    run: mars.Run, options: argparse.Namespace, stopped: str = "stopped by the user", error: RunError | None = None
) -> None:
    """Write and print the requested results."""
    if options.out:
        run.save(options.out, *options.names)
    if options.plot:
        _plot(run, options)
    if options.snapshot:
        run.snapshot().save(options.snapshot)
    if options.save:
        from mars.records.record import Record

        Record.of(run).save(options.save)
    if options.json:
        print_json(_summary_data(run, options) | (error.to_data() if error else {}))
    elif options.final:
        _print_final(run, options.names)
    if options.ledger:
        print_ledger(run.ledger())
    if options.events and not options.json:
        write("".join(f"{message(event.message)}\n" for event in run.events) or message("no events") + "\n")
    if not options.quiet and not options.final and not options.json:
        _print_summary(run, options, stopped)


def _summary_data(run: mars.Run, options: argparse.Namespace) -> dict[str, Any]:
    """How a run ended, for programs."""
    final, names = run.final(), run.names(*options.names)
    steps = {} if run.steps is None else {"steps": int(run.steps.counters["steps"]), "methods": run.steps.methods}
    return {
        "title": run.model.circuit.title,
        "status": run.status,
        "t": float(run.time[-1]),
        **steps,
        "remarks": [Message(remark).data() for remark in run.remarks],
        **({"error_estimate": run.error_estimate} if _estimates(run) else {}),
        "events": [{"t": event.t, "component": event.component, **event.message.data()} for event in run.events],
        "final": {name: final[name] if isfinite(final[name]) else None for name in names},
    }


def _print_final(run: mars.Run, names: Sequence[str]) -> None:
    values = run.final()
    final = {name: values[name] for name in run.names(*names)}
    beyond = [name for name, value in final.items() if not isfinite(value)]
    print_json({name: None if name in beyond else value for name, value in final.items()})
    if beyond:
        raise RunError(
            "{beyond}: the final value is not finite. Check the speeds and masses of the component",
            code="not-finite",
            beyond=beyond[0],
        )


def _plot(run: mars.Run, options: argparse.Namespace) -> None:
    from mars.pictures.charts.circuit_plots import kept_groups

    path, *names = options.plot
    if not names and not kept_groups(run):
        names = _joint_coordinates(run)
        if not names:
            raise DocumentError(
                "--plot: the circuit has no joints and no plots. List the variables after the file name", code="missing-value"
            )
    run.plot(path, *names, dark=options.dark, title=title(options.file, run.model.circuit.title))


def _joint_coordinates(run: mars.Run) -> list[str]:
    from mars.component.base import Joint

    joints = [c for c in run.model.symbols.components.values() if isinstance(c, Joint)]
    return [f"{joint.name}.{coordinate}" for joint in joints for coordinate in joint.coordinates]


def _estimates(run: mars.Run) -> bool:
    """Newmark's steps are chosen by the user or for a coarse tolerance."""
    return run.settings is not None and run.settings.method == "newmark" and run.repeat is not None and run.status == "finished"


def _print_error_estimate(run: mars.Run) -> None:
    """The state with the largest error relative to its size."""
    sizes = dict(zip(run.error_estimate, abs(run.states).max(axis=0, initial=0.0), strict=True))
    errors = {name: error / sizes[name] for name, error in run.error_estimate.items() if sizes[name] > 0}
    if errors:
        name = max(errors, key=errors.__getitem__)
        print_notice(
            message(
                "estimated error: {part:.1e} of the largest value or less, most for {name} ({error:.2g} {unit})",
                part=errors[name],
                name=name,
                error=run.error_estimate[name],
                unit=run.units.get(name, ""),
            )
        )


def _print_summary(run: mars.Run, options: argparse.Namespace, stopped: str) -> None:
    steps = Message(", {steps} steps", steps=run.steps.counters["steps"]) if run.steps is not None else ""
    word = stopped if run.status == "stopped" else run.status
    changes = "".join(
        Message(", {method} from t = {t:g} s", method=method, t=t)
        for method, t in (run.steps.methods[1:] if run.steps is not None else ())
    )
    events = (
        (
            Message(", {count} events", count=len(run.events))
            if len(run.events) > 1
            else Message(", {count} event", count=len(run.events))
        )
        if run.events
        else ""
    )
    what = title(options.file, run.model.circuit.title) or options.file
    ended = message("{what}: {word} at t = {time:g} s", what=what, word=word, time=run.time[-1])
    print_notice(f"{ended}{message(steps)}{message(changes)}{message(events)}")
    if _estimates(run):
        _print_error_estimate(run)
    for remark in run.remarks:
        print_warning(message(remark))
    for path in (options.out, options.plot[0] if options.plot else None, options.snapshot, options.save):
        if path:
            print_notice(message("wrote {path}", path=path))
