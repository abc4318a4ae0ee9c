# Threads of a warp that disagree on a branch run one path after the other and reconverge at
# label_end: `wavetank run --stats` shows one divergent branch and the lanes that it idles.
---
simd = 1
a: u32[32] = 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1
b: f32[32] = repeat(3)
acc: f32[32] = repeat(2)
out_r: f32[32]
local = 32
R20 = &a + 4 * tid
R21 = &b + 4 * tid
R22 = &acc + 4 * tid
R4 = &out_r + 4 * tid
# 1 as an integer is the smallest denormal: adding it to 2 changes nothing.
expect out_r = 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2, 6, 2
---
        LOAD R1, 0(R20)
        LOAD R2, 0(R21)
        LOAD R3, 0(R22)
        BEQ R1, R0, label_a   # if R1 == 0, goto label_a
        # path 1: R1 != 0
        ADD R3, R3, R1
        JAL label_end
label_a:
        # path 2: R1 == 0
        MUL R3, R3, R2
label_end:
        STORE R3, 0(R4)
        HALT
