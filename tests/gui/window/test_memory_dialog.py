"""The memory limit is a setting: asked for in GB, kept, and told to the worker at once and at every start."""

import pytest
from mars.gui.runs import memory_limit
from mars.gui.window.memory_dialog import MemoryDialog
from PySide6.QtCore import QObject, QSettings

from mars.verification.memory_use import GB, default_limit, installed
from tests.helpers.gui.dialogs import Answers


@pytest.fixture
def sent(client, monkeypatch):
    found = []
    send = client._process.send
    monkeypatch.setattr(client._process, "send", lambda message: (found.append(message), send(message)))
    return found


def limits(sent):
    return [content["bytes"] for word, content in sent if word == "limit"]


def test_a_chosen_limit_is_told_at_once_and_to_every_new_process(qtbot, client, sent):
    parent, dialogs = QObject(), Answers()
    setting = MemoryDialog(client, dialogs, parent)
    with qtbot.waitSignal(client.ready):
        client.start()
    setting.ask()  # and left
    (_, _, number), *_ = dialogs.asked
    assert number == pytest.approx((1, default_limit() / GB, installed() / GB)) and limits(sent) == [None]
    dialogs.number = 1.5
    setting.ask()
    assert limits(sent) == [None, 1.5 * GB] and memory_limit.chosen() == 1.5 * GB
    client.restart()
    assert limits(sent) == [None, 1.5 * GB, 1.5 * GB]


@pytest.mark.parametrize("stored", ["", "much", "-3", "1000", "nan"])
def test_a_setting_that_makes_no_sense_is_the_default(qapp, stored):
    QSettings().setValue(memory_limit.KEY, stored)
    assert memory_limit.chosen() is None
