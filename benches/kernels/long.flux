---
let ROUNDS = 180000
simd = 1
a: i32[4096] = arange(4096)
out_c: i32[8192]
local = 64
global = 4
R20 = &a + 4 * tid
R21 = &out_c + 4 * gid
---
.ext v0.2
first:  LI    R10, 0
        LI    R11, $ROUNDS / 100
        LI    R12, 100
        IMUL  R11, R11, R12
loop:   LOAD  R1, 0(R20)
        IADD  R3, R3, R1
        IADD  R4, R3, R10
        STORE R3, 0(R21)
        ADDI  R10, R10, 1
        NOP
        BNE   R10, R11, loop
last:   HALT
