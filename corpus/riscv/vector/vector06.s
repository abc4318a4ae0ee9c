.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x586dc889c98f257b
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
    li t1, 24
    vsetvli t1, t1, e8, m1, tu, ma
    vwadd.wx v26, v18, a6
    vredxor.vs v15, v20, v8, v0.t
    vmsne.vv v2, v13, v20
    li t1, 179
    vsetvli t1, t1, e16, m8, tu, mu
    vmv8r.v v8, v0
    csrwi vxrm, 2
    fsrmi 0
    vcompress.vm v24, v8, v16
    li t0, 131128
    add t0, s0, t0
    vsm.v v0, (t0)
    vslidedown.vi v16, v0, 4
    vrem.vx v16, v0, a0, v0.t
    vsetivli t1, 22, e32, m8, ta, mu
    vmsgt.vx v24, v16, a5
    vsadd.vi v16, v0, 12, v0.t
    vmv.v.x v24, a1
    vsetvli t1, zero, e32, m4, tu, mu
    vmv1r.v v0, v24
    vfrec7.v v16, v24, v0.t
    vfslide1down.vf v24, v0, fa2, v0.t
    vsetvli t1, zero, e8, m2, tu, ma
    vwadd.vv v4, v24, v16
    vmaxu.vv v8, v22, v12
    vmsle.vx v8, v20, a0, v0.t
    li t1, 0
    vsetvli t1, t1, e8, mf8, ta, mu
    vxor.vv v2, v24, v12, v0.t
    vmadd.vx v13, a3, v7
    vwmul.vv v12, v8, v17
    li t1, 65
    vsetvli t1, t1, e16, m1, tu, ma
    vmv1r.v v3, v8
    vminu.vx v2, v0, a5, v0.t
    vmv.v.v v15, v0
    vsetivli t1, 30, e64, m1, tu, ma
    vrem.vv v12, v23, v10, v0.t
    li t2, 52
    li t0, 131100
    add t0, s0, t0
    vsse16.v v8, (t0), t2
    csrwi vxrm, 3
    li t1, 9
    vsetvli t1, t1, e16, mf4, tu, mu
    vid.v v16
    vwmul.vx v5, v30, a7, v0.t
    vadd.vi v28, v12, 8
    li t1, 61
    vsetvli t1, t1, e16, m8, ta, mu
    vmsgtu.vi v0, v16, -2
    vadc.vxm v24, v16, a2, v0
    vor.vv v8, v8, v0, v0.t
    li t1, 51
    vsetvli t1, t1, e8, m2, ta, mu
    vmulhsu.vx v28, v28, a3, v0.t
    vmin.vv v28, v26, v28, v0.t
    vwadd.vv v24, v2, v16, v0.t
    li t1, 126
    vsetvli t1, t1, e32, m4, tu, mu
    vnmsac.vx v16, a4, v0
    vwmacc.vx v24, a5, v0
    vmulh.vv v8, v20, v24, v0.t
    li t1, 434
    vsetvli t1, t1, e16, m8, ta, mu
    vxor.vi v8, v16, -4
    vmnor.mm v0, v0, v0
    vssra.vx v16, v16, a4, v0.t
    vsetivli t1, 26, e16, m2, ta, mu
    csrwi vxrm, 1
    vssra.vx v8, v28, a7, v0.t
    vssrl.vv v6, v24, v6
    li t1, 24
    vsetvli t1, t1, e64, m2, tu, mu
    vslidedown.vx v16, v8, a2, v0.t
    fsrmi 2
    vsll.vx v24, v0, a7
    vsetvli t1, zero, e16, m4, tu, ma
    vasubu.vv v12, v8, v0
    vmadc.vxm v8, v24, a4, v0
    vmv.s.x v8, a4
    vsetivli t1, 23, e64, m2, tu, mu
    vsub.vv v20, v16, v24, v0.t
    vssra.vi v8, v22, 3
    vadd.vv v16, v22, v20
    li t1, 104
    vsetvli t1, t1, e8, m1, ta, mu
    vmsgt.vi v0, v14, 12
    vredmin.vs v6, v6, v27
    vminu.vx v19, v22, a5
    li t1, 4
    vsetvli t1, t1, e32, mf2, ta, mu
    vmadd.vv v18, v2, v29, v0.t
    vfsub.vf v20, v26, fa4
    li t2, 32767
    li t0, 131128
    add t0, s0, t0
    vsoxei8.v v4, (t0), v26, v0.t
    vsetvli t1, zero, e16, m8, ta, mu
    vmsgt.vx v0, v8, a2
    vmsgt.vx v0, v8, a3, v0.t
    vmsle.vv v0, v16, v0, v0.t
    li t1, 31
    vsetvli t1, t1, e64, m2, ta, mu
    vmsne.vv v0, v16, v4, v0.t
    vmulhu.vv v20, v16, v16, v0.t
    li t0, 131092
    add t0, s0, t0
    vlseg8e32.v v16, (t0)
    li t1, 17
    vsetvli t1, t1, e16, mf2, tu, mu
    vnclip.wx v12, v4, a5
    vor.vx v10, v18, a6
    vmv2r.v v14, v4
    li t1, 51
    vsetvli t1, t1, e32, m8, tu, mu
    vmseq.vv v16, v16, v16, v0.t
    vmsne.vv v0, v0, v0, v0.t
    vfcvt.x.f.v v16, v16
    li t1, 97
    vsetvli t1, t1, e32, m8, tu, ma
    vmulh.vx v0, v0, a0
    vfneg.v v16, v16
    vmv.v.i v16, -8
    vsetvli t1, zero, e16, m2, ta, ma
    vmand.mm v8, v8, v0
    li t2, 32767
    li t0, 131082
    add t0, s0, t0
    vloxseg2ei16.v v28, (t0), v2
    vand.vv v22, v16, v8
    li t1, 125
    vsetvli t1, t1, e8, m1, ta, ma
    vadd.vv v18, v28, v2
    vmax.vx v31, v26, a2
    vnclip.wi v10, v12, 19, v0.t
    li t1, 28
    vsetvli t1, t1, e16, m8, ta, mu
    vmulhsu.vv v16, v8, v0, v0.t
    vmacc.vx v16, a7, v24
    csrwi vxrm, 2
    vsetivli t1, 25, e64, m1, ta, ma
    li t2, -74
    li t0, 131103
    add t0, s0, t0
    vlse32.v v17, (t0), t2, v0.t
    vmsle.vv v17, v20, v31
    vmsbc.vvm v26, v10, v10, v0
    li t1, 74
    vsetvli t1, t1, e16, m4, ta, mu
    vsll.vx v28, v24, a7, v0.t
    vor.vv v16, v4, v20
    vmsltu.vx v8, v16, a7, v0.t
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
