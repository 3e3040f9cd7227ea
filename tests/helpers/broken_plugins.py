"""Plug-in files with one faulty method."""

import mars

HEAD = """from mars.component import FRAME, ROTATION, Base, Body, Component, Coordinate, Cylinder, Icon, Joint, Mode, Parameter
from mars.component import Port, Pose, Solid, Sphere, State, Turn

ONE = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
"""
LOOKS = '    """Mine."""\n    letters = "M"\n    icon = Icon(("line", "M-30,0 h60"))\n'
PARTS = {
    "body": (
        "Body",
        '    end = Port(FRAME, at=(40, 0), open="free", name="2")\n    mass = Parameter(1.0, "kg", "mass", above=0)\n',
        {"solid": 'return Solid(self.mass, [0.5, 0, 0], ONE, {"1": ([0, 0, 0], ONE), "2": ([1, 0, 0], ONE)})'},
    ),
    "joint": (
        "Joint",
        '    turn = Port(ROTATION, at=(0, -20), open="free")\n    angle = Coordinate("turn")\n',
        {"motion": 'yield Turn([0.0, 0.0, 1.0], "angle")'},
    ),
    "base": (
        "Base",
        '    point = Port(FRAME, at=(0, 0), open="free", name="1")\n',
        {"pose": "return Pose([0, 0, 0], ONE)"},
    ),
    "drag": (
        "Component",
        '    a = Port(ROTATION, at=(30, 0))\n    drag = Parameter(0.5, "N·m·s/rad", "torque per rad/s", minimum=0)\n',
        {"equations": "yield self.a.torque == self.drag * self.a.speed", "loss": "return self.drag * self.a.speed**2"},
    ),
}
MAKES = {"shapes": "scale=0.0", "pose": "t, segment", "paths": "t, segment"}
ASKED = ("ports_for", "states_for", "modes_for", "icon_for", "check")  # class methods, called with values


def text_of(spoilt="", method="", body=""):
    """A file with one kind of each base class, with one method of one of them broken unless its parameter is the default."""
    text = HEAD
    for name, (base, declared, methods) in PARTS.items():
        said = {**methods, **({method: body} if name == spoilt else {})}
        text += f'\n\nclass {name.title()}(Mars{name}, kind="my.{name}"):\n'.replace(f"Mars{name}", base) + LOOKS + declared
        for each, what in said.items():
            head = f"    @classmethod\n    def {each}(cls, values):" if each in ASKED else _head(each)
            text += f"{head}\n        {what}\n"
    return text


def _head(method):
    more = MAKES.get(method, "")
    return f"    def {method}(self{', ' if more else ''}{more}):"


def circuit():
    made = mars.Circuit("mine", motions="Tx Ty Rz", gravity=[0, 0, 0])
    for kind, name in (("base", "Base1"), ("joint", "KN1"), ("body", "SB1"), ("drag", "M1")):
        made.add(f"my.{kind}", name, at=(0, 0))
    for one, other in [("Base1.1", "KN1.1"), ("KN1.2", "SB1.1"), ("KN1.turn", "M1.a")]:
        made.connect(one, other)
    return made
