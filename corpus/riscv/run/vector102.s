.text
.globl _start
_start:
la s1, scratch + 512
li x1, -9223372036854775808
li x5, -2147483648
li x6, 0
li x7, 0
li x10, 4294967295
li x11, 1311768467463790320
li x12, 9223372036854775807
li x13, 4294967295
li x14, -2147483648
li x15, 0
li x16, -1
li x17, 1311768467463790320
li x18, -9223372036854775808
li x19, -9223372036854775808
li x20, -9223372036854775808
li x21, 1
li x22, 2147483647
li x23, -3097665161785370531
li x24, 9223372036854775807
li x25, 2147483647
li x26, 1
li x27, 8570549233526256245
li x28, -1
li x29, 9223372036854775807
li x30, -9223372036854775808
li x31, -3982531199118818637
li s0, 18446744071553679359
fmv.d.x f0, s0
li s0, 9218868437227405312
fmv.d.x f1, s0
li s0, 18446744071553679359
fmv.d.x f2, s0
li s0, 9218868437227405311
fmv.d.x f3, s0
li s0, 18446744071562067968
fmv.d.x f4, s0
li s0, 9221120237041090560
fmv.d.x f5, s0
li s0, 18446744069414584320
fmv.d.x f6, s0
li s0, 4503599627370496
fmv.d.x f7, s0
li s0, 18446744073701163008
fmv.d.x f8, s0
li s0, 9221120237041090560
fmv.d.x f9, s0
li s0, 18446744071553679360
fmv.d.x f10, s0
li s0, 4845873199050653697
fmv.d.x f11, s0
li s0, 18446744069414584321
fmv.d.x f12, s0
li s0, 9221120237041090560
fmv.d.x f13, s0
li s0, 18446744073701163008
fmv.d.x f14, s0
li s0, 9223372036854775808
fmv.d.x f15, s0
li s0, 18446744070479937536
fmv.d.x f16, s0
li s0, 4503599627370496
fmv.d.x f17, s0
li s0, 18446744069414584321
fmv.d.x f18, s0
li s0, 4845873199050653697
fmv.d.x f19, s0
li s0, 18446744071553679361
fmv.d.x f20, s0
li s0, 9218868437227405311
fmv.d.x f21, s0
li s0, 18446744071562067968
fmv.d.x f22, s0
li s0, 18442240474082181120
fmv.d.x f23, s0
li s0, 18446744069422972928
fmv.d.x f24, s0
li s0, 9218868437227405311
fmv.d.x f25, s0
li s0, 18446744073701163008
fmv.d.x f26, s0
li s0, 18442240474082181120
fmv.d.x f27, s0
li s0, 18446744071562067968
fmv.d.x f28, s0
li s0, 9221120237041090560
fmv.d.x f29, s0
li s0, 18446744071553679359
fmv.d.x f30, s0
li s0, 4503599627370496
fmv.d.x f31, s0
li s0, 200
vsetvli x20, s0, e8, m4, ta, ma
vmv.v.i v12, 11
csrr x26, vl
li s0, 7
vsetvli x21, s0, e64, m2, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v8, (s1)
vmv.v.x v0, x28
csrr x31, vl
li s0, 200
vsetvli x10, s0, e16, m1, ta, ma
li s0, 7
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v16, (s1)
vmv.v.x v0, x22
csrr x13, vl
li s0, 16
vsetvli x10, s0, e64, m1, ta, ma
vadd.vv v16, v16, v8, v0.t
vadd.vx v16, v8, x25, v0.t
csrr x21, vl
fld f5, 106(s1)
fsw f1, -256(s1)
li s0, 3
vsetvli x25, s0, e16, m4, ta, ma
vmv.v.x v8, x23
csrr x6, vl
li s0, 7
vsetvli x6, s0, e32, m1, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1)
csrr x31, vl
li s0, 3
vsetvli x30, s0, e32, m1, ta, ma
vmv.v.i v12, -14
csrr x28, vl
li s0, 3
vsetvli x19, s0, e32, m1, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1)
csrr x13, vl
li s0, 3
vsetvli x14, s0, e64, m1, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1), v0.t
csrr x31, vl
li s0, 3
vsetvli x1, s0, e16, m4, ta, ma
vadd.vv v12, v8, v16, v0.t
vadd.vx v12, v8, x7, v0.t
csrr x31, vl
li s0, 3
vsetvli x14, s0, e64, m4, ta, ma
vadd.vi v8, v8, 4, v0.t
vmv.v.v v16, v12
csrr x19, vl
li s0, 7
vsetvli x14, s0, e32, m1, ta, ma
vid.v v12
csrr x27, vl
li s0, 7
vsetvli x28, s0, e16, m1, ta, ma
vadd.vv v8, v12, v12
vadd.vx v8, v16, x17
csrr x11, vl
li s0, 1
vsetvli x20, s0, e16, m4, ta, ma
vmv.x.s x31, v12
vmv.s.x v16, x7
csrr x24, vl
li s0, 20
vsetvli x6, s0, e8, m1, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1), v0.t
vmv.v.x v0, x25
csrr x24, vl
li s0, 16
vsetvli x26, s0, e16, m2, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v16, (s1)
vmv.v.x v0, x31
csrr x25, vl
li s0, 1
vsetvli x16, s0, e32, m2, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v12, (s1)
csrr x31, vl
li s0, 1
vsetvli x1, s0, e32, m2, ta, ma
vmul.vv v8, v12, v8, v0.t
vmul.vx v8, v8, x27, v0.t
csrr x10, vl
li x31, 1311768467463790320
li s0, 4607182418800017408
fmv.d.x f22, s0
fsd f3, -102(s1)
li s0, 7
vsetvli x19, s0, e16, m1, ta, ma
vmv.v.x v16, x14
csrr x18, vl
li s0, 7
vsetvli x19, s0, e32, m2, ta, ma
vmv.v.x v12, x26
csrr x29, vl
lh x16, 150(s1)
li s0, 3
vsetvli x1, s0, e64, m1, ta, ma
vadd.vi v12, v8, -9
vmv.v.v v12, v8
csrr x22, vl
li s0, 1
vsetvli x22, s0, e64, m2, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v16, (s1)
csrr x28, vl
li s0, 3
vsetvli x30, s0, e32, m4, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v16, (s1)
vmv.v.x v0, x14
csrr x31, vl
li s0, 16
vsetvli x18, s0, e16, m4, ta, ma
vid.v v16
csrr x24, vl
li s0, 3
vsetvli x23, s0, e16, m1, ta, ma
vmv.v.x v16, x11
csrr x10, vl
fld f20, -43(s1)
li x26, 2147483647
li s0, 9223372036854775808
fmv.d.x f20, s0
li s0, 200
vsetvli x17, s0, e8, m4, ta, ma
vid.v v16, v0.t
csrr x28, vl
li s0, 7
vsetvli x14, s0, e8, m4, ta, ma
vadd.vi v8, v12, -9, v0.t
vmv.v.v v16, v16
csrr x22, vl
li s0, 7
vsetvli x26, s0, e64, m2, ta, ma
vadd.vi v12, v16, 3
vmv.v.v v16, v8
csrr x29, vl
lb x28, 231(s1)
li s0, 7
vsetvli x28, s0, e16, m4, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v8, (s1)
vmv.v.x v0, x25
csrr x22, vl
li x14, -9223372036854775808
li s0, 9223372036854775808
fmv.d.x f6, s0
li s0, 3
vsetvli x22, s0, e64, m2, ta, ma
vid.v v8, v0.t
csrr x16, vl
li s0, 20
vsetvli x5, s0, e16, m2, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v8, (s1)
vmv.v.x v0, x19
csrr x31, vl
li s0, 7
vsetvli x27, s0, e16, m2, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v8, (s1)
csrr x21, vl
li s0, 200
vsetvli x14, s0, e64, m2, ta, ma
vmul.vv v16, v8, v8, v0.t
vmul.vx v8, v16, x13, v0.t
csrr x16, vl
li x25, -9223372036854775808
li s0, 18446744071553679359
fmv.d.x f8, s0
li s0, 200
vsetvli x13, s0, e64, m4, ta, ma
vadd.vv v16, v8, v12
vadd.vx v12, v16, x19
csrr x5, vl
lw x5, -191(s1)
li s0, 20
vsetvli x21, s0, e64, m4, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v8, (s1), v0.t
vmv.v.x v0, x29
csrr x10, vl
li s0, 7
vsetvli x16, s0, e32, m4, ta, ma
vmv.v.i v12, -1
csrr x30, vl
lh x22, -176(s1)
lhu x5, 91(s1)
li s0, 200
vsetvli x23, s0, e64, m2, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1), v0.t
vmv.v.x v0, x14
csrr x19, vl
li x19, -89
li s0, 1
fmv.d.x f24, s0
li s0, 1
vsetvli x13, s0, e8, m4, ta, ma
vmv.x.s x13, v16
vmv.s.x v8, x20
csrr x22, vl
li s0, 7
vsetvli x16, s0, e64, m2, ta, ma
vadd.vi v16, v16, -6, v0.t
vmv.v.v v8, v8
csrr x19, vl
fld f0, 167(s1)
sb x31, -24(s1)
li s0, 3
vsetvli x25, s0, e8, m4, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1), v0.t
vmv.v.x v0, x18
csrr x21, vl
li x14, 2147483648
li s0, 9221120237041090560
fmv.d.x f19, s0
li s0, 1
vsetvli x22, s0, e8, m4, ta, ma
vmul.vv v12, v12, v16, v0.t
vmul.vx v12, v8, x17, v0.t
csrr x15, vl
li s0, 20
vsetvli x30, s0, e64, m4, ta, ma
vmv.v.i v16, 5
csrr x10, vl
li s0, 20
vsetvli x16, s0, e64, m2, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v16, (s1), v0.t
vmv.v.x v0, x27
csrr x29, vl
lb x12, -91(s1)
fld f27, -56(s1)
lb x19, 184(s1)
li x11, 7186389873819893400
li s0, 4845873199050653697
fmv.d.x f19, s0
li s0, 3
vsetvli x13, s0, e8, m1, ta, ma
vadd.vi v8, v12, 3, v0.t
vmv.v.v v8, v8
csrr x15, vl
li s0, 1
vsetvli x6, s0, e32, m2, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v16, (s1)
csrr x10, vl
li x11, 2147483647
li s0, 18446744070479937536
fmv.d.x f23, s0
li s0, 200
vsetvli x7, s0, e16, m1, ta, ma
vmv.v.x v12, x13
csrr x15, vl
li x20, -1921392988965033156
li s0, 4503599627370496
fmv.d.x f1, s0
flw f20, -246(s1)
li s0, 200
vsetvli x31, s0, e16, m1, ta, ma
vid.v v8
csrr x7, vl
flw f16, -195(s1)
li s0, 16
vsetvli x27, s0, e16, m2, ta, ma
vadd.vi v12, v12, 3, v0.t
vmv.v.v v8, v16
csrr x20, vl
li s0, 20
vsetvli x21, s0, e64, m2, ta, ma
vadd.vi v8, v16, -1
vmv.v.v v12, v8
csrr x24, vl
li s0, 16
vsetvli x28, s0, e64, m4, ta, ma
vmul.vv v8, v16, v8, v0.t
vmul.vx v16, v12, x1, v0.t
csrr x10, vl
li s0, 16
vsetvli x21, s0, e16, m2, ta, ma
vmv.x.s x7, v8
vmv.s.x v12, x21
csrr x28, vl
li s0, 7
vsetvli x11, s0, e16, m2, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1)
vmv.v.x v0, x16
csrr x28, vl
li s0, 7
vsetvli x22, s0, e16, m1, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v8, (s1)
csrr x6, vl
lb x30, 109(s1)
li s0, 7
vsetvli x11, s0, e8, m2, ta, ma
vid.v v12, v0.t
csrr x26, vl
li s0, 3
vsetvli x13, s0, e64, m1, ta, ma
vmv.v.x v12, x19
csrr x20, vl
li s0, 20
vsetvli x19, s0, e64, m4, ta, ma
vmul.vv v8, v12, v16, v0.t
vmul.vx v8, v8, x19, v0.t
csrr x14, vl
li s0, 3
vsetvli x10, s0, e32, m1, ta, ma
vadd.vv v12, v16, v8, v0.t
vadd.vx v12, v8, x16, v0.t
csrr x5, vl
li s0, 7
vsetvli x31, s0, e16, m1, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v16, (s1), v0.t
vmv.v.x v0, x30
csrr x10, vl
li s0, 16
vsetvli x13, s0, e8, m2, ta, ma
vmv.v.x v16, x29
csrr x27, vl
sb x16, -56(s1)
li s0, 3
vsetvli x14, s0, e16, m2, ta, ma
vmul.vv v8, v8, v12, v0.t
vmul.vx v16, v16, x27, v0.t
csrr x18, vl
li s0, 3
vsetvli x31, s0, e32, m2, ta, ma
li s0, 7
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1)
csrr x20, vl
li s0, 20
vsetvli x17, s0, e16, m4, ta, ma
vmv.x.s x11, v8
vmv.s.x v8, x12
csrr x17, vl
li x12, -1
li s0, 18446744069414584321
fmv.d.x f11, s0
li x23, 1
li s0, 18446744071553679360
fmv.d.x f4, s0
li s0, 3
vsetvli x20, s0, e8, m2, ta, ma
vmv.v.x v8, x25
csrr x30, vl
li s0, 20
vsetvli x22, s0, e8, m4, ta, ma
vadd.vi v8, v12, 14, v0.t
vmv.v.v v16, v12
csrr x6, vl
li s0, 1
vsetvli x22, s0, e8, m1, ta, ma
vadd.vv v8, v16, v12, v0.t
vadd.vx v12, v12, x30, v0.t
csrr x28, vl
li x6, 0
li s0, 4845873199050653697
fmv.d.x f28, s0
li s0, 1
vsetvli x6, s0, e16, m4, ta, ma
vadd.vv v8, v12, v12
vadd.vx v12, v8, x14
csrr x11, vl
li x10, 2147483648
li s0, 18446744069422972928
fmv.d.x f6, s0
li s0, 200
vsetvli x26, s0, e8, m4, ta, ma
vmv.v.i v8, 0
csrr x22, vl
li s0, 3
vsetvli x11, s0, e8, m1, ta, ma
vid.v v8
csrr x17, vl
li s0, 16
vsetvli x26, s0, e16, m2, ta, ma
vmul.vv v12, v16, v8
vmul.vx v16, v16, x19
csrr x26, vl
li s0, 3
vsetvli x12, s0, e64, m2, ta, ma
vadd.vi v16, v8, -7
vmv.v.v v8, v12
csrr x26, vl
li s0, 200
vsetvli x22, s0, e32, m4, ta, ma
vadd.vi v12, v8, 11, v0.t
vmv.v.v v8, v12
csrr x10, vl
li x25, 4294967295
li s0, 9218868437227405312
fmv.d.x f26, s0
li s0, 7
vsetvli x10, s0, e16, m2, ta, ma
vmul.vv v16, v8, v12, v0.t
vmul.vx v12, v8, x16, v0.t
csrr x24, vl
li s0, 7
vsetvli x26, s0, e8, m2, ta, ma
vid.v v8
csrr x21, vl
li s0, 200
vsetvli x7, s0, e32, m2, ta, ma
vid.v v16
csrr x17, vl
li s0, 16
vsetvli x21, s0, e16, m1, ta, ma
vmv.v.x v8, x19
csrr x13, vl
li x22, 1311768467463790320
li s0, 18446744069422972928
fmv.d.x f31, s0
li s0, 20
vsetvli x21, s0, e32, m4, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v16, (s1)
csrr x29, vl
li s0, 20
vsetvli x14, s0, e32, m4, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1), v0.t
csrr x6, vl
li s0, 1
vsetvli x15, s0, e32, m4, ta, ma
vadd.vi v8, v12, 15
vmv.v.v v12, v8
csrr x12, vl
li x11, 2147483647
li s0, 18446744070479937536
fmv.d.x f15, s0
li x20, 2147483648
li s0, 4503599627370495
fmv.d.x f26, s0
li s0, 16
vsetvli x10, s0, e32, m4, ta, ma
vadd.vv v12, v12, v8, v0.t
vadd.vx v12, v12, x28, v0.t
csrr x15, vl
li s0, 200
vsetvli x24, s0, e32, m2, ta, ma
vmv.v.i v8, 9
csrr x18, vl
li s0, 16
vsetvli x5, s0, e64, m4, ta, ma
vmv.v.i v12, -2
csrr x10, vl
li x15, 2147483648
li s0, 18446744069414584321
fmv.d.x f6, s0
li s0, 200
vsetvli x31, s0, e8, m4, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1), v0.t
vmv.v.x v0, x1
csrr x20, vl
li x30, 2147483648
li s0, 4845873199050653697
fmv.d.x f4, s0
li x27, -1
li s0, 18446744071553679359
fmv.d.x f2, s0
li s0, 7
vsetvli x19, s0, e8, m2, ta, ma
vid.v v12
csrr x15, vl
li s0, 20
vsetvli x23, s0, e64, m4, ta, ma
vmv.x.s x19, v8
vmv.s.x v16, x1
csrr x21, vl
li s0, 20
vsetvli x27, s0, e16, m1, ta, ma
vmv.v.x v8, x24
csrr x14, vl
li x21, -1
li s0, 9218868437227405313
fmv.d.x f23, s0
li s0, 20
vsetvli x25, s0, e64, m4, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v16, (s1), v0.t
csrr x22, vl
li s0, 3
vsetvli x15, s0, e64, m4, ta, ma
vid.v v12, v0.t
csrr x6, vl
li s0, 1
vsetvli x14, s0, e16, m4, ta, ma
vid.v v8
csrr x19, vl
li s0, 1
vsetvli x14, s0, e16, m4, ta, ma
vmv.x.s x23, v12
vmv.s.x v16, x14
csrr x24, vl
li s0, 200
vsetvli x19, s0, e16, m1, ta, ma
vmv.v.i v12, -14
csrr x22, vl
li s0, 20
vsetvli x30, s0, e16, m1, ta, ma
vadd.vi v16, v16, 10
vmv.v.v v8, v16
csrr x7, vl
li x11, 1
li s0, 18446744073701163008
fmv.d.x f1, s0
fld f21, -31(s1)
li s0, 200
vsetvli x26, s0, e8, m4, ta, ma
vadd.vv v12, v12, v8
vadd.vx v16, v8, x16
csrr x28, vl
li s0, 16
vsetvli x18, s0, e16, m1, ta, ma
vmv.x.s x18, v12
vmv.s.x v16, x11
csrr x22, vl
li s0, 20
vsetvli x18, s0, e32, m4, ta, ma
vmv.x.s x12, v16
vmv.s.x v12, x20
csrr x24, vl
li s0, 20
vsetvli x28, s0, e8, m4, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1), v0.t
csrr x21, vl
lh x5, 11(s1)
lh x20, 246(s1)
li x5, 2147483648
li s0, 1
fmv.d.x f26, s0
li s0, 7
vsetvli x18, s0, e64, m2, ta, ma
vmv.x.s x28, v12
vmv.s.x v12, x14
csrr x28, vl
li s0, 200
vsetvli x15, s0, e16, m4, ta, ma
vmv.x.s x11, v16
vmv.s.x v8, x24
csrr x24, vl
li x16, 2147483647
li s0, 9218868437227405312
fmv.d.x f0, s0
li s0, 16
vsetvli x5, s0, e32, m2, ta, ma
li s0, 7
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v16, (s1), v0.t
vmv.v.x v0, x27
csrr x26, vl
li x17, 2147483648
li s0, 4607182418800017408
fmv.d.x f0, s0
li s0, 3
vsetvli x26, s0, e16, m4, ta, ma
vmv.x.s x25, v8
vmv.s.x v12, x7
csrr x1, vl
li s0, 7
vsetvli x18, s0, e8, m1, ta, ma
vmv.v.x v8, x22
csrr x20, vl
li s0, 20
vsetvli x19, s0, e32, m2, ta, ma
vadd.vi v8, v16, -16
vmv.v.v v8, v16
csrr x10, vl
li s0, 1
vsetvli x17, s0, e8, m1, ta, ma
vmv.x.s x22, v12
vmv.s.x v12, x19
csrr x6, vl
li s0, 200
vsetvli x1, s0, e16, m4, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v16, (s1)
vmv.v.x v0, x11
csrr x25, vl
li x27, 1311768467463790320
li s0, 18446744071557873664
fmv.d.x f8, s0
lb x28, 15(s1)
fsw f11, -220(s1)
fsw f11, 82(s1)
li s0, 16
vsetvli x14, s0, e64, m1, ta, ma
vmul.vv v12, v8, v12
vmul.vx v16, v16, x26
csrr x22, vl
li s0, 3
vsetvli x12, s0, e32, m4, ta, ma
vadd.vv v12, v16, v16, v0.t
vadd.vx v12, v16, x20, v0.t
csrr x14, vl
li s0, 3
vsetvli x25, s0, e64, m1, ta, ma
vadd.vi v16, v8, 9
vmv.v.v v16, v8
csrr x22, vl
li s0, 16
vsetvli x18, s0, e32, m1, ta, ma
vadd.vv v8, v8, v16, v0.t
vadd.vx v8, v16, x26, v0.t
csrr x12, vl
li s0, 16
vsetvli x1, s0, e8, m4, ta, ma
vadd.vv v12, v8, v16
vadd.vx v8, v8, x30
csrr x20, vl
li s0, 16
vsetvli x10, s0, e16, m4, ta, ma
vmv.v.x v16, x28
csrr x31, vl
li s0, 3
vsetvli x19, s0, e8, m1, ta, ma
vadd.vv v12, v16, v16, v0.t
vadd.vx v8, v8, x31, v0.t
csrr x1, vl
li s0, 7
vsetvli x20, s0, e64, m2, ta, ma
vmul.vv v12, v8, v12, v0.t
vmul.vx v16, v16, x19, v0.t
csrr x1, vl
li x20, 9223372036854775807
li s0, 9221120237041090560
fmv.d.x f26, s0
li x1, -6817330570052490341
li s0, 4845873199050653697
fmv.d.x f15, s0
li s0, 20
vsetvli x18, s0, e64, m2, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v16, (s1), v0.t
csrr x14, vl
li s0, 20
vsetvli x26, s0, e8, m1, ta, ma
vid.v v12, v0.t
csrr x24, vl
lb x30, 116(s1)
li s0, 1
vsetvli x22, s0, e64, m4, ta, ma
li s0, 7
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v16, (s1)
csrr x26, vl
li x21, 4294967295
li s0, 1
fmv.d.x f15, s0
li s0, 200
vsetvli x24, s0, e64, m2, ta, ma
vadd.vi v8, v8, 3, v0.t
vmv.v.v v12, v12
csrr x16, vl
li s0, 16
vsetvli x25, s0, e64, m2, ta, ma
vadd.vi v16, v16, 7, v0.t
vmv.v.v v8, v8
csrr x18, vl
li x14, 1311768467463790320
li s0, 18446744069414584321
fmv.d.x f15, s0
li s0, 3
vsetvli x1, s0, e8, m4, ta, ma
vadd.vv v16, v16, v12, v0.t
vadd.vx v16, v8, x20, v0.t
csrr x18, vl
li s0, 7
vsetvli x7, s0, e16, m4, ta, ma
vmv.x.s x16, v16
vmv.s.x v8, x6
csrr x21, vl
li s0, 200
vsetvli x14, s0, e32, m2, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v16, (s1), v0.t
csrr x14, vl
li s0, 3
vsetvli x30, s0, e32, m1, ta, ma
li s0, 7
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v12, (s1)
csrr x28, vl
li s0, 200
vsetvli x12, s0, e8, m4, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v12, (s1)
csrr x20, vl
li s0, 20
vsetvli x31, s0, e64, m2, ta, ma
vid.v v16
csrr x17, vl
lb x14, 154(s1)
flw f30, -136(s1)
li s0, 1
vsetvli x5, s0, e64, m1, ta, ma
vadd.vi v12, v12, -14, v0.t
vmv.v.v v12, v12
csrr x25, vl
li s0, 200
vsetvli x20, s0, e8, m4, ta, ma
vmul.vv v12, v12, v8, v0.t
vmul.vx v8, v8, x19, v0.t
csrr x23, vl
li s0, 20
vsetvli x5, s0, e8, m4, ta, ma
vid.v v16, v0.t
csrr x20, vl
li s0, 1
vsetvli x28, s0, e64, m2, ta, ma
vadd.vi v16, v8, 15, v0.t
vmv.v.v v16, v12
csrr x28, vl
li s0, 3
vsetvli x14, s0, e8, m2, ta, ma
li s0, 3
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v8, (s1), v0.t
vmv.v.x v0, x11
csrr x30, vl
li x27, 1
li s0, 18446744071553679360
fmv.d.x f21, s0
li s0, 20
vsetvli x19, s0, e8, m4, ta, ma
vmv.x.s x7, v16
vmv.s.x v12, x17
csrr x1, vl
li s0, 16
vsetvli x22, s0, e16, m1, ta, ma
vid.v v8, v0.t
csrr x25, vl
li s0, 20
vsetvli x14, s0, e8, m2, ta, ma
vmv.x.s x18, v16
vmv.s.x v12, x19
csrr x21, vl
li x27, 4294967295
li s0, 18446744070480852246
fmv.d.x f27, s0
li s0, 16
vsetvli x24, s0, e16, m4, ta, ma
vadd.vv v8, v12, v8, v0.t
vadd.vx v8, v16, x30, v0.t
csrr x18, vl
lh x6, -75(s1)
li x13, -9223372036854775808
li s0, 9223372036854775808
fmv.d.x f30, s0
li s0, 3
vsetvli x20, s0, e32, m1, ta, ma
vadd.vi v16, v12, 1, v0.t
vmv.v.v v8, v8
csrr x26, vl
li x15, 4294967295
li s0, 18442240474082181120
fmv.d.x f27, s0
li s0, 7
vsetvli x21, s0, e32, m1, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v16, (s1), v0.t
csrr x7, vl
li s0, 16
vsetvli x7, s0, e32, m4, ta, ma
vadd.vv v16, v16, v12
vadd.vx v8, v8, x31
csrr x19, vl
li s0, 1
vsetvli x19, s0, e16, m2, ta, ma
vmv.v.x v12, x21
csrr x25, vl
li s0, 16
vsetvli x28, s0, e32, m2, ta, ma
vmv.v.i v12, 2
csrr x1, vl
lh x31, 3(s1)
li x11, 2147483647
li s0, 4503599627370495
fmv.d.x f4, s0
sw x19, -201(s1)
li s0, 3
vsetvli x11, s0, e8, m2, ta, ma
vadd.vi v16, v8, 15
vmv.v.v v8, v8
csrr x18, vl
li s0, 16
vsetvli x16, s0, e32, m4, ta, ma
vadd.vi v8, v12, -14
vmv.v.v v16, v8
csrr x22, vl
lh x10, -109(s1)
li s0, 16
vsetvli x30, s0, e16, m1, ta, ma
vmv.x.s x21, v16
vmv.s.x v8, x5
csrr x11, vl
li s0, 7
vsetvli x17, s0, e32, m1, ta, ma
vmv.v.x v12, x1
csrr x18, vl
li s0, 3
vsetvli x23, s0, e32, m1, ta, ma
li s0, 16
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v8, (s1)
vmv.v.x v0, x6
csrr x20, vl
li s0, 3
vsetvli x25, s0, e8, m4, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1)
vmv.v.x v0, x1
csrr x21, vl
li s0, 7
vsetvli x15, s0, e64, m2, ta, ma
vadd.vv v8, v8, v16, v0.t
vadd.vx v12, v12, x27, v0.t
csrr x26, vl
li s0, 1
vsetvli x6, s0, e32, m1, ta, ma
vmv.x.s x28, v12
vmv.s.x v16, x12
csrr x22, vl
li s0, 7
vsetvli x13, s0, e64, m4, ta, ma
vid.v v8
csrr x17, vl
lb x17, 72(s1)
li s0, 16
vsetvli x30, s0, e8, m4, ta, ma
vadd.vv v12, v8, v12
vadd.vx v12, v16, x23
csrr x11, vl
li s0, 16
vsetvli x10, s0, e16, m4, ta, ma
vid.v v16, v0.t
csrr x14, vl
li s0, 200
vsetvli x7, s0, e8, m4, ta, ma
li s0, 7
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1), v0.t
vmv.v.x v0, x20
csrr x6, vl
li s0, 7
vsetvli x28, s0, e64, m2, ta, ma
vmv.v.i v16, -2
csrr x11, vl
li s0, 1
vsetvli x22, s0, e8, m1, ta, ma
vid.v v8, v0.t
csrr x7, vl
li s0, 20
vsetvli x20, s0, e32, m1, ta, ma
li s0, 3
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v12, (s1), v0.t
vmv.v.x v0, x28
csrr x22, vl
flw f25, 71(s1)
li s0, 20
vsetvli x18, s0, e64, m1, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v12, (s1)
csrr x1, vl
li s0, 1
vsetvli x25, s0, e32, m1, ta, ma
li s0, 1
vsetvli zero, s0, e32, m1, ta, ma
vle32.v v8, (s1)
vmv.v.x v0, x17
csrr x7, vl
li x17, -2147483648
li s0, 18446744069414584321
fmv.d.x f23, s0
li s0, 16
vsetvli x31, s0, e16, m4, ta, ma
li s0, 1
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1)
vmv.v.x v0, x12
csrr x12, vl
li x30, 4294967295
li s0, 9218868437227405311
fmv.d.x f27, s0
li s0, 16
vsetvli x13, s0, e64, m1, ta, ma
vmv.v.x v8, x23
csrr x23, vl
li s0, 16
vsetvli x5, s0, e64, m1, ta, ma
vid.v v8
csrr x26, vl
li x12, 0
li s0, 1
fmv.d.x f8, s0
li s0, 200
vsetvli x10, s0, e8, m4, ta, ma
li s0, 3
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v16, (s1)
csrr x7, vl
li s0, 16
vsetvli x28, s0, e32, m4, ta, ma
vmv.v.x v16, x13
csrr x25, vl
li s0, 16
vsetvli x1, s0, e16, m4, ta, ma
vid.v v16, v0.t
csrr x18, vl
li s0, 7
vsetvli x15, s0, e8, m2, ta, ma
li s0, 3
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1)
vmv.v.x v0, x25
csrr x23, vl
li s0, 200
vsetvli x27, s0, e8, m4, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v16, (s1)
csrr x22, vl
li s0, 16
vsetvli x30, s0, e16, m1, ta, ma
vid.v v16, v0.t
csrr x26, vl
li s0, 16
vsetvli x7, s0, e64, m2, ta, ma
vadd.vi v8, v16, -8, v0.t
vmv.v.v v8, v12
csrr x13, vl
sh x16, 25(s1)
li s0, 7
vsetvli x17, s0, e8, m2, ta, ma
vmv.v.x v12, x1
csrr x22, vl
li s0, 3
vsetvli x26, s0, e32, m2, ta, ma
li s0, 7
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v8, (s1)
csrr x15, vl
li x11, -9223372036854775808
li s0, 18446744070681264129
fmv.d.x f14, s0
li s0, 7
vsetvli x1, s0, e64, m1, ta, ma
vmul.vv v8, v12, v8, v0.t
vmul.vx v8, v8, x26, v0.t
csrr x10, vl
li s0, 20
vsetvli x22, s0, e8, m1, ta, ma
vadd.vi v8, v16, -10
vmv.v.v v12, v12
csrr x16, vl
li x24, -61
li s0, 18446744069422972928
fmv.d.x f4, s0
fsd f3, -128(s1)
li s0, 3
vsetvli x16, s0, e16, m1, ta, ma
vid.v v12, v0.t
csrr x23, vl
li s0, 20
vsetvli x31, s0, e32, m4, ta, ma
vadd.vv v16, v8, v16, v0.t
vadd.vx v8, v16, x25, v0.t
csrr x17, vl
li s0, 7
vsetvli x21, s0, e16, m1, ta, ma
vmv.v.i v16, -9
csrr x14, vl
li s0, 3
vsetvli x10, s0, e16, m1, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v8, (s1)
vmv.v.x v0, x30
csrr x31, vl
li x12, 2147483648
li s0, 9218868437227405312
fmv.d.x f6, s0
li s0, 16
vsetvli x13, s0, e32, m1, ta, ma
vid.v v12, v0.t
csrr x14, vl
li s0, 1
vsetvli x6, s0, e16, m1, ta, ma
li s0, 3
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1)
csrr x7, vl
flw f12, -183(s1)
li x29, 1311768467463790320
li s0, 9218868437227405311
fmv.d.x f20, s0
fsd f10, 225(s1)
li s0, 20
vsetvli x23, s0, e32, m1, ta, ma
vadd.vi v12, v8, -6
vmv.v.v v8, v12
csrr x21, vl
li s0, 16
vsetvli x13, s0, e64, m4, ta, ma
li s0, 16
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v12, (s1)
csrr x12, vl
li s0, 16
vsetvli x5, s0, e8, m2, ta, ma
li s0, 3
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v8, (s1), v0.t
csrr x22, vl
sh x15, -159(s1)
li x26, -2147483648
li s0, 18446744070479937536
fmv.d.x f1, s0
li s0, 3
vsetvli x7, s0, e64, m1, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1), v0.t
csrr x24, vl
li x20, 1311768467463790320
li s0, 9859484565218819419
fmv.d.x f21, s0
li s0, 16
vsetvli x24, s0, e64, m2, ta, ma
vadd.vv v8, v16, v12, v0.t
vadd.vx v8, v12, x28, v0.t
csrr x26, vl
li x18, 0
li s0, 18446744070479937536
fmv.d.x f28, s0
li s0, 16
vsetvli x30, s0, e8, m1, ta, ma
vmul.vv v16, v12, v8, v0.t
vmul.vx v12, v12, x25, v0.t
csrr x31, vl
li s0, 7
vsetvli x16, s0, e16, m1, ta, ma
vadd.vv v8, v16, v16
vadd.vx v8, v16, x25
csrr x24, vl
li s0, 3
vsetvli x25, s0, e8, m2, ta, ma
vmul.vv v16, v16, v8
vmul.vx v16, v16, x29
csrr x18, vl
li s0, 16
vsetvli x22, s0, e16, m4, ta, ma
vmv.v.i v16, 4
csrr x6, vl
li x13, -2786159491527823109
li s0, 9218868437227405311
fmv.d.x f3, s0
li s0, 16
vsetvli x25, s0, e8, m4, ta, ma
li s0, 3
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v16, (s1)
vmv.v.x v0, x13
csrr x18, vl
li s0, 200
vsetvli x10, s0, e16, m1, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v8, (s1), v0.t
vmv.v.x v0, x11
csrr x11, vl
li s0, 7
vsetvli x6, s0, e32, m1, ta, ma
vmul.vv v8, v12, v8
vmul.vx v8, v8, x28
csrr x29, vl
lbu x1, -209(s1)
ld x1, -16(s1)
li s0, 200
vsetvli x23, s0, e8, m2, ta, ma
vmv.x.s x13, v16
vmv.s.x v8, x18
csrr x24, vl
li s0, 7
vsetvli x29, s0, e16, m1, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vle16.v v12, (s1)
vmv.v.x v0, x18
csrr x19, vl
li s0, 16
vsetvli x6, s0, e16, m4, ta, ma
vadd.vi v8, v16, -16, v0.t
vmv.v.v v12, v8
csrr x1, vl
li s0, 7
vsetvli x11, s0, e8, m2, ta, ma
vadd.vv v12, v12, v16, v0.t
vadd.vx v12, v16, x15, v0.t
csrr x30, vl
li s0, 20
vsetvli x15, s0, e64, m4, ta, ma
li s0, 3
vsetvli zero, s0, e64, m1, ta, ma
vle64.v v12, (s1)
vmv.v.x v0, x14
csrr x31, vl
li s0, 1
vsetvli x14, s0, e16, m2, ta, ma
vadd.vi v16, v16, 5
vmv.v.v v16, v8
csrr x28, vl
li s0, 3
vsetvli x11, s0, e16, m4, ta, ma
vadd.vv v12, v8, v12, v0.t
vadd.vx v8, v8, x6, v0.t
csrr x31, vl
lh x16, -49(s1)
li s0, 16
vsetvli x7, s0, e16, m1, ta, ma
vmv.x.s x16, v16
vmv.s.x v8, x14
csrr x19, vl
li s0, 16
vsetvli x7, s0, e16, m2, ta, ma
li s0, 16
vsetvli zero, s0, e16, m1, ta, ma
vse16.v v12, (s1), v0.t
csrr x20, vl
li s0, 7
vsetvli x17, s0, e8, m2, ta, ma
vadd.vi v16, v12, -5
vmv.v.v v12, v16
csrr x18, vl
li s0, 3
vsetvli x15, s0, e64, m1, ta, ma
vmul.vv v8, v16, v16, v0.t
vmul.vx v8, v16, x11, v0.t
csrr x21, vl
li s0, 200
vsetvli x10, s0, e16, m2, ta, ma
vmv.x.s x14, v16
vmv.s.x v12, x30
csrr x29, vl
li s0, 200
vsetvli x22, s0, e16, m4, ta, ma
vid.v v8
csrr x24, vl
li s0, 16
vsetvli x21, s0, e16, m2, ta, ma
vadd.vi v8, v8, -9
vmv.v.v v16, v16
csrr x10, vl
li x19, 98
li s0, 18446744070480595294
fmv.d.x f25, s0
li x5, 9223372036854775807
li s0, 0
fmv.d.x f28, s0
li s0, 16
vsetvli x13, s0, e8, m4, ta, ma
li s0, 1
vsetvli zero, s0, e8, m1, ta, ma
vle8.v v12, (s1)
vmv.v.x v0, x14
csrr x28, vl
li s0, 3
vsetvli x10, s0, e8, m1, ta, ma
vadd.vi v16, v12, -6, v0.t
vmv.v.v v16, v12
csrr x5, vl
sb x16, 43(s1)
li x31, 2147483647
li s0, 18446744071553679361
fmv.d.x f7, s0
li s0, 3
vsetvli x20, s0, e64, m2, ta, ma
vmul.vv v12, v16, v8, v0.t
vmul.vx v12, v16, x21, v0.t
csrr x25, vl
li x21, 0
li s0, 18446744069422972927
fmv.d.x f13, s0
lwu x24, 37(s1)
li s0, 200
vsetvli x23, s0, e32, m2, ta, ma
vadd.vi v16, v12, -8
vmv.v.v v8, v8
csrr x27, vl
li s0, 3
vsetvli x22, s0, e64, m2, ta, ma
li s0, 1
vsetvli zero, s0, e64, m1, ta, ma
vse64.v v8, (s1), v0.t
csrr x12, vl
li s0, 7
vsetvli x21, s0, e8, m1, ta, ma
li s0, 16
vsetvli zero, s0, e8, m1, ta, ma
vse8.v v12, (s1)
csrr x24, vl
li s0, 7
vsetvli x6, s0, e32, m2, ta, ma
li s0, 16
vsetvli zero, s0, e32, m1, ta, ma
vse32.v v16, (s1), v0.t
csrr x18, vl
li s0, 20
vsetvli x25, s0, e8, m4, ta, ma
vmv.v.x v8, x12
csrr x16, vl
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
.byte 63, 62, 150, 176, 33, 214, 224, 189, 73, 149, 120, 73, 253, 78, 158, 222, 110, 111, 163, 13, 230, 43, 109, 69, 88, 117, 225, 216, 162, 229, 152, 199, 233, 82, 24, 226, 55, 139, 178, 41, 136, 100, 131, 199, 245, 138, 80, 207, 176, 219, 189, 125, 223, 228, 93, 155, 139, 190, 43, 23, 13, 204, 252, 213
.zero 960
dump:
.zero 1024
