.text
.globl _start
_start:
la s1, scratch + 512
li x1, -2192995300615419742
li x5, 1311768467463790320
li x6, -1
li x7, -2066288210500718756
li x10, -455142835548604798
li x11, 0
li x12, 0
li x13, 2147483647
li x14, -4252497290322239548
li x15, -9223372036854775808
li x16, 1
li x17, 9223372036854775807
li x18, 2147483647
li x19, -2147483648
li x20, 4294967295
li x21, -4958312599614447943
li x22, 1
li x23, -2147483648
li x24, 4294967295
li x25, 2147483647
li x26, -2691097446296241447
li x27, 4294967295
li x28, 9223372036854775807
li x29, -1572313252245966600
li x30, 1311768467463790320
li x31, -9223372036854775808
li s0, 18446744070681264129
fmv.d.x f0, s0
li s0, 9223372036854775808
fmv.d.x f1, s0
li s0, 18446744071562067968
fmv.d.x f2, s0
li s0, 4607182418800017408
fmv.d.x f3, s0
li s0, 18446744069422972928
fmv.d.x f4, s0
li s0, 9218868437227405313
fmv.d.x f5, s0
li s0, 18446744069422972927
fmv.d.x f6, s0
li s0, 9223372036854775808
fmv.d.x f7, s0
li s0, 18446744070479937536
fmv.d.x f8, s0
li s0, 4845873199050653697
fmv.d.x f9, s0
li s0, 18446744069422972927
fmv.d.x f10, s0
li s0, 4845873199050653697
fmv.d.x f11, s0
li s0, 18446744071562067968
fmv.d.x f12, s0
li s0, 9218868437227405312
fmv.d.x f13, s0
li s0, 18446744070479937536
fmv.d.x f14, s0
li s0, 9221120237041090560
fmv.d.x f15, s0
li s0, 18446744071553679359
fmv.d.x f16, s0
li s0, 4607182418800017408
fmv.d.x f17, s0
li s0, 18446744071562067968
fmv.d.x f18, s0
li s0, 18442240474082181120
fmv.d.x f19, s0
li s0, 18446744071553679361
fmv.d.x f20, s0
li s0, 9221120237041090560
fmv.d.x f21, s0
li s0, 18446744070681264129
fmv.d.x f22, s0
li s0, 9221120237041090560
fmv.d.x f23, s0
li s0, 18446744071562067968
fmv.d.x f24, s0
li s0, 18442240474082181120
fmv.d.x f25, s0
li s0, 18446744069414584320
fmv.d.x f26, s0
li s0, 1
fmv.d.x f27, s0
li s0, 18446744071562067968
fmv.d.x f28, s0
li s0, 1
fmv.d.x f29, s0
li s0, 18446744069422972927
fmv.d.x f30, s0
li s0, 4503599627370495
fmv.d.x f31, s0
li x6, -9223372036854775808
li s0, 4845873199050653697
fmv.d.x f24, s0
fnmadd.d f23, f7, f24, f10, rtz
bltu x26, x15, 1f
divuw x17, x23, x22
1:
bne x27, x24, 1f
div x19, x21, x31
1:
addi s0, s1, -12
amoswap.w x27, x6, (s0)
addi s0, s1, 64
amomin.d x22, x27, (s0)
lr.d x19, (s0)
sc.d x11, x15, (s0)
srli x30, x30, 55
bge x16, x14, 1f
add x30, x13, x21
1:
feq.s x21, f3, f19
fclass.s x17, f15
lhu x28, 121(s1)
ori x21, x21, 1632
fmul.s f20, f4, f17
li x14, 1311768467463790320
li s0, 18446744071553679359
fmv.d.x f15, s0
addi s0, s1, 72
amoadd.d x14, x23, (s0)
mulh x24, x15, x15
sd x20, 219(s1)
fmv.x.d x18, f25
fsw f16, -72(s1)
divuw x14, x21, x23
mulhsu x19, x11, x16
bltu x7, x12, 1f
mul x12, x29, x5
1:
addi s0, s1, 0
amomin.w x1, x25, (s0)
sltu x6, x21, x14
bgeu x24, x26, 1f
addw x12, x16, x12
1:
ld x31, 111(s1)
srli x31, x31, 32
bgeu x18, x27, 1f
addw x13, x29, x13
1:
fsub.s f8, f15, f30, rtz
sb x16, -121(s1)
fsub.s f5, f31, f7, rtz
fadd.s f20, f18, f25, rne
addi s0, s1, -112
amomaxu.d x10, x5, (s0)
sltiu x21, x7, 713
addi s0, s1, 8
amomin.w x1, x20, (s0)
li x18, 4294967295
li s0, 18446744071553679360
fmv.d.x f0, s0
srai x16, x19, 8
bne x28, x6, 1f
rem x15, x13, x31
1:
bgeu x24, x24, 1f
sltu x20, x12, x22
1:
fsd f2, -237(s1)
flw f20, -68(s1)
srliw x19, x14, 6
remuw x16, x12, x11
fnmsub.s f0, f30, f18, f28, rtz
bgeu x20, x22, 1f
sraw x23, x11, x15
1:
addi s0, s1, 96
amoswap.d x5, x24, (s0)
lr.d x19, (s0)
sc.d x13, x15, (s0)
blt x17, x23, 1f
div x18, x18, x1
1:
sll x7, x17, x18
bne x24, x15, 1f
remuw x31, x15, x10
1:
blt x17, x6, 1f
div x10, x7, x25
1:
addi s0, s1, 56
amoadd.d x24, x13, (s0)
addi s0, s1, -8
amomin.w x30, x28, (s0)
addi s0, s1, 52
amomaxu.w x13, x10, (s0)
fadd.s f10, f3, f16, rtz
srai x31, x19, 57
srli x14, x30, 3
fcvt.w.s x5, f15, rup
fcvt.s.w f23, x6, rup
fsqrt.s f10, f31, rdn
rem x17, x22, x21
addi s0, s1, 36
amomin.w x30, x19, (s0)
lb x20, 4(s1)
srli x20, x25, 38
addi s0, s1, 32
amomaxu.w x18, x25, (s0)
srl x13, x24, x12
addi s0, s1, 16
amoadd.d x23, x28, (s0)
addi s0, s1, 56
amomaxu.d x15, x11, (s0)
add x27, x21, x19
li x22, 2147483647
li s0, 18446744070681264129
fmv.d.x f25, s0
srli x30, x1, 7
fsub.s f8, f11, f14, rmm
srliw x29, x21, 5
remuw x27, x26, x14
sb x7, -183(s1)
remu x12, x21, x30
lw x25, 228(s1)
blt x30, x18, 1f
sllw x5, x27, x12
1:
divw x13, x11, x18
li x16, -2147483648
li s0, 4607182418800017408
fmv.d.x f19, s0
li x19, 0
li s0, 18446744073701163008
fmv.d.x f22, s0
li x1, 2147483647
li s0, 18446744073701163008
fmv.d.x f16, s0
mulhsu x19, x24, x11
flw f17, -45(s1)
li x24, 1
li s0, 13928955362087195831
fmv.d.x f19, s0
bgeu x19, x7, 1f
sub x22, x7, x27
1:
bne x13, x27, 1f
xor x20, x26, x30
1:
sw x13, 238(s1)
fld f14, 18(s1)
addi s0, s1, 48
amomax.w x17, x20, (s0)
li x11, 9223372036854775807
li s0, 9218868437227405311
fmv.d.x f9, s0
bge x19, x17, 1f
xor x11, x11, x5
1:
fadd.d f8, f10, f31, rtz
bgeu x12, x10, 1f
div x20, x22, x13
1:
bne x13, x1, 1f
sub x6, x31, x29
1:
fmul.s f5, f5, f17, rup
srliw x29, x25, 8
bne x21, x17, 1f
and x10, x31, x15
1:
addi s0, s1, -48
amoor.d x27, x10, (s0)
mulh x22, x13, x20
add x30, x17, x7
beq x7, x29, 1f
mulw x5, x26, x23
1:
blt x7, x30, 1f
divu x15, x12, x28
1:
addi s0, s1, 32
amoxor.d x29, x28, (s0)
lb x12, 11(s1)
li x15, -2147483648
li s0, 1
fmv.d.x f17, s0
li x27, 4294967295
li s0, 18446744069414584321
fmv.d.x f9, s0
sw x1, 214(s1)
li x21, 2147483647
li s0, 18446744070479939381
fmv.d.x f19, s0
beq x27, x31, 1f
srl x16, x21, x14
1:
bge x29, x27, 1f
subw x17, x17, x27
1:
sraw x27, x15, x6
sraiw x1, x30, 8
srli x12, x14, 53
fsd f23, 168(s1)
sraiw x11, x28, 6
fle.d x21, f19, f13
fclass.d x29, f14
blt x29, x10, 1f
sraw x25, x26, x19
1:
bgeu x1, x19, 1f
mulw x7, x24, x31
1:
li x17, 9223372036854775807
li s0, 18446744070480597664
fmv.d.x f21, s0
blt x10, x20, 1f
srl x15, x10, x15
1:
sltu x30, x17, x25
fcvt.w.d x12, f31, rdn
fsqrt.d f12, f10, rtz
remw x19, x31, x24
fld f13, 148(s1)
xori x10, x28, -1052
slt x10, x5, x22
srlw x7, x12, x18
li x25, 1
li s0, 9218868437227405313
fmv.d.x f22, s0
sll x22, x28, x20
sh x18, -125(s1)
srai x13, x10, 36
addi s0, s1, 36
amoor.w x14, x24, (s0)
sraw x27, x10, x6
li x1, 1311768467463790320
li s0, 18446744071557873664
fmv.d.x f13, s0
lhu x25, -193(s1)
li x20, -9223372036854775808
li s0, 18446744070480683764
fmv.d.x f11, s0
li x13, 0
li s0, 18446744071553679359
fmv.d.x f4, s0
flw f12, -34(s1)
srai x23, x7, 27
li x6, 236957482375706967
li s0, 9218868437227405311
fmv.d.x f12, s0
bge x26, x30, 1f
mulh x29, x1, x31
1:
lb x6, -71(s1)
li x1, 9223372036854775807
li s0, 18446744071553679361
fmv.d.x f22, s0
ori x20, x26, -793
mulh x21, x14, x22
addiw x21, x15, 288
div x19, x13, x5
addi s0, s1, 20
amomin.w x31, x10, (s0)
lr.w x19, (s0)
sc.w x23, x10, (s0)
addi s0, s1, -56
amomax.w x6, x21, (s0)
srliw x23, x25, 23
li x13, 0
li s0, 9223372036854775808
fmv.d.x f11, s0
fsub.d f8, f21, f0, rdn
lwu x26, -123(s1)
slliw x24, x27, 26
li x24, 2147483647
li s0, 18442240474082181120
fmv.d.x f19, s0
lw x12, 226(s1)
slliw x12, x12, 8
addi s0, s1, 120
amomin.d x6, x1, (s0)
li x30, 1311768467463790320
li s0, 4503599627370496
fmv.d.x f30, s0
and x10, x24, x28
divuw x21, x17, x20
li x16, 1311768467463790320
li s0, 9223372036854775808
fmv.d.x f13, s0
bgeu x17, x22, 1f
add x28, x12, x14
1:
sh x15, -90(s1)
bne x17, x30, 1f
remuw x24, x6, x20
1:
lbu x30, -61(s1)
fcvt.w.s x30, f9, rmm
fcvt.s.w f1, x19, rmm
fsqrt.s f19, f18, rup
bne x29, x13, 1f
div x23, x24, x16
1:
slli x25, x13, 34
addi s0, s1, -8
amoand.w x13, x18, (s0)
lr.w x16, (s0)
sc.w x29, x28, (s0)
fsgnjn.s f7, f29, f20
fadd.s f3, f15, f27, rdn
addi s0, s1, -24
amoxor.d x16, x12, (s0)
bge x15, x28, 1f
remw x20, x7, x30
1:
flt.d x30, f10, f4
fclass.d x25, f13
blt x21, x14, 1f
remw x1, x18, x28
1:
xor x15, x29, x13
fmul.s f10, f25, f4, rdn
lbu x5, -77(s1)
fsd f0, 210(s1)
fsw f29, -47(s1)
fsub.s f25, f24, f0, rtz
mul x20, x28, x21
fsw f25, -233(s1)
li x10, 9095559773519680070
li s0, 18446744071553679361
fmv.d.x f24, s0
bltu x22, x1, 1f
sltu x6, x19, x21
1:
addi s0, s1, -28
amominu.w x6, x21, (s0)
feq.s x15, f23, f24
fclass.s x23, f4
srl x5, x20, x30
addi s0, s1, -16
amoxor.d x25, x29, (s0)
lr.d x27, (s0)
sc.d x17, x29, (s0)
addi x12, x19, 30
flw f8, -183(s1)
li x27, 1311768467463790320
li s0, 18446744073266297815
fmv.d.x f12, s0
sw x5, 118(s1)
slli x25, x7, 13
addi s0, s1, 72
amoand.d x25, x24, (s0)
lh x30, -64(s1)
li x25, 2147483648
li s0, 1540387440579216895
fmv.d.x f19, s0
addi s0, s1, -4
amoadd.w x16, x22, (s0)
andi x16, x12, -1642
addi s0, s1, -12
amoand.w x16, x10, (s0)
fnmadd.s f12, f2, f12, f16, rdn
li x7, -2147483648
li s0, 9218868437227405313
fmv.d.x f18, s0
addi s0, s1, 32
amoswap.d x17, x12, (s0)
li x31, -4
li s0, 18446744069414584320
fmv.d.x f16, s0
flw f17, -222(s1)
mulhsu x18, x13, x21
flw f12, 151(s1)
divu x29, x7, x10
flw f20, 194(s1)
divu x19, x23, x12
lwu x17, 179(s1)
slliw x15, x13, 22
addi s0, s1, 8
amoor.d x25, x11, (s0)
bne x23, x13, 1f
mul x25, x31, x16
1:
flw f1, 87(s1)
li x29, -2147483648
li s0, 18446744071553679359
fmv.d.x f0, s0
divu x29, x5, x6
slliw x24, x17, 6
fsw f19, 225(s1)
bltu x5, x15, 1f
mulhu x25, x11, x28
1:
li x23, -9223372036854775808
li s0, 18446744071562067968
fmv.d.x f28, s0
remw x15, x29, x11
addi s0, s1, 16
amoswap.w x30, x27, (s0)
lr.w x13, (s0)
sc.w x14, x6, (s0)
remw x12, x19, x30
addi s0, s1, 8
amoswap.w x11, x19, (s0)
bgeu x1, x28, 1f
sltu x25, x12, x18
1:
slli x31, x27, 27
srai x22, x13, 25
feq.d x23, f23, f22
fclass.d x18, f30
fmin.s f9, f23, f8
addw x1, x27, x28
blt x21, x7, 1f
divu x31, x31, x16
1:
remw x15, x25, x28
sraw x26, x17, x5
ori x27, x22, 351
fsw f3, -116(s1)
li x10, 9223372036854775807
li s0, 18446744069414584320
fmv.d.x f19, s0
bne x23, x24, 1f
xor x19, x16, x19
1:
divuw x22, x27, x16
fle.s x12, f14, f20
fclass.s x28, f25
bgeu x22, x7, 1f
sllw x28, x15, x1
1:
sltiu x7, x12, -91
beq x10, x18, 1f
mulhsu x31, x18, x20
1:
li x17, 0
li s0, 2252590403907390475
fmv.d.x f3, s0
beq x23, x25, 1f
mulw x6, x7, x17
1:
mul x25, x24, x27
divuw x20, x14, x7
bne x16, x26, 1f
divuw x6, x6, x12
1:
li x5, 2147483647
li s0, 4503599627370495
fmv.d.x f6, s0
flw f26, 240(s1)
mulhu x21, x13, x22
and x28, x22, x23
addi s0, s1, 60
amomin.w x16, x28, (s0)
bne x31, x1, 1f
sll x17, x26, x12
1:
li x13, -2
li s0, 4503599627370496
fmv.d.x f12, s0
fcvt.wu.d x18, f4, rdn
fsqrt.d f12, f19, rup
addi s0, s1, -72
amoxor.d x6, x25, (s0)
ld x23, -153(s1)
remu x18, x24, x11
li x24, 2147483647
li s0, 18446744071562067968
fmv.d.x f20, s0
lh x31, 39(s1)
sd x26, -138(s1)
addi s0, s1, 104
amominu.d x18, x29, (s0)
lr.d x11, (s0)
sc.d x31, x25, (s0)
fdiv.s f11, f7, f20, rmm
fld f18, 136(s1)
li x20, -1
li s0, 18446744071557873664
fmv.d.x f8, s0
fsub.s f8, f25, f10, rup
slliw x7, x21, 19
csrr x16, fcsr
fmsub.d f5, f0, f9, f11, rup
slliw x29, x5, 10
bne x24, x20, 1f
mulhu x21, x22, x20
1:
bne x20, x11, 1f
mulhsu x22, x12, x31
1:
sraiw x22, x1, 21
srliw x1, x12, 31
lb x25, 213(s1)
bltu x21, x25, 1f
div x14, x14, x26
1:
remuw x19, x16, x17
slli x25, x7, 62
addi s0, s1, 0
amomax.d x6, x7, (s0)
remu x17, x1, x26
li x5, 2147483648
li s0, 4503599627370495
fmv.d.x f7, s0
sltiu x29, x10, 1926
addi s0, s1, 60
amominu.w x20, x19, (s0)
ld x18, 26(s1)
li x10, 0
li s0, 18446744073701163008
fmv.d.x f12, s0
lbu x27, -138(s1)
fmul.d f26, f11, f2, rtz
li x7, 2147483648
li s0, 9218868437227405312
fmv.d.x f31, s0
bne x14, x13, 1f
divu x27, x31, x11
1:
bltu x30, x31, 1f
sltu x15, x20, x21
1:
or x25, x13, x16
addi s0, s1, 8
amoswap.d x13, x11, (s0)
lr.d x21, (s0)
sc.d x10, x10, (s0)
addi s0, s1, 32
amoadd.d x28, x13, (s0)
lr.d x11, (s0)
sc.d x12, x17, (s0)
addi s0, s1, 20
amoand.w x7, x29, (s0)
fmin.s f23, f9, f11
fnmadd.d f20, f6, f18, f31, rdn
fnmsub.d f7, f9, f15, f12
addi s0, s1, 80
amoand.d x23, x12, (s0)
blt x18, x18, 1f
divuw x19, x12, x23
1:
feq.d x22, f25, f23
fclass.d x31, f18
li x11, -9223372036854775808
li s0, 18446744070479937536
fmv.d.x f17, s0
la s1, dump
sd x1, 0(s1)
sd x5, 8(s1)
sd x6, 16(s1)
sd x7, 24(s1)
sd x10, 32(s1)
sd x11, 40(s1)
sd x12, 48(s1)
sd x13, 56(s1)
sd x14, 64(s1)
sd x15, 72(s1)
sd x16, 80(s1)
sd x17, 88(s1)
sd x18, 96(s1)
sd x19, 104(s1)
sd x20, 112(s1)
sd x21, 120(s1)
sd x22, 128(s1)
sd x23, 136(s1)
sd x24, 144(s1)
sd x25, 152(s1)
sd x26, 160(s1)
sd x27, 168(s1)
sd x28, 176(s1)
sd x29, 184(s1)
sd x30, 192(s1)
sd x31, 200(s1)
fsd f0, 256(s1)
fsd f1, 264(s1)
fsd f2, 272(s1)
fsd f3, 280(s1)
fsd f4, 288(s1)
fsd f5, 296(s1)
fsd f6, 304(s1)
fsd f7, 312(s1)
fsd f8, 320(s1)
fsd f9, 328(s1)
fsd f10, 336(s1)
fsd f11, 344(s1)
fsd f12, 352(s1)
fsd f13, 360(s1)
fsd f14, 368(s1)
fsd f15, 376(s1)
fsd f16, 384(s1)
fsd f17, 392(s1)
fsd f18, 400(s1)
fsd f19, 408(s1)
fsd f20, 416(s1)
fsd f21, 424(s1)
fsd f22, 432(s1)
fsd f23, 440(s1)
fsd f24, 448(s1)
fsd f25, 456(s1)
fsd f26, 464(s1)
fsd f27, 472(s1)
fsd f28, 480(s1)
fsd f29, 488(s1)
fsd f30, 496(s1)
fsd f31, 504(s1)
csrr a0, fcsr
sd a0, 512(s1)
li a7, 64
li a0, 1
la a1, dump
li a2, 520
ecall
li a7, 64
li a0, 1
la a1, scratch
li a2, 1024
ecall
li a7, 93
li a0, 0
ecall
.data
.p2align 6
scratch:
.byte 241, 84, 82, 73, 100, 49, 164, 121, 181, 233, 105, 197, 41, 110, 53, 75, 60, 106, 227, 96, 6, 213, 238, 36, 249, 48, 80, 113, 190, 202, 41, 115, 50, 78, 243, 83, 138, 129, 230, 153, 248, 89, 129, 50, 95, 49, 40, 94, 89, 77, 186, 212, 21, 174, 15, 97, 114, 10, 101, 76, 20, 29, 45, 98
.zero 960
dump:
.zero 1024
