# dot = A . B for four elements. HSUM of extension v0.2 is the horizontal sum that v0.1 lacks.
---
a: f32[4] = 1, 2, 3, 4
b: f32[4] = 5, 6, 7, 8
out_dot: f32[4]
expect out_dot = repeat(70)
---
.ext v0.2
LOAD  R1, 0(R10)
LOAD  R2, 0(R11)
MUL   R3, R1, R2     # element by element
HSUM  R3, R3         # the sum, in every component
STORE R3, 0(R12)
HALT
