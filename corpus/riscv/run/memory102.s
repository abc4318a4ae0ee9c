.text
.globl _start
_start:
la s1, scratch + 512
li x1, 9223372036854775807
li x5, 4294967295
li x6, 1311768467463790320
li x7, -9223372036854775808
li x10, 2147483647
li x11, -1
li x12, 2147483647
li x13, 4294967295
li x14, 4294967295
li x15, 1
li x16, 0
li x17, -1
li x18, 9223372036854775807
li x19, -1
li x20, -1
li x21, -2147483648
li x22, 1
li x23, 2147483647
li x24, -9223372036854775808
li x25, 9223372036854775807
li x26, -1
li x27, -1
li x28, 9223372036854775807
li x29, -2147483648
li x30, 1
li x31, 9223372036854775807
li s0, 18446744070479937536
fmv.d.x f0, s0
li s0, 18442240474082181120
fmv.d.x f1, s0
li s0, 18446744069422972927
fmv.d.x f2, s0
li s0, 4845873199050653697
fmv.d.x f3, s0
li s0, 18446744071557873664
fmv.d.x f4, s0
li s0, 9218868437227405313
fmv.d.x f5, s0
li s0, 18446744069414584321
fmv.d.x f6, s0
li s0, 9218868437227405311
fmv.d.x f7, s0
li s0, 18446744070681264129
fmv.d.x f8, s0
li s0, 9221120237041090560
fmv.d.x f9, s0
li s0, 18446744071557873664
fmv.d.x f10, s0
li s0, 4503599627370495
fmv.d.x f11, s0
li s0, 18446744071562067968
fmv.d.x f12, s0
li s0, 9218868437227405311
fmv.d.x f13, s0
li s0, 18446744069414584320
fmv.d.x f14, s0
li s0, 4503599627370496
fmv.d.x f15, s0
li s0, 18446744071553679360
fmv.d.x f16, s0
li s0, 9218868437227405312
fmv.d.x f17, s0
li s0, 18446744070681264129
fmv.d.x f18, s0
li s0, 9218868437227405312
fmv.d.x f19, s0
li s0, 18446744071562067968
fmv.d.x f20, s0
li s0, 9218868437227405313
fmv.d.x f21, s0
li s0, 18446744071557873664
fmv.d.x f22, s0
li s0, 9218868437227405311
fmv.d.x f23, s0
li s0, 18446744071557873664
fmv.d.x f24, s0
li s0, 9223372036854775808
fmv.d.x f25, s0
li s0, 18446744069414584320
fmv.d.x f26, s0
li s0, 18442240474082181120
fmv.d.x f27, s0
li s0, 18446744071553679361
fmv.d.x f28, s0
li s0, 9218868437227405313
fmv.d.x f29, s0
li s0, 18446744071557873664
fmv.d.x f30, s0
li s0, 9218868437227405312
fmv.d.x f31, s0
li x11, -1886160338209491409
li s0, 4503599627370496
fmv.d.x f10, s0
fsd f0, -65(s1)
srai x18, x14, 22
sw x20, 23(s1)
lbu x28, 152(s1)
fld f5, 98(s1)
addi s0, s1, 16
amoadd.w x5, x1, (s0)
sraiw x7, x6, 20
addi s0, s1, -64
amoand.d x12, x12, (s0)
lbu x17, 134(s1)
addi s0, s1, 80
amoswap.d x7, x25, (s0)
sll x31, x1, x20
sraw x11, x26, x25
slli x14, x15, 19
li x24, 1311768467463790320
li s0, 18446744071553679360
fmv.d.x f9, s0
addw x1, x26, x22
lb x6, 236(s1)
flw f7, -214(s1)
lhu x11, -46(s1)
addi s0, s1, -28
amoor.w x30, x11, (s0)
addi s0, s1, -24
amomin.w x23, x28, (s0)
ld x20, -195(s1)
lb x18, -243(s1)
addi s0, s1, 36
amomaxu.w x5, x29, (s0)
lr.w x21, (s0)
sc.w x19, x18, (s0)
addi s0, s1, -96
amoand.d x19, x5, (s0)
lr.d x14, (s0)
sc.d x5, x31, (s0)
sb x30, 35(s1)
fld f18, 90(s1)
addi s0, s1, 28
amominu.w x21, x26, (s0)
addi s0, s1, -52
amomin.w x10, x7, (s0)
ld x21, -167(s1)
fsd f7, 155(s1)
li x19, 1
li s0, 18442240474082181120
fmv.d.x f18, s0
li x10, -9223372036854775808
li s0, 4607495213942352835
fmv.d.x f22, s0
srli x29, x24, 47
srai x16, x31, 47
sb x27, -31(s1)
addi s0, s1, -112
amomaxu.d x26, x7, (s0)
divuw x25, x24, x27
slti x5, x16, 591
slti x22, x31, 1665
mulhsu x26, x20, x29
ori x27, x18, -664
addi s0, s1, 120
amoxor.d x13, x20, (s0)
lr.d x17, (s0)
sc.d x23, x13, (s0)
or x24, x15, x15
srai x27, x19, 50
lwu x24, -101(s1)
li x17, -1
li s0, 18446744073701163008
fmv.d.x f29, s0
fsw f10, 122(s1)
fsd f12, 51(s1)
srai x12, x5, 28
remu x11, x22, x24
add x21, x24, x23
lhu x28, 189(s1)
sh x26, -59(s1)
addi x24, x13, -2043
addi s0, s1, -8
amomin.w x1, x27, (s0)
lr.w x19, (s0)
sc.w x10, x12, (s0)
sb x12, -117(s1)
lhu x19, -125(s1)
li x27, 1311768467463790320
li s0, 9218868437227405312
fmv.d.x f4, s0
ld x25, -166(s1)
fsd f14, 127(s1)
addi s0, s1, -32
amomax.d x20, x30, (s0)
sw x31, 201(s1)
addi s0, s1, -72
amominu.d x10, x13, (s0)
divw x20, x21, x1
addi s0, s1, 24
amoxor.w x22, x20, (s0)
sub x31, x11, x15
srli x24, x18, 45
addi s0, s1, -44
amominu.w x16, x30, (s0)
lr.w x6, (s0)
sc.w x25, x13, (s0)
srliw x5, x14, 10
addi s0, s1, -40
amoadd.w x12, x21, (s0)
lr.w x28, (s0)
sc.w x31, x26, (s0)
srliw x16, x17, 3
fsd f14, 246(s1)
lb x27, -248(s1)
xor x20, x15, x17
mulh x1, x7, x19
remw x12, x13, x27
lb x22, 128(s1)
li x12, 1311768467463790320
li s0, 18446744071553679360
fmv.d.x f29, s0
addi s0, s1, 60
amoswap.w x23, x28, (s0)
addi s0, s1, -120
amoor.d x7, x1, (s0)
lr.d x7, (s0)
sc.d x17, x24, (s0)
fsd f9, 59(s1)
srli x21, x21, 34
lb x30, -68(s1)
lhu x13, -88(s1)
flw f5, -52(s1)
flw f30, 231(s1)
lh x13, 124(s1)
lh x16, -150(s1)
fsw f20, 103(s1)
lhu x31, 177(s1)
fld f2, 215(s1)
fsd f13, 182(s1)
addi s0, s1, 120
amomaxu.d x27, x31, (s0)
lr.d x14, (s0)
sc.d x31, x22, (s0)
sraiw x5, x7, 0
li x31, 74
li s0, 18446744071562067968
fmv.d.x f11, s0
li x18, 1311768467463790320
li s0, 4845873199050653697
fmv.d.x f28, s0
addi s0, s1, 36
amoadd.w x6, x14, (s0)
sd x21, 166(s1)
srlw x12, x31, x30
addw x1, x21, x18
addi s0, s1, -28
amoxor.w x13, x12, (s0)
lr.w x5, (s0)
sc.w x18, x6, (s0)
fsd f27, -20(s1)
sw x29, 145(s1)
li x7, -1
li s0, 18446744070480196928
fmv.d.x f21, s0
li x1, 2147483647
li s0, 9218868437227405313
fmv.d.x f23, s0
slt x10, x14, x30
li x27, -1
li s0, 18446744069422972928
fmv.d.x f14, s0
addi s0, s1, 24
amoadd.d x19, x27, (s0)
mulhu x15, x26, x24
addi s0, s1, 16
amoand.w x18, x5, (s0)
addi s0, s1, 60
amominu.w x21, x14, (s0)
li x22, 8168973180570087156
li s0, 18446744069414584320
fmv.d.x f20, s0
addi s0, s1, -64
amominu.w x18, x14, (s0)
lr.w x18, (s0)
sc.w x16, x30, (s0)
lb x26, 116(s1)
sb x14, -45(s1)
srai x28, x21, 46
addi s0, s1, 52
amomax.w x20, x26, (s0)
addi s0, s1, -32
amoadd.w x15, x24, (s0)
addi s0, s1, 8
amoor.w x26, x14, (s0)
lr.w x22, (s0)
sc.w x31, x19, (s0)
slli x13, x13, 13
addi s0, s1, 88
amominu.d x16, x28, (s0)
lr.d x21, (s0)
sc.d x1, x20, (s0)
addi s0, s1, -8
amoadd.w x30, x14, (s0)
lr.w x12, (s0)
sc.w x23, x18, (s0)
srl x11, x20, x14
slliw x17, x25, 22
xor x1, x26, x25
addi s0, s1, 56
amomin.d x23, x19, (s0)
divuw x27, x18, x16
fsw f16, 187(s1)
lbu x24, 29(s1)
lb x24, 241(s1)
li x16, -2147483648
li s0, 18446744071562067968
fmv.d.x f27, s0
mulh x5, x27, x28
sb x13, 140(s1)
addi s0, s1, 64
amoswap.d x21, x30, (s0)
remu x12, x18, x7
srli x14, x7, 27
li x31, -2147483648
li s0, 18446744071557873664
fmv.d.x f8, s0
addi s0, s1, 56
amominu.w x6, x27, (s0)
lr.w x30, (s0)
sc.w x6, x12, (s0)
lw x18, 207(s1)
fsw f23, 99(s1)
sd x12, 92(s1)
addi s0, s1, -16
amoswap.d x19, x5, (s0)
sw x10, 177(s1)
mulh x29, x27, x27
srli x27, x28, 48
sh x10, -124(s1)
sltu x30, x19, x22
addi s0, s1, 32
amoand.d x14, x31, (s0)
lr.d x18, (s0)
sc.d x25, x17, (s0)
sw x10, -200(s1)
lb x27, -204(s1)
sll x26, x22, x1
sb x19, 59(s1)
sd x25, 79(s1)
addi s0, s1, 60
amoswap.w x23, x26, (s0)
addi s0, s1, 56
amoswap.w x11, x5, (s0)
fsd f21, 191(s1)
addi s0, s1, -36
amoswap.w x27, x16, (s0)
ori x13, x27, 1317
ld x16, -204(s1)
addi s0, s1, 20
amominu.w x16, x5, (s0)
lh x21, 216(s1)
addi s0, s1, 16
amominu.d x19, x26, (s0)
flw f5, -144(s1)
fld f26, -123(s1)
divuw x31, x15, x18
lh x18, -155(s1)
li x7, 40
li s0, 4608043646957849102
fmv.d.x f11, s0
slliw x18, x13, 0
sw x16, -48(s1)
addi s0, s1, -8
amoxor.w x15, x29, (s0)
li x16, -5046934751562138801
li s0, 18446744071553679360
fmv.d.x f12, s0
flw f0, -39(s1)
addi s0, s1, 44
amoxor.w x26, x25, (s0)
addi s0, s1, 80
amoand.d x10, x19, (s0)
lr.d x18, (s0)
sc.d x5, x21, (s0)
lhu x29, -219(s1)
li x24, 1311768467463790320
li s0, 16302029615256716339
fmv.d.x f29, s0
addi s0, s1, 24
amomin.d x25, x16, (s0)
lr.d x17, (s0)
sc.d x20, x6, (s0)
li x29, -9223372036854775808
li s0, 4503599627370495
fmv.d.x f8, s0
sltiu x11, x6, -1302
srai x28, x11, 61
srliw x19, x31, 20
lbu x16, -234(s1)
xori x19, x20, -2021
flw f6, 72(s1)
addi s0, s1, -120
amoand.d x30, x28, (s0)
divu x31, x23, x21
addi s0, s1, 40
amomax.w x24, x22, (s0)
slliw x21, x12, 18
addi s0, s1, -40
amoor.d x23, x14, (s0)
li x28, 2961031601345854106
li s0, 18446744069422972927
fmv.d.x f24, s0
lhu x11, -233(s1)
sd x12, -98(s1)
lb x17, 72(s1)
sb x27, 17(s1)
li x24, 1311768467463790320
li s0, 18446744069422972928
fmv.d.x f5, s0
slli x20, x1, 22
sh x1, -12(s1)
sd x24, 103(s1)
addi s0, s1, 24
amomaxu.d x23, x23, (s0)
lr.d x11, (s0)
sc.d x11, x11, (s0)
li x18, 9223372036854775807
li s0, 9223372036854775808
fmv.d.x f0, s0
li x26, 1311768467463790320
li s0, 18446744071553679361
fmv.d.x f22, s0
sd x24, 17(s1)
addi s0, s1, -40
amoand.d x7, x13, (s0)
lhu x25, 129(s1)
fsd f25, -128(s1)
lwu x11, 191(s1)
addi s0, s1, -48
amomaxu.w x18, x21, (s0)
lr.w x27, (s0)
sc.w x7, x12, (s0)
lbu x28, 45(s1)
lw x11, 116(s1)
fsw f17, 107(s1)
slliw x16, x7, 19
addi s0, s1, -64
amomaxu.w x21, x13, (s0)
lr.w x10, (s0)
sc.w x21, x31, (s0)
fsw f11, 99(s1)
lb x1, -75(s1)
addi s0, s1, 12
amomax.w x7, x22, (s0)
slliw x23, x24, 12
addi s0, s1, -4
amomaxu.w x28, x20, (s0)
addi s0, s1, -80
amominu.d x6, x29, (s0)
sd x13, -32(s1)
remu x11, x15, x20
addi s0, s1, 20
amominu.w x30, x11, (s0)
sw x18, 229(s1)
addi s0, s1, 8
amoand.w x1, x16, (s0)
addi s0, s1, -104
amomin.d x19, x16, (s0)
srai x30, x25, 47
fld f20, 206(s1)
li x18, 60
li s0, 9218868437227405311
fmv.d.x f1, s0
fld f18, 2(s1)
lh x11, 195(s1)
addi s0, s1, -112
amomax.d x24, x24, (s0)
srli x19, x21, 27
addi s0, s1, -16
amomax.d x16, x11, (s0)
sra x7, x29, x5
li x7, -7
li s0, 18446744071553679360
fmv.d.x f16, s0
sd x26, 143(s1)
xori x1, x5, -739
addi s0, s1, -128
amomin.d x14, x20, (s0)
slliw x20, x19, 12
addi s0, s1, -120
amomaxu.d x15, x10, (s0)
fld f20, 28(s1)
li x24, 1311768467463790320
li s0, 18446744069422972928
fmv.d.x f9, s0
fld f22, -244(s1)
fld f26, -101(s1)
lh x29, 217(s1)
fsw f31, -182(s1)
lb x19, -156(s1)
li x10, 2147483647
li s0, 18446744069422972927
fmv.d.x f15, s0
fsd f12, 239(s1)
fld f28, -166(s1)
lw x12, -151(s1)
lwu x25, 196(s1)
addi s0, s1, 24
amomin.d x27, x20, (s0)
lh x28, 136(s1)
srai x14, x27, 41
li x19, 28
li s0, 18446744070681264129
fmv.d.x f19, s0
ld x10, -121(s1)
lwu x24, 184(s1)
lb x11, -63(s1)
lh x30, 202(s1)
fld f31, -161(s1)
lbu x6, 221(s1)
flw f16, 192(s1)
fsw f14, -81(s1)
sd x31, 211(s1)
addi s0, s1, 52
amomaxu.w x12, x21, (s0)
lr.w x30, (s0)
sc.w x31, x10, (s0)
lbu x23, 90(s1)
fsw f3, 210(s1)
div x19, x16, x12
sd x20, 117(s1)
flw f19, 104(s1)
mulh x19, x19, x24
lw x16, 137(s1)
addi s0, s1, -8
amoor.w x11, x18, (s0)
lr.w x18, (s0)
sc.w x6, x22, (s0)
ld x7, 217(s1)
fld f13, 219(s1)
lw x6, -214(s1)
sll x16, x5, x5
addi s0, s1, -40
amoswap.d x26, x28, (s0)
lr.d x6, (s0)
sc.d x7, x22, (s0)
sd x14, -204(s1)
ld x17, 221(s1)
lhu x14, 63(s1)
addi s0, s1, -16
amominu.d x24, x12, (s0)
addi s0, s1, 4
amoadd.w x19, x20, (s0)
addi s0, s1, 120
amomin.d x13, x6, (s0)
lr.d x1, (s0)
sc.d x30, x22, (s0)
flw f16, 241(s1)
lw x5, -32(s1)
li x7, -1
li s0, 9218868437227405313
fmv.d.x f30, s0
sw x14, -133(s1)
remu x7, x24, x17
sd x1, -175(s1)
addi s0, s1, -8
amoswap.w x24, x31, (s0)
lr.w x11, (s0)
sc.w x12, x31, (s0)
lwu x19, 1(s1)
sraiw x21, x27, 23
sltiu x22, x20, -1402
lwu x1, 21(s1)
li x19, 9223372036854775807
li s0, 4607182418800017408
fmv.d.x f15, s0
addi s0, s1, 20
amoand.w x17, x11, (s0)
lr.w x13, (s0)
sc.w x31, x25, (s0)
li x17, 0
li s0, 18446744071557873664
fmv.d.x f25, s0
sraw x19, x23, x26
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
.byte 15, 173, 198, 51, 217, 210, 72, 216, 31, 202, 241, 202, 45, 18, 71, 101, 34, 145, 209, 90, 215, 232, 218, 44, 186, 249, 180, 40, 171, 225, 21, 38, 53, 212, 250, 44, 94, 111, 48, 148, 196, 64, 162, 41, 11, 4, 214, 164, 55, 121, 44, 192, 145, 121, 226, 241, 116, 66, 44, 30, 6, 49, 71, 11
.zero 960
dump:
.zero 1024
