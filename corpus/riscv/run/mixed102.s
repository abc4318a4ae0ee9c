.text
.globl _start
_start:
la s1, scratch + 512
li x1, 2147483648
li x5, 1311768467463790320
li x6, 1
li x7, 8711086796659912522
li x10, -1
li x11, -2147483648
li x12, 0
li x13, -1
li x14, 0
li x15, 0
li x16, 4294967295
li x17, 4294967295
li x18, -1
li x19, -9223372036854775808
li x20, 2147483647
li x21, -2147483648
li x22, 9223372036854775807
li x23, 2147483647
li x24, 1
li x25, 9223372036854775807
li x26, 4294967295
li x27, -9223372036854775808
li x28, -298391184451707808
li x29, 4294967295
li x30, 1
li x31, 0
li s0, 18446744071553679361
fmv.d.x f0, s0
li s0, 18442240474082181120
fmv.d.x f1, s0
li s0, 18446744071553679359
fmv.d.x f2, s0
li s0, 9218868437227405313
fmv.d.x f3, s0
li s0, 18446744073701163008
fmv.d.x f4, s0
li s0, 9218868437227405313
fmv.d.x f5, s0
li s0, 18446744069422972928
fmv.d.x f6, s0
li s0, 4503599627370495
fmv.d.x f7, s0
li s0, 18446744070681264129
fmv.d.x f8, s0
li s0, 9221120237041090560
fmv.d.x f9, s0
li s0, 18446744071562067968
fmv.d.x f10, s0
li s0, 9218868437227405312
fmv.d.x f11, s0
li s0, 18446744070479937536
fmv.d.x f12, s0
li s0, 4607182418800017408
fmv.d.x f13, s0
li s0, 18446744071553679361
fmv.d.x f14, s0
li s0, 4503599627370496
fmv.d.x f15, s0
li s0, 18446744071562067968
fmv.d.x f16, s0
li s0, 9223372036854775808
fmv.d.x f17, s0
li s0, 18446744069414584321
fmv.d.x f18, s0
li s0, 4503599627370495
fmv.d.x f19, s0
li s0, 18446744069422972927
fmv.d.x f20, s0
li s0, 4845873199050653697
fmv.d.x f21, s0
li s0, 18446744069414584321
fmv.d.x f22, s0
li s0, 4503599627370496
fmv.d.x f23, s0
li s0, 18446744071553679360
fmv.d.x f24, s0
li s0, 4503599627370495
fmv.d.x f25, s0
li s0, 18446744071553679361
fmv.d.x f26, s0
li s0, 9218868437227405312
fmv.d.x f27, s0
li s0, 18446744070681264129
fmv.d.x f28, s0
li s0, 1
fmv.d.x f29, s0
li s0, 18446744073701163008
fmv.d.x f30, s0
li s0, 4607182418800017408
fmv.d.x f31, s0
lbu x31, 98(s1)
sraiw x20, x19, 16
bltu x11, x16, 1f
xor x11, x7, x7
1:
fnmadd.s f17, f5, f26, f16
addi s0, s1, 44
amominu.w x22, x27, (s0)
li x11, 1311768467463790320
li s0, 18446744073701163008
fmv.d.x f2, s0
addi s0, s1, -24
amomin.w x17, x28, (s0)
li x27, 2147483647
li s0, 4503599627370495
fmv.d.x f20, s0
andi x17, x6, 1586
addi s0, s1, 8
amoxor.w x13, x15, (s0)
lr.w x7, (s0)
sc.w x10, x6, (s0)
li x28, -2147483648
li s0, 18446744071553679361
fmv.d.x f8, s0
bge x7, x19, 1f
subw x23, x1, x24
1:
bge x25, x17, 1f
mulh x10, x22, x24
1:
addi s0, s1, 36
amomin.w x31, x25, (s0)
lr.w x18, (s0)
sc.w x7, x17, (s0)
addiw x6, x10, -1428
addi x29, x11, -1271
xor x20, x16, x11
mulhsu x12, x17, x12
blt x30, x20, 1f
add x10, x26, x5
1:
li x19, -9223372036854775808
li s0, 9218868437227405312
fmv.d.x f29, s0
fmv.x.w x7, f26
srliw x17, x24, 19
li x30, 8122303555031409077
li s0, 18446744071553679359
fmv.d.x f17, s0
fsd f0, -176(s1)
fsd f10, 188(s1)
li x22, 4294967295
li s0, 4607182418800017408
fmv.d.x f4, s0
li x20, 2147483647
li s0, 18446744071557873664
fmv.d.x f12, s0
fmin.s f15, f16, f15
add x10, x23, x27
addi x1, x12, -1830
li x20, 0
li s0, 18446744069414584321
fmv.d.x f24, s0
fadd.d f14, f20, f19, rdn
bne x29, x24, 1f
srlw x24, x31, x5
1:
slli x14, x15, 31
beq x24, x11, 1f
sllw x26, x12, x30
1:
li x24, 9223372036854775807
li s0, 9218868437227405311
fmv.d.x f14, s0
addi s0, s1, 72
amominu.d x18, x22, (s0)
bne x23, x24, 1f
sub x1, x21, x27
1:
fsw f16, -61(s1)
lb x17, 22(s1)
fmul.s f2, f30, f22, rdn
srai x1, x11, 62
addi s0, s1, -60
amoadd.w x14, x30, (s0)
lr.w x7, (s0)
sc.w x23, x17, (s0)
li x10, -9223372036854775808
li s0, 4607182418800017408
fmv.d.x f14, s0
li x11, 1
li s0, 9218868437227405312
fmv.d.x f21, s0
ld x29, 66(s1)
li x19, 1
li s0, 9218868437227405312
fmv.d.x f31, s0
addi s0, s1, -12
amoadd.w x23, x6, (s0)
fmsub.d f24, f30, f8, f11, rtz
sw x26, 159(s1)
addi s0, s1, -44
amoxor.w x10, x5, (s0)
divuw x13, x30, x26
addi s0, s1, -28
amoswap.w x27, x15, (s0)
lr.w x18, (s0)
sc.w x25, x22, (s0)
lbu x16, -182(s1)
srliw x14, x27, 16
fadd.s f25, f6, f9, rne
li x18, 4294967295
li s0, 18446744069422972928
fmv.d.x f21, s0
addi s0, s1, 24
amoor.d x19, x30, (s0)
lwu x13, 245(s1)
bltu x31, x5, 1f
divu x5, x29, x22
1:
lw x21, 171(s1)
addi s0, s1, 80
amoxor.d x29, x11, (s0)
lr.d x28, (s0)
sc.d x29, x7, (s0)
addi s0, s1, 16
amomax.w x23, x21, (s0)
lhu x24, 115(s1)
fsd f2, -206(s1)
fnmadd.s f25, f1, f25, f27, rup
addi s0, s1, 8
amomax.w x1, x7, (s0)
li x7, 4294967295
li s0, 18446744069414584320
fmv.d.x f2, s0
bltu x18, x6, 1f
divw x12, x11, x1
1:
sll x29, x14, x30
slt x19, x29, x6
flw f17, 220(s1)
fsub.s f10, f22, f6, rmm
sh x26, 201(s1)
srai x31, x20, 29
fdiv.d f26, f4, f0, rne
slliw x6, x15, 7
bltu x21, x21, 1f
sllw x22, x26, x11
1:
bltu x14, x5, 1f
and x24, x5, x10
1:
lhu x26, -190(s1)
sraiw x27, x7, 3
srli x20, x14, 39
addi s0, s1, 120
amoswap.d x29, x11, (s0)
li x19, -2147483648
li s0, 18442240474082181120
fmv.d.x f26, s0
li x24, -1
li s0, 18446744070479937536
fmv.d.x f24, s0
li x10, 4294967295
li s0, 4607182418800017408
fmv.d.x f17, s0
mulhsu x29, x21, x16
blt x19, x28, 1f
or x29, x30, x27
1:
fmsub.s f3, f9, f1, f22
addiw x31, x28, 537
fsub.d f10, f19, f6, rdn
fsd f13, 90(s1)
bgeu x27, x26, 1f
sraw x14, x31, x12
1:
slti x26, x27, -1429
lwu x28, -219(s1)
mul x29, x14, x6
addi s0, s1, -32
amomax.w x16, x21, (s0)
slliw x22, x6, 5
fcvt.l.s x18, f23, rtz
fcvt.s.l f15, x15, rtz
fsqrt.s f28, f3
bgeu x19, x26, 1f
and x25, x26, x27
1:
li x27, -9223372036854775808
li s0, 18446744071553679361
fmv.d.x f9, s0
mulhu x22, x7, x30
li x17, 4294967295
li s0, 18442240474082181120
fmv.d.x f5, s0
sra x25, x30, x31
sraiw x16, x31, 23
bltu x31, x28, 1f
sltu x23, x7, x21
1:
addi s0, s1, -120
amoand.d x20, x25, (s0)
lw x31, 210(s1)
addi s0, s1, -48
amomaxu.w x1, x15, (s0)
lr.w x21, (s0)
sc.w x21, x14, (s0)
addiw x29, x30, 621
fsub.s f29, f31, f21, rtz
addi s0, s1, -64
amomax.w x28, x24, (s0)
blt x10, x10, 1f
sra x31, x6, x29
1:
ld x10, 242(s1)
fsd f26, -152(s1)
bge x5, x22, 1f
addw x11, x25, x15
1:
mulw x11, x25, x24
slli x6, x30, 17
bge x19, x31, 1f
xor x21, x19, x12
1:
addi s0, s1, 8
amomax.d x25, x23, (s0)
lr.d x21, (s0)
sc.d x16, x7, (s0)
remw x18, x11, x17
rem x28, x27, x18
slliw x15, x10, 25
li x29, 1
li s0, 18446744069414584320
fmv.d.x f17, s0
li x26, 0
li s0, 18446744071562067968
fmv.d.x f2, s0
lh x31, 223(s1)
sraiw x19, x12, 13
srliw x13, x6, 14
slti x27, x31, 1569
mulhsu x11, x15, x26
fld f22, 21(s1)
lw x12, -246(s1)
addi x20, x21, -71
srai x20, x25, 34
li x16, 2147483648
li s0, 0
fmv.d.x f28, s0
remuw x12, x31, x1
add x27, x22, x1
divu x31, x24, x14
srai x29, x17, 3
li x16, -1
li s0, 18446744070681264129
fmv.d.x f9, s0
li x14, 0
li s0, 18446744069414584320
fmv.d.x f31, s0
srai x27, x26, 31
lwu x19, -255(s1)
addi s0, s1, 104
amoxor.d x19, x10, (s0)
bne x13, x26, 1f
mulhsu x31, x16, x10
1:
csrr x14, fcsr
bge x30, x16, 1f
or x11, x16, x6
1:
bge x21, x30, 1f
rem x21, x17, x7
1:
blt x18, x10, 1f
mulw x10, x19, x14
1:
fle.d x20, f22, f4
fclass.d x20, f30
bltu x17, x14, 1f
sub x30, x11, x18
1:
fsub.s f0, f24, f20, rmm
divuw x24, x31, x13
slliw x18, x23, 23
fld f20, 186(s1)
sll x17, x25, x28
bltu x1, x24, 1f
srlw x18, x31, x1
1:
fdiv.s f26, f24, f31, rmm
fmin.s f25, f31, f25
lhu x21, 35(s1)
fld f20, 131(s1)
or x29, x22, x27
lb x27, 172(s1)
bge x1, x22, 1f
mulw x13, x7, x22
1:
li x11, -1
li s0, 18446744070681264129
fmv.d.x f3, s0
slt x25, x14, x18
addi s0, s1, -4
amoand.w x28, x24, (s0)
fmv.w.x f18, x1
li x22, 9223372036854775807
li s0, 4607623082254123453
fmv.d.x f1, s0
mulh x16, x11, x23
fle.s x12, f4, f8
fclass.s x5, f0
addi s0, s1, -56
amoand.w x19, x25, (s0)
lr.w x21, (s0)
sc.w x15, x26, (s0)
addi x23, x15, 1593
fsub.s f4, f7, f18, rne
srli x31, x26, 7
fadd.d f10, f18, f27, rdn
addi s0, s1, 4
amoor.w x1, x21, (s0)
lr.w x31, (s0)
sc.w x24, x24, (s0)
li x13, -6638257529085945281
li s0, 18446744071557873664
fmv.d.x f31, s0
bgeu x12, x11, 1f
divuw x26, x21, x11
1:
remuw x27, x25, x14
addi s0, s1, -72
amomin.d x15, x13, (s0)
lr.d x29, (s0)
sc.d x11, x11, (s0)
lh x29, -37(s1)
li x17, 9223372036854775807
li s0, 18446744069414584320
fmv.d.x f20, s0
fsgnjn.d f24, f7, f13
addi s0, s1, 44
amoswap.w x29, x21, (s0)
fcvt.l.d x24, f25, rmm
fcvt.d.l f24, x24, rmm
fsqrt.d f28, f12, rdn
li x21, -2147483648
li s0, 4607182418800017408
fmv.d.x f31, s0
subw x5, x14, x25
slti x1, x12, -645
li x22, -8583164410922730907
li s0, 18446744073701163008
fmv.d.x f12, s0
fmv.x.w x25, f23
fcvt.lu.s x12, f14
fcvt.s.lu f15, x21
fsqrt.s f5, f0, rtz
fmul.d f3, f17, f12, rdn
li x30, -9223372036854775808
li s0, 18446744071553679360
fmv.d.x f11, s0
fsw f19, 156(s1)
csrr x6, fcsr
flw f29, 127(s1)
bgeu x21, x30, 1f
divw x24, x16, x28
1:
fadd.s f7, f2, f31, rne
fsub.d f16, f14, f19, rtz
li x24, 1311768467463790320
li s0, 4845873199050653697
fmv.d.x f25, s0
fcvt.d.s f4, f24
addiw x24, x23, 1904
sb x25, -168(s1)
srliw x14, x28, 3
srai x22, x13, 31
bltu x17, x27, 1f
slt x10, x13, x6
1:
li x18, -11
li s0, 4503599627370495
fmv.d.x f2, s0
lwu x28, -244(s1)
srli x5, x27, 51
srli x22, x13, 61
lhu x13, 155(s1)
sd x14, 244(s1)
fcvt.s.d f7, f9, rne
sllw x27, x17, x25
srai x25, x15, 23
addw x5, x13, x27
addi s0, s1, 44
amoor.w x11, x27, (s0)
lr.w x24, (s0)
sc.w x29, x27, (s0)
feq.s x20, f24, f22
fclass.s x17, f5
bgeu x28, x20, 1f
subw x22, x12, x13
1:
addi s0, s1, 48
amoor.d x22, x13, (s0)
fadd.d f7, f15, f26
sltiu x29, x25, 400
addi s0, s1, -32
amomaxu.d x25, x5, (s0)
li x20, 1
li s0, 18446744071562067968
fmv.d.x f1, s0
remu x6, x13, x5
lb x19, 139(s1)
addi s0, s1, 28
amoxor.w x11, x14, (s0)
lr.w x15, (s0)
sc.w x31, x16, (s0)
remuw x22, x20, x12
srliw x15, x16, 1
remu x31, x14, x18
li x20, 1
li s0, 18442240474082181120
fmv.d.x f5, s0
sltiu x27, x22, 712
fmsub.d f27, f28, f17, f0, rne
srli x12, x18, 27
remuw x22, x24, x14
slliw x30, x1, 19
blt x15, x17, 1f
xor x22, x15, x27
1:
mul x31, x24, x30
srlw x24, x28, x28
sraiw x31, x13, 1
lbu x22, 113(s1)
addi s0, s1, -80
amomin.d x20, x27, (s0)
srliw x14, x23, 24
sb x27, -54(s1)
fsd f9, -199(s1)
beq x30, x24, 1f
slt x11, x27, x17
1:
blt x23, x27, 1f
add x13, x24, x30
1:
fsgnjx.s f7, f22, f30
slli x13, x26, 53
mul x28, x23, x25
fdiv.d f20, f11, f14, rtz
sra x29, x27, x22
blt x14, x20, 1f
subw x7, x1, x16
1:
ld x14, -202(s1)
li x31, -1
li s0, 9223372036854775808
fmv.d.x f28, s0
andi x29, x19, 521
li x15, 2147483648
li s0, 18446744069422972927
fmv.d.x f15, s0
slli x24, x28, 1
sltu x12, x7, x31
mulhsu x10, x31, x17
srli x23, x13, 50
fsw f21, 172(s1)
sb x10, -95(s1)
addi s0, s1, -60
amoor.w x19, x14, (s0)
sraiw x19, x20, 10
bge x7, x12, 1f
remw x10, x14, x16
1:
fcvt.l.s x17, f20, rne
fcvt.s.l f8, x22, rne
fsqrt.s f19, f20, rdn
sh x27, -49(s1)
xori x11, x14, -92
fcvt.wu.d x28, f13, rtz
fsqrt.d f13, f4, rup
fcvt.lu.s x22, f15, rtz
fcvt.s.lu f21, x11, rtz
fsqrt.s f19, f0, rne
li x21, 1
li s0, 18446744071553679360
fmv.d.x f13, s0
sb x16, -121(s1)
li x29, 9223372036854775807
li s0, 9221120237041090560
fmv.d.x f1, s0
li x31, 1311768467463790320
li s0, 4607182418800017408
fmv.d.x f3, s0
li x16, 2147483647
li s0, 4845873199050653697
fmv.d.x f0, s0
addi x13, x26, 1387
lwu x6, 238(s1)
addi s0, s1, 20
amomaxu.w x31, x10, (s0)
addi s0, s1, 32
amomin.w x6, x21, (s0)
lr.w x29, (s0)
sc.w x17, x31, (s0)
ori x12, x11, -1922
addi s0, s1, -8
amomaxu.w x14, x31, (s0)
fsgnjn.s f27, f28, f23
addi s0, s1, -44
amomaxu.w x12, x11, (s0)
bne x23, x25, 1f
mulh x26, x24, x14
1:
blt x24, x16, 1f
sraw x14, x15, x11
1:
bgeu x12, x11, 1f
mulhu x19, x30, x15
1:
ori x23, x5, 1122
fmul.d f17, f23, f12
sll x17, x16, x23
slliw x19, x24, 2
sraiw x18, x6, 20
li x25, 0
li s0, 18446744070479937536
fmv.d.x f21, s0
mulhu x25, x5, x18
addi s0, s1, -64
amoand.w x18, x12, (s0)
xor x27, x29, x30
li x17, -1
li s0, 18446744071553679361
fmv.d.x f6, s0
addi s0, s1, 20
amomin.w x30, x22, (s0)
li x5, -1785247196575347695
li s0, 4503599627370496
fmv.d.x f15, s0
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
.byte 240, 155, 50, 195, 100, 153, 200, 164, 32, 116, 148, 102, 145, 177, 114, 242, 56, 80, 43, 99, 188, 195, 210, 176, 115, 180, 103, 140, 137, 208, 174, 183, 87, 150, 211, 208, 194, 253, 125, 172, 248, 139, 192, 26, 70, 2, 41, 110, 91, 28, 43, 161, 69, 16, 51, 191, 208, 127, 242, 201, 38, 195, 127, 32
.zero 960
dump:
.zero 1024
