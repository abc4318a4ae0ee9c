        ADD R1, R2
        ADD R1, R2, 5
        ADD R1, R2, R3, R4
        ADD R1 R2, R3
        ADD R1, R2, R32
        ADD R1, R2, R03
        ADD X1, R2, R3
        ADDI R1, R2, R3
        ADDI R1, R2
        ADDI R1, R2, 2.5
        ADDI R1, R2, "text"
        LOAD R1, R2
        LOAD R1, 4
        LOAD R1, 4(5)
        LOAD R1, 4(R2
        STORE 5, 0(R1)
        LI
        LI R1
        HALT R1
        NOP 1
        RET R31
        JAL R0
        JAL
        JALR R1
        JALR R1, R2
        BEQ R1, R2
