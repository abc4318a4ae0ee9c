.text
.globl _start
_start:
la s1, scratch + 512
li x1, 9223372036854775807
li x5, 1
li x6, -1
li x7, 9223372036854775807
li x10, 9223372036854775807
li x11, 4294967295
li x12, -9223372036854775808
li x13, -1
li x14, 2147483648
li x15, 2147483647
li x16, 1
li x17, -9223372036854775808
li x18, 1
li x19, 4294967295
li x20, 2147483647
li x21, -2147483648
li x22, -9223372036854775808
li x23, 0
li x24, 2147483647
li x25, 1311768467463790320
li x26, 1311768467463790320
li x27, 2147483647
li x28, -3298950662144215281
li x29, -1
li x30, -1
li x31, 4294967295
li s0, 18446744069414584320
fmv.d.x f0, s0
li s0, 9218868437227405312
fmv.d.x f1, s0
li s0, 18446744070681264129
fmv.d.x f2, s0
li s0, 9221120237041090560
fmv.d.x f3, s0
li s0, 18446744071553679360
fmv.d.x f4, s0
li s0, 4503599627370495
fmv.d.x f5, s0
li s0, 18446744069414584321
fmv.d.x f6, s0
li s0, 9218868437227405311
fmv.d.x f7, s0
li s0, 18446744071553679361
fmv.d.x f8, s0
li s0, 9218868437227405313
fmv.d.x f9, s0
li s0, 18446744070479937536
fmv.d.x f10, s0
li s0, 9218868437227405313
fmv.d.x f11, s0
li s0, 18446744071562067968
fmv.d.x f12, s0
li s0, 9221120237041090560
fmv.d.x f13, s0
li s0, 18446744070681264129
fmv.d.x f14, s0
li s0, 9221120237041090560
fmv.d.x f15, s0
li s0, 18446744070479937536
fmv.d.x f16, s0
li s0, 9218868437227405312
fmv.d.x f17, s0
li s0, 18446744071553679359
fmv.d.x f18, s0
li s0, 9223372036854775808
fmv.d.x f19, s0
li s0, 18446744070479937536
fmv.d.x f20, s0
li s0, 9223372036854775808
fmv.d.x f21, s0
li s0, 18446744069414584321
fmv.d.x f22, s0
li s0, 4607182418800017408
fmv.d.x f23, s0
li s0, 18446744071553679359
fmv.d.x f24, s0
li s0, 1
fmv.d.x f25, s0
li s0, 18446744070681264129
fmv.d.x f26, s0
li s0, 4503599627370496
fmv.d.x f27, s0
li s0, 18446744071553679359
fmv.d.x f28, s0
li s0, 4845873199050653697
fmv.d.x f29, s0
li s0, 18446744071553679359
fmv.d.x f30, s0
li s0, 0
fmv.d.x f31, s0
fsub.s f22, f27, f12, rne
flt.s x20, f28, f6
fclass.s x19, f28
fnmadd.d f1, f23, f7, f17, rmm
fle.d x26, f24, f24
fclass.d x26, f17
li x15, -38
li s0, 13297082188111817719
fmv.d.x f28, s0
li x27, 9223372036854775807
li s0, 18446744070479937536
fmv.d.x f17, s0
fnmadd.s f5, f11, f29, f5, rne
fcvt.d.s f26, f20
li x6, -6119188618516082924
li s0, 9223372036854775808
fmv.d.x f20, s0
li x6, -1
li s0, 9218868437227405312
fmv.d.x f28, s0
li x7, 2147483648
li s0, 4607182418800017408
fmv.d.x f19, s0
li x21, 0
li s0, 1
fmv.d.x f7, s0
fmsub.d f9, f27, f5, f22, rup
li x14, 2147483647
li s0, 0
fmv.d.x f26, s0
li x18, -1
li s0, 18446744071553679359
fmv.d.x f13, s0
li x18, -2147483648
li s0, 18446744070479937536
fmv.d.x f7, s0
fsgnjn.d f11, f30, f11
fmul.s f16, f29, f18, rtz
fmul.d f23, f17, f12, rup
li x18, 2147483647
li s0, 1
fmv.d.x f6, s0
fmv.d.x f8, x21
fdiv.s f15, f26, f26
fsub.s f7, f7, f8, rtz
fdiv.s f20, f16, f3, rup
li x31, -9223372036854775808
li s0, 5999421351410696692
fmv.d.x f30, s0
li x13, 32
li s0, 18446744071562067968
fmv.d.x f2, s0
li x20, 1
li s0, 18341938135450933764
fmv.d.x f26, s0
fdiv.d f6, f22, f31, rtz
li x7, -4868549387150773010
li s0, 9218868437227405313
fmv.d.x f3, s0
fcvt.lu.s x25, f18, rmm
fcvt.s.lu f21, x13, rmm
fsqrt.s f28, f10, rup
feq.d x12, f29, f18
fclass.d x20, f13
fcvt.lu.d x17, f2, rmm
fcvt.d.lu f26, x10, rmm
fsqrt.d f1, f6, rne
fdiv.d f19, f19, f12
fmadd.d f17, f29, f8, f15, rtz
fcvt.lu.d x28, f20, rmm
fsqrt.d f15, f23, rdn
li x18, -2147483648
li s0, 9218868437227405311
fmv.d.x f19, s0
fdiv.d f27, f17, f28, rdn
fmin.d f30, f17, f9
fmv.w.x f4, x26
li x24, -9223372036854775808
li s0, 18446744070681264129
fmv.d.x f18, s0
fmul.s f24, f24, f5, rdn
fmul.s f30, f1, f23, rmm
li x5, 1311768467463790320
li s0, 18446744071557873664
fmv.d.x f13, s0
fadd.d f6, f15, f1, rup
fadd.s f30, f1, f5, rmm
csrr x1, fcsr
feq.d x7, f17, f24
fclass.d x22, f5
li x1, 6182916205634177803
li s0, 4607646270564547705
fmv.d.x f6, s0
fnmsub.s f26, f18, f11, f25, rmm
fsub.d f14, f28, f2, rtz
fsgnj.d f10, f11, f21
fmul.s f8, f14, f22, rup
li x14, -2147483648
li s0, 4503599627370495
fmv.d.x f1, s0
fdiv.s f8, f12, f29, rtz
fle.s x21, f8, f11
fclass.s x25, f0
li x21, 1311768467463790320
li s0, 9218868437227405311
fmv.d.x f14, s0
li x1, 31
li s0, 18446744071655349175
fmv.d.x f11, s0
li x20, 2147483647
li s0, 9218868437227405312
fmv.d.x f30, s0
fcvt.d.s f1, f20
li x17, -9223372036854775808
li s0, 4503599627370496
fmv.d.x f4, s0
li x26, 1
li s0, 18446744070480072012
fmv.d.x f9, s0
li x26, -1
li s0, 18446744069414584320
fmv.d.x f1, s0
li x15, -2147483648
li s0, 18446744071562067968
fmv.d.x f6, s0
li x10, -9223372036854775808
li s0, 0
fmv.d.x f29, s0
fsub.d f14, f24, f19
fmul.d f22, f12, f0, rdn
fmadd.s f20, f25, f8, f31
li x14, 2147483647
li s0, 18446744071553679360
fmv.d.x f7, s0
fmul.s f30, f12, f17, rne
fdiv.d f14, f5, f18
fdiv.d f21, f16, f31, rdn
flt.d x25, f22, f28
fclass.d x23, f3
fmv.d.x f9, x15
fsub.d f31, f14, f27, rne
li x25, 9223372036854775807
li s0, 18442240474082181120
fmv.d.x f18, s0
li x19, 2147483648
li s0, 18446744070479937536
fmv.d.x f9, s0
fmv.w.x f5, x20
fcvt.lu.s x30, f26, rdn
fsqrt.s f13, f5, rup
fadd.d f12, f8, f31, rne
flt.d x7, f28, f28
fclass.d x24, f26
fmul.d f10, f23, f5, rne
li x1, -1
li s0, 18446744071562067968
fmv.d.x f6, s0
li x12, -2147483648
li s0, 9223372036854775808
fmv.d.x f17, s0
fsub.s f19, f8, f14
li x23, -1
li s0, 4607736807071911597
fmv.d.x f29, s0
li x18, 4294967295
li s0, 17351967322649183465
fmv.d.x f5, s0
fsgnj.s f0, f18, f3
fcvt.w.d x6, f11, rtz
fcvt.d.w f5, x20
fsqrt.d f28, f9, rdn
fmsub.d f2, f15, f17, f3, rdn
fmv.x.d x29, f14
fdiv.s f1, f27, f20, rne
li x31, -2147483648
li s0, 18446744070479937536
fmv.d.x f31, s0
li x6, -9223372036854775808
li s0, 18446744069414584320
fmv.d.x f6, s0
fcvt.s.d f20, f22, rup
fdiv.s f12, f1, f6, rne
fnmadd.s f17, f11, f18, f26, rmm
fadd.s f20, f24, f28, rdn
fsub.s f19, f0, f14, rtz
fdiv.d f29, f23, f17
fdiv.s f28, f20, f30
fsub.d f20, f11, f25, rup
fadd.s f4, f1, f27, rne
flt.d x29, f23, f21
fclass.d x17, f17
fmul.d f31, f5, f26
li x5, 75
li s0, 18446744069422972928
fmv.d.x f17, s0
fadd.d f11, f3, f16, rdn
fmin.s f20, f0, f11
flt.s x1, f25, f24
fclass.s x7, f18
li x28, 2147483647
li s0, 9221120237041090560
fmv.d.x f3, s0
fsgnjx.d f5, f15, f22
fdiv.s f0, f10, f29, rne
fcvt.wu.d x31, f19, rdn
fsqrt.d f7, f17, rdn
fcvt.lu.s x6, f3, rdn
fcvt.s.lu f7, x5, rdn
fsqrt.s f11, f10, rup
li x1, 9223372036854775807
li s0, 9221120237041090560
fmv.d.x f28, s0
li x15, 46
li s0, 18446744070480293568
fmv.d.x f18, s0
fsub.s f8, f3, f31, rmm
fadd.d f20, f16, f18, rmm
fsub.s f8, f3, f28, rtz
fcvt.wu.d x24, f17
fcvt.d.wu f25, x15
fsqrt.d f15, f13
fcvt.lu.s x17, f25
fsqrt.s f28, f6
li x21, 1
li s0, 18442240474082181120
fmv.d.x f28, s0
feq.d x6, f11, f7
fclass.d x30, f21
fsgnjn.d f25, f24, f21
li x19, -1
li s0, 18442240474082181120
fmv.d.x f15, s0
fmv.x.w x26, f17
fadd.s f5, f28, f15, rup
li x26, -2147483648
li s0, 18446744069422972928
fmv.d.x f26, s0
li x25, 0
li s0, 18446744073701163008
fmv.d.x f25, s0
fsgnjx.d f31, f27, f18
fmul.d f5, f2, f11, rmm
li x5, -9223372036854775808
li s0, 18446744069422972927
fmv.d.x f5, s0
fadd.s f31, f28, f1, rdn
li x30, -1
li s0, 9223372036854775808
fmv.d.x f27, s0
li x7, 0
li s0, 18446744071553679360
fmv.d.x f9, s0
li x22, 0
li s0, 4503599627370495
fmv.d.x f7, s0
fmax.d f28, f24, f2
fle.d x20, f18, f15
fclass.d x15, f1
li x1, -1
li s0, 18446744073701163008
fmv.d.x f10, s0
li x1, -9223372036854775808
li s0, 9218868437227405312
fmv.d.x f0, s0
fadd.s f28, f22, f7, rne
li x7, 4294967295
li s0, 18446744069414584320
fmv.d.x f23, s0
li x15, 1311768467463790320
li s0, 4608005828903342463
fmv.d.x f29, s0
li x27, -1
li s0, 9221120237041090560
fmv.d.x f16, s0
li x17, 1311768467463790320
li s0, 4607182418800017408
fmv.d.x f4, s0
li x22, -1
li s0, 9223372036854775808
fmv.d.x f17, s0
li x23, 1311768467463790320
li s0, 18446744069422972927
fmv.d.x f11, s0
li x13, 391510978595436873
li s0, 4845873199050653697
fmv.d.x f8, s0
fnmadd.d f23, f21, f30, f4, rup
li x23, -2147483648
li s0, 4503599627370496
fmv.d.x f1, s0
flt.s x1, f26, f7
fclass.s x11, f11
fsub.s f4, f11, f14, rtz
fsub.s f30, f31, f19, rup
fnmsub.d f2, f19, f31, f24, rmm
fsub.d f2, f9, f6, rup
fmin.s f14, f4, f22
csrwi frm, 1
fmul.d f0, f31, f11, rne
li x24, 0
li s0, 4607182418800017408
fmv.d.x f17, s0
li x15, 9223372036854775807
li s0, 18446744070479937536
fmv.d.x f16, s0
fdiv.d f15, f18, f27, rdn
fdiv.s f15, f1, f7, rdn
li x11, -35
li s0, 18446744069422972927
fmv.d.x f20, s0
li x28, 2147483647
li s0, 18446744070479947580
fmv.d.x f27, s0
li x10, -2147483648
li s0, 4607182418800017408
fmv.d.x f21, s0
feq.d x11, f29, f3
fclass.d x5, f24
li x17, 1
li s0, 0
fmv.d.x f4, s0
csrr x23, fcsr
li x30, 7852336437675070561
li s0, 18446744071553679360
fmv.d.x f4, s0
fsgnj.d f7, f22, f12
fdiv.d f16, f18, f23, rne
fmax.d f12, f2, f29
fadd.s f30, f15, f17, rdn
fsub.s f9, f20, f10, rmm
fsub.s f25, f27, f22, rtz
li x12, 4294967295
li s0, 1
fmv.d.x f19, s0
fcvt.w.d x14, f4, rne
fcvt.d.w f24, x28
fsqrt.d f16, f5, rup
fmul.s f25, f8, f4, rne
fle.d x17, f1, f0
fclass.d x30, f21
fle.s x25, f15, f22
fclass.s x11, f21
fcvt.w.s x13, f29, rtz
fsqrt.s f28, f17, rne
li x5, 0
li s0, 9221120237041090560
fmv.d.x f8, s0
fmax.d f4, f17, f16
fadd.d f24, f2, f7, rmm
fsgnj.s f4, f8, f31
li x23, -3926872568259879994
li s0, 4503599627370495
fmv.d.x f25, s0
fadd.d f28, f28, f16, rup
fdiv.s f26, f25, f19, rmm
fmin.s f5, f2, f18
fsub.s f1, f15, f1, rmm
li x24, 9223372036854775807
li s0, 4607182418800017408
fmv.d.x f29, s0
fcvt.wu.s x1, f2, rup
fcvt.s.wu f14, x17, rup
fsqrt.s f18, f15, rdn
li x10, -44
li s0, 4607955248505675413
fmv.d.x f10, s0
fsub.d f25, f23, f7, rdn
fnmadd.d f5, f21, f19, f17, rup
li x27, 2147483647
li s0, 18446744070479937536
fmv.d.x f16, s0
fmsub.d f15, f17, f11, f1, rmm
li x23, -6706637107399348245
li s0, 0
fmv.d.x f12, s0
fadd.d f0, f12, f28, rdn
fadd.s f26, f1, f4, rne
li x24, -9223372036854775808
li s0, 5479051946327315467
fmv.d.x f11, s0
fsub.d f7, f9, f28, rtz
fmsub.s f1, f13, f3, f26, rup
li x30, 0
li s0, 4503599627370496
fmv.d.x f6, s0
li x19, 9223372036854775807
li s0, 4503599627370496
fmv.d.x f11, s0
li x13, 5628864732096984395
li s0, 18446744070480263003
fmv.d.x f7, s0
li x1, -2147483648
li s0, 4845873199050653697
fmv.d.x f18, s0
li x12, 2147483648
li s0, 9221120237041090560
fmv.d.x f30, s0
fsgnjn.d f8, f7, f10
li x21, 4294967295
li s0, 9223372036854775808
fmv.d.x f29, s0
li x25, 0
li s0, 4503599627370495
fmv.d.x f18, s0
fdiv.d f16, f6, f28, rup
li x10, 11
li s0, 18446744070479937536
fmv.d.x f18, s0
li x16, 2147483647
li s0, 18446744070480857752
fmv.d.x f19, s0
fmul.s f15, f1, f25, rmm
li x27, -1
li s0, 13630814718199815084
fmv.d.x f21, s0
feq.d x21, f6, f15
fclass.d x22, f10
fsgnjx.d f25, f9, f10
li x7, 2147483647
li s0, 18446744070681264129
fmv.d.x f25, s0
fcvt.w.s x1, f25, rdn
fsqrt.s f16, f12, rup
fsub.d f27, f28, f0, rdn
li x14, -1
li s0, 4845873199050653697
fmv.d.x f24, s0
feq.d x16, f14, f19
fclass.d x18, f17
fdiv.d f21, f0, f9, rmm
fnmsub.s f7, f18, f26, f15, rdn
fcvt.wu.s x21, f25, rup
fcvt.s.wu f16, x19, rup
fsqrt.s f11, f18, rne
fmul.d f1, f31, f18, rdn
fcvt.w.d x23, f24, rup
fcvt.d.w f27, x30
fsqrt.d f29, f21, rne
li x26, 0
li s0, 18446744073078172095
fmv.d.x f19, s0
fdiv.s f17, f22, f3
fcvt.s.d f9, f11, rup
li x27, 878421636917365894
li s0, 4607182418800017408
fmv.d.x f30, s0
flt.d x29, f30, f2
fclass.d x20, f4
fmv.d.x f11, x5
li x26, 1311768467463790320
li s0, 18442240474082181120
fmv.d.x f2, s0
li x14, 1311768467463790320
li s0, 9218868437227405313
fmv.d.x f21, s0
fmul.s f15, f28, f21
li x27, 2147483647
li s0, 18442240474082181120
fmv.d.x f18, s0
li x20, 1311768467463790320
li s0, 18446744071562067968
fmv.d.x f3, s0
csrwi frm, 2
flt.s x15, f24, f11
fclass.s x19, f4
li x26, 2147483648
li s0, 18446744071553679359
fmv.d.x f1, s0
csrwi frm, 1
fadd.s f23, f13, f15, rup
fnmsub.d f3, f1, f20, f1, rtz
fsub.s f3, f7, f15, rtz
li x30, -9223372036854775808
li s0, 4503599627370495
fmv.d.x f1, s0
feq.d x11, f0, f4
fclass.d x26, f6
fadd.s f7, f26, f15, rmm
fmv.d.x f20, x14
li x28, 2147483647
li s0, 9221120237041090560
fmv.d.x f17, s0
fmul.s f26, f14, f31
flt.s x15, f9, f11
fclass.s x29, f15
li x1, -2147483648
li s0, 4845873199050653697
fmv.d.x f10, s0
fle.s x21, f13, f17
fclass.s x31, f10
li x19, 4294967295
li s0, 9218868437227405311
fmv.d.x f11, s0
fcvt.l.s x31, f0, rtz
fcvt.s.l f27, x15, rtz
fsqrt.s f0, f6, rne
fcvt.w.d x11, f20, rup
fcvt.d.w f9, x30
fsqrt.d f28, f12, rtz
li x13, -1
li s0, 18442240474082181120
fmv.d.x f0, s0
fcvt.l.s x1, f8, rup
fcvt.s.l f3, x22, rup
fsqrt.s f25, f23, rdn
li x7, 9223372036854775807
li s0, 18446744070681264129
fmv.d.x f9, s0
li x17, 9223372036854775807
li s0, 18442240474082181120
fmv.d.x f12, s0
li x7, 81
li s0, 18446744069422972927
fmv.d.x f23, s0
li x13, 9223372036854775807
li s0, 4503599627370496
fmv.d.x f28, s0
fmin.d f7, f9, f29
li x20, 4294967295
li s0, 9218868437227405313
fmv.d.x f13, s0
li x28, -1
li s0, 18446744069414584320
fmv.d.x f23, s0
fle.d x28, f1, f17
fclass.d x25, f4
fcvt.d.s f9, f23
fmv.x.w x31, f24
li x24, 0
li s0, 18446744071553679360
fmv.d.x f0, s0
fsgnjn.d f5, f19, f18
li x11, -1
li s0, 9221120237041090560
fmv.d.x f5, s0
li x31, 2147483648
li s0, 9223372036854775808
fmv.d.x f31, s0
li x14, 2147483648
li s0, 18446744070480651289
fmv.d.x f17, s0
fmul.d f19, f11, f24, rtz
li x1, 1311768467463790320
li s0, 18446744071557873664
fmv.d.x f20, s0
fnmsub.s f1, f31, f20, f8
flt.s x5, f13, f9
fclass.s x17, f1
fmul.d f4, f24, f2, rdn
fcvt.lu.d x30, f12, rup
fcvt.d.lu f28, x16, rup
fsqrt.d f26, f7, rne
li x25, 0
li s0, 18446744071485352114
fmv.d.x f1, s0
fsub.s f4, f9, f7, rmm
fsub.d f0, f7, f12, rmm
flt.d x24, f27, f6
fclass.d x14, f17
fmul.s f24, f7, f12, rtz
fcvt.lu.d x25, f14, rmm
fcvt.d.lu f26, x28, rmm
fsqrt.d f28, f26
csrwi frm, 4
fsgnjn.d f15, f22, f10
fsgnjx.d f29, f20, f14
fnmsub.s f3, f28, f8, f30, rtz
li x16, -9223372036854775808
li s0, 4845873199050653697
fmv.d.x f28, s0
fnmadd.d f24, f3, f18, f20, rup
fsgnjx.s f31, f13, f31
fnmadd.s f4, f12, f0, f31, rdn
fsub.s f13, f25, f30, rdn
li x18, -1628616246827540550
li s0, 9221120237041090560
fmv.d.x f24, s0
fsub.d f16, f31, f25, rmm
fcvt.l.s x15, f28, rdn
fsqrt.s f2, f30, rdn
fmul.d f13, f3, f23, rtz
fcvt.l.s x19, f31, rmm
fcvt.s.l f22, x13, rmm
fsqrt.s f4, f15, rdn
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
.byte 152, 193, 142, 222, 35, 93, 244, 173, 164, 83, 43, 251, 99, 180, 215, 140, 91, 25, 101, 54, 193, 254, 12, 115, 49, 62, 70, 188, 160, 71, 169, 136, 33, 241, 20, 37, 0, 97, 135, 218, 26, 98, 92, 145, 174, 207, 211, 145, 65, 230, 177, 51, 98, 63, 84, 33, 47, 57, 8, 241, 237, 127, 42, 138
.zero 960
dump:
.zero 1024
