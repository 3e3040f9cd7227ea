"""Wrong circuits. Each function below builds one of the files beside it; the decorator says what Mars must answer.

`python tests/failures/book.py` writes the files and docs/failures.md anew.
"""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from mars.circuit import Circuit
from mars.cli import main
from mars.snapshot import MEMORY, Snapshot
from mars.storage import dumps

HERE = Path(__file__).parent
GUIDE = HERE.parents[1] / "docs/failures.md"
PLANE = "Tx Ty Rz"


@dataclass
class Failure:
    """One wrong circuit: the command, what it answers, and what to do."""

    chapter: str
    name: str
    text: str  # of the file
    wrong: str  # one sentence for the reader
    do: str
    command: tuple[str, ...]
    code: int  # exit code
    says: tuple[str, ...]  # component, cause, remedy
    keeps: float | None  # time in s up to which results are delivered at least

    @property
    def file(self) -> str:
        return f"{self.name}.mars"

    @property
    def arguments(self) -> list[str]:
        return [self.command[0], self.file, *self.command[1:]]

    @cached_property
    def answer(self) -> Answer:
        """The command run on the file, its results written to a folder that is thrown away."""
        out, err = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(HERE):
            table = Path(folder) / "results.csv"
            more = ["--quiet", "--out", str(table)] if self.command[0] == "run" else []
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = main([*self.arguments, *more])
            rows = table.read_text().splitlines()[1:] if table.exists() else []
        return Answer(code, complaints(out.getvalue() + err.getvalue()), float(rows[-1].split(",")[0]) if rows else None)

    @property
    def entry(self) -> str:
        """Its lines in the guide."""
        return f"`mars {' '.join(self.arguments)}`: {self.wrong} **{self.do}**\n\n" + "".join(
            f"> {line}\n" for line in self.answer.lines
        )


@dataclass(frozen=True)
class Answer:
    code: int
    lines: list[str]
    kept: float | None  # the last time in the results


BOOK: list[Failure] = []
CHAPTERS: list[str] = []


def chapter(title: str) -> None:
    CHAPTERS.append(title)


def failure(wrong: str, do: str, *says: str, command: str = "check", code: int = 2, keeps: float | None = None) -> Callable:
    """Enter a builder into the book. It returns a circuit, or the text of a file that holds none."""

    def enter(build: Callable[[], Circuit | str]) -> Callable[[], Circuit | str]:
        made = build()
        text = dumps(made) if isinstance(made, Circuit) else made
        BOOK.append(Failure(CHAPTERS[-1], build.__name__, text, wrong, do, tuple(command.split()), code, says, keeps))
        return build

    return enter


def complaints(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(("error: ", "warning: "))]


# -- what the circuits are made of ---------------------------------------------------------------------------------------------


def pendulum(motions: str = PLANE, **rod: Any) -> Circuit:
    c = Circuit("Pendulum", motions=motions)
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1")
    c.add("bodies.rod", "SB1", **rod)
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


def second_arm(c: Circuit, axis: tuple[float, ...] = (0, 0, 1), **rod: Any) -> Circuit:
    c.add("joints.rotation", "KN2", axis=axis)
    c.add("bodies.rod", "SB2", **rod)
    c.connect("SB1.2", "KN2.1")
    c.connect("KN2.2", "SB2.1")
    return c


def four_bar(coupler: str = "0.9 m", rocker: str = "0.6 m", span: str = "1 m") -> Circuit:
    """With a crank of 0.3 m."""
    c = second_arm(pendulum(length="0.3 m"), length=coupler)
    c.title = "Four-bar"
    c.add("joints.rotation", "KN3")
    c.add("bodies.rod", "SB3", length=rocker)
    c.add("joints.rotation", "KN4")
    c.add("bodies.base", "Base2", place=[span, 0, 0])
    for link in ("SB2.2 KN3.1", "KN3.2 SB3.1", "SB3.2 KN4.1", "KN4.2 Base2.1"):
        c.connect(*link.split())
    c.set_start("KN1.angle", "60 deg", "guess")
    return c


def parallelogram(crank: Any, rocker: Any) -> Circuit:
    """A four-bar with both cranks driven by velocity laws; a rocker with the opposite law would fit."""
    c = four_bar("1 m", "0.3 m")
    for joint, angle in (("KN1", "60 deg"), ("KN2", "-60 deg"), ("KN3", "-120 deg"), ("KN4", "120 deg")):
        c.set_start(f"{joint}.angle", angle, "guess")
    on(c, "KN1.turn", "sources.velocity", "Ew1", law=crank)
    return on(c, "KN4.turn", "sources.velocity", "Ew2", law=rocker)


def on(c: Circuit, port: str, kind: str, name: str, **values: Any) -> Circuit:
    """A component whose first scalar port is on a joint's port."""
    c.add(kind, name, **values)
    own = "a" if kind.startswith("dynamics.") else "slide" if "slide" in kind or kind == "sources.force" else "turn"
    c.connect(f"{name}.{own}", port)
    return c


def slider(gravity: float = 0.0, mass: Any = "1 kg") -> Circuit:
    """A mass on a slider; gravity pulls it back."""
    c = Circuit("Slider", motions=PLANE, gravity=[-gravity, 0, 0])
    c.add("bodies.base", "Base")
    c.add("joints.translation", "KN1")
    c.add("bodies.point_mass", "SB1", mass=mass)
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


chapter("The drawing")


@failure(
    "Two rods and a hinge, but nothing that stands still.",
    "Add a base; without one it falls as a whole.",
    "SB1",
    "no base",
    "Link a bodies.base",
    code=0,
)
def missing_base() -> Circuit:
    c = second_arm(pendulum())
    c.remove("KN1")
    c.remove("Base")
    return c


@failure(
    "A damper that is linked to nothing.",
    "Link it to the joint that it should damp.",
    "DC1.a",
    "is open",
    "Link DC1.a to another rotation port",
)
def open_port() -> Circuit:
    c = pendulum()
    c.add("dynamics.damper", "DC1")
    return c


@failure(
    "A force source for sliders on the shaft of a hinge.",
    "Take a torque source.",
    "Ef1.slide (translation)",
    "KN1.turn (rotation)",
    "rotation to rotation",
)
def unlike_domains() -> Circuit:
    return on(pendulum(), "KN1.turn", "sources.force", "Ef1")


@failure("A link to a point that the rod does not have.", "Link to one of its points.", "SB1", "«3»", "Its ports are 1, 2")
def no_such_port() -> Circuit:
    c = pendulum()
    c.add("bodies.point_mass", "SB2")
    c.connect("SB1.3", "SB2.1")
    return c


@failure(
    "A kind with a misspelt name.",
    "Write it as `mars components` does, or install its library.",
    "DC1",
    "«dynamics.dampr»",
    "Did you mean dynamics.damper?",
)
def unknown_kind() -> Circuit:
    c = pendulum()
    c.add("dynamics.dampr", "DC1")
    return c


@failure("Two sources move one joint.", "Keep one.", "Ep1 and Ew1", "twice", "Take away Ew1")
def two_motions() -> Circuit:
    c = on(pendulum(), "KN1.turn", "sources.velocity", "Ew1", law="1 rad/s")
    return on(c, "KN1.turn", "sources.movement", "Ep1", law="0.2*sin(t)")


@failure(
    "A swing that turns out of the plane of its circuit.",
    "Give the circuit the motions that it needs.",
    "KN2",
    "Rx",
    "Add Rx to the class",
)
def leaves_class() -> Circuit:
    return second_arm(pendulum(), axis=(1, 0, 0))


@failure(
    "Weight along z in a class that turns about x, but does not move along z.",
    "Add the motion, or leave gravity out.",
    "gravity acts along z",
    "no Tz",
    "Add Tz",
)
def gravity_outside_class() -> Circuit:
    c = Circuit("Swing", motions="Ty Rx", gravity=[0, 0, "-9.81 m/s^2"])
    c.add("bodies.base", "Base")
    c.add("joints.rotation", "KN1", axis=[1, 0, 0])
    c.add("bodies.body", "SB1", centre=[0, "0.5 m", 0])
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return c


@failure(
    "A spring on one turn of a ball joint: the integral of that speed is no angle.",
    "Use a bushing.",
    "DC1",
    "KN1.turn_y",
    "dynamics.bushing",
)
def spring_on_a_ball() -> Circuit:
    c = Circuit("Ball joint")
    c.add("bodies.base", "Base")
    c.add("joints.spherical", "KN1")
    c.add("bodies.body", "SB1", centre=["0.3 m", 0, 0])
    c.connect("Base.1", "KN1.1")
    c.connect("KN1.2", "SB1.1")
    return on(c, "KN1.turn_y", "dynamics.spring", "DC1")


@failure(
    "A shaft without inertia between a source and a dry friction.",
    "Put a rotor on it.",
    "Em1.turn",
    "DC1",
    "no inertia",
    "dynamics.rotor",
)
def massless_shaft() -> Circuit:
    c = pendulum()
    c.add("sources.torque", "Em1", law="2 N·m")
    c.add("dynamics.friction", "DC1")
    c.connect("Em1.turn", "DC1.a")
    c.connect("DC1.b", "KN1.turn")
    return c


@failure(
    "A gear with losses couples two hinges rigidly.",
    "Put a spring between, or take a gear without losses.",
    "G1",
    "losses",
    "dynamics.spring",
)
def lossy_gear_between_joints() -> Circuit:
    c = second_arm(pendulum())
    c.add("dynamics.lossy_gear", "G1", ratio=3)
    c.connect("G1.a", "KN1.turn")
    c.connect("G1.b", "KN2.turn")
    return c


chapter("Values")


@failure("A length in kilograms.", "Give a length.", "SB1.length", "kg", "Type one like 1.5 m")
def wrong_unit() -> Circuit:
    return pendulum(length="3 kg")


@failure(
    "A formula with a variable that the circuit does not have.",
    "Add the variable, or correct its name.",
    "SB1.length",
    "'lenght' is unknown",
    "did you mean length?",
)
def unknown_variable() -> Circuit:
    c = pendulum(length="2*lenght")
    c.add_variable("length", 0.5, "m")
    return c


@failure("Two variables that are defined by each other.", "Give one of them a number.", "width", "height", "break the circle")
def cyclic_variables() -> Circuit:
    c = pendulum(length="width")
    c.add_variable("width", "2*height", "m")
    c.add_variable("height", "width/2", "m")
    return c


@failure("A rod of negative length.", "Give a length above zero; turn its axis instead.", "SB1.length", "-0.5 m", "above 0 m")
def value_out_of_range() -> Circuit:
    return pendulum(length="-0.5 m")


@failure("The pairs of a table do not rise.", "Sort them.", "DC1.table", "must rise", "Sort")
def falling_table() -> Circuit:
    return on(pendulum(), "KN1.turn", "dynamics.table_spring", "DC1", table=[[0, 0], [1, 10], [0.5, 20]])


@failure("A stop whose lower end is above its upper one.", "Exchange the two.", "DC1", "0.4 m above", "Exchange")
def stop_upside_down() -> Circuit:
    return on(slider(), "KN1.slide", "dynamics.slide_stop", "DC1", lower="0.2 m", upper="-0.2 m")


@failure("Two stops on one slider that leave it no place.", "Let their ranges overlap.", "DC1", "DC2", "0.2 m", "Move the limits")
def stops_that_exclude() -> Circuit:
    c = on(slider(), "KN1.slide", "dynamics.slide_stop", "DC1", lower="-0.2 m", upper="-0.1 m")
    return on(c, "KN1.slide", "dynamics.slide_stop", "DC2", lower="0.1 m", upper="0.2 m")


chapter("The start")


@failure(
    "The three rods of a four-bar are too short for the distance of its bases.",
    "Longer rods, or bases nearer together.",
    "SB2",
    "gap of 0.7",
    "KN1, KN4, KN2, KN3",
    "Change lengths or places",
)
def rods_too_short() -> Circuit:
    return four_bar(span="2.5 m")


@failure(
    "A four-bar whose crank and coupler are both set where they cannot be at once.",
    "Keep one start value.",
    "SB2",
    "gap of 0.2856 m",
    "as guesses (KN1.angle, KN2.angle)",
)
def unmet_start_of_a_loop() -> Circuit:
    c = four_bar()
    c.set_start("KN1.angle", "60 deg")
    c.set_start("KN2.angle", "-20 deg")
    return c


@failure(
    "Crank and rocker of a four-bar are driven with speeds that do not fit.",
    "Drive one of them.",
    "KN1.turn, KN4.turn",
    "apart",
    "Take one",
)
def conflicting_cranks() -> Circuit:
    return parallelogram("1 rad/s", "-2 rad/s")


@failure("The start is beyond a stop.", "Start within it.", "DC1", "0.3 m beyond", "upper_stop", "start values")
def start_beyond_stop() -> Circuit:
    c = on(slider(), "KN1.slide", "dynamics.slide_stop", "DC1", lower="-0.2 m", upper="0.2 m")
    c.set_start("KN1.travel", "0.5 m")
    return c


@failure("A joint carries a rod without mass.", "Give it a mass, or drive the joint.", "KN2", "massless", "a mass or an inertia")
def massless_arm() -> Circuit:
    return second_arm(pendulum(), mass=0)


@failure(
    "Two hinges in series about the same line.",
    "Take one away, or turn its axis.",
    "KN1",
    "share one axis",
    "take one joint away",
)
def coaxial_joints() -> Circuit:
    c = pendulum("Tx Ty Tz Rx Ry Rz")
    c.remove("KN1")
    c.add("joints.rotation", "KN1", axis=[0, 1, 0])
    c.add("joints.rotation", "KN2", axis=[0, 1, 0])
    for link in ("Base.1 KN1.1", "KN1.2 KN2.1", "KN2.2 SB1.1"):
        c.connect(*link.split())
    return c


@failure(
    "A wrist of three hinges that begins stretched: the first and the last turn about one line.",
    "Bend it a little.",
    "KN1",
    "share one axis",
    "start in another position",
)
def singular_start() -> Circuit:
    c = Circuit("Wrist")
    c.add("bodies.base", "Base")
    for i, axis in enumerate(([0, 0, 1], [0, 1, 0], [0, 0, 1]), start=1):
        c.add("joints.rotation", f"KN{i}", axis=axis)
    c.add("bodies.body", "SB1", centre=["0.1 m", 0, "0.2 m"])
    for link in ("Base.1 KN1.1", "KN1.2 KN2.1", "KN2.2 KN3.1", "KN3.2 SB1.1"):
        c.connect(*link.split())
    return c


@failure(
    "A spring of 1e15 N·m/rad, a million times as stiff as a steel shaft.",
    "A stiffness that can be; or a weld. At rest it runs all the same.",
    "KN1.angle",
    "tremble",
    "Take a softer spring",
    code=0,
)
def too_stiff() -> Circuit:
    return second_arm(on(pendulum(), "KN1.turn", "dynamics.spring", "DC1", stiffness="1e15 N·m/rad"))


@failure(
    "Two table springs in series whose tables share no force.",
    "Let their tables share a force.",
    "DC1.b",
    "no solution",
    "soften the laws",
)
def springs_without_balance() -> Circuit:
    c = slider()
    c.add("dynamics.slide_table_spring", "DC1", table=[[-1, 10], [0, 8], [1, 10]])
    c.add("dynamics.slide_table_spring", "DC2", table=[[-1, 2], [0, 4], [1, 2]])
    c.connect("KN1.slide", "DC1.a")
    c.connect("DC1.b", "DC2.a")
    return c


chapter("The run")


@failure(
    "A ball that bounces without end: its settling speed is next to nothing.",
    "A larger settling speed.",
    "DC1",
    "without end",
    "settling speed",
    command="run --until 20",
    code=3,
    keeps=8.579,
)
def chattering() -> Circuit:
    c = slider(gravity=9.81)
    values = {"lower": 0, "upper": "5 m", "restitution": 0.9, "settle": "1e-12 m/s"}
    on(c, "KN1.slide", "dynamics.slide_stop", "DC1", **values)
    c.set_start("KN1.travel", "1 m")
    return c


@failure(
    "A motion with the root of a number that becomes negative.",
    "End before, or change the law.",
    "KN1.turn",
    "at t = 1 s",
    "Change Ep1.law or end before",
    command="run --until 2",
    code=3,
    keeps=2,
)
def root_of_a_negative() -> Circuit:
    return on(pendulum(), "KN1.turn", "sources.movement", "Ep1", law="sqrt(1 - t)")


@failure(
    "A torque that is divided by zero at 1 s.",
    "End before, or change the law.",
    "Em1.law",
    "at t = 1 s",
    "Change the law or end before",
    command="run --until 2",
    code=3,
    keeps=1,
)
def division_by_zero() -> Circuit:
    return on(pendulum(), "KN1.turn", "sources.torque", "Em1", law="0.1/(1 - t)")


@failure(
    "A gripper is told to close, but the load is not there.",
    "Bring them together before.",
    "Gripper",
    "gap of 0.4 m",
    "Bring the two sides together",
    command="run --until 2",
    code=3,
    keeps=1,
)
def grip_out_of_reach() -> Circuit:
    c = on(slider(), "KN1.slide", "sources.slide_movement", "Es1", law="0.1*t")
    c.add("bodies.base", "Table", place=["0.5 m", 0, 0])
    c.add("dynamics.grip", "Gripper", closed={"law": "step", "time": "1 s", "after": 1}, takes="as drawn")
    c.connect("Gripper.a", "SB1.1")
    c.connect("Gripper.b", "Table.1")
    return c


@failure(
    "Two grips hold one load and are moved apart.",
    "Open one before the other moves.",
    "Hand",
    "Rack",
    "cannot hold",
    "let it go before",
    command="run --until 2",
    code=3,
    keeps=2,
)
def grips_against_each_other() -> Circuit:
    c = on(
        slider(),
        "KN1.slide",
        "sources.slide_movement",
        "Es1",
        law={"law": "cycloid", "start": "1 s", "time": "1 s", "after": "0.1 m"},
    )
    c.add("joints.free", "KN2")
    c.add("bodies.sphere", "Load")
    c.connect("Base.1", "KN2.1")
    c.connect("KN2.2", "Load.1")
    c.motions = "Tx Ty Tz Rx Ry Rz"
    for name, side in (("Hand", "SB1.1"), ("Rack", "Base.1")):
        c.add("dynamics.grip", name, closed=1)
        c.connect(f"{name}.a", side)
        c.connect(f"{name}.b", "Load.1")
    return c


@failure(
    "Crank and rocker of a four-bar set out together, then one is driven faster.",
    "Drive one of them.",
    "SB2",
    "KN1.turn, KN4.turn",
    "Take one of them away",
    command="run --until 2",
    code=3,
    keeps=0,
)
def cranks_that_part() -> Circuit:
    law = {"law": "cycloid", "time": "1 s"}
    return parallelogram({**law, "after": "1 rad/s"}, {**law, "after": "-2 rad/s"})


@failure(
    "A table spring is pulled over the largest force that its neighbour can bear.",
    "Give the table a rising end, or end before.",
    "DC1.b.travel",
    "no solution beyond t = 0.91",
    "Look at their curves",
    command="run --until 4",
    code=3,
    keeps=0.91456,
)
def spring_that_snaps() -> Circuit:
    c = on(slider(), "KN1.slide", "sources.slide_movement", "Es1", law="t")
    c.add("dynamics.slide_table_spring", "DC1", table=[[-1, -1], [0, 0], [1, 1]])
    c.add("dynamics.slide_table_spring", "DC2", table=[[-1, -1], [0, 0], [0.5, 0.4], [1, -2], [2, -9]])
    c.connect("KN1.slide", "DC1.a")
    c.connect("DC1.b", "DC2.a")
    return c


@failure(
    "Kinematic mode, but a joint has no motion.",
    "Give it one.",
    "KN2.turn",
    "not given",
    "velocity or movement source",
    command="run --mode kinematic --until 1",
)
def kinematic_without_motion() -> Circuit:
    return second_arm(on(pendulum(), "KN1.turn", "sources.velocity", "Ew1", law="1 rad/s"))


@failure(
    "The tip of an arm should follow a path that is longer than the arm.",
    "Shorten the path, or lengthen the arm.",
    "Path",
    "beyond t = 1 s",
    "Change the motion",
    command="run --mode kinematic --until 2",
    code=3,
    keeps=1,
)
def path_out_of_reach() -> Circuit:
    c = second_arm(pendulum(length="0.5 m"), length="0.5 m")
    c.add("sources.path", "Path", x="0.6 m + 0.4 m/s * t")
    c.connect("Path.1", "SB2.2")
    c.set_start("KN1.angle", "50 deg", "guess")
    c.set_start("KN2.angle", "-100 deg", "guess")
    return c


@failure(
    "A run of a thousand years with a step of a microsecond.",
    "A shorter run or a longer step.",
    "run.step",
    "5 million",
    "Choose a larger step",
    command="run",
)
def too_many_steps() -> Circuit:
    c = pendulum()
    c.run = {"until": "1000*365*24 h", "step": "1 us"}
    return c


chapter("The file")


@failure("A file that was cut off.", "Take the last good copy.", "not_json.mars", "line 9", "not JSON", "Mend the text there")
def not_json() -> str:
    return dumps(pendulum())[:200]


@failure("A file of a newer Mars.", "Update Mars.", "format 99", "reads 1", "update Mars")
def newer_version() -> str:
    data = json.loads(dumps(pendulum()))
    return json.dumps({**data, "mars": 99}, indent=1)


@failure(
    "A run goes on from the snapshot of another circuit.",
    "Take the snapshot of this circuit.",
    "KN2.angle",
    "another circuit",
    "begin anew",
    command="run --until 2 --resume pendulum.snapshot",
)
def snapshot_of_another() -> Circuit:
    return second_arm(pendulum())


def write_snapshot() -> None:
    """Of the pendulum, after one second."""
    states = {"KN1.angle": 0.5, "KN1.turn.speed": 1.0}
    Snapshot(pendulum().physics_hash(), 1.0, states, {name: [] for name in MEMORY}).save(HERE / "pendulum.snapshot")


INTRODUCTION = """# When something is wrong

Mars says what is wrong in the words of the circuit: the component (port, variable), the cause, a remedy. The exit code is 2 where
the circuit or a file is wrong, 3 where a run had begun and could not go on; then everything computed until then is delivered all
the same. The circuits below are in `tests/failures/`; the messages are what Mars says today, compared by a test.
"""


def guide() -> str:
    """The text of docs/failures.md."""
    parts = [INTRODUCTION]
    for title in CHAPTERS:
        parts += [f"## {title}\n", *(failure.entry for failure in BOOK if failure.chapter == title)]
    return "\n".join(parts)


def write() -> None:
    """All files of the book anew."""
    write_snapshot()
    for failure in BOOK:
        (HERE / failure.file).write_text(failure.text)
    GUIDE.write_text(guide())


if __name__ == "__main__":
    write()
