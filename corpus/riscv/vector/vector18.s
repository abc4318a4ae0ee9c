.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x183f44d79a9ed11d
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
    vsetvli t1, zero, e8, m2, tu, mu
    vnmsub.vx v6, a6, v24, v0.t
    vmnand.mm v4, v24, v10
    vminu.vv v18, v28, v8, v0.t
    li t1, 6
    vsetvli t1, t1, e16, mf4, ta, ma
    vand.vx v20, v25, a1
    vwadd.wx v12, v17, a5
    vwsubu.wx v16, v15, a1
    vsetvli t1, zero, e32, mf2, tu, ma
    vfmacc.vf v22, fa3, v22, v0.t
    vor.vv v20, v22, v24, v0.t
    vwadd.wx v10, v20, a1, v0.t
    li t1, 126
    vsetvli t1, t1, e32, m8, ta, ma
    vmsbc.vv v16, v0, v0
    fsrmi 4
    vssra.vi v16, v0, 1, v0.t
    li t1, 4
    vsetvli t1, t1, e8, mf8, tu, ma
    vssrl.vx v2, v18, a4, v0.t
    vsll.vi v28, v24, 23, v0.t
    fsrmi 0
    vmsgtu.vx v26, v6, a7
    li t2, 32767
    vsetvli t3, zero, e32, mf2, ta, ma
    vand.vx v0, v0, t2
    li t1, 4
    vsetvli t1, t1, e8, mf8, tu, ma
    li t0, 131129
    add t0, s0, t0
    vsoxei32.v v6, (t0), v0, v0.t
    vnmsac.vv v18, v12, v4, v0.t
    vsra.vv v29, v16, v24
    vsetivli t1, 21, e64, m2, ta, mu
    vadd.vx v12, v4, a6
    vslide1up.vx v12, v30, a2, v0.t
    vredor.vs v16, v18, v16, v0.t
    vsetivli t1, 31, e32, m1, tu, mu
    vfwcvt.f.f.v v4, v26, v0.t
    vmadc.vim v0, v2, 13, v0
    vmseq.vx v19, v22, a0, v0.t
    vsetivli t1, 29, e64, m4, ta, ma
    vmadc.vim v0, v8, -7, v0
    vmulh.vx v20, v20, a7, v0.t
    fsrmi 4
    li t1, 11
    vsetvli t1, t1, e16, mf2, ta, mu
    vdiv.vv v16, v12, v24, v0.t
    vwadd.vx v8, v5, a3, v0.t
    vsbc.vxm v10, v29, a7, v0
    vsetvli t1, zero, e16, m2, tu, mu
    vfirst.m a3, v4, v0.t
    vdiv.vv v24, v28, v0, v0.t
    vmnor.mm v0, v12, v0
    li t1, 55
    vsetvli t1, t1, e8, mf2, tu, mu
    fsrmi 0
    vwmacc.vv v2, v4, v18, v0.t
    vmul.vx v16, v28, a1, v0.t
    li t1, 6
    vsetvli t1, t1, e32, m1, ta, mu
    vfmsub.vf v13, fa4, v4, v0.t
    vwmaccus.vx v30, a7, v26, v0.t
    vmsne.vi v4, v2, 5
    li t1, 1
    vsetvli t1, t1, e16, mf4, ta, ma
    vrem.vv v28, v6, v30, v0.t
    vasub.vv v21, v30, v3
    vsll.vx v7, v24, a0, v0.t
    vsetivli t1, 28, e32, mf2, tu, ma
    li t2, 32767
    li t0, 131119
    add t0, s0, t0
    vluxei8.v v1, (t0), v6, v0.t
    csrwi vxrm, 0
    vrgather.vv v10, v20, v14, v0.t
    vsetvli t1, zero, e16, mf4, ta, mu
    vwsubu.wv v25, v14, v20, v0.t
    vwmul.vx v14, v30, a7
    vand.vi v15, v2, -8, v0.t
    vsetvli t1, zero, e32, m8, tu, ma
    vssubu.vx v16, v0, a4
    vmsle.vv v16, v16, v24
    vsadd.vi v0, v8, -15
    li t1, 50
    vsetvli t1, t1, e64, m4, ta, ma
    li t0, 131119
    add t0, s0, t0
    vl2re16.v v20, (t0)
    fsrmi 0
    vfsub.vv v0, v28, v0
    li t1, 4
    vsetvli t1, t1, e64, m2, ta, ma
    vmnand.mm v18, v4, v16
    li t2, 32767
    vsetvli t3, zero, e32, m1, ta, ma
    vand.vx v30, v30, t2
    li t1, 4
    vsetvli t1, t1, e64, m2, ta, ma
    li t0, 131082
    add t0, s0, t0
    vsoxseg2ei32.v v14, (t0), v30
    csrwi vxrm, 0
    li t1, 11
    vsetvli t1, t1, e16, mf4, tu, ma
    vfwcvt.f.xu.v v2, v4, v0.t
    vwmulsu.vx v1, v28, a5
    vaadd.vx v10, v30, a3
    vsetivli t1, 12, e8, mf8, tu, ma
    vmul.vx v16, v25, a1, v0.t
    vmaxu.vv v18, v20, v24, v0.t
    vaadd.vv v30, v9, v24, v0.t
    vsetvli t1, zero, e16, m8, ta, ma
    vmv.x.s a3, v8
    vnmsac.vx v16, a6, v16, v0.t
    csrwi vxrm, 3
    vsetvli t1, zero, e32, mf2, ta, mu
    vdiv.vv v20, v4, v3, v0.t
    vfsub.vv v19, v31, v12, v0.t
    fadd.s ft0, fa0, fa1, dyn
    vfcvt.rtz.x.f.v v4, v30, v0.t
    li t1, 58
    vsetvli t1, t1, e32, m8, tu, mu
    vredor.vs v0, v0, v16
    vmfle.vf v0, v0, fa4
    vfsgnjx.vf v16, v0, fa3
    vsetvli t1, zero, e8, mf4, ta, ma
    vsmul.vx v3, v10, a6, v0.t
    vmerge.vvm v14, v9, v26, v0
    vdiv.vx v29, v20, a2
    vsetvli t1, zero, e16, m4, tu, ma
    li t0, 131126
    add t0, s0, t0
    vlm.v v16, (t0)
    vasub.vx v8, v4, a1, v0.t
    csrwi vxrm, 0
    vmadc.vx v20, v24, a5
    vmax.vv v8, v20, v16, v0.t
    vwredsumu.vs v8, v16, v20
    vmacc.vx v0, a3, v24
    vsetivli t1, 15, e8, m4, ta, mu
    vmv1r.v v0, v8
    csrwi vxrm, 2
    vredmaxu.vs v20, v0, v0, v0.t
    li t1, 209
    vsetvli t1, t1, e16, m4, ta, ma
    vsaddu.vi v8, v16, -16
    vssrl.vi v8, v28, 6
    vnclipu.wi v16, v16, 9
    li t1, 50
    vsetvli t1, t1, e16, m8, ta, ma
    vsaddu.vi v16, v24, 10
    vmax.vx v8, v16, a5, v0.t
    vsext.vf2 v8, v0
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
