"""Triton's kernels on a simulated GPU, with tensors on the CPU or NumPy arrays.

``triton.compile(source, target=GPUTarget("hip", "gfx1100", 32))`` makes a code object without a GPU;
``wavetank.load(compiled.asm["hsaco"])`` reads it, and ``Compiled`` launches it by Triton's signature.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import wavetank as wt

__all__ = ["Compiled"]


class Compiled:
    """A kernel that Triton compiled, to be called as Triton's kernels are: ``compiled[grid](*arguments)``.

    Arguments are those of the Python function, without ``constexpr`` ones: tensors on the CPU, arrays of
    NumPy, numbers.
    """

    def __init__(self, compiled: Any) -> None:
        if "hsaco" not in compiled.asm:
            raise ValueError(f"the kernel was compiled to {', '.join(compiled.asm)}, not for an AMD GPU")
        metadata = compiled.metadata
        self.block = metadata.num_warps * getattr(metadata, "warp_size", 32)
        self.shared = metadata.shared
        code = wt.load(bytes(compiled.asm["hsaco"]), name=metadata.name)
        self.kernel = code[metadata.name]
        signature: Mapping[str, str] = compiled.src.signature
        constants = {key[0] if isinstance(key, tuple) else key for key in compiled.src.constants}
        names = list(signature)
        self.signature = {
            name: kind
            for number, (name, kind) in enumerate(signature.items())
            if kind != "constexpr" and name not in constants and number not in constants
        }
        self.names = names

    def __getitem__(self, grid: int | Sequence[int]) -> Any:
        sizes = (grid,) if isinstance(grid, int) else tuple(grid)

        def launch(*arguments: Any, **options: Any) -> wt.Run:
            if len(arguments) != len(self.signature):
                wanted = ", ".join(f"{name}: {kind}" for name, kind in self.signature.items())
                raise TypeError(f"{len(arguments)} arguments are given; the kernel takes {wanted}")
            given = [_argument(name, kind, value) for (name, kind), value in zip(self.signature.items(), arguments)]
            takes = self.kernel.parameters or []
            # Behind its own arguments Triton's compiler adds pointers to memory for the whole launch.
            hidden = [bytearray(64) for _ in takes[len(given) :]]
            keys = {"lds": self.shared} if self.shared else {}
            return self.kernel(*given, *hidden, grid=sizes, block=self.block, keys=keys, **options)

        return launch


def _argument(name: str, kind: str, value: Any) -> Any:
    import numpy as np

    if kind.startswith("*"):
        return value
    kinds = {"i1": "u1", "fp16": "f2", "fp32": "f4", "fp64": "f8", "f32": "f4", "f64": "f8"}
    dtype = kinds.get(kind) or kind[0] + str(int(kind[1:]) // 8)
    if not isinstance(value, (int, float, np.generic)):
        raise TypeError(f"{name} is {kind}, a number; {type(value).__name__} is given")
    return np.dtype(dtype).type(value)
