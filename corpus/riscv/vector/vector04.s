.text
.globl _start
_start:
    la s0, buffer
    li t0, 0x6ef0c057ad86961
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
    li t1, 21
    vsetvli t1, t1, e64, m2, tu, mu
    vfmacc.vf v12, fa7, v10
    vfsub.vf v30, v28, fa2
    vfirst.m a0, v28, v0.t
    vsetivli t1, 24, e8, mf4, tu, mu
    vsrl.vx v28, v24, a1, v0.t
    vmv.v.i v13, 12
    vmaxu.vx v11, v26, a1, v0.t
    vsetivli t1, 10, e8, m8, tu, mu
    vsadd.vi v16, v24, -1
    vmor.mm v0, v24, v8
    li t0, 131104
    add t0, s0, t0
    vl4r.v v16, (t0)
    li t1, 54
    vsetvli t1, t1, e64, m4, ta, ma
    vmor.mm v4, v8, v24
    vmfge.vf v16, v28, fa6, v0.t
    vmv2r.v v8, v12
    li t1, 123
    vsetvli t1, t1, e16, m2, tu, ma
    vmadc.vvm v12, v6, v18, v0
    vmaxu.vv v16, v12, v12, v0.t
    vmulh.vv v20, v28, v14, v0.t
    li t1, 16
    vsetvli t1, t1, e64, m1, tu, mu
    vfsgnj.vf v14, v16, fa1
    vssubu.vv v12, v13, v22, v0.t
    fsrmi 3
    vredsum.vs v23, v24, v20, v0.t
    vmseq.vx v24, v9, a6, v0.t
    vmsbf.m v2, v24
    vor.vx v2, v31, a6
    li t1, 48
    vsetvli t1, t1, e8, mf2, tu, ma
    li t2, 32767
    li t0, 131074
    add t0, s0, t0
    vsuxseg5ei16.v v26, (t0), v21
    vnmsub.vx v16, a7, v20
    li t2, 32767
    li t0, 131134
    add t0, s0, t0
    vluxei16.v v10, (t0), v4, v0.t
    vsetivli t1, 0, e32, mf2, ta, ma
    vnmsub.vx v4, a0, v2
    vaaddu.vv v20, v10, v18
    vmfeq.vf v18, v14, fa0
    li t1, 198
    vsetvli t1, t1, e8, m8, ta, mu
    vaaddu.vv v0, v0, v16
    vsll.vv v0, v0, v16
    vxor.vx v0, v16, a0
    li t1, 53
    vsetvli t1, t1, e16, m2, tu, ma
    vnclip.wi v30, v12, 3, v0.t
    vredsum.vs v24, v2, v0
    vsmul.vx v24, v16, a7, v0.t
    li t1, 101
    vsetvli t1, t1, e8, m4, tu, mu
    vnclipu.wv v28, v0, v24, v0.t
    vmsbc.vv v16, v0, v20
    vcpop.m a7, v0
    li t1, 268
    vsetvli t1, t1, e16, m8, tu, ma
    vmv8r.v v0, v24
    vssra.vv v16, v16, v16
    vsmul.vx v16, v24, a7
    li t1, 17
    vsetvli t1, t1, e8, mf4, ta, ma
    vredmaxu.vs v16, v29, v16
    li t0, 131074
    add t0, s0, t0
    vle64.v v18, (t0)
    csrwi vxrm, 0
    vwmacc.vx v15, a6, v2
    vremu.vx v2, v12, a5
    vnclipu.wx v30, v14, a2
    csrwi vxrm, 2
    vsadd.vi v16, v9, -11, v0.t
    vwsubu.wv v16, v24, v14
    vand.vi v19, v26, 13, v0.t
    vwadd.vv v18, v14, v26
    li t1, 112
    vsetvli t1, t1, e16, m2, ta, ma
    csrwi vxrm, 1
    fsrmi 2
    vmv2r.v v14, v24
    li t1, 10
    vsetvli t1, t1, e8, mf8, tu, ma
    vsmul.vv v26, v8, v8
    vwadd.vv v29, v18, v6
    vmsgtu.vx v4, v10, a3
    li t1, 46
    vsetvli t1, t1, e16, m4, tu, mu
    csrwi vxrm, 2
    vfncvt.x.f.w v16, v0
    csrwi vxrm, 1
    li t1, 7
    vsetvli t1, t1, e64, m4, ta, ma
    vasubu.vv v28, v24, v16
    vmmv.m v24, v0
    vfredusum.vs v0, v8, v28, v0.t
    vsetvli t1, zero, e32, m1, ta, mu
    vnclip.wv v18, v24, v20, v0.t
    vfnmadd.vv v26, v6, v24
    vmsbf.m v28, v30, v0.t
    li t1, 16
    vsetvli t1, t1, e16, m2, tu, ma
    vremu.vv v24, v24, v10, v0.t
    vsra.vi v10, v8, 27
    vwsub.wv v12, v16, v14, v0.t
    li t1, 40
    vsetvli t1, t1, e16, m1, tu, ma
    csrwi vxrm, 2
    li t2, 32767
    li t0, 131118
    add t0, s0, t0
    vluxei8.v v26, (t0), v24, v0.t
    vrem.vx v22, v1, a7
    li t1, 26
    vsetvli t1, t1, e8, m1, tu, ma
    vrgather.vx v2, v12, a1, v0.t
    vmulhu.vx v12, v4, a1
    vxor.vv v6, v19, v14
    li t1, 110
    vsetvli t1, t1, e8, m1, ta, ma
    vmul.vx v29, v4, a1, v0.t
    vor.vx v26, v20, a3, v0.t
    vssra.vx v8, v14, a2, v0.t
    li t1, 237
    vsetvli t1, t1, e8, m8, tu, ma
    vmsbc.vx v16, v16, a6
    vmnand.mm v24, v16, v0
    vsadd.vi v16, v24, -3, v0.t
    li t1, 28
    vsetvli t1, t1, e8, mf2, ta, mu
    vnclipu.wi v29, v0, 0, v0.t
    vnsrl.wi v30, v16, 4, v0.t
    fsrmi 4
    li t1, 130
    vsetvli t1, t1, e8, m8, tu, ma
    fsrmi 4
    fsrmi 4
    vsmul.vv v8, v24, v16
    li t1, 8
    vsetvli t1, t1, e8, mf8, ta, ma
    vsadd.vi v14, v22, 6, v0.t
    vssrl.vx v6, v26, a3
    vmaxu.vx v2, v10, a7
    li t1, 32
    vsetvli t1, t1, e8, mf4, ta, ma
    vmsle.vx v14, v1, a3
    vwmul.vv v4, v20, v2
    vsra.vi v26, v20, 25
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
