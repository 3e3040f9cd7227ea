"""What Mars says when something is wrong, in Russian: every message of the source, and the whole book of failures."""

import json
import re

import pytest

from mars.cli.main import main
from mars.errors import Complaint
from mars.translation import languages
from tests.helpers.failures.book import BOOK
from tests.helpers.latin_words import left_in_english
from tests.helpers.messages_in_source import RUSSIAN, templates

TOLD = json.loads(RUSSIAN.read_text("utf-8"))["messages"]
SOURCE = templates()
GAP = re.compile(r"\{(\d*)=?\}")
FEWER = {"{} takes {} argument{}, not {}"}  # Russian has no plural in -s


def test_every_message_of_the_source_is_translated():
    """After a change of words: `python -m tests.helpers.messages_in_source` lists what ru_messages.json lacks."""
    assert {english: place for english, place in SOURCE.items() if english not in TOLD} == {}
    assert [english for english in TOLD if english not in SOURCE] == []


def test_messages_are_russian_and_hold_the_same_gaps():
    for english, told in TOLD.items():
        gaps = [int(number) if number else place for place, number in enumerate(GAP.findall(told))]
        assert set(gaps) <= set(range(english.count("{}"))), english
        assert len(gaps) == len(set(gaps)) == english.count("{}") or english in FEWER, english
        assert re.findall(r"\{[a-z]\w*\}", english) == re.findall(r"\{[a-z]\w*\}", told), english


@pytest.mark.parametrize("english", [english for english in SOURCE if english in TOLD])
def test_every_message_is_recognised_when_it_is_said(english):
    """With a name in each gap; nothing of the sentence may be left in English."""
    said = english
    for place in range(english.count("{}")):
        said = said.replace("{}", f"N{place}.x", 1)
    told = languages.message(said, "ru")
    assert left_in_english(told) == left_in_english(TOLD[english])


@pytest.mark.parametrize("failure", BOOK, ids=lambda failure: failure.name)
def test_the_book_of_failures_is_told_in_russian(failure):
    for line in failure.answer.lines:
        severity, _, said = line.partition(": ")
        told = languages.message(said, "ru")
        assert left_in_english(told) == [], told
        assert re.search("[а-яё]", languages.message(severity, "ru"))
        assert sorted(re.findall(r"\d+\.\d+", said)) == sorted(re.findall(r"\d+\.\d+", told))


def test_names_of_the_user_stay_as_they_are():
    assert languages.message("variable rotation: there is none. Add it first", "ru").startswith("переменная rotation: ")
    assert "«signal»" in languages.message("there is no variable «signal».", "ru")


@pytest.mark.parametrize(
    ("english", "told"),
    [
        # what stands in a gap is told: a message of its own, an alternative, a word, a list
        ("formula '2*', character 3: it ends too early", "формула '2*', знак 3: кончается слишком рано"),
        ("DC1.stiffness = -1 N/m is out of range. It must be above 0 N/m",
         "DC1.stiffness = -1 N/m вне допустимого. Должно быть больше 0 N/m"),
        ("SB3.mass = -2 kg is out of range. It must be at least 0 kg",
         "SB3.mass = -2 kg вне допустимого. Должно быть не меньше 0 kg"),
        ("SB3.mass = -2 kg is out of range. It must be above 0 kg", "SB3.mass = -2 kg вне допустимого. Должно быть больше 0 kg"),
        ("Link A.p to another electrical port", "Соедините A.p с другим портом того же рода (электрика)"),
        ("the signals of A, B and C go round in a ring that nothing determines: its gain is 1",
         "сигналы A, B и C идут по кольцу, которое ничем не определено: его усиление равно 1"),
        # names are not, though they are words elsewhere
        ("the name 'sped' is unknown; did you mean speed or force?",
         "имя 'sped' неизвестно; возможно, имелось в виду speed или force?"),
        # what is wrong without its place, and what no one knows within what someone does
        ("must be a short text, not 3", "нужен короткий текст, а не 3"),
        ("the circuit could not be checked: KeyError: no frob in here", "схему не удалось проверить: KeyError: no frob in here"),
    ],
)  # fmt: skip
def test_gaps_are_told_and_names_are_kept(english, told):
    assert languages.message(english, "ru") == told


def test_a_complaint_keeps_its_place_severity_and_code():
    said = Complaint(
        "KN1.turn", "its motion is not given, which kinematic mode needs", "Use --method rk8", "note", "missing-motion"
    )
    told = languages.complaint(said, "ru")
    assert (told.where, told.severity, told.code) == (said.where, said.severity, said.code)
    assert str(told) == "KN1.turn: его движение не задано, а в кинематическом режиме это нужно. Возьмите --method rk8."


def test_what_nobody_has_translated_is_told_in_english():
    assert languages.message("ZeroDivisionError: who would have thought", "ru") == "ZeroDivisionError: who would have thought"
    assert languages.message("", "ru") == ""


@pytest.mark.parametrize("words", [["--language", "ru", "run", "none.mars"], ["run", "none.mars", "--language", "ru"]])
def test_the_command_says_errors_in_the_language_asked_for(words, capsys):
    before = languages.current()
    try:
        assert main(words) == 2
    finally:
        languages.set_current(before)
    assert "ошибка: none.mars: такого файла нет" in capsys.readouterr().err
