.text
.globl _start
_start:
la s1, scratch + 512
li x1, 1
li x5, -2147483648
li x6, -1
li x7, 1311768467463790320
li x10, 4294967295
li x11, -9223372036854775808
li x12, -9223372036854775808
li x13, 2147483647
li x14, 4294967295
li x15, 2147483647
li x16, 8191786617704962685
li x17, 1311768467463790320
li x18, -7679966283697476938
li x19, 1311768467463790320
li x20, 1
li x21, 0
li x22, 0
li x23, -2147483648
li x24, 1
li x25, -2147483648
li x26, 9223372036854775807
li x27, 2147483647
li x28, 1311768467463790320
li x29, 2147483647
li x30, 4294967295
li x31, -1111940776647834706
li s0, 18446744071562067968
fmv.d.x f0, s0
li s0, 4845873199050653697
fmv.d.x f1, s0
li s0, 18446744069422972927
fmv.d.x f2, s0
li s0, 4503599627370495
fmv.d.x f3, s0
li s0, 18446744070681264129
fmv.d.x f4, s0
li s0, 4607182418800017408
fmv.d.x f5, s0
li s0, 18446744069422972927
fmv.d.x f6, s0
li s0, 4845873199050653697
fmv.d.x f7, s0
li s0, 18446744070681264129
fmv.d.x f8, s0
li s0, 4607182418800017408
fmv.d.x f9, s0
li s0, 18446744073701163008
fmv.d.x f10, s0
li s0, 4503599627370495
fmv.d.x f11, s0
li s0, 18446744070479937536
fmv.d.x f12, s0
li s0, 0
fmv.d.x f13, s0
li s0, 18446744070479937536
fmv.d.x f14, s0
li s0, 1
fmv.d.x f15, s0
li s0, 18446744071557873664
fmv.d.x f16, s0
li s0, 4845873199050653697
fmv.d.x f17, s0
li s0, 18446744073701163008
fmv.d.x f18, s0
li s0, 18442240474082181120
fmv.d.x f19, s0
li s0, 18446744069414584320
fmv.d.x f20, s0
li s0, 18442240474082181120
fmv.d.x f21, s0
li s0, 18446744070681264129
fmv.d.x f22, s0
li s0, 0
fmv.d.x f23, s0
li s0, 18446744071557873664
fmv.d.x f24, s0
li s0, 9218868437227405312
fmv.d.x f25, s0
li s0, 18446744069414584320
fmv.d.x f26, s0
li s0, 9218868437227405312
fmv.d.x f27, s0
li s0, 18446744071553679361
fmv.d.x f28, s0
li s0, 9221120237041090560
fmv.d.x f29, s0
li s0, 18446744069422972927
fmv.d.x f30, s0
li s0, 0
fmv.d.x f31, s0
srai x5, x1, 30
fcvt.s.d f3, f14, rdn
xor x20, x6, x10
li x19, 2147483647
li s0, 4503599627370495
fmv.d.x f12, s0
srliw x28, x21, 4
sw x28, -92(s1)
li x12, 1311768467463790320
li s0, 9218868437227405311
fmv.d.x f21, s0
fsgnjx.d f16, f29, f20
bne x11, x29, 1f
remu x20, x24, x14
1:
fdiv.s f7, f31, f10
blt x12, x13, 1f
divuw x17, x29, x13
1:
sraw x25, x7, x15
sh x25, 80(s1)
addi s0, s1, 32
amoor.w x29, x7, (s0)
srliw x7, x7, 12
sd x18, -73(s1)
sub x22, x18, x22
addw x7, x5, x10
beq x10, x13, 1f
sra x6, x24, x5
1:
addi s0, s1, -16
amominu.w x6, x24, (s0)
li x1, -9223372036854775808
li s0, 18446744073701163008
fmv.d.x f18, s0
li x28, 0
li s0, 18446744073701163008
fmv.d.x f21, s0
bltu x21, x24, 1f
divw x21, x23, x5
1:
li x7, 1311768467463790320
li s0, 18446744071553679360
fmv.d.x f8, s0
addi s0, s1, 96
amomin.d x27, x17, (s0)
fmv.x.w x1, f31
sd x15, 14(s1)
fmul.s f14, f21, f26, rtz
fadd.s f25, f16, f4, rup
fdiv.s f23, f11, f11, rdn
li x10, 0
li s0, 0
fmv.d.x f24, s0
li x25, 2147483647
li s0, 4503599627370495
fmv.d.x f12, s0
li x11, 1
li s0, 18446744070681264129
fmv.d.x f5, s0
fdiv.s f31, f21, f3, rdn
remw x23, x24, x7
beq x13, x29, 1f
srlw x17, x15, x21
1:
sw x16, 165(s1)
fsgnjx.s f27, f20, f3
addi s0, s1, 16
amoadd.d x22, x19, (s0)
li x25, 1
li s0, 18446744071557873664
fmv.d.x f18, s0
mul x5, x29, x7
li x15, 53
li s0, 9218868437227405313
fmv.d.x f30, s0
bgeu x15, x11, 1f
remuw x26, x1, x16
1:
and x27, x23, x22
sb x12, -4(s1)
sb x27, -16(s1)
li x14, 9223372036854775807
li s0, 4607373225338689010
fmv.d.x f16, s0
sltiu x28, x14, 1641
li x13, 98
li s0, 4503599627370495
fmv.d.x f21, s0
addi s0, s1, -52
amoand.w x27, x10, (s0)
lr.w x14, (s0)
sc.w x6, x26, (s0)
li x28, 4294967295
li s0, 1
fmv.d.x f9, s0
sllw x7, x26, x28
lb x29, -204(s1)
remw x10, x27, x30
fmv.w.x f20, x26
fld f12, -2(s1)
addi s0, s1, -120
amomaxu.d x18, x29, (s0)
bne x30, x20, 1f
srl x25, x5, x19
1:
srai x23, x7, 19
srai x22, x5, 48
addi s0, s1, 56
amomax.d x23, x17, (s0)
lr.d x17, (s0)
sc.d x21, x12, (s0)
beq x17, x11, 1f
mulh x26, x27, x12
1:
slli x17, x31, 33
addi s0, s1, 8
amominu.w x12, x25, (s0)
bgeu x25, x31, 1f
mulw x16, x22, x20
1:
ld x18, 100(s1)
remuw x25, x6, x30
li x5, -2147483648
li s0, 18446744069414584320
fmv.d.x f7, s0
fdiv.d f29, f2, f11, rup
fcvt.d.s f2, f15
addi s0, s1, -56
amoxor.w x26, x12, (s0)
addi s0, s1, -48
amomin.w x26, x15, (s0)
lr.w x18, (s0)
sc.w x6, x21, (s0)
li x5, 2147483647
li s0, 18446744071553679361
fmv.d.x f20, s0
xor x27, x23, x19
remuw x19, x18, x23
slti x23, x31, -571
fdiv.d f8, f19, f20, rmm
sh x23, -255(s1)
addi x20, x27, 854
slliw x31, x17, 1
bgeu x15, x27, 1f
mulhsu x13, x1, x18
1:
li x29, 4294967295
li s0, 18446744070480152710
fmv.d.x f0, s0
sltiu x19, x28, -891
fsub.d f27, f12, f13, rne
addi s0, s1, 4
amoadd.w x24, x16, (s0)
bgeu x23, x1, 1f
sll x21, x10, x24
1:
li x24, 1311768467463790320
li s0, 9218868437227405312
fmv.d.x f3, s0
addi s0, s1, 56
amoor.w x31, x31, (s0)
csrwi frm, 1
li x17, -2147483648
li s0, 4503599627370496
fmv.d.x f12, s0
xor x20, x20, x14
fmv.w.x f12, x10
add x23, x28, x10
addi s0, s1, 32
amoand.d x13, x12, (s0)
fmsub.d f29, f21, f9, f26, rne
mul x27, x19, x25
lwu x16, 223(s1)
slli x14, x11, 46
sra x10, x30, x23
addi s0, s1, 12
amomax.w x7, x20, (s0)
lr.w x23, (s0)
sc.w x26, x13, (s0)
lh x19, -203(s1)
addi s0, s1, -32
amomaxu.w x21, x13, (s0)
addi s0, s1, 32
amomaxu.w x22, x29, (s0)
lr.w x10, (s0)
sc.w x6, x14, (s0)
sraiw x12, x30, 6
fadd.d f16, f8, f27, rne
fcvt.wu.d x29, f5, rmm
fcvt.d.wu f23, x10
fsqrt.d f28, f28, rdn
ld x5, -229(s1)
bltu x27, x20, 1f
srlw x11, x11, x10
1:
lh x25, -50(s1)
addi s0, s1, 4
amomin.w x21, x5, (s0)
sraiw x15, x1, 28
addi s0, s1, 16
amomin.d x18, x29, (s0)
beq x20, x5, 1f
mul x15, x26, x12
1:
fnmsub.d f31, f24, f29, f28, rup
li x7, 1311768467463790320
li s0, 9218868437227405312
fmv.d.x f12, s0
or x11, x23, x30
li x26, 1142509283557262475
li s0, 18446744071557873664
fmv.d.x f26, s0
addi s0, s1, 48
amomaxu.d x27, x7, (s0)
lr.d x20, (s0)
sc.d x12, x13, (s0)
srai x16, x21, 34
divuw x31, x14, x5
ori x14, x5, -1653
slti x1, x31, -1622
slti x21, x11, 2007
mulhsu x7, x13, x6
lh x7, -67(s1)
bge x20, x29, 1f
sraw x31, x17, x6
1:
fcvt.l.s x19, f31
fsqrt.s f6, f0, rtz
sraiw x5, x11, 2
li x12, -9223372036854775808
li s0, 18446744069414584320
fmv.d.x f8, s0
li x21, -2161114533079505334
li s0, 4607182418800017408
fmv.d.x f4, s0
li x21, 0
li s0, 4503599627370495
fmv.d.x f4, s0
srai x26, x25, 50
sraiw x20, x31, 24
srliw x6, x23, 1
and x1, x20, x11
addi s0, s1, 60
amoswap.w x15, x20, (s0)
fnmsub.s f18, f23, f15, f3, rup
addi s0, s1, -56
amoand.d x25, x18, (s0)
li x24, 9223372036854775807
li s0, 18446744069422972928
fmv.d.x f16, s0
bge x30, x6, 1f
add x28, x17, x20
1:
fmul.d f29, f7, f21, rtz
bltu x1, x7, 1f
addw x11, x13, x20
1:
addi s0, s1, 52
amomax.w x11, x30, (s0)
lr.w x13, (s0)
sc.w x25, x15, (s0)
divw x12, x1, x10
addi s0, s1, -44
amomin.w x12, x21, (s0)
sraiw x1, x14, 4
fadd.d f1, f13, f21, rdn
li x6, -66
li s0, 18446744071557873664
fmv.d.x f8, s0
subw x24, x22, x12
li x29, 2147483647
li s0, 9218868437227405313
fmv.d.x f22, s0
li x18, 2147483648
li s0, 18442240474082181120
fmv.d.x f5, s0
li x18, 9223372036854775807
li s0, 18446744072840562484
fmv.d.x f16, s0
or x30, x25, x26
srliw x20, x7, 29
lhu x23, 35(s1)
li x12, 4060892003346543315
li s0, 18446744069414584321
fmv.d.x f30, s0
flw f7, -149(s1)
srli x25, x19, 47
li x27, 2147483647
li s0, 4503599627370496
fmv.d.x f8, s0
addi s0, s1, -32
amomin.w x6, x30, (s0)
lr.w x30, (s0)
sc.w x24, x5, (s0)
slliw x17, x17, 21
li x29, 4294967295
li s0, 9218868437227405312
fmv.d.x f28, s0
addi s0, s1, 60
amominu.w x7, x29, (s0)
bge x24, x10, 1f
and x12, x29, x23
1:
slliw x24, x27, 3
slli x21, x23, 10
lw x13, 50(s1)
blt x26, x30, 1f
or x24, x19, x22
1:
lwu x14, -49(s1)
bne x10, x22, 1f
mulhsu x13, x22, x21
1:
sra x11, x13, x21
addi s0, s1, -120
amoswap.d x1, x20, (s0)
lr.d x12, (s0)
sc.d x20, x20, (s0)
bge x10, x5, 1f
add x10, x26, x7
1:
fsw f11, 78(s1)
li x21, -2147483648
li s0, 9218868437227405312
fmv.d.x f11, s0
srli x17, x30, 31
blt x15, x6, 1f
subw x23, x6, x7
1:
li x30, 9223372036854775807
li s0, 9218868437227405312
fmv.d.x f31, s0
remuw x11, x1, x1
sraiw x24, x14, 15
sb x30, 18(s1)
li x21, 1
li s0, 4503599627370495
fmv.d.x f8, s0
fmul.s f6, f7, f28, rmm
fmv.w.x f7, x5
sra x23, x1, x19
sraiw x17, x1, 4
addi s0, s1, 0
amoand.d x27, x14, (s0)
lr.d x31, (s0)
sc.d x6, x13, (s0)
sd x28, 140(s1)
slli x1, x16, 52
sb x22, -164(s1)
li x15, -7422297415617148884
li s0, 9221120237041090560
fmv.d.x f27, s0
bltu x15, x22, 1f
mul x30, x18, x22
1:
bltu x13, x5, 1f
sll x21, x6, x25
1:
li x12, -1
li s0, 18446744069795032260
fmv.d.x f8, s0
mulhu x5, x11, x21
fnmsub.s f9, f15, f1, f15, rdn
ld x20, -12(s1)
li x20, 1
li s0, 18446744070479937536
fmv.d.x f31, s0
lb x21, 8(s1)
addi s0, s1, -64
amoor.d x10, x10, (s0)
lh x18, 107(s1)
sra x22, x11, x13
fdiv.d f17, f31, f5, rtz
fmv.d.x f30, x28
addi s0, s1, -12
amoor.w x1, x21, (s0)
lr.w x12, (s0)
sc.w x29, x6, (s0)
andi x14, x29, 1301
addi s0, s1, -28
amoand.w x25, x19, (s0)
sh x23, -169(s1)
sw x15, -216(s1)
blt x29, x1, 1f
mulh x15, x7, x18
1:
remu x27, x6, x31
sraiw x29, x19, 9
srl x30, x21, x17
srli x15, x18, 40
srai x19, x28, 25
blt x28, x13, 1f
remuw x5, x14, x6
1:
sraw x26, x11, x1
fcvt.l.s x23, f16, rne
fcvt.s.l f18, x14, rne
fsqrt.s f18, f17
bgeu x6, x25, 1f
add x26, x6, x13
1:
slliw x17, x16, 28
li x29, 2147483648
li s0, 9218868437227405313
fmv.d.x f10, s0
bge x12, x1, 1f
and x29, x28, x31
1:
feq.d x20, f4, f28
fclass.d x13, f6
bgeu x27, x11, 1f
divuw x6, x30, x27
1:
fnmadd.s f5, f28, f6, f13
mulw x27, x16, x24
beq x23, x17, 1f
slt x25, x16, x20
1:
addi s0, s1, -8
amomaxu.d x12, x23, (s0)
xori x19, x26, -954
lb x19, -232(s1)
bgeu x13, x21, 1f
remu x31, x15, x31
1:
fnmsub.d f1, f20, f28, f20, rdn
fnmsub.d f27, f11, f13, f20, rtz
fcvt.wu.d x15, f23, rmm
fcvt.d.wu f6, x27
fsqrt.d f14, f7, rup
li x20, 0
li s0, 18446744071557873664
fmv.d.x f24, s0
bltu x13, x16, 1f
sra x7, x24, x27
1:
li x11, -2147483648
li s0, 18446744071557873664
fmv.d.x f24, s0
addi s0, s1, -56
amominu.d x25, x29, (s0)
add x24, x12, x19
andi x13, x7, -1465
addi s0, s1, 32
amomax.w x15, x23, (s0)
slli x5, x12, 29
remw x17, x1, x13
slliw x26, x19, 1
mul x22, x12, x5
li x20, 2147483647
li s0, 18442240474082181120
fmv.d.x f13, s0
li x22, -9223372036854775808
li s0, 4503599627370496
fmv.d.x f3, s0
sd x14, 122(s1)
fsd f20, 151(s1)
or x1, x26, x20
sltu x31, x15, x10
addi s0, s1, 0
amomin.w x27, x15, (s0)
lr.w x27, (s0)
sc.w x21, x13, (s0)
fle.s x10, f26, f15
fclass.s x13, f31
lh x24, 3(s1)
li x24, 96
li s0, 18446744071562067968
fmv.d.x f8, s0
blt x22, x17, 1f
mulhu x1, x31, x21
1:
ori x20, x29, -205
addi s0, s1, 4
amoand.w x6, x12, (s0)
slliw x19, x10, 22
beq x23, x11, 1f
sltu x25, x31, x26
1:
li x19, -2147483648
li s0, 18446744069422972928
fmv.d.x f3, s0
li x25, -9223372036854775808
li s0, 18446744070480272453
fmv.d.x f9, s0
addi s0, s1, 12
amomin.w x11, x12, (s0)
addiw x25, x5, 1204
addi s0, s1, -12
amomaxu.w x17, x1, (s0)
sraiw x11, x28, 14
xor x31, x13, x16
li x25, -9223372036854775808
li s0, 18446744069414584321
fmv.d.x f11, s0
li x18, 2147483648
li s0, 4845873199050653697
fmv.d.x f1, s0
addi s0, s1, 104
amomin.d x25, x24, (s0)
addi s0, s1, 16
amoswap.w x15, x31, (s0)
lr.w x13, (s0)
sc.w x10, x5, (s0)
beq x5, x16, 1f
mulhsu x23, x23, x16
1:
addi s0, s1, 48
amoadd.d x25, x19, (s0)
remuw x23, x17, x7
lh x1, 65(s1)
addi s0, s1, 36
amomax.w x11, x27, (s0)
lr.w x21, (s0)
sc.w x14, x19, (s0)
bge x11, x25, 1f
divu x24, x31, x1
1:
lb x16, 10(s1)
sltiu x28, x30, -1339
fmax.d f18, f30, f20
fsd f19, 48(s1)
remuw x19, x31, x17
or x15, x11, x11
addi s0, s1, -48
amoor.d x31, x23, (s0)
blt x26, x23, 1f
sllw x15, x6, x22
1:
bgeu x18, x31, 1f
sltu x19, x13, x10
1:
bne x11, x20, 1f
sllw x7, x22, x13
1:
li x24, 4294967295
li s0, 0
fmv.d.x f27, s0
bltu x10, x17, 1f
divuw x14, x25, x27
1:
sh x12, 22(s1)
lwu x31, 30(s1)
subw x14, x6, x14
bltu x16, x19, 1f
xor x13, x16, x17
1:
sll x12, x11, x10
bltu x1, x6, 1f
add x23, x25, x15
1:
li x24, 1
li s0, 0
fmv.d.x f12, s0
addi s0, s1, 60
amomax.w x12, x23, (s0)
lr.w x1, (s0)
sc.w x19, x23, (s0)
flt.d x21, f31, f0
fclass.d x24, f22
blt x27, x30, 1f
subw x20, x24, x5
1:
li x20, 9223372036854775807
li s0, 4503599627370495
fmv.d.x f4, s0
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
.byte 80, 7, 79, 7, 158, 146, 251, 235, 186, 66, 204, 17, 53, 228, 164, 67, 196, 197, 132, 4, 123, 188, 107, 140, 14, 238, 75, 23, 70, 223, 11, 165, 11, 87, 219, 39, 124, 128, 226, 246, 182, 252, 109, 75, 143, 36, 246, 131, 222, 161, 106, 52, 10, 92, 142, 126, 63, 19, 229, 27, 66, 169, 228, 0
.zero 960
dump:
.zero 1024
