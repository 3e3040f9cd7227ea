"""Notation of names, numbers and signs: in Unicode, in HTML for Qt's rich text and browsers, in LaTeX."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import ClassVar

from mars.readable.expression_tree import XYZ, Reference

DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
PLAIN_DIGITS = str.maketrans(SUBSCRIPTS, "0123456789")
POWERS = {2.0: "²", 3.0: "³", 4.0: "⁴"}
RAISED_DIGITS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def subscripted(text: str) -> tuple[str, list[str], str]:
    """Stem, port and indices of a name: «a.torque» is the torque of a, «2.r.x» is x of r of 2."""
    *owners, stem = text.split(".")
    plain = stem.rstrip(SUBSCRIPTS)  # «force₂» is the second one
    place, stem = stem[len(plain) :].translate(PLAIN_DIGITS), plain
    while owners and (stem.isdigit() or (set(stem) <= set(XYZ) and len(stem) <= 2)):
        place, stem = stem + place, owners.pop()
    return stem, owners, place


@dataclass(frozen=True)
class Plain:
    """Unicode, one line."""

    sign: ClassVar[str] = "−"
    dot: ClassVar[str] = "·"
    pi: ClassVar[str] = "π"
    signs: ClassVar[dict[str, str]] = {
        "dot": "·", "×": " × ", "∘": " ∘ ", "and": " and ", "or": " or ", "not": "not ",
        "<": " < ", "≤": " ≤ ", "=": " = ", "≠": " ≠ ",
    }  # fmt: skip

    def name(self, name: Reference) -> str:
        if name.text.startswith("der("):
            return f"der({self.name(Reference(name.text[4:-1], name.unit, name.shape))})"
        stem, owners, place = subscripted("t" if name.text == "segment" else name.text)
        owner = ".".join(owners)
        shown = f"{stem}{owner.translate(DIGITS)}" if owner.isdigit() else f"{owner}.{stem}" if owner else stem
        return shown + (place.translate(DIGITS) if place.isdigit() else f".{place}" if place else "")

    def number(self, value: float) -> str:
        digits, _, power = f"{value:.6g}".replace("-", self.sign).partition("e")
        if power:
            power = self.tenth_power(str(int(power.replace(self.sign, "-"))))
            digits = power if digits == "1" else f"{digits}{self.dot}{power}"
        return digits

    def tenth_power(self, power: str) -> str:
        return f"10{power.translate(RAISED_DIGITS)}"

    def fraction(self, top: str, bottom: str) -> str:
        return f"{top}/{bottom}"

    def raised(self, base: str, power: str, number: float | None) -> str:
        return base + POWERS[number] if number in POWERS else f"{base}^{power}"

    def root(self, inner: str) -> str:
        return f"√({inner})"

    def magnitude(self, inner: str) -> str:
        return f"|{inner}|"

    def transposed(self, inner: str) -> str:
        return f"{inner}ᵀ"

    def called(self, function: str, arguments: str) -> str:
        return f"{function}({arguments})"

    def part(self, inner: str, axis: str) -> str:
        return f"{inner}.{axis}"

    def words_only(self, text: str) -> str:
        return text

    def enclosed(self, inner: str) -> str:
        return f"({inner})"


@dataclass(frozen=True)
class Html(Plain):
    """Names in italics, vectors and rotations upright and bold, ports as indices."""

    signs: ClassVar[dict[str, str]] = Plain.signs | {"<": " &lt; "}

    def name(self, name: Reference) -> str:
        if name.text.startswith("der("):
            return f"der({self.name(Reference(name.text[4:-1], name.unit, name.shape))})"
        if name.text.endswith("(t)"):
            return f"{self.name(Reference(name.text[:-3]))}(<i>t</i>)"
        stem, owners, place = subscripted("t" if name.text == "segment" else name.text)
        owners += [place] if place else []
        shown = f"<i>{escape(stem)}</i>" if name.shape == "scalar" else f"<b>{escape(stem)}</b>"
        return shown + (f"<sub>{escape(','.join(owners))}</sub>" if owners else "")

    def tenth_power(self, power: str) -> str:
        return f"10<sup>{power.replace('-', self.sign)}</sup>"

    def raised(self, base: str, power: str, number: float | None) -> str:
        return f"{base}<sup>{power}</sup>"

    def transposed(self, inner: str) -> str:
        return f"{inner}<sup>T</sup>"

    def part(self, inner: str, axis: str) -> str:
        return f"{inner}<sub>{axis}</sub>"

    def words_only(self, text: str) -> str:
        return escape(text)


@dataclass(frozen=True)
class Latex(Plain):
    r"""For \( … \) of MathJax or KaTeX."""

    sign: ClassVar[str] = "-"
    dot: ClassVar[str] = r" \, "
    pi: ClassVar[str] = r"\pi"
    signs: ClassVar[dict[str, str]] = {
        "dot": r" \cdot ", "×": r" \times ", "∘": r" \circ ", "and": r" \land ", "or": r" \lor ", "not": r"\lnot ",
        "<": " < ", "≤": r" \le ", "=": " = ", "≠": r" \ne ",
    }  # fmt: skip
    in_words: ClassVar[dict[str, str]] = {"≥": r"$\ge$", "≤": r"$\le$", "−": "$-$", "·": r"$\cdot$", ">": "$>$", "<": "$<$"}
    greek: ClassVar[dict[str, str]] = {"ρ": r"\rho", "ω": r"\omega"}

    def name(self, name: Reference) -> str:
        if name.text.startswith("der("):
            return rf"\dot{{{self.name(Reference(name.text[4:-1], name.unit, name.shape))}}}"
        if name.text.endswith("(t)"):
            return f"{self.name(Reference(name.text[:-3]))}(t)"
        stem, owners, place = subscripted("t" if name.text == "segment" else name.text)
        owners += [place] if place else []
        word = self.greek.get(stem, stem.replace("_", r"\_"))
        if name.shape != "scalar":
            shown = rf"\boldsymbol{{{word}}}" if stem in self.greek else rf"\mathbf{{{word}}}"
        else:
            shown = word if len(stem) == 1 or stem in self.greek else rf"\mathit{{{word}}}"
        indices = ",".join(owners).replace("_", r"\_")
        return shown + (rf"_{{\mathrm{{{indices}}}}}" if owners else "")

    def tenth_power(self, power: str) -> str:
        return f"10^{{{power}}}"

    def fraction(self, top: str, bottom: str) -> str:
        return rf"\frac{{{top}}}{{{bottom}}}"

    def raised(self, base: str, power: str, number: float | None) -> str:
        return f"{base}^{{{power}}}"

    def root(self, inner: str) -> str:
        return rf"\sqrt{{{inner}}}"

    def magnitude(self, inner: str) -> str:
        return rf"\left|{inner}\right|"

    def transposed(self, inner: str) -> str:
        return rf"{inner}^{{\mathsf T}}"

    def called(self, function: str, arguments: str) -> str:
        return rf"\operatorname{{{function.replace('_', chr(92) + '_')}}}\left({arguments}\right)"

    def part(self, inner: str, axis: str) -> str:
        return f"{{{inner}}}_{{{axis}}}"

    def words_only(self, text: str) -> str:
        return rf"\text{{{''.join(self.in_words.get(letter, letter) for letter in text)}}}" if text else ""

    def enclosed(self, inner: str) -> str:
        return rf"\left({inner}\right)"


TEXT, HTML, LATEX = Plain(), Html(), Latex()
