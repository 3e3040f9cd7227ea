"""Sheets of subcircuits: one document, one history, tabs and breadcrumbs, every view on the current sheet."""

import json
import math
import re

import pytest
from mars.gui import edits
from mars.gui.canvas.hit_test import Hit
from mars.gui.canvas.live.sheet_variables import SheetVariables
from mars.gui.document.sheet_names import choose, in_mechanism, on_sheet
from mars.gui.edits.definitions import on_sheet as on_sheet_of
from mars.gui.inspector.sheet_note import SheetNote
from mars.gui.panels.find_bar import places
from mars.gui.plots.default_plots import automatic
from mars.gui.plots.plottable_variables import offers
from mars.gui.plots.value_text import common, label
from mars.gui.plots.variable_chooser import VariableChooser
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocumentFragment

from mars.document import data
from mars.document.circuit import Circuit
from mars.document.storage import dumps
from mars.flat_names import joined
from mars.kinds.definition_edits import put_sheet
from mars.kinds.definitions import read_sheet, sheet_of
from mars.kinds.hierarchy import ends_behind, first_path, sheet_at, split, times_used, uses, values_there
from mars.kinds.registry import kind_in
from mars.simulation import simulate
from mars.topology.flat_circuit import flatten
from tests.helpers.gui.window import quiet_window
from tests.helpers.nested_circuit import two_axes


@pytest.fixture
def nested(document):
    document.replace(two_axes())
    return document


@pytest.fixture
def window(qapp, qtbot, monkeypatch):
    found = quiet_window(qapp, qtbot, monkeypatch)
    found.files.new(two_axes())
    yield found
    found.document.undo_stack.setClean()
    found.close()


# A large sheet is edited as quickly as the main one


def test_an_edit_inside_reads_no_sheet_and_makes_no_kind_anew(nested, monkeypatch):
    nested.show("Axis")
    nested.edit("Move", lambda circuit: circuit.drawing["components"]["SB1"].update(at=[120, 20]))
    before, read = kind_in(nested.root, "Axis"), []
    monkeypatch.setattr(data, "fill", lambda *_: read.append(1))
    nested.edit("Move", lambda circuit: circuit.drawing["components"]["SB1"].update(at=[120, 0]))
    nested.edit("Set", lambda circuit: circuit.set("SB2.length", 0.3))
    assert not read and kind_in(nested.root, "Axis") is before
    monkeypatch.undo()
    nested.edit("Move", lambda circuit: circuit.components["tip"].values.update(side="bottom"))
    assert kind_in(nested.root, "Axis").ports["tip"].at[1] > 0


def test_a_definition_changed_in_place_reaches_no_other_circuit():
    first, second = two_axes(), two_axes()
    for circuit in (first, second):
        put_sheet(circuit, "Axis", sheet_of(circuit, "Axis"))
    first.definitions["Axis"]["subcircuit"]["components"]["SB2"]["values"]["length"] = "9 m"
    assert read_sheet(second, "Axis").components["SB2"].values == {"length": "0.2 m"}
    assert read_sheet(first, "Axis").components["SB2"].values == {"length": "9 m"}


# Subcircuits that contain each other, and ports that are open outside


@pytest.mark.slow
def test_subcircuits_that_contain_each_other_are_told_where_the_ring_closes(window):
    document = window.document
    document.edit_root("Ring", lambda circuit: on_sheet_of(circuit, "Wrist", lambda inner: inner.add("Axis", "A1", at=(0, 200))))
    window.selection.set(["Axis1"])
    window.problems.check.look()
    [row] = [row for row in window.problems.rows if row.complaint.code == "nesting"]
    assert row.complaint.where == "Axis1.W1.A1" and "Remove A1 from the sheet of Wrist" in row.complaint.remedy
    row.buttons[0].click()
    assert document.sheet == "Wrist" and "A1" not in document.circuit.components
    assert not [row for row in window.problems.rows if row.complaint.code == "nesting"]


@pytest.mark.slow
def test_an_open_port_of_an_instance_gets_its_base_outside(window):
    document = window.document
    document.edit("Remove", lambda circuit: circuit.remove("B"))
    window.problems.check.look()
    [row] = [row for row in window.problems.rows if row.complaint.code == "open-port"]
    assert row.complaint.where == "Axis1.base"
    inside = dumps_of_definitions(document.root)
    next(button for button in row.buttons if "base" in button.text()).click()
    assert document.sheet == "" and dumps_of_definitions(document.root) == inside
    assert any(entry.kind == "bodies.base" for entry in document.root.components.values())
    assert not [row for row in window.problems.rows if row.complaint.severity == "error"]


def dumps_of_definitions(circuit):
    return json.dumps(circuit.definitions)


# Paths through the sheets


def test_ways_lead_to_sheets_and_names_are_split_at_them():
    circuit = two_axes()
    assert sheet_at(circuit, ()) == "" and sheet_at(circuit, ("Axis2", "W1")) == "Wrist"
    assert sheet_at(circuit, ("B",)) is None and sheet_at(circuit, ("Axis1", "nobody")) is None
    assert split(circuit, "Axis1.W1.KN1.angle") == (("Axis1", "W1"), "KN1.angle")
    assert split(circuit, "Axis1.length") == ((), "Axis1.length") and split(circuit, "B.1") == ((), "B.1")
    assert first_path(circuit, "Wrist") == ("Axis1", "W1") and first_path(circuit, "Nowhere") == ()
    assert dict(uses(circuit, "Axis")) == {"": ["Axis1", "Axis2"]} and dict(uses(circuit, "Wrist")) == {"Axis": ["W1"]}


def test_behind_a_port_are_the_ports_of_the_components_inside():
    circuit = two_axes()
    assert ends_behind(circuit, "Axis", "shaft") == ["KN1.turn"]
    circuit.definitions["Axis"]["subcircuit"]["links"][0] = ["base.inside", "W1.b"]
    assert ends_behind(circuit, "Axis", "base") == ["W1.KN1.2", "SB2.1"]
    circuit.definitions["Wrist"]["subcircuit"]["links"] = [["a.inside", "b.inside"]]
    assert ends_behind(circuit, "Wrist", "a") is None  # undetermined how it divides between two ports


# The document


def test_an_edit_inside_changes_the_definition_and_all_its_instances(nested):
    nested.show("Axis")
    assert nested.way == ("Axis1",) and nested.circuit is not nested.root
    nested.edit("Set", lambda circuit: circuit.set("SB2.length", "0.9 m"))
    run = simulate(nested.root, 0.01)
    for axis in ("Axis1", "Axis2"):
        ends = [[float(run[f"{axis}.SB2.{end}.r.{letter}"][0]) for letter in "xy"] for end in (1, 2)]
        assert math.dist(*ends) == pytest.approx(0.9)


def test_undo_and_redo_turn_to_the_sheet_of_the_edit(nested):
    before = dumps(nested.root)
    nested.show("Wrist", ("Axis2", "W1"))
    nested.edit("Damp", lambda circuit: circuit.set("D1.damping", "3 N*m*s/rad"))
    nested.show("")
    nested.edit("Set", lambda circuit: circuit.set("T1.law", "5 N*m"))
    after = dumps(nested.root)
    nested.undo_stack.undo()
    assert nested.sheet == ""
    nested.undo_stack.undo()
    assert (nested.sheet, nested.way) == ("Wrist", ("Axis2", "W1")) and dumps(nested.root) == before
    assert nested.circuit.components["D1"].values["damping"] == "0.1 N*m*s/rad"
    nested.undo_stack.redo()
    nested.undo_stack.redo()
    assert nested.sheet == "" and dumps(nested.root) == after


def test_an_edit_inside_that_fails_changes_nothing(nested):
    from mars.errors import DocumentError

    nested.show("Axis")
    before = dumps(nested.root)

    def half(circuit):
        circuit.remove("SB1")
        circuit.definitions["New"] = {"equations": ""}
        raise DocumentError("SB2: no")

    with pytest.raises(DocumentError):
        nested.edit("Half", half)
    assert dumps(nested.root) == before and "SB1" in nested.circuit.components and nested.undo_stack.count() == 0


def test_names_that_lead_through_a_renamed_component_follow(nested):
    nested.edit_root("Plot", lambda circuit: circuit.views.update(plots=[["Axis1.W1.KN1.angle", "Axis2.KN1.angle"]]))
    before = dumps(nested.root)
    nested.show("Axis")
    nested.edit("Rename", lambda circuit: circuit.rename("KN1", "Shoulder"))
    nested.edit("Rename", lambda circuit: circuit.rename("tip", "end"))
    assert list(nested.root.start) == ["Axis2.Shoulder.angle"]
    assert nested.root.views["plots"] == [["Axis1.W1.KN1.angle", "Axis2.Shoulder.angle"]]
    assert "Axis1.end Axis2.base" in {link.key for link in nested.root.links}
    assert "Axis1.end Axis2.base" in nested.root.drawing["links"]
    nested.show("Wrist")
    nested.edit("Rename", lambda circuit: circuit.rename("KN1", "Hand"))
    assert nested.root.views["plots"][0][0] == "Axis1.W1.Hand.angle"
    nested.show("Axis")
    nested.edit("Remove", lambda circuit: circuit.remove("Shoulder"))
    assert not nested.root.start
    while nested.undo_stack.count() and nested.undo_stack.index() > 1:
        nested.undo_stack.undo()
    assert dumps(nested.root) == before


def test_wires_follow_the_ports_of_a_changed_subcircuit(nested):
    from mars.pictures.sheet.symbols import symbols
    from mars.pictures.sheet.wires import stored_route

    nested.show("Axis")
    nested.edit("Side", lambda circuit: circuit.set("shaft.side", "bottom"))
    found, routes = symbols(nested.root), nested.root.drawing["links"]
    for key in ("T1.turn Axis1.shaft", "Axis2.shaft D1.a"):
        ends = [found[end.partition(".")[0]].terminals[end.partition(".")[2]].at for end in key.split(" ")]
        assert stored_route(routes[key], *ends), key
    nested.undo_stack.undo()
    assert nested.undo_stack.count() == 1 and dumps(nested.root) == dumps(two_axes())


def test_a_sheet_that_is_undone_gives_way_to_the_nearest(nested):
    from mars.editing.make_subcircuit import make_subcircuit

    nested.show("Axis")
    nested.edit("Make", lambda circuit: make_subcircuit(circuit, ["KN1", "SB1"], "Shoulder"))
    assert "Shoulder" in nested.root.definitions
    nested.show("Shoulder")
    assert nested.way[0] == "Axis1" and sheet_at(nested.root, nested.way) == "Shoulder"
    seen = []
    nested.sheet_changed.connect(lambda: seen.append(nested.sheet))
    nested.undo_stack.undo()
    assert nested.sheet == "Axis" and nested.way == ("Axis1",) and seen[-1] == "Axis"
    assert dumps(nested.root) == dumps(two_axes())


def test_a_port_that_is_disabled_inside_is_none_outside(nested):
    from mars.topology.analyse import topology_of

    nested.show("Axis")
    nested.edit("Disable", lambda circuit: setattr(circuit.components["shaft"], "disabled", True))
    complaints = [each for each in topology_of(nested.root).complaints if each.severity == "error"]
    assert {each.where for each in complaints if each.code == "no-such-port"} == {"Axis1", "Axis2"}


def test_the_definition_that_is_shown_may_be_removed(nested):
    nested.show("Wrist")
    nested.edit_root("Remove", lambda circuit: circuit.definitions.pop("Wrist"))
    assert nested.sheet == "Axis" and nested.circuit.definitions is nested.root.definitions
    nested.undo_stack.undo()
    assert dumps(nested.root) == dumps(two_axes())


def test_edits_of_the_whole_circuit_reach_the_sheet_and_stay_on_it(nested):
    nested.show("Axis")
    changes = []
    nested.changed.connect(changes.append)
    nested.edit_root("Class", lambda circuit: setattr(circuit, "motions", "Tx Ty Tz Rx Ry Rz"))
    assert nested.circuit.motions == nested.root.motions and "motions" in changes[-1].sections
    nested.edit_root("Plots", lambda circuit: circuit.views.update(plots=[["Axis1.KN1.angle"]]))
    assert "views" not in nested.circuit.to_data() and nested.root.views["plots"]
    nested.undo_stack.undo()
    assert nested.sheet == "Axis" and "plots" not in nested.root.views


def test_moving_something_inside_is_no_other_motion(nested):
    nested.show("Axis")
    changes, before = [], nested.root.physics_hash()
    nested.root_changed.connect(changes.append)

    def move(circuit):
        circuit.drawing["components"]["SB1"]["at"] = [120, 40]

    nested.edit("Move", move)
    assert not changes[-1].is_physical and nested.root.physics_hash() == before
    nested.edit("Set", lambda circuit: circuit.set("SB2.length", 2.0))
    assert changes[-1].is_physical and nested.root.physics_hash() != before


def test_another_window_takes_the_sheet_over_with_its_history(nested, qapp):
    from mars.gui.document.document import Document

    nested.show("Wrist", ("Axis2", "W1"))
    nested.edit("Damp", lambda circuit: circuit.set("D1.damping", 2.0))
    after, other = dumps(nested.root), Document()
    other.take_over(nested)
    assert dumps(other.root) == after and (other.sheet, other.way) == ("Wrist", ("Axis2", "W1"))
    other.undo_stack.undo()
    assert dumps(other.root) == dumps(two_axes())


# The window


@pytest.mark.slow
def test_instances_are_opened_by_double_click_and_enter_and_left_by_keys(window, qtbot):
    view = window.view
    assert window.sheet_bar.isVisible() and window.sheet_bar.open == [""]
    left, top, right, bottom = window.scene.layout.symbols["Axis1"].box
    place = view.mapFromScene((left + right) / 2, (top + bottom) / 2)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.document.sheet == "Axis" and set(window.scene.components) >= {"base", "KN1", "W1"}
    assert "two_axes" in window.sheet_bar.way.text() and "Axis1 (Axis)" in window.sheet_bar.way.text()
    window.selection.set(["W1"])
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert window.document.way == ("Axis1", "W1")
    window.sheet_bar.way.linkActivated.emit("1")
    assert window.document.way == ("Axis1",)
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert window.selection.only == "Axis1"  # the sheet was opened from here
    assert window.document.sheet == "" and window.sheet_bar.open == ["", "Axis", "Wrist"]
    qtbot.keyClick(view, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert window.document.sheet == "Axis" and window.document.way == ("Axis1",)
    qtbot.keyClick(view, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.document.sheet == "" and window.sheet_bar.open == ["", "Wrist"]
    assert window.document.root.components  # the file is still there


@pytest.mark.slow
def test_tabs_close_by_the_middle_button_and_by_their_cross(window, qtbot):
    window.document.show("Axis")
    window.document.show("Wrist")
    tabs = window.sheet_bar.tabs
    qtbot.mouseClick(tabs, Qt.MouseButton.MiddleButton, pos=tabs.tabRect(1).center())
    assert window.sheet_bar.open == ["", "Wrist"] and window.document.sheet == "Wrist"
    qtbot.mouseClick(tabs.tabButton(1, tabs.ButtonPosition.RightSide), Qt.MouseButton.LeftButton)
    assert window.sheet_bar.open == [""] and window.document.sheet == ""
    qtbot.mouseClick(tabs, Qt.MouseButton.MiddleButton, pos=tabs.tabRect(0).center())
    assert window.sheet_bar.open == [""]


@pytest.mark.slow
def test_a_file_without_subcircuits_has_no_bar(window):
    from mars.document.circuit import Circuit

    window.files.new(Circuit("plain", motions="Tx Ty Rz"))
    assert not window.sheet_bar.isVisible()


@pytest.mark.slow
def test_each_sheet_keeps_its_zoom_and_place(window, qtbot):
    view = window.view
    qtbot.wait_for_deferred()  # an opened drawing is fitted into the view
    view.zoom_to(1.3)
    view.pan(60, -20)
    middle = view.mapToScene(view.viewport().rect().center())
    window.document.show("Axis")
    view.zoom_to(0.5)
    window.document.show("")
    back = view.mapToScene(view.viewport().rect().center())
    assert view.zoom == pytest.approx(1.3) and abs(back.x() - middle.x()) < 2 and abs(back.y() - middle.y()) < 2
    window.document.show("Axis")
    assert view.zoom == pytest.approx(0.5)


@pytest.mark.slow
def test_the_menu_and_the_palette_of_commands_open_a_sheet(window, qtbot):
    window.selection.set(["Axis2"])
    menu = window.gestures.menus.open(Hit("component", QPoint(), "Axis2"), window.gestures.context.centre(), QPoint())
    entry = next(action for action in menu.actions() if action.text() == "Open subcircuit")
    entry.trigger()
    menu.close()
    assert window.document.way == ("Axis2",)
    window.actions_by_name["commands"].trigger()
    from mars.gui.panels.command_palette import CommandPalette

    palette = window.findChild(CommandPalette)
    texts = [entry.text for entry in palette._entries]
    assert "Go to sheet Wrist" in texts and "Go to sheet two_axes" in texts and "Go to sheet Axis" not in texts
    palette.close()


@pytest.mark.slow
def test_problems_lead_to_the_sheet_that_they_are_about(window, qtbot):
    window.document.show("Wrist")
    window.document.edit("Set", lambda circuit: circuit.set("D1.damping", "3 m"))
    check = window.problems.check
    check.look()
    complaint = next(each for each in check.complaints if each.where.startswith("Axis2"))
    assert complaint.where == "Axis2.W1.D1.damping" and set(check.by_component()) == {"D1"}
    assert "D1" in window.scene.badges
    window.document.show("")
    assert set(check.by_component()) == {"Axis1", "Axis2"} and set(window.scene.badges) == {"Axis1", "Axis2"}
    row = next(row for row in window.problems.rows if row.complaint == complaint)
    row.chosen.emit(complaint)
    assert window.selection.only == "Axis2"
    row.opened.emit(complaint)
    assert window.document.way == ("Axis2", "W1") and window.selection.only == "D1"
    window.document.show("")
    row = next(row for row in window.problems.rows if row.complaint == complaint)
    assert [button.text() for button in row.buttons] == ["Use the default value"]
    row.buttons[0].click()
    assert window.document.sheet == "Wrist" and "damping" not in window.document.circuit.components["D1"].values
    assert not [each for each in check.complaints if each.severity == "error"]


@pytest.mark.slow
def test_the_inspector_of_an_instance_has_parameters_and_starts_of_what_is_inside(window, qtbot):
    window.selection.set(["Axis2"])
    page = window.inspector.page
    assert list(page.form.rows) == ["length"]
    assert [row.what.title for row in page.starts.rows.values()][:2] == ["KN1 angle", "W1.KN1 angle"]
    row = page.starts.rows["Axis2.W1.KN1.angle"]
    row.field.line.setText("20 deg")
    row.field.line.textEdited.emit("20 deg")
    row.commit()
    assert window.document.root.start["Axis2.W1.KN1.angle"].value == "20 deg"
    window.motion.rebuild()
    assert math.degrees(window.motion.tree.start().coordinates["Axis2.W1.KN1.angle"]) == pytest.approx(20)
    window.selection.set(["Axis1"])
    own = window.inspector.page.starts.rows["Axis1.KN1.angle"]
    assert own.what.how == "fixed" and math.degrees(own.what.default) == pytest.approx(30)


def test_the_inspector_inside_shows_the_variables_of_the_sheet(window):
    window.document.show("Axis")
    assert list(window.inspector.page.variables.rows) == ["length", "m"]
    assert not window.inspector.page.solver.isVisible()
    window.document.show("")
    assert list(window.inspector.page.variables.rows) == ["reach"] and window.inspector.page.solver.isVisible()


@pytest.mark.slow
def test_a_click_in_space_selects_the_instance_or_what_is_on_its_sheet(window):
    document, body = window.document, joined("Axis2", "SB1")
    assert on_sheet(document, body) == "Axis2" and on_sheet(document, "B.1") == "B.1"
    assert in_mechanism(document, {"Axis2"}, ["B", body, joined("Axis1", "SB1")]) == {"Axis2", body}
    document.show("Axis")
    assert choose(document, joined("Axis1", "SB1")) == "SB1"
    assert choose(document, body) == "SB1" and document.way == ("Axis2",)  # the same sheet, through another instance
    assert on_sheet(document, f"{body}.2") == "SB1.2" and on_sheet(document, joined("Axis2", "W1", "KN1")) == "W1"
    assert on_sheet(document, "B") == "" and choose(document, "B") == ""


def test_dragging_a_body_inside_an_instance_writes_its_start(window):
    from mars.gui.view3d.body_drag import BodyDrag

    window.document.show("Wrist")
    view, body = window.motion, joined("Axis2", "SB2")
    held = view.poses.points[f"{body}.2"][0]
    pull = BodyDrag(view.mechanism, body, held, view.projection(), view.poses)
    x, y, _ = view.projection().project(held)[0].tolist()
    pull.move(x, y - 40, x, y, view.projection())
    assert pull.end(window.document)
    assert any(key.startswith("Axis2.") for key in window.document.root.start) and window.document.sheet == "Wrist"
    assert "ꞏ" not in dumps(window.document.root)


@pytest.mark.slow
def test_find_looks_on_all_sheets(window):
    circuit = window.document.root
    assert places(circuit, "D1") == [("", "D1"), ("Wrist", "D1")]
    window.find_bar.open()
    window.find_bar.field.setText("damper")
    window.find_bar.go(1)
    assert window.selection.only == "D1" and window.document.sheet == ""
    window.find_bar.go(1)
    assert window.selection.only == "D1" and window.document.sheet == "Wrist"
    window.find_bar.close_bar()


@pytest.mark.slow
def test_the_topology_lists_instances_as_levels(window):
    from mars.gui.panels.topology_rows import sections

    found = {row.key: row for row in sections(window.document.root, window.problems.check.topology, None)}
    first = found["subcircuits"].rows[0]
    assert (first.text, first.detail, first.rows[0].text, first.rows[0].detail) == ("Axis1", "Axis", "W1", "Wrist")
    texts = [row.text for row in found["freedoms"].rows]
    assert "Axis1.W1.KN1.angle" in texts and not any("ꞏ" in row.text + row.detail for row in found["nodes"].rows)


# Results


def known_of(run):
    return dict.fromkeys(run.names(), "1")


@pytest.mark.slow
def test_a_sheet_sees_the_run_by_its_own_names(window):
    run, document = simulate(two_axes(), 0.2), window.document
    values = {name: float(run[name][-1]) for name in run.names()}
    sheet_variables = SheetVariables(document, window.scene.layout, known_of(run))
    now = sheet_variables.now(values)
    assert now["Axis1.shaft.torque"] == pytest.approx(-values["T1.turn.torque"]) == pytest.approx(20)
    assert now["Axis2.base.F.x"] == pytest.approx(-now["Axis1.tip.F.x"])  # one node of two ports
    assert sheet_variables.names(["Axis1.shaft.torque", "B.1.F.x"]) == ["Axis1.KN1.turn.torque", "B.1.F.x"]
    document.show("Axis", ("Axis2",))
    inner = SheetVariables(document, window.scene.layout, known_of(run))
    now = inner.now(values)
    assert now["KN1.angle"] == values["Axis2.KN1.angle"]
    assert now["shaft.inside.torque"] == pytest.approx(-values["Axis2.KN1.turn.torque"])
    assert now["W1.a.F.x"] == pytest.approx(values["Axis2.W1.KN1.1.F.x"])
    assert inner.names(["W1.b.w.z"]) == ["Axis2.W1.KN1.2.w.z"]


def test_a_sheet_that_nothing_uses_shows_nothing_of_the_run(window):
    window.document.edit_root("Away", lambda circuit: circuit.remove("Axis1", "Axis2"))
    window.document.show("Axis")
    assert window.document.way == () and SheetVariables(window.document, window.scene.layout, {"T1.law": "1"}).variables == {}
    assert window.document.here("T1.law") == ""


def test_curves_inside_subcircuits_have_names_that_are_read(window):
    assert label("Axis1.KN1.angle") == "Axis1.KN1 angle" and label("Axis1.SB1.2.F.x") == "Axis1.SB1.2 F.x"
    assert label("Axis1.KN1.turn.torque") == "Axis1.KN1.turn torque" and label("Axis1.S1.attitude.turn_x") == "Axis1.S1 turn x"
    assert common(["Axis1.KN1.angle", "Axis2.KN1.angle"]) == ("KN1 angle", ["Axis1", "Axis2"])
    assert common(["Axis1.KN1.angle", "T1.turn.torque"]) == ("", ["Axis1.KN1 angle", "T1 torque"])


def test_plots_begin_with_the_coordinates_inside(window):
    run = simulate(two_axes(), 0.01)
    plots, more = automatic(window.document.root, known_of(run))
    assert more == 0 and set(plots[0].curves) == {
        f"{axis}.{joint}.angle" for axis in ("Axis1", "Axis2") for joint in ("KN1", "W1.KN1")
    }


@pytest.mark.slow
def test_an_instance_offers_plots_of_what_is_inside(window):
    run = simulate(two_axes(), 0.01)
    sheet_variables = SheetVariables(window.document, window.scene.layout, known_of(run))
    found = dict(offers(window.document.circuit, sheet_variables.variables, "Axis1"))
    assert found["Axis1: all coordinates"] == ["Axis1.KN1.angle", "Axis1.W1.KN1.angle"]
    assert found["Axis1.shaft torque"] == ["Axis1.shaft.torque"]


@pytest.mark.slow
def test_variables_are_chosen_by_levels(window, theme):
    run = simulate(two_axes(), 0.01)
    chooser = VariableChooser(window, theme, known_of(run), ["Axis1.W1.KN1.angle"])
    model, tree = chooser.model, chooser.tree
    heads = [model.item(row).text() for row in range(model.rowCount())]
    assert heads.count("Axis1") == 1 and "Axis1.W1" not in heads
    axis = model.item(heads.index("Axis1"))
    inner = [axis.child(row).text() for row in range(axis.rowCount())]
    assert "Axis1.W1" in inner and "Axis1.KN1" in inner
    assert tree.isExpanded(axis.index()) and "Axis1.W1.KN1.angle" in chooser.names()
    chooser.close_popup()


# Values in the instance through which the sheet was opened


def five_deep() -> Circuit:
    """S1 contains S2 … contains S5; each passes its own parameter on, doubled."""
    circuit = Circuit("deep", motions="Tx Ty Rz")
    for number in range(5, 0, -1):
        inner = Circuit(motions="Tx Ty Rz")
        inner.definitions = circuit.definitions
        inner.add_variable("a", f"{number} m", "m")
        inner.add_variable("b", "a + 1 m")
        if number < 5:
            inner.add(f"S{number + 1}", "P", a="2*b")
        inner.add("bodies.rod", "SB1", length="b", at=(0, 0))
        circuit.define(f"S{number}", inner, parameters=["a"])
    circuit.add("S1", "P", a="10 m")
    circuit.add("S1", "Q")
    return circuit


@pytest.mark.parametrize("way", [(), ("Axis1",), ("Axis2",), ("Axis1", "W1")])
def test_variables_in_an_instance_are_those_of_the_flat_circuit(way):
    circuit = two_axes()
    flat = flatten(circuit).circuit.variable_values()
    found = values_there(circuit, way)
    assert found == {name: flat[joined(*way, name)] for name in found} and (len(found) == 2) is (len(way) == 1)


def test_variables_go_through_five_levels():
    circuit = five_deep()
    flat = flatten(circuit).circuit.variable_values()
    for start in "PQ":
        way = (start, *"PPPP")
        assert values_there(circuit, way) == {name: flat[joined(*way, name)] for name in "ab"}
    assert times_used(circuit)["S5"] == 2


def test_what_cannot_be_worked_out_in_an_instance_is_left_out():
    circuit = two_axes()
    circuit.set("Axis1.length", "nobody + 1 m")
    assert values_there(circuit, ("Axis1",)) == {}  # m is derived from it
    assert values_there(circuit, ("Axis2",)).keys() == {"length", "m"}
    assert values_there(circuit, ("Axis2", "nobody")) == values_there(circuit, ("B",)) == {}


def test_the_sheet_shows_what_values_are_in_the_instance(window):
    window.document.open_instance("Axis1")
    assert window.scene.layout.lines["SB1"].replace("\u2009", " ") == "in Axis1: 1.4 m · 2.8 kg"
    assert "in" not in window.scene.layout.lines["SB2"]  # a plain number
    window.selection.set(["SB1"])
    form = window.inspector.page.form
    assert form.rows["length"].there.text().replace("\u2009", " ") == "in Axis1: 1.4 m"
    assert form.rows["length"].field.chip.text().replace("\u2009", " ") == "ƒx = 0.5 m"  # of the definition
    note = window.inspector.page.findChild(SheetNote)
    assert note.isVisible() and "all 2 instances of Axis" in note.text()
    window.selection.clear()
    assert window.inspector.page.variables.rows["length"].there.text().replace("\u2009", " ") == "in Axis1: 1.4 m"
    window.document.show("Axis", ("Axis2",))
    assert window.scene.layout.lines["SB1"].replace("\u2009", " ") == "0.5 m · 1 kg"
    assert not window.inspector.page.variables.rows["length"].there.isVisible()


@pytest.mark.slow
def test_the_sheet_follows_the_instance_when_it_is_set_otherwise(window):
    document = window.document
    document.open_instance("Axis1")
    document.edit_root("Set", lambda circuit: circuit.set("Axis1.length", "3 m"))
    assert window.scene.layout.lines["SB1"].replace("\u2009", " ") == "in Axis1: 3 m · 6 kg"
    document.edit("Set", lambda circuit: circuit.set("SB1.mass", "4*m"))
    assert "24" in window.scene.layout.lines["SB1"]
    document.edit("Set", lambda circuit: edits.set_variable(circuit, "length", value=3))
    assert window.scene.layout.lines["SB1"].replace("\u2009", " ") == "3 m · 24 kg"  # as in the definition now


@pytest.mark.slow
def test_a_long_way_is_shortened_at_its_beginning_and_dots_lead_one_level_up(window):
    circuit = five_deep()
    window.files.new(circuit)
    for _ in range(5):
        window.document.open_instance("P")
    bar = window.sheet_bar
    bar.resize(900, bar.height())
    assert "…" not in bar.way.text() and "P (S5)" in bar.way.text()
    bar.resize(260, bar.height())
    words = QTextDocumentFragment.fromHtml(bar.way.text()).toPlainText()
    assert words.startswith("… › ") and words.count("…") == 1 and words.endswith("P (S5)") and "P (S5)" in bar.way.toolTip()
    depth = re.search(r'href="(\d)"[^>]*>…', bar.way.text())[1]
    bar.way.linkActivated.emit(depth)
    assert len(window.document.way) == int(depth) == 5 - words.count("›")


def test_tabs_with_a_cross_are_not_cut(window):
    window.document.open_instance("Axis1")
    assert window.sheet_bar.tabs.count() == 2 and window.sheet_bar.tabs.sizeHint().height() <= window.sheet_bar.height() - 1


@pytest.mark.slow
def test_a_sheet_that_nothing_uses_has_no_equations_and_says_why(window):
    window.document.edit("Remove", lambda circuit: edits.remove(circuit, ["Axis1", "Axis2"]))
    window.document.show("Axis")
    window.selection.set(["KN1"])
    window.equations._say_why_empty("")
    assert window.equations.component == "" and "Axis" in window.equations.empty.text()


@pytest.mark.slow
def test_an_instance_that_goes_while_its_sheet_is_shown_breaks_nothing(window):
    window.document.open_instance("Axis1")
    window.document.edit_root("Remove", lambda circuit: edits.remove(circuit, ["Axis1"]))
    assert window.document.way == ("Axis2",) and "in" not in window.scene.layout.lines["SB1"]
    window.document.edit_root("Remove", lambda circuit: edits.remove(circuit, ["Axis2"]))
    assert window.document.way == () and window.scene.layout.where is None
