"""CasADi functions as machine code: translated to LLVM by `mars.machine.emitter`, compiled by llvmlite, cached on disk.

A compiled function takes one `double *` for each input, one for each output and one for its work array, in that order,
and returns nothing. Inputs and outputs are the nonzeros in column order (all entries, for a dense matrix). Outputs and
work must not overlap inputs or each other: values are read late and written early. With `lanes = 4` every number above
becomes four consecutive doubles: element k of lane j is at 4·k + j.

    native = compile_function(function)
    call = native.bind(x, w, p, t, dx, h)   # numpy arrays, kept alive by the call
    call()

`interpret` provides the same `bind` immediately, on CasADi's virtual machine.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import casadi
import llvmlite
import llvmlite.binding as llvm
import numpy as np

from mars.machine import emitter, object_cache, sincos
from mars.machine import instructions as listing
from mars.machine.emitter import Emitter
from mars.machine.instructions import UnsupportedOperationError, count_operations, read_listing

__all__ = ["Interpreted", "Native", "UnsupportedOperationError", "compile_function", "count_operations", "interpret"]

LEVEL = 2  # LLVM's code generation level; optimisation passes on the IR were tried and gain nothing


@dataclass(frozen=True)
class Native:
    """Machine code of one function. The address is valid as long as this object (or a bound call) exists."""

    name: str
    address: int
    work_size: int  # doubles
    input_sizes: tuple[int, ...]  # doubles, so lanes × nonzeros
    output_sizes: tuple[int, ...]
    operations: int
    lanes: int
    from_cache: bool
    _entry: int = field(repr=False)
    _engine: Any = field(repr=False, compare=False)

    def bind(self, *arrays: np.ndarray) -> Callable[[], None]:
        """A callable without arguments that evaluates into the output arrays: inputs first, then outputs."""
        sizes = self.input_sizes + self.output_sizes
        _check_arrays(self.name, arrays, sizes)
        work = np.empty(max(self.work_size, 1))
        # A builtin function created through the C API costs 0.05 µs a call; ctypes with prepared arguments takes ten times that.
        pointers = [id(None), *(array.ctypes.data for array in arrays), work.ctypes.data]
        block = struct.pack(f"{len(pointers)}P", *pointers)
        method = _Method(b"evaluate", self._entry, _NO_ARGUMENTS, None)
        keep = (self, method, arrays, work)
        # The third argument is meant for a module; Python only holds a reference to it, which is all that is needed.
        return _python_function(ctypes.byref(method), block, keep)

    def work(self) -> np.ndarray:
        """A new work array."""
        return np.empty(max(self.work_size, 1))


@dataclass(frozen=True)
class Interpreted:
    """The same function on CasADi's virtual machine: available immediately, about thirty times slower, no address."""

    name: str
    input_sizes: tuple[int, ...]
    output_sizes: tuple[int, ...]
    function: casadi.Function = field(repr=False)
    lanes: int = 1

    @property
    def operations(self) -> int:
        return count_operations(self.function)

    def bind(self, *arrays: np.ndarray) -> Callable[[], None]:
        """As `Native.bind`."""
        _check_arrays(self.name, arrays, self.input_sizes + self.output_sizes)
        buffer, evaluate = self.function.buffer()
        count = len(self.input_sizes)
        for k, array in enumerate(arrays):
            view: Any = array.reshape(-1, order="A").data
            if k < count and array.size:
                buffer.set_arg(k, view)  # pyright: ignore[reportCallIssue]
            elif array.size:
                buffer.set_res(k - count, view)  # pyright: ignore[reportCallIssue]
        evaluate.__dict__["kept"] = buffer, arrays  # CasADi holds bare pointers
        return evaluate


def interpret(function: casadi.Function) -> Interpreted:
    """Evaluate on the virtual machine while the machine code is being compiled."""
    return Interpreted(function.name(), *_sizes(function, 1), function)


def compile_function(
    function: casadi.Function, *, cache: bool = True, lanes: int = 1, level: int = LEVEL, contract: bool = True
) -> Native:
    """Machine code of a function of SX, from the disk cache if available.

    `level=0` compiles four times faster into code that is a third slower (large functions) to twice as slow (small).
    `contract` allows fused products and sums and shared reciprocals of quotients: a sixth faster, and the last bits differ
    from those of the virtual machine, as they do anyway after a sine.
    """
    inputs, outputs = _sizes(function, lanes)
    machine = _machine()
    key = _key(function, f"{level} {lanes} {contract}", machine) if cache else ""
    stored = object_cache.load(key) if cache else None
    engine = None
    if stored is not None:
        code, work_size, operations = stored
        engine = _try_link(code)
    cached = engine is not None
    if engine is None:
        instructions = read_listing(function)
        fused = machine.fused
        writer = Emitter(instructions, len(inputs), len(outputs), lanes=lanes, own_sincos=fused, contract=contract)
        module = llvm.parse_assembly(writer.emit(), llvm.create_context())
        code = machine.target(level).emit_object(module)
        work_size, operations = writer.work_size * lanes, instructions.arithmetic
        engine = _link(code)
        if cache:
            object_cache.store(key, code, work_size, operations)
    address = engine.get_function_address("mars_function")
    entry = engine.get_function_address("mars_call")
    return Native(function.name(), address, work_size, inputs, outputs, operations, lanes, cached, entry, engine)


@dataclass(frozen=True)
class _Machine:
    """The target of code generation."""

    triple: str
    processor: str
    features: str
    fused: bool  # has a fused multiply-add, which our sine needs

    def target(self, level: int = LEVEL) -> Any:
        """A new target machine: an execution engine takes ownership of the one it is given."""
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.processor, features=self.features, opt=level, codemodel="jitdefault", jit=True
        )


@functools.cache
def _machine() -> _Machine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    # Symbols of Python itself may be hidden from LLVM's search (static builds, Windows): register them.
    for name in ("PyBytes_AsString", "Py_IncRef"):
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    processor = llvm.get_host_cpu_name()
    features = llvm.get_host_cpu_features()
    triple = llvm.get_process_triple()
    fused = bool(features.get("fma")) or triple.startswith(("aarch64", "arm64"))
    return _Machine(triple, processor, features.flatten(), fused)


@functools.cache
def _lasting_context() -> Any:
    """Never disposed of: garbage collection of a cycle might free an engine's context before the engine."""
    return llvm.create_context()


def _link(code: bytes) -> Any:
    """Load object code into executable memory."""
    empty = llvm.parse_assembly("", _lasting_context())
    engine = llvm.create_mcjit_compiler(empty, _machine().target())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _try_link(code: bytes) -> Any:
    """As `_link`, or None for unusable object code; its checksum was correct, so this is rare."""
    try:
        engine = _link(code)
        usable = engine.get_function_address("mars_function") and engine.get_function_address("mars_call")
    except (OSError, RuntimeError):
        return None
    return engine if usable else None


@functools.cache
def _emitter_hash() -> bytes:
    """Changes with the sources that determine the generated code."""
    parts = [Path(source.__file__ or "").read_bytes() for source in (emitter, listing, sincos)]
    return hashlib.sha256(b"\0".join(parts)).digest()


def _key(function: casadi.Function, options: str, machine: _Machine) -> str:
    """Cache key of a function's object code; CasADi's serialisation stands for the IR, which follows from it."""
    digest = hashlib.sha256(_emitter_hash())
    versions = f"{llvmlite.__version__} {llvm.llvm_version_info} {casadi.CasadiMeta.version()}"
    digest.update(f"{versions} {machine.processor} {machine.features} {options}\n".encode())
    digest.update(function.serialize().encode())
    return digest.hexdigest()


def _sizes(function: casadi.Function, lanes: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    inputs = tuple(lanes * function.nnz_in(k) for k in range(function.n_in()))
    return inputs, tuple(lanes * function.nnz_out(k) for k in range(function.n_out()))


def _check_arrays(name: str, arrays: tuple[np.ndarray, ...], sizes: tuple[int, ...]) -> None:
    """Wrong arrays would cause a crash, not an exception: refuse them here."""
    if len(arrays) != len(sizes):
        raise ValueError(f"{name}: {len(sizes)} arrays wanted (inputs, then outputs), {len(arrays)} given")
    for k, (array, size) in enumerate(zip(arrays, sizes, strict=True)):
        if array.dtype != np.float64 or not (array.flags.c_contiguous or array.flags.f_contiguous):
            raise ValueError(f"{name}: array {k} must be contiguous float64")
        if array.size != size:
            raise ValueError(f"{name}: array {k} must have {size} numbers, it has {array.size}")


class _Method(ctypes.Structure):
    """PyMethodDef of Python's C interface."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("entry", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("text", ctypes.c_char_p),
    )


_NO_ARGUMENTS = 0x0004  # METH_NOARGS
_python_function = ctypes.pythonapi.PyCFunction_NewEx
_python_function.restype = ctypes.py_object
_python_function.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
