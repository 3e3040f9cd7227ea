"""What tests that compare with a published or closed-form answer measure: the rows of the page Validation."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import pytest

PROPERTY = "measured"  # of a test report


@dataclass(frozen=True)
class Measured:
    problem: str
    source: str  # the file below tests/refs
    error: float
    unit: str  # "of range", "relative" or a unit
    allowed: float  # by the test
    by: str  # methods or formulations


class Measuring:
    """The fixture `measured`: called with a problem, the file of its answer, the error, and the limit of the test."""

    def __init__(self, record_property: Any):
        self._record = record_property

    def __call__(self, problem: str, source: str, error: float, unit: str, *, allowed: float, by: str = "auto") -> None:
        self._record(PROPERTY, asdict(Measured(problem, source, float(error), unit, float(allowed), by)))


@pytest.fixture
def measured(record_property: Any) -> Measuring:
    return Measuring(record_property)
