# Comparisons, sign operations and conversions; a NaN loses in FMIN and FMAX.
---
a: f32[4] = 1.5, -2.5, nan, 3e9
b: f32[4] = 2.0, -2.5, 1.0, nan
out_min: f32[4]
out_max: f32[4]
out_lt: u32[4]
out_le: u32[4]
out_eq: u32[4]
out_abs: f32[4]
out_neg: f32[4]
out_int: i32[4]
out_float: f32[4]
expect out_min = 1.5, -2.5, 1.0, 3e9
expect out_max = 2.0, -2.5, 1.0, 3e9
expect out_lt = 1, 0, 0, 0
expect out_le = 1, 1, 0, 0
expect out_eq = 0, 1, 0, 0
expect out_abs = 1.5, 2.5, nan, 3e9
expect out_neg = -1.5, 2.5, nan, -3e9
expect out_int = 1, -2, 2147483647, 2147483647
expect out_float = 1, -2, 2147483600.0, 2147483600.0
---
.ext v0.2
LOAD R1, 0(R10)
LOAD R2, 0(R11)
FMIN R3, R1, R2
STORE R3, 0(R12)
FMAX R3, R1, R2
STORE R3, 0(R13)
FLT R3, R1, R2
STORE R3, 0(R14)
FLE R3, R1, R2
STORE R3, 0(R15)
FEQ R3, R1, R2
STORE R3, 0(R16)
FABS R3, R1
STORE R3, 0(R17)
FNEG R3, R1
STORE R3, 0(R18)
FTOI R3, R1
STORE R3, 0(R19)
ITOF R3, R3
STORE R3, 0(R20)
HALT
