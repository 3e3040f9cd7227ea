"""Random circuits over all domains, from a seed."""

from __future__ import annotations

from tests.helpers.random_circuits.drawing import Drawing
from tests.helpers.random_circuits.mechanics import loop, rig, tree
from tests.helpers.random_circuits.networks import (
    blocks,
    control,
    cylinder,
    heat,
    motor,
    oil,
    pump,
    push,
    sliding,
    train,
    warm_resistor,
    wires,
)
from tests.helpers.random_circuits.switching import SWITCHING

SMALLEST, LARGEST = 5, 40  # components
PARTS = (tree, train, wires, oil, heat, sliding)
MORE = (*PARTS, rig, push, motor, motor, blocks, blocks, control, warm_resistor, pump, cylinder)


def random_circuit(seed: int) -> Drawing:
    """Every second circuit has events, every fourth a closed loop, independently of each other."""
    events, loops = seed % 2 == 1, seed // 2 % 4 == 0
    trial = 0
    while True:
        drawing = grown(Drawing([seed, trial], events, loops))
        if drawing.count <= LARGEST:
            return drawing
        trial += 1


def grown(drawing: Drawing) -> Drawing:
    size = int(drawing.rng.integers(SMALLEST, LARGEST + 1))
    drawing.one_of([loop] if drawing.loops else PARTS)(drawing)
    while drawing.count < size or (drawing.events and not drawing.switching):
        attempt(drawing)
    return drawing


def attempt(drawing: Drawing) -> None:
    switch = drawing.events and (not drawing.switching or drawing.chance(0.25))
    drawing.one_of(SWITCHING if switch else MORE)(drawing)
