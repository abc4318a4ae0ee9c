# Two halves in each component. The inexact ones are what NumPy computes in float16.
---
a: f16[8] = 1, 2, 3, 4, 0.5, 65504, -1, 0.1
b: f16[8] = 10, 20, 30, 40, 0.25, 65504, 1, 0.2
out_add: f16[8]
out_mul: f16[8]
out_fma: f16[8]
expect out_add = 11, 22, 33, 44, 0.75, inf, 0, 0.2998
expect out_mul = 10, 40, 90, 160, 0.125, inf, -1, 0.01999
expect out_fma = 20, 60, 120, 200, 0.375, inf, 0, 0.22
---
.ext v0.2
LOAD R1, 0(R10)
LOAD R2, 0(R11)
HADD R3, R1, R2
STORE R3, 0(R12)
HMUL R3, R1, R2
STORE R3, 0(R13)
SWIZZLE R4, R2, xyzw
HFMA R4, R1, R2
STORE R4, 0(R14)
HALT
