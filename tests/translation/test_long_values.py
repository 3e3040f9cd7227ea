"""Values that messages quote are shortened; the fields of the messages, for programs, are whole."""

import json

import pytest

from mars.document.storage import loads
from mars.errors import Complaint, DocumentError
from mars.messages import LONGEST_FIELD, LONGEST_QUOTE, Message, shortened
from mars.translation import languages

LONG = "".join(chr(ord("a") + i % 26) for i in range(1_000_000))


def test_the_ends_of_a_value_are_shown():
    assert shortened("abcdefghij", 7) == "abcd…ij" and shortened("abc", 3) == "abc"


@pytest.mark.parametrize("value", [LONG, [LONG], {LONG: 1}, ValueError(LONG)])
@pytest.mark.parametrize("template", ["{value!r} is wrong", "“{value}” is wrong", "{value}: wrong"])
def test_messages_quote_long_values_shortly(template, value):
    message = Message(template, value=value)
    longest = LONGEST_FIELD if template.startswith("{value}") else LONGEST_QUOTE
    assert "…" in message and len(message) < longest + 30
    assert message.fields["value"] == value


def test_messages_within_messages_are_whole_in_every_language():
    inner = Message("{a} and {b}, {c}", a="a" * 200, b="b" * 200, c="c" * 200)
    outer = Message("{place}: {error}", place=LONG, error=inner)
    for language in languages.LANGUAGES:
        text = languages.message(outer, language)
        assert text.endswith(languages.message(inner, language)) and len(text) < 1000


def test_complaints_and_errors_are_short():
    assert len(str(Complaint("KN1", Message("{value!r} is no number", value=LONG), "").message)) < 200


@pytest.mark.parametrize(
    "data",
    [
        {"mars": LONG},
        {LONG: 1},
        {"mars": 1, "circuit": {"components": {LONG: {"kind": "bodies.rod"}}}},
        {"mars": 1, "circuit": {"components": {"A": {"kind": 1, "values": LONG}}}},
        {"mars": 1, "circuit": {"links": [[LONG, LONG]]}},
        {"mars": 1, "run": {"start": {"A.x": {"how": LONG}}}},
    ],
)
def test_refusals_of_files_are_short(data):
    with pytest.raises(DocumentError) as refused:
        loads(json.dumps(data))
    assert len(str(refused.value)) < 1000
