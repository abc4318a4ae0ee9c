# Shared memory is as long as the header says.
---
simd = 1
out_x: u32[32]
local = 32
shared = 128
R21 = &out_x + 4 * tid
R22 = 4 * tid
---
.ext v0.2
        TID    R1
        SSTORE R1, 4(R22)  # <- memory-fault
        HALT
