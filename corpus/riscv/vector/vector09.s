.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x214c81db192b8791
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
    li t1, 27
    vsetvli t1, t1, e8, m1, ta, mu
    vsra.vx v12, v16, a7
    vmerge.vim v6, v10, -2, v0
    vsll.vv v14, v28, v30
    vsetvli t1, zero, e32, m8, ta, ma
    fsrmi 2
    vmv.s.x v8, a6
    vmfgt.vf v16, v0, fa6, v0.t
    li t1, 8
    vsetvli t1, t1, e16, mf4, ta, ma
    vmsltu.vv v28, v12, v27, v0.t
    vslidedown.vx v3, v2, a3
    vmslt.vv v21, v24, v30, v0.t
    li t1, 17
    vsetvli t1, t1, e32, mf2, tu, mu
    vfdiv.vv v1, v20, v3, v0.t
    vmv.s.x v20, a3
    csrwi vxrm, 0
    vwaddu.vv v16, v18, v7, v0.t
    vfslide1up.vf v8, v24, fa0
    li t0, 131113
    add t0, s0, t0
    vse8.v v11, (t0), v0.t
    vmor.mm v14, v20, v28
    li t1, 23
    vsetvli t1, t1, e64, m2, ta, mu
    vmseq.vv v0, v4, v20
    csrwi vxrm, 3
    vmulhu.vx v2, v4, a1, v0.t
    li t1, 428
    vsetvli t1, t1, e16, m8, ta, ma
    vmacc.vx v24, a7, v8, v0.t
    vmsleu.vv v24, v16, v8
    vmadc.vvm v8, v24, v0, v0
    vsetivli t1, 24, e8, mf8, ta, mu
    vaadd.vv v9, v26, v20
    vmslt.vx v16, v22, a1, v0.t
    vsaddu.vv v22, v1, v30
    li t1, 458
    vsetvli t1, t1, e8, m4, ta, mu
    vslide1up.vx v8, v16, a1
    vnsra.wv v20, v0, v0
    vslide1up.vx v24, v0, a7, v0.t
    li t1, 70
    vsetvli t1, t1, e16, m2, tu, ma
    vsmul.vv v10, v4, v10, v0.t
    vmseq.vi v12, v2, 13
    vredmax.vs v16, v12, v20
    vsetivli t1, 7, e8, m4, ta, ma
    vwsubu.vv v24, v16, v28
    csrwi vxrm, 1
    vmsle.vi v28, v16, -14, v0.t
    li t1, 238
    vsetvli t1, t1, e16, m4, ta, mu
    vslideup.vi v12, v16, 1
    vmulhsu.vv v8, v0, v0, v0.t
    vmsltu.vv v20, v24, v24, v0.t
    li t1, 104
    vsetvli t1, t1, e32, m8, ta, mu
    vmsgt.vx v0, v16, a3, v0.t
    csrwi vxrm, 1
    vdivu.vv v8, v0, v16
    vsetvli t1, zero, e16, m8, tu, ma
    vmsne.vx v0, v24, a2
    vsmul.vv v16, v24, v0
    csrwi vxrm, 3
    li t1, 27
    vsetvli t1, t1, e32, m1, tu, ma
    vfwsub.wf v12, v16, fa5
    vfwmul.vf v16, v4, fa5, v0.t
    vmsltu.vv v4, v2, v8, v0.t
    vsetivli t1, 19, e8, m4, tu, ma
    vrsub.vi v28, v4, 0, v0.t
    vmxnor.mm v0, v8, v16
    vssubu.vv v4, v24, v16, v0.t
    vsetivli t1, 6, e8, mf2, tu, ma
    vwmul.vv v12, v25, v25, v0.t
    vsaddu.vx v19, v15, a4
    vslideup.vi v18, v28, 16
    li t1, 0
    vsetvli t1, t1, e32, m2, ta, ma
    vfcvt.x.f.v v24, v0
    vfwmsac.vv v4, v28, v20, v0.t
    vadc.vim v4, v0, -14, v0
    li t1, 23
    vsetvli t1, t1, e64, m8, ta, ma
    vnmsac.vv v0, v16, v24
    csrwi vxrm, 2
    vmsleu.vx v16, v16, a0, v0.t
    vsetvli t1, zero, e8, mf8, ta, mu
    vmadc.vvm v8, v13, v15, v0
    vredand.vs v6, v20, v4
    vwsubu.vv v18, v0, v28, v0.t
    vsetivli t1, 31, e32, m1, ta, ma
    vmflt.vv v23, v8, v24, v0.t
    vslidedown.vi v25, v30, 28
    vfdiv.vv v13, v19, v18
    vsetvli t1, zero, e32, m2, tu, mu
    vfwsub.vv v4, v24, v24
    vrem.vv v6, v20, v28
    li t0, 131095
    add t0, s0, t0
    vsm.v v28, (t0)
    vsetvli t1, zero, e64, m8, ta, mu
    li t2, -17
    li t0, 131090
    add t0, s0, t0
    vsse64.v v0, (t0), t2, v0.t
    vmxnor.mm v0, v0, v24
    vxor.vi v24, v16, 13
    li t1, 2
    vsetvli t1, t1, e64, m4, ta, mu
    vmulhu.vx v20, v8, a2, v0.t
    li t2, 32767
    li t0, 131098
    add t0, s0, t0
    vluxei8.v v24, (t0), v16
    vssra.vv v12, v28, v8
    vsetvli t1, zero, e8, mf2, tu, mu
    vssrl.vv v26, v13, v15, v0.t
    vmulh.vx v26, v9, a7
    vssrl.vx v10, v26, a5
    li t1, 63
    vsetvli t1, t1, e64, m8, tu, ma
    vmnand.mm v16, v8, v24
    vmv.x.s a0, v16
    vssub.vv v24, v16, v0, v0.t
    li t1, 11
    vsetvli t1, t1, e64, m2, ta, ma
    li t0, 131126
    add t0, s0, t0
    vs1r.v v28, (t0)
    vsub.vx v4, v24, a0
    vadd.vi v20, v22, 11
    vsetivli t1, 7, e8, m1, ta, mu
    vrgather.vv v14, v24, v20
    vfirst.m a3, v24
    vmul.vx v22, v18, a5
    vsetvli t1, zero, e8, mf4, ta, mu
    vasub.vv v6, v2, v5, v0.t
    vxor.vv v26, v24, v18, v0.t
    vwmacc.vx v7, a3, v10
    li t1, 15
    vsetvli t1, t1, e16, mf2, ta, mu
    fadd.s ft0, fa0, fa1, dyn
    vfncvt.rtz.x.f.w v14, v10, v0.t
    vaadd.vx v7, v28, a6, v0.t
    li t2, 32767
    vsetvli t3, zero, e32, m1, ta, ma
    vand.vx v17, v17, t2
    li t1, 15
    vsetvli t1, t1, e16, mf2, ta, mu
    li t0, 131072
    add t0, s0, t0
    vsuxseg6ei32.v v22, (t0), v17, v0.t
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
