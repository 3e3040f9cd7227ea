"""The fast model of a tree: every subtree, seen from its frame, is a Norton equivalent wrench = P·acceleration + z.

Vereshchagin's recursion (seed 000 (3.5a), (3.5b)) in terms of circuits: bodies and loads at a frame add up, a degree of freedom
with a given torque is eliminated by its articulated inertia, one with a given motion is carried across. Each frame works in its
own basis about its own origin, with classical accelerations (a, b) of that origin, so linear velocities are never needed.

P is stored as three blocks, F = A a + B b, M = Bᵀ a + C b, with A and C symmetric (only the upper triangles are computed).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import casadi as ca

from mars.component import algebra as al
from mars.component.algebra import add, mul, sub
from mars.errors import CircuitError, Complaint
from mars.mechanism.frames import Frame, Skeleton
from mars.messages import in_turn


@dataclass
class Equivalent:
    """wrench = P·acceleration + z, in a frame's own basis about its origin."""

    A: al.Matrix = field(default_factory=lambda: [[0.0] * 3 for _ in range(3)])
    B: al.Matrix = field(default_factory=lambda: [[0.0] * 3 for _ in range(3)])
    C: al.Matrix = field(default_factory=lambda: [[0.0] * 3 for _ in range(3)])
    F: al.Vector = field(default_factory=lambda: [0.0] * 3)
    M: al.Vector = field(default_factory=lambda: [0.0] * 3)

    def copy(self) -> Equivalent:
        A, B, C = ([list(row) for row in block] for block in (self.A, self.B, self.C))
        return Equivalent(A, B, C, list(self.F), list(self.M))

    def add_wrench(self, F: al.Vector, M: al.Vector) -> None:
        self.F, self.M = al.plus(self.F, F), al.plus(self.M, M)

    def add(self, other: Equivalent) -> None:
        self.A, self.B, self.C = (al.matrix_plus(a, b) for a, b in ((self.A, other.A), (self.B, other.B), (self.C, other.C)))
        self.add_wrench(other.F, other.M)

    def column(self, k: int) -> list[Any]:
        """Column of P for a unit acceleration along (0–2) or about (3–5) an axis: force then moment."""
        if k < 3:
            return [self.A[i][k] for i in range(3)] + [self.B[k][j] for j in range(3)]
        return [self.B[i][k - 3] for i in range(3)] + [self.C[i][k - 3] for i in range(3)]

    def times(self, a: al.Vector, b: al.Vector) -> tuple[al.Vector, al.Vector]:
        F = al.plus(al.apply(self.A, a), al.apply(self.B, b))
        M = al.plus(al.apply(al.transpose(self.B), a), al.apply(self.C, b))
        return F, M


@dataclass
class ForceBalance:
    """For a massless degree of freedom that the loops determine: an inertia is added to it, and taken away again by a force.

    The force is found with the multipliers. So the recursion never divides by zero, and the sum of the loads is exactly zero.
    """

    inertia: float
    force: ca.SX
    used: bool = False


@dataclass
class Freedom:
    """Data of the recursion for one degree of freedom: its drive, or its given acceleration."""

    node: int
    speed: Any  # in the direction of the frame (signs applied)
    drive: Any = 0.0  # stream at the joint, without the inertia below
    inertia: Any = 0.0  # inertia fixed to the scalar port
    coupling: al.Vector = field(default_factory=lambda: [0.0] * 3)  # of a rotor's axis to the parent's angular acceleration
    given: Any = None  # acceleration, if the motion is given
    balance: ForceBalance | None = None  # used if it is part of a loop and moves no mass
    # computed by the recursion
    articulated: Any = 0.0  # inertia at the drive with all degrees of freedom further out free
    gain: list[Any] = field(default_factory=list)
    offset: Any = 0.0
    acceleration: Any = 0.0
    imbalance: Any = None  # sum of the loads, if it moves no mass and is part of no loop


def is_balanced(freedom: Freedom) -> bool:
    return freedom.balance is not None and freedom.balance.used


@dataclass
class Motion:
    """Kinematics of a frame in its own basis."""

    cosine: Any = 1.0
    sine: Any = 0.0
    ball: al.Matrix | None = None  # own basis relative to the joint's basis
    place: al.Vector = field(default_factory=lambda: [0.0] * 3)  # of the frame's origin in the parent's basis
    w: al.Vector = field(default_factory=lambda: [0.0] * 3)
    bias_a: al.Vector = field(default_factory=lambda: [0.0] * 3)  # in the parent's basis
    bias_b: al.Vector = field(default_factory=lambda: [0.0] * 3)  # in the own basis
    given_a: al.Vector = field(default_factory=lambda: [0.0] * 3)  # in the own basis
    squares: al.Matrix | None = None  # G(w)G(w): (w×(w×r)) = squares·r
    a: al.Vector = field(default_factory=lambda: [0.0] * 3)
    b: al.Vector = field(default_factory=lambda: [0.0] * 3)


def into(frame: Frame, motion: Motion, v: al.Vector) -> al.Vector:
    """Transform a vector from the parent's basis to the frame's own basis."""
    v = al.apply(al.transpose(frame.orientation), v)
    if frame.motion == "turn":
        i, j = (frame.axis + 1) % 3, (frame.axis + 2) % 3
        c, s = motion.cosine, motion.sine
        out = list(v)
        out[i] = add(mul(c, v[i]), mul(s, v[j]))
        out[j] = sub(mul(c, v[j]), mul(s, v[i]))
        return out
    if motion.ball is not None:
        return al.apply(al.transpose(motion.ball), v)
    return v


def out_of(frame: Frame, motion: Motion, v: al.Vector) -> al.Vector:
    """Transform a vector from the frame's own basis to the parent's basis."""
    if frame.motion == "turn":
        i, j = (frame.axis + 1) % 3, (frame.axis + 2) % 3
        c, s = motion.cosine, motion.sine
        turned = list(v)
        turned[i] = sub(mul(c, v[i]), mul(s, v[j]))
        turned[j] = add(mul(s, v[i]), mul(c, v[j]))
        v = turned
    elif motion.ball is not None:
        v = al.apply(motion.ball, v)
    return al.apply(frame.orientation, v)


def unit(axis: int, value: Any) -> al.Vector:
    return [value if i == axis else 0.0 for i in range(3)]


def centrifugal(w: al.Vector) -> al.Matrix:
    """G(w)G(w) = w wᵀ − |w|²·1, shared by everything in a frame."""
    x, y, z = (mul(a, a) for a in w)
    xy, xz, yz = mul(w[0], w[1]), mul(w[0], w[2]), mul(w[1], w[2])
    return [[sub(0.0, add(y, z)), xy, xz], [xy, sub(0.0, add(x, z)), yz], [xz, yz, sub(0.0, add(x, y))]]


def motion_of(frame: Frame, parent: Motion, position: Any, freedoms: list[Freedom], quaternion: al.Vector | None) -> Motion:
    """Outward step of pass 1: pose, angular velocity and bias accelerations of a frame."""
    m = Motion()
    speeds = [f.speed for f in freedoms]
    if parent.squares is None:
        parent.squares = centrifugal(parent.w)
    m.place = frame.place
    if frame.motion == "turn":
        m.cosine, m.sine = ca.cos(position), ca.sin(position)
        w = into(frame, m, parent.w)
        m.w = al.plus(w, unit(frame.axis, speeds[0]))
        m.bias_b = al.cross(w, unit(frame.axis, speeds[0]))
    elif frame.motion == "slide":
        direction = al.apply(frame.orientation, unit(frame.axis, 1.0))
        m.place = al.plus(frame.place, al.times(position, direction))
        m.w = into(frame, m, parent.w)
        coriolis = al.cross(parent.w, al.times(speeds[0], direction))
        m.bias_a = al.plus(coriolis, coriolis)
    else:
        assert quaternion is not None
        R = al.quaternion_matrix(quaternion)
        # Traversed from side 2 to side 1, the own basis is side 1: the relative rotation is the inverse, with rate −speed there.
        m.ball = R if frame.sign > 0 else al.transpose(R)
        relative = al.apply(al.transpose(R), speeds) if frame.sign > 0 else speeds
        w = into(frame, m, parent.w)
        m.w = al.plus(w, relative)
        m.bias_b = al.cross(w, relative)
    m.bias_a = al.plus(m.bias_a, al.apply(parent.squares, m.place))
    return m


def accelerations_at_rest(frame: Frame, motion: Motion, a: al.Vector, b: al.Vector) -> tuple[al.Vector, al.Vector]:
    """Accelerations of a frame in its own basis if its parent has a and b and its own coordinates do not accelerate."""
    at_place = al.plus(a, al.plus(al.cross(b, motion.place), motion.bias_a))
    return into(frame, motion, at_place), al.plus(into(frame, motion, b), motion.bias_b)


def lost_freedom(component: str, signals: bool = False) -> Complaint:
    """With signals, feedback of its acceleration may cancel its inertia."""
    cause: str = "it can move without moving any mass: the part beyond it is massless, or joints in series share an axis"
    remedy: str = "Give that part a mass or an inertia, remove one of the joints, or start from another position"
    if signals:
        cause = in_turn([cause, "a signal of its acceleration feeds back into its drive without delay"], "{first}, or {last}")
        remedy = in_turn([remedy, "insert a lag (signals.lag) between the acceleration sensor and the drive"], "{first}; {last}")
    return Complaint(component, cause, remedy, code="lost-freedom")


def absorb(e: Equivalent, freedom: Freedom, k: int, coupling: al.Vector, bias_b: al.Vector, component: str) -> None:
    """Eliminate one degree of freedom (0–2 along, 3–5 about an axis of the own basis) with a given drive.

    Articulated inertia D = HᵀPH + d, gain g = U/D, P ← P − U gᵀ, z ← z + U·offset (seed 000 (3.5)–(3.5b)); a rotor's coupling to
    its housing adds to U and acts on the joint through the housing's acceleration only, not through the bias.
    """
    U = e.column(k)
    z_k = e.F[k] if k < 3 else e.M[k - 3]
    inertia = add(U[k], freedom.inertia)
    if freedom.balance is not None and (al.is_zero(inertia) or freedom.balance.used):
        freedom.balance.used = True
        freedom.inertia = add(freedom.inertia, freedom.balance.inertia)
        freedom.drive = add(freedom.drive, freedom.balance.force)
        inertia = add(U[k], freedom.inertia)
    if al.is_zero(inertia):
        if freedom.balance is None:  # nothing follows from its acceleration; its loads balance (`massless.py`)
            freedom.imbalance, freedom.given = sub(z_k, freedom.drive), 0.0
            return
        raise CircuitError([lost_freedom(component)])
    freedom.articulated = inertia
    plain = al.is_zero(freedom.inertia) and al.vanishes(coupling)
    U = U[:3] + al.plus(U[3:], coupling)
    inverse = 1.0 / inertia
    freedom.gain = [mul(u, inverse) for u in U]
    if plain:
        freedom.gain[k] = 1.0
    freedom.offset = mul(sub(add(freedom.drive, al.dot(coupling, bias_b)), z_k), inverse)
    for i in range(6):
        for j in range(i, 6):
            update = mul(U[i], freedom.gain[j])
            if plain and k in (i, j):
                value: Any = 0.0
            elif j < 3:
                value = sub(e.A[i][j], update)
            elif i < 3:
                value = sub(e.B[i][j - 3], update)
            else:
                value = sub(e.C[i - 3][j - 3], update)
            if j < 3:
                e.A[i][j] = e.A[j][i] = value
            elif i < 3:
                e.B[i][j - 3] = value
            else:
                e.C[i - 3][j - 3] = e.C[j - 3][i - 3] = value
    for i in range(6):
        # With nothing fixed to the port the joint passes on exactly its drive.
        value = freedom.drive if plain and i == k else add(e.F[i] if i < 3 else e.M[i - 3], mul(U[i], freedom.offset))
        if i < 3:
            e.F[i] = value
        else:
            e.M[i - 3] = value


def carry(frame: Frame, motion: Motion, e: Equivalent) -> Equivalent:
    """The equivalent of a frame as seen by its parent: rotated back, moved to the parent's origin, with the bias there."""
    r = Equivalent()
    if frame.motion == "turn":
        A, B, C = _turn_back(frame.axis, motion.cosine, motion.sine, e)
    else:
        A, B, C = e.A, e.B, e.C
    R = frame.orientation if motion.ball is None else al.product(frame.orientation, motion.ball)
    if not al.is_identity(R):
        A, B, C = _symmetric(R, A), al.product(al.product(R, B), al.transpose(R)), _symmetric(R, C)
    F, M = out_of(frame, motion, e.F), out_of(frame, motion, e.M)
    bias = motion.bias_a
    if not al.vanishes(bias):
        F = al.plus(F, al.apply(A, bias))
        M = al.plus(M, al.apply(al.transpose(B), bias))
    p = motion.place
    if al.vanishes(p):
        r.A, r.B, r.C, r.F, r.M = A, B, C, F, M
        return r
    # a(place) = a − p×b: B' = B − A[p]; C' = C + [p]B' + ([p]B)ᵀ; M' = M + p×F
    G = al.skew(p)
    AG = al.product(A, G)
    r.A, r.B = A, [al.minus(B[i], AG[i]) for i in range(3)]
    GB, GB2 = al.product(G, B), al.product(G, r.B)
    for i in range(3):
        for j in range(i, 3):
            r.C[i][j] = r.C[j][i] = add(C[i][j], add(GB2[i][j], GB[j][i]))
    r.F, r.M = F, al.plus(M, al.cross(p, F))
    return r


def _turn_back(axis: int, c: Any, s: Any, e: Equivalent) -> tuple[al.Matrix, al.Matrix, al.Matrix]:
    """Blocks rotated by a turn: in its plane only the difference and the sum of the diagonals mix."""
    i, j, k = (axis + 1) % 3, (axis + 2) % 3, axis
    ss, cs = mul(s, s), mul(c, s)

    def rotated(X: al.Matrix, symmetric: bool) -> al.Matrix:
        Y = [list(row) for row in X]
        d, both = sub(X[i][i], X[j][j]), add(X[i][j], X[j][i])
        w = add(mul(ss, d), mul(cs, both))
        v = sub(mul(cs, d), mul(ss, both))
        Y[i][i], Y[j][j] = sub(X[i][i], w), add(X[j][j], w)
        Y[i][j] = add(X[i][j], v)
        Y[j][i] = Y[i][j] if symmetric else add(X[j][i], v)
        Y[i][k], Y[j][k] = sub(mul(c, X[i][k]), mul(s, X[j][k])), add(mul(s, X[i][k]), mul(c, X[j][k]))
        if symmetric:
            Y[k][i], Y[k][j] = Y[i][k], Y[j][k]
        else:
            Y[k][i], Y[k][j] = sub(mul(c, X[k][i]), mul(s, X[k][j])), add(mul(s, X[k][i]), mul(c, X[k][j]))
        return Y

    return rotated(e.A, True), rotated(e.B, False), rotated(e.C, True)


def _symmetric(R: al.Matrix, X: al.Matrix) -> al.Matrix:
    RX = al.product(R, X)
    Y: al.Matrix = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(i, 3):
            Y[i][j] = Y[j][i] = al.dot(RX[i], R[j])
    return Y


def freedom_columns(frame: Frame) -> list[int]:
    if frame.motion == "ball":
        return [3, 4, 5]
    return [frame.axis if frame.motion == "slide" else 3 + frame.axis]


def recursion(skeleton: Skeleton, motions: list[Motion], freedoms: list[list[Freedom]], totals: list[Equivalent]) -> None:
    """Passes 2 and 3: equivalents inward, accelerations outward.

    Initially `totals` holds each frame's own bodies and loads, and the motions of the roots their accelerations.
    """
    frames = skeleton.frames
    for index in range(len(frames) - 1, -1, -1):
        if frames[index].motion != "root":
            _inward(frames[index], motions[index], freedoms[index], totals[index])
            totals[frames[index].parent].add(carry(frames[index], motions[index], totals[index]))
    for index, frame in enumerate(frames):
        if frame.motion != "root":
            _outward(frame, motions[index], motions[frame.parent], freedoms[index])


def _inward(frame: Frame, motion: Motion, freedoms: list[Freedom], e: Equivalent) -> None:
    for freedom, k in zip(freedoms, freedom_columns(frame), strict=True):
        if freedom.given is None:
            absorb(e, freedom, k, into(frame, motion, freedom.coupling), motion.bias_b, frame.component)
        elif k < 3:
            motion.given_a = al.plus(motion.given_a, unit(k, freedom.given))
        else:
            motion.bias_b = al.plus(motion.bias_b, unit(k - 3, freedom.given))
    if not (al.vanishes(motion.given_a) and al.vanishes(motion.bias_b)):
        e.add_wrench(*e.times(motion.given_a, motion.bias_b))


def _outward(frame: Frame, motion: Motion, parent: Motion, freedoms: list[Freedom]) -> None:
    a, motion.b = accelerations_at_rest(frame, motion, parent.a, parent.b)
    motion.a = al.plus(a, motion.given_a)
    for freedom, k in reversed(list(zip(freedoms, freedom_columns(frame), strict=True))):
        if freedom.given is not None:
            freedom.acceleration = freedom.given
            continue
        freedom.acceleration = sub(freedom.offset, al.dot(freedom.gain, [*motion.a, *motion.b]))
        if k < 3:
            motion.a = al.plus(motion.a, unit(k, freedom.acceleration))
        else:
            motion.b = al.plus(motion.b, unit(k - 3, freedom.acceleration))


def composites(skeleton: Skeleton, motions: list[Motion], loads: list[Equivalent]) -> dict[int, Any]:
    """Inertia at each degree of freedom if everything further out were rigid, by scalar node."""
    found: dict[int, Any] = {}
    totals = [load.copy() for load in loads]
    for index in range(len(skeleton.frames) - 1, -1, -1):
        frame = skeleton.frames[index]
        if frame.motion == "root":
            continue
        for node, k in zip(frame.nodes, freedom_columns(frame), strict=True):
            found[node] = totals[index].column(k)[k]
        totals[frame.parent].add(carry(frame, motions[index], totals[index]))
    return found
