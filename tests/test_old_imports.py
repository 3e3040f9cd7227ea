"""Imports that the guides taught before the packages got their present names keep working, and say where things are now."""

import importlib
import subprocess
import sys

import pytest

from mars.old_imports import MOVED

# What `docs/own-component.md`, `docs/python.md` and `components/README.md` named.
TAUGHT = {
    "mars.checking": ["check"],
    "mars.circuit": ["Circuit"],
    "mars.declare": ["Hold", "Icon", "LawOf", "Mode", "Parameter", "Port", "Result", "State"],
    "mars.domains": ["ROTATION", "TRANSLATION", "FRAME", "ELECTRICAL"],
    "mars.ledger": ["Ledger"],
    "mars.library": ["embed", "store"],
    "mars.live": ["Live"],
    "mars.own": ["check", "kind_of"],
    "mars.pictures.draw": ["draw", "save_drawing"],
    "mars.pictures.plot": ["plot_groups"],
    "mars.plugins": ["plugins_folder"],
    "mars.poses": ["PoseTree", "Poses"],
    "mars.run": ["Run"],
    "mars.snapshot": ["Snapshot"],
    "mars.storage": ["load", "save"],
    "mars.subcircuits": ["make_subcircuit"],
    "mars.switching": ["Holds", "Piece", "Samples", "Sticks", "Stops"],
    "mars.symbolic": ["ca"],
}


def test_every_moved_module_is_tried():
    assert TAUGHT.keys() == MOVED.keys()


@pytest.mark.parametrize("old", TAUGHT)
def test_an_old_import_gives_the_same_objects(old):
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} is now {MOVED[old]}"):
        module = importlib.import_module(old)
    new = importlib.import_module(MOVED[old])
    for name in TAUGHT[old]:
        assert getattr(module, name) is getattr(new, name)
    with pytest.raises(AttributeError):
        module.nothing_of_the_kind  # noqa: B018


def test_the_warning_is_shown_at_the_import():
    code = "import mars\nfrom mars.declare import Parameter\n"
    answer = subprocess.run([sys.executable, "-W", "always", "-c", code], capture_output=True, text=True)
    assert answer.returncode == 0 and "mars.declare is now mars.component: change the import" in answer.stderr


def test_other_names_are_still_unknown():
    with pytest.raises(ModuleNotFoundError, match=r"mars\.no_such_module"):
        importlib.import_module("mars.no_such_module")
