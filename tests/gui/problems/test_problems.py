"""The Problems dock: problems explained while drawing, and one-click remedies."""

import pytest
from mars.gui.document.new_circuits import planar, spatial
from mars.gui.problems.live_check import LiveCheck
from mars.gui.problems.problems_panel import ProblemsPanel
from mars.gui.problems.remedies import remedies_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from mars.document.circuit import Circuit
from mars.document.storage import dumps, loads
from mars.errors import Complaint
from mars.topology.analyse import topology_of
from mars.verification.check import check


@pytest.fixture
def panel(qtbot, theme, document, selection):
    document.replace(planar())
    found = ProblemsPanel(document, selection, theme)
    qtbot.addWidget(found)
    found.resize(700, 400)
    found.show()
    found.check.look()
    return found


def codes(panel):
    return [row.complaint.code for row in panel.rows]


def hinge(circuit):
    circuit.add("joints.rotation", "KN1", at=(120, 0))
    circuit.connect("Base1.1", "KN1.1")


def pendulum(circuit):
    hinge(circuit)
    circuit.add("bodies.rod", "SB1", at=(260, 0))
    circuit.connect("KN1.2", "SB1.1")


def test_an_edit_is_complained_of_a_moment_after_the_last_one(panel, document, qtbot):
    looked = []
    panel.check.checked.connect(lambda: looked.append(document.revision))
    counted = []
    panel.counts.connect(lambda errors, warnings: counted.append((errors, warnings)))
    document.edit("Add", hinge)
    document.edit("Add", lambda circuit: circuit.add("dynamics.damper", "DC1", at=(120, -120)))
    assert looked == [] and panel.check.is_waiting
    qtbot.waitUntil(lambda: bool(looked))
    assert looked == [document.revision] and counted == [(2, 0)]
    assert [row.complaint.where for row in panel.rows] == ["KN1.2", "DC1.a"]
    assert panel.rows[0].cause.text() == "Port 2 is not connected."
    assert panel.rows[0].where.text() == "Joint KN1"


def test_badges_tell_the_canvas_what_is_wrong_with_whom(panel, document, qtbot):
    document.edit("Add", hinge)
    with qtbot.waitSignal(panel.problems_changed) as told:
        panel.check.look()
    ((name, complaints),) = told.args[0].items()
    assert name == "KN1" and [c.code for c in complaints] == ["open-port"]


def test_a_click_or_enter_selects_and_shows_the_component(panel, document, selection, qtbot):
    document.edit("Add", hinge)
    panel.check.look()
    with qtbot.waitSignal(panel.show_requested) as shown:
        QTest.mouseClick(panel.rows[0], Qt.MouseButton.LeftButton)
    assert shown.args == ["KN1"] and selection.only == "KN1"
    selection.clear()
    with qtbot.waitSignal(panel.show_requested):
        QTest.keyClick(panel.rows[0], Qt.Key.Key_Return)
    assert selection.only == "KN1"


def test_the_arrow_keys_go_from_row_to_row(panel, document):
    document.edit("Add", hinge)
    document.edit("Add", lambda circuit: circuit.add("dynamics.damper", "DC1", at=(400, -120)))
    panel.check.look()
    panel.activateWindow()
    panel.show_of("KN1")
    assert panel.focusWidget() is panel.rows[0]
    QTest.keyClick(panel.rows[0], Qt.Key.Key_Down)
    assert panel.focusWidget() is panel.rows[1]
    QTest.keyClick(panel.rows[1], Qt.Key.Key_Down)
    QTest.keyClick(panel.rows[1], Qt.Key.Key_Up)
    assert panel.focusWidget() is panel.rows[0]


def test_a_button_mends_it_as_one_undo_entry(panel, document):
    document.edit("Add", hinge)
    panel.check.look()
    before, count = dumps(document.circuit), document.undo_stack.count()
    button = next(button for button in panel.rows[0].buttons if button.text() == "Add rod at KN1.2")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert document.undo_stack.count() == count + 1 and document.undo_stack.undoText() == "Add rod at KN1.2"
    assert "open-port" not in codes(panel)
    document.undo_stack.undo()
    assert dumps(document.circuit) == before


def test_moving_something_changes_nothing_about_the_problems(panel, document):
    document.edit("Add", hinge)
    panel.check.look()
    rows = list(panel.rows)
    document.edit("Move", lambda circuit: circuit.drawing["components"]["KN1"].update(at=[140, 0]))
    assert not panel.check.is_waiting and panel.rows == rows


def test_a_ready_circuit_says_what_it_is(panel, document):
    document.edit("Add", pendulum)
    panel.check.look()
    assert panel.summary.text() == "No problems so far: P3, 1 body. Running the full check…"
    panel.set_report({"revision": document.revision, **check(document.circuit).to_data()})
    assert panel.summary.text() == "Ready to run: P3, 1 degree of freedom, 1 body" and panel.is_complete


def test_a_report_of_an_older_circuit_is_dropped(panel, document):
    document.edit("Add", pendulum)
    panel.check.look()
    old = document.revision
    document.edit("Set", lambda circuit: circuit.set("SB1.length", "2 m"))
    trembling = Complaint("SB1", "it can tremble", "Take a softer spring", "warning", "trembling").__dict__
    panel.set_report({"revision": old, "complaints": [trembling]})
    assert codes(panel) == [] and panel.check.report is None
    document.edit("Move", lambda circuit: circuit.drawing["components"]["KN1"].update(at=[140, 0]))
    panel.set_report({"revision": document.revision - 1, "complaints": [trembling]})  # only looks have changed since
    assert codes(panel) == ["trembling"]


def test_what_only_the_worker_finds_stays_while_it_looks_again(panel, document, qtbot):
    document.edit("Add", pendulum)
    panel.set_report(
        {"revision": document.revision, "complaints": [Complaint("SB1", "odd", "", "warning", "trembling").__dict__]}
    )
    document.edit("Set", lambda circuit: circuit.set("SB1.length", "2 m"))
    qtbot.waitUntil(lambda: not panel.check.is_waiting)
    assert codes(panel) == ["trembling"]
    panel.set_report({"revision": document.revision, "complaints": []})
    assert codes(panel) == []


def test_a_failed_run_is_told_until_the_next_change(panel, document):
    document.edit("Add", pendulum)
    panel.check.look()
    panel.set_failure({"message": "KN1: its speed is not finite at t = 2 s", "components": ["KN1"], "complaints": []})
    assert [row.where.text() for row in panel.rows] == ["KN1"] and "not finite" in panel.rows[0].cause.text()
    document.edit("Set", lambda circuit: circuit.set("SB1.length", "2 m"))
    panel.check.look()
    assert panel.rows == []


def test_a_thousand_complaints_are_not_a_thousand_rows(panel, document):
    def many(circuit):
        for number in range(150):
            circuit.add("dynamics.damper", at=(0, 100 * number))

    document.edit("Add", many)
    panel.check.look()
    assert len(panel.rows) == 50 and panel.summary.text() == "150 errors, first 50 shown"


def test_a_long_chain_has_nothing_to_complain_of(document):
    circuit = planar()
    end = "Base1.1"
    for number in range(1, 50):
        circuit.add("joints.rotation", f"KN{number}", at=(140 * number, 0))
        circuit.add("bodies.rod", f"SB{number}", at=(140 * number + 70, 0))
        circuit.connect(end, f"KN{number}.1")
        circuit.connect(f"KN{number}.2", f"SB{number}.1")
        end = f"SB{number}.2"
    document.replace(circuit)
    live = LiveCheck(document)
    live.look()
    assert live.can_run and live.topology is not None and len(live.topology.tree) == 98


# Every remedy: the complaint disappears, or becomes another one, in one history entry.


def _welded(circuit):
    pendulum(circuit)
    circuit.add("bodies.box", "SB2", at=(400, 0))
    circuit.connect("SB1.2", "SB2.1")


def _no_base(circuit):
    circuit.remove("Base1")
    circuit.add("joints.rotation", "KN1", at=(120, 0))
    circuit.add("bodies.rod", "SB1", at=(260, 0))
    circuit.connect("KN1.2", "SB1.1")


def _floating(circuit):
    circuit.add("bodies.rod", "SB1", at=(260, 0))


def _unlike(circuit):
    pendulum(circuit)
    circuit.connect("SB1.2", "KN1.turn")


def _wrong_port(circuit):
    pendulum(circuit)
    circuit.disconnect("KN1.2", "SB1.1")
    circuit.connect("KN1.2", "SB1.7")


def _two_bases(circuit):
    pendulum(circuit)
    circuit.add("bodies.base", "Base2", at=(0, 100))
    circuit.connect("Base2.1", "KN1.1")


def _with(**changes):
    def edit(circuit):
        pendulum(circuit)
        for name, value in changes.items():
            setattr(circuit, name, value)

    return edit


def _add(*additions, then=lambda circuit: None):
    def edit(circuit):
        pendulum(circuit)
        for kind, name, link, values in additions:
            circuit.add(kind, name, at=(120, -120), **values)
            if link:
                circuit.connect(*link)
        then(circuit)

    return edit


def _starting(name, value):
    return lambda circuit: circuit.set_start(name, value)


def _later_variable(circuit):
    pendulum(circuit)
    circuit.add_variable("L1", "2*L2")
    circuit.add_variable("L2", "1 m")


_TOGETHER = ("Em1.signal", "Em2.signal")

CASES = {
    "empty": (lambda circuit: circuit.remove("Base1"), "Add a base"),
    "open-port": (hinge, "Add rod at KN1.2"),
    "weld": (_welded, "Insert rotation joint"),
    "no-backbone": (_no_base, "Add base at KN1.1"),
    "floating": (_floating, "Add a base and a free joint"),
    "unlike-domains": (_unlike, "Delete link SB1.2 – KN1.turn"),
    "no-such-port": (_wrong_port, "Connect SB1.1 instead"),
    "two-motions": (_two_bases, "Remove Base2"),
    "class": (_with(motions=("Tx", "Ty", "Rx", "Rz")), "Add Ry to the circuit class"),
    "gravity": (_with(motions=("Tx", "Rz"), gravity=[0, -9.81, 0]), "Remove gravity along y"),
    "unknown-kind": (_add(("dynamics.dampr", "DC1", ("KN1.turn", "DC1.a"), {})), "Replace with dynamics.damper"),
    "parameter": (_add(("dynamics.damper", "DC1", ("KN1.turn", "DC1.a"), {"dampng": 2})), "Rename to damping"),
    "value": (_add(("dynamics.damper", "DC1", ("KN1.turn", "DC1.a"), {"damping": "-1 N·m·s/rad"})), "Use the default value"),
    "variable": (_later_variable, "Move L2 above L1"),
    "no-place": (
        _add(("sources.wrench", "Ef1", None, {}), ("meters.pose", "M1", ("Ef1.1", "M1.a"), {})),
        "Add point mass at Ef1.1",
    ),
    "no-signal": (
        _add(("sources.driven_torque", "Em1", ("KN1.turn", "Em1.turn"), {}), ("sources.driven_torque", "Em2", _TOGETHER, {})),
        "Add slider at Em1.signal",
    ),
    "two-signals": (
        _add(
            ("sources.driven_torque", "Em1", ("KN1.turn", "Em1.turn"), {}),
            ("inputs.slider", "IN1", ("IN1.out", "Em1.signal"), {}),
            ("inputs.knob", "IN2", ("IN2.out", "Em1.signal"), {}),
        ),
        "Delete link IN2.out – Em1.signal",
    ),
}


@pytest.mark.parametrize("code", CASES)
def test_the_quick_look_has_a_remedy_that_helps(code, document):
    edit, text = CASES[code]
    document.replace(planar())
    document.edit("Break", edit)
    complaint = next(c for c in topology_of(document.circuit).complaints if c.code == code)
    remedies = remedies_of(complaint, document.circuit)
    texts = [each for each, _ in remedies]
    assert text is None or text in texts, texts
    broken, count = dumps(document.circuit), document.undo_stack.count()
    for words, mend in remedies:
        document.edit(words, mend)
        assert document.undo_stack.count() == count + 1, words
        assert complaint not in topology_of(document.circuit).complaints, words
        assert dumps(loads(dumps(document.circuit))) == dumps(document.circuit)
        document.undo_stack.undo()
        assert dumps(document.circuit) == broken


def _driven_twice(circuit):
    pendulum(circuit)
    for number in (1, 2):
        circuit.add("sources.velocity", f"Ew{number}", at=(120, -100 * number))
        circuit.connect("KN1.turn", f"Ew{number}.turn")


def _ball_with_spring(circuit):
    circuit.motions = spatial().motions
    circuit.add("joints.spherical", "KN1", at=(120, 0))
    circuit.add("bodies.box", "SB1", at=(260, 0))
    circuit.add("dynamics.spring", "DC1", at=(120, -120))
    for link in (("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn_z", "DC1.a")):
        circuit.connect(*link)


def _out_of_plane(circuit):
    pendulum(circuit)
    circuit.set("KN1.axis", [0, 1, 0])
    circuit.gravity = [0, 0, 0]


def _loose_shafts(circuit):
    circuit.add("dynamics.gear", "DC1", at=(0, 200))
    for port, meter in (("a", "M1"), ("b", "M2")):
        circuit.add("meters.shaft", meter, at=(100, 200))
        circuit.connect(f"{meter}.a", f"DC1.{port}")


STOP = ("dynamics.stop", "DC1", ("KN1.turn", "DC1.a"))

DEEP = {
    "two motions": ("two-motions", _driven_twice, "Change kind to torque"),
    "spring on a ball": ("ball-angle", _ball_with_spring, "Change kind to damper"),
    "out of the class": ("leaves-class", _out_of_plane, "Make the circuit spatial"),
    "unknown start": ("start-value", _add(then=_starting("KN1.angel", "30 deg")), "Rename to KN1.angle"),
    "start that cannot be met": ("start", _add(then=_starting("SB1.2.r.x", "5 m")), "Mark SB1.2.r.x as a guess"),
    "ends the wrong way round": ("no-room", _add((*STOP, {"lower": 1, "upper": -1})), "Swap the limits"),
    "shaft without inertia": ("massless", _loose_shafts, "Add rotor at DC1.b"),
}


@pytest.mark.parametrize("name", DEEP)
def test_what_the_worker_finds_has_a_remedy_that_helps(name, document):
    code, edit, text = DEEP[name]
    document.replace(planar())
    document.edit("Break", edit)
    report = check(document.circuit)
    complaint = next((c for c in report.complaints if c.code == code), None)
    assert complaint is not None, report.complaints
    remedies = remedies_of(complaint, document.circuit)
    words, mend = next((each for each in remedies if each[0] == text), ([each[0] for each in remedies], None))
    assert mend is not None, (words, complaint)
    before = dumps(document.circuit)
    document.edit(words, mend)
    assert complaint not in check(document.circuit).complaints
    document.undo_stack.undo()
    assert dumps(document.circuit) == before


def test_a_joint_without_given_motion_gets_a_source_or_another_mode(document):
    document.replace(planar())
    document.edit("Draw", lambda circuit: (pendulum(circuit), circuit.run.update(mode="kinematic")))
    complaint = next(c for c in check(document.circuit, "kinematic").complaints if c.code == "missing-motion")
    texts = dict(remedies_of(complaint, document.circuit))
    assert list(texts) == ["Add velocity at KN1.turn", "Run in dynamic mode"]
    document.edit("x", texts["Add velocity at KN1.turn"])
    assert check(document.circuit, "kinematic").can_run


def test_nothing_is_offered_where_only_the_user_can_know():
    circuit = Circuit()
    for code in ("inertia", "trembling", "redundant", "nonlinear", "kind", ""):
        assert remedies_of(Complaint("SB1", "odd", "", "warning", code), circuit) == []
    for code in (*CASES, "start", "no-room", "massless", "missing-motion", "leaves-class"):
        remedies_of(Complaint("Gone1.2", "odd", "", "error", code), circuit)  # a removed component: no crash


def test_many_complaints_look_at_the_whole_circuit_once(panel, document, monkeypatch):
    from mars.gui.problems import link_surroundings

    def many(circuit):
        for number in range(40):
            circuit.add("dynamics.damper", at=(0, 100 * number))

    placed = []
    place = link_surroundings.placed_symbols
    monkeypatch.setattr(link_surroundings, "placed_symbols", lambda circuit: placed.append(1) or place(circuit))
    document.edit("Add", many)
    panel.check.look()
    assert len(panel.rows) == 40 and len(placed) == 1


def test_buttons_stand_below_each_other_in_a_narrow_dock_and_long_words_are_cut(panel, document, qtbot):
    document.edit("Add", lambda circuit: circuit.add("sources.wrench", "Ef1", at=(100, 0)))
    document.edit("Add", lambda circuit: circuit.add("x" * 50_000, "G1", at=(300, 0)))
    panel.check.look()
    row = next(row for row in panel.rows if row.complaint.where == "Ef1.1")
    qtbot.waitUntil(lambda: row.buttons[0].y() == row.buttons[1].y())
    panel.resize(280, 400)
    qtbot.waitUntil(lambda: row.buttons[0].y() < row.buttons[1].y())
    assert panel._list.width() <= panel.area.viewport().width()
    assert all(len(each.cause.text()) < 1000 for each in panel.rows)
