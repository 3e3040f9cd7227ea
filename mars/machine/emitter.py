"""Writes a CasADi function of scalars, read by `mars.machine.instructions`, as LLVM text.

The list of instructions is cut into chunks, one LLVM function each, because code generation takes more than linear time
in long ones; a value is in a register inside its chunk and passes to later chunks through the work array. The text
depends on the function alone, so its machine code can be cached under a hash.

Sines and cosines of one argument are one call; with one lane, up to eight arguments that are ready together share it.

With `contract` a product and the sum it enters become one fused operation, and quotients with the same denominator share its
reciprocal. The difference of two products is not fused: x·y − y·x is zero, and √(x² − y²) never sees −10⁻¹⁷.
"""

from __future__ import annotations

from collections import Counter

import casadi

from mars.machine.instructions import (
    ARITHMETIC,
    COMPARISONS,
    COPIES,
    COSINE,
    INTRINSICS,
    LIBRARY,
    OUTPUT,
    SINE,
    Listing,
    group_sines,
)
from mars.machine.sincos import sincos_declarations, sincos_text, splat

CHUNK = 1000  # arithmetic instructions in one LLVM function
GROUPS = (1, 4, 8)  # sines and cosines computed together: as many as fit AVX2, or two such groups that hide each other's latency
PRODUCTS = {casadi.OP_MUL, casadi.OP_SQ}


class Emitter:
    """Writes one listing as LLVM text."""

    def __init__(
        self,
        listing: Listing,
        inputs: int,
        outputs: int,
        *,
        lanes: int = 1,
        own_sincos: bool = True,
        contract: bool = True,
    ):
        self.listing = listing
        self.lanes = lanes
        self.real = "double" if lanes == 1 else f"<{lanes} x double>"
        self.mask = "i1" if lanes == 1 else f"<{lanes} x i1>"
        self.suffix = "f64" if lanes == 1 else f"v{lanes}f64"
        self.own_sincos = own_sincos
        self.contract = contract
        self.fuse = " contract" if contract else ""
        self.zero, self.one, self.minus_one = (splat(value, lanes) for value in (0.0, 1.0, -1.0))
        self.parameters = [f"i{k}" for k in range(inputs)] + [f"o{k}" for k in range(outputs)] + ["w"]
        self.declared: set[str] = set()
        self.helpers: dict[str, str] = {}
        self.work_size = 0
        self._free: list[int] = []  # slots of the work array that no later chunk reads
        self.sincos_width = GROUPS[-1] if lanes == 1 and own_sincos else 1
        group_sines(listing, self.sincos_width)

    def emit(self) -> str:
        """The whole module: helpers, chunks, and `@mars_function`, which calls the chunks in turn."""
        chunks, last = self._cut()
        bodies = self._bodies(chunks, last)
        signature = ", ".join(f"ptr noalias %{name}" for name in self.parameters)
        passed = ", ".join(f"ptr %{name}" for name in self.parameters)
        text = []
        for number, body in enumerate(bodies):
            head = f"define internal void @chunk_{number}({signature}) nounwind {{"
            text += [head, *body, "  ret void", "}"]
        text.append(f"define void @mars_function({signature}) nounwind {{")
        text += [f"  call void @chunk_{number}({passed})" for number in range(len(bodies))]
        text += ["  ret void", "}", self._python_entry()]
        return "\n".join([*sorted(self.declared), *self.helpers.values(), *text, ""])

    def _cut(self) -> tuple[list[list[int]], dict[int, int]]:
        """Chunks of instruction numbers, and the last chunk in which each value is used."""
        listing = self.listing
        skip = set(listing.input_place) | set(listing.constants)
        skip.update(k for k, code in enumerate(listing.operations) if code in COPIES)
        order = [k for k in range(len(listing.operations)) if k not in skip]
        pieces = max(1, -(-len(order) // CHUNK))
        size = max(1, -(-len(order) // pieces))  # equal chunks, no short last one
        chunks = [order[start : start + size] for start in range(0, len(order), size)] or [[]]
        last: dict[int, int] = {}
        for number, chunk in enumerate(chunks):
            for k in chunk:
                if k in listing.outputs:
                    last[listing.outputs[k][0]] = number
                    continue
                code = listing.operations[k]
                if code in (SINE, COSINE):
                    for argument in listing.groups.get(k, ()):
                        last[argument] = number
                    continue
                last[listing.first[k]] = last[listing.second[k]] = number
        return chunks, last

    def _bodies(self, chunks: list[list[int]], last: dict[int, int]) -> list[list[str]]:
        """The lines of every chunk, with work slots assigned and released chunk by chunk."""
        listing, lanes, real = self.listing, self.lanes, self.real
        names = [f"%v{k}" for k in range(len(listing.operations))]
        for k, value in listing.constants.items():
            names[k] = splat(value, lanes)
        present = [-1] * len(names)  # the chunk in which a value was last loaded into a register
        for k in listing.constants:
            present[k] = len(chunks)  # constants are written in place
        place: dict[int, int] = {}
        leaving: list[list[int]] = [[] for _ in chunks]
        bodies = []
        arithmetic = {code: f"{name}{self.fuse} {real}" for code, name in ARITHMETIC.items()}
        first, second, operations, outputs = listing.first, listing.second, listing.operations, listing.outputs
        for number, chunk in enumerate(chunks):
            lines: list[str] = []
            truths: dict[int, str] = {}
            add = lines.append

            def fetch(value: int, number=number, add=add) -> str:
                if present[value] < number:
                    present[value] = number
                    if value in listing.input_place:
                        which, index = listing.input_place[value]
                        pointer = f"%i{which}"
                    else:
                        pointer, index = "%w", place[value]
                    add(f"  %p{value} = getelementptr {real}, ptr {pointer}, i64 {index}")
                    add(f"  %v{value} = load {real}, ptr %p{value}, align 8")
                return names[value]

            def keep(value: int, number=number, add=add) -> None:
                """Register a new value, and store it if a later chunk needs it."""
                present[value] = number
                until = last.get(value, -1)
                if until > number:
                    index = self._new_place()
                    place[value] = index
                    leaving[until].append(index)
                    add(f"  %s{value} = getelementptr {real}, ptr %w, i64 {index}")
                    add(f"  store {real} %v{value}, ptr %s{value}, align 8")

            reciprocals = self._reciprocals(chunk)
            for k in chunk:
                code = operations[k]
                if code in arithmetic:
                    a, b = fetch(first[k]), fetch(second[k])
                    text = f"{arithmetic[code]} {a}, {b}"
                    if code == casadi.OP_DIV and second[k] in reciprocals:
                        if reciprocals[second[k]] == "":
                            reciprocals[second[k]] = f"%r{second[k]}"
                            add(f"  %r{second[k]} = fdiv {real} {self.one}, {b}")
                        text = f"fmul{self.fuse} {real} {a}, {reciprocals[second[k]]}"
                    elif code == casadi.OP_SUB and {operations[first[k]], operations[second[k]]} <= PRODUCTS:
                        text = f"fsub {real} {a}, {b}"
                    add(f"  %v{k} = {text}")
                    keep(k)
                elif code == OUTPUT:
                    value, which, index = outputs[k]
                    text = fetch(value)
                    add(f"  %q{k} = getelementptr {real}, ptr %o{which}, i64 {index}")
                    add(f"  store {real} {text}, ptr %q{k}, align 8")
                elif code in (SINE, COSINE):
                    if k in listing.groups:
                        arguments = listing.groups[k]
                        self._emit_sincos(k, [fetch(argument) for argument in arguments], lines)
                        for argument in arguments:
                            for known in (listing.sines, listing.cosines):
                                if argument in known:
                                    keep(known[argument])
                else:
                    a = fetch(first[k])
                    b = fetch(second[k]) if second[k] >= 0 else ""
                    self._emit_other(k, code, a, b, truths, lines)
                    keep(k)
            bodies.append(lines)
            self._free += leaving[number]
        return bodies

    def _reciprocals(self, chunk: list[int]) -> dict[int, str]:
        """Denominators of several quotients of a chunk; the names of their reciprocals are assigned later."""
        if not self.contract:
            return {}
        operations, second = self.listing.operations, self.listing.second
        counts = Counter(second[k] for k in chunk if operations[k] == casadi.OP_DIV)
        return {value: "" for value, count in counts.items() if count > 1}

    def _new_place(self) -> int:
        """A slot in the work array."""
        if self._free:
            return self._free.pop()
        self.work_size += 1
        return self.work_size - 1

    def _emit_sincos(self, k: int, arguments: list[str], lines: list[str]) -> None:
        """One call for the sines and cosines of all arguments of a group."""
        listing, real = self.listing, self.real
        group = listing.groups[k]
        if not self.own_sincos:
            for known, name in ((listing.sines, "sin"), (listing.cosines, "cos")):
                if group[0] in known:
                    lines.append(f"  %v{known[group[0]]} = {self._library(name, [arguments[0]])}")
            return
        width = next(width for width in GROUPS if width >= len(group)) if len(group) > 1 else self.lanes
        wide = real if width == self.lanes else f"<{width} x double>"
        helper = f"mars_sincos_{width}"
        if helper not in self.helpers:
            self.helpers[helper] = sincos_text(width)
            self.declared |= sincos_declarations(width)
        packed = arguments[0]
        if len(group) > 1:
            packed = "undef"
            for lane in range(width):  # empty lanes repeat the first argument
                text = arguments[lane] if lane < len(group) else arguments[0]
                lines.append(f"  %g{k}_{lane} = insertelement {wide} {packed}, double {text}, i32 {lane}")
                packed = f"%g{k}_{lane}"
        lines.append(f"  %g{k} = call {{{wide}, {wide}}} @{helper}({wide} {packed})")
        for part, known in enumerate((listing.sines, listing.cosines)):
            wanted = [(lane, known[value]) for lane, value in enumerate(group) if value in known]
            if not wanted:
                continue
            if len(group) == 1:
                lines.append(f"  %v{wanted[0][1]} = extractvalue {{{wide}, {wide}}} %g{k}, {part}")
                continue
            lines.append(f"  %h{k}_{part} = extractvalue {{{wide}, {wide}}} %g{k}, {part}")
            lines += [f"  %v{value} = extractelement {wide} %h{k}_{part}, i32 {lane}" for lane, value in wanted]

    def _emit_other(self, k: int, code: int, a: str, b: str, truths: dict[int, str], lines: list[str]) -> None:
        """Everything except the four operations and sincos; `truths` remembers logical values as LLVM booleans."""
        real, mask, zero, one = self.real, self.mask, self.zero, self.one
        add, value = lines.append, f"  %v{k} ="

        def truth(which: int, text: str, tag: str) -> str:
            number = (self.listing.first if which == 0 else self.listing.second)[k]
            if number not in truths:
                add(f"  %b{k}{tag} = fcmp une {real} {text}, {zero}")  # a NaN is true, as in C
                truths[number] = f"%b{k}{tag}"
            return truths[number]

        def logical(text: str) -> None:
            add(f"  %b{k} = {text}")
            truths[k] = f"%b{k}"
            add(f"{value} select {mask} %b{k}, {real} {one}, {real} {zero}")

        if code == casadi.OP_NEG:
            add(f"{value} fneg {real} {a}")
        elif code == casadi.OP_SQ:
            add(f"{value} fmul{self.fuse} {real} {a}, {a}")
        elif code == casadi.OP_TWICE:
            add(f"{value} fadd{self.fuse} {real} {a}, {a}")
        elif code == casadi.OP_INV:
            add(f"{value} fdiv{self.fuse} {real} {one}, {a}")
        elif code in COMPARISONS:
            logical(f"fcmp {COMPARISONS[code]} {real} {a}, {b}")
        elif code == casadi.OP_NOT:
            condition = truth(0, a, "t")
            add(f"  %b{k} = xor {mask} {condition}, {self._true()}")
            truths[k] = f"%b{k}"
            add(f"{value} select {mask} %b{k}, {real} {one}, {real} {zero}")
        elif code in (casadi.OP_AND, casadi.OP_OR):
            left, right = truth(0, a, "l"), truth(1, b, "r")
            logical(f"{'and' if code == casadi.OP_AND else 'or'} {mask} {left}, {right}")
        elif code == casadi.OP_IF_ELSE_ZERO:
            add(f"{value} select {mask} {truth(0, a, 't')}, {real} {b}, {real} {zero}")
        elif code == casadi.OP_SIGN:  # ±1, and the argument itself for zero and NaN
            add(f"  %b{k} = fcmp ogt {real} {a}, {zero}")
            add(f"  %c{k} = fcmp olt {real} {a}, {zero}")
            add(f"  %d{k} = select {mask} %b{k}, {real} {one}, {real} {a}")
            add(f"{value} select {mask} %c{k}, {real} {self.minus_one}, {real} %d{k}")
        elif code in INTRINSICS:
            name = f"@llvm.{INTRINSICS[code]}.{self.suffix}"
            arguments = [a] if not b else [a, b]
            self.declared.add(f"declare {real} {name}({', '.join([real] * len(arguments))})")
            add(f"{value} call {real} {name}({', '.join(f'{real} {text}' for text in arguments)})")
        else:
            add(f"{value} {self._library(LIBRARY[code], [a, b] if b else [a])}")

    def _true(self) -> str:
        return "true" if self.lanes == 1 else "<" + ", ".join(["i1 true"] * self.lanes) + ">"

    def _library(self, name: str, arguments: list[str]) -> str:
        """A call of the C library, lane by lane through a helper if there are several."""
        real, lanes, count = self.real, self.lanes, len(arguments)
        self.declared.add(f"declare double @{name}({', '.join(['double'] * count)})")
        helper = name if lanes == 1 else f"mars_{name}_{lanes}"
        if lanes > 1 and helper not in self.helpers:
            parameters = ", ".join(f"{real} %x{n}" for n in range(count))
            lines = [f"define internal {real} @{helper}({parameters}) nounwind noinline {{"]
            value = "undef"
            for lane in range(lanes):
                lines += [f"  %x{n}_{lane} = extractelement {real} %x{n}, i32 {lane}" for n in range(count)]
                passed = ", ".join(f"double %x{n}_{lane}" for n in range(count))
                lines.append(f"  %y{lane} = call double @{name}({passed})")
                lines.append(f"  %r{lane} = insertelement {real} {value}, double %y{lane}, i32 {lane}")
                value = f"%r{lane}"
            self.helpers[helper] = "\n".join([*lines, f"  ret {real} {value}", "}"])
        return f"call {real} @{helper}({', '.join(f'{real} {text}' for text in arguments)})"

    def _python_entry(self) -> str:
        """`@mars_call`: a Python function without arguments (METH_NOARGS).

        Its self is a bytes object of pointers: None, then the arguments of `@mars_function`.
        """
        lines = ["define ptr @mars_call(ptr %self, ptr %nothing) nounwind {"]
        lines.append("  %block = call ptr @PyBytes_AsString(ptr %self)")
        for n in range(len(self.parameters)):
            lines.append(f"  %a{n} = getelementptr ptr, ptr %block, i64 {n + 1}")
            lines.append(f"  %x{n} = load ptr, ptr %a{n}")
        passed = ", ".join(f"ptr %x{n}" for n in range(len(self.parameters)))
        lines.append(f"  call void @mars_function({passed})")
        lines += ["  %none = load ptr, ptr %block", "  call void @Py_IncRef(ptr %none)", "  ret ptr %none", "}"]
        self.declared |= {"declare ptr @PyBytes_AsString(ptr)", "declare void @Py_IncRef(ptr)"}
        return "\n".join(lines)
