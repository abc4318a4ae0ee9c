.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xcedcaf1880d023b5
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
    li t1, 4
    vsetvli t1, t1, e16, m8, ta, ma
    fsrmi 3
    vmax.vx v8, v24, a4, v0.t
    vsext.vf2 v8, v16, v0.t
    li t1, 13
    vsetvli t1, t1, e16, mf2, tu, mu
    vsmul.vv v20, v29, v30
    vmandn.mm v12, v24, v13
    vwadd.wx v11, v12, a3, v0.t
    vsetvli t1, zero, e64, m2, tu, mu
    csrwi vxrm, 0
    vmsleu.vv v24, v26, v24, v0.t
    vadd.vi v20, v12, -12, v0.t
    li t1, 28
    vsetvli t1, t1, e32, m1, ta, ma
    vmv.v.i v13, 8
    vfmadd.vf v16, fa1, v0, v0.t
    vwmaccsu.vv v24, v20, v0
    li t1, 17
    vsetvli t1, t1, e16, mf4, ta, mu
    vfwcvt.f.x.v v22, v8, v0.t
    vnmsub.vv v14, v30, v10
    fadd.s ft0, fa0, fa1, dyn
    vfncvt.rtz.x.f.w v20, v12, v0.t
    li t1, 243
    vsetvli t1, t1, e16, m8, ta, mu
    vaadd.vx v16, v16, a1
    vsrl.vi v0, v16, 6
    vmxor.mm v16, v8, v0
    li t1, 241
    vsetvli t1, t1, e16, m4, ta, ma
    vmul.vx v28, v0, a6, v0.t
    vminu.vx v16, v4, a0
    fsrmi 4
    li t1, 15
    vsetvli t1, t1, e32, mf2, tu, ma
    vxor.vi v26, v25, 10, v0.t
    vmsbc.vvm v6, v28, v18, v0
    vmorn.mm v9, v17, v1
    vsetvli t1, zero, e8, mf4, ta, mu
    vmulh.vv v18, v20, v28
    vmslt.vv v26, v30, v10, v0.t
    vmsbc.vv v19, v2, v26
    li t1, 1
    vsetvli t1, t1, e16, m1, tu, mu
    vnsra.wv v12, v8, v17
    vminu.vx v2, v8, a5
    vmadd.vx v0, a2, v15
    li t1, 10
    vsetvli t1, t1, e8, mf8, ta, ma
    vmsbc.vv v26, v7, v22
    vsmul.vv v23, v9, v4, v0.t
    vssra.vx v5, v0, a6, v0.t
    li t1, 50
    vsetvli t1, t1, e8, mf2, tu, ma
    vnsra.wv v5, v22, v12
    li t2, 32767
    vsetvli t3, zero, e32, m2, ta, ma
    vand.vx v4, v4, t2
    li t1, 50
    vsetvli t1, t1, e8, mf2, tu, ma
    li t0, 131101
    add t0, s0, t0
    vsuxseg3ei32.v v9, (t0), v4
    vssrl.vi v4, v23, 28
    vsetvli t1, zero, e64, m4, tu, ma
    vfcvt.f.xu.v v24, v16
    vmv.v.i v0, 7
    vnmsub.vv v24, v8, v8, v0.t
    vsetvli t1, zero, e8, m2, tu, mu
    vadc.vvm v16, v0, v20, v0
    vnclipu.wi v28, v24, 5, v0.t
    vmsle.vx v28, v6, a5, v0.t
    vsetivli t1, 16, e16, mf2, tu, ma
    vsra.vv v12, v21, v29, v0.t
    vwredsum.vs v16, v28, v22
    li t2, 32767
    vsetvli t3, zero, e32, m1, ta, ma
    vand.vx v31, v31, t2
    vsetivli t1, 16, e16, mf2, tu, ma
    li t0, 131081
    add t0, s0, t0
    vsuxseg8ei32.v v17, (t0), v31, v0.t
    vsetivli t1, 13, e16, m4, tu, ma
    csrwi vxrm, 0
    vmsle.vx v4, v24, a0, v0.t
    vminu.vx v4, v0, a4
    li t1, 14
    vsetvli t1, t1, e8, mf8, ta, mu
    vmerge.vxm v28, v25, a4, v0
    vmv.v.i v5, -5
    vmsltu.vx v18, v20, a6, v0.t
    li t1, 16
    vsetvli t1, t1, e32, m1, tu, mu
    vfncvt.xu.f.w v18, v2
    vfmax.vv v21, v24, v4, v0.t
    vremu.vv v21, v9, v2
    vsetivli t1, 8, e16, m8, tu, ma
    vmacc.vv v0, v8, v8
    vasub.vx v16, v16, a7, v0.t
    vmsleu.vx v16, v16, a2, v0.t
    li t1, 89
    vsetvli t1, t1, e8, m1, ta, ma
    vrem.vx v30, v1, a0, v0.t
    vadd.vx v28, v22, a6
    vmxnor.mm v22, v20, v6
    li t1, 3
    vsetvli t1, t1, e64, m1, ta, mu
    vmul.vx v2, v27, a6, v0.t
    vmadd.vx v20, a7, v30, v0.t
    vasubu.vv v18, v0, v8
    li t1, 57
    vsetvli t1, t1, e64, m4, tu, mu
    vaaddu.vx v8, v28, a4, v0.t
    vfnmsub.vv v24, v0, v4
    csrwi vxrm, 1
    vsbc.vxm v4, v16, a7, v0
    vmxnor.mm v0, v16, v24
    vmadc.vv v28, v8, v4
    vssubu.vv v8, v8, v0, v0.t
    li t1, 10
    vsetvli t1, t1, e32, m1, ta, mu
    vssra.vv v20, v7, v0
    vfwnmsac.vf v2, fa5, v29
    vmsleu.vi v10, v0, -5
    li t1, 20
    vsetvli t1, t1, e8, mf2, ta, ma
    vmsne.vi v0, v15, -10, v0.t
    vnclip.wx v3, v19, a4, v0.t
    csrwi vxrm, 2
    li t1, 36
    vsetvli t1, t1, e16, m1, ta, ma
    vminu.vv v8, v27, v26
    vmsleu.vi v26, v0, 2
    vmerge.vxm v19, v2, a1, v0
    li t1, 26
    vsetvli t1, t1, e16, m1, ta, mu
    vnsrl.wx v1, v28, a3
    fsrmi 1
    vredmaxu.vs v26, v23, v2, v0.t
    li t1, 74
    vsetvli t1, t1, e8, m1, tu, ma
    vadc.vvm v16, v20, v14, v0
    vwmulsu.vx v20, v12, a0
    vsadd.vi v24, v26, 8
    li t1, 88
    vsetvli t1, t1, e16, m2, tu, ma
    vssrl.vi v4, v20, 19, v0.t
    vmsif.m v10, v30, v0.t
    vmnor.mm v18, v16, v22
    vsetvli t1, zero, e16, m4, ta, mu
    csrwi vxrm, 1
    vasubu.vx v12, v24, a3
    li t2, 32767
    li t0, 131109
    add t0, s0, t0
    vsoxei16.v v24, (t0), v12, v0.t
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
