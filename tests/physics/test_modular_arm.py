"""The modular arm: subcircuits in subcircuits move as the same components drawn on one sheet, and energy balances."""

import numpy as np
import pytest
from mars.circuits.modular import DRAG, modular_arm

from mars.editing.dissolve_subcircuit import dissolve
from mars.simulation import simulate


def test_dissolved_to_one_sheet_it_moves_alike():
    flat = modular_arm()
    for axis in ("Axis1", "Axis2", "Axis3"):
        dissolve(flat, axis)
        drive = next(name for name, each in flat.components.items() if each.kind == "Drive")
        dissolve(flat, drive)
    assert all(each.kind != "Axis" and each.kind != "Drive" for each in flat.components.values())
    run, other = simulate(modular_arm(), 1.0), simulate(flat, 1.0)
    joints = [name for name, each in flat.components.items() if each.kind == "joints.rotation"]
    assert len(joints) == 3
    for i, joint in enumerate(joints, start=1):
        assert np.allclose(run[f"Axis{i}.KN1.angle"], other[f"{joint}.angle"], rtol=0, atol=1e-9)


def test_drag_takes_what_its_law_says():
    run = simulate(modular_arm(), 1.0)
    v = np.array([run[f"Drag1.point.v.{axis}"] for axis in "xy"])
    speed = np.hypot(*v)
    force = 0.235 * 1.2 * 0.02 * speed * v
    found = np.array([run[f"Drag1.point.F.{axis}"] for axis in "xy"])
    assert np.allclose(found, force, rtol=1e-12, atol=1e-15) and "0.235" in DRAG
    entry = next(each for each in run.ledger().entries if each.component == "Drag1")
    assert entry.lost == pytest.approx(entry.received, rel=1e-9) and entry.lost > 0
