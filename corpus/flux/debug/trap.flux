# The last store is one element past the end.
---
simd = 1
out_c: i32[8]
local = 8
R10 = &out_c + 4 * tid
---
        LI    R1, 5
        STORE R1, 0(R10)
        STORE R1, 4(R10)
        HALT
