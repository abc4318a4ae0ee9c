# Bilinear samples at texel centres, between them, and outside.
---
t: tex2d[2,2] = file("checker.pgm")
uv: f32[4,4] = 0.25, 0.25, 0, 0,  0.75, 0.25, 0, 0,  0.5, 0.25, 0, 0,  2.0, 9.0, 0, 0
out_r: f32[4,4]
local = 4
R1 = &uv + 16 * tid
R2 = &out_r + 16 * tid
tol = 1e-6
expect out_r = 0, 0, 0, 1,  1, 1, 1, 1,  0.5, 0.5, 0.5, 1,  0.4, 0.4, 0.4, 1
---
.ext v0.2
LOAD R3, 0(R1)
TEX  R4, R3, R10
STORE R4, 0(R2)
HALT
