.text
.globl _start
_start:
la s1, scratch + 512
li x1, 1679791889074334873
li x5, 1
li x6, 0
li x7, 9223372036854775807
li x10, 2147483647
li x11, 1
li x12, -1
li x13, 0
li x14, -2147483648
li x15, -2147483648
li x16, 0
li x17, -1
li x18, 9223372036854775807
li x19, 1311768467463790320
li x20, 0
li x21, 2147483648
li x22, 0
li x23, 4294967295
li x24, 2147483647
li x25, 8232000930454318587
li x26, 2147483648
li x27, -9223372036854775808
li x28, -2147483648
li x29, 2147483647
li x30, 4294967295
li x31, 1
li s0, 18446744071562067968
fmv.d.x f0, s0
li s0, 4503599627370496
fmv.d.x f1, s0
li s0, 18446744070479937536
fmv.d.x f2, s0
li s0, 0
fmv.d.x f3, s0
li s0, 18446744069414584321
fmv.d.x f4, s0
li s0, 9218868437227405313
fmv.d.x f5, s0
li s0, 18446744069422972928
fmv.d.x f6, s0
li s0, 9218868437227405313
fmv.d.x f7, s0
li s0, 18446744071557873664
fmv.d.x f8, s0
li s0, 0
fmv.d.x f9, s0
li s0, 18446744071553679361
fmv.d.x f10, s0
li s0, 9221120237041090560
fmv.d.x f11, s0
li s0, 18446744071557873664
fmv.d.x f12, s0
li s0, 4607182418800017408
fmv.d.x f13, s0
li s0, 18446744071562067968
fmv.d.x f14, s0
li s0, 9218868437227405313
fmv.d.x f15, s0
li s0, 18446744071562067968
fmv.d.x f16, s0
li s0, 18442240474082181120
fmv.d.x f17, s0
li s0, 18446744071553679360
fmv.d.x f18, s0
li s0, 1
fmv.d.x f19, s0
li s0, 18446744070479937536
fmv.d.x f20, s0
li s0, 9218868437227405311
fmv.d.x f21, s0
li s0, 18446744071557873664
fmv.d.x f22, s0
li s0, 1
fmv.d.x f23, s0
li s0, 18446744071562067968
fmv.d.x f24, s0
li s0, 9221120237041090560
fmv.d.x f25, s0
li s0, 18446744070479937536
fmv.d.x f26, s0
li s0, 4503599627370495
fmv.d.x f27, s0
li s0, 18446744071553679360
fmv.d.x f28, s0
li s0, 9221120237041090560
fmv.d.x f29, s0
li s0, 18446744071562067968
fmv.d.x f30, s0
li s0, 4845873199050653697
fmv.d.x f31, s0
addi x25, x10, 1253
ori x27, x22, 1691
li x29, 1
li s0, 18446744073701163008
fmv.d.x f30, s0
remw x20, x10, x7
subw x28, x19, x15
srai x6, x27, 39
slliw x31, x21, 21
remuw x17, x14, x22
sraw x12, x15, x26
rem x30, x22, x13
ori x12, x11, -454
or x30, x24, x19
slli x15, x23, 38
slliw x1, x11, 17
mulh x19, x22, x31
bltu x18, x11, 1f
rem x29, x26, x21
1:
srliw x24, x6, 11
remuw x27, x17, x6
sraw x23, x28, x15
xor x17, x26, x14
slliw x12, x24, 21
slti x27, x27, -1287
sltu x13, x14, x19
divw x29, x27, x22
sraiw x5, x20, 21
sraiw x23, x20, 25
remu x21, x18, x28
sraiw x17, x19, 2
sraiw x13, x14, 11
bgeu x21, x15, 1f
mulhsu x7, x7, x31
1:
div x10, x20, x12
bltu x23, x18, 1f
mulhu x23, x26, x18
1:
li x13, 9223372036854775807
li s0, 4503599627370496
fmv.d.x f22, s0
mulw x28, x22, x1
sraw x21, x17, x29
remu x10, x24, x31
slliw x1, x30, 4
srai x23, x22, 25
beq x30, x7, 1f
sraw x24, x31, x30
1:
divw x13, x29, x12
bltu x24, x15, 1f
rem x6, x27, x17
1:
bgeu x7, x15, 1f
div x7, x10, x13
1:
sraiw x30, x22, 27
li x18, 0
li s0, 18446744071553679360
fmv.d.x f5, s0
slli x11, x6, 36
srlw x14, x6, x25
li x13, 1311768467463790320
li s0, 1
fmv.d.x f20, s0
subw x7, x16, x28
blt x18, x6, 1f
remu x16, x7, x1
1:
addi x17, x1, 1231
slli x26, x16, 26
bge x12, x18, 1f
divw x20, x13, x29
1:
divu x12, x20, x24
slli x21, x22, 7
add x22, x7, x16
slliw x26, x19, 19
mulhu x11, x23, x7
sll x6, x15, x19
remuw x10, x31, x6
subw x30, x25, x5
sraiw x25, x21, 16
slli x5, x22, 6
sraiw x20, x26, 31
slliw x21, x11, 25
slti x7, x27, 700
slli x19, x12, 38
li x30, 2147483647
li s0, 18446744070681264129
fmv.d.x f26, s0
bne x12, x19, 1f
addw x7, x31, x17
1:
remw x6, x26, x21
ori x31, x14, 846
xori x12, x14, -1122
srai x26, x31, 60
slli x30, x28, 63
remu x13, x15, x16
li x25, 1
li s0, 9223372036854775808
fmv.d.x f0, s0
li x24, 2147483647
li s0, 4503599627370495
fmv.d.x f14, s0
srliw x31, x17, 26
sltu x13, x19, x12
bge x24, x29, 1f
srlw x27, x27, x22
1:
sraiw x27, x13, 7
sra x31, x31, x14
slt x14, x7, x21
mulw x27, x12, x10
srliw x6, x24, 13
and x24, x31, x18
sltu x28, x10, x27
srai x7, x17, 23
li x20, -9223372036854775808
li s0, 18446744071553679361
fmv.d.x f18, s0
subw x24, x5, x7
sraiw x6, x30, 7
bltu x12, x18, 1f
add x6, x7, x5
1:
sltiu x29, x21, 1434
bltu x26, x19, 1f
mulw x24, x10, x28
1:
blt x30, x27, 1f
rem x18, x20, x22
1:
sltiu x30, x20, -2039
sraiw x11, x26, 27
srliw x30, x10, 6
li x17, 2147483648
li s0, 18446744071553679359
fmv.d.x f18, s0
srlw x17, x27, x21
li x31, 9223372036854775807
li s0, 18446744069422972928
fmv.d.x f18, s0
andi x7, x16, 1944
remw x1, x22, x19
srli x18, x15, 52
add x16, x10, x27
remw x10, x14, x25
add x14, x17, x29
srai x20, x12, 56
li x7, 2147483647
li s0, 18446744070479937536
fmv.d.x f11, s0
srai x25, x12, 3
sraiw x1, x19, 14
divuw x6, x12, x25
addw x30, x27, x27
andi x1, x12, -486
beq x6, x1, 1f
mulw x12, x16, x29
1:
sraiw x7, x27, 14
srli x12, x7, 28
bgeu x30, x28, 1f
mulh x14, x18, x5
1:
srai x30, x14, 49
li x21, 1
li s0, 4503599627370495
fmv.d.x f21, s0
li x29, -7383839001448923937
li s0, 18446744071553679359
fmv.d.x f27, s0
subw x13, x18, x14
bne x13, x30, 1f
div x12, x21, x17
1:
bge x13, x11, 1f
rem x13, x22, x14
1:
divu x1, x16, x28
srai x22, x21, 24
xori x30, x12, 118
mulw x30, x21, x14
addw x5, x12, x19
slti x31, x15, -1646
divw x10, x31, x25
addw x1, x5, x12
or x7, x1, x28
rem x14, x22, x27
divu x23, x19, x29
sll x14, x18, x11
addi x21, x11, 970
addiw x23, x21, -1543
li x14, 2147483648
li s0, 4607433697050822470
fmv.d.x f10, s0
or x12, x17, x23
addw x30, x5, x16
sra x6, x29, x18
slliw x13, x1, 29
li x10, 2147483648
li s0, 0
fmv.d.x f26, s0
slliw x12, x5, 1
sraiw x7, x14, 6
bne x13, x5, 1f
mul x19, x29, x12
1:
divu x21, x31, x24
sll x22, x15, x21
ori x30, x14, -1278
remw x31, x15, x29
li x7, 4294967295
li s0, 18446744071553679361
fmv.d.x f0, s0
and x1, x31, x23
addw x17, x1, x22
xori x20, x20, -1610
bgeu x15, x19, 1f
sllw x12, x28, x17
1:
slliw x10, x28, 30
srliw x20, x16, 30
addiw x18, x14, -1755
and x18, x29, x7
srai x29, x10, 51
slli x31, x15, 18
bge x5, x10, 1f
addw x17, x29, x31
1:
mulhu x20, x12, x19
slliw x27, x11, 13
or x20, x22, x10
srai x30, x16, 41
andi x26, x10, 1507
slli x18, x5, 50
blt x18, x31, 1f
srl x10, x23, x14
1:
or x7, x19, x5
mul x19, x22, x30
blt x13, x23, 1f
addw x12, x28, x12
1:
srai x20, x15, 48
srai x27, x12, 30
srlw x25, x13, x17
srl x15, x22, x19
div x25, x15, x10
addw x23, x5, x12
mulw x19, x22, x23
sltiu x17, x31, 780
andi x26, x30, -1339
div x27, x18, x7
blt x1, x13, 1f
mulhu x30, x10, x27
1:
div x19, x11, x24
sraiw x26, x10, 16
srlw x23, x25, x18
add x16, x24, x31
mul x22, x28, x24
li x23, -2147483648
li s0, 4845873199050653697
fmv.d.x f11, s0
li x19, -2147483648
li s0, 18446744071553679361
fmv.d.x f6, s0
slliw x23, x16, 21
xori x30, x23, 420
divu x5, x29, x25
xori x10, x31, 1325
slli x14, x27, 9
addi x5, x14, -495
andi x10, x14, 2021
addiw x29, x29, -364
remuw x15, x11, x13
li x20, 2147483647
li s0, 18446744071553679360
fmv.d.x f31, s0
addi x16, x10, -1303
bne x7, x5, 1f
mulhu x6, x26, x23
1:
sltiu x29, x5, 129
addw x12, x31, x20
subw x18, x7, x25
sltiu x23, x14, 376
sraiw x13, x18, 8
mulh x30, x21, x11
sllw x26, x14, x1
sll x30, x12, x23
li x29, 4294967295
li s0, 9218868437227405311
fmv.d.x f3, s0
slliw x31, x6, 22
sltiu x31, x10, 1487
addi x21, x17, -837
mulh x12, x14, x24
li x23, 9223372036854775807
li s0, 4607921521164482129
fmv.d.x f10, s0
ori x24, x19, -1751
beq x22, x22, 1f
divw x25, x22, x24
1:
slli x26, x24, 52
srl x11, x7, x23
srli x29, x11, 41
divu x17, x26, x13
srliw x11, x11, 5
slt x28, x15, x12
srai x12, x22, 19
srai x24, x21, 50
bltu x25, x14, 1f
divuw x29, x24, x13
1:
li x20, 1
li s0, 4845873199050653697
fmv.d.x f3, s0
sll x22, x1, x14
remuw x16, x24, x24
remu x30, x25, x31
blt x6, x5, 1f
mul x20, x30, x28
1:
or x18, x20, x30
sllw x10, x5, x30
srai x22, x27, 55
addw x22, x16, x21
remu x6, x22, x10
addiw x22, x31, 524
xori x27, x10, -1930
mulhsu x30, x30, x27
srai x22, x27, 2
sltiu x20, x6, 1006
andi x24, x28, -1328
slliw x26, x29, 29
srli x28, x15, 18
divuw x11, x7, x20
sllw x22, x16, x22
li x7, -9223372036854775808
li s0, 18446744070479937536
fmv.d.x f5, s0
sraiw x16, x26, 28
srl x15, x10, x10
subw x31, x13, x19
and x5, x25, x10
andi x28, x26, -791
li x28, 1
li s0, 18446744071553679360
fmv.d.x f16, s0
li x28, -1
li s0, 18446744071553679359
fmv.d.x f18, s0
li x23, 9223372036854775807
li s0, 18446744073701163008
fmv.d.x f6, s0
add x16, x28, x13
remuw x1, x11, x27
slti x21, x16, 388
xori x16, x25, -288
li x22, 1311768467463790320
li s0, 18446744069414584320
fmv.d.x f31, s0
srliw x10, x6, 25
slli x22, x20, 48
slt x22, x1, x25
sub x18, x28, x14
srai x21, x23, 14
li x20, -1
li s0, 18446744071672355982
fmv.d.x f30, s0
sub x1, x29, x23
subw x26, x1, x19
bltu x15, x15, 1f
xor x16, x19, x14
1:
srai x23, x29, 40
beq x15, x20, 1f
remuw x18, x28, x15
1:
mul x24, x6, x23
li x23, -2147483648
li s0, 18442240474082181120
fmv.d.x f9, s0
sltu x14, x15, x13
sraiw x5, x12, 8
srai x12, x17, 50
bgeu x26, x15, 1f
sra x1, x24, x21
1:
li x29, -1
li s0, 18446744071562067968
fmv.d.x f26, s0
slli x28, x1, 29
sraiw x5, x15, 8
srli x26, x31, 26
addw x18, x13, x23
srai x31, x28, 28
divu x1, x31, x18
slliw x27, x11, 28
blt x27, x28, 1f
divuw x17, x22, x15
1:
srli x20, x12, 39
addiw x23, x13, -1130
andi x27, x21, 659
bgeu x27, x16, 1f
addw x15, x11, x20
1:
xori x10, x27, -55
xori x16, x19, -683
mulhsu x27, x26, x21
srai x24, x25, 2
rem x26, x5, x25
srai x15, x1, 19
li x20, -41
li s0, 18446744071553679359
fmv.d.x f16, s0
divw x26, x31, x17
sraiw x23, x27, 29
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
.byte 135, 227, 78, 65, 88, 87, 45, 0, 182, 235, 165, 64, 207, 121, 26, 139, 148, 29, 179, 8, 55, 48, 176, 173, 182, 158, 97, 164, 252, 247, 244, 81, 178, 140, 216, 122, 145, 50, 52, 16, 157, 79, 94, 12, 35, 155, 232, 137, 250, 15, 165, 43, 253, 172, 180, 223, 6, 159, 55, 86, 162, 246, 54, 176
.zero 960
dump:
.zero 1024
