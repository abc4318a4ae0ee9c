.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xd5fbf02cd5704c2f
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
    li t1, 5
    vsetvli t1, t1, e64, m8, ta, ma
    vssub.vv v16, v0, v0, v0.t
    vand.vv v8, v16, v8
    csrwi vxrm, 2
    vand.vv v24, v16, v16
    vsra.vi v0, v0, 31
    li t2, 32767
    vsetvli t3, zero, e32, m4, ta, ma
    vand.vx v24, v24, t2
    li t1, 5
    vsetvli t1, t1, e64, m8, ta, ma
    li t0, 131116
    add t0, s0, t0
    vloxei32.v v0, (t0), v24
    vfredusum.vs v24, v16, v24
    vsetivli t1, 24, e16, m8, ta, ma
    vmsgtu.vx v16, v16, a4
    vmadc.vxm v8, v0, a6, v0
    vmadc.vvm v8, v8, v0, v0
    li t1, 8
    vsetvli t1, t1, e8, mf8, ta, mu
    vnclip.wv v22, v6, v24
    vmsbf.m v25, v0
    vssra.vv v28, v26, v21
    li t1, 124
    vsetvli t1, t1, e16, m4, tu, ma
    vnsra.wx v24, v24, a6, v0.t
    vsext.vf2 v16, v0, v0.t
    vwsubu.vx v16, v24, a5
    vsetvli t1, zero, e64, m1, tu, mu
    vfrsqrt7.v v4, v25, v0.t
    vfmv.v.f v18, fa6
    vzext.vf4 v29, v14
    vsetvli t1, zero, e32, m2, ta, ma
    vnclipu.wx v20, v20, a6
    fsrmi 3
    vfncvt.f.xu.w v16, v0, v0.t
    vsetivli t1, 14, e16, mf4, ta, ma
    vwmaccu.vx v26, a5, v20
    vwadd.vx v30, v8, a5
    vsmul.vx v11, v20, a2
    vsetvli t1, zero, e64, m8, tu, ma
    vdiv.vv v16, v0, v0
    vmin.vv v24, v0, v16
    vmfne.vv v8, v0, v16, v0.t
    li t1, 6
    vsetvli t1, t1, e16, mf4, tu, mu
    vmsne.vi v20, v30, -13
    vnclipu.wx v0, v28, a3
    vwmacc.vv v16, v26, v23
    li t1, 443
    vsetvli t1, t1, e8, m4, ta, mu
    vwmaccu.vv v0, v24, v16
    vsmul.vv v24, v8, v8, v0.t
    vmseq.vx v24, v8, a4, v0.t
    vsetvli t1, zero, e8, mf4, ta, ma
    vmulhu.vv v14, v15, v18
    vmnor.mm v30, v7, v27
    vwadd.wv v28, v26, v29
    li t1, 332
    vsetvli t1, t1, e8, m4, ta, mu
    vmax.vv v16, v24, v16
    vmv.v.i v0, -7
    vmsbc.vvm v8, v16, v8, v0
    li t1, 108
    vsetvli t1, t1, e8, m2, tu, mu
    vadd.vi v12, v4, -12, v0.t
    vredsum.vs v28, v8, v16
    vdivu.vx v22, v18, a2, v0.t
    li t1, 14
    vsetvli t1, t1, e8, mf8, tu, mu
    vrem.vv v2, v12, v17, v0.t
    fsrmi 3
    vwsubu.vv v28, v26, v20, v0.t
    li t1, 2
    vsetvli t1, t1, e8, mf4, ta, ma
    vwmul.vx v24, v15, a1
    vwaddu.vx v4, v22, a4, v0.t
    vmsle.vx v9, v15, a4
    vsetivli t1, 26, e8, mf8, tu, ma
    vsrl.vi v8, v30, 8, v0.t
    vaaddu.vx v14, v6, a7
    fsrmi 3
    li t1, 307
    vsetvli t1, t1, e16, m8, tu, ma
    vsaddu.vv v24, v8, v0, v0.t
    vmerge.vim v16, v0, 0, v0
    vmsleu.vi v0, v16, 13, v0.t
    vsetivli t1, 28, e8, mf8, ta, ma
    vwmulu.vv v20, v14, v6, v0.t
    vmacc.vx v10, a2, v1, v0.t
    vmadd.vx v16, a0, v17
    li t1, 236
    vsetvli t1, t1, e16, m4, ta, ma
    csrwi vxrm, 2
    vredsum.vs v8, v24, v4
    vssra.vv v16, v4, v0, v0.t
    li t1, 11
    vsetvli t1, t1, e8, mf8, ta, mu
    csrwi vxrm, 3
    vwsub.vx v30, v19, a7, v0.t
    vmsne.vv v3, v12, v22, v0.t
    li t1, 2
    vsetvli t1, t1, e32, m8, ta, ma
    vsmul.vv v16, v24, v16, v0.t
    vslideup.vi v16, v8, 10, v0.t
    vmin.vv v16, v16, v16, v0.t
    li t1, 6
    vsetvli t1, t1, e32, mf2, ta, mu
    fadd.s ft0, fa0, fa1, dyn
    vfcvt.rtz.x.f.v v3, v26
    vnmsub.vv v22, v11, v14, v0.t
    vnclip.wi v13, v16, 31
    vsetivli t1, 17, e16, m2, tu, ma
    vrsub.vi v22, v8, -5
    vnclipu.wx v12, v24, a2, v0.t
    vmsne.vv v12, v12, v28, v0.t
    li t1, 46
    vsetvli t1, t1, e16, m4, tu, ma
    vmulh.vv v8, v8, v0, v0.t
    vdivu.vv v12, v20, v16
    vsbc.vvm v16, v24, v8, v0
    li t1, 37
    vsetvli t1, t1, e8, mf2, tu, mu
    vmulhu.vx v16, v31, a5
    vnmsub.vx v8, a0, v8, v0.t
    vwadd.vv v16, v22, v20, v0.t
    vsetivli t1, 11, e8, m2, tu, ma
    vmacc.vx v0, a2, v24
    vmseq.vi v0, v8, 13, v0.t
    vaaddu.vv v28, v0, v12
    li t1, 47
    vsetvli t1, t1, e16, m1, ta, mu
    vor.vv v22, v20, v15
    vmulhu.vx v10, v29, a4
    vwaddu.wx v22, v8, a0, v0.t
    li t1, 43
    vsetvli t1, t1, e32, m2, tu, ma
    vmsltu.vx v26, v12, a2, v0.t
    li t2, -5
    li t0, 131078
    add t0, s0, t0
    vlse64.v v28, (t0), t2, v0.t
    vwmaccu.vv v12, v28, v10, v0.t
    vsetivli t1, 25, e16, mf2, tu, mu
    vmsltu.vx v23, v10, a1, v0.t
    vaadd.vv v8, v18, v0
    vwmacc.vv v19, v13, v9
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
