.text
.globl _start
_start:
la s1, scratch + 512
li x1, -4178954533712380814
li x5, 1311768467463790320
li x6, 0
li x7, 9223372036854775807
li x10, 2147483647
li x11, 2147483647
li x12, -1
li x13, 2147483648
li x14, 6898725782381190331
li x15, 2147483648
li x16, 2147483648
li x17, 1305905315114645847
li x18, 2147483648
li x19, 4294967295
li x20, 2147483647
li x21, -2147483648
li x22, 1311768467463790320
li x23, 2147483648
li x24, 2147483647
li x25, 5314332803917355028
li x26, 2147483647
li x27, 4294967295
li x28, 4294967295
li x29, 1
li x30, 1311768467463790320
li x31, 2147483648
li s0, 18446744069422972927
fmv.d.x f0, s0
li s0, 9218868437227405311
fmv.d.x f1, s0
li s0, 18446744073701163008
fmv.d.x f2, s0
li s0, 9218868437227405312
fmv.d.x f3, s0
li s0, 18446744069422972928
fmv.d.x f4, s0
li s0, 4503599627370495
fmv.d.x f5, s0
li s0, 18446744069422972928
fmv.d.x f6, s0
li s0, 9218868437227405312
fmv.d.x f7, s0
li s0, 18446744071557873664
fmv.d.x f8, s0
li s0, 9218868437227405313
fmv.d.x f9, s0
li s0, 18446744071553679361
fmv.d.x f10, s0
li s0, 4503599627370495
fmv.d.x f11, s0
li s0, 18446744069414584320
fmv.d.x f12, s0
li s0, 4503599627370496
fmv.d.x f13, s0
li s0, 18446744069414584321
fmv.d.x f14, s0
li s0, 4503599627370495
fmv.d.x f15, s0
li s0, 18446744069422972928
fmv.d.x f16, s0
li s0, 9218868437227405312
fmv.d.x f17, s0
li s0, 18446744073701163008
fmv.d.x f18, s0
li s0, 4503599627370495
fmv.d.x f19, s0
li s0, 18446744069414584321
fmv.d.x f20, s0
li s0, 4845873199050653697
fmv.d.x f21, s0
li s0, 18446744069414584321
fmv.d.x f22, s0
li s0, 9218868437227405311
fmv.d.x f23, s0
li s0, 18446744070479937536
fmv.d.x f24, s0
li s0, 9223372036854775808
fmv.d.x f25, s0
li s0, 18446744073701163008
fmv.d.x f26, s0
li s0, 4845873199050653697
fmv.d.x f27, s0
li s0, 18446744069422972927
fmv.d.x f28, s0
li s0, 0
fmv.d.x f29, s0
li s0, 18446744069422972928
fmv.d.x f30, s0
li s0, 4607182418800017408
fmv.d.x f31, s0
sw x31, -200(s1)
li s0, 1
vsetvli x1, s0, e32, m1, ta, ma
vmv.v.i v8, -6
csrr x22, vl
li x18, 9223372036854775807
li s0, 4607182418800017408
fmv.d.x f4, s0
li s0, 16
vsetvli x19, s0, e8, m2, ta, ma
vadd.vi v12, v16, -4, v0.t
vmv.v.v v16, v12
csrr x16, vl
li s0, 3
vsetvli x28, s0, e16, m1, ta, ma
vmv.v.i v16, -15
csrr x1, vl
li x5, -2147483648
li s0, 18442240474082181120
fmv.d.x f23, s0
li s0, 1
vsetvli x7, s0, e32, m2, ta, ma
vadd.vi v16, v16, -15, v0.t
vmv.v.v v16, v16
csrr x5, vl
li x13, -9038720345816586163
li s0, 4845873199050653697
fmv.d.x f3, s0
sd x24, -70(s1)
li s0, 16
vsetvli x10, s0, e16, m4, ta, ma
vid.v v8
csrr x28, vl
li s0, 16
vsetvli x1, s0, e16, m1, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x23, vl
sb x12, -84(s1)
li s0, 1
vsetvli x14, s0, e16, m2, ta, ma
vadd.vi v12, v16, 0
vmv.v.v v8, v16
csrr x10, vl
li s0, 16
vsetvli x19, s0, e8, m2, ta, ma
vid.v v8, v0.t
csrr x28, vl
li x5, 1
li s0, 18446744071553679361
fmv.d.x f31, s0
li s0, 1
vsetvli x19, s0, e8, m2, ta, ma
vmv.v.i v8, 9
csrr x5, vl
sb x30, -224(s1)
li s0, 7
vsetvli x27, s0, e8, m2, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v12, (s1)
csrr x14, vl
li s0, 20
vsetvli x6, s0, e16, m1, ta, ma
vadd.vi v8, v16, 11, v0.t
vmv.v.v v16, v12
csrr x5, vl
li s0, 16
vsetvli x15, s0, e64, m4, ta, ma
vmul.vv v12, v16, v16
vmul.vx v8, v8, x1
csrr x18, vl
li x1, 9223372036854775807
li s0, 9223372036854775808
fmv.d.x f26, s0
li s0, 7
vsetvli x20, s0, e8, m4, ta, ma
vid.v v8
csrr x6, vl
li s0, 20
vsetvli x5, s0, e8, m1, ta, ma
vid.v v8
csrr x14, vl
sb x22, -152(s1)
li s0, 3
vsetvli x11, s0, e32, m2, ta, ma
vid.v v16
csrr x11, vl
li s0, 20
vsetvli x26, s0, e32, m2, ta, ma
vmul.vv v16, v12, v8, v0.t
vmul.vx v8, v12, x11, v0.t
csrr x21, vl
li x18, 2147483647
li s0, 9223372036854775808
fmv.d.x f6, s0
li s0, 3
vsetvli x23, s0, e64, m4, ta, ma
vadd.vv v8, v12, v12, v0.t
vadd.vx v16, v8, x1, v0.t
csrr x5, vl
li s0, 200
vsetvli x10, s0, e8, m1, ta, ma
vid.v v8
csrr x11, vl
li s0, 3
vsetvli x12, s0, e16, m1, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v8, (s1), v0.t
csrr x6, vl
li s0, 3
vsetvli x11, s0, e8, m1, ta, ma
vmv.x.s x13, v12
vmv.s.x v12, x17
csrr x18, vl
li s0, 200
vsetvli x11, s0, e32, m2, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v8, (s1)
vmv.v.x v0, x26
csrr x21, vl
li s0, 200
vsetvli x28, s0, e16, m2, ta, ma
vmul.vv v12, v12, v16
vmul.vx v12, v8, x19
csrr x11, vl
li x1, 2147483648
li s0, 18446744073701163008
fmv.d.x f27, s0
li s0, 200
vsetvli x10, s0, e64, m1, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1)
vmv.v.x v0, x23
csrr x27, vl
li s0, 200
vsetvli x22, s0, e64, m4, ta, ma
vmv.v.x v16, x10
csrr x17, vl
li s0, 1
vsetvli x27, s0, e32, m1, ta, ma
vadd.vi v16, v16, 13, v0.t
vmv.v.v v16, v16
csrr x1, vl
li s0, 1
vsetvli x10, s0, e16, m4, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v8, (s1), v0.t
vmv.v.x v0, x6
csrr x1, vl
li s0, 3
vsetvli x14, s0, e16, m4, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1)
vmv.v.x v0, x6
csrr x30, vl
li s0, 16
vsetvli x6, s0, e16, m1, ta, ma
vmul.vv v12, v16, v8, v0.t
vmul.vx v8, v12, x16, v0.t
csrr x1, vl
lw x30, 150(s1)
li s0, 16
vsetvli x31, s0, e16, m1, ta, ma
vadd.vv v12, v12, v16
vadd.vx v12, v12, x21
csrr x18, vl
li s0, 3
vsetvli x26, s0, e16, m1, ta, ma
vmv.x.s x15, v8
vmv.s.x v12, x18
csrr x25, vl
li s0, 3
vsetvli x18, s0, e64, m4, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v16, (s1)
csrr x20, vl
li s0, 200
vsetvli x28, s0, e8, m2, ta, ma
vmv.x.s x13, v16
vmv.s.x v8, x19
csrr x14, vl
li s0, 16
vsetvli x7, s0, e8, m4, ta, ma
vmul.vv v12, v8, v16
vmul.vx v8, v12, x29
csrr x26, vl
li s0, 20
vsetvli x22, s0, e64, m4, ta, ma
vadd.vi v12, v16, 12, v0.t
vmv.v.v v16, v16
csrr x16, vl
li s0, 20
vsetvli x13, s0, e8, m1, ta, ma
vmv.x.s x25, v12
vmv.s.x v12, x26
csrr x27, vl
li s0, 7
vsetvli x28, s0, e32, m1, ta, ma
vmv.x.s x15, v16
vmv.s.x v12, x7
csrr x22, vl
li s0, 7
vsetvli x12, s0, e64, m2, ta, ma
vid.v v16
csrr x27, vl
li s0, 3
vsetvli x15, s0, e32, m1, ta, ma
vmul.vv v12, v12, v16
vmul.vx v12, v8, x22
csrr x21, vl
li s0, 200
vsetvli x28, s0, e16, m2, ta, ma
vmul.vv v16, v12, v16
vmul.vx v16, v16, x13
csrr x19, vl
li s0, 7
vsetvli x17, s0, e8, m1, ta, ma
vadd.vv v16, v16, v16
vadd.vx v8, v12, x26
csrr x28, vl
li s0, 20
vsetvli x31, s0, e64, m1, ta, ma
vadd.vi v16, v12, 1
vmv.v.v v16, v16
csrr x12, vl
fsw f4, 134(s1)
li s0, 16
vsetvli x5, s0, e32, m2, ta, ma
vadd.vi v12, v16, -1
vmv.v.v v8, v8
csrr x29, vl
lb x16, -80(s1)
li x14, -9223372036854775808
li s0, 18446744069422972927
fmv.d.x f20, s0
li s0, 16
vsetvli x19, s0, e64, m2, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1)
csrr x11, vl
li s0, 200
vsetvli x10, s0, e64, m4, ta, ma
vmul.vv v16, v16, v8, v0.t
vmul.vx v12, v16, x10, v0.t
csrr x20, vl
li s0, 1
vsetvli x28, s0, e8, m1, ta, ma
vmul.vv v16, v12, v8, v0.t
vmul.vx v12, v12, x27, v0.t
csrr x13, vl
li x27, 9223372036854775807
li s0, 4503599627370495
fmv.d.x f27, s0
li x27, 4294967295
li s0, 18446744071557873664
fmv.d.x f30, s0
li s0, 20
vsetvli x14, s0, e8, m1, ta, ma
vadd.vi v12, v12, 15
vmv.v.v v16, v16
csrr x20, vl
li s0, 1
vsetvli x26, s0, e32, m4, ta, ma
vmv.v.x v8, x18
csrr x12, vl
li s0, 200
vsetvli x19, s0, e16, m4, ta, ma
vmul.vv v12, v12, v8
vmul.vx v16, v12, x29
csrr x20, vl
lb x18, -133(s1)
li s0, 20
vsetvli x11, s0, e32, m4, ta, ma
vid.v v12
csrr x28, vl
sw x5, 17(s1)
sh x6, -68(s1)
li s0, 1
vsetvli x27, s0, e32, m2, ta, ma
vid.v v16
csrr x5, vl
li s0, 7
vsetvli x6, s0, e16, m2, ta, ma
vmv.v.i v8, 5
csrr x5, vl
li s0, 7
vsetvli x18, s0, e64, m1, ta, ma
vadd.vv v12, v8, v16
vadd.vx v12, v12, x6
csrr x12, vl
li s0, 200
vsetvli x7, s0, e64, m1, ta, ma
vadd.vi v16, v12, -13, v0.t
vmv.v.v v8, v12
csrr x18, vl
sw x28, 23(s1)
li s0, 3
vsetvli x20, s0, e8, m2, ta, ma
vmv.x.s x16, v12
vmv.s.x v16, x15
csrr x24, vl
li s0, 1
vsetvli x25, s0, e64, m1, ta, ma
vmv.v.x v16, x11
csrr x23, vl
lwu x23, -146(s1)
li s0, 1
vsetvli x23, s0, e8, m1, ta, ma
vmv.v.x v8, x22
csrr x24, vl
li s0, 1
vsetvli x13, s0, e8, m4, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1), v0.t
csrr x25, vl
li s0, 16
vsetvli x19, s0, e64, m1, ta, ma
vadd.vv v8, v12, v12
vadd.vx v16, v16, x14
csrr x12, vl
li s0, 20
vsetvli x21, s0, e16, m2, ta, ma
vadd.vi v16, v12, -14
vmv.v.v v8, v16
csrr x22, vl
li s0, 7
vsetvli x28, s0, e16, m4, ta, ma
vmv.v.x v16, x16
csrr x16, vl
li s0, 200
vsetvli x7, s0, e32, m4, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v12, (s1)
vmv.v.x v0, x15
csrr x21, vl
li x17, -9223372036854775808
li s0, 18446744071553679359
fmv.d.x f10, s0
li x17, 2147483647
li s0, 18446744070480579009
fmv.d.x f22, s0
li s0, 20
vsetvli x5, s0, e32, m2, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v12, (s1)
vmv.v.x v0, x28
csrr x27, vl
li s0, 20
vsetvli x31, s0, e8, m1, ta, ma
vmv.v.x v8, x13
csrr x25, vl
li s0, 1
vsetvli x14, s0, e64, m1, ta, ma
vmv.x.s x22, v12
vmv.s.x v16, x14
csrr x22, vl
li x31, 128380811230708064
li s0, 18446744071553679359
fmv.d.x f1, s0
li s0, 200
vsetvli x12, s0, e16, m4, ta, ma
vadd.vi v8, v8, -16, v0.t
vmv.v.v v12, v12
csrr x19, vl
li s0, 7
vsetvli x19, s0, e64, m1, ta, ma
vmv.v.i v16, 15
csrr x5, vl
li x13, 4294967295
li s0, 0
fmv.d.x f14, s0
li x22, -8316429584617351839
li s0, 18446744070681264129
fmv.d.x f11, s0
li s0, 3
vsetvli x14, s0, e64, m4, ta, ma
vadd.vi v16, v8, -9, v0.t
vmv.v.v v8, v12
csrr x1, vl
li s0, 3
vsetvli x17, s0, e64, m4, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1), v0.t
vmv.v.x v0, x31
csrr x22, vl
li s0, 3
vsetvli x15, s0, e8, m4, ta, ma
vmul.vv v12, v12, v12
vmul.vx v12, v12, x10
csrr x6, vl
lwu x13, 152(s1)
li s0, 7
vsetvli x16, s0, e32, m1, ta, ma
vmv.x.s x5, v8
vmv.s.x v16, x13
csrr x22, vl
li s0, 7
vsetvli x6, s0, e16, m1, ta, ma
vmul.vv v8, v8, v16
vmul.vx v16, v8, x22
csrr x1, vl
li s0, 20
vsetvli x26, s0, e64, m1, ta, ma
vmv.x.s x26, v16
vmv.s.x v12, x28
csrr x21, vl
li s0, 1
vsetvli x19, s0, e8, m4, ta, ma
vmv.v.i v8, 11
csrr x14, vl
li s0, 1
vsetvli x20, s0, e64, m1, ta, ma
vmv.v.i v8, 8
csrr x28, vl
fsd f3, 211(s1)
li s0, 16
vsetvli x13, s0, e64, m4, ta, ma
vadd.vi v12, v12, 3, v0.t
vmv.v.v v12, v16
csrr x16, vl
sh x10, 37(s1)
li s0, 16
vsetvli x27, s0, e8, m4, ta, ma
vmv.v.i v16, 11
csrr x18, vl
li s0, 7
vsetvli x29, s0, e8, m4, ta, ma
vmul.vv v12, v12, v8, v0.t
vmul.vx v12, v16, x16, v0.t
csrr x23, vl
li s0, 1
vsetvli x31, s0, e16, m4, ta, ma
vadd.vi v16, v8, 13, v0.t
vmv.v.v v8, v12
csrr x22, vl
li s0, 7
vsetvli x7, s0, e8, m2, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1)
csrr x18, vl
li s0, 20
vsetvli x27, s0, e32, m2, ta, ma
vadd.vi v12, v16, -5
vmv.v.v v16, v12
csrr x1, vl
li s0, 200
vsetvli x1, s0, e16, m2, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v8, (s1), v0.t
vmv.v.x v0, x30
csrr x19, vl
fsd f26, -114(s1)
li s0, 16
vsetvli x10, s0, e8, m1, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v8, (s1), v0.t
vmv.v.x v0, x12
csrr x1, vl
li s0, 1
vsetvli x19, s0, e8, m1, ta, ma
vmv.v.i v16, -16
csrr x17, vl
li s0, 16
vsetvli x25, s0, e8, m1, ta, ma
vmul.vv v16, v8, v8
vmul.vx v16, v16, x25
csrr x7, vl
li s0, 200
vsetvli x7, s0, e16, m1, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v8, (s1), v0.t
csrr x13, vl
lh x18, -7(s1)
lw x24, 125(s1)
li s0, 16
vsetvli x22, s0, e32, m4, ta, ma
vid.v v8
csrr x20, vl
li s0, 1
vsetvli x13, s0, e64, m2, ta, ma
vmv.x.s x12, v8
vmv.s.x v8, x21
csrr x26, vl
li s0, 7
vsetvli x23, s0, e16, m1, ta, ma
vadd.vi v8, v8, 5, v0.t
vmv.v.v v8, v8
csrr x26, vl
li x10, 7342181533636616179
li s0, 18446744070480066378
fmv.d.x f24, s0
lw x6, 60(s1)
li s0, 20
vsetvli x5, s0, e64, m2, ta, ma
vmv.x.s x16, v12
vmv.s.x v8, x10
csrr x14, vl
li x30, 1
li s0, 18446744071553679359
fmv.d.x f20, s0
li s0, 200
vsetvli x17, s0, e8, m4, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1)
csrr x27, vl
li s0, 16
vsetvli x25, s0, e16, m4, ta, ma
vadd.vi v12, v12, 1
vmv.v.v v8, v16
csrr x11, vl
li s0, 200
vsetvli x20, s0, e64, m2, ta, ma
vmv.x.s x25, v16
vmv.s.x v16, x25
csrr x25, vl
li x27, 5409325583111542092
li s0, 4607182418800017408
fmv.d.x f26, s0
li s0, 1
vsetvli x6, s0, e32, m2, ta, ma
vmv.x.s x16, v12
vmv.s.x v8, x28
csrr x14, vl
sw x31, 186(s1)
li s0, 20
vsetvli x13, s0, e64, m4, ta, ma
vmv.x.s x23, v8
vmv.s.x v12, x17
csrr x23, vl
li s0, 7
vsetvli x10, s0, e32, m2, ta, ma
vmul.vv v12, v16, v8
vmul.vx v16, v8, x16
csrr x28, vl
li s0, 3
vsetvli x21, s0, e32, m1, ta, ma
vmv.x.s x1, v8
vmv.s.x v16, x25
csrr x5, vl
li x14, 2147483648
li s0, 9223372036854775808
fmv.d.x f1, s0
li s0, 3
vsetvli x18, s0, e16, m1, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v8, (s1)
csrr x28, vl
sh x16, 25(s1)
li s0, 200
vsetvli x10, s0, e16, m2, ta, ma
vid.v v8, v0.t
csrr x7, vl
li s0, 1
vsetvli x17, s0, e32, m2, ta, ma
vmul.vv v16, v8, v12, v0.t
vmul.vx v12, v8, x26, v0.t
csrr x6, vl
ld x26, 135(s1)
li s0, 3
vsetvli x17, s0, e16, m4, ta, ma
vmv.v.x v8, x16
csrr x26, vl
li s0, 7
vsetvli x19, s0, e32, m1, ta, ma
vid.v v8, v0.t
csrr x20, vl
li s0, 3
vsetvli x19, s0, e64, m4, ta, ma
vadd.vi v12, v12, -11, v0.t
vmv.v.v v8, v16
csrr x5, vl
li s0, 16
vsetvli x15, s0, e16, m4, ta, ma
vmv.v.x v12, x22
csrr x20, vl
fld f19, -80(s1)
li s0, 1
vsetvli x31, s0, e64, m4, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1)
csrr x30, vl
sb x21, 59(s1)
li s0, 1
vsetvli x17, s0, e64, m4, ta, ma
vmv.v.i v8, -16
csrr x17, vl
li x14, 1311768467463790320
li s0, 18442240474082181120
fmv.d.x f29, s0
li s0, 7
vsetvli x11, s0, e8, m2, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v12, (s1), v0.t
csrr x16, vl
li s0, 20
vsetvli x22, s0, e16, m4, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v16, (s1)
csrr x6, vl
li s0, 16
vsetvli x16, s0, e16, m4, ta, ma
vmv.v.i v8, -10
csrr x1, vl
li x29, -9223372036854775808
li s0, 18446744069422972928
fmv.d.x f2, s0
li x24, 4294967295
li s0, 9218868437227405311
fmv.d.x f24, s0
li s0, 20
vsetvli x31, s0, e64, m4, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v16, (s1)
csrr x27, vl
li s0, 1
vsetvli x29, s0, e8, m2, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1)
csrr x16, vl
li s0, 20
vsetvli x28, s0, e32, m2, ta, ma
vid.v v12, v0.t
csrr x14, vl
li s0, 200
vsetvli x17, s0, e32, m4, ta, ma
vid.v v16
csrr x5, vl
li s0, 3
vsetvli x12, s0, e16, m1, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x25, vl
li x11, -2147483648
li s0, 18446744073701163008
fmv.d.x f30, s0
li s0, 20
vsetvli x10, s0, e16, m4, ta, ma
vid.v v16, v0.t
csrr x26, vl
li s0, 16
vsetvli x30, s0, e64, m4, ta, ma
vadd.vi v12, v8, 14, v0.t
vmv.v.v v8, v8
csrr x1, vl
li x20, 2147483647
li s0, 9218868437227405312
fmv.d.x f6, s0
li x29, 1
li s0, 18446744073701163008
fmv.d.x f17, s0
sd x19, 231(s1)
li s0, 20
vsetvli x16, s0, e16, m1, ta, ma
vadd.vi v16, v8, -13
vmv.v.v v8, v12
csrr x16, vl
li s0, 200
vsetvli x27, s0, e8, m4, ta, ma
vmv.v.x v16, x13
csrr x15, vl
li s0, 16
vsetvli x12, s0, e16, m4, ta, ma
vmv.x.s x31, v12
vmv.s.x v8, x11
csrr x29, vl
li s0, 7
vsetvli x19, s0, e8, m4, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1), v0.t
vmv.v.x v0, x24
csrr x30, vl
li s0, 1
vsetvli x20, s0, e8, m1, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1)
vmv.v.x v0, x10
csrr x29, vl
li x17, 53
li s0, 18446744071553679359
fmv.d.x f29, s0
lh x1, 41(s1)
li s0, 20
vsetvli x26, s0, e32, m2, ta, ma
vid.v v8, v0.t
csrr x11, vl
li s0, 20
vsetvli x26, s0, e64, m2, ta, ma
vmul.vv v8, v8, v12, v0.t
vmul.vx v8, v12, x23, v0.t
csrr x13, vl
li x20, 4294967295
li s0, 18446744070479937536
fmv.d.x f6, s0
fsd f25, 72(s1)
lw x11, 217(s1)
li s0, 20
vsetvli x22, s0, e32, m4, ta, ma
vid.v v8, v0.t
csrr x24, vl
li s0, 16
vsetvli x24, s0, e32, m4, ta, ma
vmv.x.s x18, v12
vmv.s.x v16, x25
csrr x27, vl
li x31, 2147483647
li s0, 18446744070681264129
fmv.d.x f22, s0
li s0, 7
vsetvli x23, s0, e8, m1, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v8, (s1), v0.t
vmv.v.x v0, x29
csrr x18, vl
li s0, 20
vsetvli x5, s0, e8, m2, ta, ma
li s0, 3
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v8, (s1)
vmv.v.x v0, x28
csrr x19, vl
ld x15, -167(s1)
li s0, 200
vsetvli x31, s0, e64, m4, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v8, (s1)
vmv.v.x v0, x14
csrr x28, vl
li s0, 20
vsetvli x7, s0, e16, m2, ta, ma
vadd.vi v16, v16, 11, v0.t
vmv.v.v v12, v8
csrr x18, vl
li x11, 0
li s0, 4503599627370495
fmv.d.x f0, s0
li s0, 16
vsetvli x29, s0, e64, m2, ta, ma
vadd.vi v12, v16, -14
vmv.v.v v12, v12
csrr x17, vl
li s0, 200
vsetvli x29, s0, e16, m4, ta, ma
vmul.vv v8, v16, v12
vmul.vx v12, v12, x23
csrr x20, vl
li s0, 1
vsetvli x11, s0, e64, m4, ta, ma
vmul.vv v12, v12, v8, v0.t
vmul.vx v12, v8, x1, v0.t
csrr x1, vl
li s0, 16
vsetvli x5, s0, e64, m1, ta, ma
vid.v v8
csrr x26, vl
li x25, -8806957833422161043
li s0, 4607182418800017408
fmv.d.x f12, s0
li s0, 16
vsetvli x30, s0, e8, m2, ta, ma
vmv.x.s x28, v12
vmv.s.x v16, x14
csrr x28, vl
li x18, 4294967295
li s0, 18446744071553679359
fmv.d.x f27, s0
li x19, -1
li s0, 18446744071071089010
fmv.d.x f21, s0
li s0, 1
vsetvli x16, s0, e32, m1, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v12, (s1), v0.t
vmv.v.x v0, x28
csrr x28, vl
li s0, 3
vsetvli x16, s0, e64, m2, ta, ma
vadd.vi v12, v12, -5
vmv.v.v v8, v12
csrr x6, vl
li x20, 0
li s0, 18446744069711543232
fmv.d.x f16, s0
li x11, -1
li s0, 9218868437227405311
fmv.d.x f21, s0
li x27, -3603940896939343421
li s0, 17504587835157628756
fmv.d.x f16, s0
li s0, 1
vsetvli x18, s0, e8, m1, ta, ma
vmul.vv v16, v12, v16, v0.t
vmul.vx v12, v8, x31, v0.t
csrr x12, vl
li s0, 3
vsetvli x20, s0, e8, m2, ta, ma
vadd.vv v12, v8, v16
vadd.vx v16, v16, x26
csrr x17, vl
li s0, 1
vsetvli x27, s0, e32, m2, ta, ma
vadd.vi v16, v12, -6
vmv.v.v v12, v16
csrr x17, vl
sw x21, -96(s1)
li s0, 3
vsetvli x23, s0, e64, m1, ta, ma
vmv.v.i v8, 1
csrr x20, vl
li s0, 16
vsetvli x30, s0, e64, m1, ta, ma
vmv.x.s x11, v16
vmv.s.x v8, x20
csrr x11, vl
li x19, -94
li s0, 18446744069422972927
fmv.d.x f15, s0
li s0, 1
vsetvli x30, s0, e8, m2, ta, ma
vmul.vv v16, v8, v12, v0.t
vmul.vx v12, v12, x31, v0.t
csrr x11, vl
li s0, 20
vsetvli x17, s0, e32, m1, ta, ma
vadd.vi v8, v12, 12
vmv.v.v v16, v8
csrr x17, vl
li s0, 20
vsetvli x31, s0, e8, m2, ta, ma
vmv.v.i v16, 12
csrr x14, vl
li s0, 1
vsetvli x12, s0, e16, m4, ta, ma
vadd.vv v16, v8, v12, v0.t
vadd.vx v12, v8, x31, v0.t
csrr x7, vl
li s0, 3
vsetvli x29, s0, e16, m2, ta, ma
vid.v v16, v0.t
csrr x31, vl
li s0, 200
vsetvli x26, s0, e32, m1, ta, ma
vadd.vv v8, v16, v12, v0.t
vadd.vx v16, v12, x16, v0.t
csrr x29, vl
li s0, 16
vsetvli x1, s0, e8, m1, ta, ma
vadd.vi v16, v16, 0, v0.t
vmv.v.v v16, v16
csrr x18, vl
ld x31, 13(s1)
li s0, 16
vsetvli x20, s0, e8, m2, ta, ma
vid.v v12
csrr x27, vl
lbu x13, -158(s1)
li s0, 3
vsetvli x24, s0, e16, m2, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v16, (s1)
csrr x12, vl
li s0, 3
vsetvli x1, s0, e8, m2, ta, ma
vadd.vv v12, v8, v12
vadd.vx v16, v12, x10
csrr x11, vl
li x12, -1
li s0, 18446744069414584321
fmv.d.x f19, s0
li s0, 7
vsetvli x6, s0, e8, m1, ta, ma
vadd.vv v12, v16, v16, v0.t
vadd.vx v12, v8, x22, v0.t
csrr x19, vl
li x21, 4294967295
li s0, 18446744071553679359
fmv.d.x f9, s0
li s0, 200
vsetvli x15, s0, e64, m4, ta, ma
vmv.x.s x6, v12
vmv.s.x v12, x21
csrr x7, vl
li s0, 7
vsetvli x12, s0, e8, m2, ta, ma
vmul.vv v8, v8, v8, v0.t
vmul.vx v12, v8, x28, v0.t
csrr x12, vl
li x7, 61
li s0, 18446744070479937536
fmv.d.x f26, s0
li x10, 1311768467463790320
li s0, 18442240474082181120
fmv.d.x f17, s0
fsw f29, -73(s1)
li s0, 7
vsetvli x25, s0, e8, m2, ta, ma
vadd.vv v8, v8, v12, v0.t
vadd.vx v16, v16, x17, v0.t
csrr x30, vl
li s0, 7
vsetvli x7, s0, e32, m2, ta, ma
vmv.v.i v16, 0
csrr x10, vl
lw x19, 228(s1)
li x31, 4294967295
li s0, 18446744071553679360
fmv.d.x f25, s0
li s0, 7
vsetvli x11, s0, e64, m2, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v16, (s1), v0.t
csrr x23, vl
li x10, 1
li s0, 1
fmv.d.x f17, s0
li s0, 3
vsetvli x19, s0, e64, m4, ta, ma
vid.v v12, v0.t
csrr x12, vl
li s0, 200
vsetvli x1, s0, e64, m4, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1)
vmv.v.x v0, x24
csrr x5, vl
li x23, -9223372036854775808
li s0, 18446744069414584321
fmv.d.x f8, s0
li s0, 16
vsetvli x16, s0, e16, m2, ta, ma
vadd.vi v16, v16, -10
vmv.v.v v16, v8
csrr x28, vl
li s0, 20
vsetvli x6, s0, e32, m2, ta, ma
vmv.x.s x5, v8
vmv.s.x v16, x31
csrr x11, vl
lb x25, 151(s1)
li x17, 4294967295
li s0, 18446744071553679359
fmv.d.x f10, s0
li s0, 1
vsetvli x28, s0, e64, m1, ta, ma
vid.v v8
csrr x7, vl
lh x29, -222(s1)
sb x27, -71(s1)
li x10, 1
li s0, 9218868437227405313
fmv.d.x f28, s0
li x24, 0
li s0, 18446744069422972928
fmv.d.x f1, s0
li s0, 1
vsetvli x16, s0, e8, m1, ta, ma
vadd.vv v8, v8, v16, v0.t
vadd.vx v8, v8, x6, v0.t
csrr x31, vl
li s0, 3
vsetvli x24, s0, e64, m2, ta, ma
vmul.vv v12, v8, v12, v0.t
vmul.vx v12, v8, x30, v0.t
csrr x28, vl
li s0, 16
vsetvli x22, s0, e8, m1, ta, ma
vmv.x.s x11, v12
vmv.s.x v12, x6
csrr x12, vl
li s0, 16
vsetvli x30, s0, e8, m4, ta, ma
vadd.vv v8, v16, v8
vadd.vx v12, v16, x18
csrr x29, vl
li s0, 20
vsetvli x31, s0, e8, m1, ta, ma
vadd.vv v16, v8, v16
vadd.vx v12, v8, x1
csrr x12, vl
sb x23, -175(s1)
li s0, 20
vsetvli x23, s0, e64, m2, ta, ma
vadd.vv v12, v16, v16
vadd.vx v16, v8, x20
csrr x23, vl
fsw f27, -251(s1)
li s0, 16
vsetvli x25, s0, e32, m2, ta, ma
vadd.vv v12, v12, v8
vadd.vx v8, v16, x26
csrr x14, vl
li s0, 20
vsetvli x13, s0, e32, m4, ta, ma
vmv.v.i v8, 12
csrr x12, vl
sb x24, 127(s1)
lwu x15, 170(s1)
li s0, 3
vsetvli x18, s0, e32, m2, ta, ma
li s0, 16
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v12, (s1), v0.t
vmv.v.x v0, x27
csrr x7, vl
li x11, -2147483648
li s0, 1
fmv.d.x f25, s0
li s0, 16
vsetvli x14, s0, e8, m2, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v16, (s1), v0.t
csrr x23, vl
li s0, 1
vsetvli x7, s0, e8, m4, ta, ma
vmul.vv v12, v8, v8
vmul.vx v12, v12, x27
csrr x17, vl
li s0, 3
vsetvli x31, s0, e8, m1, ta, ma
vmv.v.i v16, 15
csrr x5, vl
li s0, 200
vsetvli x23, s0, e16, m2, ta, ma
vadd.vi v8, v12, 15
vmv.v.v v16, v8
csrr x25, vl
li s0, 1
vsetvli x13, s0, e8, m4, ta, ma
vmv.x.s x12, v8
vmv.s.x v16, x31
csrr x18, vl
li s0, 20
vsetvli x19, s0, e64, m2, ta, ma
vadd.vi v16, v8, -2
vmv.v.v v16, v8
csrr x5, vl
li s0, 200
vsetvli x5, s0, e8, m2, ta, ma
li s0, 3
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v16, (s1), v0.t
csrr x14, vl
li s0, 1
vsetvli x14, s0, e64, m1, ta, ma
vmv.x.s x13, v8
vmv.s.x v12, x29
csrr x13, vl
li x23, -9223372036854775808
li s0, 18446744071557873664
fmv.d.x f26, s0
li x23, -3465377597648507204
li s0, 18446744069414584321
fmv.d.x f15, s0
li s0, 1
vsetvli x12, s0, e64, m1, ta, ma
vid.v v12, v0.t
csrr x6, vl
li s0, 7
vsetvli x20, s0, e8, m2, ta, ma
vadd.vi v12, v12, 13, v0.t
vmv.v.v v8, v12
csrr x13, vl
lb x19, -132(s1)
li s0, 1
vsetvli x12, s0, e32, m1, ta, ma
vmv.x.s x6, v12
vmv.s.x v16, x7
csrr x11, vl
li s0, 7
vsetvli x26, s0, e8, m1, ta, ma
vmv.v.x v12, x14
csrr x12, vl
li s0, 3
vsetvli x14, s0, e32, m4, ta, ma
vadd.vv v8, v12, v8, v0.t
vadd.vx v12, v8, x5, v0.t
csrr x31, vl
li s0, 3
vsetvli x30, s0, e32, m4, ta, ma
vid.v v8, v0.t
csrr x27, vl
li s0, 1
vsetvli x1, s0, e64, m2, ta, ma
vmul.vv v16, v12, v12
vmul.vx v16, v12, x30
csrr x20, vl
li x22, 0
li s0, 18446744073701163008
fmv.d.x f13, s0
li s0, 16
vsetvli x5, s0, e32, m4, ta, ma
vmv.v.i v12, 12
csrr x6, vl
li x13, 2147483647
li s0, 9218868437227405312
fmv.d.x f22, s0
li x14, 0
li s0, 18446744073701163008
fmv.d.x f25, s0
fld f1, -247(s1)
li x12, 2147483648
li s0, 18446744069422972928
fmv.d.x f3, s0
li s0, 16
vsetvli x16, s0, e32, m2, ta, ma
vid.v v16
csrr x18, vl
li x21, 2147483647
li s0, 4607182418800017408
fmv.d.x f12, s0
li s0, 16
vsetvli x31, s0, e16, m4, ta, ma
vmv.x.s x13, v16
vmv.s.x v12, x15
csrr x5, vl
li s0, 3
vsetvli x11, s0, e8, m1, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1), v0.t
vmv.v.x v0, x25
csrr x15, vl
li s0, 1
vsetvli x13, s0, e8, m2, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1)
vmv.v.x v0, x29
csrr x31, vl
fsw f2, 236(s1)
li s0, 7
vsetvli x5, s0, e16, m4, ta, ma
vadd.vv v12, v12, v8
vadd.vx v12, v12, x26
csrr x12, vl
li s0, 7
vsetvli x21, s0, e8, m2, ta, ma
vmul.vv v16, v8, v16
vmul.vx v8, v16, x27
csrr x14, vl
li s0, 1
vsetvli x29, s0, e8, m2, ta, ma
vid.v v8, v0.t
csrr x14, vl
lwu x28, -239(s1)
li s0, 1
vsetvli x6, s0, e16, m4, ta, ma
vmv.v.i v8, 2
csrr x31, vl
li s0, 20
vsetvli x31, s0, e8, m2, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1)
csrr x18, vl
lhu x20, -199(s1)
lb x14, -204(s1)
li s0, 7
vsetvli x11, s0, e8, m2, ta, ma
vmv.v.x v16, x22
csrr x26, vl
lwu x25, 101(s1)
li x16, 4294967295
li s0, 18446744069422972927
fmv.d.x f0, s0
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
li s0, 128
vsetvli zero, s0, e8, m1, ta, ma
la a1, dump
vse8.v v0, (a1)
li a7, 64
li a0, 1
li a2, 128
ecall
li s0, 128
vsetvli zero, s0, e8, m1, ta, ma
la a1, dump
vse8.v v8, (a1)
li a7, 64
li a0, 1
li a2, 128
ecall
li s0, 128
vsetvli zero, s0, e8, m1, ta, ma
la a1, dump
vse8.v v12, (a1)
li a7, 64
li a0, 1
li a2, 128
ecall
li s0, 128
vsetvli zero, s0, e8, m1, ta, ma
la a1, dump
vse8.v v16, (a1)
li a7, 64
li a0, 1
li a2, 128
ecall
li a7, 93
li a0, 0
ecall
.data
.p2align 6
scratch:
.byte 36, 76, 110, 185, 61, 66, 122, 61, 240, 91, 40, 135, 54, 203, 230, 9, 186, 98, 53, 213, 83, 48, 143, 3, 103, 6, 56, 211, 91, 116, 148, 24, 19, 205, 211, 47, 116, 17, 182, 72, 43, 125, 7, 5, 156, 151, 227, 202, 129, 132, 197, 184, 55, 197, 199, 73, 4, 159, 42, 6, 117, 75, 67, 59
.zero 960
dump:
.zero 1024
