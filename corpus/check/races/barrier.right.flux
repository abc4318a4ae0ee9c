# A block turns its numbers round in shared memory.
---
simd = 1
let N = 64
out_x: u32[N]
local = N
shared = 4 * N
R21 = &out_x + 4 * tid
R22 = 4 * tid
R23 = 4 * N - 4 - 4 * tid
---
.ext v0.2
        TID    R1
        SSTORE R1, 0(R22)
        BAR
        SLOAD  R2, 0(R23)
        STORE  R2, 0(R21)
        HALT
