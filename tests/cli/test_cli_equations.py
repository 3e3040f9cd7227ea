"""`mars equations FILE`, and equations below `mars components KIND`."""

import json

from mars.cli.main import main
from tests.helpers.paths import CIRCUITS


def said(capsys, *words, code=0):
    capsys.readouterr()
    assert main([str(word) for word in words]) == code
    return capsys.readouterr()


def test_all_components_have_their_equations_with_numbers(capsys):
    out = said(capsys, "equations", CIRCUITS / "pendulum.mars").out
    assert "KN1\n  r₂ = r₁\n" in out and "  where e = R₁·axis = (0, 0, 1)" in out
    assert "mass·der(v₀) = F₁ + F₂ + mass·gravity" in out and "residual" in out


def test_chosen_components_as_latex_and_as_json(capsys):
    path = CIRCUITS / "stick_slip.mars"
    assert r"\mathit{force}_{\mathrm{a}} = " in said(capsys, "equations", path, "Friction", "--latex").out
    data = json.loads(said(capsys, "equations", path, "Friction", "--json").out)
    assert list(data) == ["Friction"] and data["Friction"][0]["residual"] <= 1e-12


def test_inside_of_subcircuits_by_the_names_that_people_write(capsys):
    out = said(capsys, "equations", CIRCUITS / "modular_arm.mars", "Axis1.DR1.MT1").out
    assert out.startswith("Axis1.DR1.MT1\n") and "inductance·der(current)" in out


def test_a_subcircuit_says_what_it_is_and_what_its_components_say(capsys):
    path = CIRCUITS / "modular_arm.mars"
    out = said(capsys, "equations", path, "Axis2", "Base1").out
    head, *parts = out.split("\n\n")
    assert head.startswith("Axis2: subcircuit Axis. One axis of a modular arm.\n  ports\n    base            frame\n")
    assert "\n    mass            3 kg            mass of the rod\n" in head and "\n    DR1             Drive" in head
    titles = [part.partition("\n")[0] for part in parts]
    assert "Axis2.KN1" in titles and "Axis2.DR1.MT1" in titles and titles[-1] == "Base1"
    assert all(title.startswith("Axis2.") for title in titles[:-1])
    inner = said(capsys, "equations", path, "Axis2.DR1").out
    assert inner.startswith("Axis2.DR1: subcircuit Drive.") and "    gain            200             gain of the" in inner
    assert "Axis2.KN1" in json.loads(said(capsys, "equations", path, "Axis2", "--json").out)
    assert "no component “Axis9” with equations" in said(capsys, "equations", path, "Axis9", code=2).err


def test_an_unknown_component_is_named(capsys):
    error = said(capsys, "equations", CIRCUITS / "pendulum.mars", "SB9", code=2).err
    assert "SB9" in error and "KN1" in error


def test_the_page_of_a_kind_has_its_equations(capsys):
    out = said(capsys, "components", "dynamics.spring").out
    assert "a.torque = −stream" in out and "where stream = stiffness·(b.angle − a.angle + rest)" in out
