"""Components written as equations: one text is one kind.

`parser` reads the lines, `checks` checks them, `kind` makes them a `Component`. The text is never executed.
"""

from mars.kinds.equation_text.checks import check
from mars.kinds.equation_text.kind import OwnComponent, kind_of
from mars.kinds.equation_text.meaning import Checked
from mars.kinds.equation_text.parser import without_notes
from mars.kinds.equation_text.statements import Remark
from mars.kinds.equation_text.units_and_count import NO_ACCOUNT

__all__ = ["NO_ACCOUNT", "Checked", "OwnComponent", "Remark", "check", "kind_of", "without_notes"]
