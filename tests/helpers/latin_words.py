"""Words in Latin letters left in a Russian text: of the editor, and of messages."""

import re

# Names that are not translated: of the program, keys, methods, motions, formats, units; of kinds, components and variables.
NAMES = re.compile(
    r"\b(Mars|mars|IFToMM|IVP test set|car axis|Panda|Franka|URDF|Puma|CSV|SVG|PNG|PDF|LaTeX|csv|txt|English|Language|"
    r"Ctrl|Shift|Enter|Return|Escape|Delete|Del|Backspace|Tab|Alt|OK|"
    r"[Aa]uto|[Rr]k\d|[Rr]adau|[Nn]ewmark|[Ii]da|[TR][xyz]|J[xyz]{2}|EI|GI|kT|kg|mm|mV|rad|deg|Pa|bar|"
    r"angle|force|measured|[Kk][pid]|[a-z]+\.[a-z_]+|[A-Z][A-Za-z]*\d+(?:[. ][a-z_]+)*|[a-zA-Zω])\b|`\w+`"
)

QUOTED = re.compile(r"«[^»]*»|'[^']*'|\"[^\"]*\"|\([^()\s]*\)|--\S+|\S*[\d._]\S*")  # names, formulas, options, numbers
LATIN = re.compile(r"[A-Za-z]{2,}")
# Names of the book without a digit, motions, units, methods, and words typed or written in files.
KEPT = set(
    re.findall(
        r"\w+", "Path Gripper Hand Rack Axis Fan lower upper height width length darg drag damping rtol Tx Ty Tz Rx Ry Rz rad kg"
    )
)
KEPT |= {"JSON", "Mars", "ida"}


def latin(text):
    """Words in Latin letters, except names, placeholders, Qt markup, and functions in formulas."""
    for_qt = re.sub(r"<style>.*</style>|<[^>]+>|&\w+;|\{[^}]*\}|%\w|«[A-Za-z ]+»", " ", text, flags=re.DOTALL)
    return re.findall(r"[A-Za-z]{2,}", NAMES.sub("", re.sub(r"[a-z]+\(", "", for_qt)))


def left_in_english(told):
    """Words of a message in Latin letters, except names, formulas, options and numbers."""
    return [word for word in LATIN.findall(QUOTED.sub(" ", told)) if word not in KEPT]
