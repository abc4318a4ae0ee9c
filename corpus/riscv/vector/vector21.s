.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xed8429e1a481e5cb
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
    vsetvli t1, zero, e16, mf4, tu, ma
    vadd.vi v22, v15, 10, v0.t
    fsrmi 4
    vslide1down.vx v18, v10, a5, v0.t
    li t1, 166
    vsetvli t1, t1, e16, m4, ta, mu
    csrwi vxrm, 1
    vredxor.vs v0, v0, v0
    vslideup.vx v12, v16, a3, v0.t
    vsetivli t1, 20, e64, m8, tu, ma
    li t0, 131083
    add t0, s0, t0
    vs8r.v v16, (t0)
    vssubu.vv v16, v8, v0
    vfsgnjx.vv v24, v0, v16, v0.t
    li t1, 32
    vsetvli t1, t1, e64, m2, ta, ma
    vssrl.vx v0, v28, a1
    vfadd.vv v8, v20, v8
    vslideup.vi v4, v16, 14, v0.t
    li t1, 1
    vsetvli t1, t1, e64, m2, ta, ma
    fsrmi 1
    vfrdiv.vf v22, v28, fa2
    vmv.v.v v4, v20
    li t1, 1
    vsetvli t1, t1, e32, m1, ta, ma
    vadd.vv v16, v4, v0, v0.t
    vfnmsub.vf v18, fa3, v22
    li t2, 32767
    vsetvli t3, zero, e64, m2, ta, ma
    vand.vx v16, v16, t2
    li t1, 1
    vsetvli t1, t1, e32, m1, ta, ma
    li t0, 131079
    add t0, s0, t0
    vloxseg6ei64.v v24, (t0), v16, v0.t
    li t1, 67
    vsetvli t1, t1, e32, m8, ta, ma
    vfmadd.vv v24, v0, v16
    vslidedown.vx v16, v0, a7
    csrwi vxrm, 0
    li t1, 21
    vsetvli t1, t1, e64, m2, ta, ma
    vmax.vv v4, v4, v0, v0.t
    vadc.vxm v2, v28, a4, v0
    vmsle.vx v30, v8, a0, v0.t
    li t1, 29
    vsetvli t1, t1, e32, m1, tu, ma
    fsrmi 2
    vmfle.vf v30, v15, fa4, v0.t
    vwmulu.vx v2, v19, a0
    li t1, 63
    vsetvli t1, t1, e32, m2, ta, mu
    vfncvt.f.x.w v12, v0
    fsrmi 0
    vasubu.vv v24, v2, v20
    vsetvli t1, zero, e8, mf8, tu, ma
    vwsubu.wx v6, v22, a2
    vrgather.vi v2, v28, 20, v0.t
    vssubu.vv v26, v4, v5, v0.t
    li t1, 43
    vsetvli t1, t1, e32, m2, tu, mu
    vsll.vx v28, v0, a6
    vssrl.vi v12, v0, 10
    csrwi vxrm, 0
    vmfeq.vf v0, v10, fa7
    vfredmin.vs v0, v24, v12, v0.t
    vxor.vv v2, v16, v22
    vwredsumu.vs v14, v20, v12
    vsetvli t1, zero, e8, m4, ta, mu
    vmadc.vvm v4, v8, v0, v0
    vmsleu.vx v20, v16, a5
    vmsbc.vxm v16, v8, a1, v0
    vsetvli t1, zero, e32, mf2, ta, ma
    vfredosum.vs v20, v16, v14, v0.t
    vnsrl.wi v20, v27, 4, v0.t
    vmaxu.vv v15, v12, v12
    li t1, 249
    vsetvli t1, t1, e16, m4, tu, mu
    vmv.v.v v24, v0
    vsub.vx v24, v24, a3
    vmv4r.v v16, v0
    li t1, 753
    vsetvli t1, t1, e8, m8, tu, ma
    vmadc.vim v16, v0, 8, v0
    vxor.vi v16, v16, 14
    fsrmi 2
    li t1, 671
    vsetvli t1, t1, e8, m8, tu, ma
    vxor.vv v8, v0, v16
    vsrl.vv v16, v8, v24, v0.t
    vslideup.vx v24, v16, a4, v0.t
    li t1, 103
    vsetvli t1, t1, e16, m4, ta, ma
    vdivu.vx v8, v4, a5
    vmsif.m v0, v24
    vadc.vim v16, v8, -2, v0
    li t1, 0
    vsetvli t1, t1, e16, m2, tu, ma
    vmadd.vv v24, v28, v16
    vnclip.wi v8, v16, 14, v0.t
    vredminu.vs v12, v20, v20
    vsetvli t1, zero, e32, m8, ta, mu
    fsrmi 4
    vmadc.vxm v16, v0, a0, v0
    vaadd.vx v16, v0, a5, v0.t
    vsetvli t1, zero, e16, mf4, ta, ma
    vslide1up.vx v29, v14, a3
    li t2, 37
    li t0, 131117
    add t0, s0, t0
    vlse8.v v6, (t0), t2, v0.t
    vwsubu.wx v8, v23, a0
    li t1, 6
    vsetvli t1, t1, e16, mf4, ta, ma
    vredminu.vs v13, v5, v1, v0.t
    vxor.vi v11, v10, 5
    vmand.mm v9, v6, v8
    li t1, 9
    vsetvli t1, t1, e8, m1, tu, mu
    vwsubu.vx v26, v30, a6, v0.t
    fsrmi 4
    vmerge.vxm v14, v31, a0, v0
    li t1, 14
    vsetvli t1, t1, e16, m4, ta, ma
    vslide1up.vx v12, v8, a1
    fsrmi 2
    vadd.vv v0, v0, v0
    li t1, 37
    vsetvli t1, t1, e32, m2, ta, ma
    vfsub.vv v16, v10, v16
    vwsubu.vx v12, v28, a0, v0.t
    vmsif.m v20, v16, v0.t
    vsetivli t1, 8, e16, m4, ta, ma
    fsrmi 1
    fsrmi 2
    vadc.vim v8, v8, -12, v0
    li t1, 45
    vsetvli t1, t1, e16, m1, ta, ma
    fsrmi 1
    vmseq.vi v25, v18, 11, v0.t
    vmandn.mm v8, v29, v10
    vsetvli t1, zero, e32, mf2, ta, ma
    fsrmi 0
    vadc.vvm v16, v8, v14, v0
    vfwmul.vf v5, v25, fa4, v0.t
    vsetvli t1, zero, e8, m2, ta, ma
    vsra.vx v16, v8, a0, v0.t
    vmulhsu.vv v20, v4, v24, v0.t
    vmulhsu.vx v24, v4, a1, v0.t
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
