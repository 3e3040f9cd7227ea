"""The steps of the tutorial do what its pages say."""

import pytest

from docs.tools import steps
from mars.kinds.registry import kind_in
from mars.simulation import simulate
from tests.helpers.gui.window import quiet_window


@pytest.fixture
def window(qapp, qtbot, monkeypatch):
    return quiet_window(qapp, qtbot, monkeypatch)


def test_a_pendulum(window):
    steps.pendulum(window)
    steps.damper(window)
    circuit = window.document.root
    assert {name: entry.values for name, entry in circuit.components.items()} == {
        "Base1": {}, "KN1": {}, "SB1": {"length": 0.5, "mass": 1}, "DC1": {"damping": 0.05},
    }  # fmt: skip
    assert {link.key for link in circuit.links} == {"Base1.1 KN1.1", "KN1.2 SB1.1", "KN1.turn DC1.a"}


@pytest.mark.slow
def test_modules(window):
    steps.pendulum(window)
    steps.damper(window)
    steps.module(window)
    kind = kind_in(window.document.root, "Segment")
    assert list(kind.ports) == ["root", "tip"] and kind.ports["root"].at[0] < 0 < kind.ports["tip"].at[0]
    assert list(kind.parameters) == ["length", "mass"]
    steps.chain(window)
    circuit = window.document.root
    links = {frozenset(link.ends) for link in circuit.links}
    assert links == {
        frozenset(ends)
        for ends in [("Base1.1", "Segment1.root"), *((f"Segment{i}.tip", f"Segment{i + 1}.root") for i in (1, 2, 3))]
    }
    assert [entry.values.get("length") for entry in circuit.components.values()] == [None, None, 0.4, 0.3, 0.2]
    run = simulate(circuit, 0.01)
    assert run["Segment4.SB1.2.r.y"][0] == pytest.approx(0.5 * 0.5 + 0.4 * 0.75**0.5 + 0.3 + 0.2 * 0.75**0.5)
