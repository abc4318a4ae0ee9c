# SHUFFLE takes another lane's value, also where the index is in the register it writes; lane
# numbers wrap at 32.
---
simd = 1
out_a: u32[32]
out_b: u32[32]
local = 32
R1 = 100 + tid
R2 = 31 - tid
R3 = tid + 33
R20 = &out_a + 4 * tid
R21 = &out_b + 4 * tid
expect out_a = arange(131, 99, -1)
expect out_b = 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 100
---
.ext v0.2
SHUFFLE R4, R1, R2
STORE   R4, 0(R20)
SHUFFLE R3, R1, R3
STORE   R3, 0(R21)
HALT
