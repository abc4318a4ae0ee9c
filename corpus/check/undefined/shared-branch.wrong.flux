---
# What is read from shared memory decides a branch.
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
        LI     R3, 1
        SLOAD  R2, 0(R22)
        BEQ    R2, R0, out  # <- undefined
        STORE  R22, 0(R21)
out:
        HALT
