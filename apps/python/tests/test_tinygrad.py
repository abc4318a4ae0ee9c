"""tinygrad on a simulated GPU, as pip installs it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest

if importlib.util.find_spec("tinygrad") is None:
    pytest.skip("tinygrad is not installed", allow_module_level=True)

USE = """
import wavetank.tinygrad
import numpy as np
from tinygrad import Tensor, Device, TinyJit, dtypes, nn

assert Device.DEFAULT == "WAVETANK"
rng = np.random.default_rng(1)
a, b = rng.random((2, 48, 48), dtype=np.float32)
np.testing.assert_allclose((Tensor(a) @ Tensor(b)).numpy(), a @ b, rtol=1e-4)
np.testing.assert_allclose(Tensor(a).softmax().numpy(), np.exp(a) / np.exp(a).sum(-1, keepdims=True), rtol=1e-4)
assert (Tensor.arange(1000) % 7).sum().item() == (np.arange(1000) % 7).sum()
assert Tensor([1, 2, 3], dtype=dtypes.half).sum().float().item() == 6
half = Tensor(a).half()
np.testing.assert_allclose((half @ half).numpy(), a @ a, rtol=2e-2)

@TinyJit
def step(x):
    return (x * 2 + 1).realize()

for n in range(5):
    assert step(Tensor.full((4,), float(n)).contiguous().realize()).tolist() == [2.0 * n + 1] * 4

x = Tensor(a, requires_grad=True) if "requires_grad" in Tensor.__init__.__code__.co_varnames else Tensor(a)
(x * x).sum().backward()
np.testing.assert_allclose(x.grad.numpy(), 2 * a, rtol=1e-6)
print("ok")
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **environment}
    )


@pytest.mark.parametrize("target", ["WAVETANK", "WAVETANK::gfx1200"])
def test_tensors(target: str) -> None:
    done = run(USE, DEV=target, CACHELEVEL="0", CCACHE="0")
    if "LLVM" in done.stderr and "not available" in done.stderr:
        pytest.skip("no LLVM is installed")
    assert done.stdout == "ok\n", done.stderr


def test_a_kernel_that_is_wrong_is_said_so() -> None:
    done = run("import wavetank.tinygrad\nfrom tinygrad import Tensor\n(Tensor([1.]) + 1).realize()", DEV="WAVETANK::gfx90a")
    assert done.returncode != 0 and "wavetank has no gfx90a" in done.stderr


def test_another_version_is_said_so() -> None:
    code = (
        "import importlib.metadata as m\n"
        "real = m.version\n"
        "m.version = lambda name: '0.11.0' if name == 'tinygrad' else real(name)\n"
        "import wavetank.tinygrad\n"
        "from tinygrad import Tensor\n"
        "Tensor([1.0]).realize()\n"
    )
    done = run(code, DEV="WAVETANK")
    assert "is a device of tinygrad 0.14, and 0.11.0 is installed: pip install 'tinygrad==0.14.*'" in done.stderr
