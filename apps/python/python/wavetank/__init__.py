"""A laboratory for GPU machine code: run, check and debug kernels without a GPU.

Kernels of AMD RDNA 3 to 4, CDNA 3 and 4, WAVE, the RISC-V Tile Extension, flux and Waves are called like
functions, with NumPy arrays that are used where they lie:

>>> import numpy as np, wavetank as wt
>>> double = wt.assemble('''
...     LOAD  R1, 0(R10)
...     ADD   R1, R1, R1
...     STORE R1, 0(R10)
...     HALT
... ''', isa="flux")
>>> x = np.arange(4, dtype=np.float32)
>>> run = double(x, grid=1, block=1)
>>> x
array([0., 2., 4., 6.], dtype=float32)
>>> run.stats["instructions"]
4

What goes wrong is an exception that carries its diagnostics and prints as on the command line:

>>> double(x[:2], grid=1, block=1)
Traceback (most recent call last):
    ...
wavetank.TrapError: error[memory-fault]: load of 16 bytes at ...: 16 bytes at arg0[0] reach past the end of f32[2]
...
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._native import (
    Debugger,
    Kernel,
    Profile,
    Run,
    Trace,
    __version__,
    assemble,
    chip,
    compile,
    conformance,
    coverage,
    diff,
    disassemble,
    instructions,
    isas,
    kernel_file,
    load,
    local,
)
from ._results import (
    AssemblyError,
    Batch,
    CompileError,
    DebugError,
    Diagnostic,
    Difference,
    Error,
    Findings,
    LaunchError,
    Line,
    Listing,
    Origin,
    Parameter,
    Place,
    Printed,
    Stop,
    TrapError,
    UnmodelledError,
)

if TYPE_CHECKING:
    from ._sweep import Table, kernel_task, sweep

__all__ = [
    "AssemblyError",
    "Batch",
    "CompileError",
    "DebugError",
    "Debugger",
    "Diagnostic",
    "Difference",
    "Error",
    "Findings",
    "Kernel",
    "LaunchError",
    "Line",
    "Listing",
    "Origin",
    "Parameter",
    "Place",
    "Printed",
    "Profile",
    "Run",
    "Stop",
    "Table",
    "Trace",
    "TrapError",
    "UnmodelledError",
    "__version__",
    "assemble",
    "chip",
    "compile",
    "conformance",
    "coverage",
    "diff",
    "disassemble",
    "instructions",
    "isas",
    "kernel_file",
    "kernel_task",
    "load",
    "local",
    "sweep",
]


def __getattr__(name: str) -> Any:
    # What few programs need takes a third of the time that an import does.
    if name in ("Table", "kernel_task", "sweep"):
        from . import _sweep

        return getattr(_sweep, name)
    raise AttributeError(f"module 'wavetank' has no attribute {name!r}")
