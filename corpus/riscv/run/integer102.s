.text
.globl _start
_start:
la s1, scratch + 512
li x1, -7905562719987578454
li x5, 2147483648
li x6, 1311768467463790320
li x7, 2147483647
li x10, -2147483648
li x11, 1311768467463790320
li x12, 2147483648
li x13, -2147483648
li x14, -2147483648
li x15, 1311768467463790320
li x16, 2147483648
li x17, -2147483648
li x18, -2147483648
li x19, 0
li x20, -2147483648
li x21, 9223372036854775807
li x22, 113606898779047218
li x23, 1311768467463790320
li x24, 0
li x25, 0
li x26, 9223372036854775807
li x27, -2147483648
li x28, 1830476654547346013
li x29, -1
li x30, 1311768467463790320
li x31, -6988406861791259927
li s0, 18446744069414584320
fmv.d.x f0, s0
li s0, 9218868437227405311
fmv.d.x f1, s0
li s0, 18446744071553679359
fmv.d.x f2, s0
li s0, 18442240474082181120
fmv.d.x f3, s0
li s0, 18446744069422972927
fmv.d.x f4, s0
li s0, 4503599627370495
fmv.d.x f5, s0
li s0, 18446744069414584321
fmv.d.x f6, s0
li s0, 4503599627370495
fmv.d.x f7, s0
li s0, 18446744069414584321
fmv.d.x f8, s0
li s0, 4607182418800017408
fmv.d.x f9, s0
li s0, 18446744070681264129
fmv.d.x f10, s0
li s0, 9218868437227405313
fmv.d.x f11, s0
li s0, 18446744071553679360
fmv.d.x f12, s0
li s0, 18442240474082181120
fmv.d.x f13, s0
li s0, 18446744071553679360
fmv.d.x f14, s0
li s0, 9218868437227405313
fmv.d.x f15, s0
li s0, 18446744070681264129
fmv.d.x f16, s0
li s0, 4845873199050653697
fmv.d.x f17, s0
li s0, 18446744070479937536
fmv.d.x f18, s0
li s0, 4503599627370495
fmv.d.x f19, s0
li s0, 18446744073701163008
fmv.d.x f20, s0
li s0, 4503599627370495
fmv.d.x f21, s0
li s0, 18446744071557873664
fmv.d.x f22, s0
li s0, 18442240474082181120
fmv.d.x f23, s0
li s0, 18446744071562067968
fmv.d.x f24, s0
li s0, 9223372036854775808
fmv.d.x f25, s0
li s0, 18446744070681264129
fmv.d.x f26, s0
li s0, 1
fmv.d.x f27, s0
li s0, 18446744071557873664
fmv.d.x f28, s0
li s0, 4845873199050653697
fmv.d.x f29, s0
li s0, 18446744070479937536
fmv.d.x f30, s0
li s0, 9218868437227405311
fmv.d.x f31, s0
addi x12, x1, 947
addw x26, x6, x1
mulhsu x12, x24, x7
xori x20, x6, 813
bge x23, x20, 1f
mulh x27, x5, x25
1:
srliw x17, x28, 3
rem x14, x12, x18
bgeu x6, x26, 1f
mulh x20, x11, x16
1:
blt x23, x17, 1f
divu x5, x13, x26
1:
rem x29, x11, x17
mulhu x15, x20, x27
remw x24, x17, x7
mulhu x17, x5, x7
srliw x26, x15, 31
bltu x23, x29, 1f
or x25, x24, x5
1:
srli x26, x12, 49
blt x13, x7, 1f
and x6, x5, x1
1:
srli x22, x12, 3
mul x20, x26, x10
slliw x17, x25, 10
remw x11, x24, x31
mul x6, x20, x28
blt x30, x15, 1f
divuw x25, x25, x30
1:
sub x19, x23, x23
sltu x6, x10, x21
li x7, 2147483647
li s0, 18446744071557873664
fmv.d.x f24, s0
ori x6, x25, 1757
li x23, 9223372036854775807
li s0, 4845873199050653697
fmv.d.x f0, s0
mul x21, x17, x28
remu x20, x7, x26
sub x30, x6, x21
mulw x12, x30, x26
blt x15, x27, 1f
mulhsu x6, x26, x7
1:
ori x15, x15, 1820
divuw x31, x23, x29
li x30, -2147483648
li s0, 9221120237041090560
fmv.d.x f4, s0
bge x28, x19, 1f
xor x16, x31, x15
1:
beq x6, x22, 1f
divu x26, x22, x17
1:
mulh x31, x12, x29
srai x1, x31, 58
slliw x30, x28, 20
bne x29, x26, 1f
srlw x27, x22, x21
1:
srai x12, x31, 3
mul x6, x12, x23
bne x6, x19, 1f
mulhsu x25, x21, x19
1:
mulhu x16, x20, x23
beq x26, x29, 1f
sub x24, x16, x5
1:
slti x15, x20, 930
li x12, -2147483648
li s0, 9223372036854775808
fmv.d.x f20, s0
mulh x23, x20, x7
ori x23, x29, 1871
add x28, x20, x28
divw x15, x24, x1
addi x18, x20, 723
slli x27, x13, 45
srliw x5, x23, 7
srliw x23, x10, 17
xor x27, x6, x12
addi x27, x21, -252
srli x1, x27, 23
li x25, 1
li s0, 9218868437227405313
fmv.d.x f24, s0
srli x10, x15, 50
srai x25, x21, 34
sll x1, x26, x19
bltu x31, x19, 1f
remuw x12, x23, x26
1:
li x31, 4294967295
li s0, 1
fmv.d.x f16, s0
remuw x29, x1, x22
or x28, x22, x16
slli x21, x18, 39
slli x14, x5, 23
li x11, 2147483648
li s0, 18446744069414584321
fmv.d.x f24, s0
sllw x12, x29, x23
bge x26, x14, 1f
sll x22, x24, x26
1:
li x18, -9223372036854775808
li s0, 18446744069626602161
fmv.d.x f8, s0
li x13, 1311768467463790320
li s0, 18446744071557873664
fmv.d.x f28, s0
beq x30, x12, 1f
remuw x10, x16, x26
1:
addi x10, x31, 17
ori x21, x7, -586
mul x29, x27, x25
srli x19, x1, 25
srai x13, x18, 23
li x14, 1311768467463790320
li s0, 4845873199050653697
fmv.d.x f17, s0
bne x26, x24, 1f
remw x31, x12, x20
1:
subw x16, x29, x5
srliw x31, x14, 18
srai x16, x30, 6
divu x16, x1, x7
bltu x23, x15, 1f
srl x20, x19, x21
1:
mulhu x24, x10, x26
addw x1, x23, x23
divuw x15, x7, x6
slli x12, x25, 24
sraiw x17, x28, 18
sraiw x24, x15, 31
slli x17, x25, 63
slliw x22, x13, 10
divu x26, x18, x11
addw x26, x21, x5
slli x25, x26, 46
sub x30, x16, x16
bne x20, x28, 1f
xor x22, x6, x10
1:
sltiu x10, x24, -630
ori x19, x21, 2041
srli x18, x30, 13
divu x11, x26, x10
li x24, 2147483647
li s0, 4503599627370495
fmv.d.x f9, s0
li x21, 9223372036854775807
li s0, 18446744071553679359
fmv.d.x f29, s0
add x31, x24, x26
srlw x16, x22, x19
slli x22, x7, 33
sllw x23, x17, x11
blt x12, x12, 1f
mulhu x18, x15, x31
1:
slliw x1, x30, 3
srai x21, x14, 36
li x15, -75
li s0, 0
fmv.d.x f31, s0
slti x31, x31, 931
li x17, 0
li s0, 18446744069422972927
fmv.d.x f28, s0
slliw x1, x29, 0
slliw x1, x10, 14
li x25, 1
li s0, 18446744069422972928
fmv.d.x f5, s0
div x28, x14, x26
and x21, x23, x10
divu x19, x21, x11
and x29, x29, x30
rem x15, x30, x1
srai x20, x7, 39
ori x22, x14, -1686
subw x25, x23, x29
rem x17, x5, x25
srliw x22, x25, 26
bgeu x22, x10, 1f
mulhu x31, x31, x16
1:
mulhu x22, x23, x31
srai x31, x12, 1
xori x31, x29, -1760
add x6, x6, x28
addi x7, x5, 285
and x17, x24, x20
li x19, 6332363393079359977
li s0, 4503599627370496
fmv.d.x f4, s0
srli x13, x12, 14
remw x17, x10, x17
srliw x24, x13, 15
divuw x1, x28, x22
div x1, x23, x14
sraiw x26, x12, 0
slliw x17, x11, 7
slli x10, x6, 19
li x13, -2147483648
li s0, 4503599627370496
fmv.d.x f18, s0
slli x11, x5, 0
li x17, 4294967295
li s0, 18446744069414584320
fmv.d.x f17, s0
srliw x30, x24, 17
and x21, x30, x14
divuw x15, x19, x29
sraw x26, x1, x31
li x5, 9223372036854775807
li s0, 4607573682462792990
fmv.d.x f31, s0
srliw x21, x15, 20
slliw x24, x17, 24
add x24, x17, x25
sub x18, x15, x11
mulw x30, x21, x1
xori x27, x24, -1512
remuw x15, x21, x11
slli x1, x7, 30
addiw x19, x19, -1466
slliw x6, x20, 10
bgeu x30, x21, 1f
divuw x14, x23, x21
1:
bgeu x22, x22, 1f
addw x23, x17, x5
1:
srl x19, x20, x1
sub x24, x27, x31
sraiw x17, x1, 10
srli x6, x28, 38
or x24, x19, x22
slliw x10, x27, 18
bge x10, x11, 1f
divw x24, x27, x28
1:
srli x5, x19, 35
sltiu x13, x20, 1706
bne x12, x20, 1f
mulhsu x12, x22, x18
1:
xori x27, x26, 512
addiw x7, x27, -609
srliw x21, x26, 0
slliw x28, x14, 31
sraiw x25, x6, 25
bltu x20, x28, 1f
remw x27, x16, x19
1:
mulhsu x20, x28, x17
li x31, 0
li s0, 18446744070480488053
fmv.d.x f12, s0
li x31, 2147483647
li s0, 1
fmv.d.x f26, s0
slliw x24, x13, 28
mulhu x22, x28, x19
srai x28, x7, 36
or x21, x12, x18
addi x21, x26, -513
sltiu x12, x19, -1570
sltiu x15, x22, 1801
li x29, -1
li s0, 9218868437227405311
fmv.d.x f22, s0
xori x10, x10, 45
sllw x31, x14, x11
srl x21, x28, x22
blt x17, x5, 1f
divuw x14, x31, x11
1:
divw x30, x17, x11
subw x18, x20, x19
addi x28, x22, -1698
remu x30, x27, x22
sub x28, x29, x23
addiw x16, x13, 1088
srli x29, x16, 60
addi x1, x24, -1662
slliw x17, x23, 25
sraiw x22, x10, 28
srli x28, x31, 37
mulw x11, x14, x14
sraw x22, x6, x14
blt x14, x10, 1f
divuw x7, x10, x7
1:
sltiu x20, x12, 638
srliw x22, x18, 29
srli x12, x25, 42
li x29, -2916237459093180831
li s0, 18446744070480272663
fmv.d.x f22, s0
beq x30, x31, 1f
srl x13, x13, x20
1:
sltiu x20, x17, -823
sraw x15, x16, x20
slt x27, x28, x19
mulhsu x29, x20, x1
mulhsu x23, x22, x24
subw x30, x27, x30
li x28, -2147483648
li s0, 18446744071553679360
fmv.d.x f13, s0
bltu x24, x6, 1f
addw x20, x12, x18
1:
mul x16, x18, x20
bge x21, x26, 1f
mulh x13, x1, x29
1:
srli x12, x30, 55
slliw x19, x31, 25
sraiw x27, x31, 26
divw x19, x14, x31
ori x14, x28, -1972
slliw x20, x16, 12
div x16, x28, x14
li x7, -32
li s0, 4607182418800017408
fmv.d.x f12, s0
sraiw x1, x17, 5
li x16, 0
li s0, 18446744070511725923
fmv.d.x f26, s0
slli x11, x22, 36
sltiu x28, x16, 1153
srli x22, x5, 28
beq x17, x11, 1f
xor x22, x12, x31
1:
sraiw x12, x16, 19
sll x11, x19, x22
bltu x27, x23, 1f
rem x20, x22, x28
1:
bltu x19, x22, 1f
sub x27, x14, x28
1:
subw x10, x5, x6
sraw x5, x29, x5
srai x29, x10, 8
divw x16, x7, x17
slliw x28, x16, 8
sraiw x7, x13, 6
divw x25, x31, x27
addw x30, x27, x29
slt x26, x26, x18
divuw x19, x28, x7
divuw x16, x17, x26
divu x24, x21, x23
sltiu x31, x28, -417
bgeu x18, x7, 1f
sraw x14, x17, x28
1:
mulh x22, x11, x12
srli x30, x1, 18
slli x21, x25, 43
srliw x22, x26, 14
beq x14, x21, 1f
mulhu x29, x20, x14
1:
xor x27, x12, x5
slt x26, x30, x13
sraiw x20, x10, 18
li x30, 9223372036854775807
li s0, 4607966659328794949
fmv.d.x f17, s0
sraiw x30, x24, 1
sllw x16, x28, x18
li x19, 2147483647
li s0, 18442240474082181120
fmv.d.x f23, s0
and x13, x12, x20
bge x26, x18, 1f
remuw x15, x26, x12
1:
li x18, 1311768467463790320
li s0, 4607707175942619238
fmv.d.x f26, s0
remu x28, x19, x16
srliw x21, x16, 3
divw x30, x29, x14
rem x29, x13, x31
beq x1, x25, 1f
and x11, x20, x19
1:
addiw x14, x6, -837
slliw x25, x20, 12
srai x10, x18, 41
divw x31, x5, x1
srliw x25, x22, 1
divw x12, x5, x17
sraw x29, x26, x6
li x6, 0
li s0, 9223372036854775808
fmv.d.x f24, s0
addw x28, x19, x30
li x17, 1
li s0, 18446744069422972928
fmv.d.x f14, s0
blt x23, x22, 1f
sra x1, x29, x29
1:
bltu x10, x11, 1f
slt x7, x31, x17
1:
subw x5, x15, x13
li x14, 1
li s0, 18446744070480533593
fmv.d.x f19, s0
sraiw x24, x21, 17
srliw x28, x31, 3
slt x29, x6, x28
srlw x25, x27, x10
addi x11, x20, 1817
sltiu x18, x24, -688
sub x11, x20, x25
li x15, 15
li s0, 9221120237041090560
fmv.d.x f20, s0
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
.byte 84, 69, 109, 32, 107, 186, 75, 1, 165, 106, 48, 83, 82, 69, 112, 201, 173, 30, 162, 36, 88, 34, 184, 65, 129, 70, 148, 101, 57, 56, 58, 211, 92, 240, 64, 241, 95, 112, 178, 221, 171, 188, 174, 55, 112, 84, 152, 17, 147, 141, 112, 139, 95, 138, 26, 218, 249, 48, 80, 248, 28, 83, 134, 70
.zero 960
dump:
.zero 1024
