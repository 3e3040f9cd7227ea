"""Components written as equations: one text is one kind.

`language` reads its lines, `checking` understands them, `kind` makes them a `Component`. Nothing of the text is ever executed.
"""

from mars.kinds.equation_text.checks import check
from mars.kinds.equation_text.kind import OwnComponent, kind_of
from mars.kinds.equation_text.meaning import Checked
from mars.kinds.equation_text.parser import without_notes
from mars.kinds.equation_text.statements import Remark
from mars.kinds.equation_text.units_and_count import NO_ACCOUNT

__all__ = ["NO_ACCOUNT", "Checked", "OwnComponent", "Remark", "check", "kind_of", "without_notes"]
