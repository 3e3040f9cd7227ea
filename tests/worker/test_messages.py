"""Every message of the protocol, in both directions, holds plain values, texts and arrays of float64: docs/worker.md."""

import re

import numpy as np
import pytest

from mars.messages import Message
from mars.worker.process import Worker
from tests.helpers.paths import ROOT
from tests.helpers.worker import Desk, data_of

PAGE = (ROOT / "docs/worker.md").read_text("utf-8")
PLAIN = (str, int, float, bool, type(None))


def words_of(title: str) -> set[str]:
    table = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    return {word for line in table.splitlines() if line.startswith("| `") for word in re.findall(r"`(\w+)`", line.split("|")[1])}


def strangers(value, place: str) -> list[str]:
    """Everything in a message that the protocol does not allow; subclasses such as numpy's numbers count."""
    if type(value) in PLAIN:
        return []
    if type(value) is Message:
        return strangers(value.fields, f"{place}.fields")
    if type(value) is np.ndarray:
        return [] if value.dtype == np.float64 else [f"{place}: array of {value.dtype}"]
    if type(value) is list:
        return [each for i, item in enumerate(value) for each in strangers(item, f"{place}[{i}]")]
    if type(value) is dict and all(type(key) is str or type(key) is Message for key in value):
        return [each for key, item in value.items() for each in strangers(item, f"{place}.{key}")]
    return [f"{place}: {type(value).__name__}"]


class Noting(Desk):
    """Keeps every message in both directions."""

    def __init__(self):
        super().__init__()
        self.asked, self.answered = {}, {}

    def ask(self, word, **content):
        self.asked.setdefault(word, []).append(content)
        super().ask(word, **content)

    def said(self):
        found = super().said()
        for word, content in found:
            self.answered.setdefault(word, []).append(content)
        return found


@pytest.mark.parametrize(("value", "odd"), [(np.float64(1), "float64"), ((1,), "tuple"), (np.zeros(1, int), "array of int64")])
def test_the_test_itself_finds_strangers(value, odd):
    assert strangers({"a": [value]}, "word") == [f"word.a[0]: {odd}"]


@pytest.mark.slow
def test_every_message_holds_plain_values_only(tmp_path):
    desk, folder, branch = Noting(), tmp_path / "run", tmp_path / "branch"
    folder.mkdir()
    branch.mkdir()
    data = data_of("two_segment_manipulator", until=0.5)
    desk.worker._tell("ready", protocol=1)
    desk.ask("limit", bytes=8e9)
    desk.ask("ping")
    desk.until("pong")
    desk.ask("check", revision=1, data=data)
    desk.ask("check", revision=1, data=data_of("four_bar"))
    desk.until("report")
    desk.ask("run", run=1, data=data, revision=1, speed=None, folder=str(folder), names=["KN1.speed"])
    desk.until("frames")
    for word, content in {
        "pause": {},
        "step": {},
        "speed": {"speed": None},
        "watch": {"names": ["KN2.angle"]},
        "resume": {},
    }.items():
        desk.ask(word, run=1, **content)
    desk.until("watching")
    changed = {**data, "circuit": {**data["circuit"], "gravity": [0, -1, 0]}}
    desk.ask("change", run=1, data=changed, revision=2)
    desk.until("changed")
    desk.until("finished")
    asked = {"folder": str(folder), "id": 3}
    times = np.linspace(0, 0.2, 5)
    for word, content in {
        "values": {"names": ["KN1.angle"], "times": times},
        "ledger": {},
        "equations": {"name": "KN1", "t": 0.1},
    }.items():
        desk.ask(word, **asked, **content)
        desk.until(word)
    desk.ask("equations", id=4, name="KN1", data=data)
    desk.until("equations")
    desk.ask("save", **asked, path=str(tmp_path / "a.marsrun"))
    desk.until("saved")
    desk.ask("snapshot", **asked, path=str(tmp_path / "a.snapshot"))
    desk.until("saved")
    desk.ask("open", id=5, path=str(tmp_path / "a.marsrun"))
    desk.until("opened")
    desk.ask("open", id=5, path=str(tmp_path / "none.marsrun"))
    desk.until("refused")
    desk.ask("run", run=2, data=data, revision=3, speed=1, folder=str(branch), branch={"folder": str(folder), "t": 0.1})
    desk.until("started")
    desk.ask("stop", run=2)
    desk.until("finished")
    desk.ask("forget", folder=str(folder))
    desk.ask("run", run=3, data={"mars": 1, "circuit": {}}, revision=4, speed=None, folder=str(tmp_path / "none"))
    desk.until("failed")
    desk.ask("no such word")
    desk.until("log")
    desk.worker._chores.append(lambda: None)
    desk.until("warm")
    desk.ask("quit")
    assert not Worker._listen(desk.worker)
    desk.said()
    assert set(desk.asked) - {"no such word"} == words_of("Requests")
    assert set(desk.answered) == words_of("Answers")
    for messages in (desk.asked, desk.answered):
        found = [each for word, contents in messages.items() for content in contents for each in strangers(content, word)]
        odd = sorted({re.sub(r"\[\d+\]", "[]", each) for each in found})
        assert odd == [], "\n".join(odd)
