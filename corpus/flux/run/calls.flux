# Threads call the same function from two places, return to different ones, and call through a
# register.
---
simd = 1
out_r: u32[8]
local = 8
R1 = tid
R20 = tid % 2
R3 = &out_r + 4 * tid
# even: (tid + 10) + 10; odd: (tid + 10) + 100
expect out_r = 20, 111, 22, 113, 24, 115, 26, 117
---
        BEQ  R20, R0, even
        JAL  add10              # odd
        ADDI R1, R1, 100
        JAL  R0, end
even:
        LI   R5, add10
        JALR R5, 0
        JALR R31, R5, 0
        JAL  R0, end
add10:
        ADDI R1, R1, 10
        RET
end:
        STORE R1, 0(R3)
        HALT
