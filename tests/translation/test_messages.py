"""What Mars says when something is wrong, in Russian: every message of the source, and the whole book of failures."""

import copy
import json
import pickle
import re

import pytest

from mars.cli.main import main
from mars.document.circuit import Circuit
from mars.errors import DocumentError
from mars.messages import Message, all_of, did_you_mean, from_stored, stored
from mars.translation import languages
from mars.verification.check import check
from tests.helpers.failures.book import BOOK
from tests.helpers.latin_words import left_in_english
from tests.helpers.messages_in_source import RUSSIAN, f_strings, templates

KNOWN = json.loads(RUSSIAN.read_text("utf-8"))["messages"]
SOURCE = templates()
FIELD = re.compile(r"\{(\w+)|%(?:\((\w+)\))?[srd]")
# Russian has no plural in -s, and no words for types of Python.
FEWER = {"invalid %(type)s value: %(value)r", "{function} takes {wanted} argument{value}, not {count}"}


def test_every_message_of_the_source_is_translated():
    """After a change of words: `python -m tests.helpers.messages_in_source` lists what ru_messages.json lacks."""
    assert {english: place for english, place in SOURCE.items() if english not in KNOWN} == {}
    assert [english for english in KNOWN if english not in SOURCE] == []


def test_no_message_is_put_together_from_pieces():
    """An f-string is finished English: nobody can translate it, and no program can read its fields."""
    assert f_strings() == []


def test_translations_have_the_same_fields():
    for english, russian in KNOWN.items():
        fields = [set(map(tuple, FIELD.findall(text.replace("{{", "")))) for text in (english, russian)]
        assert fields[0] == fields[1] or english in FEWER, english


@pytest.mark.parametrize("english", [english for english in SOURCE if english in KNOWN])
def test_every_message_is_rendered(english):
    """With a name in each field; nothing of the sentence may be left in English."""
    names = {name for name, _ in FIELD.findall(english.replace("{{", "")) if name}
    fields = {name: 1 if re.search(rf"\{{{name}:[^}}]*[gef]\}}", english) else "N1" for name in names}
    assert left_in_english(languages.message(english, "ru", **fields)) == left_in_english(
        re.sub(r"\{[^}]*\}", " ", KNOWN[english])
    )


@pytest.mark.parametrize("failure", BOOK, ids=lambda failure: failure.name)
def test_the_book_of_failures_is_answered_in_russian(failure):
    english, russian = failure.answer, failure.answer_in("ru")
    assert russian.code == english.code and len(russian.lines) == len(english.lines)
    for line, translated in zip(english.lines, russian.lines, strict=True):
        assert left_in_english(translated) == []
        assert sorted(re.findall(r"\d+\.\d+", line)) == sorted(re.findall(r"\d+\.\d+", translated))


def test_names_of_the_user_stay_as_they_are():
    def russian(error):
        with pytest.raises(DocumentError) as caught:
            error()
        return languages.message(caught.value.message, "ru")

    circuit = Circuit()
    assert russian(lambda: circuit.set("rotation", 1)).startswith("переменная rotation: ")
    circuit.add_variable("signal", 1)
    assert "signal" in russian(lambda: circuit.set("signals", 1))


@pytest.mark.parametrize(
    ("message", "russian"),
    [
        # a field that is a message, an alternative, a word, a list
        (Message("formula {shown!r}{place}: {cause}", shown="2*", place=Message(", character {position}", position=3),
                 cause=Message("unexpected end")), "формула '2*', символ 3: неожиданный конец"),
        (Message("Connect {where} to another {domain} port", where="A.p", domain="electrical"),
         "Соедините A.p с другим портом того же рода (электрика)"),
        (Message("this signal has several sources: {names}", names=all_of(["A", "B", "C"])),
         "у этого сигнала несколько источников: A, B и C"),
        # names are not, though they are words elsewhere
        (Message("unknown name {name!r}{hint}", name="sped", hint=did_you_mean("sped", ["speed", "force"])),
         "неизвестное имя 'sped'; возможно, имелось в виду speed?"),
        # a unit is written in the language
        (Message("It must be at least {bound:g} {unit}", bound=2, unit="N·m"), "Должно быть не меньше 2 Н·м"),
        # what nobody knows within what someone does
        (Message("the circuit could not be checked: {problem}", problem="KeyError: no frob in here"),
         "схему не удалось проверить: KeyError: no frob in here"),
    ],
)  # fmt: skip
def test_fields_are_rendered_and_names_are_kept(message, russian):
    assert languages.message(message, "ru") == russian


def test_a_message_without_its_place():
    message = Message("{where} = {value:g} {unit} is out of range", where="R1.resistance", value=-1, unit="Ω")
    assert message.without("R1.resistance") == "-1 Ω is out of range"
    assert message.without("R2.resistance") == message
    outer = Message("{problem}. Change it", problem=message)
    assert outer.without("R1.resistance") == "-1 Ω is out of range. Change it"


def test_a_message_survives_copies_and_processes():
    message = Message("{name}: {cause}", code="value", name="A\ua78fB", cause=Message("it is {size:g} long", size=0.5))
    for copied in (copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert copied == "A.B: it is 0.5 long"
        assert (copied.template, copied.code, copied.fields) == (message.template, message.code, message.fields)
    assert message.data() == {"code": "value", "text": "A.B: it is 0.5 long", "fields": {"name": "A.B", "size": 0.5}}


def test_a_complaint_names_the_component_by_its_title():
    circuit = Circuit()
    circuit.add("dynamics.damper", "DC1")
    circuit.add("joints.rotation", "KN1")
    found = {complaint.where: complaint for complaint in check(circuit).complaints if complaint.code == "open-port"}
    assert str(found["DC1.a"]) == "Damper DC1: port a is not connected. Connect DC1.a to another rotation port."
    assert str(found["KN1.1"]).startswith("Joint KN1: port 1 is not connected.")
    russian = languages.message(found["DC1.a"].message, "ru")
    assert russian == "Демпфер DC1: порт a не подключён. Соедините DC1.a с другим портом того же рода (вращение)."
    assert found["DC1.a"].to_data()["fields"] == {"where": "DC1.a", "domain": "rotation", "port": "a"}


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


@pytest.mark.parametrize("template", ["{a.__class__}", "{a:>999999999}", "{a[0]}", "{", "{b}", "{a!s:>{a}}", "{}"])
def test_templates_in_files_are_plain(template):
    """Event messages in a run file: a foreign template must neither reach into objects nor fill the memory."""
    assert from_stored({"template": template, "code": "x", "fields": {"a": "1"}}, "as stored") == "as stored"


def test_messages_survive_a_file():
    inner = Message("it is {size:.3g} {unit} long", size=0.5, unit="m")
    message = Message("{name}: {cause!r} {{1}}", code="value", name="KN1", cause=inner)
    again = from_stored(json.loads(json.dumps(stored(message))))
    assert again == message and again.code == "value" and again.fields["cause"].fields == inner.fields
    assert from_stored(stored("plain")) == "plain" and from_stored(None, "before") == "before"


def test_a_plugin_translates_its_messages(tmp_path, monkeypatch):
    english, russian = "a fan needs two blades, not {blades}. Add one", "вентилятору нужны две лопасти, а не {blades}"
    (tmp_path / "plugins").mkdir()
    (tmp_path / "plugins" / "ru.json").write_text(json.dumps({"messages": {english: russian}}), "utf-8")
    monkeypatch.setattr(languages, "folder", lambda: tmp_path)
    languages.library.cache_clear()
    try:
        assert languages.message(english, "ru", blades=1) == "вентилятору нужны две лопасти, а не 1"
    finally:
        languages.library.cache_clear()
