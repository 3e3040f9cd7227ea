"""The type of a remedy, and the names in a complaint."""

from __future__ import annotations

import re
from collections.abc import Callable

from mars.document.circuit import Circuit
from mars.errors import Complaint

Remedy = tuple[str, Callable[[Circuit], object]]  # text for the button and the history; an edit as `Document.edit` takes it
MOST = 3  # buttons per complaint


def is_named(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text) is not None


def suggestion(complaint: Complaint) -> str:
    """The suggestion in «Did you mean …»."""
    return str(complaint.fields.get("near", ""))
