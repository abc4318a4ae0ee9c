.text
.globl _start
_start:
la s1, scratch + 512
li x1, 0
li x5, 2147483647
li x6, 1
li x7, 4294967295
li x10, 1
li x11, 1
li x12, 4294967295
li x13, 1311768467463790320
li x14, -1
li x15, -2147483648
li x16, 2147483648
li x17, 1311768467463790320
li x18, 1311768467463790320
li x19, 1311768467463790320
li x20, -9223372036854775808
li x21, 2147483647
li x22, 2147483647
li x23, 2147483647
li x24, 0
li x25, 0
li x26, 2147483647
li x27, 1
li x28, -9223372036854775808
li x29, 0
li x30, 4294967295
li x31, 1
li s0, 18446744071557873664
fmv.d.x f0, s0
li s0, 4607182418800017408
fmv.d.x f1, s0
li s0, 18446744071553679359
fmv.d.x f2, s0
li s0, 9223372036854775808
fmv.d.x f3, s0
li s0, 18446744069414584321
fmv.d.x f4, s0
li s0, 9218868437227405312
fmv.d.x f5, s0
li s0, 18446744069414584321
fmv.d.x f6, s0
li s0, 9218868437227405312
fmv.d.x f7, s0
li s0, 18446744071553679359
fmv.d.x f8, s0
li s0, 9218868437227405313
fmv.d.x f9, s0
li s0, 18446744070681264129
fmv.d.x f10, s0
li s0, 4845873199050653697
fmv.d.x f11, s0
li s0, 18446744069422972928
fmv.d.x f12, s0
li s0, 4503599627370495
fmv.d.x f13, s0
li s0, 18446744071553679360
fmv.d.x f14, s0
li s0, 4845873199050653697
fmv.d.x f15, s0
li s0, 18446744071557873664
fmv.d.x f16, s0
li s0, 4503599627370496
fmv.d.x f17, s0
li s0, 18446744069414584321
fmv.d.x f18, s0
li s0, 9221120237041090560
fmv.d.x f19, s0
li s0, 18446744070681264129
fmv.d.x f20, s0
li s0, 9218868437227405311
fmv.d.x f21, s0
li s0, 18446744069414584321
fmv.d.x f22, s0
li s0, 0
fmv.d.x f23, s0
li s0, 18446744069414584320
fmv.d.x f24, s0
li s0, 0
fmv.d.x f25, s0
li s0, 18446744069414584321
fmv.d.x f26, s0
li s0, 9223372036854775808
fmv.d.x f27, s0
li s0, 18446744069422972928
fmv.d.x f28, s0
li s0, 9221120237041090560
fmv.d.x f29, s0
li s0, 18446744069414584321
fmv.d.x f30, s0
li s0, 9223372036854775808
fmv.d.x f31, s0
li x14, 1
li s0, 18446744071553679361
fmv.d.x f4, s0
fadd.s f26, f6, f18
li x19, 9223372036854775807
li s0, 18446744071553679361
fmv.d.x f12, s0
fdiv.d f23, f14, f21, rdn
li x21, 7906429552221348749
li s0, 18446744071553679359
fmv.d.x f24, s0
li x21, 2147483647
li s0, 18446744071462875602
fmv.d.x f24, s0
li x13, -2147483648
li s0, 18446744071562067968
fmv.d.x f26, s0
fsgnjn.d f28, f22, f18
fcvt.w.s x15, f16, rne
fsqrt.s f2, f21
li x18, 2147483647
li s0, 9223372036854775808
fmv.d.x f29, s0
li x10, 0
li s0, 18446744069453452165
fmv.d.x f29, s0
li x26, 1311768467463790320
li s0, 18446744071553679361
fmv.d.x f11, s0
fadd.d f25, f21, f11
fcvt.w.s x25, f4, rup
fcvt.s.w f13, x29, rup
fsqrt.s f9, f23, rdn
fmv.x.w x24, f4
li x12, -2147483648
li s0, 18446744069414584321
fmv.d.x f18, s0
li x21, 2147483647
li s0, 18446744069414584320
fmv.d.x f18, s0
fmax.s f8, f10, f13
fcvt.lu.d x11, f10, rne
fcvt.d.lu f20, x26, rne
fsqrt.d f31, f6, rtz
li x29, -1
li s0, 18446744071562067968
fmv.d.x f30, s0
li x26, 2147483647
li s0, 18442240474082181120
fmv.d.x f1, s0
li x26, -2147483648
li s0, 18446744071553679361
fmv.d.x f16, s0
li x5, 0
li s0, 18446744073701163008
fmv.d.x f18, s0
li x19, -9223372036854775808
li s0, 9221120237041090560
fmv.d.x f29, s0
fsub.s f19, f6, f18, rdn
fmadd.d f7, f17, f21, f24
fdiv.d f1, f20, f14, rdn
li x18, 1311768467463790320
li s0, 18442240474082181120
fmv.d.x f28, s0
li x22, 85
li s0, 18446744069414584321
fmv.d.x f2, s0
li x26, 2147483648
li s0, 4845873199050653697
fmv.d.x f24, s0
fle.s x11, f30, f6
fclass.s x21, f8
li x11, -2147483648
li s0, 18446744069414584321
fmv.d.x f5, s0
fmul.d f29, f16, f25, rtz
fsgnj.d f3, f0, f20
csrwi frm, 2
fnmadd.s f22, f2, f0, f9, rup
fmax.d f23, f5, f4
fcvt.wu.d x29, f4
fsqrt.d f15, f23, rne
fdiv.s f21, f30, f2, rne
li x27, -73
li s0, 18446744069422972928
fmv.d.x f6, s0
fmadd.s f19, f8, f2, f16, rup
fcvt.w.s x11, f10, rne
fcvt.s.w f7, x13, rne
fsqrt.s f30, f21, rne
li x7, 2147483647
li s0, 4503599627370495
fmv.d.x f4, s0
li x7, -9223372036854775808
li s0, 18446744070480232531
fmv.d.x f28, s0
li x18, 5461249738288537941
li s0, 18446744069414584320
fmv.d.x f8, s0
li x22, -2147483648
li s0, 18446744070479937536
fmv.d.x f30, s0
li x15, 7769766826300261006
li s0, 4503599627370496
fmv.d.x f13, s0
fcvt.wu.s x12, f0, rmm
fcvt.s.wu f7, x17, rmm
fsqrt.s f28, f21, rne
li x6, 2147483647
li s0, 18446744069414584320
fmv.d.x f6, s0
fadd.s f26, f24, f22, rne
flt.d x1, f14, f11
fclass.d x26, f26
li x16, 1
li s0, 18446744070480658553
fmv.d.x f17, s0
li x13, 1
li s0, 18446744071562067968
fmv.d.x f14, s0
li x21, 9223372036854775807
li s0, 18446744070480505542
fmv.d.x f1, s0
fsub.s f21, f1, f23, rdn
fdiv.d f20, f21, f24, rne
fmul.s f26, f18, f30, rdn
li x20, 1
li s0, 9223372036854775808
fmv.d.x f31, s0
li x22, -2147483648
li s0, 18446744071553679361
fmv.d.x f28, s0
fcvt.lu.s x25, f5, rup
fcvt.s.lu f21, x24, rup
fsqrt.s f27, f30
fsgnjx.s f14, f20, f15
li x30, 1311768467463790320
li s0, 18446744071553679361
fmv.d.x f9, s0
li x21, 8092755449862332476
li s0, 4608183907859734326
fmv.d.x f18, s0
li x27, 9223372036854775807
li s0, 18446744070480078636
fmv.d.x f24, s0
fmv.x.d x12, f10
fcvt.wu.d x29, f3, rtz
fcvt.d.wu f5, x7
fsqrt.d f19, f8, rdn
fmv.w.x f2, x26
fmadd.s f9, f25, f25, f23
feq.s x22, f22, f11
fclass.s x13, f0
li x6, 1
li s0, 9223372036854775808
fmv.d.x f17, s0
li x20, -7125710400922630173
li s0, 4503599627370495
fmv.d.x f26, s0
fle.d x7, f27, f29
fclass.d x29, f2
fsub.s f14, f2, f21, rup
fmul.d f22, f13, f19
fcvt.lu.d x21, f21, rmm
fsqrt.d f2, f9, rdn
fdiv.d f6, f18, f31, rne
fcvt.wu.d x11, f15, rmm
fcvt.d.wu f7, x5
fsqrt.d f17, f29, rne
fadd.d f10, f18, f7, rdn
fmul.d f10, f18, f3, rmm
fadd.s f28, f19, f12, rdn
li x1, 4294967295
li s0, 4503599627370496
fmv.d.x f14, s0
fmadd.d f2, f21, f21, f20, rup
fnmsub.d f27, f19, f11, f29, rdn
li x5, -2147483648
li s0, 18446744070479937536
fmv.d.x f29, s0
fadd.s f28, f18, f3, rne
flt.s x28, f24, f6
fclass.s x29, f13
fle.s x22, f9, f17
fclass.s x7, f5
fdiv.s f3, f3, f1, rne
fmv.w.x f15, x30
fcvt.lu.s x23, f7
fcvt.s.lu f0, x20
fsqrt.s f0, f9, rdn
fmv.x.w x7, f4
li x24, 9223372036854775807
li s0, 1
fmv.d.x f7, s0
li x24, -2147483648
li s0, 1
fmv.d.x f18, s0
li x25, -2147483648
li s0, 9218868437227405313
fmv.d.x f27, s0
li x21, -9223372036854775808
li s0, 18446744071553679361
fmv.d.x f29, s0
fmul.s f4, f11, f15, rdn
fsub.d f7, f6, f19, rne
fdiv.d f30, f9, f17, rup
feq.s x11, f17, f18
fclass.s x26, f5
fnmsub.s f30, f7, f4, f24, rup
li x18, 1
li s0, 18446744069422972928
fmv.d.x f0, s0
fle.d x15, f8, f5
fclass.d x10, f14
li x26, 1311768467463790320
li s0, 18442240474082181120
fmv.d.x f20, s0
fmul.d f3, f2, f31, rne
li x29, 2147483647
li s0, 4607182418800017408
fmv.d.x f18, s0
li x31, -2147483648
li s0, 18446744069422972928
fmv.d.x f24, s0
fmv.x.d x17, f31
li x31, 4294967295
li s0, 1
fmv.d.x f3, s0
fmul.d f20, f21, f14, rtz
feq.s x30, f31, f13
fclass.s x7, f30
li x7, -9223372036854775808
li s0, 18446744071562067968
fmv.d.x f14, s0
fsgnjx.d f13, f7, f3
li x7, 1
li s0, 4607182418800017408
fmv.d.x f17, s0
fdiv.d f4, f9, f8, rmm
li x23, 9223372036854775807
li s0, 4607182418800017408
fmv.d.x f19, s0
fadd.d f29, f10, f6
flt.s x28, f27, f13
fclass.s x1, f22
fsgnjn.s f17, f4, f0
li x29, 2147483647
li s0, 18446744070480514402
fmv.d.x f23, s0
li x5, -1
li s0, 18446744069414584320
fmv.d.x f0, s0
fsgnj.d f27, f11, f24
flt.s x23, f31, f3
fclass.s x1, f26
li x7, 9223372036854775807
li s0, 18446744071553679360
fmv.d.x f28, s0
fcvt.wu.d x30, f23
fsqrt.d f25, f28, rne
fadd.s f15, f27, f15, rup
fmv.x.w x30, f21
li x17, -2147483648
li s0, 4503599627370495
fmv.d.x f15, s0
li x5, -1414724897622612900
li s0, 18446744069422972928
fmv.d.x f22, s0
li x6, 1311768467463790320
li s0, 18446744071553679360
fmv.d.x f20, s0
fmul.d f29, f4, f6, rdn
fmv.w.x f2, x21
li x25, 2147483647
li s0, 4607823650937040275
fmv.d.x f30, s0
fcvt.s.d f18, f11, rdn
feq.s x11, f2, f13
fclass.s x14, f24
fcvt.wu.s x12, f2, rdn
fsqrt.s f5, f31, rtz
li x23, -1
li s0, 18446744069414584321
fmv.d.x f21, s0
fsgnjn.s f7, f14, f1
fadd.d f27, f7, f1
fadd.s f24, f5, f27, rmm
fcvt.w.d x30, f27, rup
fcvt.d.w f2, x24
fsqrt.d f2, f8, rne
li x6, 1311768467463790320
li s0, 18442240474082181120
fmv.d.x f9, s0
li x13, -1
li s0, 9218868437227405311
fmv.d.x f6, s0
fmv.x.d x18, f28
fmul.d f16, f30, f26, rne
fmsub.d f31, f26, f29, f8, rmm
fmadd.s f15, f5, f16, f16, rdn
li x19, -1
li s0, 18446744071562067968
fmv.d.x f29, s0
fnmsub.d f2, f13, f31, f17, rdn
fmax.s f31, f22, f7
fdiv.d f6, f23, f26, rne
flt.s x20, f2, f8
fclass.s x18, f29
flt.d x27, f24, f20
fclass.d x12, f30
fsgnjx.s f25, f3, f25
fdiv.d f8, f27, f12, rtz
fmv.x.d x26, f14
fsub.d f7, f23, f9
li x31, -782946242932333414
li s0, 18446744071557873664
fmv.d.x f15, s0
li x1, 2147483648
li s0, 0
fmv.d.x f25, s0
fcvt.wu.s x12, f2
fcvt.s.wu f28, x23
fsqrt.s f14, f16, rup
fadd.s f6, f31, f9
li x10, -1
li s0, 9218868437227405312
fmv.d.x f10, s0
li x30, 4294967295
li s0, 1
fmv.d.x f15, s0
fcvt.lu.s x19, f29
fsqrt.s f11, f4, rup
fsgnj.s f30, f1, f26
fadd.s f2, f18, f3, rne
fnmadd.s f30, f14, f8, f3, rmm
li x12, 1311768467463790320
li s0, 18446744069414584321
fmv.d.x f2, s0
fnmsub.d f4, f27, f21, f22, rup
li x26, 0
li s0, 18446744069422972927
fmv.d.x f8, s0
fcvt.w.d x17, f16
fcvt.d.w f8, x30
fsqrt.d f28, f11, rdn
li x16, 0
li s0, 9218868437227405313
fmv.d.x f1, s0
flt.s x1, f20, f21
fclass.s x26, f20
fnmsub.d f11, f24, f12, f2, rdn
li x22, 2147483647
li s0, 9218868437227405312
fmv.d.x f29, s0
li x13, 2147483647
li s0, 4607182418800017408
fmv.d.x f4, s0
fmax.s f24, f22, f19
li x28, 1311768467463790320
li s0, 18446744073701163008
fmv.d.x f21, s0
fdiv.d f1, f6, f31, rup
li x26, 2147483647
li s0, 18446744069422972928
fmv.d.x f2, s0
li x17, -2147483648
li s0, 1
fmv.d.x f4, s0
csrwi frm, 0
fle.d x6, f24, f17
fclass.d x5, f19
li x31, -8214774295322927850
li s0, 4845873199050653697
fmv.d.x f16, s0
li x29, -9223372036854775808
li s0, 4607182418800017408
fmv.d.x f30, s0
fmax.d f26, f2, f6
li x7, -1
li s0, 4503599627370495
fmv.d.x f21, s0
fmax.s f27, f21, f14
li x28, -2147483648
li s0, 18442240474082181120
fmv.d.x f5, s0
fle.d x27, f15, f20
fclass.d x19, f8
fsgnjx.s f31, f10, f18
flt.d x1, f18, f28
fclass.d x7, f5
li x29, 2147483648
li s0, 18446744071562067968
fmv.d.x f0, s0
li x14, 2147483647
li s0, 9221120237041090560
fmv.d.x f17, s0
fcvt.wu.d x15, f24, rdn
fsqrt.d f5, f9, rne
fadd.s f13, f18, f23, rup
fadd.s f20, f22, f8, rdn
fcvt.w.d x20, f25, rdn
fcvt.d.w f6, x6
fsqrt.d f12, f25, rdn
fle.s x7, f4, f13
fclass.s x29, f17
fsgnjx.d f15, f1, f3
fcvt.w.d x31, f22, rtz
fsqrt.d f20, f27
li x16, -2147483648
li s0, 9218868437227405312
fmv.d.x f15, s0
li x25, 2147483648
li s0, 4503599627370496
fmv.d.x f21, s0
fsgnjn.s f16, f7, f24
fmul.s f26, f6, f8, rmm
fdiv.d f18, f19, f8, rmm
fmv.x.w x31, f9
fnmsub.s f20, f9, f16, f17, rne
li x1, -27
li s0, 4607191401658591826
fmv.d.x f9, s0
fmul.s f7, f4, f16, rne
li x17, 0
li s0, 18446744071553679359
fmv.d.x f19, s0
li x6, 0
li s0, 18446744069422972928
fmv.d.x f8, s0
fmadd.s f4, f7, f2, f4, rup
li x22, -3917453752316367957
li s0, 18446744069414584321
fmv.d.x f23, s0
fdiv.d f7, f3, f4, rdn
fmsub.s f13, f27, f28, f20
li x28, -9223372036854775808
li s0, 18446744069414584320
fmv.d.x f1, s0
li x7, 12
li s0, 18446744070479937536
fmv.d.x f29, s0
fsub.s f8, f31, f16, rmm
fcvt.w.d x25, f27, rup
fcvt.d.w f3, x14
fsqrt.d f30, f12, rtz
li x19, 2147483648
li s0, 9218868437227405313
fmv.d.x f7, s0
fmv.d.x f3, x21
li x21, 9223372036854775807
li s0, 9218868437227405312
fmv.d.x f14, s0
li x15, 0
li s0, 18446744069422972927
fmv.d.x f14, s0
fmin.d f7, f4, f6
fcvt.wu.d x28, f3, rup
fcvt.d.wu f10, x23
fsqrt.d f23, f0, rdn
fcvt.w.s x29, f31, rup
fcvt.s.w f27, x30, rup
fsqrt.s f16, f9, rtz
fnmadd.d f0, f4, f28, f22, rtz
li x29, -9223372036854775808
li s0, 18446744069658966261
fmv.d.x f9, s0
fmin.d f1, f17, f13
li x6, -54
li s0, 18446744073701163008
fmv.d.x f26, s0
fmsub.s f17, f30, f31, f2, rne
fdiv.s f12, f16, f19, rne
li x17, 0
li s0, 18446744073701163008
fmv.d.x f17, s0
fsub.s f10, f29, f17, rmm
li x20, -2147483648
li s0, 18446744069422972928
fmv.d.x f20, s0
fadd.d f26, f9, f15, rne
fmsub.d f25, f22, f10, f28, rtz
fadd.d f2, f0, f28, rtz
fmul.s f11, f28, f29
li x14, 45
li s0, 4503599627370496
fmv.d.x f2, s0
fsub.s f14, f8, f1, rdn
fmul.s f21, f31, f23
li x26, 2147483648
li s0, 9218868437227405312
fmv.d.x f29, s0
fsub.s f2, f25, f22, rup
li x21, -1
li s0, 4607411415108529983
fmv.d.x f15, s0
fsgnjn.s f21, f14, f0
li x24, 0
li s0, 18446744071553679360
fmv.d.x f21, s0
li x1, 1311768467463790320
li s0, 4503599627370495
fmv.d.x f16, s0
li x10, 1
li s0, 18446744073701163008
fmv.d.x f14, s0
li x16, 0
li s0, 18446744071562067968
fmv.d.x f31, s0
fcvt.s.d f21, f3, rmm
fdiv.s f11, f19, f19, rup
fsub.d f18, f15, f22
fadd.d f14, f25, f11, rmm
li x6, 2147483647
li s0, 18446744071553679361
fmv.d.x f5, s0
fmul.s f27, f6, f21, rdn
li x14, 4294967295
li s0, 18446744071557873664
fmv.d.x f7, s0
li x16, -9223372036854775808
li s0, 18446744071553679360
fmv.d.x f2, s0
li x29, -2147483648
li s0, 18446744070479937536
fmv.d.x f26, s0
li x31, -9223372036854775808
li s0, 4503599627370495
fmv.d.x f4, s0
fadd.s f22, f4, f7, rtz
fmadd.s f23, f26, f4, f7
fnmadd.s f7, f8, f1, f20, rup
fmin.s f5, f2, f1
fnmadd.s f13, f20, f21, f22, rne
fmadd.d f29, f16, f21, f15
fdiv.s f26, f6, f16, rdn
fnmsub.s f12, f11, f24, f22, rup
li x25, 2147483648
li s0, 4503599627370496
fmv.d.x f16, s0
li x30, -1
li s0, 18446744071553679359
fmv.d.x f28, s0
fle.d x22, f24, f10
fclass.d x31, f23
fsub.d f0, f22, f28, rup
fcvt.w.d x1, f15, rmm
fcvt.d.w f28, x26
fsqrt.d f15, f28
li x19, -2147483648
li s0, 9218868437227405312
fmv.d.x f21, s0
li x6, 1
li s0, 18446744071553679359
fmv.d.x f16, s0
fmadd.s f5, f14, f3, f15, rne
li x25, 1
li s0, 4607254085338738209
fmv.d.x f1, s0
fle.s x7, f1, f9
fclass.s x16, f14
fcvt.lu.d x21, f19, rne
fcvt.d.lu f25, x24, rne
fsqrt.d f22, f17, rdn
fmv.d.x f25, x16
li x7, 0
li s0, 18446744070681264129
fmv.d.x f4, s0
fsgnj.d f28, f29, f7
li x16, 1311768467463790320
li s0, 18446744071562067968
fmv.d.x f31, s0
li x21, -1
li s0, 4607182418800017408
fmv.d.x f9, s0
li x25, -1
li s0, 18446744071553679361
fmv.d.x f11, s0
feq.s x26, f9, f1
fclass.s x29, f20
fsgnj.d f28, f28, f16
li x31, 0
li s0, 9218868437227405312
fmv.d.x f22, s0
feq.d x31, f20, f26
fclass.d x31, f16
fmul.d f20, f11, f2
li x11, -1
li s0, 18446744069422972927
fmv.d.x f17, s0
li x22, -7969486763560084143
li s0, 18446744070681264129
fmv.d.x f28, s0
fmul.d f0, f18, f21, rmm
fmax.d f1, f5, f19
li x30, 2147483648
li s0, 4607182418800017408
fmv.d.x f15, s0
fadd.s f12, f18, f21, rdn
fmadd.s f24, f25, f17, f15, rne
fmul.s f9, f16, f16, rtz
fmul.d f13, f23, f15, rdn
li x30, -9223372036854775808
li s0, 4607182418800017408
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
li a7, 93
li a0, 0
ecall
.data
.p2align 6
scratch:
.byte 101, 77, 186, 239, 143, 203, 248, 254, 190, 187, 49, 228, 180, 80, 190, 191, 78, 70, 111, 52, 26, 172, 207, 27, 187, 7, 100, 140, 140, 118, 79, 161, 77, 92, 42, 102, 187, 189, 155, 189, 73, 216, 58, 112, 58, 48, 12, 203, 138, 122, 195, 141, 162, 130, 161, 55, 89, 0, 68, 184, 42, 176, 69, 254
.zero 960
dump:
.zero 1024
