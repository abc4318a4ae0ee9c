        LAOD R1, 0(R2)
        FROB R1, R2
        ADDF R1, R2, R3
        123 R1
        , R1
        IADD R1, R2, R3
        SWIZZLE R1, R2, wzyx
        .ext v0.3
        .ext
        .ext v0.2 more
        .ext v0.2
        IADD R1, R2, R3
        SWIZZLE R1, R2, abcd
        SWIZZLE R1, R2, xyz
        SWIZZLE R1, R2, 5
