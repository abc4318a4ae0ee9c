# Threads of a warp wait at one barrier, not at one each.
---
simd = 1
out_x: u32[32]
local = 32
R1 = tid / 16
R21 = &out_x + 4 * tid
---
.ext v0.2
        LI     R3, 9
        BNE    R1, R0, other
        LI     R4, 1
        BAR  # <- divergent-barrier
        JAL    R0, after
other:
        LI     R4, 2
        BAR  # <- divergent-barrier
after:
        STORE  R3, 0(R21)
        HALT
