# Threads of a warp hand something on after the branch, not within it.
---
simd = 1
out_x: u32[32]
local = 32
shared = 4
R1 = tid / 16
R21 = &out_x + 4 * tid
R22 = 0 * tid
---
.ext v0.2
        LI     R3, 9
        BNE    R1, R0, other
        SSTORE R3, 0(R22)  # <- race
        JAL    R0, join
other:
        SLOAD  R2, 0(R22)  # <- race
        LI     R4, 1
join:
        STORE  R2, 0(R21)
        HALT
