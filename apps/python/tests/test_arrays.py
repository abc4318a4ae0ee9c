"""Arrays are used where they lie, and stay there."""

from __future__ import annotations

import array
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import within

import wavetank as wt


def test_anything_with_a_buffer(saxpy: wt.Kernel) -> None:
    x = array.array("f", [1.0] * 32)
    y = bytearray(np.zeros(32, np.float32).tobytes())
    saxpy(3.0, x, memoryview(y).cast("f"), 32, grid=1, block=32)
    assert (np.frombuffer(y, np.float32) == 3).all()


def test_views_and_shapes(saxpy: wt.Kernel) -> None:
    whole = np.zeros((4, 64), np.float32)
    x = np.ones(64, np.float32)
    saxpy(1.0, x, whole[2], 64, grid=2, block=32)
    assert whole[2].all() and whole.sum() == 64
    saxpy(1.0, x, whole[1, 3:35], 32, grid=1, block=32)
    assert whole[1].sum() == 32 and whole[1, 3:35].all()


def test_the_same_array_twice(saxpy: wt.Kernel) -> None:
    x = np.arange(64, dtype=np.float32)
    saxpy(1.0, x, x, 64, grid=2, block=32)
    np.testing.assert_array_equal(x, 2 * np.arange(64))
    x = np.ones(64, np.float32)
    # What one argument writes, the other sees: they overlap.
    saxpy(1.0, x[:48], x[16:], 48, grid=1, block=16)
    np.testing.assert_array_equal(x[16:32], 2)


def test_an_element_beyond_the_end_names_the_array(vadd: wt.Kernel, saxpy: wt.Kernel) -> None:
    a, y = np.ones(64, np.float32), np.zeros(32, np.float32)
    with pytest.raises(wt.TrapError, match=r"y\[32\] is past the end of f32\[32\]") as trap:
        vadd["vadd"](a, a, y, 64, grid=1, block=64)
    assert trap.value.diagnostics[0].code == "memory-fault"
    with pytest.raises(wt.TrapError, match=r"arg2\[32\] is past the end of f32\[32\]"):
        saxpy(1.0, a, y, 64, grid=1, block=64)
    with pytest.raises(wt.TrapError, match=r"out\[32\] is past the end"):
        saxpy(1.0, a, out=y, count=64, grid=1, block=64)


def test_a_view_ends_where_it_ends(saxpy: wt.Kernel) -> None:
    whole = np.zeros(128, np.float32)
    x = np.ones(128, np.float32)
    with pytest.raises(wt.TrapError, match=r"arg2\[64\] is past the end of f32\[64\]"):
        saxpy(1.0, x, whole[:64], 128, grid=1, block=128)
    assert not whole[64:].any()


def test_what_cannot_be_used(saxpy: wt.Kernel, vadd: wt.Kernel) -> None:
    x = np.ones(64, np.float32)
    frozen = x.copy()
    frozen.flags.writeable = False
    for bad, why in [
        (frozen, "arg2 is read-only"),
        (np.ones(128, np.float32)[::2], "arg2 is not contiguous"),
        (np.ones((8, 8), np.float32).T, "arg2 is not contiguous"),
        (np.ones(64, np.complex64), "arg2 has elements of type"),
        (np.ones(64, ">f4"), "arg2 has elements of type"),
        ("text", "arg2 is str"),
        (None, "arg2 is NoneType"),
        ([1.0, 2.0], "arg2 is list"),
        (b"bytes", "arg2 is read-only"),
    ]:
        with pytest.raises(wt.LaunchError, match=why):
            saxpy(1.0, x, bad, 64, grid=2, block=32)
    kernel = vadd["vadd"]
    for args, why in [
        ((x, x, x.astype(np.float64), 64), r"y is f64\[64\], but the kernel takes float\*"),
        ((x, x, x.view(np.int32), 64), r"y is i32\[64\], but the kernel takes float\*"),
        ((x, x, x, np.int64(64)), "`n` is i64 and takes 8 bytes"),
        ((x, x, x, np.float32(64)), "the kernel wants n: int"),
        ((x, x, x, 1.5), "n is 1.5, which does not fit i32"),
        ((x, x, x, 1 << 31), "does not fit i32"),
        ((x, x, x, 1 << 200), "no integer of 64 bits"),
        ((x, x, 5, 64), "y is an array"),
        ((x, x), "takes 4 arguments, but 2 are given"),
    ]:
        with pytest.raises(wt.LaunchError, match=why):
            kernel(*args, grid=1, block=64)


def test_arrays_of_no_elements(saxpy: wt.Kernel) -> None:
    nothing = np.zeros(0, np.float32)
    saxpy(1.0, nothing, nothing, 0, grid=1, block=32)
    with pytest.raises(wt.TrapError):
        saxpy(1.0, nothing, nothing, 1, grid=1, block=32)


def test_zero_dimensions(vadd: wt.Kernel) -> None:
    y = np.zeros((), np.uint32)
    vadd["fill"](y, np.uint32(9), grid=1, block=1)
    assert y[()] == 9


def long_kernel() -> wt.Kernel:
    """Writes its argument after some seconds of counting."""
    return wt.assemble(
        "s_mov_b32 s8, s3\ns_mov_b32 s9, s4\ns_load_b64 s[4:5], s[8:9], 0\ns_mov_b32 s6, 0\n"
        "again: s_add_u32 s6, s6, 1\ns_cmp_lt_u32 s6, 20000000\ns_cbranch_scc1 again\n"
        "s_waitcnt lgkmcnt(0)\nv_lshlrev_b32 v1, 2, v0\nv_mov_b32 v2, 1.0\n"
        "global_store_b32 v1, v2, s[4:5]\ns_endpgm\n",
        isa="rdna3",
    )


WAITING = """
        s_mov_b32 s8, s3
        s_mov_b32 s9, s4
        s_load_b64 s[4:5], s[8:9], 0
        v_mov_b32 v0, 0
        s_waitcnt lgkmcnt(0)
wait:   global_load_b32 v1, v0, s[4:5] glc
        s_waitcnt vmcnt(0)
        v_cmp_eq_u32 vcc_lo, 0, v1
        s_cbranch_vccnz wait
        s_endpgm
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_what_another_thread_writes_is_waited_for(threads: int) -> None:
    flag = np.zeros(1, np.uint32)
    timer = threading.Timer(0.3, lambda: flag.fill(1))
    timer.start()
    wt.assemble(WAITING, isa="rdna3")(flag, grid=2, block=32, threads=threads)
    timer.join()


def test_what_nobody_writes_is_a_deadlock() -> None:
    program = (
        "import numpy as np, wavetank as wt\n"
        f"wt.assemble({WAITING!r}, isa='rdna3')(np.zeros(1, np.uint32), grid=1, block=32)\n"
    )
    environment = {**os.environ, "WAVETANK_PATIENCE": "1"}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert ran.returncode != 0 and "wave 0 goes round" in ran.stderr, ran.stderr


def test_no_array_is_resized_under_a_launch() -> None:
    kernel = long_kernel()
    own = np.zeros(32, np.float32)
    base = np.zeros(64, np.float32)
    data = bytearray(128)
    cases: list[tuple[Any, Callable[[], None]]] = [
        (own, lambda: own.resize(1 << 20, refcheck=False)),
        (base[:32], lambda: base.resize(1 << 20, refcheck=False)),
        (memoryview(data).cast("f"), lambda: data.extend(bytes(1 << 20))),
    ]
    for argument, resize in cases:
        started = threading.Thread(target=kernel, args=(argument,), kwargs={"grid": 1, "block": 32})
        started.start()
        time.sleep(0.05)
        refused = 0
        while started.is_alive():
            try:
                resize()
            except (ValueError, BufferError):
                refused += 1
            time.sleep(0.005)
        started.join()
        assert refused, "the launch was over too soon, or nothing was refused"
    assert own.all() and base[:32].all() and any(data)


def test_a_freed_name_keeps_the_array() -> None:
    kernel = long_kernel()
    result: list[float] = []

    def work() -> None:
        run = kernel(np.zeros(32, np.float32), grid=1, block=32)
        result.append(run.stats["waves"])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert result == [1]


def test_a_million_elements_cost_no_copy(saxpy: wt.Kernel) -> None:
    def best(x: np.ndarray[Any, Any], y: np.ndarray[Any, Any]) -> float:
        times = []
        for _ in range(30):
            began = time.perf_counter()
            saxpy(1.0, x, y, 32, grid=1, block=32)
            times.append(time.perf_counter() - began)
        return min(times)

    small = best(np.zeros(32, np.float32), np.zeros(32, np.float32))
    large = best(np.zeros(1 << 24, np.float32), np.zeros(1 << 24, np.float32))
    # A copy of 64 MB takes milliseconds.
    within(large - small, 0.001)


def test_bfloat16() -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    kernel = wt.assemble(
        "s_mov_b32 s8, s3\ns_mov_b32 s9, s4\ns_load_b64 s[4:5], s[8:9], 0\nv_lshlrev_b32 v1, 1, v0\nv_mov_b32 v2, 0x3f80\n"
        "s_waitcnt lgkmcnt(0)\nglobal_store_b16 v1, v2, s[4:5]\ns_endpgm\n",
        isa="rdna3",
    )
    x = np.zeros(32, ml_dtypes.bfloat16)
    kernel(x, grid=1, block=32)
    assert (x == 1).all()
