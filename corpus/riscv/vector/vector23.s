.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x5f1d47c5d078e585
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
    li t1, 47
    vsetvli t1, t1, e16, m2, ta, ma
    vadc.vxm v8, v0, a6, v0
    vmsle.vv v20, v0, v16, v0.t
    vmacc.vv v28, v4, v4, v0.t
    li t1, 86
    vsetvli t1, t1, e64, m8, ta, mu
    vmadc.vi v0, v0, 15
    vmulhsu.vx v16, v8, a2
    vmsle.vx v16, v8, a7
    li t1, 27
    vsetvli t1, t1, e8, mf4, ta, mu
    vwmaccsu.vv v1, v31, v18, v0.t
    vmxnor.mm v26, v30, v5
    csrwi vxrm, 3
    li t1, 2
    vsetvli t1, t1, e8, mf4, tu, ma
    vmadc.vx v16, v6, a7
    vmv.v.i v0, -16
    li t2, 32767
    li t0, 131108
    add t0, s0, t0
    vluxei8.v v2, (t0), v12
    vsetvli t1, zero, e64, m2, tu, mu
    vadd.vv v24, v0, v28
    vmflt.vf v4, v8, fa3
    fsrmi 3
    vcompress.vm v16, v8, v24
    li t2, -46
    li t0, 131125
    add t0, s0, t0
    vsse16.v v12, (t0), t2, v0.t
    vslideup.vx v28, v26, a6
    vsadd.vi v8, v28, -3, v0.t
    li t1, 192
    vsetvli t1, t1, e8, m8, tu, ma
    li t0, 131115
    add t0, s0, t0
    vsm.v v0, (t0)
    vsrl.vi v16, v16, 8, v0.t
    vmadc.vim v16, v24, -1, v0
    li t1, 422
    vsetvli t1, t1, e16, m8, ta, ma
    csrwi vxrm, 1
    vslideup.vi v16, v0, 16
    vand.vx v16, v0, a0, v0.t
    li t1, 26
    vsetvli t1, t1, e32, m2, ta, mu
    vslide1down.vx v12, v4, a6, v0.t
    vasubu.vx v20, v14, a0
    vfcvt.f.x.v v0, v26
    vsetvli t1, zero, e32, m1, ta, mu
    vfwnmsac.vf v24, fa2, v12
    vmsbc.vxm v22, v27, a0, v0
    vredand.vs v14, v0, v9, v0.t
    vsetivli t1, 28, e16, m4, tu, mu
    vnmsub.vx v28, a7, v8
    vmv.s.x v16, a3
    vmsleu.vx v16, v16, a4, v0.t
    vsetivli t1, 3, e8, m2, tu, mu
    vminu.vv v14, v24, v0, v0.t
    vsbc.vvm v30, v12, v20, v0
    vmadd.vx v20, a3, v8
    li t1, 5
    vsetvli t1, t1, e64, m4, ta, ma
    vmv.s.x v8, a1
    vremu.vx v24, v0, a1, v0.t
    vsub.vv v24, v0, v0
    li t1, 3
    vsetvli t1, t1, e64, m1, ta, ma
    vsext.vf4 v28, v6
    vmsle.vv v12, v0, v6, v0.t
    fsrmi 3
    li t1, 10
    vsetvli t1, t1, e64, m2, tu, mu
    vfrsqrt7.v v28, v20
    vmxnor.mm v20, v28, v30
    vfredmin.vs v24, v4, v20
    li t1, 86
    vsetvli t1, t1, e32, m4, ta, ma
    vfadd.vf v8, v8, fa7, v0.t
    csrwi vxrm, 1
    vmfeq.vv v0, v16, v24
    li t1, 51
    vsetvli t1, t1, e16, m1, ta, mu
    vsra.vx v4, v28, a1, v0.t
    vmul.vv v9, v14, v14, v0.t
    vredxor.vs v31, v16, v18
    li t1, 85
    vsetvli t1, t1, e8, m2, tu, mu
    vdiv.vv v30, v0, v28
    vssrl.vi v4, v8, 13
    vmsleu.vx v24, v24, a3, v0.t
    li t1, 11
    vsetvli t1, t1, e16, m1, ta, ma
    fsrmi 2
    vnmsac.vx v18, a5, v10
    vssubu.vv v21, v6, v18
    li t1, 30
    vsetvli t1, t1, e16, m1, tu, ma
    vid.v v7, v0.t
    vmor.mm v12, v26, v6
    vcompress.vm v17, v22, v24
    vsetivli t1, 1, e8, mf2, ta, mu
    vnclipu.wv v22, v26, v30
    vrgather.vx v27, v24, a2
    vsaddu.vi v24, v3, -5
    li t1, 34
    vsetvli t1, t1, e64, m4, tu, ma
    vsadd.vv v8, v24, v24
    vmadd.vx v24, a3, v24, v0.t
    vmsltu.vx v16, v8, a0
    vsetvli t1, zero, e32, m8, ta, mu
    vfcvt.f.xu.v v8, v0, v0.t
    vmsgt.vi v0, v24, 0
    vredsum.vs v8, v0, v0
    li t1, 11
    vsetvli t1, t1, e8, mf8, tu, mu
    vssrl.vv v12, v12, v1
    vdiv.vx v16, v28, a5
    vmerge.vxm v3, v2, a2, v0
    li t1, 5
    vsetvli t1, t1, e16, mf4, tu, mu
    vrgather.vi v7, v6, 28, v0.t
    vslideup.vx v22, v16, a2, v0.t
    vfirst.m a5, v6
    vsetvli t1, zero, e64, m4, tu, ma
    vmslt.vv v8, v16, v24
    csrwi vxrm, 2
    vsra.vi v20, v12, 22
    vsetvli t1, zero, e16, mf2, tu, mu
    vredmaxu.vs v2, v12, v14
    vcpop.m a2, v26, v0.t
    vmaxu.vv v2, v12, v21
    vsetivli t1, 30, e8, mf8, tu, mu
    vadc.vxm v21, v14, a0, v0
    vrgather.vi v31, v3, 1, v0.t
    vmin.vv v31, v26, v17
    li t1, 6
    vsetvli t1, t1, e16, m1, tu, ma
    vredmaxu.vs v16, v12, v24
    vredmin.vs v6, v15, v28, v0.t
    vmorn.mm v23, v20, v24
    vsetvli t1, zero, e16, m4, ta, mu
    vmxnor.mm v8, v28, v8
    vwaddu.vx v24, v0, a4
    vsmul.vx v0, v0, a2
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
