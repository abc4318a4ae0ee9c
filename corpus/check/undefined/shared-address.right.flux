---
# What is read from shared memory is an address.
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
        SSTORE R21, 0(R22)
        SLOAD  R2, 0(R22)
        STORE  R22, 0(R2)
        HALT
