"""A run that is changed thousands of times does not keep thousands of models: what a change leaves behind is counted."""

import gc
from collections import Counter

import numpy as np
import pytest

import mars
from mars.document.circuit import Circuit
from mars.records import engines_kept
from mars.records.live import Live
from mars.records.record import Record
from tests.helpers.live_circuits import changed, wheel

HEAVY = ("Model", "Variables", "Engine", "CompiledModel", "ExecutionEngine", "ModuleRef", "Circuit", "Topology")


def numbers(i: int) -> Circuit:
    return wheel(damping=2.0 + 0.01 * i)


def structure(i: int) -> Circuit:
    """With and without a second damper."""
    circuit = wheel(damping=2.0 + 0.01 * i)
    if i % 2:
        circuit.add("dynamics.damper", "D2", damping=1)
        circuit.connect("D2.a", "KN1.turn")
    return circuit


def alive() -> Counter:
    gc.collect()
    return Counter(name for each in gc.get_objects() if (name := type(each).__name__) in HEAVY)


def change_often(live: Live, made, numbers: range) -> None:
    for i in numbers:
        live.advance(live.t + 1e-3, 0.0)
        live.change(made(i), live.t)


@pytest.mark.parametrize("made", [numbers, structure])
@pytest.mark.parametrize("stored", [False, True])
def test_the_number_of_models_does_not_grow_with_the_changes(made, stored, tmp_path):
    live = Live(made(0), folder=tmp_path if stored else None)
    change_often(live, made, range(1, 21))
    before = alive()
    change_often(live, made, range(21, 61))
    after = alive()
    assert {name: after[name] - before[name] for name in HEAVY if after[name] > before[name] + 10} == {}, "of 40 changes"
    assert len(live.record().parts) > 50


def changed_run(made, count: int, most: int, monkeypatch) -> Record:
    monkeypatch.setattr(engines_kept, "MOST", most)
    live = Live(made(0))
    change_often(live, made, range(1, count))
    return live.record()


def results(record: Record) -> list:
    times = np.linspace(0, record.end, 50)
    values = record.at(times, ["SB1.1.w.z", "D1.a.torque", "D2.a.torque"])
    hashes = [part.circuit.physics_hash() for part in record.parts]
    return [values, hashes, record.variables, record.coordinates, record.ledger().turnover]


@pytest.mark.parametrize("made", [numbers, structure])
def test_parts_without_their_engine_give_the_same_values(made, monkeypatch, tmp_path):
    full = changed_run(made, 12, 100, monkeypatch)
    assert sum(part.made is not None for part in full.parts) == len(full.parts) > 10
    seen = results(full)
    lean = changed_run(made, 12, 2, monkeypatch)
    assert sum(part.made is not None for part in lean.parts) <= 3
    assert lean.same_states(full)
    for one, other in zip(results(lean), seen, strict=True):
        np.testing.assert_equal(one, other)
    lean.save(tmp_path / "lean.marsrun")
    assert Record.load(tmp_path / "lean.marsrun").same_states(full) and lean.repeat().same_states(full)


def test_an_earlier_part_can_be_continued_after_many_changes(monkeypatch):
    record = changed_run(numbers, 12, 2, monkeypatch)
    t = 0.5 * (record.parts[3].begin + record.parts[3].end)
    live = Live.branch(record, t)
    assert (
        live.t == t and live.record().parts[-1].circuit.components["D1"].values == record.parts[3].circuit.components["D1"].values
    )


def test_what_is_shared_with_the_previous_circuit_cannot_be_changed_through_it(monkeypatch):
    record = changed_run(numbers, 12, 2, monkeypatch)
    hashes = [part.circuit.physics_hash() for part in record.parts]
    record.parts[2].circuit.set("SB1.mass", 7)
    assert [part.circuit.physics_hash() for part in record.parts] == hashes
    assert mars.simulate(changed(record.parts[2].circuit, SB1__mass=7), until=0.1).status == "finished"
