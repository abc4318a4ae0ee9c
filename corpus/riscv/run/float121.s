.text
.globl _start
_start:
la s1, scratch + 512
li x1, 9223372036854775807
li x5, 2147483648
li x6, -2147483648
li x7, 0
li x10, 1
li x11, 1311768467463790320
li x12, 2147483648
li x13, 2147483648
li x14, 2147483647
li x15, -2147483648
li x16, 1
li x17, 2147483647
li x18, 0
li x19, 2147483648
li x20, 2147483647
li x21, 1311768467463790320
li x22, 2147483647
li x23, -2147483648
li x24, -2147483648
li x25, 1
li x26, -9223372036854775808
li x27, -9223372036854775808
li x28, 1311768467463790320
li x29, -9223372036854775808
li x30, 4294967295
li x31, 1662754599906265916
li s0, 18446744069414584321
fmv.d.x f0, s0
li s0, 18442240474082181120
fmv.d.x f1, s0
li s0, 18446744069422972927
fmv.d.x f2, s0
li s0, 9223372036854775808
fmv.d.x f3, s0
li s0, 18446744069414584320
fmv.d.x f4, s0
li s0, 4607182418800017408
fmv.d.x f5, s0
li s0, 18446744069414584321
fmv.d.x f6, s0
li s0, 9218868437227405311
fmv.d.x f7, s0
li s0, 18446744071562067968
fmv.d.x f8, s0
li s0, 9218868437227405313
fmv.d.x f9, s0
li s0, 18446744071562067968
fmv.d.x f10, s0
li s0, 9218868437227405312
fmv.d.x f11, s0
li s0, 18446744070681264129
fmv.d.x f12, s0
li s0, 4845873199050653697
fmv.d.x f13, s0
li s0, 18446744071553679360
fmv.d.x f14, s0
li s0, 9218868437227405313
fmv.d.x f15, s0
li s0, 18446744071553679359
fmv.d.x f16, s0
li s0, 9223372036854775808
fmv.d.x f17, s0
li s0, 18446744069422972928
fmv.d.x f18, s0
li s0, 9218868437227405311
fmv.d.x f19, s0
li s0, 18446744071553679359
fmv.d.x f20, s0
li s0, 9218868437227405311
fmv.d.x f21, s0
li s0, 18446744070479937536
fmv.d.x f22, s0
li s0, 9218868437227405311
fmv.d.x f23, s0
li s0, 18446744071557873664
fmv.d.x f24, s0
li s0, 4503599627370496
fmv.d.x f25, s0
li s0, 18446744070479937536
fmv.d.x f26, s0
li s0, 4503599627370495
fmv.d.x f27, s0
li s0, 18446744071557873664
fmv.d.x f28, s0
li s0, 1
fmv.d.x f29, s0
li s0, 18446744069414584320
fmv.d.x f30, s0
li s0, 4607182418800017408
fmv.d.x f31, s0
li x21, 2147483648
li s0, 4845873199050653697
fmv.d.x f11, s0
fmadd.d f28, f20, f20, f13, rmm
li x11, 5721673966618829602
li s0, 4845873199050653697
fmv.d.x f19, s0
csrr x23, fcsr
li x25, 1
li s0, 1
fmv.d.x f22, s0
fle.d x29, f6, f18
fclass.d x21, f27
li x24, 0
li s0, 4503599627370496
fmv.d.x f13, s0
fadd.d f4, f27, f2, rtz
fsgnjx.s f2, f6, f0
fmin.s f1, f11, f28
fcvt.lu.d x13, f20, rne
fsqrt.d f30, f9, rdn
fle.d x16, f28, f20
fclass.d x5, f19
fcvt.lu.d x7, f9, rup
fcvt.d.lu f20, x17, rup
fsqrt.d f21, f31
fadd.s f18, f1, f29, rdn
fmul.s f5, f10, f25, rmm
fadd.s f24, f13, f8, rup
fmax.s f14, f10, f1
li x7, 0
li s0, 4845873199050653697
fmv.d.x f5, s0
li x16, 2147483648
li s0, 9223372036854775808
fmv.d.x f30, s0
fmul.d f10, f23, f31, rtz
fsub.s f28, f25, f9, rtz
fmadd.d f28, f15, f2, f2, rtz
fdiv.d f25, f4, f16, rtz
li x25, 2147483647
li s0, 18446744071553679360
fmv.d.x f26, s0
flt.d x18, f28, f16
fclass.d x17, f0
li x31, -1
li s0, 4503599627370495
fmv.d.x f4, s0
fmin.s f12, f13, f24
fdiv.d f30, f23, f28, rne
fmsub.d f6, f24, f20, f12
fsub.d f0, f28, f23, rdn
li x27, 12
li s0, 4503599627370496
fmv.d.x f28, s0
li x30, 0
li s0, 18446744069414584320
fmv.d.x f14, s0
fnmadd.d f6, f10, f7, f15
fmul.d f28, f4, f11, rmm
li x19, 2147483647
li s0, 4845873199050653697
fmv.d.x f18, s0
fcvt.lu.s x18, f19, rmm
fcvt.s.lu f3, x15, rmm
fsqrt.s f30, f26, rne
fdiv.d f5, f8, f13, rne
fmul.d f6, f13, f11, rmm
fcvt.lu.d x18, f21, rne
fcvt.d.lu f9, x7, rne
fsqrt.d f1, f18
li x16, 1311768467463790320
li s0, 18446744071553679361
fmv.d.x f2, s0
li x18, 4294967295
li s0, 18446744071557873664
fmv.d.x f6, s0
li x21, 1311768467463790320
li s0, 18446744070480349214
fmv.d.x f19, s0
fsub.d f30, f8, f29, rmm
li x16, -1
li s0, 4607182418800017408
fmv.d.x f29, s0
fcvt.lu.s x6, f8, rmm
fcvt.s.lu f27, x11, rmm
fsqrt.s f6, f21, rne
fmul.s f29, f7, f5, rtz
li x12, -36
li s0, 18446744071805737774
fmv.d.x f28, s0
fnmsub.d f0, f2, f15, f0, rtz
fmv.w.x f30, x6
fle.d x6, f18, f22
fclass.d x12, f20
fnmsub.d f10, f31, f7, f31
li x12, 0
li s0, 1
fmv.d.x f2, s0
fcvt.w.s x31, f31, rdn
fcvt.s.w f31, x15, rdn
fsqrt.s f21, f5, rne
csrr x14, fcsr
fcvt.w.d x22, f22, rmm
fcvt.d.w f24, x28
fsqrt.d f13, f30, rup
fadd.d f2, f6, f11, rmm
li x6, -7
li s0, 18446744071553679361
fmv.d.x f17, s0
li x25, -2147483648
li s0, 4607182418800017408
fmv.d.x f20, s0
fmv.x.d x11, f21
fsgnjn.s f5, f14, f14
li x26, 0
li s0, 18446744070480140103
fmv.d.x f25, s0
li x28, -1
li s0, 18446744070480754392
fmv.d.x f10, s0
fcvt.lu.s x18, f10, rdn
fcvt.s.lu f0, x24, rdn
fsqrt.s f20, f4, rne
li x28, 4294967295
li s0, 14405525390701864403
fmv.d.x f29, s0
fadd.d f2, f4, f16, rtz
fnmsub.s f18, f30, f29, f15, rne
fsgnjn.d f0, f24, f7
li x28, 0
li s0, 18446744069422972928
fmv.d.x f17, s0
li x23, 1311768467463790320
li s0, 18446744073701163008
fmv.d.x f7, s0
fcvt.lu.s x13, f10, rdn
fsqrt.s f3, f25
li x18, 9223372036854775807
li s0, 9218868437227405311
fmv.d.x f10, s0
fcvt.l.d x6, f4, rmm
fcvt.d.l f29, x31, rmm
fsqrt.d f16, f24, rup
fmul.s f13, f12, f27, rtz
fnmadd.d f16, f24, f17, f7
li x30, 78
li s0, 4607189396130642571
fmv.d.x f23, s0
csrr x15, fcsr
li x6, 1
li s0, 4607193147641914941
fmv.d.x f17, s0
li x20, 56
li s0, 9218868437227405311
fmv.d.x f17, s0
fnmadd.s f16, f2, f13, f3, rtz
fcvt.w.d x27, f31, rmm
fcvt.d.w f9, x14
fsqrt.d f26, f11
li x16, -9223372036854775808
li s0, 18446744070479937536
fmv.d.x f1, s0
fle.d x23, f12, f17
fclass.d x18, f23
li x20, -1
li s0, 9218868437227405312
fmv.d.x f30, s0
fsub.d f31, f24, f27, rdn
fmul.d f1, f30, f26, rup
li x14, 1
li s0, 18446744070681264129
fmv.d.x f28, s0
fdiv.s f1, f27, f21, rdn
feq.d x5, f24, f14
fclass.d x20, f29
li x15, -4255705004580721317
li s0, 18446744073701163008
fmv.d.x f15, s0
li x24, 9223372036854775807
li s0, 1
fmv.d.x f11, s0
li x13, -2147483648
li s0, 9218868437227405312
fmv.d.x f25, s0
fmsub.s f25, f2, f9, f24, rup
li x7, -1
li s0, 9218868437227405311
fmv.d.x f3, s0
feq.d x6, f26, f11
fclass.d x19, f30
fdiv.s f4, f22, f12, rmm
fcvt.l.d x5, f19, rne
fcvt.d.l f4, x27, rne
fsqrt.d f7, f18, rne
flt.d x27, f0, f8
fclass.d x20, f1
fcvt.d.s f18, f15
fmadd.d f26, f27, f8, f9, rmm
li x30, -2147483648
li s0, 9223372036854775808
fmv.d.x f3, s0
li x27, 5121731917206060608
li s0, 18446744071004483587
fmv.d.x f0, s0
li x31, 2147483648
li s0, 18446744070480925536
fmv.d.x f28, s0
li x1, 2147483648
li s0, 18446744070480979323
fmv.d.x f24, s0
fdiv.d f28, f7, f4, rtz
fsgnjn.s f24, f0, f21
fsgnj.d f9, f0, f16
fadd.s f4, f21, f29, rtz
li x16, 0
li s0, 18446744073701163008
fmv.d.x f1, s0
li x22, 0
li s0, 18446744071553679360
fmv.d.x f5, s0
li x30, 2147483647
li s0, 9223372036854775808
fmv.d.x f19, s0
fsub.d f15, f23, f10, rmm
fmul.d f17, f17, f17, rtz
li x5, 2147483647
li s0, 18446744071553679360
fmv.d.x f18, s0
li x27, -2147483648
li s0, 2003432582634766708
fmv.d.x f29, s0
fmax.s f23, f4, f14
li x18, 0
li s0, 9221120237041090560
fmv.d.x f16, s0
li x13, 2147483648
li s0, 18446744069422972927
fmv.d.x f24, s0
li x24, -9223372036854775808
li s0, 18446744069414584320
fmv.d.x f25, s0
li x22, -1
li s0, 18446744073318121712
fmv.d.x f23, s0
fmax.s f20, f5, f19
li x23, 0
li s0, 9223372036854775808
fmv.d.x f1, s0
fcvt.wu.d x24, f21, rne
fcvt.d.wu f14, x20
fsqrt.d f7, f24, rup
li x19, -2147483648
li s0, 18446744070681264129
fmv.d.x f24, s0
feq.d x7, f0, f4
fclass.d x16, f3
li x24, 1311768467463790320
li s0, 7260078464660875643
fmv.d.x f19, s0
li x10, 6494042106458215180
li s0, 9221120237041090560
fmv.d.x f22, s0
li x5, 2147483648
li s0, 9218868437227405313
fmv.d.x f14, s0
fmin.d f13, f2, f5
li x12, -609915057364923874
li s0, 18446744072401719161
fmv.d.x f20, s0
fcvt.l.d x30, f26, rup
fcvt.d.l f24, x18, rup
fsqrt.d f21, f10
li x27, 9223372036854775807
li s0, 4451145279554931408
fmv.d.x f28, s0
fdiv.d f16, f5, f30, rmm
fadd.s f21, f13, f18, rne
fsub.d f1, f21, f3, rne
fnmadd.d f13, f27, f5, f6, rdn
li x24, 9223372036854775807
li s0, 18446744073701163008
fmv.d.x f17, s0
li x31, -2147483648
li s0, 18446744069422972927
fmv.d.x f1, s0
li x14, -61
li s0, 18446744070479937536
fmv.d.x f14, s0
fcvt.d.s f17, f9
li x28, -2147483648
li s0, 9218868437227405311
fmv.d.x f18, s0
li x28, 4294967295
li s0, 1
fmv.d.x f6, s0
fmul.s f19, f13, f3, rdn
fmul.d f28, f10, f12, rtz
li x7, -6666346835412709063
li s0, 1
fmv.d.x f12, s0
li x15, 30
li s0, 0
fmv.d.x f13, s0
li x6, -1
li s0, 18446744071553679360
fmv.d.x f7, s0
fcvt.w.s x14, f2, rup
fsqrt.s f22, f12, rne
flt.s x14, f19, f13
fclass.s x14, f19
li x28, 2147483647
li s0, 18446744069422972927
fmv.d.x f28, s0
fsgnjx.d f21, f19, f3
li x12, 1
li s0, 18446744069422972928
fmv.d.x f16, s0
fcvt.w.d x24, f9, rtz
fcvt.d.w f8, x23
fsqrt.d f3, f11, rup
li x24, -1
li s0, 9221120237041090560
fmv.d.x f13, s0
fcvt.lu.s x30, f22, rup
fcvt.s.lu f7, x15, rup
fsqrt.s f24, f25, rup
fcvt.s.d f20, f15, rup
li x21, -9223372036854775808
li s0, 9221120237041090560
fmv.d.x f6, s0
fmul.s f20, f8, f26
feq.d x19, f17, f17
fclass.d x30, f18
fmax.d f30, f7, f12
fsgnj.d f15, f26, f13
li x14, 1760192808155504289
li s0, 9703988655502681474
fmv.d.x f6, s0
li x11, -2147483648
li s0, 18446744071553679359
fmv.d.x f13, s0
fsgnjx.s f4, f29, f4
fsub.d f2, f20, f5
fnmadd.d f26, f10, f2, f9, rdn
li x23, -2147483648
li s0, 6545057660327642419
fmv.d.x f12, s0
li x17, 16
li s0, 4503599627370496
fmv.d.x f8, s0
li x27, 1
li s0, 4607182418800017408
fmv.d.x f28, s0
fmul.d f1, f17, f21, rmm
fadd.d f9, f25, f28
li x30, -91
li s0, 18446744069414584320
fmv.d.x f21, s0
fnmsub.s f24, f22, f15, f5, rmm
fadd.d f31, f10, f15, rne
fmsub.s f20, f6, f12, f0, rne
li x24, -9223372036854775808
li s0, 14753374536307190487
fmv.d.x f3, s0
fmul.s f0, f6, f8, rmm
csrwi frm, 1
li x6, 2147483647
li s0, 9218868437227405311
fmv.d.x f14, s0
li x23, 73
li s0, 18446744069510543274
fmv.d.x f4, s0
li x13, -1
li s0, 9221120237041090560
fmv.d.x f8, s0
feq.d x20, f19, f31
fclass.d x27, f31
fle.d x18, f29, f28
fclass.d x28, f18
li x26, 4294967295
li s0, 18446744069414584320
fmv.d.x f14, s0
li x16, 2147483648
li s0, 9221120237041090560
fmv.d.x f3, s0
csrwi frm, 3
fadd.d f1, f5, f20, rne
li x16, -1
li s0, 18446744071553679361
fmv.d.x f3, s0
li x21, 1
li s0, 9218868437227405313
fmv.d.x f25, s0
li x7, -9223372036854775808
li s0, 9218868437227405313
fmv.d.x f1, s0
li x27, 2147483647
li s0, 18446744070480047550
fmv.d.x f23, s0
fmul.d f20, f23, f14, rmm
li x22, -9223372036854775808
li s0, 18446744070681264129
fmv.d.x f11, s0
li x29, -2147483648
li s0, 18446744073701163008
fmv.d.x f18, s0
fcvt.wu.s x26, f14, rdn
fsqrt.s f2, f23, rdn
feq.d x5, f10, f18
fclass.d x15, f17
li x22, 4294967295
li s0, 4607465109401487188
fmv.d.x f0, s0
fnmsub.d f15, f14, f16, f18
fnmsub.s f7, f10, f15, f5, rne
flt.s x22, f27, f21
fclass.s x24, f16
li x26, 9223372036854775807
li s0, 9218868437227405313
fmv.d.x f4, s0
li x18, 1311768467463790320
li s0, 9221120237041090560
fmv.d.x f6, s0
fadd.s f25, f22, f18, rmm
li x18, 0
li s0, 4845873199050653697
fmv.d.x f26, s0
li x28, 0
li s0, 18446744071562067968
fmv.d.x f30, s0
li x23, 0
li s0, 18446744071557873664
fmv.d.x f15, s0
li x12, 0
li s0, 4416439522707236046
fmv.d.x f6, s0
fsub.d f19, f21, f27
li x14, -9223372036854775808
li s0, 4503599627370496
fmv.d.x f4, s0
fdiv.s f0, f21, f15, rne
fsgnjn.s f28, f22, f16
fdiv.d f11, f24, f16, rne
fsgnj.s f15, f21, f21
li x26, 1
li s0, 18446744071557873664
fmv.d.x f13, s0
fsub.d f28, f11, f11, rne
li x20, 4294967295
li s0, 18446744071562067968
fmv.d.x f5, s0
fsgnjx.s f6, f7, f3
li x15, 1311768467463790320
li s0, 9218868437227405311
fmv.d.x f30, s0
li x6, 4294967295
li s0, 18446744069504190569
fmv.d.x f24, s0
li x12, 2147483648
li s0, 18446744070681264129
fmv.d.x f26, s0
fnmsub.d f25, f28, f12, f5
fmax.d f20, f31, f30
fcvt.s.d f16, f13
li x5, -1
li s0, 0
fmv.d.x f19, s0
li x26, 0
li s0, 18446744069414584320
fmv.d.x f8, s0
li x18, -3617339905691147472
li s0, 18446744069414584321
fmv.d.x f3, s0
fnmadd.d f12, f2, f19, f6, rmm
fcvt.d.s f19, f21
fmax.d f3, f18, f23
fle.d x17, f14, f31
fclass.d x11, f14
li x27, -74
li s0, 4503599627370495
fmv.d.x f21, s0
fsub.d f18, f4, f14, rmm
li x15, -2147483648
li s0, 18446744070681264129
fmv.d.x f6, s0
fdiv.s f31, f27, f21, rtz
li x7, -2147483648
li s0, 4607182418800017408
fmv.d.x f2, s0
csrr x5, fcsr
flt.s x1, f0, f26
fclass.s x20, f26
fdiv.s f26, f6, f19
fnmsub.d f18, f0, f15, f31, rup
li x14, 0
li s0, 4845873199050653697
fmv.d.x f26, s0
fnmadd.d f5, f1, f17, f6
flt.s x19, f4, f12
fclass.s x27, f9
li x27, 2147483648
li s0, 4845873199050653697
fmv.d.x f25, s0
li x28, 2147483648
li s0, 18446744071553679360
fmv.d.x f21, s0
fmul.d f27, f23, f6, rup
fmin.s f19, f1, f29
fmul.s f20, f30, f15
li x17, -1
li s0, 4607182418800017408
fmv.d.x f12, s0
li x15, 2147483648
li s0, 4503599627370495
fmv.d.x f17, s0
li x12, 4294967295
li s0, 18446744071557873664
fmv.d.x f4, s0
li x27, -1
li s0, 18446744070479937536
fmv.d.x f24, s0
fle.d x22, f29, f6
fclass.d x24, f13
fsgnjn.s f16, f13, f20
fdiv.s f28, f14, f5, rtz
feq.s x15, f0, f25
fclass.s x1, f4
feq.s x18, f2, f7
fclass.s x26, f5
li x28, -1
li s0, 18446744069414584320
fmv.d.x f6, s0
fmv.x.w x24, f24
fadd.d f14, f13, f20, rtz
csrwi frm, 0
li x19, 1311768467463790320
li s0, 18446744069422972927
fmv.d.x f13, s0
li x21, 26
li s0, 4607182418800017408
fmv.d.x f30, s0
fmadd.d f11, f9, f17, f1, rdn
li x7, 4294967295
li s0, 3346172797253058425
fmv.d.x f3, s0
fnmsub.s f13, f28, f10, f3
fmadd.s f30, f23, f15, f14, rup
fadd.s f2, f28, f24, rup
li x27, 2147483648
li s0, 4503599627370495
fmv.d.x f27, s0
li x7, -62
li s0, 4607182418800017408
fmv.d.x f9, s0
feq.d x13, f20, f22
fclass.d x30, f11
fcvt.l.d x15, f2
fcvt.d.l f19, x11
fsqrt.d f4, f13, rup
fcvt.w.s x10, f14, rup
fcvt.s.w f28, x7, rup
fsqrt.s f8, f6, rne
fadd.s f14, f6, f8, rdn
li x10, 1311768467463790320
li s0, 18446744069414584321
fmv.d.x f3, s0
fadd.d f25, f7, f19, rtz
li x19, 1
li s0, 9223372036854775808
fmv.d.x f26, s0
fmv.w.x f27, x14
fmul.d f21, f29, f4, rup
fcvt.wu.s x22, f2, rmm
fsqrt.s f16, f21
csrwi frm, 4
fmv.x.d x20, f17
fadd.s f11, f17, f23, rdn
fcvt.wu.d x17, f30, rne
fcvt.d.wu f29, x21
fsqrt.d f13, f26, rup
fnmadd.d f23, f12, f18, f19, rtz
fnmadd.d f28, f16, f27, f7, rtz
fnmadd.d f22, f8, f16, f29, rmm
li x13, 0
li s0, 9218868437227405312
fmv.d.x f4, s0
fcvt.w.d x19, f27, rup
fcvt.d.w f21, x21
fsqrt.d f5, f13, rdn
fcvt.l.s x25, f15, rup
fsqrt.s f8, f31, rdn
li x21, 32
li s0, 18446744071553679360
fmv.d.x f14, s0
li x16, 2147483647
li s0, 18446744070479937536
fmv.d.x f8, s0
li x17, 9223372036854775807
li s0, 18446744071553679360
fmv.d.x f0, s0
fcvt.lu.s x30, f31, rdn
fsqrt.s f16, f30, rtz
li x28, -1
li s0, 18446744071553679360
fmv.d.x f17, s0
fdiv.d f16, f4, f12, rne
li x11, 4294967295
li s0, 4503599627370496
fmv.d.x f25, s0
li x18, 2147483648
li s0, 9218868437227405313
fmv.d.x f13, s0
fmul.s f4, f0, f13, rmm
fadd.d f6, f8, f0, rdn
fcvt.l.s x20, f16, rdn
fcvt.s.l f1, x10, rdn
fsqrt.s f27, f11, rne
fcvt.s.d f17, f10, rmm
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
.byte 163, 56, 243, 184, 15, 68, 54, 133, 14, 188, 26, 99, 208, 31, 100, 188, 40, 160, 146, 139, 133, 137, 24, 41, 138, 174, 90, 169, 234, 47, 230, 169, 249, 63, 94, 216, 224, 41, 60, 85, 81, 158, 176, 150, 81, 14, 168, 168, 246, 251, 151, 69, 142, 230, 165, 92, 41, 9, 208, 192, 179, 116, 120, 200
.zero 960
dump:
.zero 1024
