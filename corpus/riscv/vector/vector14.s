.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x2a7e8a40e7eed281
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
    li t1, 44
    vsetvli t1, t1, e8, mf2, tu, ma
    vsra.vi v16, v5, 30, v0.t
    vmadc.vv v26, v22, v26
    csrwi vxrm, 2
    vredmax.vs v0, v0, v20
    vsbc.vvm v23, v4, v30, v0
    fsrmi 3
    vrsub.vi v11, v4, 3, v0.t
    li t1, 53
    vsetvli t1, t1, e16, m1, ta, ma
    vsaddu.vv v29, v12, v28
    vmsleu.vi v7, v27, 11, v0.t
    vwsub.vx v20, v30, a4
    li t1, 80
    vsetvli t1, t1, e16, m2, tu, ma
    vadc.vim v12, v16, 4, v0
    vmerge.vim v12, v0, 15, v0
    vwaddu.wv v20, v16, v12, v0.t
    li t1, 54
    vsetvli t1, t1, e32, m4, tu, mu
    vmfne.vf v0, v24, fa6, v0.t
    vfwnmacc.vf v8, fa2, v0, v0.t
    csrwi vxrm, 0
    vfnmsub.vv v8, v0, v24
    vfdiv.vf v8, v28, fa4, v0.t
    vmaxu.vv v16, v8, v28, v0.t
    vfncvt.xu.f.w v16, v16, v0.t
    li t1, 20
    vsetvli t1, t1, e16, m2, tu, ma
    vwadd.wv v4, v16, v14
    fsrmi 4
    vwredsum.vs v24, v12, v28, v0.t
    li t1, 6
    vsetvli t1, t1, e32, m1, tu, mu
    vfdiv.vv v18, v18, v6
    vwsub.vv v30, v27, v1, v0.t
    li t2, 81
    li t0, 131075
    add t0, s0, t0
    vlse32.v v21, (t0), t2, v0.t
    li t1, 8
    vsetvli t1, t1, e64, m1, tu, ma
    fsrmi 4
    vmsbc.vv v25, v30, v28
    vmerge.vxm v27, v16, a2, v0
    li t1, 10
    vsetvli t1, t1, e64, m4, ta, mu
    csrwi vxrm, 2
    li t0, 131121
    add t0, s0, t0
    vlm.v v8, (t0)
    fsrmi 1
    li t1, 19
    vsetvli t1, t1, e16, m8, ta, ma
    vssub.vv v0, v0, v16
    vmsltu.vx v24, v16, a1, v0.t
    vmv2r.v v24, v0
    li t1, 50
    vsetvli t1, t1, e8, m1, ta, ma
    vmulh.vv v16, v0, v30, v0.t
    vsll.vi v16, v10, 3, v0.t
    vrgather.vx v18, v12, a5, v0.t
    li t1, 43
    vsetvli t1, t1, e8, mf2, ta, ma
    vwsubu.vx v24, v14, a7, v0.t
    vsll.vi v21, v0, 2
    vmsof.m v28, v16
    li t1, 47
    vsetvli t1, t1, e8, mf2, ta, ma
    vssra.vi v22, v2, 27, v0.t
    li t0, 131107
    add t0, s0, t0
    vlm.v v16, (t0)
    vnsra.wi v16, v9, 9, v0.t
    li t1, 35
    vsetvli t1, t1, e8, m2, ta, mu
    vwmul.vx v12, v26, a3
    vsra.vx v16, v2, a1, v0.t
    vnmsac.vx v28, a7, v0
    li t1, 23
    vsetvli t1, t1, e16, mf2, ta, mu
    vmul.vx v2, v15, a3
    vfwcvt.f.xu.v v11, v10
    li t2, 32767
    vsetvli t3, zero, e32, m1, ta, ma
    vand.vx v26, v26, t2
    li t1, 23
    vsetvli t1, t1, e16, mf2, ta, mu
    li t0, 131129
    add t0, s0, t0
    vloxei32.v v8, (t0), v26
    vsetvli t1, zero, e8, mf8, tu, ma
    vand.vx v20, v0, a5, v0.t
    vmsle.vx v14, v24, a3, v0.t
    vand.vv v30, v6, v31
    vsetivli t1, 31, e32, mf2, ta, ma
    vssra.vv v2, v24, v18, v0.t
    vmerge.vvm v26, v26, v6, v0
    vwaddu.wx v14, v30, a4, v0.t
    vsetvli t1, zero, e64, m2, tu, ma
    vasubu.vv v12, v12, v20, v0.t
    vmaxu.vx v0, v20, a1
    vmsltu.vv v20, v28, v4, v0.t
    li t1, 129
    vsetvli t1, t1, e8, m2, tu, mu
    vnmsac.vx v12, a4, v4
    vsadd.vx v6, v24, a0
    vmacc.vv v12, v12, v16, v0.t
    li t1, 12
    vsetvli t1, t1, e16, mf4, tu, mu
    csrwi vxrm, 2
    vwredsumu.vs v12, v2, v20, v0.t
    vrem.vv v24, v28, v10, v0.t
    li t1, 40
    vsetvli t1, t1, e16, m1, tu, mu
    vmv.v.v v19, v25
    vsub.vx v13, v16, a7
    vmsne.vv v20, v7, v14
    li t1, 1
    vsetvli t1, t1, e32, mf2, tu, mu
    vrem.vv v18, v12, v10
    vadc.vim v5, v18, -9, v0
    vminu.vx v30, v11, a7, v0.t
    vsetivli t1, 23, e64, m2, ta, ma
    vmerge.vxm v20, v16, a3, v0
    vsra.vi v14, v0, 3, v0.t
    vmul.vx v28, v12, a3, v0.t
    li t1, 10
    vsetvli t1, t1, e64, m1, tu, ma
    li t2, 32767
    li t0, 131115
    add t0, s0, t0
    vloxei16.v v1, (t0), v24, v0.t
    vadc.vim v2, v22, 3, v0
    vmsleu.vx v24, v26, a6, v0.t
    li t1, 21
    vsetvli t1, t1, e8, m4, tu, mu
    fsrmi 3
    vmv.x.s a7, v16
    fsrmi 0
    vmadc.vx v16, v16, a6
    vnmsac.vx v8, a2, v16, v0.t
    vmv.v.x v24, a5
    vwaddu.vx v8, v24, a0
    vsetvli t1, zero, e8, m8, ta, mu
    vredminu.vs v0, v16, v0, v0.t
    vmorn.mm v24, v16, v16
    vmsgt.vi v16, v0, -2
    vsetvli t1, zero, e16, m1, tu, mu
    csrwi vxrm, 0
    vsaddu.vi v1, v2, -3
    vmax.vx v9, v15, a4, v0.t
    vsetvli t1, zero, e8, m4, ta, ma
    vmadc.vv v0, v0, v16
    vssub.vv v16, v8, v16, v0.t
    vssrl.vv v24, v0, v16
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
