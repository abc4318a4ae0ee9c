# C[i] = A[i] + B[i] for four elements: one instruction works on all four components of a register.
---
a: f32[4] = 1, 2, 3, 4
b: f32[4] = 10, 20, 30, 40
out_c: f32[4]
expect out_c = 11, 22, 33, 44
---
LOAD  R1, 0(R10)     # R1 = [A[0], A[1], A[2], A[3]]
LOAD  R2, 0(R11)     # R2 = [B[0], B[1], B[2], B[3]]
ADD   R3, R1, R2     # four parallel adds
STORE R3, 0(R12)
HALT
