# The five float operations on every component, with the cases that IEEE 754 is asked about most.
---
a: f32[4] = 1.5, -2.0, 0.1, 1e30
b: f32[4] = 0.5, 0.0, 0.2, 1e30
out_add: f32[4]
out_sub: f32[4]
out_mul: f32[4]
out_div: f32[4]
expect out_add = 2.0, -2.0, 0.3, 2e30
expect out_sub = 1.0, -2.0, -0.1, 0.0
expect out_mul = 0.75, -0.0, 0.020000001, inf
expect out_div = 3.0, -inf, 0.5, 1.0
---
LOAD R1, 0(R10)
LOAD R2, (R11)
ADD  R3, R1, R2
STORE R3, 0(R12)
SUB  R3, R1, R2
STORE R3, 0(R13)
MUL  R3, R1, R2
STORE R3, 0(R14)
DIV  R3, R1, R2
STORE R3, 0(R15)
HALT
