"""Sine and cosine together as LLVM text: few branches, the same source for one double and for vectors of doubles.

Reduction after Cody and Waite (Software Manual for the Elementary Functions, 1980): with n = round(2x/π),

    r = ((x − n·A) − n·B) − n·C,   A + B + C = π/2 to 160 bits,

kept as a sum of two doubles. With a fused multiply-add x − n·A is exact: both are multiples of 2⁻⁵² (2⁻⁵³ for |x| < 1) and the
result is below 1. The polynomials on [−π/4, π/4] have the minimax coefficients published with fdlibm (Sun, 1993), error < 2⁻⁵⁸.
Beyond |x| = 2³⁰, and for infinities and NaN, the C library is used.
"""

from __future__ import annotations

import struct

LIMIT = 2.0**30  # n < 2³⁰, so n·B and n·C below keep all the bits that matter
TWO_OVER_PI = 0.6366197723675814
ROUNDER = 6755399441055744.0  # 1.5·2⁵²: adding it leaves the nearest integer in the low bits of the significand
HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33)
SINE = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
COSINE = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)


def hexadecimal(value: float) -> str:
    """The exact bits of a double as LLVM writes them."""
    return f"0x{struct.pack('>d', value).hex().upper()}"


def splat(value: float, lanes: int) -> str:
    """A constant, repeated in every lane."""
    bits = hexadecimal(value)
    return bits if lanes == 1 else "<" + ", ".join(f"double {bits}" for _ in range(lanes)) + ">"


def sincos_text(lanes: int) -> str:
    """LLVM text of `@mars_sincos_<lanes>`, which returns the pair (sine, cosine).

    Needs `@sin` and `@cos` declared, and the declarations of `sincos_declarations`.
    """
    writer = _Writer(lanes)
    real, suffix, mask = writer.real, writer.suffix, writer.mask
    # Reduction to r + tail.
    writer.line("shifted", f"call {real} @llvm.fma.{suffix}({real} %x, {writer.typed(TWO_OVER_PI)}, {writer.typed(ROUNDER)})")
    writer.line("n", f"fsub {real} %shifted, {splat(ROUNDER, lanes)}")
    writer.line("minus_n", f"fneg {real} %n")
    writer.fma("r0", "%minus_n", splat(HALF_PI[0], lanes), "%x")
    writer.line("t", f"fmul {real} %n, {splat(HALF_PI[1], lanes)}")
    writer.line("minus_t", f"fneg {real} %t")
    writer.fma("t_error", "%n", splat(HALF_PI[1], lanes), "%minus_t")
    writer.line("r", f"fsub {real} %r0, %t")
    writer.line("back", f"fsub {real} %r0, %r")
    writer.line("tail_a", f"fsub {real} %back, %t")
    writer.line("tail_b", f"fsub {real} %tail_a, %t_error")
    writer.fma("tail", "%minus_n", splat(HALF_PI[2], lanes), "%tail_b")
    # Sine: r + (tail + z·r·S0 + z·(z·r·S(z) − tail/2)).
    writer.line("z", f"fmul {real} %r, %r")
    writer.line("cube", f"fmul {real} %z, %r")
    writer.polynomial("ps", SINE[1:])
    writer.line("minus_half_tail", f"fmul {real} %tail, {splat(-0.5, lanes)}")
    writer.fma("s1", "%cube", "%ps", "%minus_half_tail")
    writer.fma("s2", "%z", "%s1", "%tail")
    writer.fma("s3", "%cube", splat(SINE[0], lanes), "%s2")
    writer.line("sine_r", f"fadd {real} %r, %s3")
    # Cosine: (1 − z/2) + (its rounding error + z²·C(z) − r·tail).
    writer.polynomial("pc", COSINE)
    writer.line("half", f"fmul {real} %z, {splat(0.5, lanes)}")
    writer.line("head", f"fsub {real} {splat(1.0, lanes)}, %half")
    writer.line("lost_a", f"fsub {real} {splat(1.0, lanes)}, %head")
    writer.line("lost", f"fsub {real} %lost_a, %half")
    writer.line("square", f"fmul {real} %z, %z")
    writer.line("minus_r", f"fneg {real} %r")
    writer.fma("c1", "%minus_r", "%tail", "%lost")
    writer.fma("c2", "%square", "%pc", "%c1")
    writer.line("cosine_r", f"fadd {real} %head, %c2")
    # Quadrant n mod 4: odd swaps; the sign bits are moved to bit 63 and applied with exclusive or.
    whole = writer.whole
    writer.line("bits", f"bitcast {real} %shifted to {whole}")
    writer.line("low", f"and {whole} %bits, {writer.whole_splat(1)}")
    writer.line("odd", f"icmp ne {whole} %low, {writer.whole_splat(0)}")
    writer.line("sine_p", f"select {mask} %odd, {real} %cosine_r, {real} %sine_r")
    writer.line("cosine_p", f"select {mask} %odd, {real} %sine_r, {real} %cosine_r")
    writer.line("next", f"add {whole} %bits, {writer.whole_splat(1)}")
    for name, source in (("sine", "bits"), ("cosine", "next")):
        writer.line(f"{name}_2", f"and {whole} %{source}, {writer.whole_splat(2)}")
        writer.line(f"{name}_sign", f"shl {whole} %{name}_2, {writer.whole_splat(62)}")
        writer.line(f"{name}_i", f"bitcast {real} %{name}_p to {whole}")
        writer.line(f"{name}_x", f"xor {whole} %{name}_i, %{name}_sign")
        writer.line(name, f"bitcast {whole} %{name}_x to {real}")
    return writer.finish()


def sincos_declarations(lanes: int) -> set[str]:
    """The intrinsics that `sincos_text(lanes)` calls."""
    writer = _Writer(lanes)
    real, suffix = writer.real, writer.suffix
    declarations = {
        f"declare {real} @llvm.fma.{suffix}({real}, {real}, {real})",
        f"declare {real} @llvm.fabs.{suffix}({real})",
        "declare double @sin(double)",
        "declare double @cos(double)",
    }
    if lanes > 1:
        declarations.add(f"declare i1 @llvm.vector.reduce.and.v{lanes}i1({writer.mask})")
    return declarations


class _Writer:
    """Collects the lines of one function in the given number of lanes."""

    def __init__(self, lanes: int):
        self.lanes = lanes
        vector = f"<{lanes} x {{}}>" if lanes > 1 else "{}"
        self.real, self.whole, self.mask = (vector.format(kind) for kind in ("double", "i64", "i1"))
        self.suffix = f"v{lanes}f64" if lanes > 1 else "f64"
        self.lines: list[str] = []

    def typed(self, value: float) -> str:
        return f"{self.real} {splat(value, self.lanes)}"

    def whole_splat(self, value: int) -> str:
        return str(value) if self.lanes == 1 else "<" + ", ".join(f"i64 {value}" for _ in range(self.lanes)) + ">"

    def line(self, name: str, text: str) -> None:
        self.lines.append(f"  %{name} = {text}")

    def fma(self, name: str, a: str, b: str, c: str) -> None:
        self.line(name, f"call {self.real} @llvm.fma.{self.suffix}({self.real} {a}, {self.real} {b}, {self.real} {c})")

    def polynomial(self, name: str, coefficients: tuple[float, ...]) -> None:
        """Horner in z, into `%name`."""
        value = splat(coefficients[-1], self.lanes)
        for order in range(len(coefficients) - 2, -1, -1):
            step = name if order == 0 else f"{name}_{order}"
            self.fma(step, value, "%z", splat(coefficients[order], self.lanes))
            value = f"%{step}"

    def finish(self) -> str:
        """Wrap the lines: fast path if every lane is within the limit (false for NaN), else the C library."""
        real, lanes = self.real, self.lanes
        pair = f"{{{real}, {real}}}"
        head = [
            f"define internal {pair} @mars_sincos_{lanes}({real} %x) nounwind noinline {{",
            f"  %size = call {real} @llvm.fabs.{self.suffix}({real} %x)",
            f"  %small = fcmp ole {real} %size, {splat(LIMIT, lanes)}",
        ]
        if lanes == 1:
            head.append("  br i1 %small, label %quick, label %library")
        else:
            head.append(f"  %all = call i1 @llvm.vector.reduce.and.v{lanes}i1({self.mask} %small)")
            head.append("  br i1 %all, label %quick, label %library")
        tail = []
        for kind in ("sin", "cos"):
            if lanes == 1:
                tail.append(f"  %{kind} = call double @{kind}(double %x)")
                continue
            value = "undef"
            for lane in range(lanes):
                end = kind if lane == lanes - 1 else f"{kind}_v{lane}"
                tail.append(f"  %{kind}_x{lane} = extractelement {real} %x, i32 {lane}")
                tail.append(f"  %{kind}_y{lane} = call double @{kind}(double %{kind}_x{lane})")
                tail.append(f"  %{end} = insertelement {real} {value}, double %{kind}_y{lane}, i32 {lane}")
                value = f"%{end}"

        def returned(sine: str, cosine: str, name: str) -> list[str]:
            return [
                f"  %{name}_a = insertvalue {pair} undef, {real} {sine}, 0",
                f"  %{name}_b = insertvalue {pair} %{name}_a, {real} {cosine}, 1",
                f"  ret {pair} %{name}_b",
            ]

        body = ["quick:", *self.lines, *returned("%sine", "%cosine", "q")]
        slow = ["library:", *tail, *returned("%sin", "%cos", "l")]
        return "\n".join([*head, *body, *slow, "}"])
