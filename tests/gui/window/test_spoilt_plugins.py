"""The editor with components of a faulty plug-in: drawing, inspector and 3-D view stay, nothing is raised."""

import pytest
from mars.gui.document.document import Document
from mars.gui.document.selection import Selection
from mars.gui.inspector.inspector import Inspector
from mars.gui.view3d import MotionView

from mars.kinds import plugins, registry
from tests.helpers.broken_plugins import circuit, text_of
from tests.helpers.gui.canvas import picture, shown_view

INSTALLED = dict(registry.kinds())
LATER = "if values['drag'] == 0.5: return cls.{}\n        1 / 0"


@pytest.mark.parametrize(
    ("part", "method", "body"),
    [
        ("body", "solid", "1 / 0"),
        ("body", "shapes", "return ['ball']"),
        ("joint", "motion", "yield 5"),
        ("base", "pose", "return None"),
        ("drag", "ports_for", LATER.format("ports")),
        ("drag", "states_for", LATER.format("states")),
        ("drag", "icon_for", LATER.format("icon")),
    ],
)
def test_the_views_stay(qtbot, theme, tmp_path, monkeypatch, part, method, body):
    monkeypatch.setenv("MARS_LIBRARY", str(tmp_path))
    monkeypatch.setenv("MARS_NO_GL", "1")
    monkeypatch.setattr(plugins, "_problems", {})
    plugins.plugins_folder().mkdir()
    (plugins.plugins_folder() / "mine.py").write_text(text_of(part, method, body), "utf-8")
    found = {**INSTALLED, **plugins.loaded(INSTALLED)}
    monkeypatch.setattr(registry, "kinds", lambda: found)
    made = circuit()
    made.set("M1.drag", 0.7)
    document = Document(made)
    selection = Selection(document)
    view = MotionView(document, selection, theme)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    qtbot.waitExposed(view)
    assert not view.grab().isNull()
    sheet = shown_view(qtbot, document, selection, theme)
    inspector = Inspector(document, selection, theme)
    qtbot.addWidget(inspector)
    selection.set(["M1"])
    document.edit("Set", lambda edited: edited.set("M1.drag", 0.8))
    assert not view.grab().isNull()
    assert not picture(sheet).isNull() and set(sheet.sheet.components) == {"Base1", "KN1", "SB1", "M1"}
