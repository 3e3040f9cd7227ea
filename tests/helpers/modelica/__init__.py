"""Examples of the Modelica Standard Library as circuits; their reference curves are in tests/refs/msl."""

from tests.helpers.modelica import electrical, mechanisms, robot, shafts, sliders

PROBLEMS = {problem.name: problem for module in (electrical, shafts, sliders, mechanisms, robot) for problem in module.PROBLEMS}
