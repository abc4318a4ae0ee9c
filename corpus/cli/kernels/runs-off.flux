---
a: f32[4] = 1, 2, 3, 4
out_b: f32[4]
expect out_b = 2, 4, 6, 8
---
LOAD R1, 0(R10)
ADD R1, R1, R1
STORE R1, 0(R11)
