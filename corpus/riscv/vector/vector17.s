.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xf078d89081663169
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
    li t1, 13
    vsetvli t1, t1, e64, m4, tu, mu
    vmv4r.v v8, v20
    vsrl.vv v8, v24, v20, v0.t
    vmxor.mm v4, v16, v0
    li t1, 4
    vsetvli t1, t1, e32, mf2, tu, mu
    vwaddu.vx v14, v21, a0, v0.t
    vfmadd.vv v18, v25, v2, v0.t
    vmul.vx v1, v12, a6, v0.t
    li t1, 6
    vsetvli t1, t1, e8, mf2, tu, mu
    vmulhsu.vv v10, v16, v5, v0.t
    li t2, -22
    li t0, 131076
    add t0, s0, t0
    vlsseg4e8.v v0, (t0), t2
    vwmacc.vv v8, v0, v2
    vsetvli t1, zero, e32, m2, ta, mu
    vfcvt.xu.f.v v0, v20
    vfwsub.vf v28, v2, fa7, v0.t
    vfnmadd.vv v12, v2, v16, v0.t
    li t1, 2
    vsetvli t1, t1, e64, m1, ta, mu
    vmfgt.vf v24, v10, fa5
    vsub.vx v3, v12, a4, v0.t
    vmsltu.vv v10, v8, v1
    vsetivli t1, 22, e16, m1, ta, mu
    vmor.mm v14, v31, v29
    vredsum.vs v12, v1, v12, v0.t
    fsrmi 0
    vsetvli t1, zero, e8, mf8, ta, ma
    vwadd.wx v12, v10, a0
    vmseq.vx v30, v22, a1, v0.t
    vmsle.vi v22, v31, 13, v0.t
    li t1, 23
    vsetvli t1, t1, e8, m2, tu, mu
    csrwi vxrm, 0
    vsub.vv v28, v24, v8, v0.t
    vwredsumu.vs v0, v14, v12, v0.t
    vsetvli t1, zero, e8, m2, ta, ma
    vfirst.m a6, v16, v0.t
    vwmacc.vx v4, a3, v28
    vmxor.mm v26, v22, v26
    vsetvli t1, zero, e8, mf4, ta, ma
    vadd.vi v10, v23, 9
    vmv.v.i v18, 12
    vsaddu.vv v10, v24, v18
    vsetivli t1, 7, e32, m1, ta, mu
    li t0, 131095
    add t0, s0, t0
    vlseg2e64.v v8, (t0)
    vmfeq.vv v10, v28, v12
    li t0, 131133
    add t0, s0, t0
    vsseg3e8.v v14, (t0)
    li t1, 392
    vsetvli t1, t1, e16, m8, tu, mu
    vdivu.vv v8, v0, v0, v0.t
    vmxnor.mm v8, v16, v8
    vmsbc.vvm v0, v16, v16, v0
    vsetvli t1, zero, e8, m4, ta, mu
    vmsltu.vx v28, v8, a5, v0.t
    vslideup.vi v28, v16, 25
    vrgather.vi v24, v20, 16
    li t1, 0
    vsetvli t1, t1, e64, m2, ta, ma
    vmseq.vi v16, v30, 5
    vsll.vx v16, v20, a1
    vfcvt.xu.f.v v28, v10
    vsetvli t1, zero, e8, m2, tu, mu
    vsrl.vi v16, v24, 6
    vsra.vx v24, v4, a4
    vssubu.vx v20, v16, a6, v0.t
    vsetivli t1, 19, e32, m4, tu, ma
    vasubu.vv v4, v24, v8, v0.t
    vmfne.vv v16, v24, v8
    vmfle.vf v4, v28, fa0
    li t1, 395
    vsetvli t1, t1, e8, m4, ta, ma
    li t0, 131124
    add t0, s0, t0
    vsseg2e8.v v16, (t0)
    vmsleu.vv v0, v0, v24
    fsrmi 3
    vslide1down.vx v16, v20, a3, v0.t
    vmsbc.vxm v16, v28, a4, v0
    vwaddu.wv v0, v24, v16
    vdiv.vv v24, v0, v0, v0.t
    li t1, 8
    vsetvli t1, t1, e16, mf4, ta, ma
    vmadc.vim v2, v6, 0, v0
    vrgatherei16.vv v10, v8, v16
    vand.vv v14, v22, v28
    li t1, 332
    vsetvli t1, t1, e16, m8, ta, mu
    vmxor.mm v16, v0, v0
    vmadc.vxm v0, v16, a7, v0
    vmsle.vi v8, v0, 6, v0.t
    vsetvli t1, zero, e16, mf2, ta, ma
    li t2, 32767
    li t0, 131082
    add t0, s0, t0
    vsoxei16.v v27, (t0), v0
    vsrl.vx v8, v26, a6, v0.t
    vfirst.m a0, v17, v0.t
    vsetivli t1, 16, e64, m1, tu, ma
    vmsbf.m v6, v29
    vredmaxu.vs v13, v18, v8, v0.t
    vid.v v25
    li t1, 8
    vsetvli t1, t1, e8, mf8, tu, mu
    vadd.vi v30, v4, 8
    vslideup.vx v24, v14, a0, v0.t
    vmsgt.vi v26, v26, 15
    vsetvli t1, zero, e64, m2, ta, mu
    vmv.v.v v14, v4
    vfdiv.vf v16, v12, fa3
    vmsltu.vx v4, v4, a2
    li t1, 637
    vsetvli t1, t1, e8, m8, ta, ma
    vredor.vs v16, v8, v0, v0.t
    vssubu.vv v8, v24, v16
    vwredsumu.vs v16, v0, v0
    li t1, 60
    vsetvli t1, t1, e64, m4, ta, mu
    vsra.vx v24, v28, a2
    vsll.vv v16, v16, v24
    vfmsub.vf v28, fa6, v0, v0.t
    vsetvli t1, zero, e16, m1, ta, mu
    vwredsum.vs v10, v28, v31
    vmulhsu.vx v31, v18, a7, v0.t
    vmaxu.vv v0, v4, v8
    vsetivli t1, 16, e32, m1, tu, ma
    vmv2r.v v28, v16
    li t2, 9
    li t0, 131095
    add t0, s0, t0
    vlse16.v v8, (t0), t2, v0.t
    vmsle.vi v7, v2, 14
    li t1, 49
    vsetvli t1, t1, e16, m8, ta, ma
    vrgather.vi v16, v0, 8
    csrwi vxrm, 2
    vadd.vx v16, v0, a4
    li t1, 361
    vsetvli t1, t1, e8, m8, tu, ma
    vmsgt.vi v0, v24, 2
    li t2, 32767
    li t0, 131099
    add t0, s0, t0
    vsoxei8.v v16, (t0), v8
    vredand.vs v8, v0, v16
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
