"""Fields: typed input, its stored value, and why it is refused; with real key events."""

import pytest
from mars.gui.fields.choice_field import AxisField, ChoiceField
from mars.gui.fields.display_units import choose_unit, chosen_unit, display_unit, shown, split, written
from mars.gui.fields.field_factory import field_for, tip_of
from mars.gui.fields.flag_field import FlagField
from mars.gui.fields.law_field import LawField, law_of
from mars.gui.fields.orientation_field import OrientationField
from mars.gui.fields.points_field import PointsField
from mars.gui.fields.slider import ValueSlider, range_for
from mars.gui.fields.table_field import TableField
from mars.gui.fields.value_field import ValueField
from mars.gui.fields.vector_field import InertiaField, VectorField
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QWidget

from mars.document.circuit import Circuit
from mars.kinds.registry import kinds

Key = Qt.Key
KEPT = []  # windows of the current test, which nothing else references


@pytest.fixture(autouse=True)
def usual_units():
    chosen_unit.cache_clear()
    yield
    chosen_unit.cache_clear()
    KEPT.clear()


@pytest.fixture
def circuit():
    found = Circuit()
    found.add_variable("L1", 300, "mm")
    found.add_variable("n", 4)
    return found


def parameter(kind, name):
    return kinds()[kind].parameters[name]


def shown_field(qtbot, field):
    """The field in an active window with another line to tab to."""
    window = QWidget()
    layout = QHBoxLayout(window)
    layout.addWidget(field)
    layout.addWidget(QLineEdit(window))
    qtbot.addWidget(window)
    KEPT.append(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    return window


def type_into(line, text, key=Key.Key_Return):
    line.setFocus()
    line.selectAll()
    QTest.keyClick(line, Key.Key_Delete)
    QTest.keyClicks(line, text)
    if key is not None:
        QTest.keyClick(line, key)


@pytest.mark.parametrize(
    "text, kept",
    [
        ("0.6", 0.6),
        ("2", 2),
        ("600 mm", "600 mm"),
        ("2*L1", "2*L1"),
        ("0,6", 0.6),
        ("1e-3", 0.001),
        (" 0.6 ", 0.6),
        ("0.5 km", "0.5 km"),
        ("", None),
    ],
)
def test_what_is_typed_into_a_length_is_kept_as_typed(qtbot, theme, circuit, text, kept):
    field = ValueField(parameter("bodies.rod", "length"), theme)
    shown_field(qtbot, field)
    type_into(field.line, text)
    typed, reason = field.check(circuit)
    assert reason == "" and typed == kept and type(typed) is type(kept)


@pytest.mark.parametrize(
    "text, word",
    [
        ("-1", "range"),
        ("0", "must be greater than 0 m"),
        ("30 deg", "value in m"),
        ("3 kg", "value in m"),
        ("2*L7", "L7"),
        ("nan", "unknown"),
        ("inf", "unknown"),
        ("1e400", "finite"),
        ("-1e400", "finite"),
        ("1/0", "zero"),
        ("2*", "formula"),
        ("__import__('os')", "character 12: unexpected"),
        ("t", "time"),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_reason_and_the_text_stays(qtbot, theme, circuit, text, word):
    field = ValueField(parameter("bodies.rod", "length"), theme)
    shown_field(qtbot, field)
    field.set_typed("0.6 m")
    type_into(field.line, text)
    typed, reason = field.check(circuit)
    assert typed is None and word in reason and reason.startswith("Length")
    assert field.text() == text and not field.reason.isHidden() and field.typed == "0.6 m"
    QTest.keyClick(field.line, Key.Key_Escape)
    assert field.text() == "0.6" and field.reason.isHidden() and field.check(circuit) == ("0.6 m", "")


def test_fifty_thousand_characters_are_refused_in_a_short_sentence(qtbot, theme, circuit):
    field = ValueField(parameter("bodies.rod", "length"), theme)
    shown_field(qtbot, field)
    field.line.setFocus()
    QGuiApplication.clipboard().setText("1+" * 25_000)
    QTest.keyClick(field.line, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    typed, reason = field.check(circuit)
    assert typed is None and 0 < len(reason) < 300
    field.set_typed("x" * 50_000)  # as a file may contain it: shown without counting as unfinished text
    QTest.keyClick(field.line, Key.Key_Escape)
    assert not field.is_modified


def test_a_bare_number_is_in_the_unit_that_the_field_shows(qtbot, theme, circuit):
    angle = ValueField("rad", theme)
    assert angle.line.unit_text == "deg"
    angle.line.setText("30")
    assert angle.check(circuit) == ("30 deg", "")
    angle.line.setText("0.5 rad")
    assert angle.line.unit_text == "" and angle.check(circuit) == ("0.5 rad", "")
    angle.line.setText("10+20")  # no unit anywhere: degrees too
    assert angle.check(circuit) == ("(10+20)*1 deg", "") and angle.chip.text() == "ƒx = 30°"
    radius = ValueField(parameter("bodies.rod", "radius"), theme)
    assert radius.line.placeholderText() == "20" and radius.line.unit_text == "mm"
    radius.line.setText("35")
    assert radius.check(circuit) == ("35 mm", "")
    force = ValueField("N", theme)
    force.set_typed("0.5 kN")
    assert (force.text(), force.line.unit_text) == ("0.5", "kN")
    force.line.setText("0.7")
    assert force.check(circuit) == ("0.7 kN", "")


def test_numbers_are_shown_in_units_that_people_read(theme):
    assert shown(0.5, "rad") == ("28.64789", "deg")
    assert shown("30 deg", "rad") == ("30", "deg")
    assert shown(0.05, "m") == ("50", "mm") and shown(0.5, "m") == ("0.5", "m")
    assert shown("2*L1", "m") == ("2*L1", "")
    assert shown(1e-9, "1") == ("1e-9", "1") and written(1e20) == "1e20"
    assert split("30 deg", "m") is None and split("3 N*m", "N·m") == ("3", "N*m")


def test_the_user_may_choose_the_unit_of_a_quantity(theme, circuit):
    assert display_unit("rad/s") == "rad/s"
    choose_unit("rad/s", "rpm")
    field = ValueField("rad/s", theme)
    assert field.line.unit_text == "rpm"
    field.line.setText("1200")
    assert field.check(circuit) == ("1200 rpm", "")
    choose_unit("rad/s", "")
    assert display_unit("rad/s") == "rad/s"


def test_a_formula_shows_its_value(theme, circuit):
    field = ValueField(parameter("bodies.rod", "length"), theme)
    field.set_typed("2*L1", circuit.variable_values())
    assert field.text() == "2*L1" and field.chip.text().replace("\u2009", " ") == "ƒx = 0.6 m"
    assert field.line.unit_text == ""


def test_enter_tab_and_leaving_enter_once(qtbot, theme, circuit):
    field = ValueField(parameter("bodies.rod", "length"), theme)
    shown_field(qtbot, field)
    count = []
    field.entered.connect(lambda: (count.append(field.check(circuit)[0]), field.accept(), field.set_typed(count[-1])))
    type_into(field.line, "0.7", Key.Key_Return)
    assert count == [0.7]
    QTest.keyClick(field.line, Key.Key_Return)
    assert count == [0.7]  # nothing new
    type_into(field.line, "0.8", Key.Key_Tab)
    assert count == [0.7, 0.8] and not field.line.hasFocus()


def test_news_from_the_document_leave_half_typed_text_alone(qtbot, theme, circuit):
    field = ValueField(parameter("bodies.rod", "length"), theme)
    shown_field(qtbot, field)
    field.set_typed(0.6)
    type_into(field.line, "0.7", None)
    field.set_typed(0.9)
    assert field.text() == "0.7"
    QTest.keyClick(field.line, Key.Key_Escape)
    assert field.text() == "0.9"


def test_undo_goes_to_the_window_unless_something_is_half_typed(qtbot, theme):
    from PySide6.QtGui import QKeySequence, QShortcut

    field = ValueField(parameter("bodies.rod", "length"), theme)
    window = shown_field(qtbot, field)
    undone = []
    QShortcut(QKeySequence("Ctrl+Z"), window, lambda: undone.append(1))
    field.set_typed(0.6)
    field.line.setFocus()
    QTest.keyClick(field.line, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == [1]
    QTest.keyClicks(field.line, "7")
    QTest.keyClick(field.line, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == [1]


def test_a_slider_drags_over_both_limits_and_says_when_it_ends(qtbot, theme):
    field = ValueField(parameter("dynamics.contact", "restitution"), theme)
    field.resize(240, 80)
    shown_field(qtbot, field)
    field.show_slider()
    values, ends = [], []
    field.dragged.connect(values.append)
    field.drag_ended.connect(lambda: ends.append(1))
    slider = field.slider
    assert slider is not None
    y = slider.height() // 2
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(20, y))
    for x in range(30, slider.width(), 15):
        QTest.mouseMove(slider, QPoint(x, y))
    QTest.mouseMove(slider, QPoint(slider.width() + 50, y))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() + 50, y))
    assert len(values) > 1 and values[-1] == 1.0 and min(values) > 0 and values == sorted(values)  # at most 60 a second
    assert ends == [1]


def test_sliders_have_sensible_ranges(theme):
    assert range_for(parameter("bodies.rod", "mass"), 4.0, "kg") == (0, 8)
    low, high = range_for(parameter("bodies.rod", "length"), 0.6, "m")
    assert 0 < low < 0.01 and high == 1.2
    slider = ValueSlider(theme)
    slider.set_range(-180, 180)
    slider.set_value(29.6)
    assert slider.limits == (-180, 180) and slider.value() in (209, 210)


def test_a_vector_is_three_fields_and_keeps_each_as_typed(qtbot, theme, circuit):
    field = VectorField(parameter("bodies.body", "centre"), theme)
    shown_field(qtbot, field)
    field.set_typed(["L1/2", 0, "20 mm"], circuit.variable_values())
    assert [line.text() for line in field.lines] == ["L1/2", "0", "20 mm"] and field.header == "m"
    assert field.check(circuit) == (["L1/2", 0, "20 mm"], "")
    type_into(field.lines[1], "0.2")
    assert field.check(circuit) == (["L1/2", 0.2, "20 mm"], "")
    type_into(field.lines[1], "5 kg")
    typed, reason = field.check(circuit)
    assert typed is None and "centre y" in reason.lower()


def test_an_orientation_is_typed_in_degrees(qtbot, theme, circuit):
    field = VectorField(parameter("bodies.base", "orientation"), theme)
    shown_field(qtbot, field)
    assert field.header == "deg" and [line.placeholderText() for line in field.lines] == ["0", "0", "0"]
    type_into(field.lines[2], "90")
    assert field.check(circuit) == ([0, 0, "90 deg"], "")


def test_an_orientation_has_fixed_or_carried_axes_in_any_sequence(qtbot, theme, circuit):
    field = field_for(parameter("bodies.base", "orientation"), theme, 10.0)
    shown_field(qtbot, field)
    assert isinstance(field, OrientationField)
    entered = []
    field.entered.connect(lambda: entered.append(field.check(circuit)))
    field.set_typed([0, 0, 0.5])
    field.choice.axes.setCurrentIndex(1)
    field.choice.axes.activated.emit(1)
    assert entered[-1] == ({"angles": [0, 0, 0.5], "axes": "carried", "sequence": "xyz"}, "")
    field.accept()
    field.set_typed({"angles": [0.1, 0, 0.5], "axes": "carried", "sequence": "zxz"})
    assert [line.prefix for line in field.lines] == ["z", "x", "z"] and not field.is_modified
    type_into(field.lines[1], "45")
    assert entered[-1] == ({"angles": [0.1, "45 deg", 0.5], "axes": "carried", "sequence": "zxz"}, "")
    field.accept()
    field.set_typed([0, 0, 0.5])
    assert [line.prefix for line in field.lines] == ["x", "y", "z"] and field.choice.value == ("fixed", "xyz")


def test_the_orientation_of_a_point_has_its_own_axes(qtbot, theme, circuit):
    field = PointsField(parameter("bodies.body", "points"), theme)
    shown_field(qtbot, field)
    field.set_typed({"2": {"place": [1, 0, 0], "orientation": {"angles": [1, 2, 3], "axes": "carried", "sequence": "zyx"}}})
    row = field.rows["2"]
    assert row.axes.value == ("carried", "zyx") and [line.prefix for line in row.turn] == ["z", "y", "x"]
    row.axes.axes.setCurrentIndex(0)
    row.axes.axes.activated.emit(0)
    assert field.check(circuit)[0] == {
        "2": {"place": [1, 0, 0], "orientation": {"angles": [1, 2, 3], "axes": "fixed", "sequence": "zyx"}}
    }


def test_an_axis_is_a_button_or_any_direction(qtbot, theme, circuit):
    field = AxisField(parameter("joints.rotation", "axis"), theme)
    shown_field(qtbot, field)
    entered = []
    field.entered.connect(lambda: entered.append(field.check(circuit)))
    field.set_typed(None)
    assert field.buttons["z"].isChecked() and field.vector.isHidden()
    QTest.mouseClick(field.buttons["z"], Qt.MouseButton.LeftButton)
    assert entered == []  # it is already z
    QTest.mouseClick(field.buttons["−y"], Qt.MouseButton.LeftButton)
    assert entered == [([0, -1, 0], "")]
    field.accept()
    field.set_typed([0, -1, 0])
    QTest.mouseClick(field.buttons["free"], Qt.MouseButton.LeftButton)
    assert not field.vector.isHidden()
    type_into(field.vector.lines[0], "1")
    assert entered[-1] == ([1, -1, 0], "")
    field.accept()
    field.set_typed([1, -1, 0])
    assert field.buttons["free"].isChecked()
    for line in field.vector.lines:
        line.setText("0")
    assert field.check(circuit)[0] is None and "direction" in field.reason.text()


def test_an_inertia_is_three_six_or_nine_numbers(qtbot, theme, circuit):
    field = InertiaField(parameter("bodies.body", "inertia"), theme)
    shown_field(qtbot, field)
    assert len(field.lines) == 3
    QTest.mouseClick(field.more, Qt.MouseButton.LeftButton)
    assert len(field.lines) == 6
    type_into(field.lines[5], "0.01")
    assert field.check(circuit) == ([0.1, 0.1, 0.1, 0, 0, 0.01], "")
    field.accept()
    matrix = [[1, 0.1, 0], [0.1, 2, 0], [0, 0, 3]]
    field.set_typed(matrix)
    assert len(field.lines) == 9 and field.check(circuit) == (matrix, "")
    type_into(field.lines[1], "0.2")  # xy: yx follows
    assert field.check(circuit) == ([[1, 0.2, 0], [0.2, 2, 0], [0, 0, 3]], "")


def test_a_choice_is_a_combo_box(qtbot, theme, circuit):
    field = ChoiceField(parameter("sources.wrench", "basis"), theme)
    shown_field(qtbot, field)
    field.set_typed(None)
    entered = []
    field.entered.connect(lambda: entered.append(field.check(circuit)))
    field.combo.setFocus()
    QTest.keyClick(field.combo, Key.Key_Down)
    assert field.combo.currentData() == "body" and entered == [("body", "")]
    field.accept()
    field.set_typed("nonsense")
    assert field.combo.currentIndex() == -1 and field.combo.placeholderText() == "nonsense"


def test_a_flag_is_a_check_box(qtbot, theme, circuit):
    field = field_for(parameter("control.pid", "limited"), theme, 1.0)
    assert isinstance(field, FlagField) and tip_of(field.parameter).endswith("default no")
    shown_field(qtbot, field)
    entered = []
    field.entered.connect(lambda: entered.append(field.check(circuit)))
    assert not field.box.isChecked() and field.box.text() == "no" and field.check(circuit) == (None, "")
    field.box.setFocus()
    QTest.keyClick(field.box, Key.Key_Space)
    assert field.box.isChecked() and field.box.text() == "yes" and entered == [(True, "")]
    field.accept()
    assert not field.is_modified
    field.set_typed(False)
    assert not field.box.isChecked() and field.stored is False


def test_a_flag_that_is_several_or_wrong_is_half_checked_until_a_click_decides(qtbot, theme, circuit):
    field = FlagField(parameter("control.pid", "limited"), theme)
    shown_field(qtbot, field)
    entered = []
    field.entered.connect(lambda: entered.append(field.check(circuit)))
    for typed, several in ((True, True), ("nonsense", False)):
        field.set_typed(typed, several=several)
        assert field.box.checkState() == Qt.CheckState.PartiallyChecked and not field.is_modified and field.box.text() == ""
        QTest.mouseClick(field.box, Qt.MouseButton.LeftButton, pos=QPoint(8, field.box.height() // 2))
        assert field.box.isChecked() and entered.pop() == (True, "")


def test_a_table_takes_keys_and_what_a_spreadsheet_copies(qtbot, theme, circuit):
    field = TableField(parameter("dynamics.table_spring", "table"), theme)
    shown_field(qtbot, field)
    entered = []
    field.entered.connect(lambda: entered.append(field.check(circuit)))
    table = field.table
    assert table.horizontalHeaderItem(0).text() == "x, rad" and table.cells()[0] == ("-1", "-10")
    table.setFocus()
    table.setCurrentCell(1, 1)
    QTest.keyClicks(table.viewport(), "5")
    editor = table.viewport().findChild(QLineEdit)
    assert editor is not None
    QTest.keyClick(editor, Key.Key_Return)
    qtbot.waitUntil(lambda: bool(entered))
    assert entered[-1] == ([[-1, -10], [0, 5], [1, 10]], "")
    table.setCurrentCell(0, 0)
    QGuiApplication.clipboard().setText("-2\t-20,5\n0\t0\n2\t20\n3\t25\n")
    QTest.keyClick(table, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert entered[-1] == ([[-2, -20.5], [0, 0], [2, 20], [3, 25]], "")
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualItemRect(table.item(3, 0)).center())
    QTest.keyClick(table, Key.Key_Delete)
    assert len(table.cells()) == 3
    table.paste("5\t1\n4\t1\n")
    assert entered[-1][0] is None and "the x values must increase" in field.reason.text()
    table.paste("hello; world\n" * 5000)
    assert entered[-1][0] is None and "2000" in entered[-1][1]


def test_points_are_rows_with_names_places_and_turns(qtbot, theme, circuit):
    field = PointsField(parameter("bodies.body", "points"), theme)
    shown_field(qtbot, field)
    points = {"2": [0.5, 0, 0], "tip": {"place": ["L1", 0, 0], "orientation": [0, 0, "90 deg"]}}
    field.set_typed(points, circuit.variable_values())
    assert field.check(circuit) == (points, "")
    type_into(field.rows["2"].place[1], "0.25")
    typed, reason = field.check(circuit)
    assert not reason and typed == {**points, "2": [0.5, 0.25, 0]}
    type_into(field.rows["tip"].turn[0], "45")
    typed, _ = field.check(circuit)
    assert typed["tip"] == {"place": ["L1", 0, 0], "orientation": ["45 deg", 0, "90 deg"]}
    renamed = []
    field.renamed.connect(lambda old, new: renamed.append((old, new)))
    type_into(field.rows["2"].name_line, "1")
    assert not renamed and "origin" in field.reason.text()
    type_into(field.rows["2"].name_line, "tip")
    assert not renamed and "already" in field.reason.text()
    type_into(field.rows["2"].name_line, "elbow")
    assert renamed == [("2", "elbow")] and field.free_name == "3"


def test_a_law_offers_only_what_is_smooth_enough(theme):
    laws = {kind: LawField(parameter(kind, name), theme) for kind, name in
            [("sources.torque", "law"), ("sources.velocity", "law"), ("sources.movement", "law")]}  # fmt: skip
    offered = {kind: {f.combo.itemData(i) for i in range(f.combo.count())} for kind, f in laws.items()}
    assert "step" in offered["sources.torque"]
    assert "step" not in offered["sources.velocity"] and "ramp" in offered["sources.velocity"]
    assert "ramp" not in offered["sources.movement"] and "cycloid" in offered["sources.movement"]


def test_a_law_is_chosen_and_its_numbers_typed(qtbot, theme, circuit):
    field = LawField(parameter("sources.velocity", "law"), theme, 5.0)
    shown_field(qtbot, field)
    entered = []

    def take():
        typed, reason = field.check(circuit)
        entered.append((typed, reason))
        if not reason:
            field.accept()
            field.set_typed(typed, circuit.variable_values())

    field.entered.connect(take)
    field.set_typed(None, {})
    assert field.law == "constant" and field.form.line.placeholderText() == "1"
    type_into(field.form.line, "1.2")
    assert entered[-1] == (1.2, "")
    index = field.combo.findData("cycloid")
    field.combo.setFocus()
    while field.combo.currentIndex() != index:
        QTest.keyClick(field.combo, Key.Key_Down)
        field.combo.setFocus()
    assert entered[-1][0]["law"] == "cycloid" and entered[-1][0]["after"] == 1.2
    assert field.preview is not None and not field.preview.isHidden()
    assert abs(field.preview.values[-1] - 1.2) < 1e-12 and field.preview.times[-1] == 5.0
    type_into(field.form.fields["time"].line, "500 ms")
    assert entered[-1][0]["time"] == "500 ms"
    type_into(field.form.fields["time"].line, "-1")
    assert entered[-1][0] is None and "must be greater than zero" in field.reason.text()


def test_a_formula_of_time_may_be_typed_into_a_constant(qtbot, theme, circuit):
    field = LawField(parameter("sources.torque", "law"), theme, 5.0)
    shown_field(qtbot, field)
    field.set_typed(3, {})
    field.entered.connect(lambda: (lambda typed: (field.accept(), field.set_typed(typed, {})))(field.check(circuit)[0]))
    type_into(field.form.line, "2*sin(3*t)")
    assert field.law == "expression" and field.stored == "2*sin(3*t)"
    assert field.form.line.hasFocus() and not field.preview.isHidden()
    type_into(field.form.line, "2*sin(")
    assert field.check(circuit)[0] is None


@pytest.mark.parametrize(
    "typed, law",
    [
        (3, "constant"), ("2*L1", "constant"), ("2*t", "expression"), ({"law": "sine"}, "sine"), ({"law": "x"}, ""),
        ({"law": []}, ""), ([1], ""), (True, ""), ("2*(", "expression"),
    ],
)  # fmt: skip
def test_the_law_of_a_value_is_known(typed, law):
    assert law_of(typed) == law


GARBAGE = (
    "x", {"a": 1}, [1, 2], [[1]], True, {"2": 5}, {"law": "sine", "amplitude": [1]}, {"law": "table", "pairs": 3},
    {"law": "polynomial", "coefficients": "abc"}, {"law": "expression", "text": 4},
)  # fmt: skip


@pytest.mark.parametrize("typed", GARBAGE)
def test_garbage_from_a_file_is_shown_without_harm(theme, circuit, typed):
    from mars.gui.fields.field_factory import field_for

    for kind in kinds().values():
        for each in kind.parameters.values():
            field = field_for(each, theme, 10.0)
            field.set_typed(typed, {})
            assert field.check(circuit) == (typed, "")  # unchanged: the document keeps its value
            field.deleteLater()


def test_pressures_are_shown_in_bar_until_another_offered_unit_is_chosen(qapp):
    assert display_unit("Pa") == display_unit("Pa", 2e5) == "bar"
    choose_unit("Pa", "kPa")
    assert display_unit("Pa", 2e5) == "kPa"
    choose_unit("Pa", "furlong")  # as another version may have stored it
    assert display_unit("Pa", 2e5) == "bar"
    choose_unit("Pa", "")
