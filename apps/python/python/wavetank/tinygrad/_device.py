"""The device: memory of this process, LLVM's code, our engine."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from tinygrad.device import Allocator, Compiled, Program, TinyELF
from tinygrad.helpers import Target
from tinygrad.renderer.llvmir import AMDLLVMRenderer

import wavetank as wt


class WAVETANKLLVMRenderer(AMDLLVMRenderer):  # type: ignore[misc]
    """LLVM's code for an AMD GPU."""

    def __init__(self, target: Target) -> None:
        arch = target.arch or "gfx1100"
        known = {name for isa in wt.isas() for name in isa["aliases"] if name.startswith("gfx")}
        if arch not in known:
            raise RuntimeError(f"wavetank has no {arch}: there are {', '.join(sorted(known))}")
        super().__init__(replace(target, arch=arch))


class Bytes:
    """A buffer, or a part of one, in memory that goes on for a while behind it.

    Compilers load whole words where less is wanted, as they may where memory comes in pages.
    """

    __slots__ = ("memory", "offset", "size")

    room = 256

    def __init__(self, memory: memoryview, offset: int, size: int) -> None:
        self.memory, self.offset, self.size = memory, offset, size

    def view(self) -> memoryview:
        """The bytes themselves."""
        return self.memory[self.offset : self.offset + self.size]

    def reach(self) -> memoryview:
        """The bytes, up to the end of the last whole word."""
        end = -(-(self.offset + self.size) // self.room) * self.room
        return self.memory[self.offset : end]


class WavetankAllocator(Allocator):  # type: ignore[misc]
    """Buffers are memory of this process."""

    def _alloc(self, size: int, options: Any) -> Bytes:
        return Bytes(memoryview(bytearray(-(-size // Bytes.room) * Bytes.room)), 0, size)

    def _as_buffer(self, src: Bytes) -> memoryview:
        return src.view()

    def _copyin(self, dest: Bytes, src: memoryview) -> None:
        dest.view()[:] = src

    def _copyout(self, dest: memoryview, src: Bytes) -> None:
        dest[:] = src.view()

    def _offset(self, buf: Bytes, size: int, offset: int) -> Bytes:
        return Bytes(buf.memory, buf.offset + offset, size)

    def map(self, buf: Any) -> Bytes:
        memory = buf.as_memoryview(force_zero_copy=True)
        return Bytes(memory, 0, len(memory))


class WavetankProgram(Program):  # type: ignore[misc]
    """A code object, loaded once."""

    def __init__(self, dev: Any, obj: TinyELF) -> None:
        self.dev, self.name = dev, obj.name
        self.kernel = wt.load(obj.lib, name=obj.name)[obj.name]

    def __call__(
        self,
        *bufs: Bytes,
        global_size: tuple[int, int, int] = (1, 1, 1),
        local_size: tuple[int, int, int] = (1, 1, 1),
        vals: tuple[int, ...] = (),
        wait: bool = False,
        **_: Any,
    ) -> float | None:
        began = time.perf_counter()
        self.kernel(*(buf.reach() for buf in bufs), *vals, grid=global_size, block=local_size, max_instructions=1 << 62)
        return time.perf_counter() - began if wait else None


class WAVETANKDevice(Compiled):  # type: ignore[misc]
    """What ``DEV=WAVETANK`` opens."""

    def __init__(self, device: str) -> None:
        super().__init__(device, WavetankAllocator(self), [WAVETANKLLVMRenderer], WavetankProgram, arch="gfx1100")
