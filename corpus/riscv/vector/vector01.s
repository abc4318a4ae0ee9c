.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x168049b27ce9d43b
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
    li t1, 14
    vsetvli t1, t1, e32, m1, tu, mu
    vfsub.vf v27, v16, fa0
    vmsne.vi v22, v6, -2, v0.t
    vmfeq.vv v12, v20, v10, v0.t
    li t1, 112
    vsetvli t1, t1, e16, m4, tu, mu
    vmorn.mm v0, v16, v20
    vmsbf.m v4, v12
    vmv4r.v v8, v16
    li t1, 40
    vsetvli t1, t1, e8, m4, ta, mu
    vmerge.vxm v4, v0, a7, v0
    vrem.vv v8, v8, v0
    vdivu.vv v16, v8, v8, v0.t
    vsetivli t1, 13, e64, m8, ta, ma
    vmfne.vf v0, v0, fa5
    vremu.vv v16, v16, v0, v0.t
    vmul.vv v16, v0, v16, v0.t
    vsetivli t1, 1, e64, m1, ta, ma
    csrwi vxrm, 3
    vfmerge.vfm v20, v4, fa6, v0
    vfsgnjn.vf v14, v23, fa5
    li t1, 33
    vsetvli t1, t1, e32, m1, tu, mu
    vwadd.wv v12, v16, v6
    vmsbc.vx v22, v0, a0
    vfnmadd.vv v19, v3, v9, v0.t
    li t1, 2
    vsetvli t1, t1, e16, mf2, tu, ma
    vwmacc.vx v3, a4, v20, v0.t
    vmul.vx v17, v12, a1
    vaadd.vv v6, v30, v14
    li t1, 33
    vsetvli t1, t1, e16, mf2, tu, ma
    vwmulsu.vv v31, v23, v10, v0.t
    vmadc.vxm v4, v11, a3, v0
    vmsif.m v5, v14, v0.t
    li t1, 19
    vsetvli t1, t1, e16, mf2, tu, mu
    vaadd.vx v24, v28, a4, v0.t
    vsub.vx v15, v20, a1, v0.t
    vmv8r.v v8, v0
    li t1, 27
    vsetvli t1, t1, e32, m1, tu, ma
    vmsbc.vvm v18, v10, v24, v0
    fsrmi 3
    vredminu.vs v30, v7, v14, v0.t
    li t1, 22
    vsetvli t1, t1, e16, m1, ta, mu
    vwmulsu.vv v12, v26, v16
    vsra.vv v13, v4, v26, v0.t
    vwsubu.vv v8, v9, v0, v0.t
    vsetvli t1, zero, e8, m4, ta, ma
    vadd.vi v24, v4, 0, v0.t
    vfirst.m a0, v8
    vxor.vi v24, v8, -9, v0.t
    li t1, 8
    vsetvli t1, t1, e8, mf4, ta, ma
    vand.vv v12, v20, v20, v0.t
    vnclipu.wx v24, v14, a2
    vmerge.vim v6, v12, 9, v0
    li t1, 6
    vsetvli t1, t1, e16, mf4, tu, mu
    vsll.vx v23, v9, a5, v0.t
    vmsbc.vx v6, v30, a7
    vsra.vv v14, v20, v31, v0.t
    li t1, 15
    vsetvli t1, t1, e64, m2, tu, mu
    vfmsub.vv v4, v24, v24, v0.t
    vfrsqrt7.v v6, v20
    vfnmadd.vv v0, v18, v22
    li t1, 57
    vsetvli t1, t1, e8, mf2, ta, mu
    vmsif.m v2, v19, v0.t
    vdiv.vx v6, v23, a4
    vmerge.vvm v4, v26, v28, v0
    li t1, 60
    vsetvli t1, t1, e8, mf2, tu, mu
    vwmaccsu.vv v20, v24, v28, v0.t
    vmaxu.vx v10, v8, a1
    vwmaccus.vx v12, a5, v28
    li t1, 115
    vsetvli t1, t1, e8, m1, ta, mu
    vasubu.vx v24, v9, a2
    vsrl.vi v10, v10, 0, v0.t
    vssra.vx v28, v2, a1, v0.t
    vsetvli t1, zero, e64, m2, ta, mu
    vmsof.m v8, v12
    li t2, 66
    li t0, 131089
    add t0, s0, t0
    vlse8.v v16, (t0), t2, v0.t
    vmnand.mm v12, v24, v12
    vsetivli t1, 15, e32, m1, tu, mu
    fadd.s ft0, fa0, fa1, dyn
    vfwcvt.rtz.xu.f.v v18, v4, v0.t
    vmadc.vv v16, v16, v4
    vredmax.vs v22, v6, v0
    li t1, 86
    vsetvli t1, t1, e16, m4, ta, mu
    vmslt.vx v16, v8, a3
    vmin.vv v4, v20, v0
    vmulhsu.vx v24, v24, a1, v0.t
    li t1, 9
    vsetvli t1, t1, e8, mf2, tu, ma
    vsra.vi v1, v14, 19, v0.t
    vssrl.vv v30, v20, v4, v0.t
    vnsra.wx v6, v30, a6, v0.t
    li t1, 746
    vsetvli t1, t1, e8, m8, tu, mu
    vredmaxu.vs v16, v0, v8, v0.t
    vmslt.vx v24, v16, a6, v0.t
    vsll.vv v24, v16, v0, v0.t
    li t1, 47
    vsetvli t1, t1, e32, m2, ta, mu
    vsaddu.vx v12, v28, a4
    vrgather.vx v8, v2, a7
    vmerge.vxm v2, v28, a7, v0
    vsetivli t1, 26, e32, mf2, tu, ma
    vwsub.wv v26, v0, v9
    vnmsub.vx v1, a5, v22
    vfrdiv.vf v9, v10, fa1, v0.t
    li t1, 133
    vsetvli t1, t1, e8, m2, tu, ma
    vmacc.vv v12, v20, v28, v0.t
    vsbc.vvm v20, v20, v4, v0
    li t0, 131077
    add t0, s0, t0
    vsm.v v16, (t0)
    li t1, 12
    vsetvli t1, t1, e32, m1, ta, ma
    vmslt.vx v0, v16, a1
    vmv.v.i v3, -7
    vfwadd.vf v6, v7, fa3
    vsetivli t1, 13, e32, mf2, tu, mu
    vmsle.vx v25, v6, a4
    vmsleu.vi v18, v20, 0
    vslide1up.vx v12, v14, a2
    li t1, 17
    vsetvli t1, t1, e64, m1, tu, mu
    vmfne.vv v14, v26, v6
    vand.vi v14, v12, 15
    vfsgnjx.vv v30, v0, v18, v0.t
    li t1, 91
    vsetvli t1, t1, e32, m4, ta, ma
    vsbc.vxm v4, v24, a3, v0
    vfwsub.vv v24, v0, v8, v0.t
    li t0, 131098
    add t0, s0, t0
    vsm.v v8, (t0)
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
