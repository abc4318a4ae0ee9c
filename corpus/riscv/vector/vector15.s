.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xd4a560b975a95de3
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
    li t1, 499
    vsetvli t1, t1, e16, m8, ta, ma
    vredminu.vs v0, v0, v16, v0.t
    vrsub.vi v0, v0, 2
    vmv.s.x v24, a7
    li t1, 59
    vsetvli t1, t1, e64, m4, ta, ma
    vredand.vs v0, v16, v0
    vmsbc.vx v4, v0, a2
    csrwi vxrm, 3
    li t2, 10
    li t0, 131077
    add t0, s0, t0
    vsse64.v v8, (t0), t2, v0.t
    vfadd.vv v16, v16, v16, v0.t
    vfdiv.vv v24, v20, v20
    fadd.s ft0, fa0, fa1, dyn
    vfcvt.rtz.xu.f.v v12, v0, v0.t
    vsetvli t1, zero, e32, mf2, tu, ma
    vnsra.wi v18, v7, 15, v0.t
    vfmul.vf v1, v22, fa5
    vsaddu.vv v2, v20, v28
    vsetivli t1, 14, e32, m1, tu, ma
    vrgather.vi v22, v30, 15
    vfadd.vf v2, v10, fa0
    vfnmsac.vf v0, fa1, v16
    vsetvli t1, zero, e32, m1, tu, mu
    vmerge.vim v6, v16, 14, v0
    vxor.vx v20, v22, a5
    vwmulu.vv v8, v2, v6, v0.t
    li t1, 277
    vsetvli t1, t1, e16, m8, ta, mu
    vmulhu.vv v16, v0, v16
    vand.vi v0, v24, -11
    vmv.s.x v16, a0
    li t1, 399
    vsetvli t1, t1, e8, m8, ta, ma
    vrsub.vx v0, v24, a0
    vasubu.vx v8, v16, a4
    vmnand.mm v0, v8, v16
    li t1, 9
    vsetvli t1, t1, e64, m1, ta, mu
    vmfne.vv v3, v30, v2, v0.t
    vfmerge.vfm v28, v17, fa6, v0
    vslidedown.vx v20, v27, a1, v0.t
    li t1, 47
    vsetvli t1, t1, e64, m8, tu, mu
    vmxor.mm v16, v16, v8
    vfslide1down.vf v0, v16, fa4
    vmacc.vv v16, v16, v0, v0.t
    li t1, 1
    vsetvli t1, t1, e8, mf2, ta, mu
    vwsub.vv v6, v15, v12
    vsrl.vv v4, v14, v23, v0.t
    vmadc.vi v26, v24, -3
    li t1, 94
    vsetvli t1, t1, e16, m2, tu, ma
    fsrmi 0
    vmul.vx v16, v16, a4
    vmsbc.vvm v24, v28, v28, v0
    li t1, 6
    vsetvli t1, t1, e16, mf4, tu, ma
    vsaddu.vi v30, v28, -5, v0.t
    vadd.vi v12, v28, 12, v0.t
    vadc.vxm v26, v14, a0, v0
    li t1, 547
    vsetvli t1, t1, e8, m8, tu, mu
    vmadc.vv v0, v0, v16
    li t0, 131100
    add t0, s0, t0
    vl4re64.v v16, (t0)
    vmmv.m v16, v16
    li t1, 3
    vsetvli t1, t1, e32, m2, tu, mu
    vredsum.vs v6, v28, v10
    vnmsac.vx v4, a6, v24
    vmul.vv v28, v20, v28
    li t1, 129
    vsetvli t1, t1, e32, m8, tu, ma
    vssubu.vx v16, v8, a2, v0.t
    fadd.s ft0, fa0, fa1, dyn
    vfcvt.rtz.xu.f.v v0, v0
    vmmv.m v16, v0
    li t1, 15
    vsetvli t1, t1, e64, m1, tu, ma
    vmerge.vxm v12, v10, a5, v0
    vsadd.vx v1, v28, a3
    vminu.vv v24, v20, v26, v0.t
    vsetvli t1, zero, e8, mf4, ta, ma
    vmv.x.s a1, v26
    vnsrl.wx v28, v8, a2, v0.t
    vmsne.vv v4, v18, v2
    vsetvli t1, zero, e8, mf4, tu, ma
    vor.vx v18, v14, a5, v0.t
    vcompress.vm v11, v31, v24
    vssrl.vi v22, v10, 30, v0.t
    li t1, 79
    vsetvli t1, t1, e64, m8, ta, ma
    vmv.v.x v0, a2
    vremu.vx v16, v16, a4
    vmadc.vx v0, v24, a4
    li t1, 14
    vsetvli t1, t1, e8, mf4, ta, mu
    vrgather.vx v24, v18, a4, v0.t
    csrwi vxrm, 0
    vwredsum.vs v28, v12, v6, v0.t
    li t1, 10
    vsetvli t1, t1, e32, m2, ta, ma
    vssra.vx v28, v4, a4, v0.t
    vfwredosum.vs v4, v8, v30
    vredsum.vs v28, v26, v24, v0.t
    vsetvli t1, zero, e32, m1, tu, mu
    csrwi vxrm, 1
    vfwcvt.xu.f.v v2, v18
    vfslide1up.vf v15, v10, fa5
    li t1, 72
    vsetvli t1, t1, e8, m1, ta, mu
    vmsle.vx v6, v23, a4, v0.t
    vsll.vv v12, v6, v22
    vmsne.vx v20, v4, a1
    li t1, 65
    vsetvli t1, t1, e64, m8, ta, mu
    vfdiv.vf v0, v0, fa1
    vsadd.vv v0, v16, v8
    vmv4r.v v16, v8
    li t1, 25
    vsetvli t1, t1, e8, m1, ta, mu
    vmax.vv v14, v10, v4
    vmsgtu.vx v23, v18, a0, v0.t
    vslidedown.vx v4, v4, a2, v0.t
    li t1, 25
    vsetvli t1, t1, e64, m4, tu, ma
    fsrmi 4
    vfmacc.vf v4, fa1, v0
    vfrec7.v v8, v16
    li t1, 167
    vsetvli t1, t1, e32, m8, ta, ma
    vdiv.vx v8, v24, a1, v0.t
    vsext.vf2 v24, v0, v0.t
    fsrmi 0
    li t1, 59
    vsetvli t1, t1, e16, m1, tu, ma
    vremu.vx v6, v8, a5
    vrgather.vv v16, v12, v27
    vmxnor.mm v0, v18, v28
    vsetvli t1, zero, e8, m1, ta, ma
    vdiv.vv v24, v20, v4, v0.t
    vmsne.vi v16, v8, 12, v0.t
    vwsub.wx v2, v4, a4, v0.t
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
