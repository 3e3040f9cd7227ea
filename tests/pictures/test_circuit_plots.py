"""The plots that a circuit keeps, drawn without the editor: `mars run FILE --plot OUT`."""

from xml.etree import ElementTree

import numpy as np
import pytest

import mars
from mars.cli.main import main
from mars.document.storage import save
from mars.errors import DocumentError
from mars.pictures.charts.circuit_plots import kept_groups
from mars.pictures.charts.plot import Curve, Group, plot_groups

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def pendulum():
    circuit = mars.load("circuits/pendulum.mars")
    circuit.views["plots"] = [
        ["KN?.angle", "no.such"],
        {"curves": ["KN1.turn.speed"], "x": "KN1.angle", "title": "Phase"},
        {"curves": ["SB1.2.r.y"], "x": "SB1.2.r.x", "equal": True},
        {"curves": ["KN1.angle"], "spectrum": True},
        {"curves": ["KN1.angle"], "x": "no.such"},
    ]
    return circuit


def panels(svg):
    return [group for group in ElementTree.fromstring(svg).iter(f"{SVG}g") if group.get("class") == "panel"]


def texts(element):
    return [each.text or "" for each in element.iter(f"{SVG}text")]


def test_what_a_run_has_is_drawn_and_the_rest_left_out(pendulum):
    run = mars.simulate(pendulum, until=2.0)
    groups = kept_groups(run)
    assert [group.x for group in groups] == [None, ("KN1.angle", "rad"), ("SB1.2.r.x", "m"), ("frequency", "Hz")]
    phase = groups[1].curves[0]
    np.testing.assert_array_equal(phase.x, run["KN1.angle"])
    np.testing.assert_array_equal(phase.values, run["KN1.turn.speed"])
    svg = plot_groups(groups)
    assert len(panels(svg)) == 4
    assert "Phase" in texts(panels(svg)[1]) and "amplitude" in texts(panels(svg)[3])
    assert {"time, s", "KN1.angle, deg", "SB1.2.r.x, m", "frequency, Hz"} <= set(texts(ElementTree.fromstring(svg)))


def test_the_spectrum_of_a_small_swing_peaks_at_its_frequency(pendulum):
    """A small swing about rest: √(g L / (L²/3 + …)) from the pendulum's own numbers, counted by its zero crossings."""
    pendulum = mars.Circuit.from_data(pendulum.to_data())
    pendulum.set_start("KN1.angle", "-85 deg")
    run = mars.simulate(pendulum, until=20.0, step=0.01)
    angle = run["KN1.angle"] - run["KN1.angle"].mean()
    crossings = np.flatnonzero((angle[:-1] < 0) & (angle[1:] >= 0))
    counted = (crossings.size - 1) / (run.time[crossings[-1]] - run.time[crossings[0]])
    curve = kept_groups(run)[-1].curves[0]
    assert curve.t[int(np.argmax(curve.values))] == pytest.approx(counted, abs=0.05)


def test_equal_scales_make_a_circle_round():
    t = np.linspace(0, 2 * np.pi, 200)
    svg = plot_groups([Group([Curve("y", "m", t, np.sin(t), np.cos(t))], x=("x", "m"), equal=True)])
    path = next(each.get("d", "") for each in ElementTree.fromstring(svg).iter(f"{SVG}path") if each.get("class") == "curve")
    points = np.array([pair.split(",") for pair in path.removeprefix("M").split(" ")], dtype=float)
    across, up = np.ptp(points, axis=0)
    assert across == pytest.approx(up, rel=0.01) and across > 100


def test_curves_of_other_lengths_are_refused_in_words():
    with pytest.raises(DocumentError, match="a: its times differ from those of b") as caught:
        plot_groups([Group([Curve("a", "m", [0, 1], [0, 1], [1.0])], x=("b", "m"))])
    assert caught.value.code == "size-mismatch"


def test_attitudes_are_drawn_as_turns(tmp_path):
    circuit = mars.load("circuits/heavy_top.mars")
    circuit.views["plots"] = [["KN1.attitude.turn_z"]]
    run = mars.simulate(circuit, until=0.05)
    group = kept_groups(run)[0]
    w, z = run["KN1.attitude.w"], run["KN1.attitude.z"]
    x, y = run["KN1.attitude.x"], run["KN1.attitude.y"]
    yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    np.testing.assert_allclose(np.sin(group.curves[0].values), np.sin(yaw), atol=1e-9)


def test_the_command_draws_the_plots_of_the_file(pendulum, tmp_path, capsys):
    save(pendulum, tmp_path / "p.mars")
    assert main(["run", str(tmp_path / "p.mars"), "--until", "1", "--plot", str(tmp_path / "p.svg"), "--quiet"]) == 0
    assert len(panels((tmp_path / "p.svg").read_text())) == 4
    assert main(["run", str(tmp_path / "p.mars"), "--until", "1", "--plot", str(tmp_path / "q.svg"), "KN1.angle", "--quiet"]) == 0
    assert len(panels((tmp_path / "q.svg").read_text())) == 1
