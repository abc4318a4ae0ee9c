# A block adds its 64 numbers in shared memory, halving the threads at every step.
---
simd = 1
let N = 64
a: f32[4 * N] = arange(4 * N)
out_sum: f32[4]
local = N
global = 4
shared = 4 * N
R20 = &a + 4 * gid
R21 = &out_sum + 4 * bid
R22 = 4 * tid
expect out_sum = 2016, 6112, 10208, 14304
---
.ext v0.2
        TID    R1
        LOAD   R2, 0(R20)
        SSTORE R2, 0(R22)
        LI     R3, 32              # threads that add
step:   BAR
        SLTU   R4, R1, R3
        BEQ    R4, R0, skip
        IADD   R5, R1, R3
        LI     R6, 2
        SLL    R5, R5, R6
        SLOAD  R7, 0(R5)
        SLOAD  R8, 0(R22)
        ADD    R8, R8, R7
        SSTORE R8, 0(R22)
skip:   LI     R6, 1
        SRL    R3, R3, R6
        BNE    R3, R0, step
        BNE    R1, R0, end
        SLOAD  R8, 0(R0)
        STORE  R8, 0(R21)
end:    HALT
