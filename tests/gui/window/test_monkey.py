"""Random actions on the whole window: nothing is raised, and drawing, selection, history and file stay consistent."""

import random
from itertools import pairwise

import pytest
from mars.gui.canvas.popups.kind_list import KindList
from mars.gui.canvas.sheet_layout import SheetLayout
from mars.gui.document.changes import CircuitSections
from mars.gui.panels import palette_list
from mars.gui.window import circuit_commands
from mars.gui.window.commands import COMMANDS
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QComboBox, QDialog, QLineEdit, QMenu, QWidget

from mars.document.storage import dumps, load, loads
from mars.kinds.registry import kinds
from mars.pictures.sheet.symbols import section
from mars.pictures.sheet.wires import stored_route
from tests.helpers.gui.user_input import CONTROL, NONE, SHIFT, send_move
from tests.helpers.gui.window import quiet_window
from tests.helpers.paths import CIRCUITS

LEFT, COPY = Qt.MouseButton.LeftButton, Qt.DropAction.CopyAction
KEYS = [keys for command in COMMANDS for keys in command.keys if command.name != "quit"]
KEYS += ["Left", "Shift+Down", "Esc", "Tab", "Space", "Ctrl+Z", "Ctrl+Z", "Ctrl+Y"]
WORDS = (
    "rot\n",
    "rod\n",
    "0.5\t2\n",
    "\n",
    "a note",
    "-7 kg\n",
    "\x1b",
    "30 deg\n",
    "L1*2\n",
    "nan\n",
    "1e200\n",
    "a.b\n",
    "(((\n",
)
TEXTS = ("hello", "{}", "null", "[" * 3000, '{"mars clipboard": 1}', '{"mars": 1, "circuit": {"components": {"A": {"kind": 3}}}}')
OTHERS = ["click", "double_click", "key", "command", "wheel", "drop", "undo", "menu", "type", "panel", "pull", "paste", "theme"]


class Monkey:
    def __init__(self, window, seed):
        self.window, self.rng = window, random.Random(seed)
        self.document, self.scene = window.document, window.scene
        self.viewport = window.view.viewport()
        self.before = dumps(self.document.circuit)
        self.document.replaced.connect(self._replaced)

    def _replaced(self):
        self.before = dumps(self.document.circuit)

    def step(self):
        is_typing = self.window.gestures.popups.current is not None and self.rng.random() < 0.6
        name = "type" if is_typing else self.rng.choice(OTHERS + ["drag", "panel", "key"] * 3)
        getattr(self, name)()
        QApplication.processEvents()
        for each in QApplication.topLevelWidgets():
            if isinstance(each, QDialog | QMenu) and each.isVisible():
                each.close()
        QApplication.processEvents()
        self.check(name)

    # Actions

    def place(self) -> QPoint:
        layout, rng = self.scene.layout, self.rng
        what, found = rng.random(), None
        if what < 0.3 and layout.symbols:
            symbol = rng.choice(list(layout.symbols.values()))
            found = rng.choice([terminal.at for terminal in symbol.terminals.values()] or [symbol.place.at])
        elif what < 0.5 and layout.symbols:
            found = rng.choice(list(layout.symbols.values())).place.at
        elif what < 0.8 and layout.wires:
            points = rng.choice(list(layout.wires.values()))
            index = rng.randrange(len(points) - 1)
            (ax, ay), (bx, by) = points[index : index + 2]
            found = ((ax + bx) / 2, (ay + by) / 2)
        if found is not None:
            return self.window.view.mapFromScene(QPointF(*found))
        return QPoint(rng.randrange(self.viewport.width()), rng.randrange(self.viewport.height()))

    def press(self, keys, widget=None):
        widget = widget or QApplication.focusWidget() or self.window.view
        QTest.keySequence(widget, QKeySequence(keys))

    def drag(self):
        start, end, modifiers = self.place(), self.place(), self.rng.choice([NONE, NONE, NONE, SHIFT, CONTROL])
        QTest.mousePress(self.viewport, LEFT, modifiers, start)
        for point in (start + QPoint(7, 2), (start + end) / 2):
            send_move(self.viewport, point, modifiers)
        what = self.rng.random()
        if what < 0.15:
            self.press(self.rng.choice(KEYS), self.window.view)
        elif what < 0.2:
            self.document.undo_stack.undo()
        elif what < 0.25:
            self.theme()
        elif what < 0.3:
            QTest.mouseDClick(self.viewport, LEFT, NONE, end)
        send_move(self.viewport, end, modifiers)
        QTest.mouseRelease(self.viewport, LEFT, modifiers, end)

    def click(self):
        QTest.mouseClick(self.viewport, LEFT, self.rng.choice([NONE, SHIFT, CONTROL]), self.place())

    def double_click(self):
        QTest.mouseDClick(self.viewport, LEFT, NONE, self.place())

    def key(self):
        self.window.view.setFocus()
        self.press(self.rng.choice(KEYS))

    def command(self):
        self.window.dialogs.save_answer = self.rng.choice(["cancel", "discard"])
        action = self.window.actions_by_name[
            self.rng.choice([each.name for each in COMMANDS if each.name not in ("quit", "open")])
        ]
        if action.isEnabled():
            action.trigger()

    def wheel(self):
        at, turn = QPointF(self.place()), QPoint(0, self.rng.choice([-120, 120]))
        modifiers = self.rng.choice([NONE, CONTROL, SHIFT])
        event = QWheelEvent(at, at, QPoint(), turn, Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(self.viewport, event)

    def drop(self):
        mime, points = QMimeData(), [self.place(), self.place()]
        mime.setData(palette_list.KIND_MIME, self.rng.choice(list(kinds())).encode())
        QApplication.sendEvent(self.viewport, QDragEnterEvent(points[0], COPY, mime, LEFT, NONE))
        for point in points:
            QApplication.sendEvent(self.viewport, QDragMoveEvent(point, COPY, mime, LEFT, NONE))
        QApplication.sendEvent(self.viewport, QDropEvent(QPointF(points[-1]), COPY, mime, LEFT, NONE))

    def undo(self):
        stack = self.document.undo_stack
        stack.setIndex(self.rng.randint(0, stack.count()))

    def menu(self):
        at = self.place()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, self.viewport.mapToGlobal(at))
        QApplication.sendEvent(self.viewport, event)
        menu = self.window.gestures.menus.current
        if menu is not None:
            actions = [each for each in menu.actions() if each.isEnabled() and not each.isSeparator() and not each.menu()]
            self.rng.choice(actions).trigger()
            menu.close()

    def type(self):
        special = {"\n": "Return", "\t": "Tab", "\x1b": "Esc"}
        for sign in self.rng.choice(WORDS):
            if (focus := QApplication.focusWidget()) is not None:
                self.press(special[sign]) if sign in special else QTest.keyClicks(focus, sign)

    def panel(self):
        dock = self.rng.choice([self.window.docks["inspector"], *self.window.docks.by_name.values()])
        dock.raise_()
        wanted = (QLineEdit, QAbstractButton, QComboBox, QAbstractItemView)
        found = [
            each for each in dock.findChildren(QWidget) if isinstance(each, wanted) and each.isVisible() and each.isEnabled()
        ]
        if not found:
            return
        each = self.rng.choice(found)
        if isinstance(each, QLineEdit):
            each.setFocus()
            each.selectAll()
            self.type()
        elif isinstance(each, QAbstractItemView):
            QTest.mouseClick(each.viewport(), LEFT, NONE, QPoint(20, self.rng.randrange(max(1, each.height()))))
        elif isinstance(each, QComboBox) and each.count():
            each.setCurrentIndex(self.rng.randrange(each.count()))
        else:
            QTest.mouseClick(each, LEFT)

    def pull(self):
        view = self.window.motion
        if view.isVisible():
            start, end = (QPoint(self.rng.randrange(view.width()), self.rng.randrange(view.height())) for _ in range(2))
            QTest.mousePress(view, LEFT, NONE, start)
            send_move(view, (start + end) / 2, NONE)
            if self.rng.random() < 0.2:
                self.document.undo_stack.undo()
            send_move(view, end, NONE)
            QTest.mouseRelease(view, LEFT, NONE, end)

    def paste(self):
        QApplication.clipboard().setText(self.rng.choice((*TEXTS, dumps(self.document.circuit))))
        self.press("Ctrl+V", self.window.view)

    def theme(self):
        self.window.theme.choose(self.rng.choice(["light", "dark"]))

    # Invariants

    def check(self, name):
        circuit, scene, host = self.document.circuit, self.scene, self.window.gestures
        text = dumps(circuit)
        assert dumps(loads(text)) == text, name
        assert not self.document._sections.change_to(CircuitSections(circuit)), f"{name} changed the circuit outside an edit"
        keys = {link.key for link in circuit.links}
        notes = set(range(len(circuit.drawing.get("notes", []))))
        assert (set(scene.components), set(scene.wires), set(scene.notes)) == (set(circuit.components), keys, notes), name
        selection = self.window.selection
        assert selection.components <= set(circuit.components) and selection.links <= keys and selection.notes <= notes, name
        assert {each for each, item in scene.components.items() if item.is_selected} == selection.components, name
        fresh, layout = SheetLayout(circuit), scene.layout
        assert (layout.symbols, layout.wires, layout.drawn) == (fresh.symbols, fresh.wires, fresh.drawn), name
        for link in circuit.links:
            (a, _), (b, _) = fresh.end_place(link.a), fresh.end_place(link.b)
            stored = stored_route(section(circuit.drawing, "links").get(link.key), a, b)
            assert stored and (stored[0], stored[-1]) == (a, b), f"{name}: {link.key} has no stored route"
            assert all(p[0] == q[0] or p[1] == q[1] for p, q in pairwise(stored)), link.key
        previews = scene.previews
        left = previews.moved or previews.bent or previews.widened or previews.ghost or previews.veil or host.gesture
        assert not left and (previews.wire is None or isinstance(host.popups.current, KindList)), f"{name} left a preview"
        assert scene.is_exploded == self.window.actions_by_name["explode"].isChecked(), name

    def check_history(self):
        stack = self.document.undo_stack
        stack.setIndex(stack.count())
        after = dumps(self.document.circuit)
        stack.setIndex(0)
        assert dumps(self.document.circuit) == self.before
        stack.setIndex(stack.count())
        assert dumps(self.document.circuit) == after


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "name"), list(enumerate(["two_segment_manipulator", "four_bar", "backlash_drive"])))
def test_a_monkey_breaks_nothing(qapp, qtbot, monkeypatch, seed, name):
    monkeypatch.setattr(palette_list.KindView, "startDrag", lambda *_: None)
    monkeypatch.setattr(circuit_commands.CircuitCommands, "new_window", lambda _: None)
    window = quiet_window(qapp, qtbot, monkeypatch)
    circuit = load(CIRCUITS / f"{name}.mars")
    circuit.add("library.unknown", "Ghost", at=(100, 200))
    circuit.drawing["notes"] = [{"text": "A note", "at": [0, 150]}]
    window.files.new(circuit)
    monkey = Monkey(window, seed)
    for _ in range(60):
        monkey.step()
    monkey.check_history()
    window.document.undo_stack.setClean()
    window.close()
