# Threads load what there is of an argument.
---
simd = 1
numbers: u32[32] = arange(32)
out_x: u32[32]
local = 32
R20 = &numbers + 4 * tid
R21 = &out_x + 4 * tid
---
        LOAD   R1, -4(R20)  # <- memory-fault
        STORE  R1, 0(R21)
        HALT
