"""Encoders: whole counts at the times of their readings, to the bit, against closed motions."""

from math import pi

import numpy as np
import pytest

import mars
from tests.helpers.switching import shafts, sliders, start

TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def read_by(circuit, kind, end, **values):
    circuit.add(f"sensors.{kind}", "Sen", **values)
    circuit.connect("Sen.a", end)


@pytest.mark.parametrize("counts", [12, 4096])
def test_encoder_counts_whole_steps_at_its_times(counts):
    c, period, step = shafts(0.5), 0.01, 2 * pi / counts
    c.add("sources.torque", "E1", law="30*cos(4*t)")
    c.connect("E1.turn", "J1.turn")
    read_by(c, "encoder", "J1.turn", counts=counts, period=period)
    start(c, J1=(1.0, -0.4))
    k = np.arange(100)

    def angle(t):  # φ̈ = 60 cos 4t
        return 1.0 - 0.4 * t + 60 / 16 * (1 - np.cos(4 * t))

    run = mars.simulate(c, 1.0, times=(k + 0.5) * period, **TIGHT)
    whole = np.floor(angle(k * period) / step)
    assert np.array_equal(run["Sen.out.value"], whole * step)
    difference = np.diff(whole, prepend=whole[0])
    assert run["Sen.speed.value"] == pytest.approx(difference * step / period, rel=1e-13)
    assert np.ptp(whole) > 3


def test_linear_encoder_counts_steps_of_its_length():
    c = sliders(1.0)
    start(c, J1=(-0.0123, 1.0))
    read_by(c, "linear_encoder", "J1.slide", resolution=0.01, period=0.1)
    run = mars.simulate(c, 1.0, times=np.arange(10) * 0.1 + 0.05, **TIGHT)
    assert run["Sen.out.value"] == pytest.approx(np.floor(np.arange(10) * 10 - 1.23) * 0.01, abs=1e-15)
    assert run["Sen.speed.value"] == pytest.approx([0, *[1.0] * 9], rel=1e-13)
