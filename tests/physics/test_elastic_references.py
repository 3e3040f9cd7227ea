"""Elastic links as rigid pieces with springs in cuts, against the printed table of a cantilever and a flexible arm."""

import json

import numpy as np
import pytest

import mars
from tests.helpers.in_cut_joints import ROOT_CUT, cantilever, long_arm
from tests.helpers.instant import Instant
from tests.helpers.paths import REFS

BEAM = json.loads((REFS / "seed001_beam_table1.json").read_text("utf-8"))
ARM = json.loads((REFS / "seed003_flexible_manipulator.json").read_text("utf-8"))


def frequencies(elements: int, cut: float) -> np.ndarray:
    """Of the circuit at rest: the accelerations of the joints at small angles."""
    circuit = cantilever(elements, cut)
    instant = Instant(circuit)
    joints = [f"KN{i}" for i in range(1, 2 * elements + 1)]
    small = 1e-5

    def accelerations(joint: str, angle: float) -> np.ndarray:
        found = instant({f"{joint}.angle": angle})
        return np.array([found[f"{name}.turn.acceleration"] for name in joints])

    columns = [(accelerations(joint, small) - accelerations(joint, -small)) / (2 * small) for joint in joints]
    return np.sqrt(np.sort(np.linalg.eigvals(-np.array(columns).T).real))


@pytest.mark.parametrize("freedoms", [2, 4, 6, 8, 10])
def test_cantilever_with_springs_in_its_cuts(freedoms, measured):
    """Column A has the cuts at the points of Gauss, column B at the quarters; digits as printed, except known misprints."""
    computed = BEAM["reference"]["computed"][str(freedoms)]
    worst = 0.0
    for column, cut in (("A", ROOT_CUT), ("B", 0.25)):
        wanted = np.array(computed[f"{column}_omega"])
        worst = max(worst, float(np.abs(frequencies(freedoms // 2, cut)[: wanted.size] / wanted - 1).max()))
    measured(
        f"Cantilever, {freedoms} in-cut joints: frequencies",
        "seed001_beam_table1.json",
        worst,
        "relative",
        allowed=1e-7,
        by="model",
    )
    assert worst < 1e-7


@pytest.mark.slow
def test_arm_with_two_elastic_links(measured):
    """The deviation of its tip from that of the rigid arm. The reference is computed (Pinocchio, DOP853); none is printed."""
    numbers = ARM["parameters"] | {"Ts": 15.0, "swings": [np.pi / 2, np.pi / 4, np.pi / 4, np.pi / 2]}
    times = ARM["reference"]["t_grid"]
    places = []
    for elastic in (True, False):
        run = mars.simulate(long_arm(numbers, 2, elastic), times=times, until=times[-1])
        places.append(np.stack([run[f"Link4.2.r.{axis}"] for axis in "xyz"], axis=-1))
    wanted = np.array(ARM["reference"]["deviation_XYZ"])
    error = float(np.abs(places[0] - places[1] - wanted).max())
    measured("Flexible five-link arm: deviation of the tip", "seed003_flexible_manipulator.json", error, "m", allowed=3e-6)
    assert error < 3e-6
    assert np.linalg.norm(wanted, axis=1).max() > 0.19
