"""Streams and power on the wires: amounts, directions of arrows, and animation during a run."""

import numpy as np
import pytest
from mars.gui.canvas.live.flow_item import PHASES
from mars.gui.canvas.live.wire_sections import strands
from mars.gui.canvas.sheet_layout import SheetLayout

from mars.document.circuit import Circuit
from mars.document.storage import load
from mars.simulation import simulate
from tests.helpers.gui.canvas import picture, shown_view
from tests.helpers.gui.fake_run import FakeRunning
from tests.helpers.paths import CIRCUITS


def shared_trunk():
    """Two dampers on one joint: both wires share the section at its port."""
    circuit = Circuit("Trunk", motions="Tx Ty Rz")
    circuit.add("bodies.base", "Base1", at=(0, 0))
    circuit.add("joints.rotation", "KN1", at=(120, 0))
    circuit.add("dynamics.damper", "DC1", at=(260, -120))
    circuit.add("dynamics.damper", "DC2", at=(260, -200))
    circuit.connect("Base1.1", "KN1.1")
    circuit.connect("KN1.turn", "DC1.a")
    circuit.connect("KN1.turn", "DC2.a")
    x, y = 120, -30
    circuit.drawing["links"] = {
        "KN1.turn DC1.a": {"route": [[x, y], [x, -120], [230, -120]], "mode": "kept"},
        "KN1.turn DC2.a": {"route": [[x, y], [x, -200], [230, -200]], "mode": "kept"},
    }
    return circuit


def torques(one, two):
    speeds = {f"{end}.speed": ("rad/s", lambda t: 2 + 0 * t) for end in ("KN1.turn", "DC1.a", "DC2.a")}
    streams = {"DC1.a.torque": one, "DC2.a.torque": two, "KN1.turn.torque": -one - two}
    return speeds | {name: ("N·m", lambda t, v=value: v + 0 * t) for name, value in streams.items()}


@pytest.fixture
def running(qapp):
    return FakeRunning()


@pytest.fixture
def trunk(qtbot, document, selection, theme, running):
    document.replace(shared_trunk())
    view = shown_view(qtbot, document, selection, theme)
    view.sheet.follow(running)
    yield view.sheet  # the view owns it


def flow_at(scene, *ports):
    """The item of the strand leading to these ports, and 1 or −1: its stream is into them or out of them."""
    everything = {"KN1.turn", "DC1.a", "DC2.a"}
    for item, _ in scene.live.flows.items:
        if set(item.strand.ports) == set(ports):
            return item, 1
        if set(item.strand.ports) == everything - set(ports):
            return item, -1
    raise AssertionError(f"no strand leads to {ports}")


def test_a_shared_trunk_carries_the_sum(trunk, running):
    trunk.set_live("streams", True)
    running.show(torques(3.0, 1.0))
    both, way = flow_at(trunk, "DC1.a", "DC2.a")
    assert way * both.stream == pytest.approx(1.0) and both.strand.points in (
        ((120, -30), (120, -120)),
        ((120, -120), (120, -30)),
    )
    for port, share in (("DC1.a", 3 / 4), ("DC2.a", 1 / 4)):
        item, way = flow_at(trunk, port)
        assert way * item.stream == pytest.approx(share, abs=1 / 48)


def test_streams_that_cancel_leave_the_trunk_empty(trunk, running):
    trunk.set_live("streams", True)
    running.show(torques(2.0, -2.0))
    assert flow_at(trunk, "DC1.a", "DC2.a")[0].stream == 0 and abs(flow_at(trunk, "DC1.a")[0].stream) == 1


def test_an_arrow_points_with_its_stream_and_turns_round_with_it(trunk, running):
    trunk.set_live("streams", True)
    columns = torques(3.0, 1.0) | {"DC1.a.torque": ("N·m", lambda t: np.where(t < 0.5, 3.0, -3.0))}
    running.show(columns)
    item, _ = flow_at(trunk, "DC1.a")

    def tip_beyond_foot():
        (head,) = item.heads()
        return head[1].x() - head[0].x()

    assert tip_beyond_foot() > 0, "to the right, into the damper"
    running.cursor.t = 0.9
    trunk.live.refresh()
    assert tip_beyond_foot() < 0


def test_width_is_by_power_and_its_way_by_the_sign(trunk, running):
    trunk.set_live("power", True)
    running.show(torques(3.0, -1.0))
    one, sense_one = flow_at(trunk, "DC1.a")
    two, sense_two = flow_at(trunk, "DC2.a")
    assert sense_one * one.power == pytest.approx(1.0) and sense_two * two.power == pytest.approx(-1 / 3, abs=1 / 48)
    assert one.stream == 0, "arrows were not asked for"


def test_chevrons_walk_only_while_it_runs(trunk, running):
    trunk.set_live("power", True)
    running.show(torques(3.0, 1.0))
    item, _ = flow_at(trunk, "DC1.a")
    assert [trunk.live.flows.take(running.results.recording.at(0.0), phase) > 0 for phase in (3, 3, 4)] == [True, False, True]
    trunk.live.refresh()
    assert item.phase == 0, "finished: it stands"
    assert PHASES > 4


def test_a_still_picture_repaints_nothing(trunk, running):
    trunk.set_live("streams", True)
    trunk.set_live("power", True)
    running.show(torques(3.0, 1.0))
    trunk.live.refresh()
    assert trunk.live.flows.take(running.results.recording.at(0.5), 0) == 0


def test_only_what_is_shown_is_watched(trunk, running):
    running.show(torques(3.0, 1.0))
    assert running.results.watched.get("drawing", []) == []
    trunk.set_live("streams", True)
    streams = set(running.results.watched["drawing"])
    trunk.set_live("power", True)
    assert streams < set(running.results.watched["drawing"]) and all(name.endswith("torque") for name in streams)
    for what in ("streams", "power"):
        trunk.set_live(what, False)
    assert running.results.watched["drawing"] == [] and not trunk.live.flows.items


def test_flows_follow_the_wires(trunk, running, document):
    trunk.set_live("power", True)
    running.show(torques(3.0, 1.0))
    document.edit("Delete", lambda circuit: circuit.remove("DC2"))
    assert not any("DC2.a" in item.strand.ports for item, _ in trunk.live.flows.items)
    document.undo_stack.undo()
    assert flow_at(trunk, "DC2.a")[0].scene() is trunk


def test_vector_links_have_two_heads_and_the_power_of_force_and_moment(qtbot, fig1, selection, theme, running):
    view = shown_view(qtbot, fig1, selection, theme)
    scene = view.sheet
    scene.follow(running)
    for what in ("streams", "power"):
        scene.set_live(what, True)
    constant = {"F.x": 3.0, "F.y": 4.0, "M.z": 2.0}
    columns = {f"SB1.1.{name}": ("N", lambda t, v=value: v + 0 * t) for name, value in constant.items()}
    columns |= {f"KN1.2.{name}": ("N", lambda t, v=value: -v + 0 * t) for name, value in constant.items()}
    twist = {"v.x": 1.0, "v.y": -1.0, "w.z": 1.0}
    columns |= {f"{end}.{name}": ("m/s", lambda t, v=v: v + 0 * t) for end in ("SB1.1", "KN1.2") for name, v in twist.items()}
    running.show(columns)
    ((item, parts),) = [(item, parts) for item, parts in scene.live.flows.items if item.power]
    assert len(item.heads()) == 2 and item.stream == 1.0
    into_body = 3.0 * 1 + 4.0 * -1 + 2.0 * 1
    sense = 1 if item.strand.ports == ("SB1.1",) else -1
    assert np.sign(sense * item.power) == np.sign(into_body) and len(parts) == 3


def test_at_every_parting_what_comes_in_goes_out(document, selection, theme, running, qtbot):
    """Streams of a circuit with junctions: the sums into and out of the node along its strands agree."""
    circuit = load(CIRCUITS / "stick_slip.mars")
    run = simulate(circuit, until=0.3)
    found = [each for each in strands(SheetLayout(circuit)) if each.domain == "translation"]
    at: dict = {}
    for strand in found:
        flow = sum(run[f"{port}.force"][-1] for port in strand.ports)
        at[strand.points[0]] = at.get(strand.points[0], 0.0) - flow
        at[strand.points[-1]] = at.get(strand.points[-1], 0.0) + flow
    ends = {SheetLayout(circuit).end_place(port)[0]: port for strand in found for port in _ports(circuit)}
    for place, total in at.items():
        wanted = run[f"{ends[place]}.force"][-1] if place in ends else 0.0
        assert total == pytest.approx(wanted, abs=1e-9)


def _ports(circuit):
    ends = {end for link in circuit.links for end in (link.a, link.b)}
    return [end for end in ends if not end.startswith("#") and end.partition(".")[2] in ("slide", "a", "b")]


def test_power_is_seen_in_the_picture(trunk, running):
    view = trunk.views()[0]
    running.show(torques(3.0, 1.0))
    plain = picture(view)
    trunk.set_live("power", True)
    assert picture(view) != plain
    trunk.set_live("power", False)
    assert picture(view) == plain, "nothing stays behind"
