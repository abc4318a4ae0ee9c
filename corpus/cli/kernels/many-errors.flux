---
x: f32[4] = 1, 2, 3
foo = 3
out_y: f33[4]
local = 0
b: u8[2] = 256, -1
---
LAOD R1, 0(R10)
ADD R1, R2
ADDI R1, R0, 5000
BEQ R1, R0, nowhere
ADD R1, R2, 5
