"""What runs cost, and what takes more than one run: arrays hold the result of exactly one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import DOUBLE, EXAMPLES

import wavetank as wt
from wavetank import display


def test_lines_instructions_and_cycles(double: wt.Kernel) -> None:
    x = np.ones(64, np.float32)
    profile = double.profile(x, grid=1, block=64)
    # A second run would have doubled them again.
    assert (x == 2).all()
    lines = profile.lines
    assert lines is not None
    stored = next(line for line in lines if "global_store_b32" in line["text"])
    assert (stored["line"], stored["instructions"], stored["transactions"]) == (10, 2, stored["ideal_transactions"])
    assert len(profile.instructions) == 10 and profile.instructions[0]["address"] < profile.instructions[1]["address"]
    assert sum(line["instructions"] for line in lines) == profile.run.stats["instructions"] == 20
    assert profile.run.stats["cycles"] == profile.roofline["cycles"]  # type: ignore[index]
    assert sum(line["wave_cycles"] for line in lines) > 20 and profile.remarks[0]["kind"]
    assert profile.data["schema"] == "wavetank.profile/1" and not profile.cycles_left_out
    assert "global_store_b32" in str(profile) and "mostly waiting for" in str(profile)


@pytest.mark.parametrize("options", [{"cycles": True}, {"fidelity": True}, {"cycles": True, "families": True}])
def test_one_run_is_what_arrays_hold(double: wt.Kernel, options: dict[str, Any]) -> None:
    x = np.ones(64, np.float32)
    run = double(x, grid=1, block=64, **options)
    assert (x == 2).all()
    assert ("cycles" in run.stats) == ("cycles" in options)
    assert (run.fidelity is not None) == ("fidelity" in options)


def test_views_that_overlap_are_put_back_too(saxpy: wt.Kernel) -> None:
    text = "s_mov_b32 s8, s3\ns_mov_b32 s9, s4\ns_load_b128 s[4:7], s[8:9], 0\nv_lshlrev_b32 v1, 2, v0\n"
    text += "s_waitcnt lgkmcnt(0)\nglobal_load_b32 v2, v1, s[4:5]\ns_waitcnt vmcnt(0)\nv_add_f32 v2, 1.0, v2\n"
    text += "global_store_b32 v1, v2, s[6:7]\ns_endpgm\n"
    kernel = wt.assemble(text, isa="rdna3")
    x = np.zeros(40, np.float32)
    kernel.profile(x[:32], x[8:], grid=1, block=32)
    assert (x[:8] == 0).all() and (x[8:] == 1).all()


def test_every_machine() -> None:
    for name, cycles in (("waves/reduction.waves", True), ("tile/histogram.tile", False), ("wave/saxpy.wave", False)):
        kernel = wt.kernel_file(EXAMPLES / name)
        profile = kernel.profile()
        assert profile.run.passed and (profile.roofline is not None) == cycles
        assert sum(row["instructions"] for row in profile.instructions) == profile.run.stats["instructions"]


def test_a_kernel_that_prints_is_counted_once() -> None:
    profile = wt.kernel_file(EXAMPLES / "rdna/print.rdna3").profile()
    assert profile.run.printed
    assert sum(row["instructions"] for row in profile.instructions) == profile.run.stats["instructions"]


def test_a_trap_and_what_is_refused(double: wt.Kernel, saxpy: wt.Kernel) -> None:
    x = np.ones(64, np.float32)
    with pytest.raises(wt.TrapError, match=r"arg0\[16\] is past the end"):
        double.profile(x[:16], grid=1, block=64)
    with pytest.raises(wt.LaunchError, match="one thread; leave `threads` out"):
        double.profile(x, grid=1, block=64, threads=2)
    with pytest.raises(wt.LaunchError, match="wave has no cycle model"):
        saxpy.profile(1.0, x, x, 64, grid=1, block=64, cycles=True)
    with pytest.raises(wt.LaunchError, match="no cycle model"):
        saxpy(1.0, x, x, 64, grid=1, block=64, cycles=True)
    assert (x == 1).all()


def test_two_side_by_side(double: wt.Kernel, saxpy: wt.Kernel) -> None:
    slower = wt.assemble(DOUBLE.replace("v_add_f32 v2, v2, v2", "v_add_f32 v9, v2, v2\nv_mov_b32 v2, v9"), isa="rdna3")
    x = np.ones(64, np.float32)
    both = wt.diff(double.profile(x, grid=1, block=64), slower.profile(x, grid=1, block=64))
    assert both.equal and not both and both.figures["counts"]["instructions"] == [20, 22]
    assert both.figures["resources"]["vgprs"][0] < both.figures["resources"]["vgprs"][1]  # type: ignore[operator]
    assert "instructions" in display.difference(both) and "+10.0 %" in both._repr_html_()
    with pytest.raises(wt.LaunchError, match="different instruction sets do not compare"):
        wt.diff(double.profile(x, grid=1, block=64), saxpy.profile(1.0, x, x, 64, grid=1, block=64))
    a, b = (wt.kernel_file(EXAMPLES / "wave/saxpy.wave", set={"N": n}).profile() for n in (64, 65))
    both = wt.diff(a, b)
    assert both and both.results[0]["elements"] == [64, 65]


def test_translations(double: wt.Kernel) -> None:
    made = wt.kernel_file(EXAMPLES / "wave/saxpy.wave").translate()
    assert ".entry" in made["text"] and made["block"] == [128, 1, 1]
    with pytest.raises(wt.AssemblyError, match="wave is, to ptx"):
        double.translate()
    with pytest.raises(wt.AssemblyError, match="nothing is translated to `sass`"):
        double.translate("sass")


def test_what_is_not_exact(tmp_path: Path) -> None:
    run = wt.kernel_file(EXAMPLES / "wave/saxpy.wave")(fidelity=True)
    assert run.fidelity == {"exact": run.stats["instructions"], "inexact": []}
    kernel = wt.assemble("v_exp_f32 v1, v0\ns_endpgm", isa="rdna3")
    ledger = kernel(grid=1, block=32, fidelity=True).fidelity
    assert ledger is not None and ledger["inexact"][0]["mnemonic"].startswith("v_exp_f32")
