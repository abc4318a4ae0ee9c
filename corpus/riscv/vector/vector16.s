.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x8e2a3a9a124fc5c7
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
    vsetvli t1, zero, e64, m8, tu, ma
    vssra.vx v16, v16, a3, v0.t
    vmsof.m v8, v0, v0.t
    vssubu.vx v0, v24, a2
    li t1, 201
    vsetvli t1, t1, e16, m8, tu, mu
    vmin.vv v16, v0, v8, v0.t
    vminu.vx v24, v16, a5, v0.t
    vsll.vx v8, v0, a3
    vsetvli t1, zero, e16, m4, ta, mu
    fsrmi 4
    vmin.vv v8, v16, v0, v0.t
    vdiv.vv v8, v28, v4, v0.t
    vsetvli t1, zero, e8, m1, tu, mu
    vaadd.vx v18, v14, a4, v0.t
    vmsle.vv v30, v6, v0
    vwsubu.vx v28, v22, a2
    li t1, 17
    vsetvli t1, t1, e32, m2, tu, mu
    vfmax.vf v16, v0, fa1, v0.t
    vmacc.vx v6, a4, v0
    vfslide1down.vf v22, v16, fa7
    vsetvli t1, zero, e16, m1, ta, ma
    vwadd.wv v30, v28, v5
    vslidedown.vx v24, v30, a3, v0.t
    vadd.vx v2, v14, a3, v0.t
    li t1, 5
    vsetvli t1, t1, e32, m2, tu, mu
    vor.vi v8, v0, 1
    vmflt.vf v24, v8, fa1, v0.t
    vsbc.vvm v28, v0, v22, v0
    li t1, 33
    vsetvli t1, t1, e8, m1, ta, mu
    vwmaccsu.vv v12, v22, v8
    vaaddu.vx v7, v4, a6
    vssra.vv v17, v18, v2
    vsetivli t1, 9, e64, m2, tu, mu
    vdiv.vx v24, v22, a1, v0.t
    vnmsub.vv v14, v28, v0
    vrem.vx v4, v24, a5, v0.t
    vsetivli t1, 14, e32, m2, tu, ma
    fadd.s ft0, fa0, fa1, dyn
    vfcvt.rtz.xu.f.v v4, v8, v0.t
    csrwi vxrm, 1
    vfcvt.f.xu.v v16, v24
    li t1, 87
    vsetvli t1, t1, e32, m4, ta, mu
    vfmin.vv v28, v24, v0, v0.t
    vfmerge.vfm v20, v0, fa0, v0
    vfwredusum.vs v4, v20, v0
    li t1, 1
    vsetvli t1, t1, e16, m1, tu, ma
    vmsleu.vi v8, v16, 13
    vadd.vi v18, v7, -3
    li t0, 131119
    add t0, s0, t0
    vsm.v v18, (t0)
    li t1, 20
    vsetvli t1, t1, e16, mf2, tu, mu
    vdivu.vx v18, v14, a6, v0.t
    vsaddu.vv v29, v21, v2
    li t0, 131122
    add t0, s0, t0
    vlm.v v5, (t0)
    vsetivli t1, 16, e8, mf8, ta, mu
    vmv2r.v v14, v2
    vssra.vv v24, v20, v30
    vwsub.wv v27, v30, v4
    li t1, 18
    vsetvli t1, t1, e8, mf4, tu, ma
    vrsub.vx v0, v4, a3
    vwmacc.vv v24, v20, v9
    vslideup.vi v16, v17, 25, v0.t
    li t1, 27
    vsetvli t1, t1, e64, m8, tu, ma
    vfnmsac.vv v0, v16, v16
    vmsgtu.vi v0, v16, -14, v0.t
    vfdiv.vf v8, v24, fa4, v0.t
    vsetivli t1, 22, e16, m4, ta, mu
    vmadd.vv v16, v0, v4, v0.t
    vmseq.vx v8, v8, a3, v0.t
    vmsbc.vvm v0, v24, v8, v0
    li t1, 4
    vsetvli t1, t1, e32, m1, tu, mu
    vfmadd.vf v14, fa1, v14
    vfnmadd.vf v2, fa3, v0, v0.t
    vfmin.vv v2, v23, v6, v0.t
    li t1, 12
    vsetvli t1, t1, e8, mf8, tu, mu
    vmulhu.vx v18, v1, a6
    vsrl.vx v18, v10, a5, v0.t
    vmsbc.vvm v24, v10, v22, v0
    vsetivli t1, 31, e64, m4, tu, ma
    vxor.vi v20, v8, 4
    vmsle.vi v24, v24, 13, v0.t
    vmv.v.x v12, a3
    vsetivli t1, 21, e16, mf2, tu, ma
    li t2, 86
    li t0, 131102
    add t0, s0, t0
    vsse32.v v18, (t0), t2, v0.t
    vmnand.mm v9, v23, v16
    vnsrl.wi v8, v5, 4
    li t1, 109
    vsetvli t1, t1, e64, m8, tu, ma
    vrem.vv v16, v0, v16
    fsrmi 2
    vmflt.vv v16, v0, v0, v0.t
    li t1, 23
    vsetvli t1, t1, e8, m1, tu, mu
    vmerge.vvm v27, v8, v8, v0
    vnclipu.wv v6, v14, v27
    vsra.vv v27, v27, v24, v0.t
    vsetivli t1, 25, e64, m4, tu, mu
    vssra.vv v20, v20, v16, v0.t
    vfcvt.x.f.v v28, v0
    vfnmsub.vf v24, fa5, v24
    li t1, 11
    vsetvli t1, t1, e8, mf2, ta, mu
    vslidedown.vi v2, v14, 12
    vadc.vxm v26, v30, a1, v0
    vredsum.vs v22, v9, v10, v0.t
    li t1, 6
    vsetvli t1, t1, e32, m1, tu, mu
    vmxnor.mm v18, v8, v31
    vredor.vs v23, v4, v12, v0.t
    csrwi vxrm, 0
    vand.vv v18, v17, v8
    vfwcvt.xu.f.v v2, v10
    vmflt.vv v12, v25, v28
    vfcvt.f.xu.v v27, v10, v0.t
    vsetvli t1, zero, e64, m1, tu, mu
    vdiv.vv v6, v29, v28, v0.t
    vmadc.vxm v20, v14, a3, v0
    vcpop.m a1, v16
    li t1, 15
    vsetvli t1, t1, e8, mf8, tu, mu
    vdiv.vx v9, v0, a7, v0.t
    vminu.vx v2, v12, a0
    vwaddu.vx v30, v22, a6
    li t1, 0
    vsetvli t1, t1, e8, mf2, tu, ma
    vrem.vv v4, v21, v7
    vnclipu.wx v27, v24, a7
    vmsbc.vx v31, v1, a6
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
