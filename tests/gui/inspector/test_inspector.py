"""The inspector: forms from declarations, real key events, one undo entry per committed field."""

import time

import pytest
from mars.gui.document.selection import Selection
from mars.gui.fields.display_units import chosen_unit
from mars.gui.fields.points_field import PointsField
from mars.gui.inspector.circuit_page import CircuitPage
from mars.gui.inspector.component_page import ComponentPage
from mars.gui.inspector.help_page import HelpPage
from mars.gui.inspector.inspector import Inspector
from mars.gui.inspector.link_page import LinkPage
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from mars.component.base import Joint
from mars.document.circuit import Circuit
from mars.document.storage import dumps, loads
from mars.kinds.registry import kinds
from tests.helpers.paths import CIRCUITS
from tests.helpers.waits import LIMIT

Key = Qt.Key


@pytest.fixture
def inspector(qtbot, fig1, theme):
    chosen_unit.cache_clear()
    fig1.edit("L1", lambda c: c.add_variable("L1", 600, "mm", minimum=100, maximum=900))
    selection = Selection(fig1)
    found = Inspector(fig1, selection, theme)
    found.resize(300, 800)
    qtbot.addWidget(found)
    found.show()
    found.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is found)
    fig1.undo_stack.clear()
    return found


def type_into(line, text, key=Key.Key_Return):
    line.setFocus()
    line.selectAll()
    QTest.keyClick(line, Key.Key_Delete)
    QTest.keyClicks(line, text)
    if key is not None:
        QTest.keyClick(line, key)


def field_of(inspector, name):
    return inspector.page.form.rows[name].field


def test_typed_values_go_into_the_document_as_typed_one_entry_each(inspector, fig1):
    inspector.selection.set(["SB1"])
    type_into(field_of(inspector, "length").line, "2*L1")
    type_into(field_of(inspector, "mass").line, "4500 g", Key.Key_Tab)
    values = fig1.circuit.components["SB1"].values
    assert (values["length"], values["mass"]) == ("2*L1", "4500 g") and fig1.undo_stack.count() == 2
    assert fig1.undo_stack.text(0) == "Set length of SB1"
    fig1.undo_stack.undo()
    fig1.undo_stack.undo()
    assert field_of(inspector, "length").text() == "0.6" and field_of(inspector, "length").line.unit_text == "m"


def test_a_refused_value_leaves_the_document_alone(inspector, fig1):
    inspector.selection.set(["SB1"])
    before = dumps(fig1.circuit)
    field = field_of(inspector, "length")
    for text in ("-1", "3 kg", "2*unknown", "nan", "1e400", "x" * 50_000):
        field.line.setFocus()
        field.line.setText(text)
        QTest.keyClick(field.line, Key.Key_Return)
        assert field.text() == field.line.text() != "0.6" and not field.reason.isHidden()
        assert dumps(fig1.circuit) == before and fig1.undo_stack.count() == 0
    assert inspector.area.widget().minimumSizeHint().width() <= 260
    QTest.keyClick(field.line, Key.Key_Escape)
    assert field.text() == "0.6" and field.reason.isHidden()


def test_the_arrow_takes_back_to_the_default(inspector, fig1):
    inspector.selection.set(["SB1"])
    row = inspector.page.form.rows["mass"]
    assert not row.reset_button.isHidden()
    QTest.mouseClick(row.reset_button, Qt.MouseButton.LeftButton)
    assert "mass" not in fig1.circuit.components["SB1"].values
    assert row.reset_button.isHidden() and row.field.text() == "" and row.field.line.placeholderText() == "1"


def test_a_click_on_the_label_gives_a_slider_whose_drag_is_one_entry(inspector, fig1):
    inspector.selection.set(["SB1"])
    row = inspector.page.form.rows["mass"]
    QTest.mouseClick(row.label, Qt.MouseButton.LeftButton)
    slider = row.field.slider
    QApplication.processEvents()
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    for x in range(24, 100, 6):
        QTest.mouseMove(slider, QPoint(x, 10))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(100, 10))
    assert fig1.undo_stack.count() == 1 and fig1.circuit.components["SB1"].values["mass"] not in ("4 kg", 4)
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(30, 10))
    assert fig1.undo_stack.count() == 2
    QTest.mouseClick(row.label, Qt.MouseButton.LeftButton)
    assert not row.field.has_slider and not slider.isVisible()


def test_half_typed_text_survives_news_and_is_entered_when_the_selection_moves_on(inspector, fig1):
    inspector.selection.set(["SB1"])
    line = field_of(inspector, "length").line
    type_into(line, "0.75", None)
    fig1.edit("elsewhere", lambda c: c.set("SB1.mass", 7))
    assert line.text() == "0.75" and line.hasFocus() and field_of(inspector, "mass").text() == "7"
    inspector.selection.set(["SB2"])
    assert fig1.circuit.components["SB1"].values["length"] == 0.75
    assert field_of(inspector, "length").text() == "0.4"


def test_a_removed_component_takes_its_half_typed_text_along(inspector, fig1):
    inspector.selection.set(["SB1"])
    type_into(field_of(inspector, "length").line, "0.75", None)
    fig1.edit("Remove", lambda c: c.remove("SB1"))
    assert isinstance(inspector.page, CircuitPage) and fig1.undo_stack.count() == 1


def test_another_page_does_not_take_the_cursor(inspector, fig1):
    """A key meant for the drawing must not disable the newly selected component."""
    inspector.selection.set(["SB1"])
    field_of(inspector, "mass").focus_first()
    inspector.selection.set(["SB2"])
    assert QApplication.focusWidget() is None or not inspector.isAncestorOf(QApplication.focusWidget())


def test_the_page_is_kept_while_values_change_and_made_anew_with_the_kind(inspector, fig1):
    inspector.selection.set(["SB1"])
    page = inspector.page
    fig1.edit("mass", lambda c: c.set("SB1.mass", 5))
    fig1.undo_stack.undo()
    assert inspector.page is page

    def swap(circuit):
        circuit.components["SB1"].kind = "bodies.box"

    fig1.edit("Swap", swap)
    assert inspector.page is not page and "width" in inspector.page.form.rows | dict.fromkeys(_more(inspector))


def _more(inspector):
    form = inspector.page.form
    form.more.set_open(True)
    return form.rows


def test_renaming_rewrites_the_circuit_and_keeps_the_selection(inspector, fig1):
    inspector.selection.set(["SB1"])
    type_into(inspector.page.header.name_line, "Arm", Key.Key_Tab)
    assert "Arm" in fig1.circuit.components and inspector.selection.only == "Arm"
    assert any("Arm.1" in link.ends for link in fig1.circuit.links) and fig1.undo_stack.count() == 1
    assert inspector.page.names == ("Arm",)
    type_into(inspector.page.header.name_line, "SB2")
    assert "already" in inspector.page.header.reason.text() and "Arm" in fig1.circuit.components
    QTest.keyClick(inspector.page.header.name_line, Key.Key_Escape)
    assert inspector.page.header.name_line.text() == "Arm" and inspector.page.header.reason.isHidden()


def test_the_switch_takes_a_component_out_of_the_circuit(inspector, fig1):
    inspector.selection.set(["DC"])
    QTest.mouseClick(inspector.page.header.disabled, Qt.MouseButton.LeftButton)
    assert fig1.circuit.components["DC"].disabled and inspector.page.header.disabled.isChecked()
    fig1.undo_stack.undo()
    assert not inspector.page.header.disabled.isChecked()


def test_start_angle_by_field_slider_and_how(inspector, fig1):
    inspector.selection.set(["KN1"])
    row = inspector.page.starts.rows["KN1.angle"]
    assert row.field.text() == "30" and row.field.line.unit_text == "deg"
    inspector.set_assembled({"KN1.angle": 0.5183627878423159})
    assert row.assembled.text() == "after assembly: 29.7°"
    type_into(row.field.line, "40")
    assert fig1.circuit.start["KN1.angle"].value == "40 deg" and fig1.circuit.start["KN1.angle"].how == "fixed"
    slider, before = row.slider, fig1.undo_stack.count()
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 2, 10))
    for x in range(slider.width() // 2, slider.width() - 20, 9):
        QTest.mouseMove(slider, QPoint(x, 10))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() - 20, 10))
    assert fig1.undo_stack.count() == before + 1
    value = fig1.circuit.start["KN1.angle"].value
    assert (
        value.endswith(" deg")
        and 90 < float(value.split()[0]) <= 180
        and float(value.split()[0]) == round(float(value.split()[0]))
    )
    row.how.setFocus()
    QTest.keyClick(row.how, Key.Key_Down)
    assert fig1.circuit.start["KN1.angle"].how == "guess" and fig1.circuit.start["KN1.angle"].value == value
    type_into(row.field.line, "20")
    assert fig1.circuit.start["KN1.angle"].how == "guess"
    QTest.mouseClick(row.back, Qt.MouseButton.LeftButton)
    assert "KN1.angle" not in fig1.circuit.start and row.field.text() == ""


def test_start_speed_is_named_by_its_port(inspector, fig1):
    inspector.selection.set(["KN2"])
    type_into(inspector.page.starts.rows["KN2.turn.speed"].field.line, "60 rpm")
    assert fig1.circuit.start["KN2.turn.speed"].value == "60 rpm"
    type_into(inspector.page.starts.rows["KN2.turn.speed"].field.line, "3 m")
    assert fig1.circuit.start["KN2.turn.speed"].value == "60 rpm"


def test_the_attitude_of_a_ball_is_three_angles(inspector, fig1):
    fig1.edit("Ball", lambda c: c.add("joints.spherical", "KN5", at=(0, 300)))
    inspector.selection.set(["KN5"])
    row = inspector.page.starts.rows["KN5.attitude"]
    type_into(row.field.lines[2], "90")
    assert fig1.circuit.start["KN5.attitude"].value == [0, 0, "90 deg"]
    inspector.set_assembled(
        {f"KN5.attitude.{letter}": q for letter, q in zip("wxyz", (0.7071067811865476, 0, 0, 0.7071067811865476), strict=True)}
    )
    assert row.assembled.text() == "after assembly: 0°, 0°, 90°"
    inspector.page.starts.speeds.set_open(True)
    assert "KN5.turn_x.speed" in inspector.page.starts.rows


def test_several_components_are_set_in_one_entry(inspector, fig1):
    inspector.selection.set(["SB1", "SB2"])
    field = field_of(inspector, "mass")
    assert field.text() == "" and field.line.placeholderText() == "mixed"
    type_into(field.line, "3")
    assert [fig1.circuit.components[n].values["mass"] for n in ("SB1", "SB2")] == [3, 3] and fig1.undo_stack.count() == 1
    assert field.text() == "3"
    QTest.mouseClick(inspector.page.header.disabled, Qt.MouseButton.LeftButton)
    assert all(fig1.circuit.components[n].disabled for n in ("SB1", "SB2")) and fig1.undo_stack.count() == 2
    inspector.selection.set(["SB1", "KN1"])
    assert inspector.page.form.rows == {}


def test_a_leaving_glance_at_several_changes_nothing(inspector, fig1):
    inspector.selection.set(["SB1", "SB2"])
    before = dumps(fig1.circuit)
    for field in inspector.page.form.fields().values():
        field.focus_first()
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
    assert dumps(fig1.circuit) == before


def test_points_are_added_renamed_with_their_links_and_deleted(inspector, fig1):
    fig1.edit("Plate", lambda c: c.add("bodies.body", "P1", at=(0, 400), points={"2": [0.5, 0, 0]}))
    fig1.edit("Link", lambda c: c.connect("P1.2", "SB2.2"))
    inspector.selection.set(["P1"])
    field = field_of(inspector, "points")
    assert isinstance(field, PointsField)
    QTest.mouseClick(field.add_button, Qt.MouseButton.LeftButton)
    assert list(fig1.circuit.components["P1"].values["points"]) == ["2", "3"]
    type_into(field.rows["3"].place[0], "250 mm")
    assert fig1.circuit.components["P1"].values["points"]["3"] == ["250 mm", 0, 0]
    type_into(field.rows["2"].name_line, "grip")
    assert list(fig1.circuit.components["P1"].values["points"]) == ["grip", "3"]
    assert any("P1.grip" in link.ends for link in fig1.circuit.links)
    field.removed.emit("grip")
    assert list(fig1.circuit.components["P1"].values["points"]) == ["3"]
    assert not any("P1.grip" in link.ends for link in fig1.circuit.links)


def test_the_law_of_a_source_is_chosen_with_the_keyboard(inspector, fig1):
    inspector.selection.set(["Ew2"])
    field = field_of(inspector, "law")
    assert field.law == "cycloid" and not field.preview.isHidden() and field.preview.times[-1] == 5.0
    fig1.edit("Until", lambda c: c.run.update(until=8))
    assert field.preview.times[-1] == 8.0
    fig1.undo_stack.clear()
    field.combo.setFocus()
    index = field.combo.findData("sine")
    QTest.keyClick(field.combo, Key.Key_Up if index < field.combo.currentIndex() else Key.Key_Down)
    assert fig1.circuit.components["Ew2"].values["law"]["law"] == "sine" and fig1.undo_stack.count() == 1
    type_into(field.form.fields["frequency"].line, "0.5")
    assert fig1.circuit.components["Ew2"].values["law"]["frequency"] == 0.5 and fig1.undo_stack.count() == 2
    fig1.undo_stack.undo()
    fig1.undo_stack.undo()
    assert field.law == "cycloid"


def test_a_link_shows_its_node(inspector, fig1):
    fig1.edit("Join", lambda c: c.add("meters.pose", "M1", at=(0, 300)))
    inspector.selection.set([], ["KN1.2 SB1.1"])
    page = inspector.page
    assert isinstance(page, LinkPage) and page.ports == ["KN1.2", "SB1.1"] and "P³: Tx Ty Rz" in page.description
    inspector.selection.set([], [next(link.key for link in fig1.circuit.links if "KN1.turn" in link.ends)])
    assert inspector.page.description == "Shaft: angle, speed and torque"


def test_the_circuit_when_nothing_is_selected(inspector, fig1):
    page = inspector.page
    assert isinstance(page, CircuitPage)
    type_into(page.title, "Arm of two rods")
    page.note.setFocus()
    page.note.selectAll()
    QTest.keyClicks(page.note, "a note")
    QTest.keyClick(page.note, Key.Key_Tab)
    assert (fig1.circuit.title, fig1.circuit.note) == ("Arm of two rods", "a note")
    QTest.mouseClick(page.motions["Tz"], Qt.MouseButton.LeftButton)
    assert fig1.circuit.motions == ("Tx", "Ty", "Tz", "Rz") and page.class_name.text() == "P⁴"
    assert page.gravity.lines[2].placeholderText() == "-9.81" and page.preset.currentIndex() == -1
    page.preset.setFocus()
    QTest.keyClick(page.preset, Key.Key_Down)
    assert fig1.circuit.motions == ("Tx", "Ty", "Rz")
    type_into(page.gravity.lines[1], "-1.62")
    assert fig1.circuit.gravity == [0, -1.62, 0]
    QTest.mouseClick(page.gravity_row.reset_button, Qt.MouseButton.LeftButton)
    assert fig1.circuit.gravity is None
    for motion in ("Tx", "Ty", "Rz"):
        QTest.mouseClick(page.motions[motion], Qt.MouseButton.LeftButton)
    assert fig1.circuit.motions and not page.class_reason.isHidden()  # the last one is refused


def test_variables_are_typed_renamed_moved_and_not_deleted_while_used(inspector, fig1):
    form = inspector.page.variables
    fig1.edit("use", lambda c: c.set("SB1.length", "2*L1"))
    QTest.mouseClick(form.add_button, Qt.MouseButton.LeftButton)
    (name,) = [n for n in fig1.circuit.variables if n != "L1"]
    assert form.rows[name].name_line.hasFocus()
    type_into(form.rows[name].name_line, "width")
    type_into(form.rows["width"].value.line, "L1/3")
    assert fig1.circuit.variables["width"].value == "L1/3"
    type_into(form.rows["width"].value.line, "2*nobody")
    assert fig1.circuit.variables["width"].value == "L1/3" and not form.rows["width"].value.reason.isHidden()
    type_into(form.rows["width"].value.line, "0.4 zz")
    type_into(form.rows["width"].value.line, "L1/3")  # unchanged: nothing to do, and no error any more
    assert form.rows["width"].value.reason.isHidden() and form.rows["width"].reason.isHidden()
    QTest.keyClick(form.rows["width"].value.line, Key.Key_Escape)
    type_into(form.rows["L1"].name_line, "length")
    assert fig1.circuit.components["SB1"].values["length"] == "2*length" and fig1.circuit.variables["width"].value == "length/3"
    row = form.rows["length"]
    QTest.mouseClick(row.fold, Qt.MouseButton.LeftButton)
    form.remove(row)
    assert "length" in fig1.circuit.variables and "SB1.length" in row.reason.text() and "width" in row.reason.text()
    form.move("width", -1)
    assert list(fig1.circuit.variables) == ["length", "width"] and "later" in form.rows["width"].reason.text()
    type_into(row.details.lines["note"], "upper arm")
    type_into(row.details.lines["maximum"], "1200")
    assert (fig1.circuit.variables["length"].note, fig1.circuit.variables["length"].maximum) == ("upper arm", 1200)
    assert row.value.has_slider
    type_into(row.details.lines["unit"], "bananas")
    assert fig1.circuit.variables["length"].unit == "mm" and not row.reason.isHidden()


def test_the_slider_of_a_variable_is_one_entry(inspector, fig1):
    row = inspector.page.variables.rows["L1"]
    slider = row.value.slider
    inspector.area.ensureWidgetVisible(slider)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    for x in range(20, 80, 5):
        QTest.mouseMove(slider, QPoint(x, 10))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(80, 10))
    assert fig1.undo_stack.count() == 1 and isinstance(fig1.circuit.variables["L1"].value, float)


def test_settings_of_the_run(inspector, fig1):
    form = inspector.page.solver
    type_into(form.rows["until"].field.line, "2 min")
    assert fig1.circuit.run["until"] == "2 min"
    type_into(form.rows["until"].field.line, "-3")
    assert fig1.circuit.run["until"] == "2 min" and not form.rows["until"].field.reason.isHidden()
    QTest.keyClick(form.rows["until"].field.line, Key.Key_Escape)
    combo = form.rows["method"].field.combo
    combo.setFocus()
    while combo.currentData() != "radau":
        QTest.keyClick(combo, Key.Key_Down)
    assert fig1.circuit.run["method"] == "radau"
    form.more.set_open(True)
    assert form.rows["rtol"].field.line.placeholderText() == "1e-8"
    type_into(form.rows["rtol"].field.line, "1e-6")
    assert fig1.circuit.run["rtol"] == 1e-6
    assert form.rows["atol"].field.line.placeholderText() == "1e-8"  # follows the relative tolerance


def test_methods_and_tolerances_are_the_engines():
    from mars.gui.inspector import solver_form

    from mars.simulation import methods, settings

    assert (*solver_form.METHODS, "ida") == methods.METHODS and solver_form.MODES == settings.MODES
    assert {name: pair for name, pair in methods.TOLERANCES.items() if name != "ida"} == solver_form.TOLERANCES
    usual = settings.Settings()
    assert (usual.rtol, usual.atol) == solver_form.USUAL_TOLERANCES and usual.until == solver_form.DEFAULT_END


def test_the_cursor_goes_into_the_telling_value(inspector, fig1):
    inspector.selection.set(["SB1"])
    inspector.focus_first()
    assert field_of(inspector, "length").line.hasFocus()
    inspector.selection.set(["KN1"])
    inspector.focus_first()
    assert inspector.page.starts.rows["KN1.angle"].field.line.hasFocus()
    inspector.selection.set(["Ef3"])
    inspector.focus_first()
    assert isinstance(QApplication.focusWidget(), QLineEdit)


def test_help_is_asked_for_with_f1_and_tells_ports_and_limits(inspector, qtbot, theme):
    inspector.selection.set(["SB1"])
    field_of(inspector, "length").focus_first()
    with qtbot.waitSignal(inspector.help_requested) as asked:
        QTest.keyClick(QApplication.focusWidget(), Key.Key_F1)
    assert asked.args == ["bodies.rod"]
    for kind in kinds():
        page = HelpPage(kind, theme)
        text = page.toPlainText()
        assert kind in text and all(port.name in text for port in kinds()[kind].ports.values())
    page.show_kind("bodies.rod")
    assert "greater than 0" in page.toPlainText() and "kg/m³" in page.toPlainText()


@pytest.mark.parametrize("kind", list(kinds()))
def test_every_kind_is_shown_and_each_field_entered_unchanged_keeps_the_file(qtbot, document, selection, theme, kind):
    def build(circuit):
        circuit.add(kind, "X1", at=(0, 0))

    document.edit("Add", build)
    inspector = Inspector(document, selection, theme)
    qtbot.addWidget(inspector)
    inspector.show()
    selection.set(["X1"])
    page = inspector.page
    assert isinstance(page, ComponentPage)
    for section in (page.form.more, page.starts.speeds if page.starts else None):
        if section is not None:
            section.set_open(True)
    assert set(page.form.rows) == set(kinds()[kind].parameters)
    before = dumps(document.circuit)
    for name in page.form.rows:
        page.form.commit(name)
        page.form.rows[name].field.entered.emit()
    for row in page.starts.rows.values() if page.starts else ():
        row.commit()
    assert dumps(document.circuit) == before and document.undo_stack.count() == 1
    if issubclass(kinds()[kind], Joint) and kinds()[kind].coordinates:
        assert page.starts is not None


@pytest.mark.slow
def test_every_example_survives_a_look_at_all_its_components(qtbot, document, selection, theme):

    from mars.document.storage import load

    inspector = Inspector(document, selection, theme)
    qtbot.addWidget(inspector)
    inspector.show()
    for path in sorted((CIRCUITS).glob("*.mars")):
        document.replace(load(path))
        before = dumps(document.circuit)
        seen = {component.kind: name for name, component in document.circuit.components.items()}
        for name in seen.values():
            selection.set([name])
            for field_name, field in inspector.page.form.fields().items():
                assert not field.is_modified, (path.name, name, field_name)
                assert field.reason.isHidden(), (path.name, name, field.reason.text())
            inspector.page.commit_all()
        selection.clear()
        inspector.page.commit_all()
        assert dumps(document.circuit) == before, path.name


@pytest.mark.slow
def test_hostile_files_are_shown(qtbot, document, selection, theme):
    circuit = Circuit()
    circuit.add("nobody.knows." + "x" * 5000, "G1", at=(0, 0), a={"b": [1] * 5000})
    circuit.add("bodies.body", "B1", at=(0, 0), points={f"p{i}": [0, i, 0] for i in range(5000)}, mass="x" * 50_000, inertia="no")
    circuit.add("dynamics.table_spring", "T1", at=(0, 0), table=[[i, "y" * 100] for i in range(5000)])
    circuit.add("sources.torque", "E1", at=(0, 0), law={"law": "polynomial", "coefficients": [1] * 5000})
    circuit.add("joints.rotation", "K1", at=(0, 0), axis=[0, 0, 0])
    circuit.start["K1.angle"] = _start(["1", "2", "3"])
    circuit.start["K1.nothing"] = _start("5 m")
    for i in range(3000):
        circuit.add_variable(f"v{i}", f"v{i - 1}+1" if i else "missing")
    circuit.variables["v1"].unit = "bananas"
    circuit.variables["v2"].value = 5
    circuit.variables["v2"].unit = "apples"
    document.replace(circuit)
    inspector = Inspector(document, selection, theme)
    qtbot.addWidget(inspector)
    inspector.show()
    before = dumps(circuit)
    for name in circuit.components:
        selection.set([name])
        QApplication.processEvents()
        inspector.page.commit_all()
        assert inspector.area.widget().minimumSizeHint().width() <= 260, name
    selection.set(list(circuit.components))
    selection.clear()
    assert len(inspector.page.variables.rows) < 100
    assert dumps(document.circuit) == before


def _start(value):
    from mars.document.entries import Start

    return Start(value)


@pytest.mark.slow
def test_nothing_is_cut_off_from_260_to_420_pixels(inspector, fig1):
    """No page needs more width than it gets, and no widget extends beyond its parent."""
    fig1.edit("Free", lambda c: c.add("joints.free", "KN8", at=(0, 400)))
    fig1.edit("Ball", lambda c: c.add("joints.spherical", "KN9", at=(0, 500)))
    inspector.set_assembled({"KN9.attitude": [0.1, 0.2, 0.3], "KN1.angle": 0.5})
    for width in (260, 300, 420):
        inspector.resize(width, 500)
        for chosen in [[], *([name] for name in fig1.circuit.components), ["SB1", "SB2"]]:
            inspector.selection.set(chosen)
            if chosen == ["KN8"]:
                inspector.page.starts.speeds.set_open(True)
            QApplication.processEvents()
            viewport, page = inspector.area.viewport().width(), inspector.area.widget()
            assert page.width() <= viewport and page.minimumSizeHint().width() <= viewport, (width, chosen)
            for line in page.findChildren(QLineEdit):
                holder = line.parentWidget()
                assert not line.isVisible() or holder.rect().contains(line.geometry()), (width, chosen, line.text())
            for label in page.findChildren(QLabel):
                if label.isVisible() and not label.wordWrap() and label.text():
                    right = label.mapTo(page, QPoint(label.width(), 0)).x()
                    needed = label.fontMetrics().horizontalAdvance(label.text())
                    assert right <= viewport and needed <= label.width() + 1, label.text()


@pytest.mark.slow
def test_showing_a_component_costs_little_more_than_its_widgets(inspector, fig1):
    """A ratio: switching between components against creating the same number of bare lines."""
    selection = inspector.selection

    def turns():
        began = time.process_time()
        for _ in range(5):
            selection.set(["SB1"])
            selection.set(["KN1"])
        return (time.process_time() - began) / 10

    def bare():
        began = time.process_time()
        for _ in range(10):
            for _ in range(20):
                QLineEdit("1.0", inspector).deleteLater()
        return (time.process_time() - began) / 10

    turns()
    assert min(turns() for _ in range(3)) < 40 * max(min(bare() for _ in range(3)), 1e-4)


def test_the_theme_is_followed(inspector, fig1, theme):
    inspector.selection.set(["SB1"])
    light = inspector.grab().toImage().pixelColor(5, 300)
    theme.choose("dark")
    dark = inspector.grab().toImage().pixelColor(5, 300)
    assert light != dark and dark == theme.colour("panel")


@pytest.mark.slow
def test_the_inspector_needs_no_solver():
    import subprocess
    import sys

    code = (
        "import sys, mars.gui.inspector.inspector, mars.gui.inspector.help_page, mars.kinds.registry as r; r.kinds();"
        "print([m for m in ('casadi', 'numba', 'scipy', 'pyqtgraph') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT, check=True)
    assert done.stdout.strip() == "[]"


def test_a_saved_file_reads_back_what_was_typed(inspector, fig1):
    inspector.selection.set(["SB1"])
    type_into(field_of(inspector, "length").line, "2*L1")
    again = loads(dumps(fig1.circuit))
    assert again.components["SB1"].values["length"] == "2*L1"


def test_a_flag_is_set_by_a_click_and_undone(inspector, fig1):
    fig1.edit("PID", lambda c: c.add("control.pid", "PID1", at=(0, 0)))
    fig1.edit("PID", lambda c: c.add("control.pid", "PID2", at=(0, 100), limited=True))
    fig1.undo_stack.clear()
    inspector.selection.set(["PID1"])
    _more(inspector)
    for wanted in ({"limited": True}, {}):
        box = field_of(inspector, "limited").box
        QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))
        assert fig1.circuit.components["PID1"].values == wanted
    assert fig1.undo_stack.count() == 2 and fig1.undo_stack.text(0) == "Set limited of PID1"
    fig1.undo_stack.undo()
    assert field_of(inspector, "limited").box.isChecked() and fig1.circuit.components["PID1"].values == {"limited": True}
    fig1.undo_stack.undo()
    assert not field_of(inspector, "limited").box.isChecked()
    inspector.selection.set(["PID1", "PID2"])
    _more(inspector)
    assert field_of(inspector, "limited").box.checkState() == Qt.CheckState.PartiallyChecked
