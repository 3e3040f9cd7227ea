"""Trees of bodies, closed loops, and what acts on joints and points."""

from __future__ import annotations

from tests.helpers.random_circuits.drawing import Drawing

OF_PLANE = ("rotation", "rotation", "translation", "planar")
OF_SPACE = ("rotation", "rotation", "translation", "universal", "spherical", "cylindrical")


def tree(d: Drawing) -> None:
    """One to three bodies in a row or branched; every freedom is damped, so that nothing is chaotic."""
    ends = [d.add("bodies.base", place=[d.within(-1, 1), d.within(-1, 1), 0]) + ".1"]
    for _ in range(int(d.rng.integers(1, 4))):
        host = d.one_of(ends)
        far = joint(d, d.one_of(OF_PLANE if d.plane else OF_SPACE), host)
        body = link(d, far)
        ends += [f"{body}.2"]
        d.points.append(f"{body}.2")


def joint(d: Drawing, kind: str, host: str) -> str:
    """A joint on a port, with a spring and damper or only a damper on each freedom; gives its far port."""
    axes: dict[str, list[float]] = {}
    freedoms: list[str] = []
    if kind in ("rotation", "cylindrical", "translation"):
        axes = {"axis": d.direction() if kind == "translation" else d.axis()}
        freedoms = {"rotation": ["turn"], "translation": ["slide"], "cylindrical": ["slide", "turn"]}[kind]
    elif kind == "universal":
        axes, freedoms = {"axis_1": d.axis(), "axis_2": [0.3, -0.4, 0.2]}, ["turn_1", "turn_2"]
    elif kind == "planar":
        freedoms = ["slide_1", "slide_2", "turn"]
    elif kind == "spherical":
        freedoms = ["turn_x", "turn_y", "turn_z"]
    back = d.chance(0.3)
    near, far = ("2", "1") if back else ("1", "2")
    name = d.add(f"joints.{kind}", f"{near}={host}", **axes)
    for freedom in freedoms:
        hold(d, f"{name}.{freedom}", kind == "spherical")
    return f"{name}.{far}"


def hold(d: Drawing, port: str, ball: bool) -> None:
    own, slides = port.rpartition(".")[2], ".slide" in port
    prefix = "slide_" if slides else ""
    if ball or (not slides and d.chance(0.4)):
        d.add(f"dynamics.{prefix}damper", f"a={port}", damping=d.about(0.6))
    else:
        stiffness = d.about(150 if slides else 8)
        d.add(f"dynamics.{prefix}spring_damper", f"a={port}", stiffness=stiffness, damping=d.about(3 if slides else 0.5))
    if ball:
        return
    if own in ("turn", "slide"):
        (d.slides if slides else d.shafts).append(port)
    if d.chance(0.7):
        name = port.partition(".")[0]
        suffix = own.removeprefix("turn").removeprefix("slide")
        d.start(f"{name}.{'travel' if slides else 'angle'}{suffix}", d.within(-0.1, 0.1) if slides else d.within(-0.6, 0.6))
    if d.chance(0.4):
        d.start(f"{port}.speed", d.within(-0.5, 0.5))


def link(d: Drawing, host: str) -> str:
    """A rod or a body with an inertia about every axis."""
    length, mass = d.within(0.2, 0.6), d.about(1.0)
    if d.plane and d.chance(0.6):
        return d.add("bodies.rod", f"1={host}", length=length, mass=mass)
    inertia = [mass * d.within(0.02, 0.03) for _ in range(3)]
    place = [length, d.within(-0.2, 0.2), 0.0 if d.plane else d.within(-0.2, 0.2)]
    centre = [0.5 * value for value in place]
    return d.add("bodies.body", f"1={host}", mass=mass, centre=centre, inertia=inertia, points={"2": place})


def loop(d: Drawing) -> None:
    """A four-bar, a slider-crank or a five-bar with a gear, in the plane z = 0 of either class, with a damped crank."""
    kind = d.one_of(["four bar", "slider crank", "five bar"])
    z = [0.0, 0.0, 1.0]

    def hinge(host: str) -> str:
        return d.add("joints.rotation", f"1={host}", axis=z)

    def rod(host: str, length: float) -> str:
        inertia = {"radius": 0.02} if not d.plane else {}
        return d.add("bodies.rod" if d.plane else "bodies.cylinder", f"1={host}", length=length, mass=d.about(0.8), **inertia)

    base = d.add("bodies.base")
    first = hinge(f"{base}.1")
    crank = rod(f"{first}.2", d.within(0.2, 0.3))
    knee = hinge(f"{crank}.2")
    coupler = rod(f"{knee}.2", d.within(0.8, 0.9))
    d.start(f"{first}.angle", d.within(0.9, 1.5))
    if kind == "slider crank":
        pin = hinge(f"{coupler}.2")
        block = d.add("bodies.body", f"1={pin}.2", mass=d.about(1.0), inertia=[0.01, 0.01, 0.01])
        slider = d.add("joints.translation", f"1={base}.1", f"2={block}.1", axis=[1, 0, 0])
        d.start(f"{slider}.travel", 0.9, "guess")
        d.start(f"{knee}.angle", -1.4, "guess")
        d.slides.append(f"{slider}.slide")
    else:
        other = d.add("bodies.base", place=[1.0, 0, 0])
        pin = hinge(f"{coupler}.2")
        last = rod(f"{pin}.2", d.within(0.5, 0.6))
        if kind == "five bar":
            middle = hinge(f"{last}.2")
            last = rod(f"{middle}.2", 0.3)
            d.start(f"{middle}.angle", -0.6, "guess")
        foot = d.add("joints.rotation", f"1={last}.2", f"2={other}.1", axis=z)
        d.start(f"{knee}.angle", -0.8, "guess")
        d.start(f"{pin}.angle", -1.4, "guess")
        d.add("dynamics.damper", f"a={foot}.turn", damping=d.about(0.5))
        if kind == "five bar":
            d.add("dynamics.gear", f"a={first}.turn", f"b={foot}.turn", ratio=d.one_of([-1.0, 1.0, -1.5]))
    d.add("dynamics.spring_damper", f"a={first}.turn", stiffness=d.about(10), damping=d.about(1.0))
    d.shafts.append(f"{first}.turn")
    d.points.append(f"{crank}.2")
    if d.chance(0.5):
        d.start(f"{first}.turn.speed", d.within(-0.5, 0.5))


def rig(d: Drawing) -> None:
    """A force on a point, or a spring between a point and the world or another point."""
    if not d.points:
        return tree(d)
    point = d.one_of(d.points)
    others = [p for p in d.points if p.partition(".")[0] != point.partition(".")[0]]
    choice = d.rng.integers(4)
    if choice == 0:
        d.add("sources.wrench", f"1={point}", force_x=d.law(3.0), force_y=d.law(3.0), basis=d.one_of(["global", "body"]))
    elif choice == 1 and others:
        d.add(
            "dynamics.line_spring_damper",
            f"a={point}",
            f"b={d.one_of(others)}",
            stiffness=d.about(30),
            damping=d.about(2),
            rest=0.2,
        )
    elif choice == 2 and d.events and not d.loops:
        d.switching += 1
        d.add("dynamics.elastic_rope", f"a={point}", length=d.within(0.3, 1.2), stiffness=d.about(150), damping=d.about(4))
    else:
        base = d.add("bodies.base", place=[d.within(-1, 1), d.within(1.5, 2), 0])
        spring = {"stiffness": d.about(30), "damping": d.about(2), "rest": d.within(0.2, 1)}
        d.add("dynamics.line_spring_damper", f"a={point}", f"b={base}.1", **spring)
    return None
