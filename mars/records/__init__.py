"""Runs in parts: changed while being computed, stored on disk, branched, saved, opened and repeated."""

from mars.records.part import Intervention, Part
from mars.records.record import Record

__all__ = ["Intervention", "Part", "Record"]
