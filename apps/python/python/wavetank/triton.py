"""Triton's kernels on a simulated GPU, with tensors on the CPU or NumPy arrays.

``triton.compile(source, target=GPUTarget("hip", "gfx1100", 32))`` makes a code object without a GPU or a
driver; ``wavetank.load(compiled.asm["hsaco"])`` reads it, and ``Compiled`` launches it by Triton's
signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import wavetank as wt

__all__ = ["Compiled"]

_NUMPY = {"fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "f32": "float32", "fp64": "float64", "f64": "float64"}


class Compiled:
    """A kernel that Triton compiled, to be called as Triton's kernels are: ``compiled[grid](*arguments)``.

    Arguments are those of the Python function, without ``constexpr`` ones: tensors on the CPU, arrays of
    NumPy, numbers. Options are those of other kernels. ``kernel`` is the code, for ``check``, ``debug`` and
    ``disassemble``.
    """

    def __init__(self, compiled: Any) -> None:
        if "hsaco" not in getattr(compiled, "asm", {}):
            made = ", ".join(getattr(compiled, "asm", {})) or type(compiled).__name__
            raise ValueError(
                f"this is {made}, and no code for an AMD GPU: "
                'give triton.compile target=GPUTarget("hip", "gfx1100", 32), and what it returns here'
            )
        metadata = compiled.metadata
        self.block = metadata.num_warps * getattr(metadata, "warp_size", 32)
        self.shared = metadata.shared
        code = wt.load(bytes(compiled.asm["hsaco"]), name=metadata.name)
        self.kernel = code[metadata.name]
        constants = {key[0] if isinstance(key, tuple) else key for key in compiled.src.constants}
        self.signature = {
            name: kind
            for number, (name, kind) in enumerate(compiled.src.signature.items())
            if kind != "constexpr" and name not in constants and number not in constants
        }

    def arguments(self, *arguments: Any) -> tuple[list[Any], dict[str, Any]]:
        """What ``kernel`` takes for these: arguments, those among them that Triton's compiler adds, and
        options of a launch."""
        if len(arguments) != len(self.signature):
            wanted = ", ".join(f"{name}: {kind}" for name, kind in self.signature.items())
            raise TypeError(f"{len(arguments)} arguments are given; the kernel takes {wanted}")
        pairs = zip(self.signature.items(), arguments, strict=True)
        given = [_argument(name, kind, value) for (name, kind), value in pairs]
        # Behind its own arguments Triton's compiler adds pointers to memory for the whole launch.
        hidden = [bytearray(64) for _ in (self.kernel.parameters or [])[len(given) :]]
        keys = {"keys": {"lds": self.shared}} if self.shared else {}
        return given + hidden, {"block": self.block, **keys}

    def __getitem__(self, grid: int | Sequence[int]) -> Any:
        def launch(*arguments: Any, **options: Any) -> wt.Run:
            given, own = self.arguments(*arguments)
            return self.kernel(*given, grid=grid, **own, **options)

        return launch


def _dtype(kind: str) -> str:
    """What NumPy calls a type of Triton's; nothing where it has no name for it."""
    if kind in _NUMPY:
        return _NUMPY[kind]
    bits = kind[1:]
    if kind[:1] not in ("i", "u") or not bits.isdigit():
        return ""
    return "bool" if bits == "1" else f"{'u' if kind[0] == 'u' else ''}int{bits}"


def _argument(name: str, kind: str, value: Any) -> Any:
    import numpy as np

    if kind.startswith("*"):
        wanted = _dtype(kind[1:].removeprefix("k"))
        given = str(getattr(value, "dtype", "")).removeprefix("torch.")
        # Signs are in instructions, not in memory.
        if wanted and given and given.removeprefix("u") != wanted.removeprefix("u") and {given, wanted} != {"bool", "int8"}:
            raise TypeError(f"{name} is {given}, but the kernel takes {kind}: pass {name} with elements of {wanted}")
        return value
    if not isinstance(value, (int, float, np.generic)):
        raise TypeError(f"{name} is {kind}, a number; {type(value).__name__} is given: pass a number")
    dtype = {"bool": "uint8", "bfloat16": ""}.get(_dtype(kind), _dtype(kind))
    if not dtype:
        raise TypeError(f"{name} is {kind}, which has no number in NumPy: make it a constexpr, or fp32")
    made = np.array(value).astype(dtype)[()]
    if dtype.endswith(("int32", "int64", "int16", "int8")) and made != value:
        raise ValueError(f"{name} is {value}, which {kind} does not hold: pass a number that fits")
    return made
