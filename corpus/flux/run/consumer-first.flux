# A block takes a number only after the block behind it has left one, which begins later.
---
simd = 1
numbers: u32[9] = 0, 0, 0, 0, 0, 0, 0, 0, 1
out_numbers: u32[8]
R20 = &numbers + 4 * bid
R21 = &out_numbers + 4 * bid
local = 1
global = 8
expect out_numbers = 9, 8, 7, 6, 5, 4, 3, 2
---
wait:   LOAD R1, 4(R20)
        BEQ  R1, R0, wait
        ADDI R1, R1, 1
        STORE R1, 0(R21)
        STORE R1, 0(R20)
        HALT
