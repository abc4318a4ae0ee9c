.text
.globl _start
_start:
la s1, scratch + 512
li x1, -1
li x5, 2147483647
li x6, 0
li x7, 1
li x10, -1
li x11, 0
li x12, -2147483648
li x13, 1539684801073379669
li x14, -9223372036854775808
li x15, 0
li x16, 2147483648
li x17, 2147483648
li x18, -1
li x19, 2147483648
li x20, 4294967295
li x21, -2147483648
li x22, 1311768467463790320
li x23, -1
li x24, -1
li x25, 4294967295
li x26, 2147483647
li x27, 1311768467463790320
li x28, 0
li x29, -2147483648
li x30, 1311768467463790320
li x31, -9223372036854775808
li s0, 18446744070479937536
fmv.d.x f0, s0
li s0, 9221120237041090560
fmv.d.x f1, s0
li s0, 18446744071553679359
fmv.d.x f2, s0
li s0, 9218868437227405313
fmv.d.x f3, s0
li s0, 18446744069414584321
fmv.d.x f4, s0
li s0, 9223372036854775808
fmv.d.x f5, s0
li s0, 18446744070479937536
fmv.d.x f6, s0
li s0, 9218868437227405311
fmv.d.x f7, s0
li s0, 18446744070479937536
fmv.d.x f8, s0
li s0, 9221120237041090560
fmv.d.x f9, s0
li s0, 18446744069422972927
fmv.d.x f10, s0
li s0, 4845873199050653697
fmv.d.x f11, s0
li s0, 18446744070681264129
fmv.d.x f12, s0
li s0, 18442240474082181120
fmv.d.x f13, s0
li s0, 18446744071553679360
fmv.d.x f14, s0
li s0, 0
fmv.d.x f15, s0
li s0, 18446744071553679361
fmv.d.x f16, s0
li s0, 9218868437227405311
fmv.d.x f17, s0
li s0, 18446744069422972928
fmv.d.x f18, s0
li s0, 0
fmv.d.x f19, s0
li s0, 18446744071553679360
fmv.d.x f20, s0
li s0, 9221120237041090560
fmv.d.x f21, s0
li s0, 18446744071557873664
fmv.d.x f22, s0
li s0, 0
fmv.d.x f23, s0
li s0, 18446744071553679360
fmv.d.x f24, s0
li s0, 9221120237041090560
fmv.d.x f25, s0
li s0, 18446744070681264129
fmv.d.x f26, s0
li s0, 1
fmv.d.x f27, s0
li s0, 18446744070681264129
fmv.d.x f28, s0
li s0, 4845873199050653697
fmv.d.x f29, s0
li s0, 18446744071557873664
fmv.d.x f30, s0
li s0, 4845873199050653697
fmv.d.x f31, s0
addi s0, s1, -4
amoxor.w x31, x25, (s0)
lr.w x5, (s0)
sc.w x14, x20, (s0)
fsd f3, 154(s1)
sb x30, -134(s1)
slli x15, x16, 16
lbu x24, 24(s1)
addi s0, s1, -96
amoand.d x28, x6, (s0)
addi s0, s1, -24
amomin.w x11, x30, (s0)
lr.w x19, (s0)
sc.w x15, x5, (s0)
fld f0, -245(s1)
sw x14, -15(s1)
fsw f6, -109(s1)
fld f23, 239(s1)
addi s0, s1, -120
amoxor.d x13, x15, (s0)
sb x10, -49(s1)
sw x18, 23(s1)
lbu x24, 82(s1)
mulw x23, x19, x15
sraiw x10, x6, 14
sw x30, 193(s1)
flw f20, -167(s1)
sb x6, -124(s1)
fld f1, 95(s1)
sw x30, -31(s1)
lbu x5, 114(s1)
fld f6, 4(s1)
lw x29, 245(s1)
sb x5, -16(s1)
addw x22, x15, x14
addi s0, s1, -128
amoor.d x25, x10, (s0)
lr.d x13, (s0)
sc.d x31, x31, (s0)
lw x12, -77(s1)
addiw x5, x22, 990
sh x21, 116(s1)
li x28, 9223372036854775807
li s0, 1
fmv.d.x f0, s0
li x19, -98
li s0, 9223372036854775808
fmv.d.x f13, s0
fsw f13, -213(s1)
lw x24, 247(s1)
lhu x6, -70(s1)
sw x12, -177(s1)
slliw x22, x11, 17
addi s0, s1, -40
amoand.w x24, x5, (s0)
fsw f1, -190(s1)
lh x14, 26(s1)
sw x24, -68(s1)
addi s0, s1, -40
amoxor.w x5, x19, (s0)
lwu x1, -216(s1)
addi s0, s1, -56
amoadd.d x22, x16, (s0)
fsd f19, -7(s1)
sd x15, -194(s1)
divw x29, x14, x24
ld x19, -211(s1)
lh x17, 103(s1)
sd x27, 162(s1)
addi s0, s1, 120
amomaxu.d x15, x27, (s0)
li x13, 5973450689338565623
li s0, 18446744069414584321
fmv.d.x f2, s0
xori x7, x20, -854
srliw x29, x21, 10
addi s0, s1, 112
amomax.d x1, x19, (s0)
addi s0, s1, -88
amoxor.d x10, x21, (s0)
lr.d x17, (s0)
sc.d x10, x27, (s0)
ld x29, -10(s1)
mulhsu x31, x24, x29
li x19, -9223372036854775808
li s0, 18446744071553679360
fmv.d.x f31, s0
mulw x25, x31, x17
addi s0, s1, 8
amomax.d x7, x7, (s0)
lw x31, 15(s1)
sw x12, 96(s1)
li x13, -9223372036854775808
li s0, 18446744069414584321
fmv.d.x f8, s0
lhu x11, 107(s1)
srli x1, x5, 33
fsw f24, 18(s1)
addi s0, s1, -24
amomaxu.d x30, x31, (s0)
lr.d x21, (s0)
sc.d x25, x29, (s0)
lb x27, -74(s1)
lh x23, 133(s1)
flw f10, 58(s1)
fld f17, 85(s1)
addi s0, s1, 12
amoor.w x24, x25, (s0)
sraw x17, x7, x24
srai x1, x15, 17
lwu x30, -227(s1)
srliw x7, x16, 11
lh x1, 149(s1)
mulhsu x27, x31, x13
flw f14, -251(s1)
divw x11, x13, x25
andi x5, x22, -1398
sltu x30, x28, x17
addi s0, s1, -112
amoor.d x14, x27, (s0)
addi s0, s1, -28
amomaxu.w x20, x10, (s0)
lr.w x19, (s0)
sc.w x28, x21, (s0)
xori x20, x18, -844
slli x14, x12, 50
xori x7, x21, -166
addi s0, s1, 48
amoand.w x20, x5, (s0)
lr.w x19, (s0)
sc.w x27, x24, (s0)
li x23, 4294967295
li s0, 1
fmv.d.x f27, s0
fld f8, 136(s1)
addi s0, s1, 120
amoxor.d x30, x29, (s0)
lh x29, 111(s1)
addi s0, s1, -52
amomin.w x26, x30, (s0)
lr.w x29, (s0)
sc.w x7, x6, (s0)
addi s0, s1, 16
amoadd.w x29, x12, (s0)
lr.w x25, (s0)
sc.w x28, x30, (s0)
sw x18, 149(s1)
sw x22, 179(s1)
ori x21, x11, -283
lb x19, 145(s1)
lh x21, -180(s1)
sb x19, 209(s1)
srai x11, x11, 10
flw f17, -82(s1)
li x10, -9223372036854775808
li s0, 18446744069414584320
fmv.d.x f3, s0
addi s0, s1, 56
amoxor.w x24, x30, (s0)
lr.w x30, (s0)
sc.w x29, x31, (s0)
addi s0, s1, 88
amoxor.d x27, x19, (s0)
addi s0, s1, -48
amoand.d x20, x6, (s0)
lr.d x29, (s0)
sc.d x19, x29, (s0)
li x7, -35
li s0, 18446744070681264129
fmv.d.x f2, s0
flw f22, 188(s1)
lh x10, 30(s1)
fld f13, 21(s1)
addi s0, s1, -16
amomin.d x11, x15, (s0)
sra x13, x22, x15
lbu x6, 31(s1)
lbu x19, -12(s1)
sh x18, -119(s1)
lb x21, -102(s1)
addi s0, s1, -44
amoor.w x18, x27, (s0)
addi s0, s1, 32
amoxor.d x25, x31, (s0)
lr.d x13, (s0)
sc.d x13, x16, (s0)
srai x6, x27, 20
sb x6, 103(s1)
sra x29, x24, x17
addi s0, s1, 20
amomin.w x31, x18, (s0)
lr.w x29, (s0)
sc.w x24, x15, (s0)
sltiu x30, x27, -1138
sw x19, -144(s1)
lwu x20, -100(s1)
lwu x17, 230(s1)
lb x19, 173(s1)
sh x17, 137(s1)
lb x7, 18(s1)
addi s0, s1, 96
amominu.d x28, x23, (s0)
lr.d x17, (s0)
sc.d x29, x25, (s0)
div x30, x19, x22
li x10, 1
li s0, 18446744070479937536
fmv.d.x f16, s0
lhu x30, 194(s1)
ld x13, -84(s1)
fsw f15, 97(s1)
divu x5, x21, x21
addi s0, s1, -96
amomin.d x13, x17, (s0)
lr.d x15, (s0)
sc.d x5, x18, (s0)
fsw f1, -222(s1)
lh x31, -125(s1)
li x24, -2147483648
li s0, 9218868437227405313
fmv.d.x f2, s0
andi x7, x19, 959
addiw x24, x6, -1695
div x15, x22, x11
addi s0, s1, -64
amomaxu.d x6, x24, (s0)
ld x16, -168(s1)
fld f15, 235(s1)
addi s0, s1, -32
amoswap.w x14, x29, (s0)
lr.w x25, (s0)
sc.w x6, x11, (s0)
addi x15, x30, -208
addi s0, s1, 36
amoand.w x25, x11, (s0)
fsd f22, -200(s1)
lb x11, -2(s1)
li x26, -1
li s0, 18446744069414584321
fmv.d.x f16, s0
flw f2, -156(s1)
sll x14, x16, x14
addi s0, s1, 12
amoor.w x19, x15, (s0)
lhu x30, -87(s1)
li x26, -2147483648
li s0, 9223372036854775808
fmv.d.x f7, s0
ld x18, 128(s1)
lhu x1, 198(s1)
lhu x31, 150(s1)
sw x13, -236(s1)
lh x12, 236(s1)
addi s0, s1, -64
amomax.d x10, x20, (s0)
sh x18, -245(s1)
slliw x29, x1, 25
addi s0, s1, 0
amoor.w x30, x11, (s0)
lr.w x20, (s0)
sc.w x5, x25, (s0)
fsw f25, -90(s1)
addi s0, s1, -88
amominu.d x28, x31, (s0)
lr.d x1, (s0)
sc.d x25, x26, (s0)
slli x23, x24, 12
ld x29, 86(s1)
sw x1, -132(s1)
ld x30, -253(s1)
srai x21, x7, 14
li x7, -1
li s0, 13233777261836359635
fmv.d.x f19, s0
lw x7, 88(s1)
lbu x18, -26(s1)
addi s0, s1, -32
amomin.w x7, x31, (s0)
lr.w x17, (s0)
sc.w x10, x20, (s0)
fsw f28, 180(s1)
divuw x6, x11, x26
mul x11, x22, x30
addi s0, s1, 36
amoand.w x23, x22, (s0)
lr.w x6, (s0)
sc.w x17, x31, (s0)
sraiw x10, x7, 4
lbu x31, 205(s1)
addi s0, s1, 16
amoxor.d x12, x10, (s0)
li x13, -2147483648
li s0, 1
fmv.d.x f24, s0
slliw x25, x7, 22
lwu x18, 68(s1)
li x6, -9223372036854775808
li s0, 18446744069414584320
fmv.d.x f10, s0
lwu x27, 10(s1)
li x29, 0
li s0, 18446744071562067968
fmv.d.x f2, s0
mulhu x27, x22, x12
addi s0, s1, 8
amomin.w x15, x16, (s0)
sd x30, 101(s1)
or x24, x26, x12
xori x28, x20, 705
lh x19, -122(s1)
addi s0, s1, 52
amomin.w x25, x11, (s0)
addi s0, s1, 0
amoand.w x19, x27, (s0)
lr.w x1, (s0)
sc.w x28, x12, (s0)
li x11, -9223372036854775808
li s0, 18446744069414584320
fmv.d.x f4, s0
lwu x11, -169(s1)
addi s0, s1, -52
amomaxu.w x21, x26, (s0)
sub x30, x13, x29
sd x24, 135(s1)
srli x14, x30, 49
xor x18, x27, x28
li x28, 1
li s0, 18446744070480215305
fmv.d.x f2, s0
addi s0, s1, 120
amomin.d x25, x18, (s0)
sh x26, 149(s1)
divuw x23, x27, x11
slliw x15, x22, 18
addi s0, s1, 24
amomax.w x7, x19, (s0)
lr.w x30, (s0)
sc.w x7, x7, (s0)
lwu x26, -52(s1)
addi s0, s1, 16
amomax.d x30, x19, (s0)
lr.d x1, (s0)
sc.d x30, x13, (s0)
flw f13, 247(s1)
fld f28, 20(s1)
addi s0, s1, 104
amominu.d x24, x23, (s0)
li x30, 2147483648
li s0, 18446744071557873664
fmv.d.x f3, s0
lw x1, 190(s1)
fsd f22, 175(s1)
fsw f17, 46(s1)
addi s0, s1, -32
amomaxu.d x26, x31, (s0)
fld f21, -212(s1)
sd x15, -123(s1)
ld x19, -126(s1)
li x14, 9223372036854775807
li s0, 18446744073701163008
fmv.d.x f3, s0
addi s0, s1, 40
amoadd.w x18, x25, (s0)
sd x1, -118(s1)
addi s0, s1, -40
amoor.d x24, x11, (s0)
lr.d x21, (s0)
sc.d x30, x20, (s0)
addi s0, s1, -24
amoswap.w x26, x20, (s0)
fsd f3, 167(s1)
fld f8, -11(s1)
lwu x26, 96(s1)
lw x30, 232(s1)
addi s0, s1, 12
amomaxu.w x27, x22, (s0)
lb x25, -141(s1)
addi s0, s1, 48
amomax.d x7, x24, (s0)
li x19, -2964751920187884320
li s0, 9218868437227405311
fmv.d.x f6, s0
addi s0, s1, 32
amomin.w x5, x11, (s0)
mulw x27, x24, x10
sd x29, 91(s1)
addi s0, s1, 56
amomaxu.w x28, x23, (s0)
ld x23, 224(s1)
addi s0, s1, -8
amomaxu.w x13, x21, (s0)
sh x23, -242(s1)
addi s0, s1, 104
amomin.d x14, x19, (s0)
li x28, 6
li s0, 18446744071553679359
fmv.d.x f12, s0
li x15, -2147483648
li s0, 18446744070681264129
fmv.d.x f5, s0
sh x13, 20(s1)
fsd f20, -174(s1)
slliw x30, x17, 17
li x13, 4294967295
li s0, 18446744070681264129
fmv.d.x f31, s0
li x1, -1
li s0, 18446744070479937536
fmv.d.x f18, s0
addi s0, s1, -44
amomax.w x23, x21, (s0)
andi x29, x24, -115
fsd f19, 40(s1)
ld x5, 159(s1)
flw f0, 66(s1)
fsd f15, -218(s1)
srliw x23, x1, 8
addi s0, s1, -56
amominu.w x28, x12, (s0)
li x19, 9223372036854775807
li s0, 18446744071553679360
fmv.d.x f24, s0
sd x7, 0(s1)
divu x29, x25, x21
li x28, -1
li s0, 1
fmv.d.x f21, s0
sb x18, -64(s1)
slli x26, x5, 46
addi s0, s1, -56
amomaxu.d x10, x30, (s0)
sh x16, 40(s1)
li x31, -2147483648
li s0, 9218868437227405311
fmv.d.x f26, s0
lbu x26, -181(s1)
lhu x1, 194(s1)
sraiw x25, x15, 26
sd x12, 215(s1)
fsw f13, -47(s1)
addiw x29, x5, 352
addi s0, s1, 40
amoand.d x24, x1, (s0)
mulhu x14, x30, x16
sh x12, -188(s1)
lb x18, -128(s1)
li x30, 2147483648
li s0, 0
fmv.d.x f25, s0
sd x26, 168(s1)
addi s0, s1, 16
amominu.w x14, x10, (s0)
sb x27, -94(s1)
lh x16, -178(s1)
remw x17, x10, x16
li x15, -2147483648
li s0, 4503599627370496
fmv.d.x f19, s0
fsd f29, -194(s1)
sb x22, 199(s1)
fld f9, 88(s1)
ld x12, 89(s1)
sh x21, -145(s1)
lh x17, -15(s1)
slli x13, x5, 56
lhu x10, -153(s1)
lh x7, -216(s1)
sh x11, -193(s1)
sd x13, 59(s1)
lh x7, 198(s1)
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
.byte 115, 127, 223, 114, 93, 115, 13, 152, 44, 83, 228, 194, 86, 104, 64, 110, 221, 48, 127, 245, 227, 113, 53, 128, 117, 95, 160, 103, 226, 222, 65, 47, 75, 226, 217, 11, 207, 125, 213, 174, 5, 202, 78, 22, 14, 86, 70, 163, 221, 37, 47, 62, 159, 119, 172, 244, 40, 205, 204, 56, 223, 153, 171, 246
.zero 960
dump:
.zero 1024
