"""Shared by all tests."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# A submission is judged by the same examples each time; at the desk every run looks for new ones.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

sys.path.insert(0, str(Path(__file__).parent / "engine"))


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """Machine code of tests does not fill the user's cache; one cache for the whole test run keeps them quick."""
    monkeypatch.setenv("MARS_CACHE", str(tmp_path_factory.getbasetemp().parent / "mars-cache"))
