.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x924c82b8d0c8027
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
    li t1, 11
    vsetvli t1, t1, e64, m1, tu, mu
    vmsbc.vx v4, v6, a6
    vrsub.vx v4, v0, a6, v0.t
    vmfne.vf v21, v29, fa5
    li t1, 103
    vsetvli t1, t1, e32, m8, tu, mu
    vaaddu.vv v16, v16, v8
    vmax.vv v24, v8, v16
    csrwi vxrm, 2
    vmor.mm v24, v24, v16
    vfsub.vv v24, v16, v16, v0.t
    vmulhu.vx v24, v16, a6
    vand.vv v16, v24, v16, v0.t
    vsetivli t1, 16, e8, mf4, tu, ma
    vaaddu.vv v30, v8, v22
    vslide1up.vx v16, v28, a4, v0.t
    li t2, 51
    li t0, 131122
    add t0, s0, t0
    vlse16.v v10, (t0), t2, v0.t
    li t1, 62
    vsetvli t1, t1, e32, m2, ta, mu
    vmand.mm v26, v18, v2
    fsrmi 0
    vmv4r.v v4, v12
    li t1, 49
    vsetvli t1, t1, e16, m2, ta, ma
    vrem.vx v8, v6, a7
    vrsub.vx v24, v30, a7, v0.t
    vmv.v.x v8, a5
    vsetvli t1, zero, e8, mf2, tu, ma
    vwmulsu.vx v15, v14, a5, v0.t
    vsadd.vi v4, v10, 9
    vwmul.vx v16, v9, a2, v0.t
    li t1, 13
    vsetvli t1, t1, e16, mf4, ta, mu
    vslidedown.vi v2, v18, 0, v0.t
    vsaddu.vv v17, v2, v10
    csrwi vxrm, 2
    vmulhsu.vv v21, v30, v26
    vmulhsu.vx v6, v9, a7
    vmadc.vvm v31, v10, v22, v0
    vmsbf.m v27, v12
    li t1, 14
    vsetvli t1, t1, e64, m1, tu, ma
    vfslide1down.vf v27, v5, fa7, v0.t
    vfmadd.vf v20, fa5, v0
    vsaddu.vv v19, v20, v16, v0.t
    li t1, 379
    vsetvli t1, t1, e8, m8, ta, ma
    vsaddu.vi v0, v16, 13
    vssrl.vi v8, v16, 25
    vand.vi v16, v16, 14
    li t1, 82
    vsetvli t1, t1, e8, m1, ta, ma
    vmor.mm v31, v30, v24
    vredsum.vs v16, v11, v14, v0.t
    vor.vx v30, v14, a0
    li t1, 334
    vsetvli t1, t1, e8, m4, tu, ma
    vmv.x.s a2, v8
    vand.vv v24, v12, v20, v0.t
    vssrl.vx v20, v8, a5
    vsetvli t1, zero, e16, m1, tu, ma
    vmsltu.vx v16, v26, a6
    vsaddu.vi v8, v16, 14
    vrgather.vx v29, v30, a7, v0.t
    li t1, 227
    vsetvli t1, t1, e8, m2, ta, ma
    viota.m v8, v16
    csrwi vxrm, 3
    vor.vi v24, v24, 15
    li t1, 0
    vsetvli t1, t1, e64, m1, tu, mu
    li t2, 32767
    li t0, 131116
    add t0, s0, t0
    vsoxseg8ei16.v v24, (t0), v18, v0.t
    vsrl.vi v31, v6, 11
    vmsleu.vx v26, v30, a4, v0.t
    li t1, 32
    vsetvli t1, t1, e16, m2, ta, mu
    vwaddu.wv v8, v20, v6
    vwadd.vv v12, v28, v8
    vnclipu.wi v26, v28, 24
    li t1, 16
    vsetvli t1, t1, e8, m2, ta, mu
    vmerge.vim v26, v14, 9, v0
    vor.vx v12, v26, a0
    vasubu.vx v24, v20, a7, v0.t
    li t1, 5
    vsetvli t1, t1, e64, m8, tu, ma
    csrwi vxrm, 2
    vxor.vi v24, v0, -6
    vslidedown.vi v16, v24, 30
    vsetvli t1, zero, e32, m1, ta, mu
    vfwmacc.vv v20, v28, v2
    vwsubu.vx v30, v29, a4
    li t0, 131114
    add t0, s0, t0
    vlseg7e16.v v11, (t0), v0.t
    li t1, 130
    vsetvli t1, t1, e8, m4, ta, ma
    vxor.vi v16, v20, -12
    vmsgtu.vx v8, v8, a6
    vmsltu.vx v24, v20, a0, v0.t
    li t1, 87
    vsetvli t1, t1, e32, m4, tu, mu
    vsrl.vv v8, v0, v20
    vid.v v24
    vmin.vx v24, v8, a2
    li t1, 6
    vsetvli t1, t1, e64, m1, tu, ma
    vfsgnj.vv v4, v28, v0, v0.t
    vrgather.vx v18, v0, a5, v0.t
    vssra.vv v11, v0, v21, v0.t
    li t1, 30
    vsetvli t1, t1, e32, m2, tu, ma
    vwaddu.wx v8, v0, a3, v0.t
    vnmsub.vx v12, a2, v16
    vfcvt.f.xu.v v8, v0
    li t1, 11
    vsetvli t1, t1, e16, m2, tu, mu
    vmsbc.vxm v16, v2, a1, v0
    fsrmi 2
    csrwi vxrm, 3
    li t1, 39
    vsetvli t1, t1, e64, m8, tu, ma
    vfrsub.vf v16, v0, fa6
    vmsle.vx v16, v24, a2
    vasub.vv v24, v16, v16
    li t1, 457
    vsetvli t1, t1, e16, m8, ta, mu
    vor.vi v24, v16, 2
    vslidedown.vi v16, v16, 15, v0.t
    vmsne.vv v24, v16, v16, v0.t
    li t1, 78
    vsetvli t1, t1, e16, m2, ta, mu
    li t0, 131098
    add t0, s0, t0
    vlseg6e8.v v12, (t0)
    vnsrl.wi v24, v4, 9
    vmv.x.s a6, v4
    li t1, 32
    vsetvli t1, t1, e16, m2, ta, mu
    vmseq.vi v8, v20, -2
    vwmaccus.vx v8, a5, v0, v0.t
    vwmacc.vx v12, a3, v28
    vsetivli t1, 18, e16, m4, tu, mu
    vssub.vx v28, v0, a7, v0.t
    li t2, 32767
    vsetvli t3, zero, e32, m8, ta, ma
    vand.vx v0, v0, t2
    vsetivli t1, 18, e16, m4, tu, mu
    li t0, 131114
    add t0, s0, t0
    vsuxei32.v v16, (t0), v0, v0.t
    vsrl.vi v12, v8, 18
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
