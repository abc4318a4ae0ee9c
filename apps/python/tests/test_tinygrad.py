"""tinygrad on a simulated GPU, as pip installs it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

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


def test_its_own_tests() -> None:
    folder = os.environ.get("TINYGRAD_TESTS")
    if not folder:
        pytest.skip("TINYGRAD_TESTS does not name the folder of tinygrad's source package")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "wavetank.tinygrad", "-p", "no:cacheprovider", "test/test_tiny.py"]
    environment = {**os.environ, "DEV": "WAVETANK"}
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=environment)
    assert done.returncode == 0 and "19 passed" in done.stdout, done.stdout


# What drives the hook of tinygrad's simulated GPU, as its driver does.
DRIVER = """
import ctypes
import numpy as np
import pytest
import wavetank as wt
from test.mockgpu.helpers import PythonRemu

CODE = wt.assemble('''
    s_load_b64 s[4:5], s[0:1], 0
    v_lshlrev_b32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    global_load_b32 v2, v1, s[4:5]
    s_waitcnt vmcnt(0)
    v_add_f32 v2, v2, v2
    global_store_b32 v1, v2, s[4:5]
    s_endpgm
''', isa="rdna3").code

def engine(x):
    gpu = PythonRemu()
    code = ctypes.create_string_buffer(CODE, len(CODE))
    args = np.array([x.ctypes.data], np.uint64)
    gpu.keep = code, args
    gpu.valid_mem_ranges = {(x.ctypes.data, x.nbytes), (args.ctypes.data, args.nbytes)}
    gpu.rsrc2, gpu.scratch_size, gpu.arch = 0x19C, 0, "rdna3"
    gpu.user_data = [args.ctypes.data & 0xFFFFFFFF, args.ctypes.data >> 32]
    return gpu, ctypes.addressof(code), args.ctypes.data

def test_a_launch():
    x = np.arange(32, dtype=np.float32)
    gpu, code, args = engine(x)
    assert gpu.run_asm(code, len(CODE), 1, 1, 1, 32, 1, 1, args) == 0
    np.testing.assert_array_equal(x, 2 * np.arange(32))
    gpu.user_data = []
    assert gpu.run_asm(code, len(CODE), 1, 1, 1, 32, 1, 1, args) == 0
    np.testing.assert_array_equal(x, 4 * np.arange(32))

def test_what_is_not_mapped():
    # So large that it shares no page with anything.
    x = np.zeros(1 << 20, np.float32)
    gpu, code, args = engine(x)
    gpu.valid_mem_ranges = {(args, 8)}
    with pytest.raises(wt.TrapError, match="load of 4 bytes"):
        gpu.run_asm(code, len(CODE), 1, 1, 1, 32, 1, 1, args)

def test_another_gpu():
    gpu, code, args = engine(np.zeros(32, np.float32))
    gpu.arch = "cdna4"
    with pytest.raises(RuntimeError, match="this device is not for cdna4: choose one of rdna3, rdna4"):
        gpu.run_asm(code, len(CODE), 1, 1, 1, 32, 1, 1, args)
"""


def mocked(folder: Path, helpers: str | None) -> subprocess.CompletedProcess[str]:
    (folder / "test" / "mockgpu").mkdir(parents=True)
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test" / "__init__.py").touch()
    (folder / "test" / "test_driver.py").write_text(DRIVER)
    if helpers is not None:
        (folder / "test" / "mockgpu" / "__init__.py").touch()
        (folder / "test" / "mockgpu" / "helpers.py").write_text(helpers)
    words = [sys.executable, "-m", "pytest", "-q", "-p", "wavetank.tinygrad.mock", "-p", "no:cacheprovider"]
    return subprocess.run([*words, "test/test_driver.py"], capture_output=True, text=True, cwd=folder)


def test_behind_the_simulated_gpu(tmp_path: Path) -> None:
    done = mocked(tmp_path, "class PythonRemu:\n  def run_asm(self, *args): raise AssertionError('not replaced')\n")
    assert done.returncode == 0 and "3 passed" in done.stdout, done.stdout + done.stderr


def test_a_checkout_that_does_not_fit(tmp_path: Path) -> None:
    done = mocked(tmp_path / "old", "class Remu: pass\n")
    assert done.returncode == 4 and "has no PythonRemu with run_asm: take one of 2026" in done.stderr, done.stderr
    done = mocked(tmp_path / "none", None)
    assert done.returncode == 4 and "run this in a checkout of tinygrad" in done.stderr, done.stderr
