# a0 = Y, a1 = X; both f32, 32 x 32, row pitch 128 bytes; softmax over each row
softmax32:
        li      t0, 4
        tld.global.s tr0, 0(a1), t0
        tld.global.s tr1, 32(a1), t0
        tld.global.s tr2, 64(a1), t0
        tld.global.s tr3, 96(a1), t0
        tmax.f32 tr4, tr0, tr1              # row maximum, in every element of tr4
        tmax.f32 tr5, tr2, tr3
        tmax.f32 tr4, tr4, tr5
        trowmax.f32 tr4, tr4
        lui     t1, 0x3fb8b
        addi    t1, t1, -1477               # 0x3fb8aa3b = log2(e)
        fmv.w.x fa0, t1
        tsub.f32 tr0, tr0, tr4
        tsub.f32 tr1, tr1, tr4
        tsub.f32 tr2, tr2, tr4
        tsub.f32 tr3, tr3, tr4
        tmul.f32.s tr0, tr0, fa0
        tmul.f32.s tr1, tr1, fa0
        tmul.f32.s tr2, tr2, fa0
        tmul.f32.s tr3, tr3, fa0
        texp2.f32 tr0, tr0
        texp2.f32 tr1, tr1
        texp2.f32 tr2, tr2
        texp2.f32 tr3, tr3
        tadd.f32 tr5, tr0, tr1              # row sum, in every element of tr5
        tadd.f32 tr6, tr2, tr3
        tadd.f32 tr5, tr5, tr6
        trowsum.f32 tr5, tr5
        trcp.f32 tr5, tr5
        tmul.f32 tr0, tr0, tr5
        tmul.f32 tr1, tr1, tr5
        tmul.f32 tr2, tr2, tr5
        tmul.f32 tr3, tr3, tr5
        tst.global.s tr0, 0(a0), t0
        tst.global.s tr1, 32(a0), t0
        tst.global.s tr2, 64(a0), t0
        tst.global.s tr3, 96(a0), t0
        twait.global.st 0
        ret
