"""Parallel robots: one platform on several legs. Legs are drawn one below the other, all leading to the platform on the right."""

from __future__ import annotations

from typing import Any

from mars.circuits.closed import finish

from mars.document.circuit import Circuit

UPRIGHT = [0, "-90 deg", 0]  # turns x, along which cylinders and rods lie, upwards
HANGING = [0, "90 deg", 0]  # … and downwards


def stewart_platform() -> Circuit:
    """Six legs, universal – translation – spherical, so that none can spin about its own axis."""
    c = Circuit("Stewart platform")
    c.note = (
        "Six legs of 0.85 m carry a platform of 20 kg. Each leg extends and retracts by 60 mm, one sixth of a period after the "
        "previous one, so that the tilt of the platform circles like that of a coin settling on a table. All motion is "
        "prescribed; the forces in the legs are computed."
    )
    c.add_variable("feet", 0.6, "m", minimum=0.45, maximum=0.8, note="radius of the circle of leg attachments on the base")
    c.add_variable("heads", 0.4, "m", minimum=0.3, maximum=0.5, note="radius of the circle of leg attachments on the platform")
    # In degrees on their circles. Feet and heads come in pairs; legs with adjacent feet lead to different pairs of heads.
    angles = [(120 * pair + foot, 120 * pair + head) for pair in range(3) for foot, head in ((15, 45), (105, 75))]
    heads = {f"P{i}": {"place": _on_circle("heads", head), "orientation": UPRIGHT} for i, (_, head) in enumerate(angles, 1)}
    c.add("bodies.body", "Platform", at=(780, 440), flip=True, mass="20 kg", inertia=[0.8, 0.8, 1.6], points=heads)
    c.add("meters.pose", "Pose", at=(920, 440))
    c.connect("Platform.1", "Pose.a")
    for i, (foot, _) in enumerate(angles, start=1):
        y = 200 * (i - 1)
        c.add("bodies.base", f"B{i}", at=(0, y), turn=1, place=_on_circle("feet", foot), orientation=UPRIGHT)
        c.add("joints.universal", f"U{i}", at=(120, y), axis_1=[0, 1, 0], axis_2=[0, 0, 1])
        c.add("bodies.cylinder", f"Barrel{i}", at=(240, y), length="0.45 m", radius="40 mm", mass="2 kg")
        c.add("joints.translation", f"L{i}", at=(360, y))
        c.add("bodies.cylinder", f"Rod{i}", at=(480, y), length="0.4 m", radius="20 mm", mass="1 kg")
        c.add("joints.spherical", f"S{i}", at=(600, y))
        law = {"law": "sine", "amplitude": "60 mm", "frequency": "0.25 Hz", "phase": f"{60 * i} deg"}
        c.add("sources.slide_movement", f"Es{i}", at=(360, y - 100), law=law)
        for link in (
            f"B{i}.1 U{i}.1", f"U{i}.2 Barrel{i}.1", f"Barrel{i}.2 L{i}.1", f"L{i}.2 Rod{i}.1", f"Rod{i}.2 S{i}.1",
            f"S{i}.2 Platform.P{i}", f"L{i}.slide Es{i}.slide",
        ):  # fmt: skip
            c.connect(*link.split())
    return finish(c, "4 s", "0.02 s", [["L*.slide.force"], ["Pose.roll", "Pose.pitch", "Pose.yaw"], ["Pose.z"]])


def parallel_delta() -> Circuit:
    """Three arms, each with a pair of rods; universal joints at the elbows, so that no rod can spin about its own axis."""
    c = Circuit("Delta robot")
    c.note = (
        "Clavel's robot: three arms on one base carry the tool through three parallelograms, which keep it level. The arms "
        "oscillate one third of a period apart, and the tool moves in a circle. Each rod has a universal joint at the elbow and "
        "a ball joint at the tool: with ball joints at both ends it could spin about its own axis."
    )
    c.add_variable("hinges", 0.2, "m", minimum=0.15, maximum=0.25, note="radius of the circle through the arm hinges")
    c.add_variable("wrists", 0.06, "m", minimum=0.04, maximum=0.1, note="tool radius to the midpoint of each pair of rods")
    c.add_variable("arm", 0.3, "m", minimum=0.25, maximum=0.35, note="length of the arms")
    c.add_variable("rod", 0.6, "m", minimum=0.6, maximum=0.8, note="length of the rods")
    sides = {"a": "-50 mm", "b": "50 mm"}
    elbows = {side: {"place": ["arm", y, 0], "orientation": HANGING} for side, y in sides.items()}
    wrists = {
        f"{i}{side}": {"place": _on_circle("wrists", turn, y), "orientation": [0, "90 deg", f"{turn} deg"]}
        for i, turn in ((1, 0), (2, 120), (3, 240))
        for side, y in sides.items()
    }
    c.add("bodies.body", "Tool", at=(820, 440), flip=True, mass="0.5 kg", inertia=[5e-4, 5e-4, 1e-3], points=wrists)
    for i in (1, 2, 3):
        y, turn = 400 * (i - 1), 120 * (i - 1)
        law = {"law": "sine", "amplitude": "15 deg", "frequency": "0.5 Hz", "phase": f"{turn} deg", "offset": "20 deg"}
        c.add("bodies.base", f"B{i}", at=(0, y + 80), turn=1, place=_on_circle("hinges", turn), orientation=[0, 0, f"{turn} deg"])
        c.add("joints.rotation", f"KN{i}", at=(120, y + 80), axis=[0, 1, 0])
        c.add("sources.movement", f"Ep{i}", at=(120, y - 40), law=law)
        body: dict[str, Any] = {"mass": "0.6 kg", "centre": ["0.4*arm", 0, 0], "inertia": [5e-4, 5e-3, 5e-3]}
        c.add("bodies.body", f"Arm{i}", at=(240, y + 80), points=elbows, **body)
        for link in (f"B{i}.1 KN{i}.1", f"KN{i}.2 Arm{i}.1", f"KN{i}.turn Ep{i}.turn"):
            c.connect(*link.split())
        for side, row in (("a", y), ("b", y + 180)):
            end = f"{i}{side}"
            c.add("joints.universal", f"U{end}", at=(400, row), axis_1=[0, 1, 0], axis_2=[0, 0, 1])
            c.add("bodies.cylinder", f"Rod{end}", at=(520, row), length="rod", radius="8 mm", mass="0.1 kg")
            c.add("joints.spherical", f"S{end}", at=(640, row))
            for link in (
                f"Arm{i}.{side} U{end}.1", f"U{end}.2 Rod{end}.1", f"Rod{end}.2 S{end}.1", f"S{end}.2 Tool.{end}",
            ):  # fmt: skip
                c.connect(*link.split())
    return finish(c, "2 s", "0.01 s", [["Tool.1.r.x", "Tool.1.r.y", "Tool.1.r.z"], ["KN*.turn.torque"]])


def _on_circle(radius: str, angle: int, aside: str = "") -> list[Any]:
    """Formulas for a position on a horizontal circle, shifted along the tangent."""
    if angle == 0:
        return [radius, aside or 0, 0]
    c, s = f"cos({angle} deg)", f"sin({angle} deg)"
    x, y = f"{radius}*{c}", f"{radius}*{s}"
    return [f"{x} - ({aside})*{s}", f"{y} + ({aside})*{c}", 0] if aside else [x, y, 0]
