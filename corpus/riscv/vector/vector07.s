.text
.globl _start
_start:
    la s0, buffer
    li t0, 0xa486f2d1e8994ec9
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
    li t1, 7
    vsetvli t1, t1, e32, mf2, ta, mu
    vzext.vf2 v1, v16, v0.t
    vminu.vv v16, v27, v16, v0.t
    vsmul.vx v21, v6, a7
    vsetvli t1, zero, e32, m2, ta, mu
    vdivu.vv v20, v24, v10
    vmsbf.m v22, v26, v0.t
    vfwcvt.f.x.v v16, v4
    vsetvli t1, zero, e32, mf2, ta, ma
    vfnmacc.vf v9, fa4, v7, v0.t
    vxor.vx v28, v2, a1
    vor.vx v30, v15, a6, v0.t
    li t1, 31
    vsetvli t1, t1, e64, m8, tu, mu
    vredand.vs v0, v0, v0
    vfmv.s.f v0, fa5
    vfmax.vv v16, v16, v0
    li t1, 7
    vsetvli t1, t1, e8, mf8, ta, ma
    vmul.vx v29, v18, a3
    vredmaxu.vs v4, v30, v15, v0.t
    vsaddu.vi v2, v9, -13, v0.t
    vsetvli t1, zero, e8, mf8, ta, ma
    vmsne.vv v16, v11, v29
    vmulh.vx v10, v2, a4, v0.t
    vadd.vx v16, v2, a6
    vsetivli t1, 16, e32, mf2, tu, ma
    vor.vi v25, v30, -1
    vadc.vxm v16, v2, a2, v0
    vssubu.vv v12, v4, v14, v0.t
    li t1, 31
    vsetvli t1, t1, e32, m1, tu, mu
    fsrmi 4
    vfwnmsac.vv v22, v12, v2, v0.t
    vmseq.vi v18, v0, 13
    li t1, 11
    vsetvli t1, t1, e32, mf2, tu, ma
    vmfne.vf v8, v13, fa6, v0.t
    vmsne.vi v22, v2, 7
    vfnmsac.vf v27, fa0, v8, v0.t
    li t1, 213
    vsetvli t1, t1, e16, m4, tu, mu
    vrem.vv v16, v24, v24
    vmaxu.vv v24, v12, v28
    vmsbc.vv v24, v16, v8
    li t1, 90
    vsetvli t1, t1, e8, m2, ta, ma
    vnclipu.wx v24, v0, a7, v0.t
    vmv1r.v v24, v28
    vor.vx v6, v8, a7
    li t1, 216
    vsetvli t1, t1, e8, m4, tu, mu
    vnclipu.wi v8, v24, 31, v0.t
    vnclip.wi v16, v24, 28, v0.t
    vxor.vx v28, v0, a0
    li t1, 8
    vsetvli t1, t1, e16, mf4, tu, ma
    vnclip.wi v1, v8, 3
    vredmaxu.vs v18, v10, v3, v0.t
    vadc.vxm v24, v14, a7, v0
    li t1, 1
    vsetvli t1, t1, e8, mf8, tu, mu
    vcpop.m a1, v28, v0.t
    li t0, 131124
    add t0, s0, t0
    vse16.v v2, (t0)
    vsadd.vx v16, v28, a7
    li t1, 1
    vsetvli t1, t1, e64, m1, ta, ma
    vfmin.vv v19, v2, v22, v0.t
    vrsub.vi v8, v12, -11
    vsadd.vi v8, v16, 5
    li t1, 3
    vsetvli t1, t1, e32, m2, ta, mu
    li t0, 131128
    add t0, s0, t0
    vs2r.v v24, (t0)
    vor.vx v16, v16, a4, v0.t
    vmadc.vxm v6, v22, a4, v0
    li t1, 67
    vsetvli t1, t1, e64, m8, ta, mu
    vmfle.vf v16, v0, fa4
    vrgatherei16.vv v16, v24, v8, v0.t
    vfsgnjn.vf v0, v16, fa0
    li t1, 27
    vsetvli t1, t1, e16, mf2, ta, mu
    vmnor.mm v7, v8, v26
    vaadd.vv v24, v30, v23
    vmv.v.x v17, a3
    vsetivli t1, 31, e64, m1, tu, mu
    vmulhu.vx v22, v4, a0
    vmsof.m v24, v4
    vsrl.vi v12, v12, 9, v0.t
    li t1, 50
    vsetvli t1, t1, e64, m4, ta, mu
    csrwi vxrm, 0
    li t2, -69
    li t0, 131077
    add t0, s0, t0
    vsse32.v v24, (t0), t2, v0.t
    vmv2r.v v4, v24
    li t1, 7
    vsetvli t1, t1, e32, mf2, ta, ma
    li t0, 131081
    add t0, s0, t0
    vle8.v v11, (t0), v0.t
    li t0, 131082
    add t0, s0, t0
    vle16.v v8, (t0), v0.t
    vfnmsub.vv v20, v12, v22
    li t1, 44
    vsetvli t1, t1, e8, mf2, ta, mu
    vmseq.vi v26, v9, 8
    vremu.vv v7, v8, v8, v0.t
    vmul.vx v20, v24, a7, v0.t
    li t1, 40
    vsetvli t1, t1, e32, m4, ta, ma
    vmsbc.vxm v16, v8, a3, v0
    vzext.vf2 v8, v0
    vsext.vf4 v4, v8, v0.t
    vsetvli t1, zero, e8, m2, ta, mu
    vwredsum.vs v2, v8, v16
    vssub.vv v4, v12, v8
    vredmaxu.vs v0, v6, v0
    vsetivli t1, 27, e16, m8, tu, ma
    vmulhsu.vv v24, v0, v16
    vrsub.vi v24, v16, 12, v0.t
    vmnor.mm v0, v0, v8
    vsetvli t1, zero, e8, mf4, ta, mu
    vadd.vx v24, v1, a2, v0.t
    vwmulu.vx v16, v5, a0
    vssubu.vx v19, v12, a2, v0.t
    li t1, 176
    vsetvli t1, t1, e8, m4, tu, mu
    vasub.vv v24, v8, v8
    vmin.vx v8, v8, a0, v0.t
    vmxor.mm v0, v24, v16
    li t1, 51
    vsetvli t1, t1, e8, mf2, tu, mu
    csrwi vxrm, 0
    vmsgtu.vx v28, v4, a4, v0.t
    vmsgtu.vx v4, v22, a4, v0.t
    li t1, 11
    vsetvli t1, t1, e8, m1, ta, mu
    vremu.vv v16, v30, v31, v0.t
    csrwi vxrm, 0
    vcompress.vm v30, v0, v18
    li t1, 81
    vsetvli t1, t1, e64, m8, ta, mu
    vsrl.vi v16, v0, 14
    fadd.s ft0, fa0, fa1, dyn
    vfcvt.rtz.xu.f.v v16, v16
    vmorn.mm v0, v16, v16
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
