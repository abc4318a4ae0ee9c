.text
.globl _start
_start:
la s1, scratch + 512
li x1, -1
li x5, 2147483648
li x6, -6334032514654025628
li x7, 0
li x10, -8994865972033734978
li x11, 0
li x12, 4294967295
li x13, 2147483648
li x14, -2147483648
li x15, 4294967295
li x16, 2147483648
li x17, -9223372036854775808
li x18, 9192802322014255176
li x19, 4294967295
li x20, 2147483647
li x21, 2147483647
li x22, 4294967295
li x23, -9223372036854775808
li x24, -9223372036854775808
li x25, 2147483648
li x26, -9223372036854775808
li x27, 1
li x28, -2147483648
li x29, 9223372036854775807
li x30, 0
li x31, -2147483648
li s0, 18446744070479937536
fmv.d.x f0, s0
li s0, 9221120237041090560
fmv.d.x f1, s0
li s0, 18446744073701163008
fmv.d.x f2, s0
li s0, 1
fmv.d.x f3, s0
li s0, 18446744069414584321
fmv.d.x f4, s0
li s0, 9223372036854775808
fmv.d.x f5, s0
li s0, 18446744071553679359
fmv.d.x f6, s0
li s0, 9218868437227405312
fmv.d.x f7, s0
li s0, 18446744069414584321
fmv.d.x f8, s0
li s0, 9218868437227405312
fmv.d.x f9, s0
li s0, 18446744069422972927
fmv.d.x f10, s0
li s0, 4503599627370495
fmv.d.x f11, s0
li s0, 18446744071553679360
fmv.d.x f12, s0
li s0, 9218868437227405312
fmv.d.x f13, s0
li s0, 18446744069414584321
fmv.d.x f14, s0
li s0, 4503599627370496
fmv.d.x f15, s0
li s0, 18446744069422972928
fmv.d.x f16, s0
li s0, 9221120237041090560
fmv.d.x f17, s0
li s0, 18446744069422972927
fmv.d.x f18, s0
li s0, 0
fmv.d.x f19, s0
li s0, 18446744073701163008
fmv.d.x f20, s0
li s0, 0
fmv.d.x f21, s0
li s0, 18446744070479937536
fmv.d.x f22, s0
li s0, 1
fmv.d.x f23, s0
li s0, 18446744069414584321
fmv.d.x f24, s0
li s0, 4607182418800017408
fmv.d.x f25, s0
li s0, 18446744069422972928
fmv.d.x f26, s0
li s0, 18442240474082181120
fmv.d.x f27, s0
li s0, 18446744069422972928
fmv.d.x f28, s0
li s0, 0
fmv.d.x f29, s0
li s0, 18446744069422972928
fmv.d.x f30, s0
li s0, 4503599627370495
fmv.d.x f31, s0
slliw x18, x30, 16
addi s0, s1, 64
amomaxu.d x26, x16, (s0)
ld x30, 23(s1)
addi s0, s1, -64
amomax.d x28, x23, (s0)
lr.d x18, (s0)
sc.d x21, x21, (s0)
li x20, 1311768467463790320
li s0, 18446744069890306230
fmv.d.x f22, s0
add x29, x29, x10
srlw x20, x28, x7
flw f25, 243(s1)
divu x6, x11, x31
fsw f22, 217(s1)
lhu x10, -92(s1)
sh x14, 237(s1)
addi s0, s1, 12
amominu.w x15, x30, (s0)
lh x28, 219(s1)
addi s0, s1, -32
amomax.w x29, x16, (s0)
lw x5, -5(s1)
slliw x10, x7, 15
xori x18, x5, 1197
ori x25, x15, 1925
addi s0, s1, -12
amomin.w x1, x16, (s0)
lwu x30, 141(s1)
addi s0, s1, 52
amomax.w x25, x1, (s0)
lr.w x24, (s0)
sc.w x10, x15, (s0)
srli x17, x17, 19
li x11, 2147483647
li s0, 9218868437227405313
fmv.d.x f7, s0
lwu x11, 147(s1)
sw x23, 27(s1)
lbu x24, -58(s1)
lbu x22, -139(s1)
lhu x26, 58(s1)
sd x12, -192(s1)
li x18, 1311768467463790320
li s0, 9218868437227405313
fmv.d.x f22, s0
lh x30, 148(s1)
lb x19, -233(s1)
divu x20, x20, x30
addi s0, s1, -32
amomax.w x12, x6, (s0)
slliw x22, x10, 6
li x31, 1
li s0, 4607182418800017408
fmv.d.x f4, s0
lwu x6, -2(s1)
sh x16, -30(s1)
addi s0, s1, -40
amomax.w x26, x29, (s0)
lr.w x5, (s0)
sc.w x28, x22, (s0)
sd x25, -140(s1)
addi s0, s1, 4
amoor.w x25, x22, (s0)
sraiw x28, x26, 27
addi s0, s1, -40
amomax.d x11, x7, (s0)
li x18, 2147483647
li s0, 1
fmv.d.x f2, s0
sd x13, 212(s1)
flw f22, 52(s1)
sw x30, 94(s1)
lwu x7, -219(s1)
lb x10, -124(s1)
lwu x29, 152(s1)
lw x24, 92(s1)
lhu x25, 71(s1)
fsw f25, 70(s1)
fld f0, -56(s1)
mulh x31, x11, x1
ori x5, x5, 721
srli x23, x19, 25
srli x30, x23, 34
fsw f24, 214(s1)
srai x31, x24, 37
addi s0, s1, -40
amomaxu.w x10, x23, (s0)
sra x5, x21, x19
addi s0, s1, 4
amominu.w x5, x13, (s0)
mulhu x15, x31, x27
lb x26, 226(s1)
slliw x19, x12, 10
rem x16, x23, x14
addi s0, s1, -88
amomaxu.d x11, x29, (s0)
fsd f20, 220(s1)
sw x7, 124(s1)
andi x11, x5, -1236
lhu x25, 34(s1)
addi s0, s1, 56
amoand.d x26, x19, (s0)
fld f15, -219(s1)
addi x7, x29, 2018
sd x22, -122(s1)
sw x25, -244(s1)
addi s0, s1, 20
amomin.w x26, x26, (s0)
lbu x29, -178(s1)
li x27, 1311768467463790320
li s0, 18442240474082181120
fmv.d.x f27, s0
addi s0, s1, -56
amoswap.d x25, x6, (s0)
lw x13, -87(s1)
addi s0, s1, -48
amoswap.d x16, x29, (s0)
lr.d x14, (s0)
sc.d x29, x18, (s0)
li x21, 4294967295
li s0, 4845873199050653697
fmv.d.x f16, s0
addi s0, s1, -24
amominu.d x15, x24, (s0)
lr.d x12, (s0)
sc.d x17, x30, (s0)
addi s0, s1, -32
amoadd.d x19, x16, (s0)
srai x17, x24, 19
lw x18, -175(s1)
addi s0, s1, 104
amoand.d x5, x22, (s0)
srliw x5, x21, 17
li x26, 1
li s0, 18446744073701163008
fmv.d.x f11, s0
sb x29, -222(s1)
lhu x24, 174(s1)
sb x21, 110(s1)
fsw f20, -135(s1)
lhu x18, -202(s1)
lbu x19, -84(s1)
srai x18, x29, 38
addi s0, s1, 8
amomin.w x13, x10, (s0)
lr.w x12, (s0)
sc.w x14, x29, (s0)
sb x12, 22(s1)
lhu x7, -218(s1)
li x22, 1
li s0, 18446744070681264129
fmv.d.x f5, s0
addi s0, s1, -28
amoswap.w x30, x26, (s0)
lr.w x26, (s0)
sc.w x20, x23, (s0)
sw x16, 243(s1)
addi s0, s1, 36
amominu.w x20, x29, (s0)
addi s0, s1, 88
amoand.d x19, x11, (s0)
lr.d x30, (s0)
sc.d x26, x26, (s0)
lb x7, 106(s1)
sw x7, 198(s1)
sltu x10, x20, x1
fld f31, 24(s1)
fsd f18, -9(s1)
li x14, 2147483648
li s0, 4607182418800017408
fmv.d.x f6, s0
slt x30, x16, x20
lb x24, -110(s1)
addiw x10, x5, -237
addi s0, s1, -32
amomin.d x25, x5, (s0)
addi s0, s1, 56
amoor.w x26, x13, (s0)
srli x17, x31, 51
fld f8, 101(s1)
addi s0, s1, -64
amoand.w x12, x25, (s0)
addi s0, s1, -12
amoand.w x7, x12, (s0)
sd x15, 184(s1)
sraiw x15, x1, 31
sd x25, 46(s1)
srl x16, x27, x13
and x20, x6, x31
sb x29, -82(s1)
lhu x19, -213(s1)
sd x11, -16(s1)
remw x1, x27, x13
li x7, 9223372036854775807
li s0, 4607648335459205607
fmv.d.x f12, s0
addi s0, s1, -16
amoswap.w x1, x22, (s0)
li x30, 9223372036854775807
li s0, 0
fmv.d.x f30, s0
srai x10, x29, 61
addi s0, s1, 28
amoxor.w x25, x13, (s0)
srliw x28, x5, 28
sraiw x22, x16, 17
sb x16, -180(s1)
xor x20, x6, x25
lb x31, 44(s1)
lw x15, 215(s1)
ld x25, -70(s1)
li x6, -9223372036854775808
li s0, 18446744070127323556
fmv.d.x f28, s0
li x23, 1311768467463790320
li s0, 18446744069414584321
fmv.d.x f27, s0
addi s0, s1, 52
amoswap.w x16, x11, (s0)
sh x28, -117(s1)
li x24, 2147483647
li s0, 9218868437227405312
fmv.d.x f23, s0
sh x20, 10(s1)
lb x28, -44(s1)
add x24, x29, x29
fsw f25, 95(s1)
li x25, -8179353089206285951
li s0, 0
fmv.d.x f31, s0
sd x7, 149(s1)
addi s0, s1, 32
amomaxu.d x18, x5, (s0)
fsw f21, 70(s1)
addi s0, s1, -16
amomax.d x15, x11, (s0)
li x17, 0
li s0, 4503599627370496
fmv.d.x f27, s0
addi s0, s1, -8
amoxor.d x30, x27, (s0)
lr.d x26, (s0)
sc.d x5, x17, (s0)
addi s0, s1, -40
amoor.w x10, x6, (s0)
addi s0, s1, 48
amomin.d x7, x12, (s0)
sb x1, -74(s1)
lh x15, -14(s1)
lbu x26, 29(s1)
addi s0, s1, 120
amoswap.d x25, x7, (s0)
lr.d x26, (s0)
sc.d x23, x5, (s0)
sraw x27, x20, x31
lbu x31, 41(s1)
sd x30, -27(s1)
addi s0, s1, 32
amoxor.d x12, x5, (s0)
slliw x11, x14, 13
xor x20, x25, x24
divuw x28, x19, x17
addi s0, s1, 80
amomin.d x1, x12, (s0)
sd x24, 119(s1)
lw x5, -139(s1)
li x11, -13
li s0, 4607831163693098939
fmv.d.x f18, s0
lw x28, -227(s1)
addi s0, s1, 96
amomaxu.d x26, x24, (s0)
divuw x6, x25, x18
addi s0, s1, 72
amominu.d x16, x6, (s0)
li x27, -2147483648
li s0, 18446744071562067968
fmv.d.x f26, s0
li x24, 1311768467463790320
li s0, 18446744069422972928
fmv.d.x f17, s0
addi s0, s1, 56
amomaxu.d x12, x22, (s0)
sltiu x18, x11, 726
mulhsu x29, x30, x7
lwu x11, -197(s1)
sd x22, -86(s1)
fld f9, -118(s1)
addi s0, s1, 48
amoswap.w x16, x17, (s0)
addi s0, s1, -96
amomin.d x19, x7, (s0)
li x16, -2147483648
li s0, 18446744069414584320
fmv.d.x f11, s0
ori x27, x16, -1142
li x27, -1
li s0, 18446744070479937536
fmv.d.x f0, s0
flw f16, 243(s1)
srai x21, x24, 25
lb x1, -250(s1)
lh x16, -5(s1)
sd x26, 42(s1)
fld f29, -200(s1)
addi s0, s1, 40
amomaxu.d x17, x30, (s0)
lr.d x29, (s0)
sc.d x31, x13, (s0)
li x26, 952551604923769014
li s0, 18446744071553679359
fmv.d.x f26, s0
addi s0, s1, -48
amomax.d x30, x22, (s0)
lr.d x15, (s0)
sc.d x23, x22, (s0)
lb x20, 103(s1)
lb x28, -215(s1)
lbu x29, 14(s1)
sw x7, -182(s1)
li x1, 5121288430002685298
li s0, 18446744070479937536
fmv.d.x f1, s0
li x7, 2147483647
li s0, 4503599627370496
fmv.d.x f7, s0
addi s0, s1, -60
amominu.w x23, x28, (s0)
lr.w x19, (s0)
sc.w x10, x30, (s0)
addi s0, s1, -64
amoswap.d x23, x1, (s0)
fsd f1, -116(s1)
li x20, 94
li s0, 18446744070479937536
fmv.d.x f20, s0
addi s0, s1, -60
amoadd.w x21, x26, (s0)
addi x15, x18, -1091
addiw x6, x29, 464
addi s0, s1, 32
amoswap.d x29, x13, (s0)
addi s0, s1, 8
amoor.d x26, x23, (s0)
lr.d x21, (s0)
sc.d x28, x30, (s0)
li x19, -83
li s0, 4503599627370496
fmv.d.x f26, s0
sraw x13, x29, x13
li x19, 1311768467463790320
li s0, 9218868437227405312
fmv.d.x f29, s0
addi s0, s1, -56
amoadd.w x1, x17, (s0)
addi s0, s1, 88
amoxor.d x6, x10, (s0)
li x12, -2147483648
li s0, 9223372036854775808
fmv.d.x f8, s0
sd x14, 68(s1)
addi s0, s1, -44
amoand.w x27, x27, (s0)
lr.w x7, (s0)
sc.w x18, x6, (s0)
addi s0, s1, -80
amomin.d x18, x5, (s0)
lr.d x12, (s0)
sc.d x26, x1, (s0)
lwu x10, 120(s1)
addi s0, s1, 16
amoswap.w x31, x14, (s0)
lr.w x21, (s0)
sc.w x26, x13, (s0)
slt x30, x14, x30
sb x15, 5(s1)
addi s0, s1, 0
amomaxu.w x12, x19, (s0)
lr.w x18, (s0)
sc.w x5, x29, (s0)
addi s0, s1, 96
amoor.d x22, x11, (s0)
lr.d x26, (s0)
sc.d x28, x28, (s0)
addi s0, s1, 104
amomax.d x21, x28, (s0)
mulhsu x17, x25, x16
addiw x11, x15, 339
ori x7, x21, -55
li x5, -2147483648
li s0, 18446744071553679361
fmv.d.x f11, s0
or x23, x18, x29
srli x5, x26, 20
fsw f14, 135(s1)
lhu x17, -63(s1)
lw x17, 187(s1)
sh x17, 135(s1)
addi s0, s1, -36
amominu.w x19, x16, (s0)
xori x20, x21, -1113
fsd f10, 54(s1)
li x19, -1
li s0, 18446744069422972927
fmv.d.x f25, s0
andi x6, x23, -1302
srliw x21, x28, 9
sw x27, 147(s1)
sb x31, -2(s1)
srai x22, x24, 48
rem x12, x27, x16
lhu x15, 238(s1)
lw x20, -53(s1)
lhu x12, -238(s1)
sub x27, x1, x20
addi s0, s1, -56
amoand.w x28, x17, (s0)
lr.w x30, (s0)
sc.w x15, x20, (s0)
lw x29, 190(s1)
fsw f19, -235(s1)
lh x17, 144(s1)
sh x27, -54(s1)
li x20, 1311768467463790320
li s0, 4608100757877504189
fmv.d.x f14, s0
or x11, x13, x21
lwu x20, 246(s1)
lwu x24, -169(s1)
addi s0, s1, -16
amoswap.w x20, x12, (s0)
li x1, 9223372036854775807
li s0, 9218868437227405312
fmv.d.x f27, s0
addi s0, s1, 8
amoadd.d x24, x16, (s0)
li x29, 1
li s0, 18446744071562067968
fmv.d.x f11, s0
lw x31, 215(s1)
sh x21, -211(s1)
lb x26, -129(s1)
lb x31, -125(s1)
addi s0, s1, 40
amoor.d x27, x25, (s0)
lw x12, 197(s1)
ld x17, -248(s1)
fsd f19, 57(s1)
lh x31, -100(s1)
fsd f22, 133(s1)
lb x20, 234(s1)
lbu x13, -154(s1)
lbu x31, -121(s1)
addi s0, s1, -104
amoxor.d x28, x23, (s0)
ld x31, 81(s1)
lbu x13, 95(s1)
srai x12, x1, 12
addi s0, s1, 28
amomax.w x18, x21, (s0)
lwu x11, 233(s1)
slli x7, x27, 21
fld f4, -236(s1)
li x13, 4294967295
li s0, 18446744069414584321
fmv.d.x f21, s0
flw f4, -91(s1)
lhu x6, 108(s1)
srli x29, x28, 56
lw x29, -3(s1)
sw x31, -206(s1)
srli x29, x27, 58
sb x13, -79(s1)
lb x7, -69(s1)
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
.byte 22, 120, 163, 79, 31, 111, 227, 24, 231, 25, 252, 110, 34, 10, 7, 88, 50, 14, 31, 202, 50, 185, 36, 250, 46, 62, 146, 31, 31, 50, 46, 181, 165, 219, 127, 116, 69, 181, 186, 146, 10, 186, 64, 91, 107, 134, 140, 217, 74, 26, 211, 70, 222, 197, 60, 220, 47, 95, 117, 69, 209, 78, 3, 204
.zero 960
dump:
.zero 1024
