"""The command line in Russian: every help, what argparse says by itself, what the commands print; in English as it always was."""

import re
from math import nan

import pytest

from mars.cli.arguments import make_parser
from mars.cli.main import main
from mars.errors import Complaint
from mars.kinds.registry import kinds
from mars.messages import Message, in_turn
from mars.readable import of_kind
from mars.translation import languages
from mars.verification import verify
from tests.helpers.latin_words import left_in_english
from tests.helpers.paths import CIRCUITS

PARSERS = make_parser()._subparsers._group_actions[0].choices
TYPED = re.compile(
    r"\{[\w,]+\}|(?<!\w)-{1,2}[a-z][\w-]*|\b[\w/%]*\.[\w.]+|\b[A-Z]\b"
)  # choices, options, names of files, letters
KEPT = {"mars", "auto", "ida", "radau", "newmark", "kinematic", "JSON", "LaTeX", "Linux", "Mars", "joints", "deg"}


@pytest.fixture
def russian():
    before = languages.current()
    languages.set_current("ru")
    yield
    languages.set_current(before)


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "500")  # no word is broken


def english_in(text):
    return [word for word in left_in_english(TYPED.sub(" ", text)) if word not in KEPT]


@pytest.mark.parametrize("command", ["", *PARSERS])
def test_every_help_is_russian(russian, command, capsys):
    assert main([*filter(None, [command]), "--help"]) == 0
    said = capsys.readouterr().out
    names = re.sub(r"(?m)^    (\w[\w-]*)  ", " ", said).replace(f"mars {command}", "")  # how commands are called
    assert english_in(names) == []
    assert "использование: mars" in said and "показать эту справку" in said


@pytest.mark.parametrize("command", PARSERS)
def test_every_option_tells_what_it_does_in_both_languages(russian, command):
    told = make_parser()._subparsers._group_actions[0].choices[command]
    for english, russian_one in zip(PARSERS[command]._actions, told._actions, strict=True):
        assert (english.help is None) == (russian_one.help is None)
        assert english.help is None or re.search("[а-яё]", russian_one.help), english.help
        assert english.dest == russian_one.dest


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "не хватает обязательных аргументов: файл"),
        (["a", "b"], "неизвестные аргументы: b"),
        (["a", "--mode", "x"], "аргумент --mode: недопустимое значение 'x'"),
        (["a", "--rtol", "x"], "аргумент --rtol: 'x' — не число"),
        (["a", "--until"], "аргумент --until: нужно одно значение"),
        (["a", "--baumgarte", "1"], "аргумент --baumgarte: нужно значений: 2"),
        (["a", "--names"], "аргумент --names: нужно хотя бы одно значение"),
        (["a", "--quiet=1"], "аргумент --quiet: не принимает значения, а дано '1'"),
        (["a", "--m", "1"], "неоднозначный ключ: --m может означать"),
    ],
)
def test_mistakes_are_told_in_russian(russian, words, said, capsys):
    assert main(["run", *words]) == 2
    err = capsys.readouterr().err
    assert said in err and ": ошибка: " in err and "использование: " in err
    assert english_in(err.partition("ошибка: ")[2]) == []


@pytest.mark.parametrize(
    "words", [["--language", "ru", "--help"], ["--language=ru", "run", "-h"], ["run", "--help", "--language", "ru"]]
)
def test_the_language_is_known_before_anything_is_said(words, capsys):
    before = languages.current()
    try:
        assert main(words) == 0
    finally:
        languages.set_current(before)
    assert capsys.readouterr().out.startswith("использование: ")


def test_english_is_as_argparse_has_it(capsys):
    assert main(["run"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("usage: mars run [-h]") and err.endswith(
        "mars run: error: the following arguments are required: file\n"
    )
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for said in ("usage: mars [-h]", "\noptions:\n", "show this help message and exit", "show program's version number and exit"):
        assert said in out


VERESHCHAGIN, GIBBS = (
    Message("{word} {equations}", word=word, equations=numbers)
    for word, numbers in (("Vereshchagin", "(3.1)–(3.5b)"), ("Gibbs–Appell", "(2.2)"))
)
SIZES = Message("{variables} variables, {equations} equations, {states} states", variables=9, equations=7, states=5)
ROWS = [
    verify.Comparison("accelerations, wrenches, all variables", "node equivalents – tableau", 1e-14, 1e-9, SIZES),
    verify.Comparison(
        "joint accelerations",
        Message("node equivalents – {formulations}", formulations=in_turn([VERESHCHAGIN, GIBBS])),
        nan,
        1e-9,
        "every motion is prescribed",
    ),
    verify.Comparison(
        "joint accelerations",
        Message("node equivalents – {formulation}", formulation=GIBBS),
        1.0,
        1e-9,
        Message("without {count} redundant reactions", count=2),
    ),
    verify.Comparison("motion by rk8 and rk5", Message("two integrators over {time:g} s", time=1.0), 1e-13, 1e-6),
]


def test_the_table_of_verify(russian):
    told = verify.describe(ROWS)
    assert english_in(told) == []
    assert "узловые эквиваленты – Верещагин (3.1)–(3.5b), Гиббс–Аппель (2.2)" in told
    columns = {line.index(word) for line in told.splitlines() for word in ("ускорения", "движение") if word in line}
    assert len(columns) == 1, "all rows begin below each other"


def test_the_table_of_verify_in_english():
    first, second, note, third, _, last = verify.describe(ROWS).splitlines()
    assert first.startswith(
        "  agree    1.0e-14  accelerations, wrenches, all variables: node equivalents – tableau (9 variables, "
    )
    assert second.startswith("  –                 joint accelerations: ")
    assert note == " " * 20 + "every motion is prescribed"
    assert third.startswith("  DIFFER   1.0e+00  joint accelerations")
    assert last == "1 of 3 differ"


@pytest.mark.parametrize("name", ["four_bar", "servo_axis", "hydraulic_boom"])
def test_check_says_nothing_english(russian, name, capsys):
    assert main(["check", str(CIRCUITS / f"{name}.mars")]) == 0
    said = capsys.readouterr().out
    names = [line for line in said.splitlines() if line.split()[:1] not in (["части"], ["дерево"]) and "→" not in line]
    assert english_in("\n".join(names).partition("\n")[2]) in ([], ["Coupler"], ["Rod"])  # through which loops are cut


@pytest.mark.slow
def test_rules_in_words_are_russian(russian):
    rules = [line for kind in kinds().values() for line in of_kind(kind) if line.role == "rule"]
    assert len(rules) > 20
    for line in rules:
        assert re.search("[а-яё]{4}", line.text), line.text
        assert re.search("[а-яё]{4}", line.latex) and re.search("[а-яё]{4}", line.html)


def test_the_energy_ledger_says_nothing_english(russian, capsys):
    assert main(["run", str(CIRCUITS / "dc_motor.mars"), "--ledger", "--events", "--until", "0.01"]) == 0
    said = capsys.readouterr()
    assert [word for word in english_in(said.out + said.err) if word not in ("Load", "MT", "GND")] == []
    assert "Дж подведено" in said.out and "Двигатель постоянного тока: закончен" in said.err


def test_a_new_circuit_speaks_russian(russian, tmp_path, capsys):
    assert main(["new", str(tmp_path / "swing.mars")]) == 0
    assert "записано: " in capsys.readouterr().err
    assert "Простой маятник" in (tmp_path / "swing.mars").read_text("utf-8")


def test_what_the_desktop_is_told(russian, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    assert main(["desktop-install", "--remove"]) == 0
    assert capsys.readouterr().out == f"в {tmp_path} удалять нечего\n"


def test_plug_ins_that_cannot_be_used_are_told_in_russian(russian, monkeypatch, capsys):
    monkeypatch.setattr("mars.kinds.plugins.problems", lambda: [Complaint("fan.py", "unexpected end", "Fix the code there")])
    assert main(["components", "joints.rotation"]) == 0
    assert capsys.readouterr().err == "предупреждение: fan.py: неожиданный конец. Исправьте код в этом месте.\n"
