.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x7383aba5017dadd
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
    li t1, 8
    vsetvli t1, t1, e32, mf2, ta, mu
    vmsleu.vi v30, v14, 9, v0.t
    vfsgnjx.vf v25, v4, fa0, v0.t
    vfncvt.rod.f.f.w v3, v28, v0.t
    vsetivli t1, 7, e8, mf4, tu, ma
    vasubu.vv v2, v12, v8
    vmv.v.i v13, -9
    vmerge.vxm v10, v29, a1, v0
    li t1, 24
    vsetvli t1, t1, e32, m1, tu, ma
    vredxor.vs v22, v16, v11, v0.t
    vmslt.vx v6, v8, a1
    csrwi vxrm, 1
    vmin.vv v6, v1, v1, v0.t
    vmsleu.vx v18, v24, a7
    vfcvt.xu.f.v v18, v22
    li t0, 131102
    add t0, s0, t0
    vsm.v v18, (t0)
    li t1, 34
    vsetvli t1, t1, e16, m2, ta, mu
    vmulhsu.vx v20, v16, a0, v0.t
    vrsub.vx v12, v16, a4, v0.t
    vdivu.vx v28, v8, a2, v0.t
    li t1, 43
    vsetvli t1, t1, e64, m8, tu, mu
    vmorn.mm v0, v0, v24
    vfmv.v.f v16, fa3
    vmsof.m v16, v24, v0.t
    li t1, 30
    vsetvli t1, t1, e32, m2, ta, mu
    vssrl.vi v14, v28, 10
    vfncvt.rod.f.f.w v22, v16, v0.t
    vfcvt.x.f.v v20, v20
    li t1, 10
    vsetvli t1, t1, e8, mf8, ta, ma
    vmxnor.mm v4, v30, v0
    csrwi vxrm, 2
    vssrl.vv v5, v10, v10, v0.t
    li t1, 32
    vsetvli t1, t1, e8, mf4, ta, ma
    vwmacc.vx v14, a5, v28
    vrsub.vx v16, v26, a2
    vsaddu.vx v18, v18, a4, v0.t
    vsetvli t1, zero, e16, m1, tu, mu
    vsmul.vx v2, v26, a1
    vmadd.vx v19, a5, v21
    vsaddu.vx v1, v13, a5
    li t1, 3
    vsetvli t1, t1, e64, m4, ta, ma
    vmfle.vf v0, v0, fa1
    vzext.vf2 v8, v0
    vssub.vx v20, v24, a1, v0.t
    vsetvli t1, zero, e32, mf2, ta, mu
    vrem.vv v0, v4, v8
    vwmulu.vx v23, v20, a4, v0.t
    vmulhu.vx v28, v4, a4
    li t1, 214
    vsetvli t1, t1, e32, m8, ta, ma
    vsra.vi v0, v0, 8
    vmor.mm v16, v8, v0
    vfmsub.vf v0, fa6, v16
    li t1, 33
    vsetvli t1, t1, e64, m4, tu, mu
    li t0, 131117
    add t0, s0, t0
    vs8r.v v16, (t0)
    vfmsub.vv v16, v24, v16
    vfsgnjx.vf v12, v16, fa4, v0.t
    li t1, 15
    vsetvli t1, t1, e64, m2, ta, mu
    vfnmsac.vf v12, fa6, v4
    vssra.vi v8, v12, 9, v0.t
    vfslide1up.vf v24, v2, fa2
    li t1, 628
    vsetvli t1, t1, e8, m8, ta, ma
    vcompress.vm v24, v0, v0
    vmxnor.mm v16, v8, v0
    vredxor.vs v0, v0, v24, v0.t
    li t1, 16
    vsetvli t1, t1, e64, m2, ta, mu
    vsadd.vv v4, v20, v28
    vmandn.mm v20, v4, v28
    vmadc.vv v20, v10, v30
    li t1, 4
    vsetvli t1, t1, e16, mf4, tu, ma
    vadd.vi v31, v21, -6, v0.t
    vmsleu.vv v22, v26, v2
    vmv.v.x v18, a5
    li t1, 8
    vsetvli t1, t1, e64, m8, ta, mu
    vmadc.vim v0, v24, 14, v0
    vmseq.vx v0, v16, a0
    vmulh.vv v16, v16, v8
    li t1, 69
    vsetvli t1, t1, e8, m1, ta, ma
    vsmul.vv v20, v13, v18, v0.t
    vmsne.vi v27, v20, 0, v0.t
    vmsgtu.vx v4, v28, a3
    li t1, 99
    vsetvli t1, t1, e16, m2, tu, mu
    vssubu.vx v12, v18, a4, v0.t
    vmslt.vx v4, v12, a0
    vasub.vv v22, v16, v28
    li t1, 4
    vsetvli t1, t1, e64, m1, ta, mu
    vfclass.v v30, v14
    csrwi vxrm, 3
    vmin.vx v18, v2, a3, v0.t
    vsetivli t1, 4, e16, m4, ta, ma
    vredand.vs v8, v20, v16, v0.t
    vrgather.vx v0, v8, a7
    vredand.vs v16, v8, v8
    li t1, 441
    vsetvli t1, t1, e16, m8, tu, mu
    vsext.vf2 v24, v8, v0.t
    vdiv.vv v24, v24, v8
    csrwi vxrm, 3
    vssubu.vx v8, v0, a2
    vredxor.vs v16, v0, v0, v0.t
    vmsbc.vvm v0, v0, v8, v0
    vmv1r.v v24, v24
    li t1, 27
    vsetvli t1, t1, e8, mf4, tu, mu
    vor.vv v15, v29, v4, v0.t
    fsrmi 2
    vwredsum.vs v6, v21, v5
    li t1, 24
    vsetvli t1, t1, e8, mf4, ta, ma
    vmadc.vim v20, v30, 6, v0
    vnclipu.wv v8, v10, v25
    vmv.v.v v18, v25
    li t1, 12
    vsetvli t1, t1, e32, mf2, ta, mu
    fsrmi 2
    vasubu.vx v31, v2, a0
    vrgatherei16.vv v0, v8, v28
    vsetivli t1, 4, e8, m1, tu, ma
    vmnor.mm v28, v10, v13
    csrwi vxrm, 3
    vrem.vv v6, v16, v24
    vsetvli t1, zero, e16, mf2, ta, mu
    vmul.vx v4, v18, a3, v0.t
    vssubu.vx v10, v8, a1
    vaadd.vx v4, v18, a1
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
