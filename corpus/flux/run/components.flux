# SWIZZLE in place, HSUM, and the identities in every component.
---
a: f32[4] = 1, 2, 3, 4
out_r: f32[8]
out_ids: u32[16]
local = 1
global = 1
expect out_r = 4, 3, 2, 1, 10, 10, 10, 10
expect out_ids = 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0
---
.ext v0.2
LOAD R1, 0(R10)
SWIZZLE R1, R1, wzyx
STORE R1, 0(R11)
HSUM R1, R1
STORE R1, 16(R11)
TID  R2
STORE R2, 0(R12)
BID  R2
STORE R2, 16(R12)
BDIM R2
STORE R2, 32(R12)
LANE R2
STORE R2, 48(R12)
HALT
