# Four rounds in which each thread of two warps takes its neighbour's number.
---
simd = 1
let N = 64
out_x: u32[N]
local = N
shared = 4 * N
R21 = &out_x + 4 * tid
R22 = 4 * tid
R23 = 4 * ((tid + 1) % N)
R24 = 4
---
.ext v0.2
        TID    R1
        ADDI   R9, R0, 4
again:  SSTORE R1, 0(R22)  # <- race
        BAR
        SLOAD  R1, 0(R23)  # <- race
        ADDI   R9, R9, -1
        BNE    R9, R0, again
        STORE  R1, 0(R21)
        HALT
