"""The same kernels by NumPy, and by PyOpenCL on PoCL."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import opencl_cases
import pytest
from opencl_cases import CASES, Array, Case

import wavetank as wt

if not any(shutil.which(name) for name in ("clang-22", "clang", "clang-21", "clang-20")):
    pytest.skip("no clang is installed", allow_module_level=True)


@pytest.fixture(scope="module")
def pocl(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What comes out on PoCL. It runs in a process of its own, which it may take down."""
    if importlib.util.find_spec("pyopencl") is None:
        pytest.skip("pyopencl is not installed")
    out = tmp_path_factory.mktemp("pocl") / "answers.npz"
    done = subprocess.run([sys.executable, opencl_cases.__file__, str(out)], capture_output=True, text=True)
    if "PLATFORM_NOT_FOUND" in done.stderr or "StopIteration" in done.stderr:
        pytest.skip("PoCL is not installed")
    if "unknown target CPU" in done.stderr:
        pytest.skip("this CPU is newer than PoCL's compiler")
    assert done.returncode == 0, done.stderr
    return np.load(out)


def by_us(case: Case, folder: Path, target: str) -> Array:
    path = folder / f"{case.name}.cl"
    path.write_text(case.source)
    given = case.given()
    wt.compile(path, target)[case.name](*given, grid=case.grid, block=case.block)
    result: Array = given[-1]
    return result


def compare(case: Case, found: Array, expected: Array) -> None:
    if case.exact:
        np.testing.assert_array_equal(found, expected)
    else:
        np.testing.assert_allclose(found, expected, rtol=2e-6)


@pytest.mark.parametrize("target", ["gfx1100", "gfx1200"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_numpy(case: Case, target: str, tmp_path: Path) -> None:
    # Multiply and add may be one operation in OpenCL C, as they are not in NumPy.
    source = "#pragma OPENCL FP_CONTRACT OFF\n" + case.source
    found = by_us(Case(**{**vars(case), "source": source}), tmp_path, target)
    compare(case, found, case.expected(*case.given()))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_pocl(case: Case, pocl: Any, tmp_path: Path) -> None:
    if case.name == "axpy":
        case = Case(**{**vars(case), "exact": False})
    compare(case, by_us(case, tmp_path, "gfx1100"), pocl[case.name])
