# Warp 1 never comes to the barrier: warp 0 spins for it in vain.
---
simd = 1
flag: i32[1]
local = 64
R10 = &flag
R11 = tid
---
.ext v0.2
        LI    R2, 32
        SLTU  R3, R11, R2
        BEQ   R3, R0, other
        BAR
        HALT
other:  LOAD  R4, 0(R10)
        BEQ   R4, R0, other
        BAR
        HALT
