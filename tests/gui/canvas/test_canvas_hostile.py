"""Hostile files: the sheet shows what it can and does not hang."""

import time

import pytest
from mars.gui.canvas.scene import SheetScene
from mars.gui.canvas.sheet_layout import FARTHEST, SheetLayout

from mars.document.circuit import Circuit
from mars.document.entries import Link
from tests.helpers.gui.canvas import chains, picture, shown_view


def odd_circuit() -> Circuit:
    long, russian = "X" * 64, "Д" * 64
    circuit = Circuit("odd")
    circuit.add("no.such_kind_with_a_very_long_name", long, at=(0, 0))
    circuit.add("bodies.rod", russian, at=(200, 0))
    circuit.connect(f"{long}.foo", f"{russian}.1")
    circuit.connect(f"{long}.bar", f"{russian}.nope")
    circuit.add("bodies.rod", "Far")
    circuit.drawing["components"]["Far"] = {"at": [10**15, -(10**15)]}
    circuit.add("bodies.rod", "Looped", at=(200, 200), turn=1)
    circuit.connect("Looped.1", "Looped.2")
    circuit.set("Looped.mass", "garbage(")
    circuit.add("bodies.rod", "Same", at=(200, 200))
    circuit.add("bodies.rod", "Nowhere", at=(0, 0))
    circuit.drawing["components"]["Nowhere"] = {"at": ["a", None], "turn": "x", "label": 7}
    circuit.drawing["links"] = {"Looped.1 Looped.2": {"route": [[0, 0], ["x"]]}, "gone": 5}
    circuit.drawing["junctions"] = "none"
    circuit.drawing["notes"] = [None, 5, {"text": "x" * 50_000, "at": [0, 0]}, {"text": "t", "at": [1e300, 0]}]
    return circuit


def test_odd_files_are_drawn_and_edited(qtbot, document, selection, theme):
    document.replace(odd_circuit())
    view = shown_view(qtbot, document, selection, theme)
    scene = view.sheet
    assert set(scene.components) == set(document.circuit.components)
    assert max(map(abs, scene.components["Far"].symbol.place.at)) <= FARTHEST
    assert len(scene.components["X" * 64].label.name) < 64
    for zoom in (0.1, 1.0, 4.0):
        view.fit()
        view.zoom_to(zoom)
        view.zoom_snapshot.end()
        assert not picture(view).isNull()
    for name in list(document.circuit.components):
        document.edit("remove", lambda circuit, name=name: circuit.remove(name))
    assert not scene.components and not scene.wires
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert set(scene.components) == set(document.circuit.components)
    fresh = SheetLayout(document.circuit)
    assert scene.layout.wires.keys() == fresh.wires.keys()


@pytest.mark.slow
def test_ten_thousand_components_take_ten_times_as_long_as_one_thousand(qapp, document, selection, theme):
    """Opening is linear: no step compares each component with all others."""

    def seconds(circuit: Circuit) -> float:
        start = time.process_time()
        document.replace(circuit)
        return time.process_time() - start

    scene = SheetScene(document, selection, theme)
    small, large = _grid(1000), _grid(10_000)
    seconds(small)
    fewest = min(seconds(small) for _ in range(2))
    assert seconds(large) < 30 * fewest
    assert len(scene.components) == 10_000


def _grid(count: int) -> Circuit:
    circuit = Circuit("grid", motions="Tx Ty Rz")
    links, looks = [], {}
    for index in range(count):
        x, y = 140 * (index % 100), 100 * (index // 100)
        circuit.add("bodies.rod", f"R{index}", at=(x, y))
        if index % 100:
            a, b = f"R{index - 1}.2", f"R{index}.1"
            links.append((a, b))
            looks[f"{a} {b}"] = {"route": [[x - 100, y], [x - 40, y]], "mode": "auto"}
    circuit.links = [Link(a, b) for a, b in links]
    circuit.drawing["links"] = looks
    return circuit


@pytest.mark.slow
def test_ten_thousand_components_without_a_drawing_open(qapp, document, selection, theme):
    circuit = _grid(10_000)
    circuit.drawing.clear()
    document.replace(circuit)
    scene = SheetScene(document, selection, theme)
    assert len({item.symbol.place.at for item in scene.components.values()}) == 10_000
    assert len(scene.wires) == 9900


def test_an_edit_costs_a_small_part_of_opening(qapp, document, selection, theme):
    circuit = chains(25, 40)
    start = time.process_time()
    document.replace(circuit)
    scene = SheetScene(document, selection, theme)
    opened = time.process_time() - start
    spent = []
    document.changed.disconnect(scene._follow)
    document.changed.connect(lambda change: spent.append(_timed(lambda: scene._follow(change))))
    for step in range(1, 6):
        document.edit("move", lambda c, step=step: c.drawing["components"]["C9_9"].update(at=[140 * 9, 160 * 9 + 10 * step]))
    assert min(spent) < opened / 15


def _timed(function) -> float:
    start = time.process_time()
    function()
    return time.process_time() - start
