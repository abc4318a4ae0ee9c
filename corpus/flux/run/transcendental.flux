# Against values computed elsewhere, within one unit in the last place.
---
a: f32[4] = 0.5, 1, 2, 4
out_sin: f32[4]
out_cos: f32[4]
out_exp: f32[4]
out_log: f32[4]
out_sqrt: f32[4]
out_rsqrt: f32[4]
out_rcp: f32[4]
tol = 1e-7
expect out_sin = 0.479425539, 0.841470985, 0.909297427, -0.756802495
expect out_cos = 0.877582562, 0.540302306, -0.416146837, -0.653643621
expect out_exp = 1.648721271, 2.718281828, 7.389056099, 54.598150033
expect out_log = -0.693147181, 0, 0.693147181, 1.386294361
expect out_sqrt = 0.707106781, 1, 1.414213562, 2
expect out_rsqrt = 1.414213562, 1, 0.707106781, 0.5
expect out_rcp = 2, 1, 0.5, 0.25
---
.ext v0.2
LOAD R1, 0(R10)
SIN R2, R1
STORE R2, 0(R11)
COS R2, R1
STORE R2, 0(R12)
EXP R2, R1
STORE R2, 0(R13)
LOG R2, R1
STORE R2, 0(R14)
SQRT R2, R1
STORE R2, 0(R15)
RSQRT R2, R1
STORE R2, 0(R16)
RCP R2, R1
STORE R2, 0(R17)
HALT
