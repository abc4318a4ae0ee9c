# Threads that halt inside a branch leave the others to meet without them.
---
simd = 1
out_r: u32[32] = repeat(7)
local = 32
R1 = tid / 16
R2 = tid % 2
R3 = &out_r + 4 * tid
expect out_r = 5, 7, 5, 7, 5, 7, 5, 7, 5, 7, 5, 7, 5, 7, 5, 7, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9
---
  BNE R1, R0, high
  BEQ R2, R0, even
  HALT
even:
  LI  R4, 5
  JAL R0, end
high:
  LI  R4, 9
end:
  STORE R4, 0(R3)
  HALT
