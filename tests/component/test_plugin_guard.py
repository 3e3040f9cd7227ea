"""Whatever the author of a plug-in wrote may raise or give nonsense: it is told in words, and the drawing stays."""

import pytest
from mars.gui.view3d.mechanism import Mechanism

import mars
from mars.cli.main import main
from mars.document.storage import save
from mars.errors import CircuitError
from mars.kinds import plugins, registry
from mars.translation import kind_pages
from tests.helpers.broken_plugins import ASKED, LOOKS, circuit, text_of

INSTALLED = dict(registry.kinds())
NAMES = {"body": "SB1", "joint": "KN1", "base": "Base1", "drag": "M1"}

NONSENSE = ("return None", "return 'text'", "return [None]", "return [('a', 'b', 'c')]", "return {'x': 5}", "return object()")
WRONG = ("1 / 0", "self_is_not.known", "raise SystemExit(3)", *NONSENSE)
METHODS = {
    "body": ("solid", "shapes"),
    "joint": ("motion",),
    "base": ("pose",),
    "drag": ("equations", "kinematics", "paths", "shapes", "switches", "demands", "breaks", "stored", "loss"),
}


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path))
    monkeypatch.setattr(plugins, "_problems", {})
    plugins.plugins_folder().mkdir()

    def write(text):
        (plugins.plugins_folder() / "mine.py").write_text(text, "utf-8")
        found = {**INSTALLED, **plugins.loaded(INSTALLED)}
        for module in (registry, kind_pages):
            monkeypatch.setattr(module, "kinds", lambda: found)

    return write


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
    assert ("SB1" in tree.attachments.bodies) is (method != "solid")
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
        ("handle = 3", "the handle of my.body is not a Handle"),
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
