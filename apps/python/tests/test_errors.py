"""What goes wrong is said as the command line says it."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import FOREVER

import wavetank as wt


def test_assembly_errors_carry_their_places() -> None:
    with pytest.raises(wt.AssemblyError) as caught:
        wt.assemble("  v_add_f32 v0, v1\n  v_bogus v1\n  s_endpgm\n", isa="rdna3", name="bad.s")
    first, second = caught.value.diagnostics
    assert (first.file, first.line, first.severity) == ("bad.s", 1, "error")
    assert (second.line, second.column) == (2, 3)
    assert " --> bad.s:2:3" in str(caught.value)
    assert isinstance(caught.value, wt.Error)


def test_unknown_names() -> None:
    with pytest.raises(wt.AssemblyError, match="there is no instruction set called `rdna9`"):
        wt.assemble("", isa="rdna9")
    with pytest.raises(wt.AssemblyError, match="cannot tell the instruction set"):
        wt.assemble("s_endpgm")
    with pytest.raises(wt.AssemblyError, match="cannot read"):
        wt.kernel_file("/nowhere/x.flux")
    with pytest.raises(wt.AssemblyError, match="did you mean"):
        wt.instructions("flux", "ADDD")
    with pytest.raises(wt.CompileError, match="its name does not end in .cl"):
        wt.compile("x.c")
    with pytest.raises(wt.AssemblyError, match="neither an ELF file nor text"):
        wt.load(b"\xff\xfe\xfd")


def test_compilers_say_what_is_wrong(vadd: wt.Kernel, tmp_path: object) -> None:
    path = f"{tmp_path}/bad.cl"
    with open(path, "w") as file:
        file.write("kernel void f(global int *x) { x[0] = y; }\n")
    with pytest.raises(wt.CompileError, match="undeclared identifier"):
        wt.compile(path)


def test_launches_that_cannot_be(vadd: wt.Kernel, saxpy: wt.Kernel) -> None:
    x = np.ones(64, np.float32)
    refused: list[tuple[str, dict[str, Any]]] = [
        ("grid is one size", {"grid": 0}),
        ("grid is one size", {"grid": (1, 1, 1, 1)}),
        ("block is one size", {"block": "many"}),
        ("2048 threads per workgroup", {"block": 2048}),
        ("threads is a number", {"threads": 0}),
        ("memory is", {"memory": "lazy"}),
        ("schedule is", {"schedule": "chaos"}),
        ("has no key", {"keys": {"frob": 1}}),
        ("timeline: wave has no cycle model", {"timeline": True}),
    ]
    for why, options in refused:
        with pytest.raises(wt.LaunchError, match=why):
            saxpy(1.0, x, x, 64, **options)
    with pytest.raises(wt.LaunchError, match="no parameter or option `gird`; did you mean `grid`"):
        vadd["vadd"](x, x, x, 64, gird=1)
    with pytest.raises(wt.LaunchError, match="y is given twice"):
        vadd["vadd"](x, x, x, y=x, grid=1)
    with pytest.raises(wt.LaunchError, match="which one"):
        vadd(x, x, x, 64, grid=1, block=64)
    with pytest.raises(KeyError, match="did you mean `vadd`"):
        vadd["vad"]
    with pytest.raises(wt.LaunchError, match="no checker `speed`"):
        saxpy.check(1.0, x, x, 64, only=["speed"])


def test_a_launch_of_one_thread_is_a_warning(saxpy: wt.Kernel) -> None:
    x = np.ones(4, np.float32)
    elf = wt.load(wt.assemble("s_endpgm", isa="rdna3").elf())
    assert not saxpy(1.0, x, x, 4, grid=1, block=1).findings
    assert isinstance(elf().findings, wt.Findings)


def test_limits() -> None:
    loop = wt.assemble(FOREVER, isa="rdna3")
    with pytest.raises(wt.TrapError, match="instruction limit of 1000 reached") as caught:
        loop(grid=1, block=32, max_instructions=1000)
    assert caught.value.diagnostics[0].facts["pc"] >= 0
    assert "an endless loop? max_instructions=N allows more" in caught.value.diagnostics[0].help


def test_memory_is_bounded() -> None:
    text = "---\nbig: f32[20000000]\n---\nHALT\n"
    with pytest.raises(wt.AssemblyError, match="all arguments together may take 32 MiB") as caught:
        wt.assemble(text, isa="flux")
    assert caught.value.diagnostics[0].help == ("`memory_bytes` sets how much memory there is",)
    large = wt.assemble(text, isa="flux", memory_bytes=1 << 27)
    with pytest.raises(wt.LaunchError, match="memory"):
        large(memory_bytes=1 << 20)
    large(memory_bytes=1 << 27)
    # Arrays of the caller are there already.
    wt.assemble("HALT", isa="flux")(np.zeros(1 << 20, np.float32), grid=1, block=1, memory_bytes=1 << 16)


def test_errors_print_as_on_the_command_line(tmp_path: Path) -> None:
    wavetank = os.environ.get("WAVETANK")
    if not wavetank:
        pytest.skip("WAVETANK does not name the command line's program")
    texts = {
        "wrong.flux": "FROB R1\nADD R1, R2\n",
        "trap.flux": "LOAD R1, 0(R10)\nHALT\n",
        "header.flux": "---\na: f33[4]\n---\nHALT\n",
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.write_text(text)
        printed = subprocess.run([wavetank, "run", str(path)], capture_output=True, text=True).stderr
        with pytest.raises(wt.Error) as caught:
            wt.kernel_file(path)()
        assert str(caught.value).strip() in printed


def test_deadlocks_and_what_was_printed() -> None:
    loop = wt.assemble("s_barrier\ns_endpgm\n", isa="rdna3")
    loop(grid=1, block=64)


@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"memory": "strict"}])
def test_ctrl_c_stops_a_run(options: dict[str, Any]) -> None:
    loop = wt.assemble(FOREVER, isa="rdna3")
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        loop(grid=4, block=64, max_instructions=1 << 62, **options)
    assert time.perf_counter() - began < 5
    timer.join()


def test_ctrl_c_stops_checkers_and_tiles() -> None:
    loop = wt.assemble(FOREVER, isa="rdna3")
    tile = wt.assemble("again: addi a0, a0, 1\nj again\n", isa="tile")
    for run in (
        lambda: loop.check(grid=1, block=32, max_instructions=1 << 62),
        lambda: loop.profile(grid=1, block=32, max_instructions=1 << 62),
        lambda: tile(grid=1, block=1, max_instructions=1 << 62),
    ):
        timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            run()
        timer.join()


def test_what_is_not_modelled() -> None:
    missing = [row for row in wt.coverage("rdna3") if row["missing"]]
    if missing:
        name = missing[0]["missing"][0]["name"]
        example = wt.instructions("rdna3", name)[0]["example"]
        kernel = wt.assemble(f"{example}\ns_endpgm\n", isa="rdna3")
        with pytest.raises(wt.UnmodelledError):
            kernel(grid=1, block=32)
