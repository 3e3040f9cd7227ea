"""The library speaks Russian: every text of every kind, nothing stale, and the same symbols and numbers in both languages."""

import json
import re

import pytest

from mars.document.circuit import Circuit
from mars.formulas.syntax_tree import FUNCTIONS
from mars.kinds.registry import kinds
from mars.pictures.sheet.draw import draw
from mars.translation import languages
from mars.translation.kind_pages import entry, listing, summary, title
from tests.helpers.library_texts import needed

FILE = languages.resources.files("mars.components") / "ru.json"
RUSSIAN = json.loads(FILE.read_text("utf-8"))
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
SYMBOLS = re.compile(r"`[^`]+`|\b[a-z_]+\.[a-z_0-9]+\b|\d+(?:\.\d+)?|[A-Za-z]*[·∫²ⁿωδ][^\s.,;:]*")
LATIN = re.compile(r"(?<![`\w.·/(])[A-Za-z]{3,}(?![`\w.·/(])")
# Choices and functions are called as they are typed; units as they are written in a circuit.
TYPED = {*re.findall(r"\w+", " ".join(needed()["words"]).replace("_", " ")), "Sqrt", "const", "rad", "deg", *FUNCTIONS}


@pytest.fixture
def russian():
    before = languages.current()
    languages.set_current("ru")
    yield
    languages.set_current(before)


@pytest.mark.parametrize("section", needed())
def test_every_text_of_every_kind_is_translated(section):
    """After a change of words: put the new English text into components/ru.json, and take the old one away."""
    assert {text: place for text, place in needed()[section].items() if text not in RUSSIAN[section]} == {}


@pytest.mark.slow
@pytest.mark.parametrize("section", [section for section in needed() if section != "families"])
def test_nothing_stale_is_kept(section):
    def names(key):
        kind, _, name = key.rpartition(".")
        return name if kind in kinds() and section == "words" else key

    assert [key for key in RUSSIAN[section] if names(key) not in needed()[section]] == []
    assert [kind for kind in RUSSIAN["also"] if kind not in kinds()] == []


def test_texts_are_russian_and_hold_the_same_symbols():
    for english, told in RUSSIAN["texts"].items():
        assert CYRILLIC.search(told), english
        assert sorted(SYMBOLS.findall(english)) == sorted(SYMBOLS.findall(told)), english
        assert set(LATIN.findall(told)) <= TYPED, told
        assert english[-1:] == "." == told[-1:] or "." not in (english[-1:], told[-1:]), english


def test_names_are_short_and_tell_kinds_of_a_family_apart():
    assert max(map(len, RUSSIAN["kinds"].values())) <= 23  # the palette is narrow
    families = [(kind.rpartition(".")[0], name) for kind, name in RUSSIAN["kinds"].items()]
    assert len(set(families)) == len(families)


@pytest.mark.parametrize("kind", kinds())
def test_entries_differ_in_words_alone(kind):
    def bare(value):
        if isinstance(value, dict):
            return {key: bare(each) for key, each in value.items() if key not in ("help", "title", "limits")}
        return [bare(each) for each in value] if isinstance(value, list) else value

    english, told = entry(kind, "en"), entry(kind, "ru")
    assert bare(english) == bare(told)
    assert CYRILLIC.search(title(kind, "ru"))
    assert CYRILLIC.search(summary(kind, "ru"))


def test_unknown_words_stay_english(russian):
    assert languages.text("Nobody has translated this.") == "Nobody has translated this."
    assert languages.word("frob_rate") == "frob rate"
    assert languages.kind_name("alien.warp_drive") == ""
    assert title("alien.warp_drive") == "Warp drive"


def test_a_name_may_mean_something_else_in_one_kind(russian):
    assert languages.word("ratio") != languages.word("ratio", "electrical.transformer")
    assert languages.word("ratio", "dynamics.gear") == languages.word("ratio")


def test_a_language_that_mars_does_not_have_is_english():
    before = languages.current()
    languages.set_current("tlh")
    assert languages.current() == "en"
    languages.set_current(before)


def test_plug_ins_bring_their_own_words(tmp_path, monkeypatch):
    words = {"kinds": {"my_parts.fan": "Вентилятор"}, "texts": {"Blows.": "Дует."}, "words": {"blades": "лопасти"}}
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins/ru.json").write_text(json.dumps(words), "utf-8")
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path))
    languages.library.cache_clear()
    try:
        assert languages.kind_name("my_parts.fan", "ru") == "Вентилятор"
        assert languages.text("Blows.", "ru") == "Дует."
        assert languages.word("blades", "my_parts.fan", "ru") == "лопасти"
        assert languages.kind_name("joints.rotation", "ru") == "Вращательный шарнир"
        (tmp_path / "plugins/ru.json").write_text("{", "utf-8")
        languages.library.cache_clear()
        assert languages.kind_name("joints.rotation", "ru") == "Вращательный шарнир"
    finally:
        languages.library.cache_clear()


def test_listing_speaks_the_language_that_is_spoken(russian):
    assert CYRILLIC.search(listing(["joints.rotation"]))


def test_values_on_the_drawing_are_told_in_the_language_that_is_spoken(russian):
    circuit = Circuit()
    circuit.add("sources.torque", "Em1", law={"law": "step", "after": 2})
    circuit.add("dynamics.gear", "G1", at=(200, 0), ratio=3)
    svg = draw(circuit)
    assert "скачок" in svg and "передаточное число 3" in svg
