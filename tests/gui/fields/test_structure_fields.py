"""Fields for counts, lists, grids and formulas, with real keys and clicks; start values that follow them."""

import pytest
from mars.gui.fields.count_field import CountField
from mars.gui.fields.line_fields import FormulaField, NumbersField
from mars.gui.fields.table_field import GridField
from mars.gui.inspector.inspector import Inspector
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mars.component.declarations import Count, Formula, Grid, Numbers


def shown(qtbot, field):
    qtbot.addWidget(field)
    field.show()
    return field


def type_into(line, text, key=Qt.Key.Key_Return):
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    if key is not None:
        QTest.keyClick(line, key)


def test_a_count_goes_up_and_down_within_its_limits(qtbot, theme):
    field = shown(qtbot, CountField(Count(2, help="inputs", minimum=1, maximum=3), theme))
    with qtbot.waitSignal(field.entered):
        QTest.mouseClick(field.more, Qt.MouseButton.LeftButton)
    assert field.check() == (3, "") and not field.more.isEnabled() and field.less.isEnabled()
    type_into(field.line, "2.5")
    typed, reason = field.check()
    assert typed is None and "2.5 is not a whole number" in reason
    type_into(field.line, "7")
    assert "at most 3" in field.check()[1]


@pytest.mark.parametrize(
    "text, kept",
    [
        ("1, 0.5", [1, 0.5]),
        ("[1, 0.5]", [1, 0.5]),
        ("1 0.5 2", [1, 0.5, 2]),
        ("1; 2", [1, 2]),
        ("3", [3]),
        ("max(1, 2), 4", ["max(1, 2)", 4]),
    ],
)
def test_numbers_are_typed_as_people_write_lists(qtbot, theme, text, kept):
    field = shown(qtbot, NumbersField(Numbers([9.0], "1", "coefficients"), theme))
    type_into(field.line, text)
    assert field.check() == (kept, "")


def test_too_many_numbers_are_refused(qtbot, theme):
    field = shown(qtbot, NumbersField(Numbers([9.0], "1", "coefficients", most=2, name="some"), theme))
    type_into(field.line, "1, 2, 3")
    assert field.check()[0] is None and "list of 1 to 2 numbers" in field.reason.text()


def test_a_formula_is_judged_while_one_types(qtbot, theme):
    field = shown(qtbot, FormulaField(Formula("u1", words=("u1", "u2"), name="formula"), theme))
    type_into(field.line, "u1 + u3", key=None)
    qtbot.waitUntil(lambda: "unknown name “u3”" in field.reason.text())
    type_into(field.line, "u1 + u2", key=None)
    qtbot.waitUntil(lambda: field.reason.isHidden())
    assert field.check() == ("u1 + u2", "") and field.hint.text() == "variables: u1, u2, t"


def cell(field, row, column, text):
    field.table.item(row, column).setText(text)


def test_a_grid_grows_by_rows_and_columns_and_says_what_is_missing(qtbot, theme):
    field = shown(qtbot, GridField(Grid([[1, 0], [0, 1]], "1", "matrix", name="A"), theme))
    assert (field.table.rowCount(), field.table.columnCount()) == (3, 3)
    cell(field, 0, 2, "5")
    assert "row 2, column 3 is empty" in field.check()[1] and field.table.columnCount() == 4
    cell(field, 1, 2, "6")
    assert field.check() == ([[1, 0, 5], [0, 1, 6]], "")
    for column, text in enumerate("789"):
        cell(field, 2, column, text)
    assert field.check()[0] == [[1, 0, 5], [0, 1, 6], [7, 8, 9]] and field.table.rowCount() == 4


def test_a_grid_takes_what_a_spreadsheet_copies_and_loses_emptied_columns(qtbot, theme):
    field = shown(qtbot, GridField(Grid([[1]], "1", "matrix", name="A"), theme))
    field.table.setCurrentCell(0, 0)
    field.table.paste("1\t2\t3\n4\t5\t6")
    assert field.check()[0] == [[1, 2, 3], [4, 5, 6]]
    field.table.setCurrentCell(0, 1)
    field.table.item(0, 1).setSelected(True)
    field.table.item(1, 1).setSelected(True)
    QTest.keyClick(field.table, Qt.Key.Key_Delete)
    assert field.check()[0] == [[1, 3], [4, 6]]


def test_start_values_follow_the_number_of_states(qtbot, document, selection, theme):
    document.edit("Add", lambda circuit: circuit.add("signals.transfer_function", "TF1", at=(0, 0)))
    inspector = Inspector(document, selection, theme)
    qtbot.addWidget(inspector)
    inspector.show()
    selection.set(["TF1"])
    assert list(inspector.page.starts.rows) == ["TF1.x1"]
    field = inspector.page.form.rows["denominator"].field
    type_into(field.line, "1, 2, 3")
    assert document.circuit.components["TF1"].values["denominator"] == [1, 2, 3]
    assert list(inspector.page.starts.rows) == ["TF1.x1", "TF1.x2"] and inspector.page.form.rows["denominator"].field is field
    document.undo_stack.undo()
    assert list(inspector.page.starts.rows) == ["TF1.x1"]
