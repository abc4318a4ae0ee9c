# All threads of a warp come to the barrier.
---
simd = 1
out_x: u32[32]
local = 32
R1 = tid / 16
R21 = &out_x + 4 * tid
---
.ext v0.2
        LI     R3, 9
        BNE    R1, R0, after
        LI     R4, 1
        BAR  # <- divergent-barrier
after:
        STORE  R3, 0(R21)
        HALT  # <- divergent-barrier
