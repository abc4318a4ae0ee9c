# Threads of a warp that go different ways count by an atomic.
---
simd = 1
out_x: u32[1]
local = 32
R1 = tid % 2
R21 = &out_x + 0 * tid
---
.ext v0.2
        LI     R3, 1
        BNE    R1, R0, other
        LOAD   R4, 0(R21)
        STORE  R3, 0(R21)  # <- race
        JAL    R0, join
other:
        LI     R5, 1
        LI     R6, 2
        STORE  R6, 0(R21)  # <- race
join:
        HALT
