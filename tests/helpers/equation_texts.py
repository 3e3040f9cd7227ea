"""Kinds of the library written as equations. They must agree to the last digit."""

SPRING_DAMPER = """
# Torsion spring and viscous damper in parallel between two shafts.
port a: rotation  "first shaft"
port b: rotation, reference  "second shaft; open: the joint housing"
parameter stiffness = 100 N·m/rad, at least 0  "torque per radian of twist"
parameter damping = 0.5 N·m·s/rad, at least 0  "torque per rad/s of twist rate"
parameter rest = 0 rad  "angle of a relative to b at which the spring is relaxed"
let stretch = b.angle - a.angle + rest
let rate = b.speed - a.speed
let torque = stiffness*stretch + damping*rate
a.torque = -torque
b.torque = torque
stored = stiffness*stretch^2/2
loss = damping*rate^2
"""

GEAR = """
# Shaft a turns ratio times as fast as shaft b; nothing is lost.
port a: rotation  "fast shaft"
port b: rotation  "slow shaft"
parameter ratio = 10  "turns of a per turn of b"
b.torque = -ratio*a.torque
a.angle = ratio*b.angle      # begins the equations: the editor finds the pose from it
stored = 0
"""

RACK = """
port a: rotation
port b: translation
parameter radius = 50 mm  "travel of b per radian of a"
b.travel = radius*a.angle
a.torque = -radius*b.force
stored = 0 J
"""

ROTOR = """
# Rotor of a drive with its gear, about the axis z of its housing.
port shaft: rotation  "shaft of the joint"
port housing: frame, reference, bottom  "the body that carries the drive"
parameter inertia = 1e-4 kg·m², at least 0  "rotor inertia about its axis"
parameter ratio = 1  "turns of the rotor per turn of the shaft"
let spin = ratio*shaft.speed
let spin_rate = ratio*der(shaft.speed)
let along = housing.R.xz*der(housing.w.x) + housing.R.yz*der(housing.w.y) + housing.R.zz*der(housing.w.z)
shaft.torque = ratio*(inertia*(spin_rate + along))
housing.M.x = inertia*(spin_rate*housing.R.xz + spin*(housing.w.y*housing.R.zz - housing.w.z*housing.R.yz))
housing.M.y = inertia*(spin_rate*housing.R.yz + spin*(housing.w.z*housing.R.xz - housing.w.x*housing.R.zz))
housing.M.z = inertia*(spin_rate*housing.R.zz + spin*(housing.w.x*housing.R.yz - housing.w.y*housing.R.xz))
let turning = housing.R.xz*housing.w.x + housing.R.yz*housing.w.y + housing.R.zz*housing.w.z
stored = inertia*(spin^2/2 + spin*turning)
"""

DC_MOTOR = """
# DC motor with its rotor and a gear, about the axis z of its housing.
port shaft: rotation, free, right
port housing: frame, reference, bottom
port p: electrical, left
port n: electrical, left
parameter inertia = 2e-5 kg·m², at least 0
parameter ratio = 1
parameter resistance = 1.2 Ω, above 0
parameter inductance = 0.8 mH, above 0
parameter torque_constant = 0.05 N·m/A
parameter viscous = 1e-5 N·m·s/rad, at least 0
state current [A]  "winding current"
let spin = ratio*shaft.speed
let spin_rate = ratio*der(shaft.speed)
let along = housing.R.xz*der(housing.w.x) + housing.R.yz*der(housing.w.y) + housing.R.zz*der(housing.w.z)
let friction = viscous*spin
shaft.torque = ratio*(inertia*(spin_rate + along) - (torque_constant*p.current - friction))
housing.M.x = inertia*(spin_rate*housing.R.xz + spin*(housing.w.y*housing.R.zz - housing.w.z*housing.R.yz))
housing.M.y = inertia*(spin_rate*housing.R.yz + spin*(housing.w.z*housing.R.xz - housing.w.x*housing.R.zz))
housing.M.z = inertia*(spin_rate*housing.R.zz + spin*(housing.w.x*housing.R.yz - housing.w.y*housing.R.xz))
n.current = -p.current
p.current = current
inductance*der(current) = p.voltage - n.voltage - torque_constant*spin - resistance*current
result torque [N·m] = torque_constant*p.current  "electromagnetic torque on the rotor"
let turning = housing.R.xz*housing.w.x + housing.R.yz*housing.w.y + housing.R.zz*housing.w.z
stored = inertia*(spin^2/2 + spin*turning) + inductance*p.current^2/2
loss = resistance*p.current^2 + friction*spin
"""

SLIDE_MOTOR = """
# Linear motor: force proportional to the current, induced voltage to the speed.
port p: electrical
port n: electrical, left
port slide: translation, right
parameter resistance = 1.2 Ω, above 0
parameter inductance = 8e-4 H, above 0
parameter force_constant = 10 N/A
parameter viscous = 0 N·s/m, at least 0
state current [A]  "winding current"
let driving = p.voltage - n.voltage - force_constant*slide.speed
n.current = -p.current
p.current = current
inductance*der(current) = driving - resistance*current
slide.force = viscous*slide.speed - force_constant*p.current
result force [N] = force_constant*p.current  "electromagnetic force on the slider"
stored = inductance*p.current^2/2
loss = resistance*p.current^2 + viscous*slide.speed^2
"""

RESISTOR = """
port p: electrical  "positive terminal"
port n: electrical  "negative terminal"
parameter resistance = 100 Ω, at least 0
n.current = -p.current
p.voltage - n.voltage = resistance*p.current
stored = 0
loss = (p.voltage - n.voltage)*p.current
"""

CAPACITOR = """
port p: electrical
port n: electrical
parameter capacitance = 10 µF, above 0
state voltage [V]
n.current = -p.current
p.voltage - n.voltage = voltage
capacitance*der(voltage) = p.current
stored = capacitance*voltage^2/2
"""

LAG2 = """
# Follows a signal in the second order.
port in: signal in
port out: signal out
parameter gain = 1
parameter frequency = 10 rad/s, above 0
parameter damping = 0.7, at least 0
state value [1]
state rate [1/s]
let drive = gain*in - value
der(value) = rate
der(rate) = frequency*(frequency*drive - 2*damping*rate)
out = value
"""

PID = """
port reference: signal in
port measured: signal in
port out: signal out
parameter kp = 1
parameter ki [1/s] = 0, at least 0
parameter kd [s] = 0
parameter filter = 1 ms, above 0
state integral [1]
state filtered [1]
let error = reference - measured
let rate = (error - filtered)/filter
der(integral) = ki*error
der(filtered) = rate
out = kp*error + integral + kd*rate
"""

LINE_SPRING = """
# Spring and damper along the line between two points.
port a: frame
port b: frame, reference
parameter stiffness = 1000 N/m, at least 0
parameter damping = 0 N·s/m, at least 0
parameter rest = 0.5 m, at least 0
let dx = b.r.x - a.r.x
let dy = b.r.y - a.r.y
let dz = b.r.z - a.r.z
let length = sqrt(dx*dx + dy*dy + dz*dz)
let nx = dx/max(length, 1e-300)
let ny = dy/max(length, 1e-300)
let nz = dz/max(length, 1e-300)
let rate = nx*(b.v.x - a.v.x) + ny*(b.v.y - a.v.y) + nz*(b.v.z - a.v.z)
let tension = stiffness*(length - rest) + damping*rate
a.F.x = -tension*nx
a.F.y = -tension*ny
a.F.z = -tension*nz
b.F.x = tension*nx
b.F.y = tension*ny
b.F.z = tension*nz
stored = stiffness*(length - rest)^2/2
loss = damping*rate^2
"""

SLIDE_DAMPER = """
port a: translation
port b: translation, reference
parameter damping = 10 N·s/m, at least 0
a.force = -damping*(b.speed - a.speed)
b.force = -a.force
stored = 0
loss = damping*(b.speed - a.speed)^2
"""

HEAT_CAPACITY = """
# A body that gets warm.
port heat: thermal, bottom  "the body"
parameter capacity = 100 J/K, above 0  "heat per kelvin"
state temperature [K] = 293.15  "temperature of the body"
heat.temperature = temperature
capacity*der(temperature) = heat.heat
stored = capacity*temperature
"""

PIPE = """
# Pipe with laminar flow and the inertia of its oil.
port a: hydraulic
port b: hydraulic
parameter length = 1 m, above 0
parameter diameter = 1 cm, above 0
parameter viscosity = 0.04 Pa·s, above 0
parameter density = 870 kg/m³, above 0
state flow [l/s]  "flow from a to b"
let resistance = 128*viscosity*length/(pi*diameter^4)
let inertance = density*length/(pi*diameter^2/4)
b.flow = -a.flow
a.flow = flow
inertance*der(flow) = a.pressure - b.pressure - resistance*flow
stored = inertance*a.flow^2/2
loss = resistance*a.flow^2
"""

# By kind of the library: the text, and values for which both can be compared.
TWINS: dict[str, tuple[str, dict]] = {
    "dynamics.spring_damper": (SPRING_DAMPER, {"stiffness": 30, "rest": 0.2}),
    "dynamics.gear": (GEAR, {"ratio": 3}),
    "dynamics.rack": (RACK, {}),
    "dynamics.rotor": (ROTOR, {"axis": [0, 0, 1], "inertia": 0.02, "ratio": 7}),
    "drives.dc_motor": (
        DC_MOTOR,
        {"inertia": 0.05, "ratio": 3, "inductance": 0.2, "torque_constant": 0.8, "viscous": 0.1, "coulomb": 0},
    ),
    "drives.slide_motor": (SLIDE_MOTOR, {"inductance": 0.2, "viscous": 2}),
    "electrical.resistor": (RESISTOR, {"resistance": 3}),
    "electrical.capacitor": (CAPACITOR, {"capacitance": 0.2}),
    "signals.lag2": (LAG2, {"gain": 2}),
    "control.pid": (PID, {"kp": 2, "ki": 3, "kd": 0.1, "filter": 0.2, "limited": "no"}),
    "dynamics.line_spring_damper": (LINE_SPRING, {"damping": 3}),
    "dynamics.slide_damper": (SLIDE_DAMPER, {}),
    "thermal.capacity": (HEAT_CAPACITY, {"capacity": 3}),
    "hydraulic.pipe": (PIPE, {}),
}
