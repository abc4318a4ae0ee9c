---
a: f32[4]
---
ADDI R10, R10, -8
LOAD R1, 0(R10)
HALT
