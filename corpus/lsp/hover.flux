# ü€𝄞 in a comment
---
let N = 8
a: f32[N] = arange(N)
out_b: f32[N]
local = 8
simd = 1
R20 = &a + 4 * tid
R21 = &out_b + 4 * tid
expect out_b = arange(N)
---
start:  LOAD R1, 0(R20)   # 𝄞
        ADDI R2, R0, $N
  STORE R1, 0(R21) # the result
loop:   ADDI R2, R2, -1
    BNE R2, R0, loop
        HALT
