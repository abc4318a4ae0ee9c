loop:   ADDI R1, R1, -1
loop:   BNE R1, R0, lop
        BEQ R1, R0, nowhere
        JAL 1f
        JAL 2b
R5:     HALT
        .set R6, 4
        LI R1, $N
        LI R2, a
        .set a, b
        .set b, a
        BEQ R1, R2, data
        .data
data:   .word 1
        LI R3, data
