        ADD R1, R2, R3 é
        ADD @R1, R2, R3
        LI R1, 5 /* never ends
