# a0 = destination, a1 = source, a2 = number of 32-byte rows
tile_copy:
        li      t0, 128                     # rows in four tile registers
        li      t1, 4096
        li      t2, 32                      # rows in one tile register
        li      t3, 1024
copy4: bltu    a2, t0, copy1
        tld.global.u.x4 tr0, 0(a1)
        tst.global.u.x4 tr0, 0(a0)
        add     a1, a1, t1
        add     a0, a0, t1
        sub     a2, a2, t0
        j       copy4
copy1: bltu    a2, t2, tail
        tld.global.u tr0, 0(a1)
        tst.global.u tr0, 0(a0)
        add     a1, a1, t3
        add     a0, a0, t3
        sub     a2, a2, t2
        j       copy1
tail: beqz    a2, done
        li      t4, 1
        sll     t4, t4, a2
        addi    t4, t4, -1                  # one bit for each remaining row
        tcsrrw  t5, tmask, t4
        tld.global.u tr0, 0(a1), tm
        tst.global.u tr0, 0(a0), tm
        tcsrw   tmask, t5
done: twait.global.ldst 0, 0
        ret
