"""What the tests share."""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path

import pytest

import wavetank as wt

# A shell starts what runs in its background with Ctrl-C ignored, and Python then leaves it so; the tests
# that interrupt a run need it as it is in a terminal.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"


def within(seconds: float, bound: float) -> None:
    """Prints a time, and where TIMES is set holds it to what is promised: that is for a release on a machine
    that does nothing else."""
    print(f"{seconds * 1e6:.0f} microseconds, promised are {bound * 1e6:.0f}")
    assert seconds < bound or not os.environ.get("TIMES")


ADD = """
kernel void vadd(global const float *a, global const float *b, global float *y, int n) {
    int i = get_global_id(0);
    if (i < n) y[i] = a[i] + b[i] * SCALE;
}
kernel void fill(global uint *y, uint value) { y[get_global_id(0)] = value; }
"""

# y[i] = a * x[i] + y[i], for any number of threads.
SAXPY = """
.kernel saxpy
.registers 12
    mov.b32      r0, 0
    ld.const.b32 r1, [r0]
    ld.const.b32 r2, [r0+4]
    ld.const.b32 r3, [r0+8]
    ld.const.b32 r4, [r0+12]
    mov.b32      r5, %ctaid.x
    mov.b32      r6, %ntid.x
    mov.b32      r7, %tid.x
    mad.lo.u32   r5, r5, r6, r7
    setp.lt.u32  p0, r5, r4
    if p0
        shl.b32       r5, r5, 2
        add.u32       r2, r2, r5
        add.u32       r3, r3, r5
        ld.global.b32 r8, [r2]
        ld.global.b32 r9, [r3]
        fma.f32       r9, r1, r8, r9
        st.global.b32 [r3], r9
    endif
    ret
"""

# Doubles what the first argument points to, one element a thread.
DOUBLE = """
        s_mov_b32 s8, s3
        s_mov_b32 s9, s4
        s_load_b64 s[4:5], s[8:9], 0
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        global_load_b32 v2, v1, s[4:5]
        s_waitcnt vmcnt(0)
        v_add_f32 v2, v2, v2
        global_store_b32 v1, v2, s[4:5]
        s_endpgm
"""

FOREVER = """
again:  s_add_u32 s5, s5, 1
        s_branch again
"""


@pytest.fixture(scope="session")
def saxpy() -> wt.Kernel:
    return wt.assemble(SAXPY, isa="wave", name="saxpy.wave")


@pytest.fixture(scope="session")
def double() -> wt.Kernel:
    return wt.assemble(DOUBLE, isa="rdna3", name="double.rdna3")


@pytest.fixture(scope="session")
def vadd(tmp_path_factory: pytest.TempPathFactory) -> wt.Kernel:
    if not any(shutil.which(name) for name in ("clang-22", "clang", "clang-21", "clang-20")):
        pytest.skip("no clang is installed")
    path = tmp_path_factory.mktemp("cl") / "add.cl"
    path.write_text(ADD)
    return wt.compile(path, target="gfx1100", options=["-DSCALE=2"])
