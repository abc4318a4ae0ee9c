"""What a call costs. Bounds are those that are promised, and the best of many tries counts: TIMES=1 compares."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
import pytest
from conftest import within

import wavetank as wt
from wavetank._native import _run_raw


def best(work: Callable[[], object], tries: int = 2000) -> float:
    """Seconds."""
    least = float("inf")
    for _ in range(tries):
        began = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - began)
    return least


def test_a_small_call_costs_less_than_60_microseconds(saxpy: wt.Kernel, vadd: wt.Kernel) -> None:
    x, y = np.ones(64, np.float32), np.zeros(64, np.float32)
    add = vadd["vadd"]
    within(best(lambda: saxpy(1.0, x, y, 64, grid=1, block=64)), 60e-6)
    within(best(lambda: add(x, x, y, 64, grid=1, block=64)), 60e-6)


def test_an_import_takes_less_than_50_milliseconds() -> None:
    # Of this process: what else runs on the computer does not count.
    code = "import time; began = time.process_time(); import wavetank; print(time.process_time() - began)"
    times = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(8)]
    within(min(times), 0.050)


def test_a_launch_of_tinygrad_costs_20_microseconds_more_than_a_raw_one(double: wt.Kernel) -> None:
    pytest.importorskip("tinygrad")
    from types import SimpleNamespace

    import wavetank.tinygrad  # noqa: F401
    from wavetank.tinygrad._device import Bytes, WavetankProgram

    # An array of one kernel argument, as compilers have it: its address is at s[0:1].
    text = "s_load_b64 s[4:5], s[0:1], 0\nv_lshlrev_b32 v1, 2, v0\ns_waitcnt lgkmcnt(0)\nglobal_load_b32 v2, v1, s[4:5]\n"
    text += "s_waitcnt vmcnt(0)\nv_add_f32 v2, v2, v2\nglobal_store_b32 v1, v2, s[4:5]\ns_endpgm\n"
    code = wt.assemble(text, isa="rdna3").code
    held = ctypes.create_string_buffer(code, len(code))
    x = np.zeros(64, np.float32)
    args = np.array([x.ctypes.data], np.uint64)
    user = [args.ctypes.data & 0xFFFFFFFF, args.ctypes.data >> 32]
    ranges = [(x.ctypes.data, x.nbytes), (args.ctypes.data, args.nbytes)]
    where = (ctypes.addressof(held), len(code))
    raw = best(lambda: _run_raw("gfx1100", where, (1, 1, 1), (64, 1, 1), user, 0x84, 0, ranges))
    program = WavetankProgram.__new__(WavetankProgram)
    program.kernel, program.dev = double, SimpleNamespace()
    buffer = Bytes(memoryview(bytearray(256)), 0, 256)
    launched = best(lambda: program(buffer, global_size=(1, 1, 1), local_size=(64, 1, 1)))
    within(launched - raw, 20e-6)
