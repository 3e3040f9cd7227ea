"""An orientation as a rotation vector."""

from mars.component import ca

SMALL = 1e-6  # sin²(φ/2) below which a series is exact


def rotation_vector(R):
    """Axis times angle, from 0 to π, of an orientation; accurate for small rotations and half turns alike.

    All 4 q_i q_j of the quaternion q are sums of elements of R; the row of the largest q_i², normalised, is q itself.
    """
    rows = [
        [1 + R[0, 0] + R[1, 1] + R[2, 2], R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
        [R[2, 1] - R[1, 2], 1 + R[0, 0] - R[1, 1] - R[2, 2], R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
        [R[0, 2] - R[2, 0], R[0, 1] + R[1, 0], 1 - R[0, 0] + R[1, 1] - R[2, 2], R[1, 2] + R[2, 1]],
        [R[1, 0] - R[0, 1], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1], 1 - R[0, 0] - R[1, 1] + R[2, 2]],
    ]
    best, q = rows[0][0], ca.vertcat(*rows[0])
    for i in (1, 2, 3):
        better = rows[i][i] > best
        best, q = ca.if_else(better, rows[i][i], best), ca.if_else(better, ca.vertcat(*rows[i]), q)
    q = ca.if_else(q[0] < 0, -q, q) / ca.norm_2(q)
    square = ca.sumsqr(q[1:])  # sin²(φ/2)
    sine = ca.sqrt(ca.fmax(square, SMALL))
    series = 1 + square / 6 + 3 * square**2 / 40  # of asin(s)/s, where that is 0/0
    return 2 * ca.if_else(square < SMALL, series, ca.atan2(sine, q[0]) / sine) * q[1:]
