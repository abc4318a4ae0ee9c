# a0 = destination, a1 = source, a2 = number of 4096-byte chunks (even, at least 2)
copy_tma:
        li      t0, 4096
        vsetvli t1, zero, e32, m1, ta, ma
        vmv.v.x v8, t0                      # element 8 is the byte count
        li      t2, 0                       # shared buffer 0
        li      t3, 4096                    # shared buffer 1
        ttma.lin.1d.shared.global.bulk t2, a1, v8
        tcommit.tma 0
        add     a1, a1, t0
pair: ttma.lin.1d.shared.global.bulk t3, a1, v8
        tcommit.tma 1
        add     a1, a1, t0
        twait.tma 0                         # buffer 0 is full
        tld.shared.u.x4 tr0, 0(t2)
        tst.global.u.x4 tr0, 0(a0)
        add     a0, a0, t0
        addi    a2, a2, -2
        twait.shared.ld 0                   # buffer 0 is drained
        beqz    a2, last
        ttma.lin.1d.shared.global.bulk t2, a1, v8
        tcommit.tma 0
        add     a1, a1, t0
last: twait.tma 1                         # buffer 1 is full
        tld.shared.u.x4 tr4, 0(t3)
        tst.global.u.x4 tr4, 0(a0)
        add     a0, a0, t0
        twait.shared.ld 0                   # buffer 1 is drained
        bnez    a2, pair
        twait.global.st 0
        ret
