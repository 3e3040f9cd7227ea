"""Whatever the author of a plug-in wrote may raise or give nonsense: it is told in words, and the drawing stays."""

import pytest
from mars.gui.view3d.mechanism import Mechanism

import mars
from mars import catalogue, plugins, registry
from mars.cli import main
from mars.errors import CircuitError
from mars.storage import save

INSTALLED = dict(registry.kinds())
HEAD = """from mars.component import Base, Body, Component, Joint, Pose, Solid, Turn
from mars.declare import Coordinate, Icon, Mode, Parameter, Port, State
from mars.domains import FRAME, ROTATION
from mars.shapes import Cylinder, Sphere

ONE = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
"""
LOOKS = '    """Mine."""\n    letters = "M"\n    icon = Icon(("line", "M-30,0 h60"))\n'
PARTS = {
    "body": (
        "Body",
        '    end = Port(FRAME, at=(40, 0), open="free", name="2")\n    mass = Parameter(1.0, "kg", "mass", above=0)\n',
        {"solid": 'return Solid(self.mass, [0.5, 0, 0], ONE, {"1": ([0, 0, 0], ONE), "2": ([1, 0, 0], ONE)})'},
    ),
    "joint": (
        "Joint",
        '    turn = Port(ROTATION, at=(0, -20), open="free")\n    angle = Coordinate("turn")\n',
        {"motion": 'yield Turn([0.0, 0.0, 1.0], "angle")'},
    ),
    "base": (
        "Base",
        '    point = Port(FRAME, at=(0, 0), open="free", name="1")\n',
        {"pose": "return Pose([0, 0, 0], ONE)"},
    ),
    "drag": (
        "Component",
        '    a = Port(ROTATION, at=(30, 0))\n    drag = Parameter(0.5, "N·m·s/rad", "torque per rad/s", minimum=0)\n',
        {"equations": "yield self.a.torque == self.drag * self.a.speed", "loss": "return self.drag * self.a.speed**2"},
    ),
}
NAMES = {"body": "SB1", "joint": "KN1", "base": "Base1", "drag": "M1"}
MAKES = {"shapes": "scale=0.0", "pose": "t, segment", "paths": "t, segment"}
ASKED = ("ports_for", "states_for", "modes_for", "icon_for", "check")  # of the class, with values

NONSENSE = ("return None", "return 'text'", "return [None]", "return [('a', 'b', 'c')]", "return {'x': 5}", "return object()")
WRONG = ("1 / 0", "self_is_not.known", "raise SystemExit(3)", *NONSENSE)
METHODS = {
    "body": ("solid", "shapes"),
    "joint": ("motion",),
    "base": ("pose",),
    "drag": ("equations", "kinematics", "paths", "shapes", "switches", "demands", "breaks", "stored", "loss"),
}


def text_of(spoilt="", method="", body=""):
    """A file with one kind of each sort, one method of one of them spoilt where its parameter is not the default."""
    text = HEAD
    for name, (base, declared, methods) in PARTS.items():
        said = {**methods, **({method: body} if name == spoilt else {})}
        text += f'\n\nclass {name.title()}(Mars{name}, kind="my.{name}"):\n'.replace(f"Mars{name}", base) + LOOKS + declared
        for each, what in said.items():
            head = f"    @classmethod\n    def {each}(cls, values):" if each in ASKED else _head(each)
            text += f"{head}\n        {what}\n"
    return text


def _head(method):
    more = MAKES.get(method, "")
    return f"    def {method}(self{', ' if more else ''}{more}):"


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path))
    monkeypatch.setattr(plugins, "_problems", {})
    plugins.plugins_folder().mkdir()

    def write(text):
        (plugins.plugins_folder() / "mine.py").write_text(text, "utf-8")
        found = {**INSTALLED, **plugins.loaded(INSTALLED)}
        for module in (registry, catalogue):
            monkeypatch.setattr(module, "kinds", lambda: found)

    return write


def circuit():
    made = mars.Circuit("mine", motions="Tx Ty Rz", gravity=[0, 0, 0])
    for kind, name in (("base", "Base1"), ("joint", "KN1"), ("body", "SB1"), ("drag", "M1")):
        made.add(f"my.{kind}", name, at=(0, 0))
    for one, other in [("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "M1.a")]:
        made.connect(one, other)
    return made


def test_good_ones_run(write):
    write(text_of())
    assert plugins.problems() == []
    made = circuit()
    made.set_start("KN1.turn.speed", 2)
    assert [str(c) for c in mars.check(made).complaints if c.severity != "note"] == []
    assert mars.simulate(made, until=0.2)["KN1.angle"][-1] > 0.3
    assert Mechanism(made).start.bodies


@pytest.mark.parametrize("body", WRONG)
@pytest.mark.parametrize(("part", "method"), [(part, method) for part, methods in METHODS.items() for method in methods])
def test_what_an_author_says_wrongly_is_told(write, tmp_path, capsys, part, method, body):
    write(text_of(part, method, body))
    made, name = circuit(), NAMES[part]
    told = [c for c in mars.check(made).complaints if c.severity != "note"]
    if method != "kinematics" and (method, body) != ("stored", "return None"):  # that one is right
        assert [c.where for c in told] == [name], body
        assert "mine.py" in str(told[0]), told[0]
        assert "line" in str(told[0]), told[0]
    errors = [c for c in told if c.severity == "error"]
    assert bool(errors) is (bool(told) and method not in ("shapes", "paths"))
    if errors:
        with pytest.raises(CircuitError, match=name):
            mars.simulate(made, until=0.1)
    tree = Mechanism(made).tree  # the picture in space: what is right is there
    assert ("SB1" in tree.layout.bodies) is (method != "solid")
    save(made, tmp_path / "mine.mars")
    assert main(["draw", str(tmp_path / "mine.mars"), "-o", str(tmp_path / "mine.svg")]) == 0
    assert main(["equations", str(tmp_path / "mine.mars")]) == (2 if errors else 0)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("body", WRONG)
@pytest.mark.parametrize("method", ASKED)
def test_what_a_class_says_wrongly_of_some_values_is_told_and_the_symbol_stays(write, tmp_path, capsys, method, body):
    right = {"ports_for": "cls.ports", "states_for": "cls.states", "modes_for": "cls.modes", "icon_for": "cls.icon"}
    good = f"if values['drag'] == 0.5: return {right.get(method, 'None')}"
    write(text_of("drag", method, f"{good}\n        {body}"))
    assert plugins.problems() == []
    made = circuit()
    assert [c for c in mars.check(made).complaints if c.severity == "error"] == []
    made.set("M1.drag", 0.7)
    told = [c for c in mars.check(made).complaints if c.severity == "error"]
    is_told = method != "check" or "return" not in body
    assert ([c.where for c in told] == ["M1"] and "mine.py" in str(told[0]) and "line" in str(told[0])) is is_told, told
    assert Mechanism(made).start.bodies
    save(made, tmp_path / "mine.mars")
    assert main(["draw", str(tmp_path / "mine.mars"), "-o", str(tmp_path / "mine.svg")]) == 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ('icon = Icon(("line", "Q9"))', "path data"),
        ("handle = 3", "no Handle"),
        ("def __init__(self): 1 / 0", "division by zero"),
        ("icon = 5", "strokes"),
    ],
)
def test_a_class_that_cannot_be_drawn_or_made_is_no_kind(write, said, part):
    write(
        text_of().replace(
            '    """Mine."""\n    letters = "M"\n    icon = Icon(("line", "M-30,0 h60"))\n', LOOKS + f"    {said}\n", 1
        )
    )
    (problem,) = plugins.problems()
    assert part in problem.cause
