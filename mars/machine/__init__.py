"""CasADi functions -> LLVM -> callable addresses, with a disk cache."""

from mars.machine.compile import Interpreted, Native, compile_function, interpret
from mars.machine.instructions import UnsupportedOperationError, count_operations

__all__ = ["Interpreted", "Native", "UnsupportedOperationError", "compile_function", "count_operations", "interpret"]
