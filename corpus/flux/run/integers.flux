# ADDI and LI are integer adds that wrap; a scalar argument's bits are in every component.
---
n: u32 = 0xffffffff
out_r: i32[8]
expect out_r = 4, 4, 4, 4, -2048, -2048, -2048, -2048
---
ADDI  R1, R10, 5
STORE R1, 0(R11)
LI    R2, -2048
STORE R2, 16(R11)
HALT
