import json
import os
import stat
import sys
import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mars
from mars import files
from mars.document.circuit import Circuit
from mars.document.storage import dumps, load, loads, save
from mars.errors import DocumentError
from tests.helpers.paths import CIRCUITS

FORMAT = CIRCUITS / "FORMAT.md"
EXAMPLE = FORMAT.read_text("utf-8").split("```json\n")[1].split("```")[0]


def test_the_example_in_the_format_text_is_written_just_so():
    circuit = loads(EXAMPLE)
    assert dumps(circuit) == EXAMPLE
    assert circuit.nodes()[1:] == [("KN1.2", "SB1.1"), ("KN1.turn", "DC1.a", "Em1.turn")]
    assert circuit.variable_values()["I1"].value == pytest.approx(2 * 0.25 / 12)
    assert mars.check(circuit).can_run
    assert abs(mars.simulate(circuit, until=1)["KN1.angle"][-1]) < 1


def test_unknown_things_survive_at_every_level():
    text = json.dumps(
        {
            "mars": 1,
            "circuit": {
                "class": "Tx",
                "variables": {"a": {"value": 1, "x": [1]}},
                "components": {"A": {"kind": "no.such", "x": None, "values": {"y": {"z": [True, None]}}}},
                "x": {"y": 1},
            },
            "definitions": {"D": {"x": 1}},
            "run": {"x": 1, "start": {"A.q": {"value": 1, "how": "guess", "x": "y"}}},
            "drawing": {"x": {"y": 1}, "components": {"A": {"at": [1, 2], "x": 1}}},
            "views": {"x": 1},
            "x": {"y": {"z": 1}},
        }
    )
    assert json.loads(dumps(loads(text))) == json.loads(text)


def test_one_line_per_part():
    circuit = loads(EXAMPLE)
    before = dumps(circuit).splitlines()
    circuit.set("KN1.friction", 0.1)
    after = dumps(circuit).splitlines()
    assert len(before) == len(after)
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


DEEP = '{"mars": 1, "circuit": {"x": ' + "[" * 61 + "]" * 61 + "}}"


def file(circuit: str = "{}", more: str = "") -> str:
    return f'{{"mars": 1, "circuit": {circuit}{more}}}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("{", "the file ends in the middle of a value, line 1"),
        ('{"mars": 1,\n "circuit": }', "line 2, column 13: a value is missing"),
        ('"\\"\\"', "the file ends in the middle of a value, line 1"),
        ("[]", "not a Mars circuit"),
        ("{}", "not a Mars circuit"),
        ("3", "not a Mars circuit"),
        (
            '{"mars": 2, "anything": 1}',
            "version 2, but this version of Mars reads up to version 1. Update Mars.*has not been changed",
        ),
        ('{"mars": 0}', 'invalid version "mars": 0. It must be 1'),
        ('{"mars": true}', 'invalid version "mars": true'),
        ('{"mars": "1"}', 'invalid version "mars": "1"'),
        ('{"mars": 1}', "'circuit' is missing"),
        (file("[]"), r"circuit: expected an object \{…\}, found a list"),
        (file('{"components": {"A": {"kind": 3}}}'), "circuit → components → A → kind: expected a text, found 3"),
        (file('{"components": {"A": {}}}'), "circuit → components → A: 'kind' is missing"),
        (file('{"components": {"A": {"kind": ""}}}'), 'A → kind: "" is not valid here'),
        (file('{"components": {"A": {"kind": "x"}, "A": {"kind": "y"}}}'), 'circuit → components: "A" appears twice'),
        (file('{"components": {"й": {"kind": "x"}, "и\u0306": {"kind": "y"}}}'), '"й" appears twice'),
        (file('{"components": {"й": {"kind": "x"}, "и\\u0306": {"kind": "y"}}}'), "component й: the name is already in use"),
        (file('{"components": {"A.b": {"kind": "x"}}}'), "component 'A.b'"),
        (file('{"components": {"": {"kind": "x"}}}'), "component: the name is missing"),
        (file('{"variables": {"pi": {"value": 3}}}'), "variable pi"),
        (file('{"variables": {"a": {"value": []}}}'), "variables → a → value: expected a number or a text"),
        (file('{"variables": {"a": {"value": true}}}'), "expected a number or a text, found true"),
        (file('{"links": [["A.1", "B.1"]]}'), "link A.1 – B.1: A: no such component"),
        (file('{"links": [["#1", "#1"]]}'), "link #1 – #1: both ends are the same"),
        (file('{"links": [["#1", "#2"], ["#2", "#1"]]}'), "link #2 – #1: appears twice"),
        (file('{"links": [["#1"]]}'), "links → entry 1: expected 2 entries, found 1"),
        (file('{"class": "Tx Q"}'), "'Q' is not a motion"),
        (file('{"gravity": [1, 2]}'), "gravity: expected 3 entries"),
        (file(more=', "run": {"start": {"A.q": {"value": 1}}}'), "start value A.q: A: no such component"),
        (file(more=', "run": {"start": {"A.q": {"value": 1, "how": "x"}}}'), "not one of fixed, guess, free"),
        (file(more=', "drawing": {"components": {"A": {"turn": 4}}}'), "turn: 4 is more than 3"),
        (file(more=', "drawing": {"components": {"A": {"at": [1e7, 0]}}}'), "more than 1000000"),
        (file(more=', "run": {"rtol": 0}'), "rtol: 0 is not more than 0"),
        (file('{"x": NaN}'), "circuit → x: the number is not finite"),
        (file('{"x": [1, -Infinity]}'), "circuit → x → entry 2: the number is not finite"),
        (file('{"x": 1e999}'), "circuit → x: the number is not finite or too large"),
        (file(f'{{"x": {"9" * 5000}}}'), "too large"),
        (file('{"x": 9223372036854775808}'), "too large"),
        (file('{"title": "\\ud800"}'), "circuit → title: .*surrogate"),
        (file('{"\\ud800": 1}'), "circuit: .*surrogate"),
        (DEEP, "line 1: nested more than 60 levels deep"),
        ("[" * 1_000_000, "nested more than 60 levels deep"),
    ],
)
def test_broken_files_are_explained(text, message):
    with pytest.raises(DocumentError, match=message) as caught:
        loads(text, origin="bad.mars")
    assert str(caught.value).startswith("bad.mars: ")
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "file-damaged"),
        ("{", "file-damaged"),
        ("{}", "wrong-file-type"),
        ('{"mars": 2}', "newer-format"),
        ('{"mars": 0}', "file-damaged"),
        (file("[]"), "file-damaged"),
        (file('{"components": {"й": {"kind": "x"}, "и\\u0306": {"kind": "y"}}}'), "name-taken"),
        (file('{"components": {"": {"kind": "x"}}}'), "bad-name"),
        (file('{"links": [["A.1", "B.1"]]}'), "unknown-component"),
        (file('{"links": [["#1", "#1"]]}'), "self-link"),
        (file('{"links": [["#1", "#2"], ["#2", "#1"]]}'), "linked-twice"),
        (file('{"class": "Tx Q"}'), "class"),
        (file(more=', "run": {"start": {"A.q": {"value": 1}}}'), "unknown-component"),
        (DEEP, "file-damaged"),
    ],
)
def test_what_is_wrong_with_a_file_has_a_code(text, code):
    with pytest.raises(DocumentError) as caught:
        loads(text, origin="bad.mars")
    assert caught.value.code == code


def test_brackets_in_texts_are_not_nesting():
    assert loads(file(json.dumps({"title": '\\"[{' * 500}))).title == '\\"[{' * 500


def test_byte_order_mark_is_tolerated(tmp_path):
    path = tmp_path / "a.mars"
    path.write_bytes(b"\xef\xbb\xbf" + EXAMPLE.encode())
    assert dumps(load(path)) == EXAMPLE
    assert dumps(loads("\ufeff" + EXAMPLE)) == EXAMPLE


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(DocumentError, match="no such file"):
        load(tmp_path / "none.mars")
    with pytest.raises(DocumentError, match="a folder"):
        load(tmp_path)
    with pytest.raises(DocumentError, match="cannot read the file") as caught:
        load("a\0b")
    assert caught.value.code == "file-unreadable"
    path = tmp_path / "latin.mars"
    path.write_bytes(b'{\n"title": "\xe9"}')
    with pytest.raises(DocumentError, match="line 2 is not valid UTF-8"):
        load(path)
    with path.open("wb") as file:
        file.truncate(files.LARGEST_FILE + 1)
    with pytest.raises(DocumentError, match="larger than 64 MB"):
        load(path)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX devices")
def test_devices_are_not_read():
    with pytest.raises(DocumentError, match="/dev/zero: this is not a regular file") as caught:
        load("/dev/zero")
    assert caught.value.code == "wrong-file-type"


def test_saving_keeps_mode_and_links_and_leaves_no_debris(tmp_path):
    path, alias = tmp_path / "a.mars", tmp_path / "alias.mars"
    save(loads(EXAMPLE), path)
    assert path.read_bytes() == EXAMPLE.encode()
    if sys.platform != "win32":
        path.chmod(0o640)
        alias.symlink_to(path)
        save(Circuit("other"), alias)
        assert alias.is_symlink()
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert load(path).title == "other"
    assert {each.name for each in tmp_path.iterdir()} <= {"a.mars", "alias.mars"}


@pytest.mark.parametrize("fault", ["fsync", "replace"])
def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch, fault):
    path = tmp_path / "a.mars"
    path.write_text("old")

    def fail(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*((os, "fsync") if fault == "fsync" else (Path, "replace")), fail)
    with pytest.raises(DocumentError, match="no space left"):
        save(Circuit(), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_saved_is_refused_before_writing(tmp_path):
    circuit, path = Circuit(), tmp_path / "a.mars"
    loop: list = []
    loop.append(loop)
    deep: list = []
    for _ in range(100):
        deep = [deep]
    for bad in (float("nan"), object(), "\ud800", deep, loop):
        circuit.extra["x"] = {"y": bad}
        with pytest.raises(DocumentError):
            save(circuit, path)
    circuit.extra.clear()
    circuit.run["rtol"] = -1
    with pytest.raises(DocumentError, match="run → rtol"):
        save(circuit, path)
    with pytest.raises(DocumentError, match=r"cannot write the file \(no such file or directory\)") as caught:
        save(Circuit(), tmp_path / "none" / "a.mars")
    assert caught.value.code == "cannot-write"
    with pytest.raises(DocumentError, match="write-protected or not a regular file"):
        save(Circuit(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).map(nfc)
NAMES = st.text("abXYд_иЖ", min_size=1, max_size=4).map(lambda name: name + "9")
NUMBERS = st.one_of(st.integers(-(2**63) + 1, 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False))
FORMULAS = st.sampled_from(["30 deg", "2*aa9 + 1 m", "sin( v9 )/3", "v9"])
VALUES = st.one_of(NUMBERS, FORMULAS)
DATA = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=6,
)


@st.composite
def circuits(draw) -> Circuit:
    circuit = Circuit(draw(TEXTS), motions=draw(st.sets(st.sampled_from(["Tx", "Ry", "Rz"]), min_size=1)), note=draw(TEXTS))
    for name in draw(st.lists(NAMES | st.just("v9"), unique=True, max_size=3)):
        circuit.add_variable(name, draw(VALUES), draw(st.sampled_from(["", "mm", "kg·m²"])), minimum=draw(VALUES))
    names = draw(st.lists(NAMES, unique=True, min_size=1, max_size=5))
    for name in names:
        at = draw(st.none() | st.tuples(st.integers(-99, 99), st.integers(-99, 99)))
        circuit.add("family.kind", name, at=at, turn=draw(st.integers(0, 3)), size=draw(VALUES), more=draw(DATA))
    ends = st.tuples(st.sampled_from(names), st.sampled_from(["1", "2", "turn"])).map(".".join) | st.sampled_from(["#1", "#2"])
    for pair in draw(st.lists(st.tuples(ends, ends), max_size=6)):
        with suppress(DocumentError):
            (link,) = circuit.connect(*pair)
            circuit.drawing.setdefault("links", {})[link.key] = {"route": [[0, 0], [1, 2]], "mode": "auto"}
    for name in draw(st.lists(st.sampled_from(names), unique=True)):
        circuit.set_start(f"{name}.angle", draw(VALUES), draw(st.sampled_from(["fixed", "guess"])))
    circuit.views["plots"] = [[f"{name}.angle", f"{name}.1.F.x", "*.speed"] for name in names]
    circuit.extra = {f"future_{key}": value for key, value in draw(st.dictionaries(NAMES, DATA, max_size=2)).items()}
    return circuit


@pytest.mark.slow
@given(circuits())
def test_round_trip(circuit):
    text = dumps(circuit)
    again = loads(text)
    assert dumps(again) == text
    assert again == circuit
    assert again.physics_hash() == circuit.physics_hash()
    assert again.nodes() == circuit.nodes()


@pytest.mark.slow
@given(circuits(), st.data())
def test_renaming_there_and_back_gives_the_identical_file(circuit, data):
    before, nodes = dumps(circuit), circuit.nodes()
    old = data.draw(st.sampled_from(list(circuit.components)))
    circuit.rename(old, "Zwischenname")
    assert not any(end.startswith(f"{old}.") for link in circuit.links for end in (link.a, link.b))
    assert not any(curve.startswith(f"{old}.") for plot in circuit.views["plots"] for curve in plot)
    assert f"{old}.angle" not in circuit.start
    assert circuit.nodes() == [
        tuple(p.replace(f"{old}.", "Zwischenname.") if p.startswith(f"{old}.") else p for p in n) for n in nodes
    ]
    circuit.rename("Zwischenname", old)
    assert dumps(circuit) == before
    for name in list(circuit.variables):
        circuit.rename_variable(name, "Zwischenname")
        circuit.rename_variable("Zwischenname", name)
    assert dumps(circuit) == before


@pytest.mark.slow
@given(circuits(), st.data())
def test_whatever_is_removed_the_rest_can_be_opened(circuit, data):
    hashes = [circuit.physics_hash()]
    while circuit.components:
        gone = data.draw(st.sampled_from(list(circuit.components)))
        kept = [tuple(p for p in node if not p.startswith(f"{gone}.")) for node in circuit.nodes()]
        ends = [end for link in circuit.links for end in (link.a, link.b) if end.startswith(f"{gone}.")]
        circuit.remove(gone)
        if len(ends) == len(set(ends)):  # no wire went on from one of its ports to somewhere else
            assert sorted(circuit.nodes()) == sorted(node for node in kept if len(node) > 1)
        assert all(any(set(node) <= set(old) for old in kept) for node in circuit.nodes())
        assert loads(dumps(circuit)) == circuit
        hashes.append(circuit.physics_hash())
    assert circuit.links == [link for link in circuit.links if link.a[0] == link.b[0] == "#"]
    assert circuit.start == {}
    assert len(set(hashes)) == len(hashes)


SECTION = ["title", "note", "class", "gravity", "variables", "components", "links"]
WORDS = [*SECTION, "start", "kind", "values", "value", "how", "at", "plots", "A"]
JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from(["A.1", "#1", "Tx", "1 m"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.text(max_size=3) | st.sampled_from(WORDS),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


def opens_or_complains(text: str) -> None:
    with suppress(DocumentError):
        circuit = loads(text)
        again = dumps(circuit)
        assert dumps(loads(again)) == again


@given(JSON, JSON, JSON, JSON)
def test_any_json_opens_or_complains(circuit, run, drawing, views):
    opens_or_complains(json.dumps({"mars": 1, "circuit": circuit, "run": run, "drawing": drawing, "views": views}))


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from([*SECTION, "x"]), JSON))
def test_any_circuit_section_opens_or_complains(section):
    opens_or_complains(json.dumps({"mars": 1, "circuit": section}))


@given(st.integers(0, len(EXAMPLE)), st.integers(0, 9), st.text('"{}[],:\\01Ae.#- ', max_size=4))
def test_a_damaged_file_opens_or_complains(start, length, patch):
    opens_or_complains(EXAMPLE[:start] + patch + EXAMPLE[start + length :])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_open_or_complain(tmp_path, content):
    path = tmp_path / "random.mars"
    path.write_bytes(content)
    with suppress(DocumentError):
        load(path)
