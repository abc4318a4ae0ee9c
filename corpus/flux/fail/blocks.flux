        .macro twice reg:req, by=1
        ADDI \reg, \reg, \by
        ADDI \reg, \reg, \by
        .endm
        twice R1
        twice R1, 2
        twice
        twice R1, 2, 3
        twice 7
        twice R1, 5000
        .macro twice
        .endm
        .if 1
        .macro open
        NOP
