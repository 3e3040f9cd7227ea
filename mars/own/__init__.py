"""Components written as equations: one text is one kind.

`language` reads its lines, `checking` understands them, `kind` makes them a `Component`. Nothing of the text is ever executed.
"""

from mars.own.balancing import NO_ACCOUNT
from mars.own.checking import check
from mars.own.kind import OwnComponent, kind_of
from mars.own.language import without_notes
from mars.own.lines import Remark
from mars.own.meaning import Checked

__all__ = ["NO_ACCOUNT", "Checked", "OwnComponent", "Remark", "check", "kind_of", "without_notes"]
