.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xa00494018c397c37
    li t1, 6364136223846793005
    li t2, 32768
    mv t3, s0
    la t6, special
fill:
    mul t0, t0, t1
    addi t0, t0, 1234
    srli t4, t0, 29
    xor t4, t4, t0
    andi t5, t4, 7
    bnez t5, plain
    srli t5, t0, 56
    andi t5, t5, 0xf8
    add t5, t5, t6
    ld t4, 0(t5)
plain:
    sd t4, 0(t3)
    addi t3, t3, 8
    addi t2, t2, -1
    bnez t2, fill
    mv t0, s0
    li t1, 1024
    vl8re8.v v0, (t0)
    add t0, t0, t1
    vl8re8.v v8, (t0)
    add t0, t0, t1
    vl8re8.v v16, (t0)
    add t0, t0, t1
    vl8re8.v v24, (t0)
    add t0, t0, t1
    ld x10, 80(t0)
    fld f10, 336(t0)
    ld x11, 88(t0)
    flw f11, 344(t0)
    ld x12, 96(t0)
    fld f12, 352(t0)
    ld x13, 104(t0)
    flw f13, 360(t0)
    ld x14, 112(t0)
    fld f14, 368(t0)
    ld x15, 120(t0)
    flw f15, 376(t0)
    ld x16, 128(t0)
    fld f16, 384(t0)
    ld x17, 136(t0)
    flw f17, 392(t0)
    li t1, 704
    vsetvli t1, t1, e8, m8, tu, mu
    vssrl.vi v0, v24, 13
    fsrmi 3
    vmv.v.v v0, v0
    li t1, 19
    vsetvli t1, t1, e8, m1, ta, ma
    vslide1down.vx v4, v6, a3
    vssubu.vv v0, v12, v21
    vwadd.wv v18, v8, v30, v0.t
    li t1, 1
    vsetvli t1, t1, e32, m1, tu, ma
    vfmax.vv v26, v17, v7
    vsadd.vi v1, v27, -4
    vfcvt.xu.f.v v14, v29
    li t1, 58
    vsetvli t1, t1, e8, mf2, ta, mu
    vmadc.vv v4, v24, v15
    vrem.vv v22, v1, v18
    vwmulsu.vv v4, v22, v21
    li t1, 233
    vsetvli t1, t1, e8, m4, ta, mu
    vmulhsu.vv v24, v8, v0, v0.t
    vnclipu.wv v8, v8, v24
    vwmaccsu.vx v24, a6, v8
    li t1, 103
    vsetvli t1, t1, e32, m4, tu, mu
    fsrmi 0
    vfmv.s.f v20, fa5
    vredsum.vs v24, v16, v0, v0.t
    li t1, 114
    vsetvli t1, t1, e64, m8, ta, mu
    vfmv.v.f v8, fa5
    vredmaxu.vs v24, v16, v0
    vfrsub.vf v8, v8, fa2
    li t1, 197
    vsetvli t1, t1, e8, m2, ta, mu
    vnclipu.wv v26, v8, v26
    vor.vv v24, v20, v0, v0.t
    vsaddu.vx v22, v12, a0
    vsetvli t1, zero, e8, mf2, tu, mu
    vredmax.vs v20, v22, v2
    vslide1down.vx v26, v12, a3, v0.t
    vmseq.vi v8, v2, -8, v0.t
    li t1, 30
    vsetvli t1, t1, e32, m1, ta, mu
    vmsbc.vxm v28, v24, a4, v0
    vfwmacc.vf v8, fa4, v5
    vsra.vv v16, v2, v22, v0.t
    li t1, 2
    vsetvli t1, t1, e64, m8, ta, ma
    vslidedown.vx v8, v16, a2, v0.t
    vmsbf.m v16, v0
    vmerge.vvm v16, v0, v16, v0
    vsetvli t1, zero, e64, m1, tu, ma
    vfmv.v.f v22, fa0
    vrsub.vi v4, v28, -6
    vmv.v.v v1, v14
    li t1, 18
    vsetvli t1, t1, e32, m1, tu, ma
    vmsltu.vx v4, v18, a0
    vmsltu.vv v18, v8, v28, v0.t
    vmsleu.vv v27, v4, v26
    li t1, 13
    vsetvli t1, t1, e64, m1, ta, mu
    vsext.vf4 v12, v1, v0.t
    vsra.vi v6, v9, 7, v0.t
    csrwi vxrm, 2
    vredxor.vs v12, v8, v5
    vfmsac.vf v12, fa6, v28, v0.t
    vminu.vv v10, v22, v22
    csrwi vxrm, 2
    li t2, -84
    li t0, 131113
    add t0, s0, t0
    vssseg6e64.v v20, (t0), t2
    li t2, 32767
    vsetvli t3, zero, e32, mf2, ta, ma
    vand.vx v16, v16, t2
    li t1, 13
    vsetvli t1, t1, e64, m1, ta, mu
    li t0, 131133
    add t0, s0, t0
    vsuxei32.v v30, (t0), v16, v0.t
    csrwi vxrm, 0
    vfcvt.f.xu.v v18, v16, v0.t
    li t1, 77
    vsetvli t1, t1, e32, m4, tu, mu
    vnclipu.wi v4, v24, 3, v0.t
    vsadd.vx v0, v8, a7
    vsrl.vv v24, v4, v24, v0.t
    li t1, 11
    vsetvli t1, t1, e16, m1, tu, mu
    vrsub.vx v22, v9, a0
    vredmin.vs v18, v14, v12, v0.t
    vsaddu.vv v17, v23, v24
    li t1, 26
    vsetvli t1, t1, e8, mf2, ta, mu
    vmul.vv v6, v5, v6
    vnsrl.wx v26, v14, a0
    vmsne.vv v26, v22, v25, v0.t
    vsetivli t1, 19, e32, m8, ta, ma
    vfnmadd.vv v16, v0, v24
    vfrsub.vf v24, v8, fa3
    vor.vx v8, v16, a4
    li t1, 237
    vsetvli t1, t1, e16, m8, tu, mu
    vmsbc.vxm v16, v8, a5, v0
    li t0, 131107
    add t0, s0, t0
    vsm.v v0, (t0)
    vmulhu.vx v24, v0, a3
    vsetivli t1, 30, e64, m1, tu, ma
    vmfle.vf v4, v26, fa6, v0.t
    csrwi vxrm, 1
    vadc.vim v28, v12, 11, v0
    li t1, 25
    vsetvli t1, t1, e32, m1, tu, mu
    vmulhu.vv v10, v31, v30, v0.t
    vfcvt.f.x.v v29, v28, v0.t
    vaadd.vv v14, v0, v12, v0.t
    li t1, 97
    vsetvli t1, t1, e8, m8, tu, ma
    vadd.vx v8, v16, a5, v0.t
    vsub.vv v24, v8, v0
    vmsleu.vx v24, v0, a6, v0.t
    vsetvli t1, zero, e16, m1, tu, mu
    vsll.vx v0, v26, a5
    vwmaccu.vv v6, v26, v18
    vmacc.vv v7, v19, v8, v0.t
    vsetivli t1, 28, e16, m4, tu, mu
    vmsgt.vi v0, v4, 9
    vmv1r.v v24, v24
    vssra.vv v0, v8, v16
    li t1, 16
    vsetvli t1, t1, e16, mf4, ta, ma
    vmadc.vi v27, v2, -8
    vslideup.vi v15, v25, 4, v0.t
    fsrmi 4
    vmseq.vx v27, v4, a2
    vmsgt.vx v24, v20, a0
    vmv.v.x v8, a6
    vmsbc.vvm v6, v3, v26, v0
    vsetivli t1, 28, e32, m1, tu, ma
    vmerge.vvm v8, v3, v21, v0
    vmadc.vx v29, v27, a2
    vmadc.vi v13, v8, 10
    vsetivli t1, 3, e32, m8, tu, ma
    vredand.vs v0, v16, v0, v0.t
    vredor.vs v16, v24, v24, v0.t
    vsll.vv v0, v0, v0
    csrr t3, vl
    csrr t4, vtype
    csrr t5, vcsr
    csrr t6, fcsr
    la t0, output
    li t1, 1024
    csrwi vstart, 0
    vs8r.v v0, (t0)
    add t0, t0, t1
    vs8r.v v8, (t0)
    add t0, t0, t1
    vs8r.v v16, (t0)
    add t0, t0, t1
    vs8r.v v24, (t0)
    add t0, t0, t1
    sd x10, 0(t0)
    sd x11, 8(t0)
    sd x12, 16(t0)
    sd x13, 24(t0)
    sd x14, 32(t0)
    sd x15, 40(t0)
    sd x16, 48(t0)
    sd x17, 56(t0)
    sd x28, 144(t0)
    sd x29, 152(t0)
    sd x30, 160(t0)
    sd x31, 168(t0)
    fsd f10, 184(t0)
    fsd f11, 192(t0)
    fsd f12, 200(t0)
    fsd f13, 208(t0)
    fsd f14, 216(t0)
    fsd f15, 224(t0)
    fsd f16, 232(t0)
    fsd f17, 240(t0)
    li t1, 32768
    mv t2, s0
    li t3, 0
sum:
    ld t4, 0(t2)
    slli t5, t3, 5
    srli t3, t3, 59
    or t3, t3, t5
    add t3, t3, t4
    addi t2, t2, 8
    addi t1, t1, -1
    bnez t1, sum
    sd t3, 248(t0)
    li a0, 1
    la a1, output
    li a2, 4352
    li a7, 64
    ecall
    li a0, 0
    li a7, 93
    ecall
.data
.balign 8
special:
.dword 0, 0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000
.dword 0x7ff8000000000000, 0x7ff0000000000001, 0x3ff0000000000000, 0xbff0000000000000
.dword 0x000fffffffffffff, 0x8000000000000001, 0x7fefffffffffffff, 0x0010000000000000
.dword 0x7f8000007fc00000, 0xff8000007f800001, 0x3f800000bf800000, 0x0000000180000001
.dword 0x7f7fffff00800000, 0x807fffff3f000000, 0x4b0000004f000000, 0xcf0000005f000000
.dword 0x7fffffffffffffff, 0xffffffffffffffff, 0x8000000080000000, 0x7fffffff7fffffff
.dword 0x0080008000800080, 0x7f7f7f7f80808080, 0x4330000000000000, 0x43e0000000000000
.dword 0xc3e0000000000000, 0x41dfffffffc00000, 0x40dfffe040e00000, 0x3fe000003fdfffff
.bss
.balign 64
buffer:
.zero 262144
output:
.zero 4352
