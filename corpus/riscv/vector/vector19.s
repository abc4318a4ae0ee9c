.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xb513b5de8a9882af
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
    vsetvli t1, t1, e8, mf4, ta, ma
    vnsra.wv v10, v6, v24
    vmsgtu.vx v14, v18, a4
    vnsra.wi v22, v20, 18
    vsetvli t1, zero, e32, m1, ta, ma
    vfmacc.vf v12, fa6, v18
    vfnmsub.vf v16, fa1, v30
    vcpop.m a7, v28
    li t1, 4
    vsetvli t1, t1, e16, m1, tu, mu
    vmadd.vv v14, v20, v2
    vmor.mm v12, v3, v24
    vmulh.vv v8, v8, v4
    li t1, 13
    vsetvli t1, t1, e64, m1, ta, mu
    vsaddu.vv v24, v14, v10
    vslideup.vx v30, v6, a5, v0.t
    vminu.vx v21, v26, a0
    li t1, 0
    vsetvli t1, t1, e8, mf8, ta, mu
    vwmulsu.vv v10, v20, v22
    vmsne.vi v22, v10, -13, v0.t
    vmax.vv v22, v8, v28, v0.t
    vsetvli t1, zero, e8, mf4, tu, ma
    vsll.vv v24, v7, v7
    vnclipu.wi v26, v9, 7, v0.t
    vmadc.vv v25, v18, v18
    li t1, 64
    vsetvli t1, t1, e32, m2, tu, ma
    vminu.vx v8, v8, a7
    vmfeq.vf v12, v22, fa3
    vmand.mm v16, v12, v28
    li t1, 914
    vsetvli t1, t1, e8, m8, tu, mu
    vmv.s.x v0, a3
    csrwi vxrm, 0
    vmsbc.vv v0, v0, v0
    li t1, 12
    vsetvli t1, t1, e32, m8, ta, ma
    vfmv.v.f v16, fa1
    vmfgt.vf v16, v0, fa6
    vmfeq.vv v16, v0, v0
    li t1, 358
    vsetvli t1, t1, e8, m4, ta, mu
    vand.vi v20, v8, -13, v0.t
    vsadd.vi v20, v24, -11, v0.t
    vsadd.vv v20, v28, v0
    li t1, 52
    vsetvli t1, t1, e8, m1, tu, ma
    vsub.vx v24, v30, a2, v0.t
    vsub.vv v8, v14, v24, v0.t
    vwadd.vv v12, v22, v26, v0.t
    vsetivli t1, 1, e32, m2, tu, mu
    vwsubu.vx v16, v26, a2
    vsext.vf4 v28, v24
    vsll.vx v20, v14, a6, v0.t
    li t1, 20
    vsetvli t1, t1, e32, m2, ta, ma
    vwmacc.vx v28, a4, v20, v0.t
    vsbc.vxm v4, v8, a1, v0
    vfwmacc.vf v16, fa4, v20
    li t1, 26
    vsetvli t1, t1, e16, m1, ta, ma
    fsrmi 3
    vsra.vi v7, v26, 31, v0.t
    vnmsac.vx v15, a0, v31, v0.t
    li t1, 85
    vsetvli t1, t1, e16, m8, ta, mu
    vmin.vx v16, v0, a0
    vrsub.vi v8, v16, 11
    vmsleu.vv v16, v24, v0, v0.t
    li t1, 4
    vsetvli t1, t1, e32, mf2, ta, mu
    vwmulsu.vv v7, v24, v26, v0.t
    vnclipu.wi v14, v21, 9, v0.t
    vmsleu.vv v26, v12, v16
    li t1, 3
    vsetvli t1, t1, e8, mf4, tu, mu
    vmv.v.v v12, v20
    vmsleu.vx v20, v31, a7
    vor.vv v4, v27, v10
    li t1, 56
    vsetvli t1, t1, e8, mf2, tu, mu
    vwmacc.vv v31, v14, v4, v0.t
    vslide1up.vx v24, v18, a2
    vwmaccus.vx v24, a4, v18
    li t1, 79
    vsetvli t1, t1, e16, m2, ta, ma
    vmsle.vi v14, v24, 4, v0.t
    vredmin.vs v10, v24, v16, v0.t
    vrsub.vi v6, v12, -4, v0.t
    li t1, 93
    vsetvli t1, t1, e64, m8, tu, mu
    vasubu.vv v16, v0, v24
    vsaddu.vi v8, v16, 0, v0.t
    vmsne.vi v0, v16, -8
    vsetvli t1, zero, e32, m2, tu, mu
    vfmax.vf v24, v12, fa4, v0.t
    vnclipu.wv v18, v24, v18, v0.t
    vfrsub.vf v0, v4, fa4
    li t1, 760
    vsetvli t1, t1, e8, m8, tu, mu
    vaaddu.vv v0, v24, v16
    vslide1up.vx v16, v0, a4
    vmin.vv v16, v0, v0
    li t1, 23
    vsetvli t1, t1, e32, m8, tu, ma
    vredminu.vs v24, v16, v0, v0.t
    vmsle.vx v8, v16, a4
    vmax.vv v24, v16, v0, v0.t
    vsetvli t1, zero, e32, mf2, tu, mu
    vfredmin.vs v12, v20, v10, v0.t
    vmsbf.m v16, v20
    fadd.s ft0, fa0, fa1, dyn
    vfwcvt.rtz.xu.f.v v25, v18
    li t1, 28
    vsetvli t1, t1, e32, m1, tu, ma
    vfredmax.vs v28, v27, v11, v0.t
    vfmacc.vf v2, fa6, v0, v0.t
    vwadd.vx v26, v10, a0
    vsetivli t1, 8, e8, m2, ta, ma
    vor.vv v4, v28, v6
    vssra.vi v16, v16, 4, v0.t
    vfirst.m a4, v22, v0.t
    vsetvli t1, zero, e16, m2, tu, ma
    vfwcvt.f.x.v v12, v22
    vssrl.vi v4, v30, 25
    vwredsum.vs v24, v4, v22
    vsetvli t1, zero, e64, m8, tu, mu
    vfrsub.vf v8, v24, fa0
    li t2, -25
    li t0, 131084
    add t0, s0, t0
    vlse8.v v16, (t0), t2
    vfslide1down.vf v16, v16, fa6
    vsetvli t1, zero, e8, mf2, tu, ma
    vmsgt.vi v0, v18, -2, v0.t
    vmulh.vx v28, v0, a4
    vssrl.vv v8, v8, v24, v0.t
    li t1, 46
    vsetvli t1, t1, e32, m2, tu, ma
    vmseq.vv v26, v24, v16, v0.t
    vasub.vx v6, v0, a4
    vnmsub.vv v22, v4, v12
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
