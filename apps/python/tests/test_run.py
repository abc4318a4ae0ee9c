"""Kernels of every instruction set, called with arrays."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from conftest import DOUBLE, EXAMPLES, SAXPY

import wavetank as wt


def test_opencl_in_place(vadd: wt.Kernel) -> None:
    rng = np.random.default_rng(1)
    a, b = rng.random((2, 1024), dtype=np.float32)
    y = np.empty(1024, np.float32)
    run = vadd["vadd"](a, b, y, np.int32(1000), grid=16, block=64)
    np.testing.assert_array_equal(y[:1000], a[:1000] + b[:1000] * 2)
    assert run.stats["workgroups"] == 16 and run.passed and not run.findings
    assert vadd.kernels == ["vadd", "fill"]
    assert [p.name for p in vadd["vadd"].parameters or []] == ["a", "b", "y", "n"]


def test_numbers_take_the_type_of_the_parameter(vadd: wt.Kernel) -> None:
    y = np.zeros(64, np.uint32)
    vadd["fill"](y, 4294967295, grid=1, block=64)
    assert (y == 4294967295).all()
    vadd["fill"](value=7, y=y, grid=1, block=64)
    assert (y == 7).all()


@pytest.mark.parametrize("target", ["gfx1100", "gfx1150", "gfx1200"])
def test_targets(target: str, vadd: wt.Kernel, tmp_path: object) -> None:
    from conftest import ADD

    path = f"{tmp_path}/add.cl"
    with open(path, "w") as file:
        file.write(ADD)
    kernel = wt.compile(path, target, ["-DSCALE=1"])
    x = np.ones((2, 64), np.float32)
    y = np.zeros(64, np.float32)
    kernel["vadd"](x[0], x[1], y, 64, grid=2, block=32)
    assert (y == 2).all()


def test_wave(saxpy: wt.Kernel) -> None:
    x = np.arange(1000, dtype=np.float32)
    y = np.ones(1000, np.float32)
    saxpy(2.0, x, y, 1000, grid=8, block=128)
    np.testing.assert_array_equal(y, 2 * x + 1)
    saxpy(np.float32(0.5), x, y, np.uint32(1000), grid=8, block=128, threads=2)
    np.testing.assert_array_equal(y, 2.5 * x + 1)


def test_rdna_with_the_plain_convention(double: wt.Kernel) -> None:
    x = np.arange(64, dtype=np.float32)
    double(x, grid=1, block=64)
    np.testing.assert_array_equal(x, 2 * np.arange(64))


def test_flux_and_its_header() -> None:
    kernel = wt.kernel_file(EXAMPLES / "flux/vector-add.flux")
    run = kernel()
    assert run.passed
    np.testing.assert_array_equal(run.outputs["out_c"], [11, 22, 33, 44])
    c = np.zeros(4, np.float32)
    run = kernel(np.full(4, 5, np.float32), out_c=c)
    np.testing.assert_array_equal(c, [15, 25, 35, 45])
    assert not run.outputs and run.passed


def test_waves_and_tile() -> None:
    kernel = wt.kernel_file(EXAMPLES / "waves/reduction.waves")
    x = np.full(8192, 3, np.uint32)
    total = np.zeros(1, np.uint32)
    run = kernel(x, total, cycles=True)
    assert total[0] == 3 * 8192 and run.stats["cycles"] > 0
    kernel = wt.kernel_file(EXAMPLES / "tile/histogram.tile")
    counts = np.zeros(256, np.uint32)
    keys = np.random.default_rng(2).integers(0, 256, 4096, np.uint32)
    kernel(counts, keys)
    np.testing.assert_array_equal(counts, np.bincount(keys, minlength=256))


def test_constants_and_seeds() -> None:
    path = EXAMPLES / "wave/saxpy.wave"
    assert wt.kernel_file(path, set={"N": 77})().outputs["out_y"].shape == (77,)
    with pytest.raises(wt.AssemblyError, match="M"):
        wt.kernel_file(path, set={"M": 77})


def test_binaries(saxpy: wt.Kernel, tmp_path: object) -> None:
    elf = saxpy.elf()
    again = wt.load(elf)
    assert again.isa == "wave" and again.code == saxpy.code
    x, y = np.ones(32, np.float32), np.ones(32, np.float32)
    again(1.0, x, y, 32, grid=1, block=32)
    assert (y == 2).all()
    dot = wt.load(EXAMPLES / "opencl/dot.hsaco")
    assert dot.isa == "rdna3" and dot.kernels
    with open(EXAMPLES / "opencl/dot.hsaco", "rb") as file:
        assert wt.load(file.read()).kernels == dot.kernels


def test_prints() -> None:
    run = wt.kernel_file(EXAMPLES / "rdna/print.rdna3")()
    assert run.printed and str(run.printed[0]).startswith("[0,0,0 wave 0] ")


def test_check_finds_a_race(saxpy: wt.Kernel) -> None:
    x, y = np.ones(64, np.float32), np.ones(64, np.float32)
    assert not saxpy.check(1.0, x, y, 64, grid=2, block=32)
    text = SAXPY.replace("shl.b32       r5, r5, 2", "mov.b32       r5, 0")
    racy = wt.assemble(text, isa="wave", name="racy.wave")
    found = racy.check(1.0, x, y, 64, grid=2, block=32)
    assert found and found[0].line is not None
    assert "race" in str(found) and found.file == "racy.wave"
    assert not racy.check(1.0, x, y, 64, grid=2, block=32, skip=["races"])


def test_lint_and_plan() -> None:
    bad = wt.assemble(DOUBLE.replace("s_waitcnt vmcnt(0)", "s_nop 0"), isa="rdna3")
    found = bad.lint()
    assert found and {each.severity for each in found} == {"error"}
    plan = wt.kernel_file(EXAMPLES / "rdna/vector-add.rdna3").plan()
    assert plan["lanes"] == 32 and plan["lines"]


def test_strict_memory_and_schedules(saxpy: wt.Kernel) -> None:
    x = np.arange(256, dtype=np.float32)
    for options in ({"memory": "strict"}, {"schedule": 7}, {"schedule": "fair"}):
        y = np.zeros(256, np.float32)
        saxpy(1.0, x, y, 256, grid=4, block=64, **options)
        np.testing.assert_array_equal(y, x)


def test_threads_share_a_kernel(saxpy: wt.Kernel) -> None:
    wrong: list[int] = []

    def work(number: int) -> None:
        for round in range(20):
            x = np.full(512, number + 1, np.float32)
            y = np.full(512, round, np.float32)
            saxpy(2.0, x, y, 512, grid=4, block=128)
            if not (y == 2 * (number + 1) + round).all():
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_lock_is_free_while_a_kernel_runs(double: wt.Kernel) -> None:
    loop = wt.assemble(
        "s_mov_b32 s5, 0\nagain: s_add_u32 s5, s5, 1\ns_cmp_lt_u32 s5, 30000000\n"
        "s_cbranch_scc1 again\ns_endpgm\n",
        isa="rdna3",
    )
    counted, over = 0, threading.Event()

    def count() -> None:
        nonlocal counted
        while not over.is_set():
            counted += 1

    counter = threading.Thread(target=count)
    counter.start()
    loop(grid=1, block=32)
    over.set()
    counter.join()
    assert counted > 1000
