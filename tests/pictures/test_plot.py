"""Curves as SVG and PNG."""

from __future__ import annotations

import itertools
import math
import struct
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mars.errors import DocumentError
from mars.formulas.units import parse_unit
from mars.pictures import svg as svg_module
from mars.pictures.charts.panel import thinned
from mars.pictures.charts.plot import Curve, plot, save
from mars.pictures.charts.ticks import USUAL, kept_unit, nice_ticks, shown_unit
from mars.pictures.svg import escape, png, shorten, text_width

SVG = "{http://www.w3.org/2000/svg}"
TIME = np.linspace(0.0, 2.0, 201)


def curve(name: str = "KN1.angle", unit: str = "rad", values=None) -> Curve:
    return Curve(name, unit, TIME, np.sin(TIME) if values is None else values)


def panels(svg: str) -> list[ElementTree.Element]:
    return [group for group in ElementTree.fromstring(svg).iter(f"{SVG}g") if group.get("class") == "panel"]


def curves_of(element: ElementTree.Element) -> list[str]:
    return [path.get("d", "") for path in element.iter(f"{SVG}path") if path.get("class") == "curve"]


def words(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_one_panel_for_each_unit_in_the_order_given():
    svg = plot([curve("a", "N"), curve("b", "m"), curve("c", "N"), curve("d", "1"), curve("e", "")])
    assert [(p.get("data-unit"), len(curves_of(p))) for p in panels(svg)] == [("N", 2), ("m", 1), ("", 2)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_awkward_text_is_escaped(theme):
    name = "a<b>&\"c'\x07\udc80"
    shown = words(plot([curve(name, "<&>"), curve("other", "<&>")], title="</svg> & Co", theme=theme))
    assert "a<b>&\"c'��" in shown
    assert "</svg> & Co" in shown
    assert ElementTree.fromstring(f"<a>{escape(name)}</a>").text == "a<b>&\"c'��"


def test_angles_are_shown_in_degrees_unless_asked_otherwise():
    pair = [curve("a.angle", "rad", TIME), curve("a.speed", "rad/s"), curve("a.push", "rad/s^2")]
    assert [p.get("data-unit") for p in panels(plot(pair))] == ["deg", "deg/s", "deg/s²"]
    assert [p.get("data-unit") for p in panels(plot(pair, angles="rad"))] == ["rad", "rad/s", "rad/s²"]
    assert "90" in words(plot([curve("a.angle", "rad", TIME)]))


def test_names_share_a_quantity_in_the_axis_title():
    assert "angle" in words(plot([curve("KN1.angle"), curve("KN2.angle")]))
    assert "force" in words(plot([curve("KN1.push", "N"), curve("KN2.pull", "N")]))
    alone = words(plot([curve("KN1.angle")]))
    assert "KN1.angle" in alone
    assert ", deg" in alone


def test_png_has_two_pixels_to_the_unit(tmp_path):
    path = tmp_path / "new folder" / "curves.png"
    save([curve()], path, width=500, height=300)
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (1000, 600)


def test_svg_is_saved_as_it_is(tmp_path):
    svg = plot([curve()])
    save(svg, tmp_path / "curves.SVG")
    assert (tmp_path / "curves.SVG").read_text(encoding="utf-8") == svg


def test_letters_come_from_the_bundled_font(monkeypatch):
    import resvg_py

    asked = []

    def record(**options):
        asked.append(options["skip_system_fonts"])
        return resvg_py_svg_to_bytes(**options)

    resvg_py_svg_to_bytes = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", record)
    empty = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20">{}</svg>'
    letters = svg_module.text(2, 15, "Ωя−10⁻³°", fill="#000")
    styled = empty.format(f'<g font-family="{svg_module.FONT_FAMILY}">{letters}</g>')
    assert png(styled) != png(empty.format(""))
    assert png(plot([curve()], title="Момент, φ̈ → ω²")).startswith(b"\x89PNG")
    assert asked == [True, True, True]


def test_measured_widths_are_those_of_the_font():
    assert text_width("0", 1000) == pytest.approx(1000 * 1744 / 2816, rel=0.05)
    assert text_width("ab", 10) == pytest.approx(text_width("a", 10) + text_width("b", 10))
    assert text_width("m", 10, 600) > text_width("m", 10, 400)


@given(st.text(max_size=60), st.floats(5, 300))
def test_shortened_text_fits(text, width):
    short = shorten(text, width)
    assert short in (text, "…") or ("…" in short and text_width(short) <= width)


def test_nan_leaves_a_gap():
    values = np.sin(TIME)
    values[50:60] = np.nan
    values[100] = np.inf
    (path,) = curves_of(panels(plot([curve("a", "N", values)]))[0])
    assert path.count("M") == 3
    assert "nan" not in path


def test_a_lonely_point_between_gaps_is_a_dot():
    (path,) = curves_of(panels(plot([Curve("a", "N", [0, 1, 2], [math.nan, 1, math.nan])]))[0])
    assert path.endswith("h0.01")


def test_a_million_points_become_few_and_keep_their_extremes():
    t = np.linspace(0, 10, 1_000_000)
    values = np.sin(40 * t)
    values[123_456], values[765_432] = 7.0, -9.0
    short_t, short_values = thinned(t, values, 800)
    assert short_t.size <= 4 * 800
    assert (short_values.max(), short_values.min()) == (7.0, -9.0)
    assert (np.diff(short_t) > 0).all()
    assert (short_t[0], short_t[-1]) == (t[0], t[-1])
    assert len(plot([Curve("a", "N", t, values)])) < 150_000


def test_thinning_keeps_gaps_wider_than_a_column():
    t = np.linspace(0, 1, 100_000)
    values = np.where((t > 0.4) & (t < 0.5), np.nan, t)
    short_t, short_values = thinned(t, values, 100)
    hidden = short_t[np.isnan(short_values)]
    assert hidden.min() == pytest.approx(0.4, abs=0.011)
    assert hidden.max() == pytest.approx(0.5, abs=0.011)


@pytest.mark.parametrize("value", [0.0, 293.15, -1e-9, 5e12])
def test_constant_curves_stand_in_the_middle(value):
    (path,) = curves_of(panels(plot([curve("a", "K", np.full_like(TIME, value))], height=300))[0])
    heights = {point.split(",")[1] for point in path[1:].split()}
    assert len(heights) == 1


def test_a_single_point_is_drawn():
    assert "<circle" in plot([Curve("a", "N", [2.0], [3.0])])


def test_large_small_and_shifted_values_are_scaled_in_the_title():
    assert ", 10⁶\u2009N/m" in words(plot([curve("a", "N/m", 3e8 * np.sin(TIME))]))
    assert ", 10⁻⁶\u2009m" in words(plot([curve("a", "m", 2e-5 * np.sin(TIME))]))
    drift = words(plot([curve("energy", "J", 123.5 + 1e-9 * np.sin(9 * TIME))]))
    assert "energy − 123.5" in drift
    assert "−1.0" in drift


def test_pressures_are_read_in_bar_and_flows_in_litres():
    told = words(plot([curve("p", "Pa", 2e7 * TIME), curve("q", "m³/s", 1e-3 * TIME)]))
    assert ", bar" in told and ", l/min" in told


def test_ticks_have_a_true_minus_and_thin_spaces():
    shown = words(plot([curve("a", "N", 3e4 * np.sin(9 * TIME))]))
    assert "−20\u2009000" in shown
    assert not any(word.startswith("-") for word in shown)


@given(st.floats(-1e6, 1e6), st.floats(-9, 9), st.integers(3, 12), st.booleans())
def test_ticks_are_round_and_inside(low, decade, most, degrees):
    high = low + max(10.0**decade, abs(low) * 1e-4)
    ticks, step = nice_ticks(low, high, most, degrees=degrees)
    assert 2 <= len(ticks) <= max(most, 6)
    assert low - 1e-6 * (high - low) <= ticks[0]
    assert ticks[-1] <= high + 1e-6 * (high - low)
    assert all(math.isclose(b - a, step, rel_tol=1e-6) for a, b in itertools.pairwise(ticks))


def test_more_curves_than_the_legend_holds_are_counted():
    assert "and 17 more" in words(plot([curve(f"c{i}", "N", i + TIME) for i in range(40)]))
    squeezed = words(plot([curve(f"c{i}", "N", i + TIME) for i in range(9)], height=170))
    assert any(word.endswith(" more") for word in squeezed)


def test_the_legend_stands_right_of_the_panel():
    svg = plot([curve("a" * 200, "N"), curve("b", "N")], width=600)
    (panel,) = panels(svg)
    (frame, *_) = panel.iter(f"{SVG}rect")
    right = float(frame.get("x", "")) + float(frame.get("width", ""))
    legend = [e for e in panel.iter(f"{SVG}text") if (e.text or "")[0] in "ab"]
    assert len(legend) == 2
    assert all(float(e.get("x", "")) > right for e in legend)
    assert all(float(e.get("x", "")) + text_width(e.text or "", 11) <= 600 for e in legend)


@pytest.mark.parametrize(
    ("curves", "options", "message", "code"),
    [
        ([], {}, "Nothing to plot", "missing-value"),
        ([Curve("a", "N", [], [])], {}, "a: the curve has no points", "no-data"),
        ([Curve("a", "N", [0, 1], [1])], {}, "2 times but 1 values", "size-mismatch"),
        ([Curve("a", "N", [0, 2, 1], [1, 2, 3])], {}, "a: the times must be finite and increasing", "not-increasing"),
        ([Curve("a", "N", [0, math.nan], [1, 2])], {}, "finite", "not-increasing"),
        ([Curve("a", "N", [0, 1], [math.nan, math.inf])], {}, "no finite values", "not-finite"),
        ([curve()], {"theme": "pink"}, "'pink': no such plot theme", "bad-option"),
        ([curve()], {"angles": "grad"}, "'grad'", "bad-unit"),
        ([curve()], {"width": 10}, "10 pixels wide", "out-of-range"),
        ([curve("a", "N"), curve("b", "m")], {"height": 120}, "2 panels do not fit", "out-of-range"),
    ],
)
def test_what_cannot_be_plotted_is_explained(curves, options, message, code):
    with pytest.raises(DocumentError, match=message) as caught:
        plot(curves, **options)
    assert caught.value.code == code


def test_a_bad_place_is_explained(tmp_path):
    with pytest.raises(DocumentError, match=r"\.png or \.svg"):
        save([curve()], tmp_path / "curves.gif")
    (tmp_path / "file").write_text("")
    with pytest.raises(DocumentError, match=r"curves\.svg: cannot write the file") as caught:
        save([curve()], tmp_path / "file" / "curves.svg")
    assert caught.value.code == "cannot-write"


def test_plotting_loads_no_qt():
    code = (
        "import sys; from mars.pictures.charts.plot import Curve, plot; from mars.pictures.svg import png;"
        "png(plot([Curve('a', 'N', [0, 1], [0, 1])]));"
        "sys.exit(any(name in sys.modules for name in ('PySide6', 'pyqtgraph', 'matplotlib')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("unit", [*USUAL, "rad", "rad/s"])
def test_values_in_the_units_that_people_read_are_the_same_quantities(unit):
    shown, factor = shown_unit(unit)
    kept, other = parse_unit(unit), parse_unit(shown)
    assert kept.dimension == other.dimension and factor == pytest.approx(kept.factor / other.factor)
    assert kept_unit(shown) == (unit, pytest.approx(1 / factor))
