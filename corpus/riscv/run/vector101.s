.text
.globl _start
_start:
la s1, scratch + 512
li x1, -9223372036854775808
li x5, 2147483648
li x6, -9223372036854775808
li x7, 1311768467463790320
li x10, 1311768467463790320
li x11, 0
li x12, 4294967295
li x13, 1311768467463790320
li x14, 0
li x15, -9223372036854775808
li x16, -7179699354605405769
li x17, 4294967295
li x18, 9223372036854775807
li x19, 0
li x20, 0
li x21, 1
li x22, -1
li x23, 0
li x24, -1
li x25, 2147483647
li x26, -1
li x27, 4294967295
li x28, 0
li x29, -1806691499285999518
li x30, 4294967295
li x31, -2147483648
li s0, 18446744071553679360
fmv.d.x f0, s0
li s0, 9223372036854775808
fmv.d.x f1, s0
li s0, 18446744071562067968
fmv.d.x f2, s0
li s0, 9223372036854775808
fmv.d.x f3, s0
li s0, 18446744071557873664
fmv.d.x f4, s0
li s0, 0
fmv.d.x f5, s0
li s0, 18446744073701163008
fmv.d.x f6, s0
li s0, 4845873199050653697
fmv.d.x f7, s0
li s0, 18446744071553679360
fmv.d.x f8, s0
li s0, 4845873199050653697
fmv.d.x f9, s0
li s0, 18446744071562067968
fmv.d.x f10, s0
li s0, 4845873199050653697
fmv.d.x f11, s0
li s0, 18446744071562067968
fmv.d.x f12, s0
li s0, 4845873199050653697
fmv.d.x f13, s0
li s0, 18446744069422972927
fmv.d.x f14, s0
li s0, 4503599627370496
fmv.d.x f15, s0
li s0, 18446744071553679360
fmv.d.x f16, s0
li s0, 9223372036854775808
fmv.d.x f17, s0
li s0, 18446744069414584321
fmv.d.x f18, s0
li s0, 4845873199050653697
fmv.d.x f19, s0
li s0, 18446744071557873664
fmv.d.x f20, s0
li s0, 4503599627370496
fmv.d.x f21, s0
li s0, 18446744073701163008
fmv.d.x f22, s0
li s0, 4845873199050653697
fmv.d.x f23, s0
li s0, 18446744070479937536
fmv.d.x f24, s0
li s0, 0
fmv.d.x f25, s0
li s0, 18446744070479937536
fmv.d.x f26, s0
li s0, 1
fmv.d.x f27, s0
li s0, 18446744073701163008
fmv.d.x f28, s0
li s0, 4503599627370495
fmv.d.x f29, s0
li s0, 18446744070479937536
fmv.d.x f30, s0
li s0, 9221120237041090560
fmv.d.x f31, s0
li s0, 1
vsetvli x24, s0, e8, m1, ta, ma
vmv.x.s x27, v12
vmv.s.x v12, x19
csrr x25, vl
li s0, 3
vsetvli x10, s0, e64, m1, ta, ma
vmv.x.s x29, v8
vmv.s.x v8, x23
csrr x20, vl
li x12, -1
li s0, 18446744070681264129
fmv.d.x f2, s0
li s0, 200
vsetvli x10, s0, e16, m4, ta, ma
vid.v v8, v0.t
csrr x23, vl
sh x31, -34(s1)
li x25, 1311768467463790320
li s0, 9223372036854775808
fmv.d.x f20, s0
li x17, 2147483647
li s0, 9221120237041090560
fmv.d.x f15, s0
li s0, 1
vsetvli x6, s0, e16, m2, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v16, (s1)
csrr x21, vl
li s0, 7
vsetvli x17, s0, e32, m2, ta, ma
vadd.vi v16, v12, 13
vmv.v.v v16, v16
csrr x23, vl
li s0, 20
vsetvli x14, s0, e8, m4, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1), v0.t
vmv.v.x v0, x10
csrr x1, vl
fsd f12, 217(s1)
lh x25, -115(s1)
li s0, 3
vsetvli x25, s0, e8, m2, ta, ma
vadd.vi v12, v12, -9
vmv.v.v v8, v16
csrr x16, vl
lh x6, -62(s1)
li s0, 16
vsetvli x16, s0, e16, m2, ta, ma
vadd.vv v8, v16, v16, v0.t
vadd.vx v16, v8, x30, v0.t
csrr x12, vl
li s0, 3
vsetvli x14, s0, e64, m2, ta, ma
vmv.x.s x25, v12
vmv.s.x v12, x27
csrr x19, vl
fsd f21, -105(s1)
li s0, 20
vsetvli x21, s0, e32, m1, ta, ma
vid.v v16, v0.t
csrr x16, vl
flw f14, -159(s1)
li s0, 1
vsetvli x13, s0, e64, m4, ta, ma
vid.v v8, v0.t
csrr x6, vl
li s0, 1
vsetvli x23, s0, e64, m2, ta, ma
vadd.vv v8, v16, v8
vadd.vx v16, v16, x1
csrr x15, vl
fsd f6, 134(s1)
flw f22, -256(s1)
sh x22, -123(s1)
li s0, 3
vsetvli x19, s0, e8, m1, ta, ma
vmul.vv v16, v8, v8, v0.t
vmul.vx v12, v16, x7, v0.t
csrr x5, vl
lw x29, 58(s1)
li s0, 7
vsetvli x21, s0, e16, m1, ta, ma
vadd.vi v12, v8, 3, v0.t
vmv.v.v v16, v16
csrr x16, vl
li x10, -9223372036854775808
li s0, 18446744070681264129
fmv.d.x f27, s0
li s0, 200
vsetvli x10, s0, e64, m4, ta, ma
vmv.v.x v16, x30
csrr x30, vl
li s0, 200
vsetvli x28, s0, e64, m2, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v16, (s1), v0.t
csrr x6, vl
li s0, 3
vsetvli x19, s0, e32, m1, ta, ma
li s0, 7
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1), v0.t
csrr x19, vl
li s0, 200
vsetvli x30, s0, e16, m4, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1), v0.t
vmv.v.x v0, x23
csrr x13, vl
li x24, 2147483647
li s0, 18446744071553679359
fmv.d.x f5, s0
li x31, 4294967295
li s0, 18446744069422972928
fmv.d.x f15, s0
sh x16, 132(s1)
li s0, 20
vsetvli x23, s0, e32, m2, ta, ma
vadd.vv v16, v8, v8
vadd.vx v12, v16, x12
csrr x25, vl
lh x29, 183(s1)
li s0, 1
vsetvli x30, s0, e32, m4, ta, ma
vid.v v12, v0.t
csrr x21, vl
li s0, 7
vsetvli x24, s0, e8, m2, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1), v0.t
vmv.v.x v0, x6
csrr x25, vl
ld x20, -55(s1)
li s0, 20
vsetvli x10, s0, e8, m2, ta, ma
vadd.vv v8, v16, v12, v0.t
vadd.vx v12, v12, x20, v0.t
csrr x18, vl
li s0, 200
vsetvli x5, s0, e8, m4, ta, ma
vmul.vv v8, v12, v12
vmul.vx v16, v12, x14
csrr x6, vl
li s0, 7
vsetvli x14, s0, e16, m4, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1)
vmv.v.x v0, x29
csrr x27, vl
lb x28, -17(s1)
li s0, 3
vsetvli x28, s0, e64, m2, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1)
csrr x18, vl
li s0, 1
vsetvli x30, s0, e32, m4, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v12, (s1)
vmv.v.x v0, x18
csrr x17, vl
li s0, 1
vsetvli x22, s0, e32, m2, ta, ma
vmul.vv v8, v8, v12, v0.t
vmul.vx v8, v8, x15, v0.t
csrr x16, vl
fsd f24, 120(s1)
li s0, 7
vsetvli x6, s0, e16, m1, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v8, (s1), v0.t
csrr x12, vl
fsw f3, -175(s1)
li s0, 7
vsetvli x24, s0, e32, m4, ta, ma
vadd.vv v12, v12, v8, v0.t
vadd.vx v8, v16, x12, v0.t
csrr x26, vl
li x27, 9223372036854775807
li s0, 18446744071553679359
fmv.d.x f22, s0
li s0, 200
vsetvli x5, s0, e8, m4, ta, ma
vadd.vv v8, v8, v16, v0.t
vadd.vx v8, v12, x5, v0.t
csrr x21, vl
li s0, 20
vsetvli x31, s0, e64, m2, ta, ma
vmv.x.s x10, v8
vmv.s.x v12, x7
csrr x15, vl
li s0, 16
vsetvli x22, s0, e8, m2, ta, ma
vadd.vv v16, v8, v12, v0.t
vadd.vx v16, v12, x24, v0.t
csrr x23, vl
li s0, 20
vsetvli x23, s0, e8, m4, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v8, (s1)
vmv.v.x v0, x31
csrr x10, vl
li s0, 200
vsetvli x28, s0, e64, m4, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1)
csrr x5, vl
li s0, 16
vsetvli x15, s0, e64, m1, ta, ma
vmul.vv v8, v12, v8, v0.t
vmul.vx v8, v8, x5, v0.t
csrr x30, vl
li s0, 200
vsetvli x10, s0, e8, m1, ta, ma
vid.v v16, v0.t
csrr x30, vl
fsw f16, -167(s1)
li s0, 16
vsetvli x1, s0, e32, m4, ta, ma
vadd.vi v16, v12, 2, v0.t
vmv.v.v v8, v16
csrr x22, vl
li s0, 7
vsetvli x19, s0, e16, m4, ta, ma
vadd.vv v8, v16, v12, v0.t
vadd.vx v8, v12, x19, v0.t
csrr x1, vl
li s0, 7
vsetvli x20, s0, e32, m2, ta, ma
vadd.vi v12, v8, -14, v0.t
vmv.v.v v16, v8
csrr x18, vl
li s0, 1
vsetvli x28, s0, e32, m1, ta, ma
li s0, 16
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v8, (s1)
vmv.v.x v0, x24
csrr x29, vl
li s0, 3
vsetvli x14, s0, e64, m2, ta, ma
vid.v v8
csrr x1, vl
li s0, 3
vsetvli x10, s0, e8, m4, ta, ma
vmv.x.s x18, v8
vmv.s.x v12, x20
csrr x1, vl
li s0, 7
vsetvli x11, s0, e8, m1, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1), v0.t
csrr x15, vl
li s0, 3
vsetvli x28, s0, e64, m1, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1), v0.t
csrr x20, vl
li s0, 3
vsetvli x5, s0, e32, m2, ta, ma
vadd.vi v8, v8, 4, v0.t
vmv.v.v v8, v12
csrr x1, vl
li s0, 1
vsetvli x20, s0, e8, m1, ta, ma
vadd.vv v8, v16, v8
vadd.vx v16, v8, x13
csrr x5, vl
li s0, 200
vsetvli x6, s0, e64, m1, ta, ma
vadd.vi v8, v16, -3
vmv.v.v v12, v16
csrr x18, vl
li x5, -2147483648
li s0, 4845873199050653697
fmv.d.x f12, s0
li s0, 7
vsetvli x6, s0, e16, m1, ta, ma
vid.v v12
csrr x30, vl
li s0, 1
vsetvli x19, s0, e8, m1, ta, ma
vid.v v12, v0.t
csrr x7, vl
li s0, 200
vsetvli x20, s0, e8, m4, ta, ma
vmv.v.i v12, 5
csrr x27, vl
li s0, 200
vsetvli x27, s0, e8, m1, ta, ma
vid.v v16, v0.t
csrr x7, vl
li s0, 1
vsetvli x28, s0, e16, m1, ta, ma
vmul.vv v12, v12, v16, v0.t
vmul.vx v16, v8, x17, v0.t
csrr x14, vl
li s0, 7
vsetvli x5, s0, e64, m4, ta, ma
vmv.v.i v16, -3
csrr x5, vl
li s0, 3
vsetvli x22, s0, e32, m1, ta, ma
li s0, 16
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v8, (s1), v0.t
vmv.v.x v0, x17
csrr x20, vl
li s0, 200
vsetvli x18, s0, e64, m2, ta, ma
vmv.v.x v8, x19
csrr x27, vl
li s0, 16
vsetvli x25, s0, e64, m4, ta, ma
vmv.x.s x25, v16
vmv.s.x v12, x13
csrr x22, vl
li s0, 20
vsetvli x31, s0, e16, m2, ta, ma
vid.v v12, v0.t
csrr x19, vl
li x29, 9223372036854775807
li s0, 18446744069414584321
fmv.d.x f7, s0
li x16, 1623365290192064258
li s0, 18446744069422972927
fmv.d.x f10, s0
li x11, -1
li s0, 0
fmv.d.x f28, s0
li s0, 1
vsetvli x21, s0, e32, m2, ta, ma
vid.v v12
csrr x16, vl
li s0, 7
vsetvli x17, s0, e16, m2, ta, ma
vmv.x.s x7, v16
vmv.s.x v8, x25
csrr x13, vl
li s0, 3
vsetvli x17, s0, e8, m1, ta, ma
vadd.vv v16, v12, v12
vadd.vx v12, v16, x7
csrr x6, vl
li s0, 20
vsetvli x30, s0, e8, m1, ta, ma
vmul.vv v16, v12, v12
vmul.vx v16, v16, x22
csrr x11, vl
li x15, -53
li s0, 18446744071553679361
fmv.d.x f8, s0
li s0, 7
vsetvli x21, s0, e64, m1, ta, ma
vmv.v.x v8, x27
csrr x13, vl
li s0, 20
vsetvli x19, s0, e32, m1, ta, ma
vid.v v16
csrr x29, vl
li s0, 20
vsetvli x12, s0, e8, m4, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1), v0.t
vmv.v.x v0, x17
csrr x27, vl
li s0, 200
vsetvli x16, s0, e16, m2, ta, ma
vmv.x.s x11, v8
vmv.s.x v12, x16
csrr x25, vl
fsw f29, -237(s1)
lhu x21, -240(s1)
li x18, 1311768467463790320
li s0, 18446744070681264129
fmv.d.x f1, s0
li s0, 3
vsetvli x16, s0, e32, m1, ta, ma
vmul.vv v12, v8, v16, v0.t
vmul.vx v16, v8, x30, v0.t
csrr x20, vl
sw x13, 114(s1)
li s0, 3
vsetvli x16, s0, e32, m4, ta, ma
li s0, 7
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1)
csrr x10, vl
li s0, 1
vsetvli x12, s0, e8, m4, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1)
vmv.v.x v0, x29
csrr x30, vl
li s0, 16
vsetvli x30, s0, e32, m2, ta, ma
vid.v v12, v0.t
csrr x29, vl
li s0, 200
vsetvli x31, s0, e64, m1, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v8, (s1)
vmv.v.x v0, x6
csrr x12, vl
li s0, 1
vsetvli x31, s0, e16, m1, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v8, (s1)
csrr x16, vl
li s0, 3
vsetvli x24, s0, e32, m2, ta, ma
vadd.vi v16, v12, -1
vmv.v.v v12, v8
csrr x24, vl
li x21, -88
li s0, 0
fmv.d.x f5, s0
fsd f6, 41(s1)
li s0, 20
vsetvli x18, s0, e32, m1, ta, ma
vmul.vv v12, v8, v8
vmul.vx v16, v16, x26
csrr x15, vl
li s0, 7
vsetvli x15, s0, e32, m4, ta, ma
vmul.vv v16, v8, v12
vmul.vx v12, v8, x5
csrr x17, vl
li s0, 200
vsetvli x20, s0, e16, m1, ta, ma
vadd.vv v12, v12, v8, v0.t
vadd.vx v12, v16, x1, v0.t
csrr x16, vl
li s0, 16
vsetvli x6, s0, e8, m1, ta, ma
vid.v v8
csrr x18, vl
ld x26, 89(s1)
li s0, 7
vsetvli x30, s0, e64, m4, ta, ma
vmul.vv v16, v16, v16
vmul.vx v12, v12, x23
csrr x5, vl
li s0, 200
vsetvli x6, s0, e8, m1, ta, ma
vmv.x.s x22, v12
vmv.s.x v16, x6
csrr x13, vl
li s0, 3
vsetvli x1, s0, e8, m1, ta, ma
vmul.vv v16, v16, v16
vmul.vx v8, v8, x20
csrr x18, vl
li s0, 7
vsetvli x19, s0, e64, m2, ta, ma
vmv.x.s x19, v8
vmv.s.x v16, x14
csrr x17, vl
li s0, 1
vsetvli x21, s0, e16, m2, ta, ma
vid.v v8
csrr x6, vl
lhu x15, -22(s1)
li x19, 2147483647
li s0, 18446744071553679360
fmv.d.x f23, s0
li s0, 20
vsetvli x25, s0, e8, m4, ta, ma
vadd.vv v12, v16, v8
vadd.vx v12, v8, x7
csrr x17, vl
li s0, 200
vsetvli x17, s0, e8, m2, ta, ma
vmul.vv v8, v8, v12
vmul.vx v8, v12, x29
csrr x5, vl
li x16, 8654832479126887117
li s0, 9218868437227405313
fmv.d.x f20, s0
li s0, 3
vsetvli x27, s0, e32, m4, ta, ma
vmv.v.i v16, -13
csrr x17, vl
li x22, 0
li s0, 18446744071557873664
fmv.d.x f18, s0
li x26, 4294967295
li s0, 4845873199050653697
fmv.d.x f3, s0
li x24, 2147483647
li s0, 18442240474082181120
fmv.d.x f29, s0
li s0, 3
vsetvli x21, s0, e8, m1, ta, ma
vmv.v.i v8, 0
csrr x30, vl
li s0, 3
vsetvli x15, s0, e64, m1, ta, ma
vmv.x.s x17, v16
vmv.s.x v8, x29
csrr x15, vl
li s0, 7
vsetvli x29, s0, e8, m1, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v12, (s1), v0.t
csrr x10, vl
li s0, 16
vsetvli x18, s0, e32, m2, ta, ma
vadd.vi v12, v8, -13
vmv.v.v v8, v8
csrr x22, vl
li x21, 9223372036854775807
li s0, 9218868437227405312
fmv.d.x f25, s0
li s0, 20
vsetvli x10, s0, e16, m4, ta, ma
vid.v v12
csrr x23, vl
li x21, 1311768467463790320
li s0, 18446744069414584320
fmv.d.x f16, s0
li s0, 16
vsetvli x19, s0, e16, m2, ta, ma
vmv.v.x v12, x16
csrr x12, vl
fsw f18, -228(s1)
li s0, 7
vsetvli x21, s0, e64, m2, ta, ma
vadd.vi v8, v12, 9, v0.t
vmv.v.v v16, v16
csrr x21, vl
lhu x18, 100(s1)
li x22, 1311768467463790320
li s0, 18446744070681264129
fmv.d.x f26, s0
li s0, 20
vsetvli x21, s0, e8, m4, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1)
csrr x27, vl
li x12, 0
li s0, 4607677186178620641
fmv.d.x f26, s0
li s0, 200
vsetvli x26, s0, e8, m4, ta, ma
vid.v v16, v0.t
csrr x25, vl
li s0, 7
vsetvli x16, s0, e32, m4, ta, ma
li s0, 16
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v12, (s1)
vmv.v.x v0, x6
csrr x30, vl
li s0, 1
vsetvli x10, s0, e8, m1, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1)
vmv.v.x v0, x12
csrr x22, vl
li x15, -1
li s0, 4503599627370495
fmv.d.x f19, s0
flw f2, 156(s1)
ld x25, -70(s1)
li s0, 20
vsetvli x26, s0, e32, m1, ta, ma
vadd.vv v8, v12, v12, v0.t
vadd.vx v16, v12, x21, v0.t
csrr x22, vl
li x11, 1
li s0, 4845873199050653697
fmv.d.x f5, s0
li s0, 3
vsetvli x10, s0, e8, m2, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v8, (s1)
vmv.v.x v0, x18
csrr x14, vl
li x28, -9223372036854775808
li s0, 16855044402385548548
fmv.d.x f27, s0
lbu x24, -170(s1)
li x15, 2147483647
li s0, 4845873199050653697
fmv.d.x f12, s0
li x25, -9005186373595854959
li s0, 4607552987980774591
fmv.d.x f22, s0
li x16, 4294967295
li s0, 18446744070681264129
fmv.d.x f27, s0
li s0, 20
vsetvli x23, s0, e16, m4, ta, ma
vmv.x.s x5, v16
vmv.s.x v8, x11
csrr x29, vl
ld x6, 228(s1)
li s0, 16
vsetvli x13, s0, e32, m1, ta, ma
vmv.v.x v8, x16
csrr x13, vl
li s0, 3
vsetvli x14, s0, e8, m4, ta, ma
vid.v v12, v0.t
csrr x26, vl
li s0, 7
vsetvli x13, s0, e8, m1, ta, ma
vadd.vi v16, v8, 6, v0.t
vmv.v.v v12, v8
csrr x6, vl
sw x30, 55(s1)
li s0, 20
vsetvli x7, s0, e16, m4, ta, ma
vadd.vi v16, v12, 8
vmv.v.v v12, v16
csrr x22, vl
li s0, 7
vsetvli x14, s0, e16, m2, ta, ma
vmul.vv v16, v8, v16
vmul.vx v12, v8, x21
csrr x25, vl
li s0, 3
vsetvli x18, s0, e8, m2, ta, ma
li s0, 3
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v12, (s1)
csrr x20, vl
li s0, 16
vsetvli x24, s0, e16, m1, ta, ma
vmv.x.s x27, v16
vmv.s.x v8, x23
csrr x23, vl
li s0, 1
vsetvli x31, s0, e32, m4, ta, ma
vadd.vi v16, v12, -9
vmv.v.v v8, v16
csrr x13, vl
li s0, 200
vsetvli x15, s0, e32, m4, ta, ma
vadd.vi v16, v16, 0, v0.t
vmv.v.v v16, v16
csrr x31, vl
li s0, 20
vsetvli x28, s0, e16, m2, ta, ma
vmv.v.x v16, x24
csrr x24, vl
lb x5, -241(s1)
li s0, 7
vsetvli x19, s0, e16, m4, ta, ma
vmv.x.s x10, v16
vmv.s.x v8, x31
csrr x23, vl
lwu x10, 200(s1)
li s0, 1
vsetvli x25, s0, e32, m4, ta, ma
vadd.vv v12, v16, v16
vadd.vx v12, v16, x10
csrr x17, vl
fsw f23, -245(s1)
li s0, 20
vsetvli x6, s0, e8, m1, ta, ma
vmv.v.i v8, -11
csrr x11, vl
li s0, 3
vsetvli x29, s0, e32, m4, ta, ma
vadd.vi v16, v16, 2
vmv.v.v v16, v16
csrr x7, vl
li s0, 1
vsetvli x18, s0, e64, m2, ta, ma
vmv.x.s x22, v16
vmv.s.x v8, x7
csrr x7, vl
li s0, 200
vsetvli x31, s0, e8, m1, ta, ma
vadd.vv v8, v16, v8, v0.t
vadd.vx v8, v16, x12, v0.t
csrr x17, vl
li s0, 1
vsetvli x17, s0, e32, m4, ta, ma
vmul.vv v16, v8, v12, v0.t
vmul.vx v16, v16, x14, v0.t
csrr x15, vl
fsd f22, -178(s1)
li s0, 200
vsetvli x19, s0, e16, m1, ta, ma
vmul.vv v8, v8, v12, v0.t
vmul.vx v8, v12, x22, v0.t
csrr x11, vl
li s0, 1
vsetvli x12, s0, e16, m2, ta, ma
vid.v v12, v0.t
csrr x25, vl
li s0, 200
vsetvli x16, s0, e64, m1, ta, ma
vid.v v16, v0.t
csrr x11, vl
li s0, 200
vsetvli x25, s0, e32, m2, ta, ma
vmul.vv v12, v16, v12
vmul.vx v12, v8, x11
csrr x5, vl
li s0, 16
vsetvli x13, s0, e8, m4, ta, ma
vmul.vv v8, v8, v16
vmul.vx v8, v16, x17
csrr x15, vl
li s0, 200
vsetvli x30, s0, e16, m2, ta, ma
vmul.vv v16, v12, v16, v0.t
vmul.vx v12, v12, x27, v0.t
csrr x12, vl
li s0, 3
vsetvli x14, s0, e16, m2, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x21, vl
li s0, 7
vsetvli x14, s0, e16, m2, ta, ma
vadd.vi v16, v8, 10, v0.t
vmv.v.v v12, v8
csrr x18, vl
li s0, 200
vsetvli x16, s0, e8, m1, ta, ma
vmv.x.s x14, v8
vmv.s.x v12, x7
csrr x15, vl
li s0, 7
vsetvli x14, s0, e64, m2, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v8, (s1), v0.t
vmv.v.x v0, x14
csrr x1, vl
sw x27, 246(s1)
li s0, 7
vsetvli x14, s0, e64, m4, ta, ma
vmul.vv v16, v8, v16
vmul.vx v8, v16, x26
csrr x24, vl
li s0, 20
vsetvli x23, s0, e16, m1, ta, ma
vmv.x.s x24, v12
vmv.s.x v8, x22
csrr x13, vl
li s0, 3
vsetvli x26, s0, e8, m4, ta, ma
vmv.v.i v16, -15
csrr x15, vl
li s0, 1
vsetvli x5, s0, e64, m4, ta, ma
vadd.vi v12, v8, -8
vmv.v.v v16, v12
csrr x26, vl
li s0, 3
vsetvli x5, s0, e8, m4, ta, ma
vadd.vv v12, v12, v8
vadd.vx v12, v16, x25
csrr x18, vl
li s0, 20
vsetvli x10, s0, e64, m1, ta, ma
vid.v v12
csrr x22, vl
li s0, 3
vsetvli x25, s0, e64, m2, ta, ma
vadd.vv v12, v16, v16
vadd.vx v16, v12, x20
csrr x25, vl
li s0, 20
vsetvli x20, s0, e8, m1, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1)
csrr x21, vl
sd x11, -206(s1)
li x17, 9223372036854775807
li s0, 18446744069422972927
fmv.d.x f17, s0
li s0, 3
vsetvli x19, s0, e16, m2, ta, ma
vmul.vv v12, v12, v8, v0.t
vmul.vx v16, v8, x26, v0.t
csrr x7, vl
li s0, 20
vsetvli x19, s0, e16, m4, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x10, vl
li x22, -9223372036854775808
li s0, 4503599627370496
fmv.d.x f20, s0
li s0, 1
vsetvli x22, s0, e64, m1, ta, ma
vmul.vv v16, v16, v16, v0.t
vmul.vx v8, v12, x20, v0.t
csrr x28, vl
li s0, 20
vsetvli x16, s0, e64, m4, ta, ma
vid.v v16, v0.t
csrr x25, vl
li s0, 3
vsetvli x20, s0, e8, m4, ta, ma
vadd.vv v16, v16, v16, v0.t
vadd.vx v12, v8, x14, v0.t
csrr x28, vl
li x22, 6
li s0, 18446744071557873664
fmv.d.x f23, s0
li s0, 1
vsetvli x19, s0, e8, m4, ta, ma
vmv.v.i v12, -7
csrr x12, vl
li s0, 200
vsetvli x17, s0, e16, m1, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1), v0.t
vmv.v.x v0, x6
csrr x1, vl
lh x29, -53(s1)
li s0, 7
vsetvli x7, s0, e8, m2, ta, ma
vmv.v.i v12, 9
csrr x1, vl
li s0, 16
vsetvli x29, s0, e16, m4, ta, ma
vmv.v.i v8, 13
csrr x11, vl
li s0, 20
vsetvli x12, s0, e16, m2, ta, ma
vmv.x.s x17, v8
vmv.s.x v8, x31
csrr x15, vl
li s0, 16
vsetvli x25, s0, e8, m1, ta, ma
vmv.v.x v8, x11
csrr x24, vl
li x25, -1
li s0, 9218868437227405313
fmv.d.x f26, s0
li s0, 3
vsetvli x16, s0, e16, m4, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1), v0.t
vmv.v.x v0, x18
csrr x7, vl
li s0, 16
vsetvli x27, s0, e32, m2, ta, ma
vmul.vv v16, v12, v16
vmul.vx v8, v12, x1
csrr x22, vl
flw f14, 181(s1)
li s0, 7
vsetvli x27, s0, e8, m1, ta, ma
vmul.vv v16, v8, v12
vmul.vx v8, v12, x11
csrr x6, vl
li s0, 200
vsetvli x11, s0, e64, m2, ta, ma
vmv.v.i v8, -4
csrr x1, vl
li s0, 200
vsetvli x28, s0, e64, m1, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v12, (s1), v0.t
vmv.v.x v0, x15
csrr x19, vl
li x17, -9223372036854775808
li s0, 18446744071553679360
fmv.d.x f9, s0
li s0, 20
vsetvli x28, s0, e32, m1, ta, ma
vadd.vv v8, v12, v12
vadd.vx v16, v8, x17
csrr x11, vl
li s0, 7
vsetvli x15, s0, e64, m4, ta, ma
vid.v v16
csrr x22, vl
li s0, 20
vsetvli x5, s0, e32, m4, ta, ma
vmul.vv v8, v12, v16, v0.t
vmul.vx v12, v8, x22, v0.t
csrr x10, vl
li s0, 3
vsetvli x23, s0, e16, m4, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x26, vl
li s0, 1
vsetvli x19, s0, e16, m4, ta, ma
vmv.x.s x28, v12
vmv.s.x v12, x12
csrr x15, vl
li s0, 3
vsetvli x6, s0, e8, m4, ta, ma
vid.v v12, v0.t
csrr x19, vl
fld f20, 134(s1)
flw f27, -198(s1)
li s0, 1
vsetvli x29, s0, e64, m2, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1)
vmv.v.x v0, x30
csrr x18, vl
li s0, 1
vsetvli x1, s0, e64, m2, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v8, (s1), v0.t
vmv.v.x v0, x28
csrr x1, vl
li s0, 3
vsetvli x27, s0, e8, m2, ta, ma
vmul.vv v16, v16, v16, v0.t
vmul.vx v8, v12, x10, v0.t
csrr x15, vl
lwu x30, 19(s1)
li s0, 20
vsetvli x31, s0, e32, m4, ta, ma
li s0, 7
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v16, (s1), v0.t
vmv.v.x v0, x16
csrr x19, vl
li s0, 200
vsetvli x5, s0, e16, m4, ta, ma
vadd.vi v12, v12, -12, v0.t
vmv.v.v v16, v12
csrr x7, vl
li s0, 1
vsetvli x24, s0, e8, m4, ta, ma
vmul.vv v16, v8, v8
vmul.vx v16, v12, x30
csrr x1, vl
li x29, -5312300788140510967
li s0, 18446744069656177444
fmv.d.x f16, s0
li s0, 200
vsetvli x7, s0, e32, m2, ta, ma
vmv.v.i v8, 14
csrr x16, vl
fsw f23, 71(s1)
li s0, 1
vsetvli x13, s0, e64, m4, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v12, (s1), v0.t
csrr x6, vl
li s0, 16
vsetvli x23, s0, e64, m4, ta, ma
vid.v v8
csrr x7, vl
sw x19, 15(s1)
li x27, -9223372036854775808
li s0, 9223372036854775808
fmv.d.x f25, s0
li s0, 3
vsetvli x14, s0, e64, m2, ta, ma
vid.v v12, v0.t
csrr x7, vl
li s0, 20
vsetvli x26, s0, e16, m2, ta, ma
vmv.x.s x17, v16
vmv.s.x v12, x18
csrr x27, vl
li s0, 20
vsetvli x20, s0, e16, m2, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v16, (s1), v0.t
vmv.v.x v0, x19
csrr x17, vl
lb x16, -103(s1)
li s0, 20
vsetvli x21, s0, e8, m1, ta, ma
vadd.vv v8, v16, v8
vadd.vx v12, v12, x19
csrr x5, vl
li x27, 1311768467463790320
li s0, 4607182418800017408
fmv.d.x f15, s0
li s0, 3
vsetvli x12, s0, e8, m2, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1), v0.t
vmv.v.x v0, x7
csrr x22, vl
li s0, 7
vsetvli x7, s0, e64, m1, ta, ma
vmv.v.x v8, x29
csrr x19, vl
li s0, 3
vsetvli x26, s0, e16, m1, ta, ma
vmv.v.x v16, x15
csrr x20, vl
li s0, 16
vsetvli x24, s0, e16, m2, ta, ma
vadd.vv v8, v8, v12
vadd.vx v16, v12, x10
csrr x12, vl
li s0, 16
vsetvli x1, s0, e32, m4, ta, ma
vadd.vi v16, v16, -13, v0.t
vmv.v.v v16, v8
csrr x26, vl
li x10, 1311768467463790320
li s0, 18446744071562067968
fmv.d.x f13, s0
li s0, 16
vsetvli x24, s0, e64, m4, ta, ma
vmul.vv v8, v8, v12, v0.t
vmul.vx v12, v8, x21, v0.t
csrr x10, vl
li s0, 200
vsetvli x11, s0, e16, m2, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x27, vl
li s0, 200
vsetvli x31, s0, e64, m1, ta, ma
vmv.x.s x6, v16
vmv.s.x v12, x18
csrr x12, vl
li x29, -62260138598868574
li s0, 4607182418800017408
fmv.d.x f6, s0
li x30, -1
li s0, 18446744071553679360
fmv.d.x f24, s0
li s0, 200
vsetvli x23, s0, e64, m4, ta, ma
vmul.vv v16, v12, v8, v0.t
vmul.vx v16, v16, x14, v0.t
csrr x18, vl
li s0, 200
vsetvli x30, s0, e16, m2, ta, ma
vid.v v16, v0.t
csrr x17, vl
li s0, 7
vsetvli x5, s0, e64, m1, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v12, (s1), v0.t
csrr x7, vl
li s0, 20
vsetvli x17, s0, e32, m2, ta, ma
li s0, 16
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1), v0.t
csrr x25, vl
li x23, 2147483647
li s0, 18446744070480184273
fmv.d.x f7, s0
li s0, 1
vsetvli x13, s0, e8, m4, ta, ma
vmv.x.s x1, v8
vmv.s.x v8, x15
csrr x13, vl
li s0, 1
vsetvli x21, s0, e16, m4, ta, ma
vmv.x.s x22, v12
vmv.s.x v12, x28
csrr x29, vl
li s0, 16
vsetvli x19, s0, e32, m1, ta, ma
vmv.x.s x18, v16
vmv.s.x v8, x6
csrr x5, vl
li s0, 16
vsetvli x31, s0, e64, m1, ta, ma
vmv.v.x v12, x26
csrr x10, vl
li s0, 20
vsetvli x6, s0, e16, m4, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x19, vl
li s0, 3
vsetvli x13, s0, e32, m2, ta, ma
vmv.x.s x13, v12
vmv.s.x v16, x28
csrr x5, vl
li s0, 3
vsetvli x24, s0, e64, m1, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v12, (s1)
vmv.v.x v0, x19
csrr x27, vl
li s0, 20
vsetvli x27, s0, e16, m2, ta, ma
vadd.vv v12, v8, v16, v0.t
vadd.vx v8, v8, x26, v0.t
csrr x18, vl
li s0, 7
vsetvli x12, s0, e32, m1, ta, ma
vid.v v8
csrr x12, vl
li s0, 200
vsetvli x14, s0, e16, m4, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v8, (s1)
csrr x23, vl
li s0, 20
vsetvli x26, s0, e32, m1, ta, ma
vmv.v.i v12, -11
csrr x15, vl
li s0, 1
vsetvli x15, s0, e16, m4, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1)
csrr x1, vl
li s0, 20
vsetvli x23, s0, e32, m4, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v16, (s1), v0.t
csrr x5, vl
li s0, 200
vsetvli x19, s0, e8, m1, ta, ma
vadd.vv v16, v12, v12
vadd.vx v8, v8, x26
csrr x23, vl
li s0, 3
vsetvli x1, s0, e64, m4, ta, ma
vmul.vv v12, v8, v16, v0.t
vmul.vx v8, v16, x17, v0.t
csrr x1, vl
li x7, 2147483648
li s0, 4608232831478917500
fmv.d.x f31, s0
li x15, 2147483647
li s0, 0
fmv.d.x f29, s0
li s0, 20
vsetvli x21, s0, e16, m2, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v8, (s1)
csrr x26, vl
li x20, 2147483647
li s0, 14954748427521284391
fmv.d.x f5, s0
li s0, 200
vsetvli x13, s0, e16, m1, ta, ma
vmul.vv v8, v16, v8, v0.t
vmul.vx v8, v12, x12, v0.t
csrr x20, vl
li s0, 20
vsetvli x17, s0, e8, m2, ta, ma
vadd.vv v16, v8, v8
vadd.vx v12, v12, x30
csrr x20, vl
li s0, 16
vsetvli x11, s0, e16, m4, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v16, (s1)
csrr x29, vl
li s0, 16
vsetvli x28, s0, e32, m1, ta, ma
li s0, 7
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1), v0.t
csrr x15, vl
li x1, -32
li s0, 18320443958384601833
fmv.d.x f29, s0
li s0, 16
vsetvli x16, s0, e64, m4, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1), v0.t
vmv.v.x v0, x16
csrr x22, vl
li x7, 2147483648
li s0, 9223372036854775808
fmv.d.x f22, s0
lh x23, -229(s1)
li s0, 20
vsetvli x26, s0, e16, m4, ta, ma
vadd.vv v16, v16, v12
vadd.vx v16, v8, x20
csrr x16, vl
li s0, 7
vsetvli x15, s0, e16, m2, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1)
csrr x13, vl
li s0, 16
vsetvli x26, s0, e16, m2, ta, ma
vmul.vv v8, v8, v8, v0.t
vmul.vx v12, v8, x20, v0.t
csrr x21, vl
li x10, 9223372036854775807
li s0, 4845873199050653697
fmv.d.x f2, s0
lbu x16, -194(s1)
li x20, 2147483647
li s0, 480771020473195731
fmv.d.x f26, s0
li s0, 200
vsetvli x22, s0, e8, m1, ta, ma
vadd.vi v12, v8, -3
vmv.v.v v12, v8
csrr x24, vl
li x21, -1
li s0, 9223372036854775808
fmv.d.x f1, s0
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
.byte 26, 42, 192, 7, 131, 62, 167, 246, 217, 123, 171, 214, 216, 137, 196, 240, 49, 240, 73, 27, 48, 194, 223, 11, 179, 129, 168, 3, 254, 213, 111, 26, 175, 229, 49, 102, 144, 28, 156, 40, 231, 158, 221, 250, 84, 232, 247, 42, 105, 175, 152, 60, 231, 241, 8, 230, 74, 210, 91, 227, 112, 65, 98, 116
.zero 960
dump:
.zero 1024
