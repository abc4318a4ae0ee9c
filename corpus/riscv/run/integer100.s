.text
.globl _start
_start:
la s1, scratch + 512
li x1, 2147483648
li x5, 9223372036854775807
li x6, 7564503908927633579
li x7, 1311768467463790320
li x10, 0
li x11, -1
li x12, 1311768467463790320
li x13, -2147483648
li x14, 9223372036854775807
li x15, 0
li x16, 1311768467463790320
li x17, 4294967295
li x18, 2147483647
li x19, 2147483647
li x20, -2945654784024090127
li x21, 1
li x22, -1
li x23, 2147483647
li x24, -2147483648
li x25, -2147483648
li x26, -5986285668751941710
li x27, 9223372036854775807
li x28, 2147483648
li x29, 4294967295
li x30, 9223372036854775807
li x31, -8504122036490743487
li s0, 18446744069414584321
fmv.d.x f0, s0
li s0, 9221120237041090560
fmv.d.x f1, s0
li s0, 18446744070479937536
fmv.d.x f2, s0
li s0, 0
fmv.d.x f3, s0
li s0, 18446744070479937536
fmv.d.x f4, s0
li s0, 4503599627370495
fmv.d.x f5, s0
li s0, 18446744069414584321
fmv.d.x f6, s0
li s0, 9218868437227405313
fmv.d.x f7, s0
li s0, 18446744073701163008
fmv.d.x f8, s0
li s0, 1
fmv.d.x f9, s0
li s0, 18446744069414584320
fmv.d.x f10, s0
li s0, 4503599627370496
fmv.d.x f11, s0
li s0, 18446744071553679359
fmv.d.x f12, s0
li s0, 18442240474082181120
fmv.d.x f13, s0
li s0, 18446744071553679360
fmv.d.x f14, s0
li s0, 9223372036854775808
fmv.d.x f15, s0
li s0, 18446744069414584320
fmv.d.x f16, s0
li s0, 1
fmv.d.x f17, s0
li s0, 18446744073701163008
fmv.d.x f18, s0
li s0, 18442240474082181120
fmv.d.x f19, s0
li s0, 18446744069414584320
fmv.d.x f20, s0
li s0, 4503599627370496
fmv.d.x f21, s0
li s0, 18446744070681264129
fmv.d.x f22, s0
li s0, 0
fmv.d.x f23, s0
li s0, 18446744071553679361
fmv.d.x f24, s0
li s0, 4503599627370496
fmv.d.x f25, s0
li s0, 18446744070479937536
fmv.d.x f26, s0
li s0, 9223372036854775808
fmv.d.x f27, s0
li s0, 18446744073701163008
fmv.d.x f28, s0
li s0, 9218868437227405312
fmv.d.x f29, s0
li s0, 18446744073701163008
fmv.d.x f30, s0
li s0, 9218868437227405311
fmv.d.x f31, s0
srai x28, x24, 29
sllw x7, x5, x5
bne x24, x17, 1f
mulh x18, x13, x21
1:
divu x14, x23, x27
add x16, x5, x6
sraiw x28, x11, 13
bltu x15, x21, 1f
sltu x26, x20, x27
1:
srliw x31, x6, 16
mulh x23, x5, x17
andi x10, x18, -1907
srli x7, x5, 46
li x29, -9223372036854775808
li s0, 4503599627370495
fmv.d.x f14, s0
sraiw x16, x14, 29
slli x14, x28, 38
bge x10, x23, 1f
remw x24, x15, x23
1:
slt x20, x22, x7
beq x28, x24, 1f
or x22, x12, x23
1:
sll x11, x10, x27
beq x5, x14, 1f
mulh x10, x14, x17
1:
li x20, -2147483648
li s0, 18446744073701163008
fmv.d.x f31, s0
sub x29, x20, x19
remu x6, x19, x10
bltu x29, x14, 1f
divu x16, x26, x11
1:
rem x6, x17, x25
sra x13, x31, x7
sraw x31, x29, x13
li x12, 4294967295
li s0, 9218868437227405312
fmv.d.x f30, s0
slliw x23, x29, 1
mulw x24, x14, x11
slli x27, x23, 24
sltiu x25, x18, -335
slli x13, x30, 4
li x21, 2147483648
li s0, 4607315438546295985
fmv.d.x f20, s0
li x18, -9223372036854775808
li s0, 18446744070480445615
fmv.d.x f30, s0
li x5, -9223372036854775808
li s0, 18446744069422972928
fmv.d.x f0, s0
sltiu x23, x27, -342
sraiw x17, x11, 3
divu x5, x5, x30
srlw x12, x24, x14
divu x12, x6, x10
li x6, 4294967295
li s0, 18446744071562067968
fmv.d.x f8, s0
divuw x17, x26, x5
remuw x6, x28, x15
addiw x28, x5, -291
sub x24, x22, x14
mulhu x12, x31, x10
bltu x21, x24, 1f
mulhu x5, x11, x23
1:
xori x16, x5, 579
slli x14, x21, 10
li x31, 1
li s0, 18446744070920991968
fmv.d.x f25, s0
li x16, 1311768467463790320
li s0, 18446744069422972928
fmv.d.x f0, s0
li x26, 9223372036854775807
li s0, 18446744070681264129
fmv.d.x f5, s0
beq x25, x19, 1f
divu x10, x15, x14
1:
divw x15, x18, x31
slliw x6, x10, 29
sraiw x31, x17, 1
slli x11, x24, 13
xor x12, x29, x14
li x19, -70
li s0, 18446744071557873664
fmv.d.x f8, s0
subw x21, x21, x15
srl x5, x18, x24
div x10, x7, x20
srliw x26, x1, 26
srai x19, x5, 21
or x17, x31, x7
srai x25, x21, 62
srli x18, x1, 5
li x10, 2147483648
li s0, 4607610063746641663
fmv.d.x f8, s0
slli x19, x7, 33
beq x24, x7, 1f
srl x1, x25, x11
1:
bge x23, x24, 1f
sltu x17, x22, x23
1:
li x1, -1
li s0, 18446744071553679359
fmv.d.x f29, s0
andi x22, x23, -1619
sltiu x13, x14, -64
sub x1, x22, x11
sraiw x26, x10, 8
sltiu x27, x5, 652
sraiw x12, x31, 28
addw x12, x24, x14
slliw x18, x5, 27
mulh x14, x31, x23
li x16, 1311768467463790320
li s0, 9218868437227405313
fmv.d.x f18, s0
mulw x28, x7, x25
srlw x26, x19, x19
mulw x12, x30, x13
srlw x1, x27, x6
srai x29, x21, 41
bltu x26, x5, 1f
remu x31, x31, x18
1:
li x13, 4294967295
li s0, 18446744071553679360
fmv.d.x f17, s0
srliw x10, x18, 2
bge x30, x24, 1f
xor x7, x11, x10
1:
mulhu x10, x24, x16
sraw x16, x21, x13
srliw x31, x11, 31
divu x30, x7, x5
slliw x25, x31, 3
beq x16, x21, 1f
remw x18, x29, x5
1:
bne x27, x23, 1f
addw x5, x17, x18
1:
remuw x14, x11, x18
li x10, -2147483648
li s0, 18446744069414584321
fmv.d.x f28, s0
sltiu x14, x25, 1871
mulhu x1, x5, x31
srli x29, x11, 47
xori x30, x14, 1513
li x18, 2147483647
li s0, 18446744071553679359
fmv.d.x f2, s0
slti x24, x7, -1215
sraw x7, x16, x14
srai x21, x31, 3
slli x15, x11, 30
xor x5, x22, x29
srliw x10, x23, 25
xori x17, x5, 1899
blt x30, x13, 1f
remw x29, x31, x30
1:
srliw x11, x23, 24
srli x6, x17, 22
remw x19, x21, x30
sltiu x14, x20, -251
sraiw x21, x13, 6
srai x19, x30, 2
srlw x20, x30, x27
slli x18, x1, 55
srliw x15, x10, 30
andi x30, x19, -162
slli x20, x21, 28
and x5, x28, x10
li x24, -1
li s0, 18446744069414584320
fmv.d.x f22, s0
li x23, 9223372036854775807
li s0, 18446744070681264129
fmv.d.x f3, s0
andi x16, x30, -455
addi x20, x11, 226
subw x25, x7, x23
mul x31, x29, x18
mulhsu x11, x21, x18
addiw x16, x22, 1420
li x10, 1311768467463790320
li s0, 9221120237041090560
fmv.d.x f14, s0
sltiu x27, x27, -1532
mulhsu x17, x1, x11
srai x19, x14, 23
bgeu x15, x23, 1f
sra x10, x22, x12
1:
addiw x1, x27, 1566
mulh x15, x21, x25
srai x21, x25, 27
ori x14, x5, 760
div x11, x23, x22
srl x23, x28, x12
mulw x7, x12, x17
sub x15, x6, x1
div x7, x25, x27
mulh x29, x12, x22
andi x23, x18, -376
srliw x7, x23, 28
sub x31, x20, x13
sllw x11, x12, x26
div x16, x24, x7
xori x21, x24, 1198
bltu x13, x14, 1f
remw x15, x5, x11
1:
sraw x17, x1, x15
srli x18, x17, 7
slli x18, x29, 52
slliw x5, x23, 29
sra x16, x30, x15
sll x23, x14, x22
li x20, 4294967295
li s0, 9221120237041090560
fmv.d.x f27, s0
andi x13, x15, 1476
and x25, x14, x6
mulhu x11, x13, x30
xor x5, x10, x19
addiw x23, x29, -165
andi x13, x12, -406
bgeu x27, x28, 1f
remuw x23, x14, x18
1:
srai x24, x10, 23
sltiu x7, x6, -188
li x10, 0
li s0, 18446744070467091385
fmv.d.x f21, s0
li x14, 1311768467463790320
li s0, 11715087553647363989
fmv.d.x f13, s0
mulh x27, x25, x6
slliw x22, x14, 29
bne x24, x27, 1f
mulhsu x10, x21, x18
1:
bltu x7, x26, 1f
sraw x21, x18, x29
1:
sll x30, x11, x27
sra x25, x10, x15
srlw x12, x30, x15
divuw x24, x24, x29
remuw x19, x14, x23
xor x27, x28, x18
li x27, 1311768467463790320
li s0, 18446744073701163008
fmv.d.x f20, s0
bgeu x31, x17, 1f
remuw x25, x25, x25
1:
li x21, 4294967295
li s0, 0
fmv.d.x f26, s0
li x1, -9223372036854775808
li s0, 18446744070479937536
fmv.d.x f19, s0
li x16, 6153232101840700931
li s0, 18446744070479937536
fmv.d.x f23, s0
srliw x15, x16, 26
remu x7, x15, x7
li x22, 4294967295
li s0, 18446744070480789278
fmv.d.x f20, s0
or x20, x30, x18
bne x30, x15, 1f
mulhu x30, x13, x12
1:
sltu x6, x25, x22
divu x23, x21, x11
slliw x16, x13, 5
ori x14, x16, -1514
li x25, 34
li s0, 4845873199050653697
fmv.d.x f8, s0
sraiw x23, x30, 15
remw x7, x6, x28
or x22, x26, x14
divw x20, x27, x12
bgeu x11, x6, 1f
divu x12, x20, x22
1:
slli x28, x17, 62
li x23, 0
li s0, 4503599627370495
fmv.d.x f26, s0
bne x15, x27, 1f
subw x14, x5, x12
1:
slliw x31, x10, 16
slliw x20, x6, 7
addw x10, x19, x31
sraiw x27, x6, 30
srai x7, x28, 11
sll x30, x6, x14
bgeu x17, x1, 1f
subw x31, x20, x1
1:
slti x15, x6, 1880
divu x28, x26, x24
sraiw x12, x31, 8
sraiw x12, x26, 2
bge x13, x17, 1f
sltu x19, x13, x24
1:
addi x11, x15, -807
srlw x20, x10, x6
bne x5, x1, 1f
mulw x13, x13, x20
1:
mul x16, x26, x22
addw x18, x17, x24
slliw x21, x31, 7
bge x1, x27, 1f
mulhsu x23, x19, x16
1:
srliw x25, x5, 18
sraiw x20, x29, 22
beq x5, x11, 1f
mul x11, x31, x31
1:
slli x26, x29, 33
li x21, -9223372036854775808
li s0, 18446744071553679359
fmv.d.x f31, s0
srlw x10, x29, x7
and x28, x20, x14
mul x24, x29, x23
blt x10, x6, 1f
sra x22, x7, x5
1:
slt x11, x30, x25
li x19, 1311768467463790320
li s0, 4607182418800017408
fmv.d.x f22, s0
mulh x14, x21, x21
rem x18, x1, x30
sllw x26, x25, x31
and x19, x15, x11
li x22, 4294967295
li s0, 4607588528268736166
fmv.d.x f4, s0
li x13, 5838514745772837766
li s0, 4503599627370496
fmv.d.x f13, s0
andi x27, x7, -1368
slli x26, x16, 20
slti x25, x21, 1522
slliw x12, x6, 15
srai x7, x15, 33
srliw x16, x25, 18
slt x21, x12, x7
srlw x29, x20, x12
beq x30, x12, 1f
addw x27, x23, x18
1:
slliw x24, x1, 16
li x5, 0
li s0, 4503599627370495
fmv.d.x f0, s0
sraiw x12, x22, 13
subw x23, x13, x6
beq x12, x22, 1f
add x12, x13, x30
1:
srai x19, x10, 21
addw x11, x12, x21
li x7, 1311768467463790320
li s0, 18446744070479937536
fmv.d.x f13, s0
xori x26, x14, 222
srli x13, x27, 46
srli x13, x20, 29
li x20, -4050053187591500259
li s0, 3208722635715021055
fmv.d.x f22, s0
srliw x16, x28, 12
mulhu x31, x30, x28
sraiw x26, x28, 21
remw x26, x15, x12
srai x11, x24, 56
srai x26, x21, 47
srliw x23, x22, 3
divu x12, x27, x23
bltu x5, x6, 1f
srl x10, x29, x7
1:
mulh x30, x19, x30
blt x31, x1, 1f
sub x18, x12, x5
1:
bne x10, x26, 1f
remu x7, x26, x16
1:
blt x12, x17, 1f
slt x14, x7, x22
1:
sraiw x5, x13, 23
divw x31, x10, x26
srliw x31, x30, 27
sraw x19, x15, x16
addi x15, x5, 1180
li x11, 2147483648
li s0, 9223372036854775808
fmv.d.x f12, s0
sraiw x25, x12, 24
li x7, 2147483647
li s0, 9218868437227405311
fmv.d.x f20, s0
srl x18, x24, x28
addiw x18, x31, -809
bgeu x18, x17, 1f
remw x30, x26, x14
1:
sra x21, x23, x10
mul x13, x10, x26
srli x25, x24, 23
andi x12, x31, 661
remu x24, x24, x5
li x25, -2147483648
li s0, 18446744071562067968
fmv.d.x f2, s0
divu x16, x1, x18
subw x1, x28, x26
add x20, x21, x29
li x7, 0
li s0, 18446744069414584320
fmv.d.x f18, s0
bge x26, x12, 1f
mulw x23, x6, x29
1:
bgeu x28, x12, 1f
rem x1, x14, x31
1:
sll x13, x25, x10
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
.byte 76, 160, 177, 111, 34, 224, 18, 53, 218, 177, 89, 170, 36, 190, 35, 130, 117, 220, 255, 140, 160, 108, 165, 174, 24, 155, 51, 243, 142, 141, 228, 132, 154, 140, 116, 184, 9, 78, 71, 218, 15, 12, 165, 227, 25, 111, 238, 55, 169, 57, 68, 87, 246, 100, 193, 149, 130, 209, 206, 199, 43, 185, 254, 99
.zero 960
dump:
.zero 1024
