.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x55e440da3d0128b5
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
    li t1, 16
    vsetvli t1, t1, e32, m1, ta, mu
    vmsgtu.vi v18, v19, -4, v0.t
    vsadd.vv v22, v11, v20, v0.t
    vmseq.vi v21, v12, -2, v0.t
    vsetivli t1, 15, e64, m4, tu, mu
    vmadd.vv v0, v24, v24
    vssrl.vi v16, v4, 20, v0.t
    csrwi vxrm, 1
    li t2, 32767
    vsetvli t3, zero, e32, m2, ta, ma
    vand.vx v16, v16, t2
    vsetivli t1, 15, e64, m4, tu, mu
    li t0, 131075
    add t0, s0, t0
    vluxei32.v v4, (t0), v16
    vmin.vx v0, v0, a2
    vnmsub.vv v16, v0, v8, v0.t
    vmandn.mm v24, v16, v28
    li t1, 3
    vsetvli t1, t1, e32, mf2, tu, ma
    vfmv.s.f v28, fa2
    vnclip.wv v26, v14, v14, v0.t
    vmerge.vxm v12, v18, a0, v0
    li t1, 91
    vsetvli t1, t1, e8, m2, tu, ma
    vnsra.wx v18, v24, a1, v0.t
    vrgather.vv v14, v6, v8
    li t0, 131123
    add t0, s0, t0
    vl2re32.v v8, (t0)
    vsetivli t1, 27, e8, m1, tu, mu
    vwmul.vv v4, v24, v0
    vredand.vs v27, v18, v28
    vnmsub.vv v10, v4, v0, v0.t
    li t1, 14
    vsetvli t1, t1, e32, mf2, ta, mu
    vfmsac.vf v6, fa2, v19
    vmfeq.vv v28, v25, v18
    vdiv.vv v10, v16, v16, v0.t
    li t1, 332
    vsetvli t1, t1, e16, m8, ta, mu
    vredmaxu.vs v0, v0, v8
    vmv.s.x v8, a4
    vmadc.vvm v24, v16, v16, v0
    li t1, 57
    vsetvli t1, t1, e32, m2, tu, mu
    vwredsum.vs v16, v24, v0
    vmseq.vi v8, v12, 15
    vasub.vx v16, v22, a0, v0.t
    vsetivli t1, 26, e32, m8, ta, ma
    vsub.vx v0, v0, a2
    li t2, 32767
    li t0, 131132
    add t0, s0, t0
    vluxei8.v v16, (t0), v0, v0.t
    vmsne.vv v0, v24, v0, v0.t
    li t1, 227
    vsetvli t1, t1, e16, m4, ta, ma
    vredsum.vs v8, v28, v16
    vminu.vv v20, v4, v24, v0.t
    vmsne.vi v0, v8, 6, v0.t
    vsetivli t1, 18, e32, m1, tu, ma
    vremu.vx v13, v5, a5, v0.t
    vfirst.m a3, v12, v0.t
    vand.vi v18, v22, 4
    vsetvli t1, zero, e64, m8, tu, ma
    vmacc.vx v16, a4, v16
    vfrec7.v v16, v0, v0.t
    vor.vi v8, v16, 13, v0.t
    li t1, 28
    vsetvli t1, t1, e8, mf4, tu, mu
    vmv1r.v v22, v17
    csrwi vxrm, 3
    li t2, 32767
    li t0, 131107
    add t0, s0, t0
    vsuxei16.v v25, (t0), v22
    li t1, 38
    vsetvli t1, t1, e8, mf2, tu, mu
    vadc.vvm v15, v10, v8, v0
    vcompress.vm v14, v3, v15
    vaaddu.vv v26, v30, v20, v0.t
    vsetvli t1, zero, e8, m1, ta, mu
    vwmul.vv v12, v20, v20, v0.t
    vsrl.vx v12, v27, a3
    vwredsum.vs v2, v24, v30
    vsetivli t1, 26, e64, m2, ta, ma
    vmadc.vi v28, v26, 8
    li t2, -79
    li t0, 131103
    add t0, s0, t0
    vsse8.v v24, (t0), t2
    vfnmsub.vf v26, fa5, v14, v0.t
    vsetvli t1, zero, e8, m1, ta, mu
    vmax.vx v6, v21, a1
    vwmaccus.vx v10, a2, v30, v0.t
    vmsof.m v2, v24, v0.t
    li t1, 98
    vsetvli t1, t1, e16, m2, tu, mu
    vnclip.wv v10, v24, v16, v0.t
    vssrl.vv v12, v20, v18, v0.t
    vmadc.vx v8, v24, a2
    li t1, 3
    vsetvli t1, t1, e32, m4, ta, ma
    vsra.vx v8, v12, a5
    vfwmacc.vv v24, v8, v16, v0.t
    vmxor.mm v0, v24, v12
    li t1, 11
    vsetvli t1, t1, e8, mf4, ta, ma
    vmul.vv v21, v6, v31, v0.t
    vor.vi v8, v24, 0
    vaadd.vv v28, v11, v0
    li t1, 109
    vsetvli t1, t1, e16, m2, ta, ma
    vmsltu.vv v28, v12, v28, v0.t
    vaaddu.vx v12, v4, a4
    vwaddu.wx v16, v20, a6
    vsetivli t1, 3, e32, m2, ta, ma
    li t2, -54
    li t0, 131074
    add t0, s0, t0
    vsse32.v v28, (t0), t2
    vsmul.vv v22, v24, v8
    vmadd.vv v16, v8, v0
    vsetivli t1, 28, e8, mf8, ta, ma
    vsub.vx v21, v14, a3
    vmsne.vx v22, v12, a4, v0.t
    vsmul.vx v20, v7, a0
    li t1, 12
    vsetvli t1, t1, e64, m1, ta, ma
    vmsgtu.vx v5, v8, a2
    vsext.vf2 v22, v3, v0.t
    vfmax.vf v18, v30, fa5, v0.t
    li t1, 10
    vsetvli t1, t1, e64, m4, ta, ma
    csrwi vxrm, 3
    vfmv.f.s fa4, v0
    vand.vx v24, v24, a7, v0.t
    li t1, 427
    vsetvli t1, t1, e16, m8, ta, mu
    vssub.vv v0, v16, v8
    vmsne.vi v16, v16, -11, v0.t
    vmerge.vim v8, v24, -12, v0
    vsetvli t1, zero, e16, m1, ta, ma
    vssrl.vi v11, v8, 17, v0.t
    vsra.vv v24, v18, v26
    vnsrl.wx v16, v22, a3, v0.t
    li t1, 58
    vsetvli t1, t1, e16, m2, tu, mu
    vfncvt.xu.f.w v2, v24
    vsll.vi v24, v16, 19, v0.t
    fsrmi 0
    vmulhu.vx v12, v20, a2, v0.t
    vdiv.vx v0, v30, a4
    vasubu.vv v4, v16, v26
    vmulh.vx v10, v30, a3, v0.t
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
