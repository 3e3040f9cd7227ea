"""Reads the instruction list of a CasADi function of scalars (SX) into single-assignment form.

CasADi reuses the slots of its work vector; here every instruction defines one value, named by its index in the list.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi

from mars.errors import MarsError


def _codes(*names: str) -> dict[int, str]:
    """CasADi's operation numbers for names such as `add`; names unknown to a CasADi version are left out."""
    pairs = ((getattr(casadi, f"OP_{name.upper()}", None), name) for name in names)
    return {code: name for code, name in pairs if code is not None}


_NAMES = {getattr(casadi, name): name[3:].lower() for name in dir(casadi) if name.startswith("OP_")}
INPUT, OUTPUT, CONSTANT = casadi.OP_INPUT, casadi.OP_OUTPUT, casadi.OP_CONST
SINE, COSINE = casadi.OP_SIN, casadi.OP_COS
COPIES = set(_codes("assign", "lift"))
ARITHMETIC = {casadi.OP_ADD: "fadd", casadi.OP_SUB: "fsub", casadi.OP_MUL: "fmul", casadi.OP_DIV: "fdiv"}
COMPARISONS = {casadi.OP_LT: "olt", casadi.OP_LE: "ole", casadi.OP_EQ: "oeq", casadi.OP_NE: "une"}
INTRINSICS = {
    casadi.OP_SQRT: "sqrt",
    casadi.OP_FABS: "fabs",
    casadi.OP_FLOOR: "floor",
    casadi.OP_CEIL: "ceil",
    casadi.OP_FMIN: "minnum",
    casadi.OP_FMAX: "maxnum",
    casadi.OP_COPYSIGN: "copysign",
}
LIBRARY = _codes(
    *("tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    *("exp", "log", "expm1", "log1p", "pow", "erf", "fmod", "hypot", "remainder"),
)
LIBRARY[casadi.OP_CONSTPOW] = "pow"
_BINARY_LIBRARY = {"atan2", "pow", "fmod", "hypot", "remainder"}
_ONE_ARGUMENT = {
    *(casadi.OP_NEG, casadi.OP_SQ, casadi.OP_TWICE, casadi.OP_INV, casadi.OP_SIGN, casadi.OP_NOT),
    *(casadi.OP_SQRT, casadi.OP_FABS, casadi.OP_FLOOR, casadi.OP_CEIL, SINE, COSINE),
    *(code for code, name in LIBRARY.items() if name not in _BINARY_LIBRARY),
}
TWO_ARGUMENTS = {
    *ARITHMETIC,
    *COMPARISONS,
    *(casadi.OP_FMIN, casadi.OP_FMAX, casadi.OP_COPYSIGN, casadi.OP_AND, casadi.OP_OR, casadi.OP_IF_ELSE_ZERO),
    *(code for code, name in LIBRARY.items() if name in _BINARY_LIBRARY),
}


class UnsupportedOperationError(MarsError):
    """A CasADi operation without machine code."""


@dataclass
class Listing:
    """The instruction list in single-assignment form; values are numbered by the instruction that defines them."""

    operations: list[int]
    first: list[int]  # first argument as a value number
    second: list[int]
    input_place: dict[int, tuple[int, int]]
    constants: dict[int, float]
    outputs: dict[int, tuple[int, int, int]]  # instruction -> (value, output, nonzero)
    groups: dict[int, list[int]] = field(default_factory=dict)  # leading sine or cosine -> arguments computed with it
    sines: dict[int, int] = field(default_factory=dict)  # argument -> value that is its sine
    cosines: dict[int, int] = field(default_factory=dict)

    @property
    def arithmetic(self) -> int:
        return len(self.operations) - len(self.input_place) - len(self.constants) - len(self.outputs)


def count_operations(function: casadi.Function) -> int:
    """Instructions that compute: all except inputs, outputs and constants."""
    quiet = {INPUT, OUTPUT, CONSTANT}
    return sum(function.instruction_id(k) not in quiet for k in range(function.n_instructions()))


def read_listing(function: casadi.Function) -> Listing:
    """Read the instructions from CasADi; refuse an operation without machine code, by name."""
    if not function.is_a("SXFunction"):
        remedy = "Expand it first: function.expand()"
        raise UnsupportedOperationError(f"{function.name()}: only functions of SX can be translated, this is not one. {remedy}")
    count = function.n_instructions()
    operation, arguments, results = function.instruction_id, function.instruction_input, function.instruction_output
    listing = Listing([operation(k) for k in range(count)], [-1] * count, [-1] * count, {}, {}, {})
    first, second = listing.first, listing.second
    holder = [-1] * max(function.sz_w(), 1)  # the value in each slot of CasADi's work vector
    copies: dict[int, int] = {}
    for k, code in enumerate(listing.operations):
        if code in TWO_ARGUMENTS:
            a, b = arguments(k)
            first[k], second[k] = holder[a], holder[b]
        elif code in _ONE_ARGUMENT:
            first[k] = argument = holder[arguments(k)[0]]
            if code in (SINE, COSINE):
                known = listing.sines if code == SINE else listing.cosines
                kept = known.setdefault(argument, k)
                if kept != k:
                    copies[k] = kept
        elif code == INPUT:
            which, nonzero = arguments(k)
            listing.input_place[k] = which, nonzero
        elif code == CONSTANT:
            listing.constants[k] = function.instruction_constant(k)
        elif code == OUTPUT:
            which, nonzero = results(k)
            listing.outputs[k] = holder[arguments(k)[0]], which, nonzero
            continue
        elif code in COPIES:
            copies[k] = holder[arguments(k)[0]]
        else:
            raise UnsupportedOperationError(f"{function.name()}: no machine code for the operation '{_NAMES.get(code, code)}'")
        holder[results(k)[0]] = copies.get(k, k)
    return listing


def group_sines(listing: Listing, width: int) -> None:
    """Assign every argument of a sine or cosine a leader: the first instruction that needs one of its group."""
    needs = [k for k, code in enumerate(listing.operations) if code in (SINE, COSINE)]
    pending = list(dict.fromkeys(listing.first[k] for k in needs))
    free = set(listing.input_place) | set(listing.constants)
    served: set[int] = set()
    for k in needs:
        argument = listing.first[k]
        if argument in served:
            continue
        ready = [v for v in pending if v not in served and v != argument and (v < k or v in free)]
        listing.groups[k] = group = [argument, *ready[: width - 1]]
        served.update(group)
