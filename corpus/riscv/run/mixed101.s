.text
.globl _start
_start:
la s1, scratch + 512
li x1, 0
li x5, 1
li x6, 0
li x7, -9223372036854775808
li x10, -9223372036854775808
li x11, 4294967295
li x12, 1311768467463790320
li x13, 4892120607720906846
li x14, -9223372036854775808
li x15, 9223372036854775807
li x16, 2147483648
li x17, -1
li x18, 1311768467463790320
li x19, -9223372036854775808
li x20, 4294967295
li x21, 1
li x22, 1229589297536287282
li x23, 1311768467463790320
li x24, 2147483647
li x25, -4176729082492209115
li x26, 1
li x27, 1311768467463790320
li x28, 2147483647
li x29, 1
li x30, 2147483647
li x31, 4294967295
li s0, 18446744069414584320
fmv.d.x f0, s0
li s0, 9218868437227405312
fmv.d.x f1, s0
li s0, 18446744073701163008
fmv.d.x f2, s0
li s0, 4503599627370495
fmv.d.x f3, s0
li s0, 18446744071553679361
fmv.d.x f4, s0
li s0, 9218868437227405312
fmv.d.x f5, s0
li s0, 18446744071553679360
fmv.d.x f6, s0
li s0, 4607182418800017408
fmv.d.x f7, s0
li s0, 18446744069422972927
fmv.d.x f8, s0
li s0, 4503599627370496
fmv.d.x f9, s0
li s0, 18446744071553679360
fmv.d.x f10, s0
li s0, 9218868437227405313
fmv.d.x f11, s0
li s0, 18446744073701163008
fmv.d.x f12, s0
li s0, 9218868437227405311
fmv.d.x f13, s0
li s0, 18446744071553679361
fmv.d.x f14, s0
li s0, 9218868437227405313
fmv.d.x f15, s0
li s0, 18446744071553679359
fmv.d.x f16, s0
li s0, 1
fmv.d.x f17, s0
li s0, 18446744071562067968
fmv.d.x f18, s0
li s0, 9223372036854775808
fmv.d.x f19, s0
li s0, 18446744070681264129
fmv.d.x f20, s0
li s0, 9218868437227405312
fmv.d.x f21, s0
li s0, 18446744071562067968
fmv.d.x f22, s0
li s0, 9218868437227405312
fmv.d.x f23, s0
li s0, 18446744069414584320
fmv.d.x f24, s0
li s0, 0
fmv.d.x f25, s0
li s0, 18446744069414584320
fmv.d.x f26, s0
li s0, 0
fmv.d.x f27, s0
li s0, 18446744069414584320
fmv.d.x f28, s0
li s0, 9218868437227405312
fmv.d.x f29, s0
li s0, 18446744069414584321
fmv.d.x f30, s0
li s0, 18442240474082181120
fmv.d.x f31, s0
beq x28, x19, 1f
divw x1, x26, x10
1:
fnmadd.d f29, f23, f10, f22, rdn
beq x27, x27, 1f
mulw x15, x22, x1
1:
bltu x5, x18, 1f
mul x28, x5, x12
1:
blt x15, x1, 1f
remu x12, x15, x20
1:
srai x14, x21, 3
li x27, -2147483648
li s0, 0
fmv.d.x f7, s0
srai x1, x22, 16
fsw f16, 172(s1)
srliw x21, x28, 20
bne x7, x18, 1f
or x27, x7, x16
1:
bne x20, x5, 1f
subw x22, x19, x5
1:
li x28, 9223372036854775807
li s0, 9223372036854775808
fmv.d.x f24, s0
slli x27, x27, 43
li x13, 0
li s0, 9218868437227405312
fmv.d.x f11, s0
bgeu x27, x29, 1f
remw x17, x30, x1
1:
bgeu x13, x18, 1f
or x16, x27, x31
1:
blt x19, x26, 1f
mulh x25, x18, x13
1:
li x19, -8165945082129825625
li s0, 18446744073701163008
fmv.d.x f14, s0
srai x23, x23, 13
fcvt.wu.d x6, f16, rmm
fsqrt.d f22, f11, rdn
sw x31, 119(s1)
sd x29, -10(s1)
and x28, x13, x5
sllw x29, x31, x7
li x29, 1311768467463790320
li s0, 9218868437227405312
fmv.d.x f1, s0
sw x22, 35(s1)
beq x6, x7, 1f
mulhu x27, x22, x24
1:
fsd f19, -15(s1)
fmax.d f25, f1, f18
sltiu x27, x25, 981
li x18, 1311768467463790320
li s0, 18446744071553679359
fmv.d.x f24, s0
fnmadd.s f30, f7, f8, f14
addi s0, s1, -48
amoand.w x27, x26, (s0)
slt x1, x11, x20
xori x17, x23, -518
bge x16, x27, 1f
or x28, x26, x20
1:
li x26, 1311768467463790320
li s0, 9218868437227405312
fmv.d.x f1, s0
beq x19, x18, 1f
mulhu x25, x30, x10
1:
fmul.s f3, f10, f31, rdn
slli x14, x25, 5
fsgnjn.s f7, f8, f22
addi s0, s1, 0
amoswap.w x12, x31, (s0)
slliw x1, x21, 29
remw x22, x5, x6
div x21, x27, x7
li x13, 9223372036854775807
li s0, 4845873199050653697
fmv.d.x f22, s0
srai x18, x13, 43
li x14, -9223372036854775808
li s0, 9223372036854775808
fmv.d.x f15, s0
fmv.d.x f23, x6
addi s0, s1, -32
amoadd.d x25, x21, (s0)
bltu x16, x29, 1f
sllw x28, x20, x19
1:
div x6, x13, x20
bne x28, x19, 1f
srlw x5, x20, x31
1:
bne x29, x27, 1f
mul x5, x11, x5
1:
addi s0, s1, -52
amoxor.w x13, x11, (s0)
addi s0, s1, 56
amoadd.w x7, x19, (s0)
lh x19, -76(s1)
fcvt.w.d x31, f31, rup
fcvt.d.w f19, x12
fsqrt.d f1, f4, rne
li x24, 0
li s0, 4193010339674691608
fmv.d.x f6, s0
addi s0, s1, -64
amomaxu.d x12, x26, (s0)
srliw x27, x11, 11
flw f7, -173(s1)
addi s0, s1, -28
amoadd.w x6, x14, (s0)
lr.w x18, (s0)
sc.w x24, x20, (s0)
fsgnjx.d f25, f2, f23
slliw x14, x12, 25
li x18, -1
li s0, 18446744071553679360
fmv.d.x f3, s0
fmadd.d f19, f20, f2, f22, rup
addi s0, s1, 112
amomaxu.d x10, x7, (s0)
flw f22, 63(s1)
li x14, -9223372036854775808
li s0, 18446744071553679360
fmv.d.x f2, s0
fsub.s f10, f7, f2
divu x23, x7, x6
fsub.d f3, f4, f5, rne
lhu x19, 55(s1)
li x1, 1
li s0, 0
fmv.d.x f10, s0
ori x28, x13, 298
srliw x6, x12, 20
li x30, 1
li s0, 18446744069414584321
fmv.d.x f18, s0
li x21, -2147483648
li s0, 1
fmv.d.x f4, s0
addi s0, s1, -48
amoadd.w x24, x5, (s0)
lr.w x10, (s0)
sc.w x6, x14, (s0)
mulhu x10, x21, x29
sllw x12, x22, x10
subw x11, x18, x23
mulh x31, x18, x14
li x23, 9223372036854775807
li s0, 18446744071553679360
fmv.d.x f16, s0
slli x19, x10, 43
bltu x16, x7, 1f
divuw x15, x11, x10
1:
sh x25, 168(s1)
srli x12, x25, 59
bge x31, x24, 1f
subw x12, x27, x7
1:
sh x20, 4(s1)
bge x16, x15, 1f
mulhu x16, x27, x13
1:
li x13, 1
li s0, 18446744069414584320
fmv.d.x f13, s0
blt x26, x30, 1f
xor x5, x12, x5
1:
andi x16, x10, -1218
slli x7, x23, 4
addiw x18, x7, -1302
sd x21, 4(s1)
slliw x12, x23, 5
fadd.d f0, f10, f19, rtz
li x13, 1311768467463790320
li s0, 4845873199050653697
fmv.d.x f6, s0
ld x13, 158(s1)
lwu x23, 114(s1)
div x27, x13, x13
lhu x16, 69(s1)
ld x21, 241(s1)
srli x27, x26, 24
bltu x31, x13, 1f
srl x29, x21, x1
1:
li x6, 2147483648
li s0, 18446744071553679360
fmv.d.x f17, s0
li x30, 1
li s0, 4845873199050653697
fmv.d.x f9, s0
fcvt.w.s x23, f29, rmm
fsqrt.s f9, f23, rne
divu x24, x6, x11
lhu x11, 215(s1)
li x1, 2147483647
li s0, 18446744070479937536
fmv.d.x f31, s0
li x26, -1
li s0, 18446744071553679360
fmv.d.x f29, s0
sra x24, x28, x7
bgeu x23, x13, 1f
and x14, x12, x12
1:
lwu x21, 34(s1)
srai x30, x7, 60
srai x20, x12, 50
blt x10, x15, 1f
addw x16, x23, x18
1:
fmv.w.x f25, x13
lw x16, -237(s1)
or x26, x26, x11
flw f8, -197(s1)
li x28, 2147483648
li s0, 18446744070681264129
fmv.d.x f7, s0
bgeu x27, x21, 1f
sll x1, x17, x19
1:
slliw x11, x24, 0
addi s0, s1, -64
amoxor.d x15, x5, (s0)
blt x27, x18, 1f
divw x13, x13, x21
1:
li x7, 84
li s0, 18446744069422972928
fmv.d.x f10, s0
fcvt.w.d x30, f23, rdn
fcvt.d.w f11, x11
fsqrt.d f24, f26, rtz
sraiw x26, x25, 28
blt x27, x16, 1f
or x6, x28, x22
1:
fsgnjx.s f20, f8, f27
addi s0, s1, 36
amoand.w x10, x23, (s0)
lr.w x15, (s0)
sc.w x11, x21, (s0)
feq.d x1, f25, f6
fclass.d x13, f30
remw x1, x19, x13
fld f19, 133(s1)
srai x13, x1, 38
sh x30, 78(s1)
lwu x10, -19(s1)
blt x20, x15, 1f
addw x1, x26, x28
1:
addi x14, x10, -1145
addi s0, s1, 96
amoand.d x14, x21, (s0)
xor x28, x20, x15
li x14, 9223372036854775807
li s0, 18446744071553679361
fmv.d.x f26, s0
addi s0, s1, -28
amominu.w x18, x19, (s0)
sll x31, x19, x16
fcvt.l.s x27, f7
fsqrt.s f25, f17
blt x10, x18, 1f
xor x23, x29, x29
1:
bgeu x30, x21, 1f
slt x13, x31, x28
1:
blt x22, x24, 1f
sltu x11, x6, x31
1:
lb x12, 215(s1)
li x11, 2147483647
li s0, 4607182418800017408
fmv.d.x f5, s0
slli x23, x27, 38
fsub.d f29, f8, f19, rup
bge x24, x17, 1f
divuw x22, x12, x16
1:
sra x21, x19, x6
beq x15, x15, 1f
sraw x14, x27, x21
1:
addi s0, s1, -12
amoor.w x21, x21, (s0)
li x21, 0
li s0, 4503599627370495
fmv.d.x f5, s0
li x5, -9223372036854775808
li s0, 18446744070479937536
fmv.d.x f8, s0
sraiw x19, x10, 26
slt x14, x24, x30
mulh x31, x6, x12
lw x29, 138(s1)
lh x10, 193(s1)
bltu x28, x26, 1f
rem x5, x23, x17
1:
ori x21, x20, 1895
lb x31, 215(s1)
sllw x10, x11, x1
addi s0, s1, 80
amomax.d x28, x31, (s0)
lr.d x26, (s0)
sc.d x16, x13, (s0)
bgeu x18, x21, 1f
rem x29, x6, x31
1:
lw x13, 228(s1)
li x18, 1
li s0, 1
fmv.d.x f5, s0
li x25, -2147483648
li s0, 18446744073701163008
fmv.d.x f2, s0
addi s0, s1, -52
amominu.w x15, x30, (s0)
blt x6, x20, 1f
remu x28, x14, x7
1:
blt x27, x26, 1f
remu x16, x22, x24
1:
srli x29, x22, 13
addi s0, s1, -16
amoxor.d x12, x17, (s0)
slt x12, x31, x22
fld f5, -22(s1)
lw x5, 223(s1)
srli x28, x20, 22
beq x25, x26, 1f
mulw x28, x16, x15
1:
andi x22, x5, 578
mulhu x16, x31, x7
li x19, 9223372036854775807
li s0, 18446744073701163008
fmv.d.x f20, s0
addi s0, s1, -12
amomaxu.w x21, x26, (s0)
lh x27, -34(s1)
sw x10, 204(s1)
fdiv.d f22, f28, f9, rdn
lw x20, -208(s1)
bne x11, x22, 1f
sraw x25, x30, x6
1:
remuw x29, x5, x17
divuw x30, x22, x25
addi s0, s1, 4
amoxor.w x7, x20, (s0)
lr.w x26, (s0)
sc.w x29, x5, (s0)
divw x17, x5, x30
lbu x20, 57(s1)
bne x12, x17, 1f
sraw x7, x21, x6
1:
fsw f24, -133(s1)
li x5, -2147483648
li s0, 4607182418800017408
fmv.d.x f16, s0
addi s0, s1, -16
amoor.w x22, x24, (s0)
lr.w x26, (s0)
sc.w x15, x16, (s0)
andi x14, x6, -1770
blt x29, x27, 1f
sub x12, x6, x15
1:
slliw x12, x25, 30
li x17, 83
li s0, 9218868437227405313
fmv.d.x f1, s0
or x21, x21, x15
xori x23, x17, 1593
fdiv.s f23, f19, f19
fnmadd.d f26, f22, f23, f14, rmm
li x18, -2147483648
li s0, 18442240474082181120
fmv.d.x f0, s0
bgeu x13, x7, 1f
mulhu x31, x23, x22
1:
addi s0, s1, -128
amoand.d x10, x27, (s0)
lwu x22, -16(s1)
fmul.d f8, f1, f7, rup
fcvt.s.d f14, f11, rmm
fld f24, -151(s1)
fsub.d f16, f24, f12, rdn
bge x24, x14, 1f
sub x6, x10, x20
1:
addi x26, x6, -1676
addi s0, s1, 56
amoor.w x10, x31, (s0)
addi s0, s1, -52
amominu.w x27, x13, (s0)
lr.w x10, (s0)
sc.w x14, x20, (s0)
or x5, x23, x24
sltiu x11, x20, 1643
addi s0, s1, -48
amomaxu.w x27, x31, (s0)
lr.w x28, (s0)
sc.w x13, x25, (s0)
ori x10, x16, 266
sll x1, x12, x29
addiw x30, x7, 511
beq x17, x27, 1f
subw x25, x30, x13
1:
beq x16, x29, 1f
divuw x17, x21, x14
1:
addi s0, s1, 8
amomin.w x31, x27, (s0)
li x22, 2147483647
li s0, 4503599627370496
fmv.d.x f13, s0
li x13, 0
li s0, 18446744069422972928
fmv.d.x f0, s0
flw f25, 60(s1)
addi s0, s1, -88
amomax.d x7, x20, (s0)
lr.d x22, (s0)
sc.d x7, x24, (s0)
flw f29, -121(s1)
lb x16, 40(s1)
bgeu x13, x13, 1f
mulw x7, x12, x25
1:
sh x12, -86(s1)
fcvt.wu.s x28, f12, rup
fcvt.s.wu f6, x27, rup
fsqrt.s f0, f5
addi s0, s1, 12
amoand.w x17, x19, (s0)
addi s0, s1, -16
amomaxu.d x31, x7, (s0)
li x31, 2147483647
li s0, 18446744071562067968
fmv.d.x f25, s0
bltu x14, x14, 1f
subw x13, x13, x14
1:
addi s0, s1, 48
amoand.d x10, x1, (s0)
addi s0, s1, 8
amoand.d x11, x24, (s0)
lr.d x6, (s0)
sc.d x31, x24, (s0)
bgeu x16, x22, 1f
mulhsu x31, x29, x20
1:
slliw x14, x22, 21
beq x21, x27, 1f
divuw x14, x17, x30
1:
mulhu x11, x15, x15
addi s0, s1, 32
amoand.w x14, x12, (s0)
bltu x24, x13, 1f
sltu x16, x24, x1
1:
add x12, x11, x23
sraiw x20, x17, 31
li x30, 1
li s0, 18446744071553679361
fmv.d.x f20, s0
sraw x16, x30, x11
fcvt.l.d x15, f2, rdn
fcvt.d.l f16, x13, rdn
fsqrt.d f10, f24, rtz
bne x5, x30, 1f
rem x17, x13, x29
1:
srli x18, x31, 16
li x1, -2147483648
li s0, 4845873199050653697
fmv.d.x f26, s0
addi s0, s1, -52
amomax.w x22, x19, (s0)
addi s0, s1, -44
amoadd.w x19, x27, (s0)
lb x27, -199(s1)
addi s0, s1, -52
amomin.w x27, x27, (s0)
lb x28, 222(s1)
fmsub.d f28, f9, f30, f31, rtz
li x31, -8102745857676225393
li s0, 18446744071562067968
fmv.d.x f7, s0
xori x6, x24, 1708
addi s0, s1, 48
amoadd.d x29, x27, (s0)
addiw x19, x13, -1805
addi s0, s1, -48
amoand.d x5, x5, (s0)
slt x14, x15, x21
sb x25, -16(s1)
sb x27, -108(s1)
lbu x5, 162(s1)
fmul.d f1, f18, f18, rmm
li x29, 8312604866458246381
li s0, 17933232642276460565
fmv.d.x f15, s0
li x7, 1311768467463790320
li s0, 9218868437227405312
fmv.d.x f17, s0
blt x22, x25, 1f
addw x31, x6, x16
1:
srai x19, x15, 62
sllw x31, x11, x7
addi s0, s1, -96
amoadd.d x20, x21, (s0)
sll x23, x29, x6
li x23, 2147483648
li s0, 18446744069414584321
fmv.d.x f10, s0
srliw x30, x26, 4
fadd.d f1, f10, f1, rdn
fsgnjx.d f31, f28, f7
bge x11, x11, 1f
xor x18, x20, x30
1:
fle.s x27, f18, f18
fclass.s x26, f13
li x19, 4294967295
li s0, 18446744069414584321
fmv.d.x f0, s0
li x22, 71
li s0, 4608256201123821984
fmv.d.x f3, s0
fsw f10, -98(s1)
fle.s x10, f1, f29
fclass.s x30, f27
andi x30, x25, 295
mulhsu x27, x12, x14
addi s0, s1, 64
amoor.d x29, x31, (s0)
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
.byte 51, 50, 180, 22, 45, 127, 18, 226, 6, 38, 212, 179, 253, 29, 5, 104, 40, 33, 109, 176, 78, 146, 94, 158, 26, 142, 198, 15, 35, 227, 157, 211, 224, 68, 18, 229, 196, 240, 29, 175, 132, 224, 18, 118, 13, 132, 22, 170, 85, 137, 94, 98, 34, 62, 143, 73, 14, 255, 110, 111, 37, 50, 32, 171
.zero 960
dump:
.zero 1024
