---
simd = 1
out_c: f32[4]
local = 8
R1 = &out_c + 4 * tid
---
STORE R2, 0(R1)
HALT
