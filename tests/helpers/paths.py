"""Paths of the repository."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
CIRCUITS = ROOT / "circuits"
FAILURES = ROOT / "tests/failures"
REFS = ROOT / "tests/refs"
