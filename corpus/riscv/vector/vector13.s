.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x39c1745da49e789d
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
    li t1, 678
    vsetvli t1, t1, e8, m8, tu, ma
    vmerge.vvm v24, v0, v0, v0
    vmadc.vv v16, v16, v24
    li t0, 131110
    add t0, s0, t0
    vl1r.v v0, (t0)
    li t1, 331
    vsetvli t1, t1, e16, m8, tu, ma
    vfirst.m a4, v0
    vslidedown.vx v24, v16, a6
    vredor.vs v16, v16, v8, v0.t
    vsetivli t1, 25, e16, mf2, ta, mu
    vadd.vx v6, v10, a1
    vmsne.vx v26, v3, a3
    vmulhu.vx v23, v4, a4
    li t1, 23
    vsetvli t1, t1, e64, m8, tu, mu
    vfredusum.vs v16, v24, v0
    vfsgnjx.vf v16, v16, fa0
    vredminu.vs v16, v16, v16
    vsetivli t1, 7, e8, m8, ta, ma
    vmv2r.v v0, v8
    vmadc.vim v8, v24, 8, v0
    vasub.vv v16, v8, v0, v0.t
    vsetivli t1, 25, e64, m2, ta, ma
    vmacc.vx v20, a4, v20
    vsext.vf4 v10, v12
    vfcvt.f.xu.v v12, v4
    li t1, 9
    vsetvli t1, t1, e8, mf8, tu, ma
    vwmulsu.vx v22, v23, a4
    vnmsac.vx v26, a6, v30
    vnclip.wi v24, v20, 4, v0.t
    li t1, 449
    vsetvli t1, t1, e8, m4, ta, mu
    li t0, 131082
    add t0, s0, t0
    vs1r.v v24, (t0)
    vrem.vx v20, v16, a3, v0.t
    vnclipu.wv v24, v8, v20, v0.t
    li t1, 54
    vsetvli t1, t1, e16, m1, tu, ma
    vsrl.vv v28, v26, v1
    vwadd.vx v14, v0, a0
    vslidedown.vx v31, v30, a1
    li t1, 8
    vsetvli t1, t1, e8, mf8, tu, ma
    vslide1up.vx v4, v10, a1
    vdiv.vx v28, v10, a1
    vdivu.vx v30, v26, a3
    li t1, 22
    vsetvli t1, t1, e32, m1, ta, ma
    vmxor.mm v9, v17, v6
    vfsgnj.vf v31, v10, fa4
    vmnor.mm v6, v6, v4
    vsetivli t1, 24, e16, m1, ta, ma
    vsub.vv v12, v9, v6
    vwsub.wx v30, v18, a7
    csrwi vxrm, 0
    li t1, 7
    vsetvli t1, t1, e64, m2, tu, mu
    fadd.s ft0, fa0, fa1, dyn
    vfcvt.rtz.x.f.v v6, v16, v0.t
    vmfgt.vf v28, v24, fa4
    vmadd.vv v30, v28, v12
    li t1, 131
    vsetvli t1, t1, e8, m8, ta, ma
    vadd.vi v16, v0, -15
    vmsof.m v16, v8
    vssra.vi v0, v16, 28
    li t1, 30
    vsetvli t1, t1, e32, m1, tu, mu
    vredminu.vs v12, v11, v24
    vsub.vx v14, v6, a7, v0.t
    vfncvt.f.xu.w v26, v24
    li t1, 113
    vsetvli t1, t1, e32, m8, tu, ma
    li t2, 32767
    li t0, 131133
    add t0, s0, t0
    vloxei8.v v16, (t0), v24
    vdivu.vv v0, v0, v16
    csrwi vxrm, 3
    vmaxu.vv v16, v16, v0, v0.t
    vfmerge.vfm v16, v16, fa5, v0
    vfsub.vf v16, v8, fa2, v0.t
    vmadc.vvm v24, v0, v16, v0
    li t1, 3
    vsetvli t1, t1, e32, mf2, ta, mu
    vsrl.vi v4, v8, 20
    vssra.vx v12, v19, a6
    vadd.vx v4, v18, a5, v0.t
    vsetvli t1, zero, e64, m8, tu, ma
    vfmv.s.f v0, fa6
    vmsne.vv v0, v0, v0, v0.t
    vmfgt.vf v16, v16, fa7
    li t1, 232
    vsetvli t1, t1, e8, m2, ta, ma
    vmv.x.s a4, v4
    vadc.vxm v4, v2, a7, v0
    vremu.vx v16, v26, a6, v0.t
    vsetivli t1, 25, e64, m1, tu, mu
    vfredmax.vs v0, v30, v5, v0.t
    vmorn.mm v24, v18, v28
    li t0, 131084
    add t0, s0, t0
    vlm.v v17, (t0)
    li t1, 61
    vsetvli t1, t1, e8, mf2, ta, mu
    vsra.vx v11, v9, a2, v0.t
    vredminu.vs v19, v28, v16, v0.t
    vrsub.vi v30, v11, 1
    vsetivli t1, 21, e16, m1, ta, ma
    vwmulsu.vx v24, v26, a7, v0.t
    vnmsub.vv v31, v24, v25
    vmsne.vx v5, v8, a6
    vsetvli t1, zero, e8, m4, tu, ma
    viota.m v16, v8
    vmsleu.vv v24, v28, v24, v0.t
    vwmacc.vv v8, v24, v12
    vsetivli t1, 22, e64, m8, tu, mu
    vredxor.vs v16, v0, v0
    vand.vi v16, v24, 0
    vmadc.vi v8, v16, -3
    vsetivli t1, 12, e8, m1, tu, ma
    vmsgt.vi v26, v12, -1, v0.t
    fsrmi 3
    vredxor.vs v2, v11, v23, v0.t
    li t1, 7
    vsetvli t1, t1, e16, mf2, ta, mu
    vadd.vi v6, v14, -12, v0.t
    vrgather.vi v8, v6, 20
    vcpop.m a3, v19
    li t1, 7
    vsetvli t1, t1, e16, mf2, ta, ma
    vwsubu.wv v18, v24, v10, v0.t
    vmul.vx v18, v10, a3, v0.t
    vmseq.vi v4, v6, -3, v0.t
    li t1, 56
    vsetvli t1, t1, e8, m1, ta, ma
    vmadc.vv v2, v8, v4
    vadd.vx v19, v10, a0, v0.t
    vrgather.vv v28, v4, v20, v0.t
    li t1, 78
    vsetvli t1, t1, e16, m4, tu, ma
    vmv.x.s a1, v8
    vssrl.vv v8, v12, v8, v0.t
    vwmulsu.vv v8, v20, v24
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
