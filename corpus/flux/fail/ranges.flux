        ADDI R1, R0, 2048
        ADDI R1, R0, -2049
        LI R1, 0xffffffffffffffff
        LI R1, 99999999999999999999
        LOAD R1, 5000(R2)
        STORE R1, -4000(R2)
        BEQ R1, R2, 2
        BEQ R1, R2, 4096
        BEQ R1, R2, -4100
        BNE R1, R2, . + 6
        JAL 1048576
        JAL R0, 7
        JALR R1, R2, 3000
        BEQ R1, R2, far
        .skip 4096
far:    HALT
        .byte 1
odd:    BEQ R0, R0, back
        .skip 3
back:   BEQ R0, R0, odd
