"""What Triton compiles, without a driver."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

import wavetank as wt

if importlib.util.find_spec("triton") is None:
    pytest.skip("triton is not installed", allow_module_level=True)

import triton  # noqa: E402
import triton.language as tl  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler import ASTSource  # noqa: E402

from wavetank.triton import Compiled  # noqa: E402


@triton.jit  # type: ignore[untyped-decorator]
def add(x, y, out, count, block: tl.constexpr):  # type: ignore[no-untyped-def]
    at = tl.program_id(0) * block + tl.arange(0, block)
    inside = at < count
    tl.store(out + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


@triton.jit  # type: ignore[untyped-decorator]
def total(x, out, block: tl.constexpr):  # type: ignore[no-untyped-def]
    tl.store(out, tl.sum(tl.load(x + tl.arange(0, block)), axis=0))


def compiled(function: object, signature: dict[str, str], **constants: int) -> Compiled:
    signature = signature | dict.fromkeys(constants, "constexpr")
    source = ASTSource(fn=function, signature=signature, constexprs=constants)
    return Compiled(triton.compile(source, target=GPUTarget("hip", "gfx1100", 32)))


def test_arrays_and_numbers() -> None:
    kernel = compiled(add, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "count": "i32"}, block=128)
    x, y = np.random.default_rng(1).random((2, 1000), dtype=np.float32)
    out = np.zeros(1000, np.float32)
    kernel[8](x, y, out, 1000)
    np.testing.assert_array_equal(out, x + y)
    with pytest.raises(TypeError, match="the kernel takes x: "):
        kernel[8](x, y)
    with pytest.raises(wt.TrapError, match=r"arg2\[500\] is past the end"):
        kernel[8](x, y, out[:500], 1000)


def test_local_memory() -> None:
    kernel = compiled(total, {"x": "*fp32", "out": "*fp32"}, block=1024)
    x, out = np.arange(1024, dtype=np.float32), np.zeros(1, np.float32)
    kernel[1](x, out)
    assert out[0] == x.sum()
