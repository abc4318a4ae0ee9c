---
a: f32[4]
---
LOAD R1, 2(R10)
HALT
