        .rept 1000000000
        .rept 1000000000
        .endr
        .endr
