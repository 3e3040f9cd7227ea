"""Parts of the plots without a window: thinning, ranges, texts, rotations of attitudes, spectra, tables."""

import numpy as np
import pytest
from mars.gui.plots.axis import Axis
from mars.gui.plots.csv_tables import read_table
from mars.gui.plots.series import Series
from mars.gui.plots.value_text import common, decimals, figure, label
from mars.gui.runs.recording import Recording

from mars.errors import DocumentError
from mars.pictures.charts.spectrum import spectrum


def series_of(times, values, name="KN1.angle"):
    recording = Recording({name: "rad"}, times[0], times[-1])
    recording.append(times, [name], values[:, None])
    return Series(recording, name)


@pytest.mark.parametrize("rows", [9_000, 100_000])
def test_thinning_keeps_the_extremes_and_the_order(rows):
    times = np.linspace(0, 1, rows)
    values = np.random.default_rng(1).standard_normal(rows)
    values[1234], values[rows - 77] = 50, -50
    x, y = series_of(times, values).thinned(0, 1, 300)
    assert len(x) <= 700 and np.all(np.diff(x) >= 0)
    assert y.max() == 50 and y.min() == -50 and x[0] <= times[rows // 250] and x[-1] == times[-1]


def test_thinning_a_smooth_curve_stays_on_it():
    times = np.linspace(0, 10, 40_000)
    x, y = series_of(times, np.sin(times)).thinned(0, 10, 500)
    np.testing.assert_allclose(y, np.sin(x), atol=0.02)  # within the width of a pixel


def test_few_rows_are_drawn_as_they_are():
    times = np.linspace(0, 1, 101)
    x, y = series_of(times, times**2).thinned(0, 1, 300)
    np.testing.assert_array_equal(x, times)
    np.testing.assert_array_equal(y, times**2)


def test_only_the_shown_stretch_is_taken_with_one_row_on_both_sides():
    times = np.linspace(0, 1, 101)
    x, _ = series_of(times, times).thinned(0.195, 0.305, 300)
    assert x[0] == pytest.approx(0.19) and x[-1] == pytest.approx(0.31)


def test_blocks_grow_with_the_run_and_forget_what_was_thinned_out():
    recording = Recording({"a.b": "1"}, 0, 100)
    series = Series(recording, "a.b")
    rng = np.random.default_rng(2)
    for part in range(40):
        times = part * 1000 + np.arange(1000.0)
        recording.append(times, ["a.b"], rng.standard_normal((1000, 1)))
        series.thinned(0, 1e9, 100)
    _, y = series.thinned(-1, 1e9, 100)
    column = recording.column("a.b")
    assert y.max() == column.max() and y.min() == column.min()
    recording._thin()
    recording.append(np.array([50_000.0]), ["a.b"], np.array([[77.0]]))
    _, y = series.thinned(-1, 1e9, 100)
    assert y.max() == 77.0 and y.min() == recording.column("a.b").min()


def test_values_that_are_filled_in_later_show():
    times = np.linspace(0, 1, 50_000)
    series = series_of(times, np.full(times.size, np.nan))
    assert not series.is_known and np.isnan(series.thinned(0, 1, 100)[1]).all()
    series.recording.fill(["KN1.angle"], times, np.ones((times.size, 1)))
    series.forget()
    assert series.is_known and series.thinned(0, 1, 100)[1].max() == 1.0


def test_attitudes_are_shown_as_turns_that_go_on():
    times = np.linspace(0, 10, 400)  # 2 rad/s about z
    parts = np.column_stack([np.cos(times), 0 * times, 0 * times, np.sin(times)])
    names = [f"KN1.attitude.{letter}" for letter in "wxyz"]
    recording = Recording(dict.fromkeys(names, "1"), 0, 10)
    turns = [Series(recording, f"KN1.attitude.turn_{axis}") for axis in "xyz"]
    for some in np.array_split(np.arange(times.size), 9):
        recording.append(times[some], names, parts[some])
        assert [series.values.size for series in turns] == [recording.count] * 3
    np.testing.assert_allclose(turns[2].values, 2 * times, atol=1e-9)
    np.testing.assert_allclose(turns[0].values, 0.0, atol=1e-9)
    assert turns[2].unit == "rad" and turns[2].value(5.0) == pytest.approx(10.0, abs=1e-3)
    assert label("KN1.attitude.turn_z") == "KN1 turn z"


def test_a_range_widens_at_once_and_narrows_only_when_told():
    axis = Axis("deg")
    assert axis.hold(0.0, 0.0) and axis.high - axis.low > 1.0
    assert axis.hold(-10, 10) and not axis.hold(-9, 10.5) and not axis.hold(0, 1)
    assert not axis.hold(-9, 9, tighten=True) and axis.hold(0, 1, tighten=True)
    assert axis.low < 0 and 1 < axis.high < 2
    assert not axis.hold(np.inf, -np.inf) and not axis.hold(np.nan, 1)


def test_zooming_stops_where_numbers_run_out():
    axis = Axis("m", low=1e6, high=1e6 + 1)
    for _ in range(500):
        axis.zoom(0.5, 1e6 + 0.5)
    assert axis.high > axis.low
    for _ in range(5000):
        axis.zoom(2, 0)
    assert np.isfinite([axis.low, axis.high]).all() and axis.marks(5).ticks


def test_a_range_that_somebody_chose_is_left_alone_until_released():
    axis = Axis("deg")
    axis.hold(-1, 1)
    axis.show(5, 6)
    assert not axis.hold(-100, 100) and (axis.low, axis.high) == (5, 6)
    axis.release()
    assert axis.hold(-100, 100) and axis.low < -100


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["KN1.angle", "KN2.angle"], ("angle", ["KN1", "KN2"])),
        (["SB1.2.r.x", "SB1.2.r.y"], ("SB1.2 r", ["x", "y"])),
        (["KN1.angle", "SB1.2.r.y"], ("", ["KN1 angle", "SB1 y"])),
        (["KN1.turn.torque"], ("", ["KN1.turn torque"])),
        (["A.1.r.x", "B.1.r.x"], ("r.x", ["A.1", "B.1"])),
        (["Pose.roll", "Pose.yaw"], ("Pose", ["roll", "yaw"])),
        (["L1.slide.force", "L2.slide.force"], ("slide force", ["L1", "L2"])),
        (["KN1.turn_x.speed", "KN1.turn_y.speed"], ("KN1 speed", ["turn x", "turn y"])),
        (["Grip.force.1", "Grip.force.2", "Foot.hold"], ("", ["Grip 1", "Grip 2", "Foot hold"])),
        (["SB1.1.F.x", "SB1.2.F.x", "KN1.angle"], ("", ["SB1.1 F.x", "SB1.2 F.x", "KN1 angle"])),
    ],
)
def test_legends_say_only_what_tells_curves_apart(names, expected):
    assert common(names) == expected


def test_numbers_have_digits_that_are_worth_showing():
    assert [decimals(size) for size in (0.0, 0.004, 0.9, 25.0, 180.0, 12345.0)] == [2, 6, 4, 2, 1, 0]
    assert figure(-1.5, 2) == "−1.50" and figure(float("nan"), 2) == "–" and figure(1.5, 1, signed=True) == "+1.5"
    assert figure(1.234e9, 0) == "1.23e+09"


def test_a_spectrum_finds_frequency_and_amplitude_of_a_sine_that_is_not_evenly_sampled():
    rng = np.random.default_rng(3)
    times = np.sort(rng.uniform(0, 20, 8000))
    frequencies, amplitudes = spectrum(times, 7 + 0.3 * times + 2.5 * np.sin(2 * np.pi * 3.0 * times))
    highest = int(np.argmax(amplitudes))
    assert frequencies[highest] == pytest.approx(3.0, abs=0.06)
    assert amplitudes[highest] == pytest.approx(2.5, rel=0.03)
    assert amplitudes[frequencies > 4].max() < 0.02 * 2.5
    assert spectrum(times[:5], times[:5])[0].size == 0


def test_a_spectrum_has_the_energy_of_the_motion():
    """Parseval, against the windowed values themselves."""
    times = np.linspace(0, 1, 1024, endpoint=False)
    values = np.random.default_rng(4).standard_normal(times.size)
    _, amplitudes = spectrum(times, values)
    slope, offset = np.polyfit(times, values, 1)
    window = np.hanning(times.size)
    faded = (values - slope * times - offset) * window
    line = amplitudes * window.sum() / 2
    line[0], line[-1] = 2 * line[0], line[-1]
    total = (line[0] ** 2 + 2 * (line[1:-1] ** 2).sum() + line[-1] ** 2) / times.size
    assert total == pytest.approx((faded**2).sum(), rel=1e-6)


def test_a_table_is_read_with_its_names_and_units(tmp_path):
    path = tmp_path / "measured.csv"
    path.write_text("t [s],KN1.angle [deg],shaft\n0,0,1\n2,90,3\n1,45,2\n", encoding="utf-8")
    table = read_table(path)
    assert table.label == "measured" and table.is_overlaid and list(table.times) == [0, 1, 2]
    np.testing.assert_allclose(table.column("KN1.angle"), [0, np.pi / 4, np.pi / 2])
    assert table.units == {"KN1.angle": "rad", "shaft": ""} and table.value("shaft", 1.5) == 2.5


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "needs"),
        (b"t,a\n1,2\n", "two rows"),
        (b"t,a\n1,2\n2,x\n", "line 3"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"a\n1\n2\n3\n", "needs"),
        (b"t,a\n,1\n,2\n,3\n", "no times"),
    ],
)
def test_a_table_that_cannot_be_read_says_why(tmp_path, content, word):
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    with pytest.raises(DocumentError, match=word):
        read_table(path)
    with pytest.raises(DocumentError, match=r"Cannot read none\.csv"):
        read_table(tmp_path / "none.csv")


def test_a_cell_longer_than_csv_allows_is_explained(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("time,x\n0,1\n1," + '"' + "9" * 140_000 + '"\n', encoding="utf-8")
    with pytest.raises(DocumentError, match=r"a\.csv: the file is not a table"):
        read_table(path)
    path.write_text("time" + "," * 30_000 + "\n" + "1,2\n" * 1000, encoding="utf-8")
    with pytest.raises(DocumentError, match="more than 20000000 cells"):
        read_table(path)
