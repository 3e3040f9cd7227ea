"""Library texts in the editor: palette, search, tooltips, inspector, help and problems are in the chosen language."""

import pytest
from mars.gui.fields.choice_field import ChoiceField
from mars.gui.fields.field_factory import tip_of, title_of
from mars.gui.inspector.help_page import html_of
from mars.gui.inspector.start_variables import startables
from mars.gui.kinds import kind_groups
from mars.gui.problems.problem_row import ProblemRow

from mars.document.circuit import Circuit
from mars.errors import Complaint
from mars.kinds.registry import kinds
from mars.messages import Message
from mars.translation import languages


@pytest.fixture
def russian():
    languages.set_current("ru")
    yield
    languages.set_current("en")


def test_kinds_are_called_and_found_in_both_languages(russian):
    assert kind_groups.title("dynamics.spring") == "Пружина кручения"
    assert kind_groups.title_in_sentence("dynamics.spring") == "пружина кручения"
    assert kind_groups.title_in_sentence("control.pid") == "ПИД-регулятор"
    assert kind_groups.search("spring")[0] == "dynamics.spring"
    assert kind_groups.search("рычаг")[0] == "bodies.rod"  # a synonym
    assert kind_groups.search("жесткий упор")[0] == "dynamics.stop"  # ё typed as е


@pytest.mark.parametrize("kind", kinds())
def test_every_kind_is_found_by_its_russian_and_by_its_english_name(russian, kind):
    own = [each for each in kinds() if kind_groups.title(each) == kind_groups.title(kind)]  # some share a name in two families
    assert set(own) == set(kind_groups.search(kind_groups.title(kind))[: len(own)])
    assert kind in kind_groups.search(kind.rpartition(".")[2].replace("_", " "))


def test_tooltips_follow_the_language():
    english = kind_groups.tooltip("joints.rotation")
    languages.set_current("ru")
    try:
        assert "Вращательный шарнир" in kind_groups.tooltip("joints.rotation")
    finally:
        languages.set_current("en")
    assert kind_groups.tooltip("joints.rotation") == english
    assert "Side 2 rotates" in english


def test_fields_have_russian_labels_tips_and_choices(russian, qtbot, theme):
    button = kinds()["inputs.button"]
    assert title_of("inner_radius") == "Внутренний радиус"
    assert title_of("on", button.kind) == "При нажатии"
    assert tip_of(kinds()["bodies.tube"].parameters["inner_radius"]).startswith("внутренний радиус")
    field = ChoiceField(button.parameters["mode"], theme)
    qtbot.addWidget(field)
    assert [field.combo.itemText(i) for i in range(field.combo.count())] == ["Без фиксации", "С фиксацией"]
    field.set_typed("momentary")
    assert field.read() == "momentary"


def test_start_values_and_help_are_russian(russian, theme):
    circuit = Circuit()
    circuit.add("joints.rotation", "KN1")
    angle = startables(circuit, "KN1")[0]
    assert (angle.name, angle.title, angle.help) == ("KN1.angle", "Угол", "поворот стороны 2 относительно стороны 1")
    page = html_of("control.pid", theme)
    assert "error (ошибка), measured (измерение)" in page
    assert "ограничение" in page


def test_problems_are_told_in_russian_and_kept_in_english(russian, qtbot, theme):
    remedy = Message("Connect {where} to another {domain} port", where="DC1.a", domain="rotation")
    complaint = Complaint("DC1.a", Message("port {port} is not connected", port="a"), remedy)
    row = ProblemRow(complaint, [], theme)
    qtbot.addWidget(row)
    assert row.cause.text() == "Порт a не подключён."
    assert row.remedy.text() == "Соедините DC1.a с другим портом того же рода (вращение)."
    assert row.complaint == complaint
