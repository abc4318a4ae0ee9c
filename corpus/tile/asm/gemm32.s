# a0 = C (f32, 32 x 32, row pitch 128 bytes)
# a1 = A (f16, 32 x K, row-major)      a2 = Bt (f16, 32 x K; row n is column n of B)
# a3 = K, a positive multiple of 64
gemm32:
        srli    t0, a3, 4                   # row pitch in 32-byte units: 2K / 32
        tmv.t.x.wu tr0, zero, bc            # clear the 32 x 32 accumulator
        tmv.t.x.wu tr1, zero, bc
        tmv.t.x.wu tr2, zero, bc
        tmv.t.x.wu tr3, zero, bc
kloop: tld.global.s tr8, 0(a1), t0         # four 32 x 16 blocks of A
        tld.global.s tr9, 32(a1), t0
        tld.global.s tr10, 64(a1), t0
        tld.global.s tr11, 96(a1), t0
        tld.global.s tr16, 0(a2), t0        # four 32 x 16 blocks of Bt
        tld.global.s tr17, 32(a2), t0
        tld.global.s tr18, 64(a2), t0
        tld.global.s tr19, 96(a2), t0
        tmma.f16.k4 tr0, tr8, tr16          # 64 steps of K at once
        addi    a1, a1, 128
        addi    a2, a2, 128
        addi    a3, a3, -64
        bnez    a3, kloop
        li      t1, 4                       # row pitch of C in 32-byte units
        tst.global.s tr0, 0(a0), t1
        tst.global.s tr1, 32(a0), t1
        tst.global.s tr2, 64(a0), t1
        tst.global.s tr3, 96(a0), t1
        twait.global.st 0
        ret
