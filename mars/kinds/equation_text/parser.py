"""The lines of a component that is written as equations.

# Resists twist.                                        comments at the top are its help
port a: rotation                                        required; or free, or reference; and a side: left, right, top, bottom
port u: signal in
parameter stiffness = 100 N·m/rad, at least 0  "torque per radian of twist"
state twist [rad] = 0  "twist of the spring"
let rate = b.speed - a.speed
der(twist) = rate
a.torque = -stiffness*twist
result power [W] = a.torque*a.speed  "power at a"
stored = stiffness*twist^2/2                            for the energy ledger, as loss = …
source                                                  its power comes from outside
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile

from mars.component.default_icon import SIDES
from mars.component.domains import DOMAINS, SIGNAL, SIGNALS, Domain
from mars.formulas.tokens import FormulaError
from mars.formulas.units import coherent_spelling
from mars.kinds.equation_text.formula import LineError, read_formula
from mars.kinds.equation_text.line_parts import HEAD, WORDS, equals_sign, head_of, with_help
from mars.kinds.equation_text.statements import Balance, EquationLine, Meaning, PortLine, Remark, Source, Statement
from mars.kinds.equation_text.value_lines import value_line
from mars.messages import Message, did_you_mean

LONGEST_TEXT, MOST_LINES, LONGEST_LINE = 20_000, 500, 1000
OPEN = ("required", "free", "reference")

_KEYWORD = re.compile(r"\s*(\w+)\b")
_DECLARES = re.compile(r"\s*\w+\s+\w")  # two words: no equation starts like this


def read_lines(text: str) -> tuple[list[Statement], str, list[Remark]]:
    """The statements, the comment at the top, and remarks on lines that cannot be read."""
    lines = text.splitlines()
    if len(text) > LONGEST_TEXT or len(lines) > MOST_LINES:
        cause = Message(
            "the text is longer than {longest_text} characters or {most_lines} lines. Split it into several components",
            longest_text=LONGEST_TEXT,
            most_lines=MOST_LINES,
        )
        return [], "", [Remark(1, 1, "error", cause)]
    statements: list[Statement] = []
    remarks: list[Remark] = []
    for number, line in enumerate(lines, start=1):
        plain = _without_comment(line)
        if not plain.strip():
            continue
        try:
            statements.append(_read(plain, number))
        except FormulaError as error:
            remarks.append(Remark(number, (error.position or 0) + 1, "error", error.cause))
    return statements, _comment_on_top(lines), remarks


def without_notes(text: str) -> str:
    """The lines that affect the model: without comments, help and empty lines."""
    statements = []
    for line in map(_without_comment, text.splitlines()):
        try:
            statements.append(" ".join(with_help(line)[0].split()))
        except FormulaError:
            statements.append(line)
    return "\n".join(filter(None, statements))


def declared_by(line: str) -> str:
    """The name that an invalid line would declare, so that it is not reported as unknown."""
    keyword = _KEYWORD.match(line)
    head = HEAD.match(line, keyword.end()) if keyword and (keyword[1] in WORDS or did_you_mean(keyword[1], WORDS)) else None
    return head[1] if head else ""


def _comment_on_top(lines: list[str]) -> str:
    written = [line.strip() for line in "\n".join(lines).strip().splitlines()]
    comment = takewhile(lambda line: line.startswith("#"), written)
    return "\n".join(line.lstrip("#").strip() for line in comment).strip()


def _without_comment(line: str) -> str:
    """A `#` between quotes does not start a comment."""
    quoted = False
    for place, character in enumerate(line):
        quoted ^= character == '"'
        if character == "#" and not quoted:
            return line[:place]
    return line


def _read(text: str, line: int) -> Statement:
    if len(text) > LONGEST_LINE:
        raise LineError(
            Message(
                "the line is longer than {longest_line} characters. Split it into several let lines", longest_line=LONGEST_LINE
            ),
            LONGEST_LINE,
        )
    keyword = _KEYWORD.match(text)
    if keyword and keyword[1] in _READERS and not _is_equation_of(text, keyword.end()):
        return _READERS[keyword[1]](text, line, keyword.end())
    equals = equals_sign(text)
    meant = did_you_mean(keyword[1], WORDS) if keyword and _DECLARES.match(text) else ""
    if equals is None or meant:
        start = len(text) - len(text.lstrip())
        word = text.split()[0]
        usual = ". Write left = right, or start the line with port, parameter, state, let, result, stored, loss or source"
        raise LineError(
            Message(
                "a line cannot start with {word!r}{meant}", word=word[:40], meant=meant or did_you_mean(word, WORDS) or usual
            ),
            start,
        )
    left, right = read_formula(text[:equals], line, 0), read_formula(text[equals + 1 :], line, equals + 1)
    return EquationLine(line, len(text) - len(text.lstrip()), left, right)


def _is_equation_of(text: str, end: int) -> bool:
    """`state.F.x = …`: the word is used as the name of a port; the error there says that it cannot be one."""
    return text[end : end + 1] == "."


def _port(text: str, line: int, at: int) -> PortLine:
    rest, help = with_help(text)
    name, start, unit, end = head_of(rest, at, "port")
    if unit is not None or rest[end : end + 1] != ":":
        raise LineError(Message("declare a port as in “port {name}: rotation”", name=name), end)
    first, *more = rest[end + 1 :].split(",")
    where = end + 1 + len(first) - len(first.lstrip())
    domain, gives = _domain(" ".join(first.split()), where)
    open_, side = ("free" if gives else "required"), ""
    for word in (each.strip() for each in more):
        if word in OPEN and not (word == "reference" and domain.informs):
            open_ = "reference" if word == "free" and domain.informs and not gives else word  # an open input is zero
        elif word in SIDES:
            side = word
        else:
            choices = [each for each in OPEN if not (each == "reference" and domain.informs)]
            raise LineError(
                Message(
                    "invalid port option {word!r}. Use {choices}, or a side: {sides}",
                    choices=", ".join(choices),
                    sides=", ".join(SIDES),
                    word=word[:40],
                ),
                rest.find(word, where),
            )
    return PortLine(line, start, name, help, domain, open_, gives, side)


def _domain(words: str, where: int) -> tuple[Domain, bool]:
    if words in ("signal in", "signal out"):
        return SIGNAL, words == "signal out"
    if words in (SIGNAL.name, SIGNALS.name):
        raise LineError("a signal needs a direction. Write “signal in” or “signal out”, with one port per signal", where)
    if words not in DOMAINS:
        known = [name for name in DOMAINS if name not in (SIGNAL.name, SIGNALS.name)] + ["signal in", "signal out"]
        raise LineError(
            Message(
                "unknown port domain {words!r}{near} Choose one of {known}",
                words=words[:40],
                near=did_you_mean(words, known, 0.75) or ".",
                known=", ".join(known),
            ),
            where,
        )
    return DOMAINS[words], False


def _meaning(text: str, line: int, at: int) -> Meaning:
    what = text[:at].strip()
    rest, help = with_help(text)
    name, start, unit, end = head_of(rest, at, what)
    if rest[end : end + 1] != "=" or (what == "let" and unit is not None):
        example = (
            Message("let {name} = b.speed - a.speed", name=name)
            if what == "let"
            else Message("result {name} [W] = a.torque*a.speed", name=name)
        )
        raise LineError(Message("declare a {what} as in “{example}”", what=what, example=example), end)
    if what == "result":
        unit = coherent_spelling(unit or "1")
    return Meaning(line, start, name, help, unit, read_formula(rest[end + 1 :], line, end + 1))


def _balance(text: str, line: int, at: int) -> Balance:
    what = text[:at].strip()
    equals = equals_sign(text)
    if equals is None or text[at:equals].strip():
        raise LineError(
            (
                Message("expected “{what} = …”, in joules", what=what)
                if what == "stored"
                else Message("expected “{what} = …”, in watts", what=what)
            ),
            at,
        )
    return Balance(line, at - len(what), what, read_formula(text[equals + 1 :], line, equals + 1))


def _source(text: str, line: int, at: int) -> Source:
    if text[at:].strip():
        raise LineError("“source” must stand alone on its line. It means that the component's power comes from outside", at)
    return Source(line, at - len("source"))


_READERS: dict[str, Callable[[str, int, int], Statement]] = {
    "port": _port, "parameter": value_line, "state": value_line, "let": _meaning, "result": _meaning,
    "stored": _balance, "loss": _balance, "source": _source,
}  # fmt: skip
