"""Sliders of the inspector, with real mouse and key events: every number that can change in a run, one entry per drag."""

import pytest
from mars.gui.fields import slider_memory
from mars.gui.fields.slider import ValueSlider
from mars.gui.inspector.inspector import Inspector
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from mars.document.circuit import Circuit

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key


@pytest.fixture
def inspector(qtbot, document, selection, theme):
    c = Circuit("sliders", motions="Tx Ty Rz")
    c.add_variable("k", 50, "N·m/rad", minimum=10, maximum=90)
    c.add("dynamics.spring_damper", "DC1", at=(0, 0), stiffness="2*k", damping="0.8 N·m·s/rad")
    c.add("sources.velocity", "Ew1", at=(100, 0), law={"law": "sine", "amplitude": 2, "frequency": 1})
    c.add("sources.torque", "Em1", at=(200, 0), law=3)
    c.add("bodies.body", "SB1", at=(300, 0), centre=[0.1, 0, "20 mm"])
    c.add("joints.rotation", "KN1", at=(400, 0))
    c.add("inputs.slider", "IN1", at=(500, 0), lowest=-2, highest=6, value=1)
    document.replace(c)
    found = Inspector(document, selection, theme)
    found.resize(300, 800)
    qtbot.addWidget(found)
    found.show()
    found.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is found)
    return found


def row_of(inspector, name, parameter):
    inspector.selection.set([name])
    QApplication.processEvents()
    return inspector.page.form.rows[parameter]


def opened(row):
    QTest.mouseClick(row.side_button, LEFT)
    QApplication.processEvents()
    assert row.field.has_slider
    return row


def place(slider: ValueSlider, share: float) -> QPoint:
    return QPoint(round(8 + share * (slider.width() - 16)), slider.height() // 2)


def drag(slider, *shares, let_go=True):
    QTest.mousePress(slider, LEFT, pos=place(slider, shares[0]))
    for share in shares[1:]:
        QTest.mouseMove(slider, place(slider, share))
    if let_go:
        QTest.mouseRelease(slider, LEFT, pos=place(slider, shares[-1]))


def test_a_drag_is_one_entry_and_undo_brings_back_what_was_typed(inspector, document):
    row = opened(row_of(inspector, "DC1", "damping"))
    drag(row.field.slider, 0.5, 0.6, 0.75)
    assert document.circuit.components["DC1"].values["damping"] == pytest.approx(1.2, abs=0.02)
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.circuit.components["DC1"].values["damping"] == "0.8 N·m·s/rad"
    assert row.field.slider.value() == pytest.approx(row.field.slider.maximum() / 2, abs=1)


def test_escape_in_a_drag_brings_back_what_was_typed_and_leaves_no_entry(inspector, document):
    row = opened(row_of(inspector, "DC1", "damping"))
    drag(row.field.slider, 0.5, 0.9, let_go=False)
    assert document.circuit.components["DC1"].values["damping"] != "0.8 N·m·s/rad"
    QTest.keyClick(row.field.slider, Key.Key_Escape)
    assert document.circuit.components["DC1"].values["damping"] == "0.8 N·m·s/rad"
    assert document.undo_stack.count() == 0 and not document.is_modified
    QTest.mouseRelease(row.field.slider, LEFT, pos=place(row.field.slider, 0.9))
    assert document.undo_stack.count() == 0


def test_each_key_press_is_an_entry(inspector, document):
    row = opened(row_of(inspector, "DC1", "damping"))
    row.field.slider.setFocus()
    QTest.keyClick(row.field.slider, Key.Key_Right)
    QTest.keyClick(row.field.slider, Key.Key_Right)
    assert document.undo_stack.count() == 2


def test_which_sliders_are_open_is_remembered(inspector):
    opened(row_of(inspector, "DC1", "damping"))
    inspector.selection.set(["SB1"])
    row = row_of(inspector, "DC1", "damping")
    assert row.field.has_slider
    QTest.mouseClick(row.side_button, LEFT)
    assert not row.field.has_slider
    inspector.selection.set(["SB1"])
    assert not row_of(inspector, "DC1", "damping").field.has_slider


def test_a_formula_has_no_slider_and_says_why(inspector):
    row = row_of(inspector, "DC1", "stiffness")
    assert not row.side_button.isEnabled() and "formula" in row.side_button.toolTip()
    QTest.mouseClick(row.label, LEFT)
    assert not row.field.has_slider


def test_structure_has_a_mark_and_no_slider(inspector):
    row = row_of(inspector, "KN1", "axis")
    assert row.side_button.isVisible() and not row.side_button.isEnabled()
    assert "continues from its current time" in row.side_button.toolTip()


def test_the_range_grows_where_its_end_is_reached(inspector, document):
    row = opened(row_of(inspector, "DC1", "damping"))
    before = row.field.slider.limits[1]
    drag(row.field.slider, 0.5, 1.0)
    assert document.circuit.components["DC1"].values["damping"] == pytest.approx(before)
    assert row.field.slider.limits[1] == pytest.approx(2 * before)
    assert row.field.slider.limits[0] == 0  # a limit of the parameter


def test_the_range_can_be_set_and_is_told_apart_by_ratios_over_decades(inspector, document):
    row = opened(row_of(inspector, "DC1", "damping"))
    strip = row.field.strip
    strip.edit_range()
    ends = strip._ends
    for line, text in ((ends.low, "0.01"), (ends.high, "100")):
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, text)
    QTest.keyClick(ends.high, Key.Key_Return)
    assert ends.isHidden() and row.field.slider.is_log
    assert row.field.slider.limits == (0.01, 100)
    drag(row.field.slider, 0.5, 0.25)
    assert document.circuit.components["DC1"].values["damping"] == pytest.approx(0.1, rel=0.06)
    assert slider_memory.range_of("dynamics.spring_damper.damping") == (0.01, 100)
    strip.take_range(None)
    assert not row.field.slider.is_log


@pytest.mark.parametrize(("low", "high"), [("5", "1"), ("", "3"), ("x", "3"), ("1 kg", "3")])
def test_a_range_that_is_none_is_not_taken(inspector, low, high):
    row = opened(row_of(inspector, "DC1", "damping"))
    before = row.field.slider.limits
    strip = row.field.strip
    strip.edit_range()
    strip._ends.low.setText(low)
    strip._ends.high.setText(high)
    QTest.keyClick(strip._ends.high, Key.Key_Return)
    assert row.field.slider.limits == before and strip._ends.isVisible()
    QTest.keyClick(strip._ends.low, Key.Key_Escape)
    QTest.keyClick(strip._ends.low, Key.Key_Escape)
    assert strip._ends.isHidden()


def test_of_a_vector_the_number_with_the_cursor_moves(inspector, document):
    row = opened(row_of(inspector, "SB1", "centre"))
    row.field.lines[1].setFocus()
    drag(row.field.strip.slider, 0.5, 0.75)
    assert document.circuit.components["SB1"].values["centre"] == [0.1, pytest.approx(0.5, abs=0.02), "20 mm"]
    row.field.lines[0].setFocus()
    drag(row.field.strip.slider, 0.5, 0.6, let_go=False)
    QTest.keyClick(row.field.strip.slider, Key.Key_Escape)
    assert document.circuit.components["SB1"].values["centre"][0] == 0.1
    assert document.undo_stack.count() == 1


def test_numbers_of_a_law_have_sliders(inspector, document):
    row = opened(row_of(inspector, "Ew1", "law"))
    drag(row.field.form.fields["amplitude"].slider, 0.75, 0.5)
    law = document.circuit.components["Ew1"].values["law"]
    assert law == {"law": "sine", "amplitude": pytest.approx(0, abs=0.03), "frequency": 1}
    drag(row.field.form.fields["frequency"].slider, 0.75, 1.0)
    assert document.circuit.components["Ew1"].values["law"]["frequency"] == pytest.approx(2)
    assert document.undo_stack.count() == 2
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.circuit.components["Ew1"].values["law"] == {"law": "sine", "amplitude": 2, "frequency": 1}


def test_a_constant_law_has_one_too(inspector, document):
    row = opened(row_of(inspector, "Em1", "law"))
    drag(row.field.form.strip.slider, 0.75, 1.0)
    assert document.circuit.components["Em1"].values["law"] == pytest.approx(6)
    assert document.undo_stack.count() == 1


def test_an_input_has_the_ends_of_its_handle(inspector, document):
    row = row_of(inspector, "IN1", "value")
    assert row.field.has_slider and row.field.slider.limits == (-2, 6)
    drag(row.field.slider, 0.4, 1.0)
    assert document.circuit.components["IN1"].values["value"] == 6 and row.field.slider.limits == (-2, 6)
    document.edit("ends", lambda circuit: circuit.set("IN1.highest", 8))
    assert row.field.slider.limits == (-2, 8)


def test_only_the_row_that_changed_is_written_anew(inspector, document, monkeypatch):
    row_of(inspector, "SB1", "mass")
    written = []
    for name, row in inspector.page.form.rows.items():
        monkeypatch.setattr(row.field, "set_typed", lambda *a, name=name: written.append(name))
    document.edit("mass", lambda circuit: circuit.set("SB1.mass", 3))
    assert written == ["mass"]
    document.edit("variable", lambda circuit: circuit.add_variable("m", 3, "kg"))
    assert set(written) == set(inspector.page.form.rows)


def test_several_components_slide_together(inspector, document):
    document.edit("another", lambda circuit: circuit.add("dynamics.spring_damper", "DC2", at=(0, 100), damping=0.8))
    document.undo_stack.clear()
    inspector.selection.set(["DC1", "DC2"])
    row = inspector.page.form.rows["damping"]
    opened(row)
    drag(row.field.slider, 0.5, 0.7)
    values = [document.circuit.components[name].values["damping"] for name in ("DC1", "DC2")]
    assert values[0] == values[1] and document.undo_stack.count() == 1
