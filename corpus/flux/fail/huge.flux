        NOP
        .skip 1 << 40
        FROB
