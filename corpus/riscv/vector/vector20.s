.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x90f16ebc1e152cb3
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
    li t1, 115
    vsetvli t1, t1, e64, m8, ta, mu
    vmul.vv v0, v16, v16
    vaadd.vx v0, v0, a0
    vmor.mm v24, v0, v0
    li t1, 11
    vsetvli t1, t1, e16, m1, tu, ma
    vmslt.vx v15, v2, a1, v0.t
    vwmul.vx v20, v8, a2
    vmax.vx v1, v19, a3
    li t1, 151
    vsetvli t1, t1, e32, m8, ta, ma
    vmsleu.vv v0, v16, v16
    vand.vv v16, v16, v0
    vfsqrt.v v16, v16, v0.t
    vsetivli t1, 10, e64, m8, tu, ma
    vssrl.vi v0, v0, 15
    vmsle.vi v16, v16, -8
    vzext.vf2 v24, v16, v0.t
    vsetvli t1, zero, e8, mf4, tu, mu
    vrgather.vv v20, v14, v29, v0.t
    vssrl.vx v2, v23, a1
    vmsbc.vvm v14, v14, v2, v0
    vsetivli t1, 11, e64, m4, ta, ma
    vremu.vx v4, v24, a1, v0.t
    vmslt.vx v24, v16, a2, v0.t
    li t0, 131086
    add t0, s0, t0
    vsm.v v24, (t0)
    vsetivli t1, 14, e64, m4, tu, ma
    vor.vx v12, v0, a6
    vmv4r.v v16, v28
    vmfeq.vf v24, v16, fa0
    vsetivli t1, 4, e32, m2, ta, mu
    vfmax.vv v8, v0, v20, v0.t
    vslide1down.vx v28, v4, a0
    vfwcvt.xu.f.v v16, v24, v0.t
    li t1, 108
    vsetvli t1, t1, e64, m8, ta, ma
    vmsgtu.vx v0, v0, a3
    vmsif.m v8, v16, v0.t
    li t2, -21
    li t0, 131128
    add t0, s0, t0
    vlse16.v v0, (t0), t2
    li t1, 4
    vsetvli t1, t1, e32, m1, tu, ma
    vremu.vv v30, v24, v19
    li t0, 131095
    add t0, s0, t0
    vle8.v v8, (t0), v0.t
    vmul.vv v19, v30, v26, v0.t
    li t1, 133
    vsetvli t1, t1, e32, m8, ta, mu
    vmadc.vvm v0, v0, v8, v0
    vfadd.vv v8, v16, v16, v0.t
    vfmsub.vf v8, fa6, v0, v0.t
    li t1, 7
    vsetvli t1, t1, e16, mf2, ta, mu
    vmulh.vv v26, v26, v22
    vmv.s.x v4, a0
    vsub.vx v12, v24, a6, v0.t
    vsetivli t1, 27, e32, m4, ta, mu
    vmsbc.vxm v12, v8, a2, v0
    vmmv.m v4, v16
    vfredusum.vs v0, v8, v8, v0.t
    vsetivli t1, 20, e32, m2, ta, ma
    fadd.s ft0, fa0, fa1, dyn
    vfwcvt.rtz.x.f.v v16, v0
    vslideup.vx v2, v24, a5
    vmin.vx v6, v16, a0
    li t1, 90
    vsetvli t1, t1, e32, m8, tu, ma
    vmulhu.vv v8, v16, v24, v0.t
    vmseq.vv v0, v24, v16
    li t2, 30
    li t0, 131118
    add t0, s0, t0
    vsse8.v v0, (t0), t2, v0.t
    vsetivli t1, 10, e8, m4, ta, mu
    vmul.vx v0, v20, a6
    vdivu.vv v8, v8, v12, v0.t
    vaadd.vx v4, v4, a6, v0.t
    li t1, 14
    vsetvli t1, t1, e32, mf2, ta, ma
    vsra.vx v20, v21, a2
    vwaddu.vx v4, v24, a4, v0.t
    vfdiv.vv v8, v4, v9, v0.t
    li t1, 11
    vsetvli t1, t1, e8, mf4, ta, ma
    vxor.vx v14, v2, a4
    vmadd.vx v26, a6, v9
    vmv.x.s a5, v15
    li t1, 61
    vsetvli t1, t1, e16, m1, ta, mu
    li t2, 32767
    vsetvli t3, zero, e32, m2, ta, ma
    vand.vx v2, v2, t2
    li t1, 61
    vsetvli t1, t1, e16, m1, ta, mu
    li t0, 131120
    add t0, s0, t0
    vloxseg4ei32.v v4, (t0), v2, v0.t
    vadd.vx v8, v5, a4, v0.t
    vmadd.vx v16, a3, v8
    li t1, 31
    vsetvli t1, t1, e8, mf2, ta, ma
    vredand.vs v17, v24, v12
    csrwi vxrm, 2
    li t2, 32767
    li t0, 131119
    add t0, s0, t0
    vluxseg3ei16.v v6, (t0), v14, v0.t
    li t1, 31
    vsetvli t1, t1, e16, mf2, ta, mu
    vasub.vv v12, v30, v7
    vmin.vx v24, v2, a4
    vmerge.vxm v24, v12, a0, v0
    li t1, 660
    vsetvli t1, t1, e8, m8, ta, mu
    vmul.vx v16, v16, a4, v0.t
    vsrl.vx v16, v0, a1, v0.t
    vredxor.vs v16, v0, v0, v0.t
    vsetvli t1, zero, e32, mf2, tu, ma
    vmsleu.vv v26, v0, v30
    vmulhsu.vx v28, v27, a7
    vmseq.vv v13, v15, v6
    vsetivli t1, 17, e8, mf8, tu, mu
    vssubu.vv v29, v14, v12
    vmorn.mm v18, v4, v12
    vwmaccsu.vv v31, v30, v30
    li t1, 8
    vsetvli t1, t1, e64, m2, ta, ma
    vmulh.vx v6, v0, a2
    vfslide1up.vf v4, v20, fa0, v0.t
    vmflt.vv v16, v0, v28, v0.t
    li t1, 24
    vsetvli t1, t1, e64, m2, tu, mu
    csrwi vxrm, 2
    vsll.vx v4, v28, a2, v0.t
    vfslide1up.vf v4, v10, fa2
    li t1, 101
    vsetvli t1, t1, e8, m1, ta, mu
    vor.vi v24, v26, 13, v0.t
    vadd.vx v9, v31, a1
    fsrmi 2
    vsetvli t1, zero, e8, mf8, ta, mu
    vmsle.vx v24, v18, a1
    vmsle.vi v30, v14, 9
    vmv.v.x v6, a6
    li t1, 316
    vsetvli t1, t1, e16, m8, ta, ma
    vmin.vv v16, v16, v8
    vmv1r.v v16, v0
    vredand.vs v16, v24, v24, v0.t
    vsetvli t1, zero, e64, m4, tu, ma
    vslide1down.vx v0, v8, a1
    csrwi vxrm, 3
    li t0, 131123
    add t0, s0, t0
    vlseg6e16.v v20, (t0), v0.t
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
