# MAD rounds once: (1 + 2^-12)^2 - (1 + 2^-11) is exactly 2^-24, which a separate product loses.
---
a: f32[4] = repeat(1.000244140625)
c: f32[4] = repeat(-1.00048828125)
out_r: f32[4]
expect out_r = repeat(5.9604645e-8)
---
LOAD R1, 0(R10)
LOAD R3, 0(R11)
MAD  R3, R1, R1
STORE R3, 0(R12)
HALT
