"""Simple drawings for the box of a custom kind, and strokes in text form: one per line, role first."""

from __future__ import annotations

from mars.errors import DocumentError

from ..i18n import QT_TRANSLATE_NOOP

Strokes = list[list[str]]  # role and path data, as in the file

GLYPHS: dict[str, Strokes] = {  # heading in the context «Glyphs»; they fit the box with any ports
    QT_TRANSLATE_NOOP("Glyphs", "Plain box"): [["thin", "M0,0"]],
    QT_TRANSLATE_NOOP("Glyphs", "Motor"): [
        ["line", "M-11,0 a11,11 0 1 0 22,0 a11,11 0 1 0 -22,0"],
        ["letter", "M-5,5 v-10 l5,6 l5,-6 v10"],
    ],
    QT_TRANSLATE_NOOP("Glyphs", "Arm"): [
        ["line", "M-12,10 h10 M-7,10 l-1,-16 l18,-3"],
        ["solid", "M-10,-6 a2,2 0 1 0 4,0 a2,2 0 1 0 -4,0"],
    ],
    QT_TRANSLATE_NOOP("Glyphs", "Gear"): [
        ["line", "M-8,0 a8,8 0 1 0 16,0 a8,8 0 1 0 -16,0"],
        ["thin", "M0,-8 v-4 M0,8 v4 M-8,0 h-4 M8,0 h4 M-6,-6 l-3,-3 M6,6 l3,3 M-6,6 l-3,3 M6,-6 l3,-3"],
    ],
    QT_TRANSLATE_NOOP("Glyphs", "Spring"): [["line", "M-14,0 h4 l3,-7 l5,14 l5,-14 l5,14 l3,-7 h4"]],
    QT_TRANSLATE_NOOP("Glyphs", "Damper"): [["line", "M-14,0 h12 M-2,-5 v10 M-6,-8 h14 v16 h-14 M8,0 h6"]],
    QT_TRANSLATE_NOOP("Glyphs", "Pump"): [
        ["line", "M-11,0 a11,11 0 1 0 22,0 a11,11 0 1 0 -22,0"],
        ["solid", "M4,-5 l6,5 l-6,5 z"],
    ],
    QT_TRANSLATE_NOOP("Glyphs", "Wave"): [["line", "M-13,0 q6.5,-16 13,0 q6.5,16 13,0"]],
    QT_TRANSLATE_NOOP("Glyphs", "Curve"): [["thin", "M-12,10 h24 M-10,12 v-24"], ["line", "M-10,10 q4,-16 20,-18"]],
    QT_TRANSLATE_NOOP("Glyphs", "Sum"): [["letter", "M8,-9 h-15 l8,9 l-8,9 h15"]],
    QT_TRANSLATE_NOOP("Glyphs", "Switch"): [["line", "M-13,4 h7 l12,-9 M6,4 h7"]],
}


def written(strokes: Strokes) -> str:
    return "\n".join(f"{role} {data}" for role, data in strokes)


def read(text: str) -> Strokes | None:
    """Parse the typed strokes; empty is the default symbol. The definition checks whether the paths can be drawn."""
    found: Strokes = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        role, _, data = line.strip().partition(" ")
        if not data.strip():
            raise DocumentError(
                "line {number} of the symbol: expected a role and a path, such as “line M-10,0 h20”",
                code="bad-value",
                number=number,
            )
        found.append([role, data.strip()])
    return found or None
