"""How compiled loops call machine code, and how the loops themselves are compiled and cached.

Inside the loops arrays are passed by address: numba counts references to array arguments in every call.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import re
import shutil
from pathlib import Path

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic
from numba.np.numpy_support import carray

from mars.machine import object_cache

# Return codes of `advance` of every method.
FINISHED, PAUSED, FULL, TOO_SMALL, NOT_FINITE, EVENT = 0, 1, 2, 3, 4, 5
# clock: floats of the state; counters: integers of the state. Methods may append their own.
TIME, STEP, MEMORY, CLOCK_SIZE = 0, 1, 2, 3
STEPS, REJECTED, EVALUATIONS, SLOPE_KNOWN, AFTER_REJECTION, WORST, EVENTS, COUNTERS_SIZE = 0, 1, 2, 3, 4, 5, 6, 7

F1, F2, I1, I2 = "float64[::1]", "float64[:,::1]", "int64[::1]", "int64[:,::1]"
INNER = {"nogil": True, "error_model": "numpy"}
KEPT = 15  # caches of other source versions to keep: each version has five


def _sources(path: Path, found: dict[Path, bytes]) -> dict[Path, bytes]:
    """A module of this folder and everything that it imports from here."""
    if path not in found and path.exists():
        found[path] = path.read_bytes()
        for whole, listed in re.findall(r"from mars\.solvers(?:\.(\w+) import| import ([\w, ]+))", found[path].decode()):
            for name in re.findall(r"\w+", whole or re.sub(r" as \w+", "", listed)):
                _sources(path.with_name(f"{name}.py"), found)
    return found


@functools.cache
def _cache_folder(file: str) -> Path | None:
    """Cache folder of a module's loops, named by a hash of all its sources: numba checks only one file. None: not writable."""
    sources = _sources(Path(file), {})
    digest = hashlib.sha256(b"".join(sources[path] for path in sorted(sources))).hexdigest()
    try:
        place = object_cache.own_folder(object_cache.own_folder(object_cache.folder()) / f"solvers-{digest[:16]}")
        os.utime(place)
        others = sorted(place.parent.glob("solvers-*"), key=lambda path: path.stat().st_mtime)
        for old in others[: -1 - KEPT]:
            shutil.rmtree(old, ignore_errors=True)
        return place if os.access(place, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


@contextlib.contextmanager
def _cache_in(place: Path):
    before, config.CACHE_DIR = config.CACHE_DIR, str(place)  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield
    finally:
        config.CACHE_DIR = before  # pyright: ignore[reportAttributeAccessIssue]


def entry(signature):
    """Compile at import, or load from the cache. Only entry points have signatures: they include the functions they call."""

    def compiled(function):
        place = _cache_folder(function.__code__.co_filename)
        if place is None:
            return numba.njit(signature, **INNER)(function)
        with _cache_in(place):
            return numba.njit(signature, cache=True, **INNER)(function)

    return compiled


@intrinsic
def call(_context, address, x, w, p, t, dx, h, work):
    """Call machine code at an integer address with integer addresses of doubles."""
    signature = types.void(*(types.int64,) * 8)

    def generate(_context, builder, _signature, arguments):
        pointer = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer] * 7)
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        builder.call(function, [builder.inttoptr(value, pointer) for value in arguments[1:]])
        return _context.get_dummy_value()

    return signature, generate


def _as_pointer(kind):
    def generate(_context, builder, _signature, arguments):
        return builder.inttoptr(arguments[0], _context.get_value_type(types.CPointer(kind)))

    return types.CPointer(kind)(types.int64), generate


@intrinsic
def _to_doubles(_context, address):
    return _as_pointer(types.float64)


@intrinsic
def _to_integers(_context, address):
    return _as_pointer(types.int64)


@numba.njit(**INNER)
def pointer(array):
    """Address of the data of an array, which must outlive it."""
    return np.int64(array.ctypes.data)


@numba.njit(**INNER)
def doubles(address, size):
    """The doubles at an address as an array."""
    return carray(_to_doubles(address), size)  # pyright: ignore[reportCallIssue]


@numba.njit(**INNER)
def integers(address, size):
    """The integers at an address as an array."""
    return carray(_to_integers(address), size)  # pyright: ignore[reportCallIssue]
