.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xdf39544b9f64c707
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
    li t1, 13
    vsetvli t1, t1, e16, mf4, tu, mu
    vslide1up.vx v22, v12, a7, v0.t
    vnmsub.vx v31, a1, v6, v0.t
    fsrmi 2
    vadd.vx v31, v4, a4
    vnmsub.vv v8, v4, v24, v0.t
    csrwi vxrm, 0
    vmadc.vim v8, v24, -15, v0
    li t1, 49
    vsetvli t1, t1, e64, m4, tu, ma
    vmandn.mm v0, v0, v8
    vmxor.mm v16, v0, v8
    vfslide1down.vf v16, v28, fa1
    li t1, 144
    vsetvli t1, t1, e16, m4, ta, mu
    vmsbc.vvm v28, v12, v8, v0
    vand.vx v8, v0, a1
    vasubu.vx v4, v8, a2, v0.t
    li t1, 89
    vsetvli t1, t1, e16, m2, tu, ma
    vor.vv v18, v16, v4
    vor.vv v20, v20, v28
    vslidedown.vx v20, v0, a6
    li t1, 8
    vsetvli t1, t1, e32, m2, ta, ma
    vsaddu.vv v0, v30, v10
    vmadd.vv v10, v24, v0
    vnsra.wv v6, v0, v4
    li t1, 1002
    vsetvli t1, t1, e8, m8, tu, mu
    vadd.vi v0, v16, 5
    vmulh.vv v0, v16, v16
    li t0, 131107
    add t0, s0, t0
    vlm.v v16, (t0)
    vsetvli t1, zero, e32, mf2, ta, ma
    vfwcvt.xu.f.v v28, v1, v0.t
    li t2, -91
    li t0, 131117
    add t0, s0, t0
    vlse16.v v18, (t0), t2, v0.t
    vrem.vv v8, v30, v0, v0.t
    li t1, 18
    vsetvli t1, t1, e64, m4, ta, ma
    fsrmi 2
    vand.vi v8, v16, 12, v0.t
    vmulh.vv v24, v16, v16, v0.t
    li t1, 14
    vsetvli t1, t1, e16, mf4, ta, ma
    vmul.vv v10, v11, v2
    vmulhu.vv v14, v27, v22, v0.t
    vmv.v.v v4, v6
    li t1, 45
    vsetvli t1, t1, e8, m1, tu, mu
    vwmacc.vx v20, a6, v6, v0.t
    vssrl.vx v25, v4, a1
    vnsrl.wi v24, v0, 2
    li t1, 56
    vsetvli t1, t1, e8, m2, tu, ma
    vmsgtu.vx v8, v20, a5, v0.t
    vmsleu.vx v28, v0, a2
    vmsle.vx v2, v14, a0
    vsetivli t1, 5, e16, mf2, ta, ma
    vwmaccu.vv v2, v12, v23, v0.t
    vdiv.vv v4, v6, v10
    li t2, -51
    li t0, 131132
    add t0, s0, t0
    vlse64.v v20, (t0), t2
    li t1, 29
    vsetvli t1, t1, e64, m8, tu, ma
    vsub.vx v8, v8, a7, v0.t
    vand.vx v0, v0, a3
    fsrmi 0
    vmslt.vx v0, v16, a0
    vslidedown.vx v16, v0, a4, v0.t
    vzext.vf4 v8, v0
    vmsof.m v24, v0, v0.t
    vsetivli t1, 22, e32, m8, tu, mu
    vmadc.vv v8, v16, v16
    vsmul.vv v8, v0, v24
    vssubu.vx v24, v16, a4, v0.t
    li t1, 57
    vsetvli t1, t1, e64, m4, ta, ma
    vand.vi v4, v24, -7, v0.t
    vfmv.s.f v20, fa0
    vmsgtu.vi v16, v16, -7, v0.t
    li t1, 2
    vsetvli t1, t1, e64, m1, tu, ma
    vmv.v.v v31, v25
    vremu.vx v20, v25, a5
    vssra.vx v19, v5, a7
    li t1, 587
    vsetvli t1, t1, e8, m8, tu, ma
    vmsgt.vi v24, v16, 3, v0.t
    vcompress.vm v8, v16, v0
    vmv.x.s a1, v16
    li t1, 12
    vsetvli t1, t1, e32, mf2, ta, mu
    vredxor.vs v12, v6, v8
    vnsra.wi v3, v25, 2
    vmv.v.i v7, -9
    li t1, 12
    vsetvli t1, t1, e8, mf8, ta, ma
    vmseq.vx v21, v22, a3
    vmacc.vx v9, a0, v15
    vwadd.vv v17, v12, v25, v0.t
    li t1, 14
    vsetvli t1, t1, e64, m1, ta, ma
    vaaddu.vv v30, v22, v16
    vmsltu.vv v1, v2, v16
    vzext.vf2 v6, v11
    li t1, 229
    vsetvli t1, t1, e16, m8, tu, ma
    vmmv.m v16, v0
    vredsum.vs v24, v0, v16
    vasubu.vx v0, v24, a0
    li t1, 77
    vsetvli t1, t1, e16, m2, tu, mu
    vredxor.vs v14, v28, v24, v0.t
    vssra.vi v24, v4, 10
    vfwcvt.f.x.v v20, v6, v0.t
    li t1, 3
    vsetvli t1, t1, e64, m1, ta, ma
    vfcvt.xu.f.v v20, v14
    vfdiv.vv v30, v4, v10
    li t2, 96
    li t0, 131132
    add t0, s0, t0
    vssseg4e64.v v2, (t0), t2
    li t1, 18
    vsetvli t1, t1, e16, m8, tu, mu
    vmsgtu.vi v8, v16, -1, v0.t
    vmsle.vv v8, v24, v16
    vssub.vx v0, v0, a2
    li t1, 13
    vsetvli t1, t1, e8, mf8, ta, ma
    vadd.vx v26, v6, a3, v0.t
    csrwi vxrm, 1
    vwadd.vv v11, v30, v20
    li t1, 38
    vsetvli t1, t1, e64, m4, tu, mu
    vremu.vx v16, v16, a7, v0.t
    vsra.vx v16, v12, a3, v0.t
    vfnmsac.vf v16, fa1, v8, v0.t
    li t1, 45
    vsetvli t1, t1, e8, mf2, ta, mu
    vmax.vx v27, v0, a7
    vrem.vv v14, v22, v15
    vand.vi v26, v18, 0, v0.t
    vsetvli t1, zero, e32, m1, ta, mu
    vmsle.vi v10, v26, -3
    vfsub.vv v20, v12, v31, v0.t
    vrgather.vv v24, v26, v4
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
