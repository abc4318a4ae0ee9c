---
# A block reads shared memory that only a part of it was left in.
simd = 1
let N = 64
out_x: u32[N]
local = N
shared = 4 * N
R21 = &out_x + 4 * tid
R22 = 4 * tid
R23 = 4 * N - 4 - 4 * tid
R24 = 4 * (tid / 2)
---
.ext v0.2
        SSTORE R22, 0(R22)
        BAR
        SLOAD  R2, 0(R23)
        STORE  R2, 0(R21)
        HALT
