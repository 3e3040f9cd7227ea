"""The recording: columns that grow, are filled later, thinned, branched."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mars.gui.runs import recording as module
from mars.gui.runs.recording import Origin, Recording

UNITS = {"KN1.angle": "rad", "KN1.turn.speed": "rad/s"}


def made(times, units=UNITS):
    recording = Recording(units, 0.0, 10.0)
    times = np.asarray(times, dtype=float)
    recording.append(times, list(units), np.column_stack([times * (i + 1) for i in range(len(units))]))
    return recording


def test_columns_grow_with_the_times():
    recording = made(np.linspace(0, 1, 11))
    later = np.linspace(1.1, 300, 5000)
    recording.append(later, list(UNITS), np.column_stack([later, 2 * later]))
    assert recording.count == 5011 and recording.last == 300
    assert np.array_equal(recording.column("KN1.turn.speed"), 2 * recording.times)


def test_values_lie_on_straight_lines_between_rows():
    recording = made([0.0, 1.0, 3.0])
    assert recording.value("KN1.angle", 2.5) == pytest.approx(2.5)
    assert recording.value("KN1.angle", -1) == 0 and recording.value("KN1.angle", 99) == 3
    assert np.isnan(recording.value("nobody", 1.0))
    assert recording.at(2.0) == pytest.approx({"KN1.angle": 2.0, "KN1.turn.speed": 4.0})


def test_a_column_that_comes_later_is_filled_by_the_times_of_the_rows():
    recording = made([0.0, 1.0, 2.0])
    recording.add_columns({"SB1.1.F.x": "N"})
    recording.append(np.array([3.0]), [*UNITS, "SB1.1.F.x"], np.array([[3.0, 6.0, 30.0]]))
    assert list(recording.unknown_times("SB1.1.F.x")) == [0, 1, 2]
    recording.fill(["SB1.1.F.x"], np.array([2.0, 0.0, 0.5]), np.array([[20.0], [0.0], [5.0]]))  # there is no row at 0.5
    assert list(recording.unknown_times("SB1.1.F.x")) == [1.0]
    assert recording.value("SB1.1.F.x", 2.5) == 25


def test_rows_that_lack_a_column_are_not_known_there():
    recording = made([0.0, 1.0])
    recording.append(np.array([2.0]), ["KN1.angle"], np.array([[2.0]]))
    assert list(recording.unknown_times("KN1.turn.speed")) == [2.0]


def test_a_moment_shown_once_more_takes_the_place_of_the_first():
    recording = made([0.0, 1.0, 2.0])
    recording.append(np.array([1.0, 1.5]), list(UNITS), np.array([[7.0, 7.0], [8.0, 8.0]]))
    assert list(recording.times) == [0, 1, 1.5] and recording.value("KN1.angle", 1.0) == 7
    assert recording.thinning == 1


def test_a_branch_begins_with_a_copy():
    recording = made([0.0, 1.0, 2.0])
    branch = recording.until(1.0, Origin("Run 2"))
    branch.append(np.array([1.5]), list(UNITS), np.array([[9.0, 9.0]]))
    assert list(branch.times) == [0, 1, 1.5] and branch.label == "Run 2"
    assert list(recording.times) == [0, 1, 2] and recording.value("KN1.angle", 1.5) == 1.5


def test_attitudes_keep_their_length():
    names = [f"KN1.attitude.{letter}" for letter in "wxyz"]
    recording = Recording(dict.fromkeys(names, "1"), 0.0, 1.0)
    recording.append(np.array([0.0, 1.0]), names, np.array([[1.0, 0, 0, 0], [-np.sqrt(0.5), 0, 0, -np.sqrt(0.5)]]))
    half = np.array([recording.at(0.5)[name] for name in names])
    assert np.linalg.norm(half) == pytest.approx(1.0)
    assert abs(half @ [np.cos(np.pi / 8), 0, 0, np.sin(np.pi / 8)]) == pytest.approx(1.0)  # the short way


def test_a_long_run_stays_small_and_keeps_its_ends(monkeypatch):
    monkeypatch.setattr(module, "MOST", 5000)
    recording = Recording(UNITS, 0.0, 1e6)
    for begin in range(0, 100_000, 100):
        times = np.arange(begin, begin + 100, dtype=float)
        recording.append(times, list(UNITS), np.column_stack([times, -times]))
    assert recording.count <= 5000 and recording.thinning > 3
    assert recording.times[0] == 0 and recording.last == 99_999
    assert np.all(np.diff(recording.times) > 0) and np.array_equal(recording.column("KN1.angle"), recording.times)
    assert np.all(np.diff(recording.times[-1000:]) == 1)  # the recent ones are complete


@given(st.lists(st.lists(st.floats(0.001, 1.0), min_size=1, max_size=30), min_size=1, max_size=20))
def test_whatever_the_batches_the_rows_are_the_same(batches):
    steps = [step for batch in batches for step in batch]
    times = np.cumsum(steps)
    at_once = made(times)
    piece_by_piece = Recording(UNITS, 0.0, 10.0)
    first = 0
    for batch in batches:
        part = times[first : first + len(batch)]
        piece_by_piece.append(part, list(UNITS), np.column_stack([part, 2 * part]))
        first += len(batch)
    assert np.array_equal(at_once.times, piece_by_piece.times)
    assert np.array_equal(at_once.column("KN1.turn.speed"), piece_by_piece.column("KN1.turn.speed"))
