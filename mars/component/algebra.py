"""Small-vector algebra on scalars that are either floats (known structure) or CasADi symbols.

Floats are folded immediately: zeros vanish, ones disappear, so that the sparsity of real mechanisms (axes along the basis, points
on an axis) never reaches the machine code. Vectors are lists of three scalars, matrices lists of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from mars.component.lazy_casadi import ca

Scalar = Any  # float | casadi.SX
Vector = list[Scalar]
Matrix = list[list[Scalar]]

ZERO: Vector = [0.0, 0.0, 0.0]
IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]


def _symbolic(a: Scalar, b: Scalar) -> bool:
    """Whether CasADi is needed. `SX.binary` is called directly: the operators try numbers and arrays first, ten times slower."""
    return hasattr(a, "binary") or hasattr(b, "binary")


def mul(a: Scalar, b: Scalar) -> Scalar:
    if isinstance(a, float):
        if a == 0.0:
            return 0.0
        if a == 1.0:
            return b
        if a == -1.0:
            return -b
    if isinstance(b, float):
        if b == 0.0:
            return 0.0
        if b == 1.0:
            return a
        if b == -1.0:
            return -a
    return ca.SX.binary(ca.OP_MUL, a, b) if _symbolic(a, b) else a * b


def add(a: Scalar, b: Scalar) -> Scalar:
    if isinstance(a, float) and a == 0.0:
        return b
    if isinstance(b, float) and b == 0.0:
        return a
    return ca.SX.binary(ca.OP_ADD, a, b) if _symbolic(a, b) else a + b


def sub(a: Scalar, b: Scalar) -> Scalar:
    if isinstance(b, float) and b == 0.0:
        return a
    if isinstance(a, float) and a == 0.0:
        return -b
    return ca.SX.binary(ca.OP_SUB, a, b) if _symbolic(a, b) else a - b


def is_zero(a: Scalar) -> bool:
    return isinstance(a, float) and a == 0.0


def vanishes(v: Sequence[Scalar]) -> bool:
    return all(is_zero(a) for a in v)


def plus(a: Vector, b: Vector) -> Vector:
    return [add(x, y) for x, y in zip(a, b, strict=True)]


def minus(a: Vector, b: Vector) -> Vector:
    return [sub(x, y) for x, y in zip(a, b, strict=True)]


def times(s: Scalar, v: Vector) -> Vector:
    return [mul(s, x) for x in v]


def dot(a: Vector, b: Vector) -> Scalar:
    total: Scalar = 0.0
    for x, y in zip(a, b, strict=True):
        total = add(total, mul(x, y))
    return total


def cross(a: Vector, b: Vector) -> Vector:
    return [
        sub(mul(a[1], b[2]), mul(a[2], b[1])),
        sub(mul(a[2], b[0]), mul(a[0], b[2])),
        sub(mul(a[0], b[1]), mul(a[1], b[0])),
    ]


def transpose(m: Matrix) -> Matrix:
    return [list(row) for row in zip(*m, strict=True)]


def apply(m: Matrix, v: Vector) -> Vector:
    return [dot(row, v) for row in m]


def product(a: Matrix, b: Matrix) -> Matrix:
    columns = transpose(b)
    return [[dot(row, column) for column in columns] for row in a]


def matrix_plus(a: Matrix, b: Matrix) -> Matrix:
    return [plus(x, y) for x, y in zip(a, b, strict=True)]


def skew(v: Vector) -> Matrix:
    """The matrix G(v) of the paper: G(v) u = v × u."""
    return [[0.0, sub(0.0, v[2]), v[1]], [v[2], 0.0, sub(0.0, v[0])], [sub(0.0, v[1]), v[0], 0.0]]


def is_identity(m: Matrix) -> bool:
    return all(isinstance(m[i][j], float) and m[i][j] == (1.0 if i == j else 0.0) for i in range(3) for j in range(3))


def clean_trig(angle: float) -> tuple[float, float]:
    """(cos, sin), exact at multiples of 90 degrees, so that right angles are structure and not rounding noise."""
    quarter = angle / (pi / 2)
    if abs(quarter - round(quarter)) < 1e-12:
        return [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][round(quarter) % 4]
    return cos(angle), sin(angle)


def rotation_about(axis: int, c: Scalar, s: Scalar) -> Matrix:
    """Rotation by an angle with cosine c and sine s about coordinate axis 0, 1 or 2."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    m: Matrix = [[0.0] * 3 for _ in range(3)]
    m[axis][axis] = 1.0
    m[i][i] = m[j][j] = c
    m[i][j], m[j][i] = sub(0.0, s), s
    return m


def fixed_angles(angles: Sequence[float]) -> Matrix:
    """Orientation from rotations about the fixed x, then y, then z axes (roll, pitch, yaw)."""
    m = IDENTITY
    for axis, angle in enumerate(angles):
        m = product(rotation_about(axis, *clean_trig(float(angle))), m)
    return m


def quaternion_matrix(q: Vector) -> Matrix:
    """Rotation matrix of a unit quaternion (w, x, y, z)."""
    w, x, y, z = q
    xx, yy, zz = mul(x, x), mul(y, y), mul(z, z)
    xy, xz, yz, wx, wy, wz = mul(x, y), mul(x, z), mul(y, z), mul(w, x), mul(w, y), mul(w, z)

    def twice(a: Scalar) -> Scalar:
        return add(a, a)

    return [
        [sub(1.0, twice(add(yy, zz))), twice(sub(xy, wz)), twice(add(xz, wy))],
        [twice(add(xy, wz)), sub(1.0, twice(add(xx, zz))), twice(sub(yz, wx))],
        [twice(sub(xz, wy)), twice(add(yz, wx)), sub(1.0, twice(add(xx, yy)))],
    ]


def quaternion_rate(q: Vector, w: Vector) -> Vector:
    """Rate of the quaternion of side 2 in side 1 when the relative angular velocity w is given in the basis of side 1."""
    s, v = q[0], q[1:]
    half = times(0.5, w)
    return [sub(0.0, dot(half, v)), *plus(times(s, half), cross(half, v))]


def turn_to_z(axis: Sequence[float]) -> Matrix:
    """A constant rotation C with C·(0, 0, 1) = axis: the columns are a right-handed triad whose third vector is the axis."""
    e = [float(a) for a in axis]
    helper = [0.0, 0.0, 0.0]
    helper[min(range(3), key=lambda i: abs(e[i]))] = 1.0
    x = cross(helper, e)
    length = dot(x, x) ** 0.5
    x = [a / length for a in x]
    y = cross(e, x)
    return transpose([x, y, e])
