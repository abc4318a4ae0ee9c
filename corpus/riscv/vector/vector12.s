.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x42167a1813d39a4b
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
    vsetvli t1, zero, e16, m8, ta, ma
    vredand.vs v0, v16, v0
    vredmin.vs v16, v16, v16, v0.t
    vmsne.vx v16, v0, a1, v0.t
    vsetivli t1, 6, e8, mf4, ta, mu
    vsbc.vxm v14, v0, a3, v0
    vnmsub.vv v13, v2, v22
    vwmulsu.vx v13, v14, a6
    vsetvli t1, zero, e64, m1, ta, mu
    li t2, 32767
    vsetvli t3, zero, e64, m1, ta, ma
    vand.vx v8, v8, t2
    vsetvli t1, zero, e64, m1, ta, mu
    li t0, 131100
    add t0, s0, t0
    vloxei64.v v28, (t0), v8, v0.t
    vmsbf.m v26, v7, v0.t
    vmxor.mm v10, v12, v18
    li t1, 32
    vsetvli t1, t1, e16, m1, ta, ma
    vmseq.vv v12, v23, v31
    vsra.vv v0, v10, v0
    vmseq.vv v0, v18, v8
    vsetvli t1, zero, e32, m2, ta, mu
    vrem.vv v28, v12, v16
    vfrdiv.vf v16, v12, fa6
    vmfne.vf v20, v12, fa4, v0.t
    li t1, 33
    vsetvli t1, t1, e8, mf2, tu, mu
    vid.v v16, v0.t
    vminu.vx v2, v10, a3, v0.t
    vmadc.vim v10, v2, 14, v0
    li t1, 138
    vsetvli t1, t1, e8, m2, tu, ma
    vmadd.vx v28, a7, v30, v0.t
    vssubu.vx v0, v14, a3
    vssrl.vx v2, v0, a7, v0.t
    li t1, 23
    vsetvli t1, t1, e64, m4, tu, mu
    vfnmacc.vv v16, v16, v0, v0.t
    vmsbc.vv v24, v8, v8
    vfnmacc.vv v24, v16, v8, v0.t
    li t1, 11
    vsetvli t1, t1, e16, mf4, tu, mu
    vnsrl.wi v27, v0, 27
    csrwi vxrm, 2
    vsmul.vx v28, v4, a6, v0.t
    li t1, 24
    vsetvli t1, t1, e32, m1, tu, mu
    vfmsub.vf v10, fa3, v0, v0.t
    vmsif.m v22, v7, v0.t
    vfsgnj.vv v25, v16, v26
    vsetvli t1, zero, e64, m1, ta, mu
    vmand.mm v24, v13, v19
    vmsle.vx v14, v20, a2
    vredand.vs v1, v30, v26, v0.t
    vsetivli t1, 27, e16, m1, ta, mu
    vwaddu.vx v22, v2, a3, v0.t
    vmaxu.vv v0, v4, v31
    csrwi vxrm, 3
    li t1, 64
    vsetvli t1, t1, e16, m1, ta, mu
    li t0, 131091
    add t0, s0, t0
    vsm.v v22, (t0)
    fsrmi 1
    vmnand.mm v3, v0, v11
    li t1, 27
    vsetvli t1, t1, e8, m4, tu, mu
    vadd.vx v28, v0, a3
    vredminu.vs v0, v8, v0, v0.t
    vmandn.mm v0, v16, v16
    vsetivli t1, 22, e8, m4, ta, ma
    vremu.vx v8, v24, a2
    vmslt.vx v24, v0, a3
    vmsbc.vx v4, v8, a6
    vsetivli t1, 0, e64, m1, tu, ma
    vfmsub.vv v26, v0, v26, v0.t
    li t0, 131114
    add t0, s0, t0
    vle8.v v16, (t0)
    vfsgnjx.vf v5, v29, fa0
    li t1, 230
    vsetvli t1, t1, e32, m8, tu, mu
    vsmul.vx v0, v24, a5
    vmsgt.vi v16, v16, -7
    vrgather.vv v8, v16, v16, v0.t
    li t1, 15
    vsetvli t1, t1, e16, m1, tu, ma
    vsadd.vx v16, v29, a7, v0.t
    vmadc.vvm v23, v2, v24, v0
    vmv.x.s a4, v21
    vsetivli t1, 23, e8, m1, tu, ma
    vsra.vv v1, v6, v11, v0.t
    vnsra.wx v30, v20, a5
    vasubu.vv v22, v28, v6
    vsetvli t1, zero, e16, m4, ta, ma
    vasubu.vx v8, v8, a4, v0.t
    vsaddu.vv v24, v28, v12, v0.t
    vdivu.vv v16, v16, v8, v0.t
    li t1, 26
    vsetvli t1, t1, e8, mf2, tu, mu
    csrwi vxrm, 0
    vssubu.vx v8, v2, a0, v0.t
    vnsrl.wi v19, v21, 13, v0.t
    vsetvli t1, zero, e8, m1, ta, ma
    vadc.vxm v1, v6, a2, v0
    vxor.vi v24, v14, -10, v0.t
    li t2, 32767
    li t0, 131104
    add t0, s0, t0
    vsoxseg5ei16.v v8, (t0), v8
    vsetvli t1, zero, e8, mf4, tu, ma
    vmsgtu.vi v8, v24, 14
    fsrmi 3
    vslideup.vx v21, v30, a3
    li t1, 505
    vsetvli t1, t1, e16, m8, ta, mu
    vsbc.vvm v16, v0, v24, v0
    vdivu.vv v0, v16, v16
    vmsltu.vx v0, v24, a1, v0.t
    li t1, 28
    vsetvli t1, t1, e32, m1, ta, mu
    vfwmsac.vf v4, fa3, v7
    vfmul.vv v29, v11, v24, v0.t
    vwredsumu.vs v6, v5, v20
    li t1, 61
    vsetvli t1, t1, e8, m4, ta, mu
    vmacc.vx v16, a0, v0
    vsadd.vv v24, v16, v0, v0.t
    vand.vv v24, v28, v0, v0.t
    li t1, 33
    vsetvli t1, t1, e64, m8, ta, mu
    vmsleu.vx v16, v16, a6, v0.t
    vmflt.vv v16, v8, v16
    vredmin.vs v0, v8, v16, v0.t
    li t1, 27
    vsetvli t1, t1, e32, m1, tu, ma
    vfnmadd.vv v24, v20, v22
    vmulhsu.vv v16, v22, v3, v0.t
    vfadd.vf v20, v2, fa5, v0.t
    li t1, 120
    vsetvli t1, t1, e16, m2, tu, mu
    vmul.vv v4, v8, v0
    vwsub.vv v16, v24, v20
    vmseq.vv v30, v18, v20
    vsetivli t1, 7, e64, m1, tu, ma
    vmor.mm v30, v24, v30
    vfcvt.x.f.v v30, v31
    vfredusum.vs v23, v19, v23, v0.t
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
