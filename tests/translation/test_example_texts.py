"""The examples speak Russian: every title and note of every file, nothing stale, and the same circuit behind the words."""

import json
import re

import pytest

from mars.cli.main import main
from mars.document.storage import load
from mars.translation import example_texts, languages
from tests.helpers.paths import CIRCUITS

FILES = sorted(CIRCUITS.glob("*.mars"))
RUSSIAN = json.loads((CIRCUITS / "ru.json").read_text("utf-8"))
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
LATIN = re.compile(r"`[^`]*`|(?<![«\w.])[A-Za-z]{2,}\d*(?![\w.»(])")
QUOTED = re.compile(r'"([^"\n]+)"|# ([^\n]+)')
# Names of robots, of firms, of collections of problems and of benchmarks; formulas.
NAMES = {"Panda", "Puma", "IVP", "test", "set", "car", "axis", "IFToMM", "Franka", "URDF", "EI", "GI", "housing"}


@pytest.fixture
def russian():
    before = languages.current()
    languages.set_current("ru")
    yield
    languages.set_current(before)


def texts_of(path):
    """All that a person reads in a file, besides names."""
    data = json.loads(path.read_text("utf-8"))
    found = [data["circuit"]["title"], *_notes(data)]
    for definition in data.get("definitions", {}).values():
        found += ["".join(parts) for parts in QUOTED.findall(definition.get("equations", ""))]
    return set(found)


def _notes(data):
    for key, value in data.items():
        if key == "note":
            yield value
        elif isinstance(value, dict):
            yield from _notes(value)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_text_of_every_example_is_translated(path):
    """After a change of words: put the new English text into circuits/ru.json, and take the old one away."""
    assert set(RUSSIAN[path.stem]) == texts_of(path)


def test_no_example_is_left_out_and_none_is_gone():
    assert sorted(RUSSIAN) == [path.stem for path in FILES]


@pytest.mark.parametrize("stem", RUSSIAN)
def test_texts_are_russian_and_hold_the_same_names_and_numbers(stem):
    components = set(load(CIRCUITS / f"{stem}.mars").components)
    for english, told in RUSSIAN[stem].items():
        assert CYRILLIC.search(told) or told in ("Panda", "Puma 560")
        assert {word for word in LATIN.findall(told) if word[0] != "`" and word not in NAMES | components} == set(), told
        named = {name for name in components if name[-1].isdigit() and re.search(rf"\b{name}\b", english)}
        assert {name for name in named if name not in told} == set(), told
        numbers = re.compile(r"\d+(?:\.\d+)?")
        assert set(numbers.findall(english)) <= set(numbers.findall(told)), told
        assert english[-1:] == "." == told[-1:] or "." not in (english[-1:], told[-1:]), told


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_only_words_are_changed(path):
    circuit = load(path)
    before = circuit.to_data()
    told = example_texts.translated(circuit, path, "ru")
    assert circuit.to_data() == before
    assert told.title == RUSSIAN[path.stem][circuit.title]
    assert _bare(told.to_data()) == _bare(before)
    assert example_texts.translated(circuit, path, "en") is circuit


def _bare(data):
    if isinstance(data, dict):
        return {
            key: _bare(QUOTED.sub("", each) if key == "equations" else each)
            for key, each in data.items()
            if key not in ("title", "note")
        }
    return [_bare(each) for each in data] if isinstance(data, list) else data


def test_all_words_of_definitions_are_told():
    told = example_texts.translated(load(CIRCUITS / "modular_arm.mars"), "modular_arm.mars", "ru")
    assert "площадь поперечного сечения" in told.definitions["Drag"]["equations"]
    assert "# половина коэффициента" in told.definitions["Drag"]["equations"]
    assert CYRILLIC.search(told.definitions["Axis"]["subcircuit"]["variables"]["length"]["note"])


def test_a_title_that_the_user_gave_stays(russian):
    assert example_texts.title("pendulum.mars", "My own pendulum") == "My own pendulum"
    assert example_texts.title("mine.mars", "Simple pendulum") == "Simple pendulum"
    assert example_texts.title("folder/pendulum.mars", "Simple pendulum") == "Простой маятник"


def test_the_command_calls_an_example_by_its_russian_title(russian, capsys):
    assert main(["check", str(CIRCUITS / "pendulum.mars")]) == 0
    assert capsys.readouterr().out.startswith("Простой маятник\n")
