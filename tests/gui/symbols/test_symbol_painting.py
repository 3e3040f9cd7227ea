"""Symbols painted by Qt look like those written by `mars draw`; every kind, turned, flipped, in both themes."""

import pytest
from mars.gui.symbols.painter_paths import path_of, wire_path
from mars.gui.symbols.symbol_painter import paint_symbol, strokes_of, symbol_of_kind, symbol_pixmap
from PySide6.QtGui import QColor, QImage, QPainter

from mars.component.icon_paths import bounds
from mars.kinds.registry import kinds
from mars.pictures.sheet.draw import icon_svg
from mars.pictures.svg import png


def darkness(image: QImage, sheet: QColor) -> list[list[bool]]:
    return [
        [abs(image.pixelColor(x, y).lightness() - sheet.lightness()) > 40 for x in range(image.width())]
        for y in range(image.height())
    ]


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_symbols_look_as_mars_draw_writes_them(qapp, theme, theme_name):
    theme.choose(theme_name)
    sheet = QColor(theme.colours["sheet"])
    for kind in list(kinds())[::4]:
        written = QImage.fromData(png(icon_svg(kind, theme_name, background=True), 2.0))
        each = symbol_of_kind(kind)
        left, top = each.box[0] - 6, each.box[1] - 6
        painted = QImage(written.size(), QImage.Format.Format_RGB32)
        painted.fill(sheet)
        painter = QPainter(painted)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(2, 2)
        painter.translate(-left, -top)
        paint_symbol(painter, kind, theme_name)
        painter.end()
        a, b = darkness(written, sheet), darkness(painted, sheet)
        inked = sum(map(sum, a))
        unlike = sum(p != q for row, other in zip(a, b, strict=True) for p, q in zip(row, other, strict=True))
        assert inked > 50, kind
        assert unlike < 0.12 * inked, (kind, unlike, inked)


def test_paths_have_the_bounds_of_their_data():
    for kind in kinds().values():
        for _, data in kind.icon.strokes:
            box, (left, top, right, bottom) = path_of(data).boundingRect(), bounds([data])
            assert (box.left(), box.top(), box.right(), box.bottom()) == pytest.approx((left, top, right, bottom), abs=0.4)


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("flip", [False, True])
def test_turned_strokes_end_on_the_turned_ports(turn, flip):
    """The strokes reach every port of the symbol, however it is turned."""
    for kind in kinds():
        each = symbol_of_kind(kind, turn, flip)
        boxes = [path.controlPointRect().adjusted(-1, -1, 1, 1) for path, _, _ in strokes_of(each.shape, turn, flip, "light")]
        for terminal in each.terminals.values():
            assert any(box.contains(*terminal.at) for box in boxes), (kind, terminal)


def test_letters_stay_upright_and_turning_arrows_keep_their_sense():
    upright = strokes_of(symbol_of_kind("sources.velocity").shape, 0, False, "light")
    turned = strokes_of(symbol_of_kind("sources.velocity").shape, 1, True, "light")
    assert upright[-1][0] == turned[-1][0]  # ω
    assert upright[0][0] != turned[0][0] or upright[1][0] != turned[1][0]


def test_wires_have_round_corners_that_fit():
    path = wire_path([(0, 0), (100, 0), (100, 2), (200, 2)])
    assert path.elementCount() > 4
    box = path.boundingRect()
    assert (box.left(), box.top(), box.right(), box.bottom()) == pytest.approx((0, 0, 200, 2), abs=0.5)
    assert wire_path([]).isEmpty()


def test_pixmaps_have_the_asked_size_and_one_for_kinds_that_are_not_installed(theme):
    for kind in [*kinds(), "no.such_kind"]:
        pixmap = symbol_pixmap(kind, 32, theme, 2.0)
        assert (pixmap.width(), pixmap.height(), pixmap.devicePixelRatio()) == (64, 64, 2.0)
        image = pixmap.toImage()
        assert any(image.pixelColor(x, y).alpha() > 100 for x in range(64) for y in range(64)), kind
    assert symbol_pixmap("bodies.rod", 32, theme, 2.0) is symbol_pixmap("bodies.rod", 32, theme, 2.0)
