"""The symbols of all kinds: readable path data, ports on the grid and on the symbol, few strokes."""

from __future__ import annotations

import pytest

from mars.component.base import PointedBody
from mars.component.declarations import Icon
from mars.component.icon_paths import absolute, bounds, distance, outlines
from mars.kinds.registry import kinds
from mars.kinds.resolved import default_ports
from mars.pictures.sheet.symbols import DOWN, LEFT, RIGHT, UP, shape_of

ALL = pytest.mark.parametrize("name", kinds())


@ALL
def test_path_data_can_be_read(name):
    strokes = kinds()[name].icon.strokes
    assert strokes
    for _, data in strokes:
        assert absolute(data)[0][0] == "M"
        assert all(len(line) > 1 for line in outlines(data))


@ALL
def test_ports_lie_on_the_grid_and_on_the_symbol(name):
    kind = kinds()[name]
    own = [data for _, data in kind.icon.strokes]
    for port in default_ports(kind).values():
        assert all(place % 10 == 0 for place in port.at), port.name
        assert distance(port.at, own) <= 1, f"{port.name} is {distance(port.at, own):.1f} off the strokes"


@ALL
def test_ports_lead_out_of_the_box(name):
    shape = shape_of(kinds()[name])
    left, top, right, bottom = shape.box
    off = {LEFT: lambda x, y: x - left, RIGHT: lambda x, y: right - x, UP: lambda x, y: y - top, DOWN: lambda x, y: bottom - y}
    for terminal in shape.terminals:
        assert off[terminal.direction](*terminal.at) <= 1, terminal.name


@ALL
def test_symbols_are_small_and_have_few_strokes(name):
    icon = kinds()[name].icon
    assert sum(len(outlines(data)) for _, data in icon.strokes) <= 13
    left, top, right, bottom = bounds(data for _, data in icon.strokes)
    assert -40 <= left < right <= 40
    assert -30 <= top < bottom <= 30


@ALL
def test_leads_name_ports_that_exist(name):
    kind = kinds()[name]
    for role, _ in kind.icon.strokes:
        if role.startswith("lead:"):
            assert role.partition(":")[2] in default_ports(kind)


@ALL
def test_leads_have_the_domain_of_the_ports_they_meet(name):
    from mars.pictures.sheet.symbols_svg import lead_look
    from mars.pictures.style import domain_look

    shape = shape_of(kinds()[name])
    for role, data in shape.strokes:
        if role == "frame" or role.startswith("lead"):
            for terminal in shape.terminals:
                if any(terminal.at in (line[0], line[-1]) for line in outlines(data)):
                    assert lead_look(role, shape) == domain_look(terminal.domain), (role, terminal.name)


@ALL
def test_letters_stay_clear_of_the_edge(name):
    strokes = kinds()[name].icon.strokes
    letters = [data for role, data in strokes if role == "letter"]
    if letters:
        room = min(abs(edge) for edge in bounds(data for role, data in strokes if role == "face"))
        assert max(abs(edge) for edge in bounds(letters)) <= room - 4


@pytest.mark.parametrize("name", [n for n, kind in kinds().items() if issubclass(kind, PointedBody)])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_plates_grow_to_cover_their_points(name, count):
    kind = kinds()[name]
    shape = shape_of(kind, kind.ports_for({"points": {f"p{i}": None for i in range(count)}}))
    own = [data for _, data in shape.strokes]
    for terminal in shape.terminals:
        assert distance(terminal.at, own) <= 1, terminal.name
        assert terminal.direction == (LEFT if terminal.at[0] < 0 else RIGHT)


def test_an_icon_refuses_unknown_roles():
    with pytest.raises(ValueError, match="unknown icon role 'blob'"):
        Icon(("blob", "M0,0 h1"))
    assert Icon(("lead:turn", "M0,0 h1")).strokes


@pytest.mark.parametrize("data", ["", "h5", "M0,0 x", "M0", "M0,0 h", "M0,0 L1", "M0,0 5", "M0,0 ; h1", "M0,0 T4,4"])
def test_mistakes_in_path_data_are_found(data):
    with pytest.raises(ValueError, match="path data"):
        absolute(data)


def test_paths_are_walked():
    assert absolute("M1,2 h3 v-1 l1,1 2,2 z m1,0 L0,0") == (
        ("M", (1, 2)), ("L", (4, 2)), ("L", (4, 1)), ("L", (5, 2)), ("L", (7, 4)), ("Z", ()), ("M", (2, 2)), ("L", (0, 0)),
    )  # fmt: skip
    assert bounds(["M-5,0 a5,5 0 1 1 10,0 a5,5 0 1 1 -10,0 z"]) == pytest.approx((-5, -5, 5, 5))
    assert bounds(["M0,0 a1,1 0 0 1 10,0"]) == pytest.approx((0, -5, 10, 0))  # radii too small grow
    assert bounds(["M0,0 q5,10 10,0"]) == pytest.approx((0, 0, 10, 5))
    assert distance((5, 4), ["M0,0 h10"]) == pytest.approx(4)
