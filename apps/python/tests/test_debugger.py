"""The debugger as an object, and traces."""

from __future__ import annotations

import time

import numpy as np
import pytest
from conftest import EXAMPLES, within

import wavetank as wt

LOOP = """
        s_mov_b32 s8, s3
        s_mov_b32 s9, s4
        s_load_b64 s[4:5], s[8:9], 0
        v_lshlrev_b32 v1, 2, v0
        v_mov_b32 v3, 0
        s_mov_b32 s6, 0
        s_waitcnt lgkmcnt(0)
loop:   v_add_f32 v3, v3, 0.5
        s_add_u32 s6, s6, 1
        s_cmp_lt_u32 s6, 8
        s_cbranch_scc1 loop
        global_store_b32 v1, v3, s[4:5]
        s_endpgm
"""


@pytest.fixture(scope="module")
def loop() -> wt.Kernel:
    return wt.assemble(LOOP, isa="rdna3", name="loop.rdna3")


def test_break_watch_and_go_back(loop: wt.Kernel) -> None:
    y = np.zeros(64, np.float32)
    with loop.debug(y, grid=1, block=64) as d:
        number = d.break_at("loop", when="any(v3 > 1.2)")
        stop = d.continue_()
        assert stop.reason == "breakpoint" and stop.reasons[0][1] == number
        assert stop.place is not None and stop.place.line == 9
        lanes = d.lanes("v3", np.float32)
        assert lanes.shape == (32,) and (lanes == 1.5).all()
        assert d.lanes("exec").dtype == np.bool_ and d.lanes("exec").all()
        assert d.value("s6") == 3
        time_here = d.time
        d.back()
        assert d.time < time_here
        origin = d.origin("v3")
        assert origin is not None and origin.text.startswith("v_add_f32") and origin.line == 9
        d.delete(number)
        assert d.continue_().reason == "end"
        written = d.origin("arg0[3]")
        assert written is not None and written.text.startswith("global_store_b32")
        assert (written.lane, written.wave) == (3, 0)
        np.testing.assert_array_equal(d.array("arg0"), np.full(64, 4))
        assert d.run.stats["waves"] == 2
    assert (y == 4).all()


def test_arrays_go_back_too(loop: wt.Kernel) -> None:
    y = np.zeros(64, np.float32)
    with loop.debug(y, grid=1, block=64) as d:
        d.continue_()
        assert y.all()
        d.goto(0)
        assert not y.any()


def test_watchpoints_steps_and_the_console(loop: wt.Kernel) -> None:
    y = np.zeros(32, np.float32)
    with loop.debug(y, grid=1, block=32) as d:
        d.watch("arg0[5]")
        stop = d.continue_()
        assert stop.reason == "watchpoint"
        d.goto(0)
        assert d.step(3).time == 3
        d.set("v3", 7)
        assert "v3" in d.execute("print v3")
        assert d.waves()[0].status == "running"
        d.select(lane=4)
        assert d.value("lane") == 4
        assert [each["time"] for each in d.trail(2)] == [1, 2]
        assert d.until("loop").place.line == 9  # type: ignore[union-attr]
        d.finish()


def test_what_a_debugger_refuses(loop: wt.Kernel) -> None:
    y = np.zeros(32, np.float32)
    d = loop.debug(y, grid=1, block=32)
    for refused in (
        lambda: d.break_at("lop"),
        lambda: d.break_at("loop", when="v999 > 1"),
        lambda: d.lanes("nothing"),
        lambda: d.watch("1 + 1"),
        lambda: d.delete(99),
        lambda: d.execute("frobnicate"),
        lambda: d.select(wave=9),
        lambda: d.step(0),
    ):
        with pytest.raises(wt.DebugError):
            refused()
    with pytest.raises(ValueError, match="resize"):
        y.resize(1 << 20, refcheck=False)
    d.close()
    y.resize(64, refcheck=False)
    with pytest.raises(wt.DebugError, match="closed"):
        d.step()


def test_a_trap_can_be_looked_at(loop: wt.Kernel) -> None:
    y = np.zeros(16, np.float32)
    with loop.debug(y, grid=1, block=32) as d:
        stop = d.continue_()
        assert stop.reason == "trap" and isinstance(stop.error, wt.TrapError)
        assert "arg0[16]" in str(stop.error)


def test_every_instruction_of_a_run(loop: wt.Kernel) -> None:
    y = np.zeros(64, np.float32)
    trace = loop.trace(y, grid=2, block=32, batch=16, registers=["v3", "s6"], accesses=True)
    counts: dict[str, int] = {}
    rows = 0
    stores = 0
    for batch in trace:
        assert len(batch) <= 16
        rows += len(batch)
        assert batch.registers["v3"].shape == (len(batch), 32)
        assert batch.registers["s6"].shape == (len(batch),)
        assert batch.accesses is not None
        stores += int(batch.accesses["store"].sum())
        for inst in batch.inst:
            text = trace.instructions[inst][1].split()[0].split("_e")[0]
            counts[text] = counts.get(text, 0) + 1
    assert counts["v_add_f32"] == 16
    assert stores == 64 and (y[:32] == 4).all()
    run = loop(np.zeros(64, np.float32), grid=2, block=32)
    assert rows == run.stats["instructions"]


def test_traces_of_machines_that_are_not_waves() -> None:
    kernel = wt.kernel_file(EXAMPLES / "tile/histogram.tile")
    rows = sum(len(batch) for batch in kernel.trace())
    assert rows == kernel().stats["instructions"]


def test_a_trap_ends_a_trace_with_what_came_before(loop: wt.Kernel) -> None:
    rows = 0
    with pytest.raises(wt.TrapError) as caught:
        for batch in loop.trace(np.zeros(16, np.float32), grid=1, block=32, batch=8):
            rows += len(batch)
    assert rows + len(caught.value.batch) == 40  # type: ignore[attr-defined]


def test_a_million_instructions_a_second(loop: wt.Kernel) -> None:
    long = wt.assemble(LOOP.replace("s6, 8", "s6, 100000"), isa="rdna3")
    y = np.zeros(32, np.float32)
    # Of this process: what else runs on the computer does not count.
    began = time.process_time()
    rows = sum(len(batch) for batch in long.trace(y, grid=1, block=32))
    within((time.process_time() - began) / rows, 1e-6)


def test_what_a_kernel_prints() -> None:
    kernel = wt.kernel_file(EXAMPLES / "../corpus/rdna/hip/greet.rdna3")
    with kernel.debug() as d:
        assert d.printed() == ""
        d.continue_()
        text = d.printed()
        assert [line.split(",")[0] for line in text.splitlines()] == ["0 of 3", "1 of 3", "2 of 3"]
        assert d.printed() == ""
        d.continue_back()
        assert d.printed() == ""
        assert d.execute("continue").startswith(text)
