"""What a remedy is, and what a complaint names."""

from __future__ import annotations

import re
from collections.abc import Callable

from mars.document.circuit import Circuit
from mars.errors import Complaint

Remedy = tuple[str, Callable[[Circuit], object]]  # text for the button and the history; an edit as `Document.edit` takes it
MOST = 3  # buttons beside one complaint


def is_named(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text) is not None


def suggestion(complaint: Complaint) -> str:
    """The word of «Did you mean …»."""
    return str(complaint.fields.get("near", ""))
