# Arithmetic on registers of four components. A round scrambles numbers and puts them back, so every
# thread ends with its own again.
---
let ROUNDS = 1000
a: u32[2048] = arange(2048)
out_y: u32[2048]
local = 128
global = 4
R20 = &a + 16 * gid
R21 = &out_y + 16 * gid
R10 = ROUNDS
R7 = 1664525        # x * R7 + R8, and back: x * R12 + R13
R8 = 1013904223
R12 = 4276115653
R13 = 634785765
R14 = 13
expect out_y = arange(2048)
---
.ext v0.2
        LOAD  R5, 0(R20)
loop:   IMUL  R5, R5, R7
        IADD  R5, R5, R8
        XOR   R6, R5, R14
        IADD  R9, R6, R8
        SRL   R4, R9, R14
        SLL   R3, R9, R14
        OR    R3, R3, R4
        ISUB  R9, R9, R8
        XOR   R9, R9, R14
        IMUL  R5, R9, R12
        IADD  R5, R5, R13
        IMUL  R5, R5, R7
        IADD  R5, R5, R8
        XOR   R6, R5, R3
        XOR   R5, R6, R3
        IMUL  R5, R5, R12
        IADD  R5, R5, R13
        ADDI  R10, R10, -1
        BNE   R10, R0, loop
        STORE R5, 0(R21)
        HALT
