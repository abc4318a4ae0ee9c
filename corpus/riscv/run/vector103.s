.text
.globl _start
_start:
la s1, scratch + 512
li x1, 4294967295
li x5, 9223372036854775807
li x6, -9223372036854775808
li x7, -9223372036854775808
li x10, 1
li x11, -1
li x12, 4294967295
li x13, 2147483648
li x14, 4294967295
li x15, 0
li x16, 9223372036854775807
li x17, -1
li x18, 1311768467463790320
li x19, 1311768467463790320
li x20, 2147483647
li x21, 2147483648
li x22, 1
li x23, -6855298800798957750
li x24, -6538998184592429257
li x25, 0
li x26, 0
li x27, 0
li x28, 1311768467463790320
li x29, 9223372036854775807
li x30, 0
li x31, 9223372036854775807
li s0, 18446744073701163008
fmv.d.x f0, s0
li s0, 9218868437227405311
fmv.d.x f1, s0
li s0, 18446744073701163008
fmv.d.x f2, s0
li s0, 9218868437227405311
fmv.d.x f3, s0
li s0, 18446744073701163008
fmv.d.x f4, s0
li s0, 9223372036854775808
fmv.d.x f5, s0
li s0, 18446744069414584320
fmv.d.x f6, s0
li s0, 9218868437227405312
fmv.d.x f7, s0
li s0, 18446744071553679361
fmv.d.x f8, s0
li s0, 4845873199050653697
fmv.d.x f9, s0
li s0, 18446744071553679361
fmv.d.x f10, s0
li s0, 9218868437227405312
fmv.d.x f11, s0
li s0, 18446744071553679361
fmv.d.x f12, s0
li s0, 4845873199050653697
fmv.d.x f13, s0
li s0, 18446744071562067968
fmv.d.x f14, s0
li s0, 4503599627370495
fmv.d.x f15, s0
li s0, 18446744070681264129
fmv.d.x f16, s0
li s0, 9218868437227405311
fmv.d.x f17, s0
li s0, 18446744069414584320
fmv.d.x f18, s0
li s0, 4845873199050653697
fmv.d.x f19, s0
li s0, 18446744070681264129
fmv.d.x f20, s0
li s0, 9218868437227405311
fmv.d.x f21, s0
li s0, 18446744069414584320
fmv.d.x f22, s0
li s0, 18442240474082181120
fmv.d.x f23, s0
li s0, 18446744071553679359
fmv.d.x f24, s0
li s0, 4503599627370495
fmv.d.x f25, s0
li s0, 18446744071553679360
fmv.d.x f26, s0
li s0, 9218868437227405313
fmv.d.x f27, s0
li s0, 18446744073701163008
fmv.d.x f28, s0
li s0, 1
fmv.d.x f29, s0
li s0, 18446744069422972928
fmv.d.x f30, s0
li s0, 1
fmv.d.x f31, s0
li s0, 20
vsetvli x5, s0, e16, m2, ta, ma
vadd.vi v8, v8, 0, v0.t
vmv.v.v v12, v12
csrr x24, vl
li s0, 1
vsetvli x7, s0, e32, m1, ta, ma
vmul.vv v8, v16, v8
vmul.vx v16, v12, x12
csrr x16, vl
li x15, 4294967295
li s0, 4503599627370496
fmv.d.x f4, s0
li s0, 200
vsetvli x16, s0, e64, m2, ta, ma
vmv.v.i v12, -13
csrr x16, vl
ld x15, -6(s1)
li s0, 16
vsetvli x23, s0, e16, m4, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v16, (s1), v0.t
vmv.v.x v0, x31
csrr x29, vl
li s0, 16
vsetvli x31, s0, e32, m1, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v8, (s1), v0.t
vmv.v.x v0, x28
csrr x13, vl
lwu x21, -108(s1)
li s0, 20
vsetvli x24, s0, e32, m1, ta, ma
vid.v v16, v0.t
csrr x5, vl
li s0, 200
vsetvli x27, s0, e8, m1, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v12, (s1), v0.t
csrr x18, vl
li s0, 3
vsetvli x5, s0, e32, m2, ta, ma
vadd.vi v8, v12, -6
vmv.v.v v8, v8
csrr x22, vl
sd x14, 130(s1)
li s0, 200
vsetvli x5, s0, e64, m2, ta, ma
vmv.v.x v12, x31
csrr x22, vl
li s0, 200
vsetvli x11, s0, e8, m4, ta, ma
vmv.v.i v8, -7
csrr x12, vl
li s0, 16
vsetvli x29, s0, e64, m4, ta, ma
vadd.vi v16, v16, -4
vmv.v.v v12, v8
csrr x23, vl
li s0, 20
vsetvli x15, s0, e16, m2, ta, ma
vadd.vv v16, v8, v8, v0.t
vadd.vx v12, v12, x1, v0.t
csrr x11, vl
sb x24, -31(s1)
li x21, -39
li s0, 18446744071562067968
fmv.d.x f23, s0
li s0, 16
vsetvli x18, s0, e64, m2, ta, ma
vadd.vv v16, v16, v16, v0.t
vadd.vx v12, v12, x31, v0.t
csrr x10, vl
li s0, 16
vsetvli x18, s0, e32, m1, ta, ma
vmul.vv v12, v16, v16, v0.t
vmul.vx v12, v12, x18, v0.t
csrr x11, vl
li s0, 16
vsetvli x28, s0, e8, m1, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1), v0.t
vmv.v.x v0, x17
csrr x12, vl
li s0, 1
vsetvli x24, s0, e32, m4, ta, ma
vid.v v16, v0.t
csrr x27, vl
li x23, -1569711785884824931
li s0, 4845873199050653697
fmv.d.x f27, s0
li s0, 1
vsetvli x11, s0, e16, m4, ta, ma
vmv.x.s x28, v16
vmv.s.x v12, x12
csrr x24, vl
li s0, 1
vsetvli x18, s0, e16, m4, ta, ma
vmul.vv v12, v8, v12, v0.t
vmul.vx v16, v8, x20, v0.t
csrr x11, vl
li x23, 9223372036854775807
li s0, 18446744071205841794
fmv.d.x f0, s0
lw x27, 242(s1)
li s0, 1
vsetvli x25, s0, e32, m2, ta, ma
vmul.vv v12, v8, v16, v0.t
vmul.vx v12, v12, x19, v0.t
csrr x24, vl
li x21, 0
li s0, 18442240474082181120
fmv.d.x f12, s0
lb x30, -123(s1)
li s0, 20
vsetvli x13, s0, e32, m2, ta, ma
vmv.x.s x12, v16
vmv.s.x v12, x12
csrr x19, vl
flw f26, 174(s1)
li x29, -1
li s0, 4503599627370496
fmv.d.x f26, s0
fld f31, 128(s1)
li s0, 16
vsetvli x22, s0, e16, m4, ta, ma
vadd.vi v12, v12, -15
vmv.v.v v8, v8
csrr x22, vl
li x10, 7
li s0, 18446744070480041628
fmv.d.x f24, s0
li s0, 3
vsetvli x16, s0, e8, m1, ta, ma
vadd.vi v8, v8, 7, v0.t
vmv.v.v v16, v8
csrr x15, vl
li s0, 1
vsetvli x24, s0, e64, m2, ta, ma
vadd.vi v12, v12, 3, v0.t
vmv.v.v v16, v16
csrr x15, vl
li s0, 1
vsetvli x7, s0, e16, m4, ta, ma
vmv.v.i v12, -16
csrr x6, vl
li s0, 3
vsetvli x14, s0, e16, m1, ta, ma
vadd.vi v8, v16, -11
vmv.v.v v8, v12
csrr x5, vl
li s0, 1
vsetvli x23, s0, e16, m2, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1)
vmv.v.x v0, x29
csrr x10, vl
li s0, 200
vsetvli x15, s0, e16, m4, ta, ma
vid.v v12, v0.t
csrr x17, vl
li x18, 1
li s0, 18446744069422972928
fmv.d.x f11, s0
li s0, 3
vsetvli x5, s0, e16, m4, ta, ma
vid.v v16
csrr x5, vl
li s0, 1
vsetvli x30, s0, e16, m1, ta, ma
vid.v v16, v0.t
csrr x10, vl
fsd f16, 54(s1)
li s0, 3
vsetvli x10, s0, e16, m4, ta, ma
vmv.v.x v8, x26
csrr x5, vl
li s0, 200
vsetvli x25, s0, e64, m4, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v12, (s1), v0.t
csrr x23, vl
li s0, 16
vsetvli x21, s0, e64, m4, ta, ma
vadd.vv v12, v12, v12, v0.t
vadd.vx v16, v8, x25, v0.t
csrr x15, vl
lh x16, -221(s1)
li s0, 16
vsetvli x16, s0, e8, m2, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1), v0.t
vmv.v.x v0, x19
csrr x25, vl
li s0, 20
vsetvli x7, s0, e64, m2, ta, ma
vadd.vi v16, v16, -10
vmv.v.v v8, v16
csrr x14, vl
li s0, 200
vsetvli x12, s0, e32, m2, ta, ma
vmv.x.s x5, v8
vmv.s.x v16, x16
csrr x29, vl
li s0, 200
vsetvli x29, s0, e8, m4, ta, ma
vadd.vv v12, v16, v12
vadd.vx v8, v8, x15
csrr x13, vl
li x26, 5237348211428301180
li s0, 4608028093807031453
fmv.d.x f28, s0
li s0, 3
vsetvli x19, s0, e64, m2, ta, ma
vmul.vv v12, v16, v16, v0.t
vmul.vx v8, v8, x11, v0.t
csrr x7, vl
li s0, 20
vsetvli x23, s0, e16, m4, ta, ma
vmv.x.s x16, v8
vmv.s.x v8, x10
csrr x22, vl
sw x16, -70(s1)
li s0, 20
vsetvli x26, s0, e8, m2, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v12, (s1)
csrr x20, vl
li s0, 200
vsetvli x15, s0, e16, m1, ta, ma
vmv.v.x v16, x27
csrr x30, vl
li s0, 1
vsetvli x11, s0, e32, m1, ta, ma
vmv.x.s x13, v16
vmv.s.x v16, x15
csrr x17, vl
li s0, 16
vsetvli x23, s0, e32, m2, ta, ma
vid.v v16
csrr x14, vl
li x22, -9223372036854775808
li s0, 4503599627370496
fmv.d.x f0, s0
lh x1, 103(s1)
li s0, 200
vsetvli x25, s0, e16, m4, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v16, (s1)
vmv.v.x v0, x5
csrr x28, vl
li s0, 20
vsetvli x13, s0, e32, m2, ta, ma
vmv.v.i v8, -8
csrr x31, vl
sh x22, -86(s1)
li s0, 200
vsetvli x21, s0, e64, m4, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v16, (s1), v0.t
csrr x30, vl
li s0, 7
vsetvli x1, s0, e64, m4, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v12, (s1), v0.t
csrr x14, vl
li s0, 16
vsetvli x17, s0, e64, m4, ta, ma
vmul.vv v16, v12, v12
vmul.vx v8, v8, x20
csrr x22, vl
li s0, 3
vsetvli x17, s0, e32, m4, ta, ma
vadd.vi v12, v12, 7, v0.t
vmv.v.v v8, v12
csrr x25, vl
fld f29, -64(s1)
li s0, 200
vsetvli x15, s0, e16, m2, ta, ma
vmv.x.s x30, v8
vmv.s.x v8, x27
csrr x11, vl
li s0, 7
vsetvli x21, s0, e64, m2, ta, ma
vmv.v.x v16, x17
csrr x17, vl
lh x25, -78(s1)
sw x26, -91(s1)
li s0, 1
vsetvli x25, s0, e8, m4, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1), v0.t
csrr x25, vl
ld x5, -181(s1)
li s0, 1
vsetvli x20, s0, e64, m2, ta, ma
vadd.vv v16, v12, v8
vadd.vx v16, v12, x24
csrr x10, vl
li s0, 20
vsetvli x6, s0, e8, m4, ta, ma
vmv.v.x v8, x16
csrr x10, vl
lw x26, 45(s1)
li s0, 20
vsetvli x26, s0, e8, m1, ta, ma
vadd.vv v8, v16, v8
vadd.vx v8, v16, x6
csrr x30, vl
li s0, 20
vsetvli x17, s0, e8, m1, ta, ma
vadd.vv v16, v12, v16
vadd.vx v12, v8, x24
csrr x31, vl
li s0, 20
vsetvli x18, s0, e32, m1, ta, ma
vmv.v.i v16, 14
csrr x20, vl
li s0, 200
vsetvli x24, s0, e8, m1, ta, ma
vmv.x.s x15, v8
vmv.s.x v16, x29
csrr x15, vl
li s0, 200
vsetvli x13, s0, e16, m1, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v16, (s1)
csrr x7, vl
li s0, 3
vsetvli x18, s0, e32, m2, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v12, (s1)
vmv.v.x v0, x28
csrr x13, vl
li s0, 1
vsetvli x1, s0, e32, m2, ta, ma
vmul.vv v12, v8, v16, v0.t
vmul.vx v12, v12, x21, v0.t
csrr x5, vl
lhu x17, 243(s1)
li s0, 200
vsetvli x14, s0, e16, m1, ta, ma
vadd.vv v16, v8, v16, v0.t
vadd.vx v12, v16, x18, v0.t
csrr x23, vl
li s0, 20
vsetvli x21, s0, e16, m4, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v16, (s1), v0.t
csrr x15, vl
fld f3, -6(s1)
li s0, 7
vsetvli x23, s0, e64, m1, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v12, (s1), v0.t
csrr x13, vl
fsd f9, 115(s1)
li x25, 2147483648
li s0, 4503599627370495
fmv.d.x f20, s0
li s0, 3
vsetvli x26, s0, e16, m4, ta, ma
vid.v v12, v0.t
csrr x5, vl
li s0, 20
vsetvli x5, s0, e32, m4, ta, ma
vmul.vv v8, v16, v12
vmul.vx v8, v16, x11
csrr x14, vl
li s0, 3
vsetvli x10, s0, e64, m2, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1), v0.t
vmv.v.x v0, x15
csrr x21, vl
li s0, 1
vsetvli x15, s0, e32, m1, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v12, (s1), v0.t
vmv.v.x v0, x17
csrr x24, vl
sw x13, 111(s1)
li s0, 16
vsetvli x23, s0, e64, m2, ta, ma
vmv.v.x v12, x31
csrr x16, vl
li s0, 3
vsetvli x6, s0, e64, m1, ta, ma
vadd.vi v16, v12, 3, v0.t
vmv.v.v v16, v8
csrr x29, vl
li s0, 20
vsetvli x29, s0, e32, m1, ta, ma
vmul.vv v12, v8, v16
vmul.vx v16, v12, x18
csrr x25, vl
sh x17, 98(s1)
li s0, 16
vsetvli x27, s0, e64, m4, ta, ma
vmv.v.i v16, 10
csrr x23, vl
lwu x10, 49(s1)
sw x31, 177(s1)
li s0, 3
vsetvli x20, s0, e16, m4, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v16, (s1), v0.t
csrr x19, vl
li s0, 16
vsetvli x1, s0, e8, m1, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v16, (s1)
csrr x20, vl
fsd f29, -65(s1)
li x24, -1
li s0, 18446744070681264129
fmv.d.x f30, s0
li s0, 3
vsetvli x25, s0, e32, m2, ta, ma
vmv.x.s x13, v12
vmv.s.x v12, x27
csrr x19, vl
lb x10, -38(s1)
li s0, 1
vsetvli x26, s0, e16, m2, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1), v0.t
vmv.v.x v0, x1
csrr x15, vl
li s0, 16
vsetvli x24, s0, e64, m1, ta, ma
vadd.vv v16, v16, v12
vadd.vx v12, v8, x25
csrr x23, vl
li s0, 3
vsetvli x17, s0, e64, m2, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v12, (s1), v0.t
csrr x17, vl
sd x14, 50(s1)
li s0, 200
vsetvli x1, s0, e16, m2, ta, ma
vmv.v.i v16, -16
csrr x23, vl
fsw f31, -76(s1)
sh x6, -242(s1)
li s0, 1
vsetvli x25, s0, e8, m2, ta, ma
vid.v v8, v0.t
csrr x26, vl
fld f15, -98(s1)
li s0, 1
vsetvli x20, s0, e32, m1, ta, ma
li s0, 7
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1), v0.t
csrr x5, vl
lh x31, 107(s1)
li s0, 20
vsetvli x25, s0, e8, m1, ta, ma
vmv.v.i v16, -5
csrr x16, vl
li s0, 3
vsetvli x18, s0, e64, m1, ta, ma
vadd.vi v16, v16, -3, v0.t
vmv.v.v v16, v12
csrr x31, vl
li s0, 3
vsetvli x20, s0, e16, m2, ta, ma
vmv.x.s x17, v12
vmv.s.x v8, x31
csrr x18, vl
lwu x18, 99(s1)
sd x15, 206(s1)
li s0, 1
vsetvli x27, s0, e64, m4, ta, ma
vadd.vi v8, v8, -9, v0.t
vmv.v.v v8, v12
csrr x27, vl
li s0, 3
vsetvli x6, s0, e16, m2, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1)
csrr x31, vl
li s0, 20
vsetvli x14, s0, e64, m1, ta, ma
vid.v v12, v0.t
csrr x26, vl
li s0, 3
vsetvli x18, s0, e16, m4, ta, ma
vadd.vi v12, v16, -4, v0.t
vmv.v.v v16, v12
csrr x28, vl
li s0, 3
vsetvli x16, s0, e64, m1, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v12, (s1), v0.t
vmv.v.x v0, x21
csrr x22, vl
li x12, 1311768467463790320
li s0, 9218868437227405313
fmv.d.x f26, s0
li s0, 3
vsetvli x6, s0, e32, m2, ta, ma
vid.v v8
csrr x14, vl
li s0, 20
vsetvli x11, s0, e32, m1, ta, ma
vmul.vv v12, v12, v16
vmul.vx v16, v12, x7
csrr x11, vl
li s0, 1
vsetvli x7, s0, e32, m1, ta, ma
vadd.vv v16, v16, v16, v0.t
vadd.vx v16, v16, x18, v0.t
csrr x29, vl
lh x20, 65(s1)
sw x6, -216(s1)
li s0, 16
vsetvli x15, s0, e16, m4, ta, ma
vmul.vv v12, v12, v12
vmul.vx v16, v8, x11
csrr x24, vl
li s0, 1
vsetvli x5, s0, e16, m1, ta, ma
vmv.x.s x1, v16
vmv.s.x v8, x17
csrr x16, vl
li s0, 20
vsetvli x11, s0, e32, m4, ta, ma
vadd.vv v8, v16, v16
vadd.vx v16, v8, x15
csrr x15, vl
li s0, 3
vsetvli x26, s0, e64, m1, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1)
vmv.v.x v0, x28
csrr x15, vl
fsw f27, -97(s1)
li s0, 16
vsetvli x13, s0, e8, m1, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v12, (s1)
csrr x10, vl
li s0, 1
vsetvli x10, s0, e32, m2, ta, ma
vmv.x.s x15, v16
vmv.s.x v12, x19
csrr x1, vl
li s0, 20
vsetvli x18, s0, e64, m4, ta, ma
vmv.v.x v8, x24
csrr x21, vl
li s0, 1
vsetvli x6, s0, e64, m2, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1), v0.t
csrr x12, vl
li x11, -56
li s0, 18446744071553679360
fmv.d.x f25, s0
li s0, 3
vsetvli x28, s0, e32, m2, ta, ma
vmv.x.s x15, v8
vmv.s.x v8, x17
csrr x23, vl
li s0, 3
vsetvli x22, s0, e8, m4, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1)
vmv.v.x v0, x22
csrr x13, vl
li x11, -2147483648
li s0, 0
fmv.d.x f6, s0
li s0, 7
vsetvli x24, s0, e16, m4, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x19, vl
li x28, -94
li s0, 18446744069422972927
fmv.d.x f9, s0
lbu x20, 192(s1)
li s0, 200
vsetvli x15, s0, e32, m4, ta, ma
vadd.vv v12, v16, v16, v0.t
vadd.vx v12, v16, x1, v0.t
csrr x25, vl
li s0, 20
vsetvli x6, s0, e16, m1, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v16, (s1), v0.t
vmv.v.x v0, x5
csrr x26, vl
li s0, 3
vsetvli x16, s0, e8, m4, ta, ma
vid.v v16, v0.t
csrr x30, vl
lw x26, -231(s1)
li s0, 16
vsetvli x19, s0, e16, m1, ta, ma
vmul.vv v16, v12, v12
vmul.vx v16, v8, x15
csrr x31, vl
li s0, 16
vsetvli x18, s0, e16, m2, ta, ma
vadd.vi v12, v12, 4
vmv.v.v v8, v12
csrr x21, vl
li s0, 20
vsetvli x19, s0, e8, m1, ta, ma
vadd.vi v12, v8, -16, v0.t
vmv.v.v v12, v8
csrr x23, vl
li s0, 20
vsetvli x29, s0, e8, m4, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1)
vmv.v.x v0, x19
csrr x23, vl
li s0, 200
vsetvli x26, s0, e16, m4, ta, ma
vid.v v12
csrr x22, vl
li x11, 2147483648
li s0, 18446744071557873664
fmv.d.x f2, s0
li s0, 200
vsetvli x1, s0, e64, m4, ta, ma
vmul.vv v16, v16, v8, v0.t
vmul.vx v12, v8, x23, v0.t
csrr x30, vl
li s0, 7
vsetvli x11, s0, e16, m2, ta, ma
vmv.x.s x23, v8
vmv.s.x v8, x28
csrr x1, vl
li s0, 3
vsetvli x20, s0, e16, m2, ta, ma
vmul.vv v16, v16, v12, v0.t
vmul.vx v16, v8, x27, v0.t
csrr x31, vl
li s0, 3
vsetvli x16, s0, e32, m1, ta, ma
vid.v v16, v0.t
csrr x18, vl
li s0, 7
vsetvli x27, s0, e32, m1, ta, ma
vid.v v8
csrr x26, vl
li s0, 20
vsetvli x26, s0, e16, m4, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v16, (s1)
csrr x5, vl
li s0, 1
vsetvli x21, s0, e32, m2, ta, ma
vid.v v16, v0.t
csrr x7, vl
li s0, 20
vsetvli x6, s0, e16, m2, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x18, vl
li s0, 20
vsetvli x25, s0, e64, m2, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v8, (s1)
vmv.v.x v0, x20
csrr x17, vl
li s0, 20
vsetvli x16, s0, e16, m1, ta, ma
vadd.vv v8, v12, v8
vadd.vx v12, v12, x19
csrr x30, vl
li x26, 9223372036854775807
li s0, 18446744070480840044
fmv.d.x f19, s0
li x31, 1
li s0, 4503599627370495
fmv.d.x f17, s0
li s0, 16
vsetvli x21, s0, e32, m4, ta, ma
vmv.v.i v12, -13
csrr x27, vl
li s0, 20
vsetvli x11, s0, e64, m4, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1)
csrr x28, vl
li s0, 20
vsetvli x13, s0, e32, m4, ta, ma
vmul.vv v16, v16, v8, v0.t
vmul.vx v12, v8, x12, v0.t
csrr x1, vl
lb x20, 130(s1)
ld x27, -76(s1)
li x7, -1
li s0, 18446744069414584321
fmv.d.x f18, s0
li s0, 3
vsetvli x5, s0, e8, m2, ta, ma
vid.v v8, v0.t
csrr x16, vl
li s0, 16
vsetvli x5, s0, e64, m2, ta, ma
vadd.vi v8, v12, -10, v0.t
vmv.v.v v8, v12
csrr x7, vl
sh x18, 14(s1)
li s0, 200
vsetvli x22, s0, e16, m1, ta, ma
vmv.v.i v12, 9
csrr x17, vl
li s0, 7
vsetvli x30, s0, e32, m4, ta, ma
vadd.vv v8, v12, v16, v0.t
vadd.vx v16, v16, x19, v0.t
csrr x18, vl
fsw f30, -240(s1)
li s0, 16
vsetvli x1, s0, e32, m2, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v16, (s1)
csrr x7, vl
li s0, 1
vsetvli x22, s0, e64, m2, ta, ma
vmv.x.s x11, v8
vmv.s.x v16, x18
csrr x7, vl
li s0, 7
vsetvli x27, s0, e64, m4, ta, ma
vid.v v12, v0.t
csrr x16, vl
li s0, 7
vsetvli x31, s0, e64, m1, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v12, (s1)
vmv.v.x v0, x16
csrr x19, vl
li s0, 3
vsetvli x14, s0, e64, m4, ta, ma
vmul.vv v16, v12, v8
vmul.vx v8, v12, x31
csrr x21, vl
li x1, 1311768467463790320
li s0, 18446744070479937536
fmv.d.x f7, s0
li x17, 4294967295
li s0, 18446744071557873664
fmv.d.x f3, s0
li s0, 20
vsetvli x17, s0, e64, m4, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1)
vmv.v.x v0, x18
csrr x23, vl
li s0, 3
vsetvli x14, s0, e64, m4, ta, ma
vmv.x.s x19, v16
vmv.s.x v12, x1
csrr x23, vl
li x16, 1
li s0, 18446744071553679359
fmv.d.x f2, s0
li s0, 16
vsetvli x20, s0, e32, m4, ta, ma
vid.v v12, v0.t
csrr x11, vl
li s0, 16
vsetvli x21, s0, e16, m4, ta, ma
vadd.vv v12, v16, v16, v0.t
vadd.vx v16, v8, x31, v0.t
csrr x25, vl
li s0, 200
vsetvli x1, s0, e32, m2, ta, ma
vmv.x.s x28, v12
vmv.s.x v16, x24
csrr x24, vl
li s0, 3
vsetvli x31, s0, e32, m4, ta, ma
vadd.vi v12, v16, 10, v0.t
vmv.v.v v8, v8
csrr x18, vl
lh x12, -251(s1)
li s0, 20
vsetvli x10, s0, e32, m4, ta, ma
vadd.vv v16, v8, v8
vadd.vx v12, v8, x28
csrr x18, vl
li s0, 3
vsetvli x7, s0, e64, m4, ta, ma
vadd.vi v12, v12, -13, v0.t
vmv.v.v v8, v16
csrr x21, vl
li s0, 7
vsetvli x1, s0, e32, m1, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v8, (s1), v0.t
vmv.v.x v0, x12
csrr x13, vl
sh x25, -67(s1)
li s0, 3
vsetvli x13, s0, e16, m4, ta, ma
vid.v v8, v0.t
csrr x7, vl
lbu x19, -13(s1)
li x30, 1
li s0, 18446744069414584321
fmv.d.x f9, s0
li x14, -2147483648
li s0, 18446744069422972927
fmv.d.x f9, s0
li s0, 3
vsetvli x28, s0, e32, m4, ta, ma
vadd.vi v12, v16, 1, v0.t
vmv.v.v v16, v8
csrr x1, vl
li s0, 16
vsetvli x17, s0, e16, m2, ta, ma
vmv.x.s x25, v8
vmv.s.x v16, x17
csrr x1, vl
li s0, 20
vsetvli x17, s0, e16, m1, ta, ma
vmul.vv v12, v16, v8
vmul.vx v12, v8, x22
csrr x16, vl
flw f15, 211(s1)
li s0, 3
vsetvli x22, s0, e32, m4, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v8, (s1)
vmv.v.x v0, x1
csrr x15, vl
li x21, 2147483648
li s0, 18446744071553679360
fmv.d.x f27, s0
li s0, 7
vsetvli x10, s0, e16, m2, ta, ma
vmv.x.s x24, v12
vmv.s.x v12, x5
csrr x20, vl
sb x27, 15(s1)
li x16, 9223372036854775807
li s0, 18446744070479937536
fmv.d.x f28, s0
sd x21, -157(s1)
li s0, 20
vsetvli x28, s0, e64, m2, ta, ma
vadd.vi v8, v12, -7
vmv.v.v v16, v8
csrr x12, vl
fld f7, -23(s1)
li x28, 2147483648
li s0, 18446744069422972927
fmv.d.x f3, s0
li s0, 200
vsetvli x12, s0, e32, m4, ta, ma
vmv.x.s x21, v8
vmv.s.x v8, x17
csrr x1, vl
li x25, -25
li s0, 9221120237041090560
fmv.d.x f29, s0
li x15, 9223372036854775807
li s0, 9223372036854775808
fmv.d.x f26, s0
li s0, 7
vsetvli x12, s0, e32, m1, ta, ma
vmv.x.s x17, v16
vmv.s.x v16, x20
csrr x14, vl
li x19, -9223372036854775808
li s0, 4845873199050653697
fmv.d.x f7, s0
sb x10, -36(s1)
li x17, 4294967295
li s0, 0
fmv.d.x f7, s0
li s0, 16
vsetvli x1, s0, e8, m4, ta, ma
vid.v v8, v0.t
csrr x24, vl
li s0, 200
vsetvli x31, s0, e32, m4, ta, ma
vadd.vi v12, v12, 14
vmv.v.v v12, v12
csrr x15, vl
li s0, 16
vsetvli x18, s0, e64, m1, ta, ma
vmv.v.x v12, x22
csrr x28, vl
li x16, 0
li s0, 9218868437227405313
fmv.d.x f8, s0
fsd f18, 53(s1)
li s0, 200
vsetvli x28, s0, e16, m4, ta, ma
vmv.v.i v12, -5
csrr x20, vl
li x30, 1311768467463790320
li s0, 0
fmv.d.x f27, s0
li s0, 1
vsetvli x31, s0, e64, m2, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v12, (s1)
vmv.v.x v0, x17
csrr x1, vl
li s0, 1
vsetvli x30, s0, e16, m4, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v16, (s1), v0.t
vmv.v.x v0, x23
csrr x30, vl
li s0, 3
vsetvli x26, s0, e8, m4, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1), v0.t
vmv.v.x v0, x10
csrr x17, vl
fsw f4, -205(s1)
li s0, 16
vsetvli x17, s0, e64, m4, ta, ma
vadd.vi v8, v12, -5, v0.t
vmv.v.v v16, v16
csrr x14, vl
li x7, 0
li s0, 18446744071562067968
fmv.d.x f28, s0
li s0, 20
vsetvli x22, s0, e64, m4, ta, ma
vmul.vv v12, v12, v12
vmul.vx v16, v16, x11
csrr x30, vl
li s0, 3
vsetvli x31, s0, e32, m1, ta, ma
vmv.x.s x19, v16
vmv.s.x v16, x29
csrr x21, vl
li s0, 200
vsetvli x18, s0, e8, m1, ta, ma
vmv.x.s x13, v8
vmv.s.x v16, x12
csrr x23, vl
lb x18, 56(s1)
li s0, 16
vsetvli x14, s0, e16, m4, ta, ma
vmv.x.s x25, v16
vmv.s.x v12, x22
csrr x10, vl
li s0, 20
vsetvli x27, s0, e32, m1, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v12, (s1), v0.t
csrr x21, vl
li s0, 16
vsetvli x16, s0, e16, m1, ta, ma
vid.v v12, v0.t
csrr x7, vl
fsd f4, 111(s1)
li s0, 200
vsetvli x21, s0, e32, m2, ta, ma
vmv.x.s x13, v16
vmv.s.x v16, x31
csrr x6, vl
li s0, 200
vsetvli x16, s0, e64, m4, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1)
csrr x30, vl
lh x18, 145(s1)
li x28, -2147483648
li s0, 1
fmv.d.x f13, s0
li s0, 20
vsetvli x30, s0, e64, m1, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1)
vmv.v.x v0, x19
csrr x19, vl
li x26, -2147483648
li s0, 18442240474082181120
fmv.d.x f18, s0
li s0, 200
vsetvli x28, s0, e32, m4, ta, ma
vmv.v.i v8, -3
csrr x13, vl
li s0, 3
vsetvli x1, s0, e64, m2, ta, ma
vmul.vv v8, v16, v8, v0.t
vmul.vx v16, v8, x1, v0.t
csrr x19, vl
li s0, 1
vsetvli x7, s0, e8, m1, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1)
csrr x5, vl
sd x26, 209(s1)
li s0, 20
vsetvli x7, s0, e64, m1, ta, ma
vid.v v12, v0.t
csrr x29, vl
li s0, 16
vsetvli x22, s0, e16, m4, ta, ma
vmv.v.x v12, x15
csrr x11, vl
flw f17, -169(s1)
li s0, 7
vsetvli x12, s0, e64, m4, ta, ma
vmv.v.x v16, x10
csrr x28, vl
li s0, 3
vsetvli x13, s0, e16, m2, ta, ma
vmul.vv v8, v8, v16
vmul.vx v12, v8, x20
csrr x27, vl
li s0, 20
vsetvli x30, s0, e8, m1, ta, ma
vid.v v12, v0.t
csrr x26, vl
li s0, 20
vsetvli x1, s0, e16, m2, ta, ma
vmv.x.s x15, v12
vmv.s.x v16, x14
csrr x1, vl
li s0, 1
vsetvli x14, s0, e64, m2, ta, ma
vmul.vv v8, v8, v16, v0.t
vmul.vx v12, v8, x25, v0.t
csrr x11, vl
li s0, 200
vsetvli x31, s0, e64, m4, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1), v0.t
vmv.v.x v0, x6
csrr x13, vl
li s0, 200
vsetvli x20, s0, e32, m4, ta, ma
vid.v v8
csrr x6, vl
li s0, 1
vsetvli x27, s0, e16, m2, ta, ma
vmv.x.s x25, v8
vmv.s.x v12, x21
csrr x23, vl
li x12, -2147483648
li s0, 18446744069422972927
fmv.d.x f16, s0
li s0, 3
vsetvli x26, s0, e8, m1, ta, ma
vid.v v16
csrr x28, vl
sh x27, -183(s1)
li x1, -8179240117372209477
li s0, 0
fmv.d.x f31, s0
lh x14, 238(s1)
li s0, 16
vsetvli x22, s0, e64, m2, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v12, (s1), v0.t
vmv.v.x v0, x22
csrr x23, vl
li s0, 7
vsetvli x13, s0, e8, m1, ta, ma
vmv.v.x v8, x16
csrr x10, vl
li s0, 3
vsetvli x18, s0, e8, m4, ta, ma
vmv.v.x v8, x12
csrr x16, vl
sd x31, -135(s1)
li s0, 200
vsetvli x22, s0, e32, m1, ta, ma
vadd.vi v12, v8, 7
vmv.v.v v16, v16
csrr x19, vl
li s0, 200
vsetvli x11, s0, e32, m4, ta, ma
vid.v v16
csrr x22, vl
li x13, -1
li s0, 4607182418800017408
fmv.d.x f15, s0
li s0, 7
vsetvli x24, s0, e8, m4, ta, ma
vadd.vv v12, v12, v12
vadd.vx v8, v16, x29
csrr x12, vl
lb x22, -97(s1)
li s0, 7
vsetvli x24, s0, e16, m1, ta, ma
vadd.vv v12, v8, v16, v0.t
vadd.vx v16, v16, x27, v0.t
csrr x24, vl
flw f5, -38(s1)
flw f12, -89(s1)
li s0, 1
vsetvli x24, s0, e16, m4, ta, ma
vmul.vv v16, v12, v16
vmul.vx v12, v16, x10
csrr x28, vl
lwu x17, -110(s1)
li x1, 0
li s0, 18446744073701163008
fmv.d.x f30, s0
li s0, 7
vsetvli x30, s0, e16, m4, ta, ma
vmv.v.x v8, x25
csrr x7, vl
lbu x31, 144(s1)
li s0, 200
vsetvli x21, s0, e16, m1, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v8, (s1), v0.t
vmv.v.x v0, x24
csrr x24, vl
li s0, 1
vsetvli x17, s0, e16, m1, ta, ma
vmul.vv v8, v8, v12
vmul.vx v16, v16, x1
csrr x6, vl
li s0, 16
vsetvli x29, s0, e16, m4, ta, ma
vmv.x.s x21, v12
vmv.s.x v16, x7
csrr x25, vl
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
.byte 130, 21, 37, 185, 66, 221, 216, 59, 97, 154, 77, 164, 19, 77, 93, 244, 101, 200, 67, 139, 138, 104, 212, 90, 230, 0, 207, 52, 241, 0, 174, 87, 148, 140, 171, 58, 169, 32, 124, 182, 159, 143, 241, 136, 228, 50, 5, 93, 197, 22, 94, 3, 148, 232, 230, 96, 94, 149, 156, 100, 214, 117, 125, 97
.zero 960
dump:
.zero 1024
