        LI R1, 1 / 0
        LI R1, 5 % (3 - 3)
        LI R1, 1 << 64
        LI R1, 0xffffffffffffffff + 1
        LI R1, (1 + 2
        LI R1, 1 +
        LI R1, 1.5 | 2
        LI R1, 12ab
        LI R1, frob(1)
        LI R1, R2 + 1
        LI R1, 4 4
