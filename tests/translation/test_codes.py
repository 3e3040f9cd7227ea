"""Codes of messages: every error has one, programs get them with the fields, and the documentation lists them."""

import json
import re

import pytest

from docs.tools import message_codes
from mars.cli.main import main
from mars.errors import DocumentError
from tests.helpers.failures.book import BOOK
from tests.helpers.paths import CIRCUITS, FAILURES


def test_every_error_has_a_code():
    assert message_codes.without_code() == []


def test_codes_are_short_words_and_listed():
    page = message_codes.page()
    for code in message_codes.codes():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+){0,3}", code), code
        assert f"| `{code}` |" in page


def test_a_message_has_the_code_of_what_it_holds():
    inner = DocumentError("{name}: no such component", code="unknown-component", name="KN7")
    outer = DocumentError("start value {key}: {error}", key="KN7.angle", error=inner)
    assert outer.code == "unknown-component"
    assert outer.message.flat_fields() == {"key": "KN7.angle", "name": "KN7"}


@pytest.mark.parametrize("failure", [f for f in BOOK if f.command[0] == "check"], ids=lambda failure: failure.name)
def test_check_gives_codes_and_fields(failure, capsys):
    main(["check", str(FAILURES / failure.file), "--json"])
    data = json.loads(capsys.readouterr().out)
    found = data["complaints"] if "complaints" in data else data["errors"]
    assert found and all(each["code"] and isinstance(each["fields"], dict) for each in found)


def test_an_error_as_json(capsys):
    assert main(["check", "nothing.mars", "--json"]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {
        "errors": [
            {"code": "file-not-found", "text": captured.err.removeprefix("error: ").strip(), "fields": {"path": "nothing.mars"}}
        ],
        "exit_code": 2,
    }


def test_a_run_as_json(capsys):
    assert main(["run", str(CIRCUITS / "bouncing_ball.mars"), "--until", "0.5", "--json", "--names", "Ball.*"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["status"], data["t"], data["remarks"]) == ("finished", 0.5, [])
    (hit,) = data["events"]
    assert (hit["code"], hit["component"], hit["fields"]["unit"]) == ("impact", "Floor", "m")
    assert hit["fields"]["speed"] == pytest.approx(9.81 * hit["t"], rel=1e-6)
    assert data["final"] and all(name.startswith("Ball.") for name in data["final"])


def test_a_run_that_fails_as_json(capsys):
    assert main(["run", str(FAILURES / "spring_that_snaps.mars"), "--json"]) == 3
    data = json.loads(capsys.readouterr().out)  # one document, the results and the error
    assert data["errors"][0]["code"] == "no-solution" and data["t"] < 2 and data["final"]


def test_verify_as_json(capsys):
    assert main(["verify", str(CIRCUITS / "pendulum.mars"), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"tableau", "inverse-dynamics", "formalism", "two-methods", "witness", "energy"} == {row["code"] for row in rows}
    assert rows[0]["fields"]["equations"] > 0 and all(row["agrees"] for row in rows)
