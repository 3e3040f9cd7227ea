"""CasADi functions -> LLVM -> callable addresses, with a disk cache."""

from mars.machine.listing import UnsupportedOperationError, count_operations
from mars.machine.native import Interpreted, Native, compile_function, interpret

__all__ = ["Interpreted", "Native", "UnsupportedOperationError", "compile_function", "count_operations", "interpret"]
