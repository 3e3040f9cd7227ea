"""Orientations typed about fixed or carried axes, in any sequence, against products of SciPy's rotations."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import mars
from mars.component.orientations import SEQUENCES, fixed_rotations
from mars.document.circuit import Circuit
from mars.mechanism.poses import PoseTree

ANGLES = [0.4, -1.1, 2.3]


def matrix(angles, axes="fixed", sequence="xyz"):
    """SciPy writes carried axes as capital letters."""
    return Rotation.from_euler(sequence.upper() if axes == "carried" else sequence, angles).as_matrix()


@pytest.mark.parametrize("axes", ["fixed", "carried"])
@pytest.mark.parametrize("sequence", SEQUENCES)
def test_any_axes_and_sequence(axes, sequence):
    typed = {"angles": ANGLES, "axes": axes, "sequence": sequence}
    np.testing.assert_allclose(matrix(fixed_rotations(typed, list, "")), matrix(ANGLES, axes, sequence), atol=1e-14)


def test_right_angles_stay_exact():
    """They are structure of the model."""
    typed = {"angles": [np.pi / 2, -np.pi / 2, np.pi], "axes": "carried", "sequence": "zxz"}
    quarters = np.array(fixed_rotations(typed, list, "")) / (np.pi / 2)
    assert np.array_equal(quarters, np.round(quarters))


def at_start(run, name):
    return np.array([[run[f"{name}.R.{a}{b}"][0] for b in "xyz"] for a in "xyz"])


def everything_turned():
    c = Circuit("turned")
    c.add("bodies.base", "B", orientation={"angles": ["0.2 rad", 0.5, -0.3], "axes": "carried", "sequence": "zxz"})
    c.add("joints.free", "F")
    c.add("bodies.body", "S", points={"2": {"place": [1, 0, 0], "orientation": {"angles": [0.1, 0.2, 0.3], "axes": "carried"}}})
    c.add("bodies.body", "T")
    c.add("joints.spherical", "K")
    for a, b in (("B.1", "F.1"), ("F.2", "S.1"), ("S.2", "K.1"), ("K.2", "T.1")):
        c.connect(a, b)
    c.set_start("F.attitude", {"angles": ["20 deg", 0.2, 0.3], "axes": "carried", "sequence": "yzx"})
    c.set_start("K.attitude", {"angles": [0.3, -0.2, 0.1], "sequence": "zyx"})
    return c


def test_bases_points_and_start_attitudes(tmp_path):
    mars.save(everything_turned(), tmp_path / "turned.mars")
    c = mars.load(tmp_path / "turned.mars")
    run = mars.simulate(c, until=0.01)
    base = matrix([0.2, 0.5, -0.3], "carried", "zxz")
    body = base @ matrix([np.radians(20), 0.2, 0.3], "carried", "yzx")
    point = body @ matrix([0.1, 0.2, 0.3], "carried")
    ball = point @ matrix([0.3, -0.2, 0.1], "fixed", "zyx")
    for name, wanted in (("B.1", base), ("S.1", body), ("K.1", point), ("T.1", ball)):
        np.testing.assert_allclose(at_start(run, name), wanted, atol=1e-12)
    poses = PoseTree(c).start()
    np.testing.assert_allclose(poses.points["T.1"][1], ball, atol=1e-12)


def test_a_variable_named_like_a_word_of_an_orientation():
    c = everything_turned()
    c.add_variable("xyz", 0.2, "rad")
    c.components["B"].values["orientation"] = {"angles": ["xyz", 0, 0], "axes": "carried", "sequence": "xyz"}
    c.rename_variable("xyz", "tilt")
    assert c.components["B"].values["orientation"] == {"angles": ["tilt", 0, 0], "axes": "carried", "sequence": "xyz"}


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"angles": [1, 2, 3], "axes": "moving"}, "“fixed” or “carried” axes"),
        ({"angles": [1, 2, 3], "sequence": "xxy"}, "sequence of three axes"),
        ({"axes": "carried"}, "has the keys angles, axes, sequence"),
        ({"angles": [1, 2]}, "list of 3 values"),
    ],
)
def test_wrong_orientations_say_what_is_meant(typed, words):
    c = Circuit("base")
    c.add("bodies.base", "B", orientation=typed)
    assert words in str(mars.check(c).complaints[0])
