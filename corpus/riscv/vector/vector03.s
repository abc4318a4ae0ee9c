.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xf0f263aabf13cf5d
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
    vsetvli t1, zero, e8, m4, tu, ma
    vmsle.vi v12, v24, 6, v0.t
    vnclip.wx v4, v16, a2
    vdivu.vx v16, v8, a4, v0.t
    li t1, 35
    vsetvli t1, t1, e8, mf2, ta, mu
    vslideup.vx v27, v8, a1
    vmadc.vim v28, v10, -5, v0
    vnsrl.wv v12, v10, v2, v0.t
    vsetvli t1, zero, e8, m1, ta, ma
    vsadd.vv v28, v26, v15
    vmxor.mm v1, v0, v0
    vsbc.vvm v8, v28, v26, v0
    li t1, 736
    vsetvli t1, t1, e8, m8, ta, ma
    vnmsac.vx v24, a1, v16, v0.t
    vssub.vv v8, v24, v0, v0.t
    vmseq.vi v0, v0, 7
    li t1, 13
    vsetvli t1, t1, e32, m1, ta, mu
    vmfle.vf v6, v18, fa0
    vsaddu.vv v17, v15, v28, v0.t
    vsrl.vi v13, v21, 3, v0.t
    li t1, 448
    vsetvli t1, t1, e8, m4, tu, ma
    vaaddu.vx v8, v0, a6, v0.t
    vasubu.vv v16, v0, v0
    vand.vi v0, v0, -7
    li t1, 13
    vsetvli t1, t1, e16, mf4, ta, mu
    vor.vx v2, v25, a0, v0.t
    vcompress.vm v0, v3, v18
    vzext.vf2 v7, v20, v0.t
    vsetvli t1, zero, e32, mf2, ta, ma
    li t0, 131125
    add t0, s0, t0
    vsm.v v13, (t0)
    li t0, 131093
    add t0, s0, t0
    vlseg6e32.v v22, (t0), v0.t
    vwmaccsu.vx v7, a7, v4
    li t1, 3
    vsetvli t1, t1, e8, mf2, ta, mu
    vmslt.vx v12, v9, a5
    vwsub.vv v13, v8, v7, v0.t
    vmax.vx v20, v20, a2, v0.t
    li t1, 4
    vsetvli t1, t1, e8, mf4, tu, ma
    li t0, 131117
    add t0, s0, t0
    vlm.v v14, (t0)
    vssra.vx v14, v4, a0
    vsaddu.vv v22, v0, v21, v0.t
    li t1, 20
    vsetvli t1, t1, e8, mf2, ta, mu
    vmsleu.vv v2, v16, v30
    vaadd.vx v23, v20, a0, v0.t
    vsub.vx v24, v28, a6, v0.t
    li t1, 23
    vsetvli t1, t1, e32, m2, tu, ma
    vmseq.vi v20, v28, 14
    vwadd.wv v20, v24, v28
    vmadc.vi v4, v6, 6
    li t1, 30
    vsetvli t1, t1, e32, m8, tu, mu
    vmseq.vv v0, v0, v16, v0.t
    li t0, 131094
    add t0, s0, t0
    vl2r.v v0, (t0)
    vmacc.vv v16, v0, v16, v0.t
    li t1, 110
    vsetvli t1, t1, e8, m8, ta, mu
    csrwi vxrm, 2
    vmsleu.vi v16, v8, 2, v0.t
    vmadc.vvm v16, v8, v8, v0
    li t1, 56
    vsetvli t1, t1, e64, m8, tu, mu
    vmseq.vv v24, v0, v24
    vmv4r.v v16, v24
    vredxor.vs v0, v0, v24
    li t1, 42
    vsetvli t1, t1, e16, m2, tu, ma
    csrwi vxrm, 3
    vmsgt.vx v20, v18, a2
    vwsubu.wv v16, v8, v22
    li t1, 99
    vsetvli t1, t1, e16, m4, tu, ma
    vsll.vx v16, v24, a7, v0.t
    vredxor.vs v8, v4, v24
    vnmsub.vx v16, a7, v24, v0.t
    li t1, 253
    vsetvli t1, t1, e8, m4, ta, ma
    li t0, 131130
    add t0, s0, t0
    vse8.v v8, (t0), v0.t
    vminu.vv v24, v8, v0
    vrgather.vv v8, v28, v24
    vsetvli t1, zero, e16, m4, ta, mu
    vasub.vx v0, v0, a5
    vredmaxu.vs v20, v8, v24, v0.t
    csrwi vxrm, 0
    li t1, 78
    vsetvli t1, t1, e16, m2, tu, ma
    csrwi vxrm, 2
    vwsubu.wv v28, v8, v18
    vadc.vim v20, v16, -9, v0
    li t1, 15
    vsetvli t1, t1, e32, m4, tu, ma
    li t0, 131102
    add t0, s0, t0
    vlseg2e32.v v16, (t0)
    vmfgt.vf v8, v24, fa6, v0.t
    vand.vi v24, v28, -14, v0.t
    li t1, 38
    vsetvli t1, t1, e8, mf2, tu, ma
    vssra.vv v8, v12, v16, v0.t
    vrsub.vx v16, v27, a5, v0.t
    fsrmi 1
    li t1, 111
    vsetvli t1, t1, e16, m2, ta, ma
    vmadc.vv v8, v22, v22
    vssubu.vv v6, v0, v26, v0.t
    vmnor.mm v16, v2, v8
    li t1, 499
    vsetvli t1, t1, e16, m8, tu, ma
    vdiv.vx v24, v0, a2
    vaaddu.vv v0, v0, v24
    vmsleu.vv v0, v0, v0
    vsetivli t1, 29, e8, m1, tu, ma
    vadd.vi v4, v18, -10, v0.t
    vsaddu.vv v4, v1, v0
    vwaddu.vv v6, v4, v30
    vsetvli t1, zero, e16, m1, tu, ma
    vdivu.vv v2, v2, v20, v0.t
    vwsub.vx v24, v14, a1
    vmv1r.v v22, v20
    li t1, 17
    vsetvli t1, t1, e32, m8, ta, ma
    csrwi vxrm, 2
    vfnmacc.vf v16, fa5, v16
    vmsle.vi v0, v16, -9
    li t1, 39
    vsetvli t1, t1, e32, m2, tu, ma
    csrwi vxrm, 3
    vfmacc.vv v4, v14, v22, v0.t
    vmadc.vx v0, v0, a0
    li t1, 64
    vsetvli t1, t1, e16, m1, ta, ma
    vmv.s.x v30, a3
    vasubu.vx v16, v10, a7
    vasubu.vx v16, v10, a5
    li t1, 0
    vsetvli t1, t1, e64, m2, ta, ma
    vdiv.vv v20, v0, v8
    vmsgt.vi v28, v26, -14
    vfmax.vv v4, v10, v24, v0.t
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
