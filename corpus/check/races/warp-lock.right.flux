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
        ATOMIC_ADD R4, R21, R3
        JAL    R0, join
other:
        LI     R5, 1
        ATOMIC_ADD R4, R21, R5
join:
        HALT
