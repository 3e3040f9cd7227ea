"""Arithmetic on blocks of doubles at integer addresses, written as vector instructions.

Compiled loops over few numbers spend their time checking whether arrays overlap; these do not check.
"""

from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

BLOCK = 8  # doubles: one register of AVX-512, two of AVX2


def _block(builder, address):
    """Pointer to a block at an integer address."""
    return builder.inttoptr(address, ir.VectorType(ir.DoubleType(), BLOCK).as_pointer())


def _splat(builder, value):
    """A scalar in every element of a block."""
    vector, whole = ir.VectorType(ir.DoubleType(), BLOCK), ir.IntType(32)
    single = builder.insert_element(ir.Constant(vector, ir.Undefined), value, whole(0))
    return builder.shuffle_vector(
        single, ir.Constant(vector, ir.Undefined), ir.Constant(ir.VectorType(whole, BLOCK), [0] * BLOCK)
    )


def _folded(numbers, operation):
    """Halves combined until one number is left."""
    while len(numbers) > 1:
        half = len(numbers) // 2
        numbers = [operation(a, b) for a, b in zip(numbers[:half], numbers[half:], strict=True)]
    return numbers[0]


@intrinsic
def combine(_context, out, p, q, r, s, a, b, c, d, more):
    """One block: out ← (a·p + b·q) + (c·r + d·s), added to out if `more`. All but the weights are addresses."""
    signature = types.void(*(types.int64,) * 5, *(types.float64,) * 4, types.boolean)

    def generate(_context, builder, _signature, arguments):
        rows = [builder.load(_block(builder, address), align=8) for address in arguments[1:5]]
        weights = [_splat(builder, value) for value in arguments[5:9]]
        first, second, third, fourth = (builder.fmul(w, row) for w, row in zip(weights, rows, strict=True))
        total = builder.fadd(builder.fadd(first, second), builder.fadd(third, fourth))
        old = builder.load(_block(builder, arguments[0]), align=8)
        total = builder.select(arguments[9], builder.fadd(old, total), total)
        builder.store(total, _block(builder, arguments[0]), align=8)
        return _context.get_dummy_value()

    return signature, generate


@intrinsic
def add_scaled(_context, out, x, step):
    """One block: out ← x + step·out."""
    signature = types.void(types.int64, types.int64, types.float64)

    def generate(_context, builder, _signature, arguments):
        place = _block(builder, arguments[0])
        scaled = builder.fmul(_splat(builder, arguments[2]), builder.load(place, align=8))
        builder.store(builder.fadd(builder.load(_block(builder, arguments[1]), align=8), scaled), place, align=8)
        return _context.get_dummy_value()

    return signature, generate


@intrinsic
def largest_square(_context, error, x, trial, atol, rtol):
    """One block: error ← (error + 0·trial)/(atol + rtol·max(|x|, |trial|)), its largest square; NaN if not finite."""
    signature = types.float64(*(types.int64,) * 4, types.float64)

    def generate(_context, builder, _signature, arguments):
        vector = ir.VectorType(ir.DoubleType(), BLOCK)
        place = _block(builder, arguments[0])
        error, x, trial, atol = (builder.load(_block(builder, address), align=8) for address in arguments[:4])
        whole = ir.VectorType(ir.IntType(64), BLOCK)
        without_sign = ir.Constant(whole, [2**63 - 1] * BLOCK)
        bits = [builder.and_(builder.bitcast(value, whole), without_sign) for value in (x, trial)]
        old, new = (builder.bitcast(value, vector) for value in bits)
        greater = builder.select(builder.fcmp_ordered(">", old, new), old, new)
        scale = builder.fadd(atol, builder.fmul(_splat(builder, arguments[4]), greater))
        checked = builder.fadd(error, builder.fmul(ir.Constant(vector, [0.0] * BLOCK), trial))
        error = builder.fdiv(checked, scale)
        builder.store(error, place, align=8)
        parts = builder.fmul(error, error)
        numbers = [builder.extract_element(parts, ir.IntType(32)(n)) for n in range(BLOCK)]
        total = _folded(numbers, builder.fadd)
        most = _folded(numbers, lambda a, b: builder.select(builder.fcmp_ordered(">", a, b), a, b))
        # A comparison may lose a NaN, a sum does not.
        return builder.fadd(most, builder.fmul(ir.Constant(ir.DoubleType(), 0.0), total))

    return signature, generate
