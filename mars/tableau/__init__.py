"""The paper's equations in the global basis: the independent witness of the fast model."""

from mars.tableau.closing import Choice
from mars.tableau.system import Tableau, Variable

__all__ = ["Choice", "Tableau", "Variable"]
