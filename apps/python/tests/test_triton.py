"""What Triton compiles, without a driver.

Where Triton is installed, kernels are compiled here, and ``UPDATE=1`` records them; where it is not, what
was recorded is launched.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import wavetank as wt
from wavetank.triton import Compiled

RECORDED = Path(__file__).parent / "triton"

SIGNATURES: dict[str, dict[str, str]] = {
    "add": {"x": "*fp32", "y": "*fp32", "out": "*fp32", "count": "i32", "block": "constexpr"},
    "total": {"x": "*fp32", "out": "*fp32", "block": "constexpr"},
    "scale": {"x": "*fp16", "by": "fp32", "block": "constexpr"},
}
CONSTANTS = {"add": {"block": 128}, "total": {"block": 1024}, "scale": {"block": 64}}

try:
    import triton
    import triton.language as tl
except ImportError:
    triton = None


def sources() -> dict[str, Any]:
    @triton.jit  # type: ignore[untyped-decorator]
    def add(x, y, out, count, block: tl.constexpr):  # type: ignore[no-untyped-def]
        at = tl.program_id(0) * block + tl.arange(0, block)
        inside = at < count
        tl.store(out + at, tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)

    @triton.jit  # type: ignore[untyped-decorator]
    def total(x, out, block: tl.constexpr):  # type: ignore[no-untyped-def]
        tl.store(out, tl.sum(tl.load(x + tl.arange(0, block)), axis=0))

    @triton.jit  # type: ignore[untyped-decorator]
    def scale(x, by, block: tl.constexpr):  # type: ignore[no-untyped-def]
        at = tl.program_id(0) * block + tl.arange(0, block)
        tl.store(x + at, (tl.load(x + at) * by).to(tl.float16))

    return {"add": add, "total": total, "scale": scale}


def by_triton(name: str) -> Any:
    if triton is None:
        pytest.skip("triton is not installed: what it made before is launched")
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    source = ASTSource(fn=sources()[name], signature=SIGNATURES[name], constexprs=CONSTANTS[name])
    made = triton.compile(source, target=GPUTarget("hip", "gfx1100", 32))
    if os.environ.get("UPDATE"):
        RECORDED.mkdir(exist_ok=True)
        (RECORDED / f"{name}.hsaco").write_bytes(made.asm["hsaco"])
        metadata = {key: getattr(made.metadata, key) for key in ("name", "num_warps", "warp_size", "shared")}
        (RECORDED / f"{name}.json").write_text(json.dumps(metadata) + "\n")
    return made


def recorded(name: str) -> Any:
    """What Triton gives, as far as a launch needs it."""
    asm = {"hsaco": (RECORDED / f"{name}.hsaco").read_bytes()}
    metadata = SimpleNamespace(**json.loads((RECORDED / f"{name}.json").read_text()))
    source = SimpleNamespace(signature=SIGNATURES[name], constants={})
    return SimpleNamespace(asm=asm, metadata=metadata, src=source)


@pytest.fixture(params=[by_triton, recorded])
def made(request: pytest.FixtureRequest) -> Any:
    return request.param


class Tensor:
    """A tensor as PyTorch has them on the CPU: no buffer, but DLPack."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array, self.dtype = array, f"torch.{array.dtype}"

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


def test_arrays_and_numbers(made: Any) -> None:
    kernel = Compiled(made("add"))
    x, y = np.random.default_rng(1).random((2, 1000), dtype=np.float32)
    out = np.zeros(1000, np.float32)
    kernel[8](x, y, out, 1000)
    np.testing.assert_array_equal(out, x + y)
    out[:] = 0
    run = kernel[(8, 1)](x, y, out, np.int32(500), cycles=True)
    np.testing.assert_array_equal(out[:500], (x + y)[:500])
    assert not out[500:].any() and run.stats["cycles"] > 0


def test_tensors_are_used_where_they_lie(made: Any) -> None:
    kernel = Compiled(made("add"))
    x, out = np.ones(256, np.float32), np.zeros(256, np.float32)
    kernel[2](Tensor(x), x, Tensor(out), 256)
    assert (out == 2).all()
    half = np.arange(64, dtype=np.float16)
    Compiled(made("scale"))[1](Tensor(half), 3.0)
    np.testing.assert_array_equal(half, 3 * np.arange(64))


def test_local_memory(made: Any) -> None:
    kernel = Compiled(made("total"))
    x, out = np.arange(1024, dtype=np.float32), np.zeros(1, np.float32)
    kernel[1](x, out)
    assert out[0] == x.sum()


def test_other_ways_to_look_at_it(made: Any) -> None:
    compiled = made("add")
    kernel = Compiled(compiled)
    x, out = np.ones(256, np.float32), np.zeros(256, np.float32)
    given, options = kernel.arguments(x, x, out, 256)
    assert not kernel.kernel.check(*given, grid=2, **options)
    assert kernel.kernel.profile(*given, grid=2, **options).instructions
    assert wt.load(compiled.asm["hsaco"]).kernels == ["add"]


def test_what_cannot_be_launched() -> None:
    kernel = Compiled(recorded("add"))
    x, out = np.ones(1000, np.float32), np.zeros(1000, np.float32)
    with pytest.raises(TypeError, match=r"2 arguments are given; the kernel takes x: \*fp32, y: "):
        kernel[8](x, x)
    with pytest.raises(wt.TrapError, match=r"arg2\[500\] is past the end"):
        kernel[8](x, x, out[:500], 1000)
    with pytest.raises(TypeError, match=r"y is float64, but the kernel takes \*fp32: pass y with elements of float32"):
        kernel[8](x, x.astype(np.float64), out, 1000)
    with pytest.raises(TypeError, match="count is i32, a number; str is given"):
        kernel[8](x, x, out, "many")
    with pytest.raises(ValueError, match="count is 4294967296, which i32 does not hold"):
        kernel[8](x, x, out, 1 << 32)
    with pytest.raises(ValueError, match="no code for an AMD GPU: give triton.compile target="):
        Compiled(SimpleNamespace(asm={"ptx": b""}))
    with pytest.raises(ValueError, match="this is bytes"):
        Compiled(b"")

    class Elsewhere(Tensor):
        def __dlpack__(self, **options: Any) -> Any:
            raise BufferError("Unsupported device in DLTensor.")

    with pytest.raises(wt.LaunchError, match="pass a tensor on the CPU"):
        kernel[8](Elsewhere(x), x, out, 1000)
