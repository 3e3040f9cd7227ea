"""Custom kinds in the editor: made from a selection, changed, stored in a library, used from it, and undone."""

import pytest
from mars.gui import edits
from mars.gui.canvas.gestures.palette_drop import MIME
from mars.gui.definitions.definition_commands import DefinitionCommands
from mars.gui.definitions.equation_editor import EquationEditor
from mars.gui.definitions.make_subcircuit import SubcircuitDialog
from mars.gui.definitions.properties_dialog import PropertiesDialog
from mars.gui.document.changes import CircuitSections
from mars.gui.kinds.custom_kinds import FILE_GROUP, LIBRARY_GROUP
from mars.gui.panels.command_palette import CommandPalette
from mars.gui.panels.palette_list import KIND
from mars.gui.widgets.list_rows import FAINT, HINT
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from mars.component.base import Terminal
from mars.document.circuit import Circuit
from mars.document.storage import dumps, load, save
from mars.kinds import library
from mars.kinds.definitions import hash_of, sheet_of
from mars.kinds.hierarchy import unused
from mars.kinds.registry import kind_in, kinds
from mars.topology.flat_circuit import flatten
from tests.helpers.gui.window import quiet_window
from tests.helpers.nested_circuit import two_axes
from tests.helpers.paths import CIRCUITS

FAN = "port a: rotation\nparameter load = 2 N·m\na.torque = load\nsource\n"


@pytest.fixture
def window(qapp, qtbot, monkeypatch):
    made = quiet_window(qapp, qtbot, monkeypatch)
    made.files.open_copy(CIRCUITS / "two_segment_manipulator.mars")
    yield made
    made.document.undo_stack.setClean()
    made.close()


@pytest.fixture
def axis(window):
    """The window with a subcircuit Axis in its circuit."""
    window.document.edit("Make", lambda c: edits.make_subcircuit(c, ["KN1", "SB1", "KN2"], "Axis", {"KN1_1": "base"}, "AX"))
    return window


def defining(window) -> DefinitionCommands:
    return window.definition_commands


def shelve(name: str, definition: dict) -> None:
    """Store in the user's library."""
    circuit = Circuit()
    circuit.definitions = {name: definition}
    library.store(circuit, name, replace=True)


def undo_all(window) -> None:
    while window.document.undo_stack.canUndo():
        window.document.undo_stack.undo()


def rows(window) -> list[str]:
    return [index.data(KIND) for index in window.palette_panel._rows()]


# Make and dissolve


def test_ctrl_g_makes_a_subcircuit_of_the_selection_as_one_entry(window, qtbot):
    before = dumps(window.document.root)
    window.selection.set(["KN1", "SB1", "KN2"])
    assert window.actions_by_name["make_subcircuit"].shortcut().toString() == "Ctrl+G"
    window.actions_by_name["make_subcircuit"].trigger()
    dialog = window.findChild(SubcircuitDialog)
    assert dialog.isVisible() and list(dialog.ports) == ["KN1_1", "turn", "KN2_2", "KN2_turn"]
    dialog.name.setText("Axis")
    dialog.letters.setText("AX")
    dialog.ports["KN1_1"].setText("base")
    assert set(dialog.symbol.kind.ports) == {"base", "turn", "KN2_2", "KN2_turn"}
    dialog.accept()
    circuit = window.document.root
    assert circuit.components["AX1"].kind == "Axis" and "KN1" not in circuit.components
    assert {"AX1.base", "Ew1.1"} in [set(link.ends) for link in circuit.links]
    assert window.selection.only == "AX1" and window.document.undo_stack.count() == 1
    assert {"AX1ꞏKN1", "AX1ꞏSB1"} <= flatten(circuit).circuit.components.keys()
    window.document.undo_stack.undo()
    assert dumps(window.document.root) == before


@pytest.mark.parametrize(
    "name, ports", [("", {}), ("two words", {}), ("Axis", {"KN1_1": "turn"}), ("Axis", {"turn": "SB1"}), ("Axis", {"turn": "1"})]
)
def test_what_cannot_be_made_is_said_while_it_is_typed(window, name, ports):
    window.selection.set(["KN1", "SB1", "KN2"])
    dialog = defining(window).make_subcircuit()
    dialog.name.setText(name)
    for old, new in ports.items():
        dialog.ports[old].setText(new)
    assert dialog.reason.text() and not dialog.make_button.isEnabled()
    dialog.accept()
    assert window.document.root.definitions == {}
    dialog.reject()


def test_links_alone_make_no_subcircuit(window):
    window.selection.set(links=[window.document.root.links[0].key])
    said = []
    window.gestures.context.refused.connect(said.append)
    assert defining(window).make_subcircuit() is None and "components" in said[0]


def test_dissolving_puts_the_parts_back_linked_as_they_were(axis):
    before = {frozenset(link.ends) for link in load(CIRCUITS / "two_segment_manipulator.mars").links}
    axis.selection.set(["AX1"])
    assert axis.actions_by_name["dissolve"].isEnabled()
    axis.actions_by_name["dissolve"].trigger()
    assert {frozenset(link.ends) for link in axis.document.root.links} == before
    assert axis.selection.components == {"KN1", "SB1", "KN2"} and axis.document.undo_stack.count() == 2


def test_an_instance_offers_opening_dissolving_and_properties(axis):
    axis.selection.set(["AX1"])
    menu = QMenu(axis)
    axis.gestures.menus._definition_actions(menu, "AX1")
    words = [action.text() for action in menu.actions()]
    assert words == ["Make subcircuit…", "Dissolve subcircuit", "Properties of Axis…"]
    menu.actions()[2].trigger()
    assert axis.findChild(PropertiesDialog).kind == "Axis"


def test_subcircuits_are_made_within_subcircuits(axis):
    axis.document.show("Axis")
    axis.selection.set(["SB1"])
    dialog = defining(axis).make_subcircuit()
    dialog.name.setText("Rod")
    dialog.accept()
    assert list(axis.document.root.definitions) == ["Axis", "Rod"]
    assert "AX1ꞏR1ꞏSB1" in flatten(axis.document.root).circuit.components
    axis.document.undo_stack.undo()
    assert list(axis.document.root.definitions) == ["Axis"] and "SB1" in axis.document.circuit.components


@pytest.mark.parametrize("sheet, kind", [("Axis", "Axis"), ("Wrist", "Axis"), ("Wrist", "Wrist")])
def test_a_subcircuit_cannot_be_placed_inside_itself(window, sheet, kind):
    window.files.new(two_axes())
    document, gestures = window.document, window.gestures
    text = edits.copied(document.root, ["Axis1"]) if kind == "Axis" else edits.copied(sheet_of(document.root, "Axis"), ["W1"])
    document.show(sheet)
    before, said = dumps(document.root), []
    gestures.context.refused.connect(said.append)
    row = next(index for index in window.palette_panel._rows() if index.data(KIND) == kind)
    assert "a subcircuit cannot contain itself" in row.data(FAINT) and "a subcircuit cannot contain itself" in row.data(
        Qt.ItemDataRole.ToolTipRole
    )
    mime = QMimeData()
    mime.setData(MIME, kind.encode())
    at = QPoint(300, 300)
    no_keys = Qt.KeyboardModifier.NoModifier
    ways = (
        lambda: window.palette_panel.place_requested.emit(kind),
        lambda: (QGuiApplication.clipboard().setText(text), gestures.clipboard.paste()),
        lambda: gestures.drop(QDropEvent(at, Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, no_keys)),
        lambda: gestures.swap.swap(next(iter(document.circuit.components)), kind),
    )
    for number, way in enumerate(ways, start=1):
        way()
        assert len(said) == number and f"{sheet}" in said[-1] and "a subcircuit cannot contain itself" in said[-1]
    assert dumps(document.root) == before and not document.is_modified
    lists = (gestures.build.offer_all(QPointF()), gestures.build.offer_kinds("KN1.2", QPointF(), [], "frame"))
    assert all(kind not in [offer for offer, _ in each.offers] for each in lists)
    assert kind not in [offer for offer, _ in gestures.kinds.swaps("KN1")]
    document.show("")
    assert not next(index for index in window.palette_panel._rows() if index.data(KIND) == kind).data(FAINT)
    gestures.build.place(kind)
    assert len(said) == len(ways) and dumps(document.root) != before


def test_a_kind_of_the_library_is_not_placed_inside_itself_either(axis):
    defining(axis).keep("Axis")
    axis.document.show("Axis")
    said = []
    axis.gestures.context.refused.connect(said.append)
    axis.gestures.build.place("library:Axis")
    assert "Axis is the current sheet" in said[-1] and axis.custom_kinds.why_not("library:Axis")


def test_a_ring_that_a_file_has_hinders_no_other_edit(window):
    circuit = two_axes()
    circuit.definitions["Wrist"]["subcircuit"]["components"]["A1"] = {"kind": "Axis"}
    window.files.new(circuit)
    window.document.show("Wrist")
    assert window.gestures.build.place("dynamics.rotor") and "A1" in window.document.circuit.components


# Properties


@pytest.fixture
def properties(axis, qtbot):
    return defining(axis).properties("Axis")


def test_closed_properties_open_again_at_once(axis, properties):
    properties.close()
    again = defining(axis).properties("Axis")
    assert again is not properties and again.isVisible() and defining(axis).properties("Axis") is again


def test_another_name_is_another_name_everywhere(axis, properties):
    properties.name.setText("Arm")
    properties.name.entered.emit()
    assert list(axis.document.root.definitions) == ["Arm"] and axis.document.root.components["AX1"].kind == "Arm"
    assert properties.kind == "Arm" and "Arm" in properties.windowTitle()
    axis.document.undo_stack.undo()
    assert properties.kind == "Axis" and properties.name.text() == "Axis"
    properties.name.setText("not a name")
    properties.name.entered.emit()
    assert properties.reason.text() and list(axis.document.root.definitions) == ["Axis"]


def test_letters_help_and_symbol_are_ordinary_edits(axis, properties):
    before = CircuitSections(axis.document.root)
    count = axis.document.undo_stack.count()
    properties.letters.setText("A")
    properties.letters.entered.emit()
    properties.help.setPlainText("Rod with two joints.")
    properties.help.entered.emit()
    properties.icon._choose(2)  # the motor
    kind = kind_in(axis.document.root, "Axis")
    assert kind.letters == "A" and kind.__doc__ == "Rod with two joints."
    assert ["letter", "M-5,5 v-10 l5,6 l5,-6 v10"] in [list(stroke) for stroke in kind.icon.strokes]
    assert any(role.startswith("lead") for role, _ in kind.icon.strokes)  # leads follow the ports
    assert axis.document.undo_stack.count() == count + 3
    for _ in range(3):
        axis.document.undo_stack.undo()
    assert not before.change_to(CircuitSections(axis.document.root)) and properties.letters.text() == "AX"


@pytest.mark.parametrize("strokes", ["line", "blob M0,0 h4", "line hello", "line M0,0 h", "line M-9000,0 h5"])
def test_strokes_that_cannot_be_drawn_are_said_and_not_taken(axis, properties, strokes):
    properties.icon.strokes.setPlainText(strokes)
    assert properties.icon.reason.text()
    properties.icon.strokes.entered.emit()
    assert "icon" not in axis.document.root.definitions["Axis"]


def test_ports_are_renamed_moved_and_put_on_other_sides(axis, properties):
    form = properties.ports
    form.lines["base"].setText("foot")
    form.lines["base"].entered.emit()
    assert {"AX1.foot", "Ew1.1"} in [set(link.ends) for link in axis.document.root.links]
    assert list(form.lines) == ["foot", "KN2_2", "turn", "KN2_turn"]  # left, right, and two on top, where they are linked
    form._move("turn", 1)
    assert list(form.lines) == ["foot", "KN2_2", "KN2_turn", "turn"]
    form._set_side("turn", "bottom")
    assert kind_in(axis.document.root, "Axis").ports["turn"].at[1] > 0
    form._add("ports.signal_in")
    assert "U1" in kind_in(axis.document.root, "Axis").ports and "U1" in form.lines
    form.lines["foot"].setText("turn")
    form.lines["foot"].entered.emit()
    assert form.reason.text()  # there is one already
    undo_all(axis)
    assert not properties.isVisible()  # its definition was removed


def test_a_port_is_removed_with_the_wires_that_end_there_which_is_told_before(axis, properties):
    form, before = properties.ports, dumps(axis.document.root)
    axis.document.show("Axis")
    form.lines["base"].setFocus()
    form._ask_to_remove("base")
    title, words, *_ = axis.dialogs.asked[-1]
    assert "base" in title and "AX1.base" in words and "base" in form.lines  # cancelled
    axis.dialogs.choice = 0
    form._ask_to_remove("base")
    assert "base" not in kind_in(axis.document.root, "Axis").ports and "base" not in form.lines
    assert "base" not in axis.document.circuit.components
    assert not any("AX1.base" in link.ends for link in axis.document.root.links)
    assert not any("base.inside" in link.ends for link in sheet_of(axis.document.root, "Axis").links)
    axis.document.undo_stack.undo()
    assert dumps(axis.document.root) == before and "base" in form.lines


def test_a_port_without_wires_outside_is_removed_without_a_question(axis, properties):
    form = properties.ports
    form._add("ports.signal_in")
    form._ask_to_remove("U1")
    assert not axis.dialogs.asked and "U1" not in kind_in(axis.document.root, "Axis").ports


def test_wires_on_the_sheets_of_other_subcircuits_go_with_a_port(document):
    document.replace(two_axes())
    assert edits.wires_at(document.root, "Wrist", "a") == ["Axis › W1.a"]
    document.edit_root("Remove", lambda circuit: edits.remove_port(circuit, "Wrist", "a"))
    assert not any("W1.a" in link.ends for link in sheet_of(document.root, "Axis").links)
    assert flatten(document.root).complaints == []


def test_ports_are_added_moved_and_removed_by_keys(axis, properties, qtbot):
    properties.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is properties)
    properties.tabs.setCurrentIndex(1)
    form = properties.ports
    form.lines["turn"].setFocus()
    QTest.keyClick(form.lines["turn"], Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: list(form.lines)[2:] == ["KN2_turn", "turn"])
    qtbot.waitUntil(lambda: properties.focusWidget() is form.lines["turn"])  # the cursor follows the port
    QTest.keyClick(form.lines["turn"], Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: list(form.lines)[2:] == ["turn", "KN2_turn"])
    next(action for action in form.more.menu().actions() if "ignal" in action.text()).trigger()
    (new,) = set(form.lines) - {"base", "KN2_2", "turn", "KN2_turn"}
    qtbot.waitUntil(lambda: properties.focusWidget() is form.lines[new])
    QTest.keyClick(form.lines[new], Qt.Key.Key_Delete, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: new not in form.lines and properties.focusWidget() in form.lines.values())


def test_parameters_are_variables_of_the_sheet(axis, properties):
    form = properties.parameters
    form._add()
    (name,) = axis.document.root.definitions["Axis"]["parameters"]
    for key, text in (("value", "2"), ("unit", "kg"), ("note", "of the rod"), ("name", "weight")):
        form.lines[name, key].setText(text)
        form.lines[name, key].entered.emit()
    declared = kind_in(axis.document.root, "Axis").parameters["weight"]
    assert (declared.default, declared.unit, declared.help) == (2.0, "kg", "of the rod")
    form.switches["weight"].click()
    assert "weight" not in kind_in(axis.document.root, "Axis").parameters
    assert "weight" in sheet_of(axis.document.root, "Axis").variables
    form.lines["weight", "value"].setText("2 m")
    form.lines["weight", "value"].entered.emit()
    assert form.reason.text()


def test_typing_goes_on_from_field_to_field(axis, properties, qtbot):
    properties.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is properties)
    QTest.mouseClick(properties.parameters.more, Qt.MouseButton.LeftButton)
    for typed in ("weight\t", "3\t", "kg\t", "of the rod\r"):
        QTest.keyClicks(properties.focusWidget(), typed)
        QApplication.processEvents()
    declared = kind_in(axis.document.root, "Axis").parameters["weight"]
    assert (declared.default, declared.unit, declared.help) == (3.0, "kg", "of the rod")
    assert properties.focusWidget() is properties.parameters.lines["weight", "note"]
    properties.tabs.setCurrentIndex(1)
    line = properties.ports.lines["turn"]
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "shaft\r")
    QApplication.processEvents()
    assert properties.focusWidget() is properties.ports.lines["shaft"]


def test_a_value_becomes_a_parameter_by_the_menu_of_its_field(axis):
    axis.document.show("Axis")
    axis.selection.set(["SB1"])
    field = axis.inspector.page.form.rows["mass"].field
    (action,) = field.line.actions()
    action.trigger()
    assert axis.document.circuit.components["SB1"].values["mass"] == "mass"
    declared = kind_in(axis.document.root, "Axis").parameters["mass"]
    assert (declared.default, declared.unit) == (4.0, "kg")
    axis.document.undo_stack.undo()
    assert axis.document.circuit.components["SB1"].values["mass"] == "4 kg"
    assert "parameters" not in axis.document.root.definitions["Axis"]


def test_an_inner_sheet_with_nothing_selected_leads_to_its_properties(axis):
    axis.document.show("Axis")
    axis.selection.clear()
    axis.inspector.page.findChild(object, "properties").click()
    assert axis.findChild(PropertiesDialog).kind == "Axis"


# Palette


def test_own_kinds_stand_in_the_palette_and_can_be_placed(axis):
    assert FILE_GROUP in rows(axis) and "Axis" in rows(axis) and LIBRARY_GROUP not in rows(axis)
    axis.palette_panel.search.setText("axi")
    assert axis.palette_panel.shown_kinds()[0] == "Axis"
    QTest.keyClick(axis.palette_panel.search, Qt.Key.Key_Return)
    assert axis.document.root.components["AX2"].kind == "Axis"
    undo_all(axis)
    axis.palette_panel.search.clear()
    assert FILE_GROUP not in rows(axis)


def test_ports_are_offered_on_inner_sheets_only(axis, properties):
    assert "ports.frame" not in rows(axis)
    axis.document.show("Axis")
    there = rows(axis)
    ports = there[there.index("ports") + 1 : there.index("bodies")]
    assert ports[:6] == [
        "ports.frame",
        "ports.rotation",
        "ports.translation",
        "ports.electrical",
        "hydraulic.port",
        "thermal.port",
    ]
    assert set(ports) == {kind for kind, cls in kinds().items() if issubclass(cls, Terminal)}
    told = [action.text() for action in properties.ports.more.menu().actions()]
    assert len(set(told)) == len(ports) and {"Hydraulic port", "Thermal port", "Frame port", "Signal in"} <= set(told)
    axis.document.show("")
    assert "ports.frame" not in rows(axis)


def test_placing_one_of_the_library_embeds_it_with_its_hash_in_one_entry(window):
    shelve("Fan", {"equations": FAN})
    defining(window).reload()
    assert LIBRARY_GROUP in rows(window) and "library:Fan" in rows(window)
    window.palette_panel.place_requested.emit("library:Fan")
    root = window.document.root
    assert root.components["F1"].kind == "Fan" and window.document.undo_stack.count() == 1
    assert root.definitions["Fan"] == {"equations": FAN, "library": hash_of({"equations": FAN})}
    window.document.undo_stack.undo()
    assert window.document.root.definitions == {} and "F1" not in window.document.root.components


def test_one_of_the_library_is_dragged_onto_the_sheet(window):
    shelve("Fan", {"equations": FAN})
    defining(window).reload()
    mime = QMimeData()
    mime.setData(MIME, b"library:Fan")
    place, action, buttons, keys = (
        QPoint(60, 60),
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    assert window.gestures.drag_enter(QDragEnterEvent(place, action, mime, buttons, keys))
    assert window.gestures.drop(QDropEvent(place, action, mime, buttons, keys))
    assert window.document.root.components["F1"].kind == "Fan"


@pytest.mark.parametrize("choice, kinds, count", [(-1, ["Fan"], 1), (0, ["Fan", "Fan_1"], 2), (1, ["Fan"], 2)])
def test_a_clash_of_names_is_asked_about(window, choice, kinds, count):
    other = FAN.replace("2 N", "7 N")
    window.document.edit("Define", lambda circuit: edits.define(circuit, "Fan", FAN))
    window.document.edit("Add", lambda circuit: edits.add(circuit, "Fan", (0, 200)))
    shelve("Fan", {"equations": other})
    defining(window).reload()
    window.dialogs.choice = choice
    window.gestures.build.place("library:Fan")
    root = window.document.root
    assert "Fan" in window.dialogs.asked[-1][0] and list(root.definitions) == kinds
    fans = [each for each in root.components.values() if each.kind in kinds]
    assert len(fans) == count and fans[-1].kind == kinds[-1]
    assert (root.definitions["Fan"]["equations"] == other) is (choice == 1)


def test_the_library_is_kept_up_and_another_version_is_told(axis, qtbot):
    defining(axis).keep("Axis")
    assert (library.folder() / "Axis.mars").exists() and "library:Axis" in rows(axis)
    assert axis.custom_kinds.newer == []
    changed = {**axis.custom_kinds.library_entries["Axis"].definition, "note": "A better one."}
    shelve("Axis", changed)
    qtbot.waitUntil(lambda: axis.custom_kinds.newer == ["Axis"])  # the folder is watched
    note = next(each for each in axis.problems.check.complaints if each.code == "library-newer")
    assert "the library contains a different version of Axis" in note.cause and note.severity == "note"
    row = next(row for row in axis.problems.rows if row.complaint == note)
    (button,) = row.buttons
    assert "library" in button.text()
    button.click()
    assert axis.document.root.definitions["Axis"]["note"] == "A better one." and axis.custom_kinds.newer == []
    axis.document.undo_stack.undo()
    assert "note" not in axis.document.root.definitions["Axis"] and axis.custom_kinds.newer == ["Axis"]


def test_keeping_over_another_one_is_asked_about(axis):
    shelve("Axis", {"equations": FAN})
    defining(axis).reload()
    defining(axis).keep("Axis")
    assert axis.dialogs.asked and "equations" in library.entries()[0]["Axis"].definition
    axis.dialogs.choice = 0
    defining(axis).keep("Axis")
    assert "subcircuit" in library.entries()[0]["Axis"].definition


def test_a_kind_is_taken_out_of_the_library_and_stays_in_the_file(axis):
    defining(axis).keep("Axis")
    defining(axis).take_out("Axis")
    assert "Axis" in axis.custom_kinds.library_entries  # cancelled
    axis.dialogs.choice = 0
    defining(axis).take_out("Axis")
    assert axis.custom_kinds.library_entries == {} and "Axis" in axis.document.root.definitions


def test_deleting_is_refused_while_something_uses_it(axis):
    said = []
    defining(axis).message.connect(said.append)
    defining(axis).remove("Axis")
    assert "AX1" in said[0] and "Axis" in axis.document.root.definitions
    axis.document.edit("Remove", lambda circuit: edits.remove(circuit, ["AX1"]))
    defining(axis).remove("Axis")
    assert axis.document.root.definitions == {} and len(said) == 1


def test_unused_kinds_are_marked_and_removed_at_once(axis):
    def marks():
        return {index.data(KIND): index.data(HINT) for index in axis.palette_panel._rows() if index.data(KIND) == "Axis"}

    said = []
    defining(axis).message.connect(said.append)
    assert marks() == {"Axis": ""}
    defining(axis).remove_unused()
    assert list(axis.document.root.definitions) == ["Axis"] and "no unused kinds" in said[-1]
    axis.selection.set(["AX1"])
    defining(axis).dissolve()
    assert marks() == {"Axis": "unused"}
    axis.actions_by_name["commands"].trigger()
    commands = axis.findChild(CommandPalette)
    commands.search.setText("unused")
    assert commands.texts()[0] == "Remove unused kinds"
    commands.close()
    menu = axis.palette_menu.open("", QPoint(10, 10))
    assert "Remove unused kinds" in [action.text() for action in menu.actions()]
    menu.close()
    axis.actions_by_name["remove_unused"].trigger()
    assert axis.document.root.definitions == {} and marks() == {} and "Axis" in said[-1]
    axis.document.undo_stack.undo()
    assert marks() == {"Axis": "unused"}


def test_parts_of_unused_kinds_are_unused(document):
    document.replace(two_axes())
    assert unused(document.root) == []
    document.edit("Remove", lambda circuit: edits.remove(circuit, ["Axis1", "Axis2"]))
    assert unused(document.root) == ["Wrist", "Axis"]
    document.edit_root("Remove", edits.remove_unused)
    assert document.root.definitions == {}


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"mars": 1, "definitions": {"Bad": {"equations": "x"}}}', '{"mars": 1, "definitions": {"Bad": 3}}']
)
def test_a_broken_file_of_the_library_is_told_and_breaks_nothing(window, text):
    library.folder().mkdir(parents=True)
    (library.folder() / "broken.mars").write_text(text)
    defining(window).reload()
    assert window.custom_kinds.library_entries == {} and window.custom_kinds.complaints
    assert any(each.code == "library" for each in window.problems.check.complaints)


def test_menus_of_the_palette_do_what_they_say(axis):
    def words(kind):
        menu = axis.palette_menu.open(kind, QPoint(10, 10))
        found = [action.text() for action in menu.actions() if action.text()]
        menu.close()
        return found

    of_file, of_none = words("Axis"), words("")
    assert (
        of_file[:5] == ["Place", "Open sheet", "Properties…", "Rename…", "Remove from file"] and "Save to my library" in of_file
    )
    assert of_none == ["New component from equations…", "Reload library", "Open library folder"]
    defining(axis).keep("Axis")
    assert words("library:Axis")[:2] == ["Place", "Remove from my library…"]


# Equations


def test_equations_are_written_placed_and_opened_again(window):
    editor = defining(window).new_equations()
    editor.name.setText("Fan")
    editor.text.setPlainText(FAN)
    editor.check()
    editor.place_button.click()
    assert window.document.root.components["F1"].kind == "Fan"
    assert defining(window)._show_equations("Fan") is editor  # one window for one kind
    editor.close()
    window.selection.set(["F1"])
    window.gestures.open.component()
    again = next(each for each in window.findChildren(EquationEditor) if each.isVisible())
    assert again.text.toPlainText() == FAN


def test_saving_takes_what_is_written_but_not_applied(window, tmp_path):
    editor = defining(window).new_equations()
    editor.name.setText("Fan")
    editor.text.setPlainText("port a: rotation\nhalf a thou")
    window.dialogs.path = tmp_path / "kept.mars"
    window.files.save_as()
    assert load(tmp_path / "kept.mars").definitions["Fan"]["equations"].endswith("half a thou")


def test_the_library_is_written_by_hand_and_appears(window, qtbot):
    library.folder().mkdir(parents=True)
    defining(window).reload()
    circuit = Circuit()
    circuit.definitions = {"Fan": {"equations": FAN}}
    save(circuit, library.folder() / "mine.mars")
    qtbot.waitUntil(lambda: "library:Fan" in rows(window))


def test_the_editor_stays_free_of_the_engine(window):
    """Making, writing and storing kinds needs neither CasADi nor SciPy in this process (checked in a separate process)."""
    import subprocess
    import sys

    code = (
        "import sys, mars.gui.definitions.definition_commands, mars.kinds.equation_text\n"
        f"mars.kinds.equation_text.kind_of('Fan', {FAN!r})\n"
        "print([name for name in ('casadi', 'numba', 'scipy') if name in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"


def test_an_instance_of_wrong_equations_says_so_and_leads_to_them(window):
    window.document.edit("Define", lambda circuit: edits.define(circuit, "Fan", FAN))
    window.document.edit("Add", lambda circuit: edits.add(circuit, "Fan", (0, 200)))
    window.selection.set(["F1"])
    window.inspector.page.header._follow("#definition")
    assert window.findChild(PropertiesDialog).kind == "Fan"
    window.document.edit("Define", lambda circuit: edits.define(circuit, "Fan", FAN.replace("= load", "= lod"), was="Fan"))
    window.inspector.page.header._follow("#definition")
    assert window.findChild(EquationEditor).kind == "Fan"
    window.document.edit("Define", lambda circuit: edits.define(circuit, "Fan", FAN, was="Fan"))
    assert kind_in(window.document.root, "Fan") is not None


def test_all_commands_place_own_kinds_too(axis):
    axis.actions_by_name["commands"].trigger()
    commands = axis.findChild(CommandPalette)
    commands.search.setText("place axis")
    assert commands.texts()[0] == "Place Axis"
    commands._do(commands.view.currentIndex())
    assert axis.document.root.components["AX2"].kind == "Axis"


def test_windows_follow_the_theme_and_are_forgotten_when_they_are_closed(axis, qapp):
    axis.selection.set(["SB2"])
    opened = [defining(axis).properties("Axis"), defining(axis).new_equations(), defining(axis).make_subcircuit()]
    label = opened[0].users
    before = label.palette().color(label.foregroundRole()).name()
    axis.appearance.choose_theme("dark")
    assert label.palette().color(label.foregroundRole()).name() != before
    for each in opened:
        each.close()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    axis.appearance.choose_theme("light")  # nothing is left to answer
    axis.document.undo_stack.undo()


def test_an_instance_has_the_letters_that_were_typed_even_if_its_initials_begin_with_them():
    circuit = load(CIRCUITS / "two_segment_manipulator.mars")
    assert edits.make_subcircuit(circuit, ["SB1"], "Servo_Part", letters="S") == "S1"
    assert edits.make_subcircuit(circuit, ["SB2"], "Servo_Arm", letters="SA") == "SA1"


# Clipboard


def nested(circuit: Circuit) -> Circuit:
    """With an Axis that contains a Rod."""
    edits.make_subcircuit(circuit, ["KN1", "SB1", "KN2"], "Axis", letters="AX")
    edits.on_sheet(circuit, "Axis", lambda inner: edits.make_subcircuit(inner, ["SB1"], "Rod"))
    return circuit


def test_instances_are_pasted_into_another_circuit_with_all_that_they_are_made_of():
    text = edits.copied(nested(load(CIRCUITS / "two_segment_manipulator.mars")), ["AX1", "SB2"])
    other = Circuit()
    assert edits.pasted(other, text) == ["AX1", "SB2"] and list(other.definitions) == ["Rod", "Axis"]
    assert "AX1ꞏR1ꞏSB1" in flatten(other).circuit.components and not flatten(other).complaints
    again = dumps(other)
    edits.pasted(other, text)
    assert list(other.definitions) == ["Rod", "Axis"] and other.components["AX2"].kind == "Axis" and dumps(other) != again


def test_a_pasted_kind_that_clashes_gets_another_name_and_so_does_what_it_is_part_of():
    text = edits.copied(nested(load(CIRCUITS / "two_segment_manipulator.mars")), ["AX1"])
    other = Circuit()
    edits.define(other, "Rod", FAN)
    edits.add(other, "Rod", (0, 300))
    edits.pasted(other, text)
    assert list(other.definitions) == ["Rod", "Rod_1", "Axis"] and other.definitions["Rod"]["equations"] == FAN
    assert sheet_of(other, "Axis").components["R1"].kind == "Rod_1"
    different = nested(load(CIRCUITS / "two_segment_manipulator.mars"))
    edits.set_looks(different, "Rod", note="Another one.")
    edits.pasted(other, edits.copied(different, ["AX1"]))
    assert other.components["AX2"].kind == "Axis_1" and sheet_of(other, "Axis_1").components["R1"].kind == "Rod_2"
    assert not flatten(other).complaints


@pytest.mark.parametrize(
    "definition", [3, [], {}, {"equations": 3}, {"subcircuit": 3}, {"subcircuit": {}, "icon": [["line", "hello"]]}]
)
def test_a_definition_that_makes_no_sense_breaks_no_window(window, definition):
    def damage(circuit):
        circuit.definitions = {"Bad": definition}
        circuit.add("Bad", "B1")

    window.document.edit("Damage", damage)
    window.selection.set(["B1"])
    said = [label.text() for label in window.inspector.page.header.findChildren(QLabel)]
    assert any("Fix" in words for words in said)  # after the problem
    menu = QMenu(window)
    window.gestures.menus._definition_actions(menu, "B1")
    window.gestures.open.component("B1")
    defining(window).open("Bad")
    shown = defining(window).properties("Bad")
    if shown is not None:
        shown.close()
    window.document.undo_stack.undo()
    assert window.document.root.definitions == {}
