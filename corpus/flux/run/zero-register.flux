# R0 reads as zero whatever is written to it, and a load into it still happens.
---
a: f32[4] = repeat(7)
out_r: u32[4]
expect out_r = repeat(0)
---
LOAD  R0, 0(R10)
LI    R0, 99
ADD   R0, R1, R1
JALR  R0, R0, next
next:
STORE R0, 0(R11)
HALT
