.text
.globl _start
_start:
la s1, scratch + 512
li x1, 4294967295
li x5, -2147483648
li x6, -1
li x7, 1311768467463790320
li x10, -9223372036854775808
li x11, 2147483647
li x12, 4294967295
li x13, 1
li x14, 1015126047580346642
li x15, -2147483648
li x16, 2147483647
li x17, 0
li x18, 9223372036854775807
li x19, 1
li x20, 9223372036854775807
li x21, 2147483648
li x22, 1
li x23, 2147483648
li x24, 9223372036854775807
li x25, 0
li x26, 9223372036854775807
li x27, 2147483648
li x28, -65648864850623189
li x29, 2147483647
li x30, 4892554773650318728
li x31, -9223372036854775808
li s0, 18446744071562067968
fmv.d.x f0, s0
li s0, 18442240474082181120
fmv.d.x f1, s0
li s0, 18446744070681264129
fmv.d.x f2, s0
li s0, 9218868437227405311
fmv.d.x f3, s0
li s0, 18446744069422972928
fmv.d.x f4, s0
li s0, 9218868437227405313
fmv.d.x f5, s0
li s0, 18446744069414584320
fmv.d.x f6, s0
li s0, 9221120237041090560
fmv.d.x f7, s0
li s0, 18446744073701163008
fmv.d.x f8, s0
li s0, 9223372036854775808
fmv.d.x f9, s0
li s0, 18446744073701163008
fmv.d.x f10, s0
li s0, 0
fmv.d.x f11, s0
li s0, 18446744069414584321
fmv.d.x f12, s0
li s0, 9218868437227405312
fmv.d.x f13, s0
li s0, 18446744071553679360
fmv.d.x f14, s0
li s0, 4503599627370495
fmv.d.x f15, s0
li s0, 18446744071553679359
fmv.d.x f16, s0
li s0, 4607182418800017408
fmv.d.x f17, s0
li s0, 18446744069414584321
fmv.d.x f18, s0
li s0, 0
fmv.d.x f19, s0
li s0, 18446744069414584321
fmv.d.x f20, s0
li s0, 4607182418800017408
fmv.d.x f21, s0
li s0, 18446744071557873664
fmv.d.x f22, s0
li s0, 18442240474082181120
fmv.d.x f23, s0
li s0, 18446744071553679359
fmv.d.x f24, s0
li s0, 4845873199050653697
fmv.d.x f25, s0
li s0, 18446744070681264129
fmv.d.x f26, s0
li s0, 9221120237041090560
fmv.d.x f27, s0
li s0, 18446744071557873664
fmv.d.x f28, s0
li s0, 18442240474082181120
fmv.d.x f29, s0
li s0, 18446744069414584321
fmv.d.x f30, s0
li s0, 4607182418800017408
fmv.d.x f31, s0
li x18, 4294967295
li s0, 4607298917173341848
fmv.d.x f19, s0
li x24, -9223372036854775808
li s0, 18446744071553679359
fmv.d.x f23, s0
li x19, 2582207158090313000
li s0, 9223372036854775808
fmv.d.x f31, s0
fsgnjx.d f19, f27, f20
li x29, -1469445069759647965
li s0, 4503599627370495
fmv.d.x f27, s0
li x21, 1
li s0, 9218868437227405313
fmv.d.x f18, s0
fsgnjn.d f18, f31, f3
fcvt.l.s x20, f25, rne
fcvt.s.l f22, x21, rne
fsqrt.s f13, f15
flt.d x22, f23, f5
fclass.d x22, f4
fmadd.d f22, f23, f25, f23
li x20, 1
li s0, 18446744071553679361
fmv.d.x f15, s0
csrr x13, fcsr
fcvt.wu.d x14, f20, rdn
fsqrt.d f28, f5, rdn
fsgnjn.d f12, f1, f5
fsgnjn.d f7, f23, f15
fdiv.s f15, f24, f31, rup
flt.s x19, f30, f14
fclass.s x27, f0
fmul.d f7, f16, f3, rmm
fadd.s f10, f29, f23, rup
fsgnjn.s f24, f15, f15
feq.s x11, f1, f31
fclass.s x24, f18
fcvt.s.d f9, f30, rne
li x24, 9223372036854775807
li s0, 18446744071562067968
fmv.d.x f13, s0
fadd.d f26, f2, f0, rup
csrr x12, fcsr
li x17, 804606501479426045
li s0, 4607182418800017408
fmv.d.x f26, s0
fcvt.w.s x22, f14, rne
fcvt.s.w f28, x23, rne
fsqrt.s f10, f30, rup
fmul.s f31, f29, f15, rmm
fcvt.s.d f19, f18, rmm
li x12, -2147483648
li s0, 1
fmv.d.x f25, s0
fsgnjx.d f15, f2, f27
li x25, 1
li s0, 9218868437227405312
fmv.d.x f0, s0
li x27, 8235593218983396177
li s0, 6700338751117565945
fmv.d.x f6, s0
li x20, -1
li s0, 1
fmv.d.x f18, s0
fmsub.s f13, f18, f15, f3, rmm
fadd.d f9, f4, f27
fmax.d f8, f17, f23
li x20, 62
li s0, 18446744069414584320
fmv.d.x f30, s0
li x24, -1
li s0, 9218868437227405311
fmv.d.x f4, s0
li x29, -1
li s0, 9218868437227405312
fmv.d.x f27, s0
li x17, 2147483648
li s0, 18446744073701163008
fmv.d.x f20, s0
li x24, 9223372036854775807
li s0, 9218868437227405312
fmv.d.x f1, s0
fcvt.w.d x22, f22, rup
fsqrt.d f12, f25, rne
fmsub.s f14, f5, f27, f7
li x31, 9223372036854775807
li s0, 4607619961240097614
fmv.d.x f15, s0
fcvt.w.s x7, f31, rmm
fcvt.s.w f28, x13, rmm
fsqrt.s f11, f31, rtz
fsgnjn.d f26, f2, f1
li x15, -90
li s0, 18446744070480062990
fmv.d.x f21, s0
li x18, 0
li s0, 4503599627370496
fmv.d.x f5, s0
fsub.d f18, f19, f5
li x20, -1
li s0, 18446744069414584321
fmv.d.x f13, s0
li x18, 1311768467463790320
li s0, 18446744071553679359
fmv.d.x f1, s0
li x16, 1311768467463790320
li s0, 0
fmv.d.x f25, s0
li x12, -2147483648
li s0, 4845873199050653697
fmv.d.x f31, s0
fle.d x27, f24, f22
fclass.d x1, f21
li x10, 0
li s0, 9218868437227405312
fmv.d.x f27, s0
fcvt.w.s x17, f17, rmm
fcvt.s.w f30, x27, rmm
fsqrt.s f12, f16, rtz
li x17, -9223372036854775808
li s0, 9218868437227405311
fmv.d.x f8, s0
fcvt.wu.d x7, f9, rup
fcvt.d.wu f24, x5
fsqrt.d f1, f12
fsub.d f21, f27, f5, rmm
flt.s x14, f3, f29
fclass.s x13, f15
fnmadd.s f3, f23, f10, f4
fcvt.lu.s x20, f23
fcvt.s.lu f24, x10
fsqrt.s f3, f10, rtz
li x27, -9223372036854775808
li s0, 9218868437227405311
fmv.d.x f3, s0
fdiv.d f4, f19, f13
flt.s x10, f15, f7
fclass.s x23, f15
li x24, 31
li s0, 4607182418800017408
fmv.d.x f31, s0
fmax.d f15, f20, f20
fle.s x21, f24, f16
fclass.s x10, f8
fmsub.d f2, f13, f21, f31, rmm
li x16, -2147483648
li s0, 18446744071557873664
fmv.d.x f29, s0
li x15, 2147483648
li s0, 4845873199050653697
fmv.d.x f15, s0
feq.s x6, f18, f8
fclass.s x24, f1
li x15, -9223372036854775808
li s0, 18446744069422972927
fmv.d.x f22, s0
li x21, 2147483648
li s0, 18446744069414584321
fmv.d.x f27, s0
fmin.s f11, f30, f28
fdiv.d f14, f31, f7, rup
fsub.d f7, f30, f23, rne
li x15, 4294967295
li s0, 4503599627370496
fmv.d.x f9, s0
fsgnjx.s f4, f21, f21
fdiv.d f31, f24, f25, rmm
li x22, -1
li s0, 1
fmv.d.x f18, s0
li x21, -6586809108130730444
li s0, 4607512646551166871
fmv.d.x f21, s0
fcvt.s.d f31, f12, rtz
fcvt.s.d f29, f3, rtz
fnmsub.s f28, f2, f4, f1, rtz
fadd.d f27, f3, f14, rne
li x17, 9223372036854775807
li s0, 18446744070188875914
fmv.d.x f4, s0
li x6, -1
li s0, 4607182418800017408
fmv.d.x f4, s0
fdiv.d f8, f31, f0, rup
li x7, -9
li s0, 18446744069422972927
fmv.d.x f30, s0
li x22, 1
li s0, 9223372036854775808
fmv.d.x f22, s0
fcvt.wu.s x7, f6, rne
fcvt.s.wu f30, x11, rne
fsqrt.s f4, f7, rne
li x10, 9223372036854775807
li s0, 18446744070681264129
fmv.d.x f28, s0
fnmsub.d f23, f27, f8, f2, rtz
li x17, -2147483648
li s0, 9221120237041090560
fmv.d.x f18, s0
fsgnjx.s f28, f30, f7
li x18, -1
li s0, 4845873199050653697
fmv.d.x f4, s0
fcvt.wu.d x7, f11, rup
fcvt.d.wu f27, x11
fsqrt.d f31, f22, rup
flt.d x16, f29, f7
fclass.d x29, f16
fadd.s f23, f1, f2, rne
li x15, 2147483647
li s0, 4103583324193390006
fmv.d.x f7, s0
fcvt.wu.s x14, f25, rtz
fcvt.s.wu f29, x27, rtz
fsqrt.s f1, f14, rne
fle.s x22, f30, f4
fclass.s x24, f23
li x26, -24
li s0, 18446744069422972927
fmv.d.x f24, s0
flt.s x15, f17, f30
fclass.s x28, f0
li x28, 4294967295
li s0, 4503599627370496
fmv.d.x f0, s0
fmadd.s f17, f0, f2, f15, rup
flt.s x7, f30, f20
fclass.s x20, f18
li x26, 1
li s0, 18446744069422972927
fmv.d.x f6, s0
li x30, -2147483648
li s0, 4607182418800017408
fmv.d.x f9, s0
flt.d x11, f10, f3
fclass.d x25, f30
fmsub.d f22, f10, f26, f10
flt.s x22, f16, f21
fclass.s x5, f27
csrr x30, fcsr
li x29, -46
li s0, 4845873199050653697
fmv.d.x f29, s0
li x5, 9223372036854775807
li s0, 4845873199050653697
fmv.d.x f28, s0
fcvt.s.d f10, f15, rne
fle.s x30, f0, f23
fclass.s x7, f27
fnmadd.s f6, f31, f14, f24, rup
feq.d x30, f22, f2
fclass.d x17, f18
fmul.s f18, f6, f8, rmm
li x5, 1311768467463790320
li s0, 18446744069422972928
fmv.d.x f30, s0
fsgnjx.s f28, f23, f27
fadd.s f19, f28, f21, rtz
csrr x27, fcsr
fle.s x25, f24, f17
fclass.s x17, f13
fsub.d f31, f21, f22, rmm
fsgnjx.s f6, f27, f21
flt.d x6, f28, f16
fclass.d x19, f7
fmsub.d f11, f30, f28, f17, rmm
fsub.s f0, f19, f15, rdn
fmul.s f11, f7, f3, rne
csrwi frm, 3
fdiv.s f14, f2, f25
li x16, 1
li s0, 18446744070681264129
fmv.d.x f24, s0
fle.d x16, f28, f3
fclass.d x27, f0
li x26, -1
li s0, 18446744069422972927
fmv.d.x f19, s0
fsub.d f8, f21, f26, rdn
fmsub.s f27, f2, f25, f6
fsub.d f27, f31, f1, rup
li x6, 0
li s0, 4503599627370496
fmv.d.x f31, s0
fadd.s f19, f3, f26, rdn
li x24, -9223372036854775808
li s0, 9218868437227405311
fmv.d.x f3, s0
li x15, -2147483648
li s0, 18442240474082181120
fmv.d.x f9, s0
fmv.d.x f27, x22
li x10, -2147483648
li s0, 18446744070681264129
fmv.d.x f2, s0
fdiv.s f10, f2, f1, rup
fmv.w.x f25, x18
li x30, 0
li s0, 18446744073701163008
fmv.d.x f14, s0
fsub.d f28, f13, f22, rne
fdiv.s f23, f31, f15, rdn
li x20, -9223372036854775808
li s0, 18446744070479937536
fmv.d.x f29, s0
fmax.s f11, f30, f22
li x12, -9223372036854775808
li s0, 9218868437227405312
fmv.d.x f22, s0
li x11, 4294967295
li s0, 18446744070479937536
fmv.d.x f21, s0
fnmadd.s f27, f20, f13, f24
fmadd.s f12, f2, f0, f19
fmul.s f9, f22, f4, rup
fsgnj.s f22, f4, f0
fdiv.s f2, f25, f25, rne
fadd.d f15, f15, f21, rup
fnmsub.s f11, f6, f3, f12, rup
li x30, 2147483647
li s0, 18446744071557873664
fmv.d.x f4, s0
fadd.s f18, f21, f7, rup
fcvt.wu.s x5, f11
fsqrt.s f25, f16, rup
fdiv.d f23, f8, f13, rne
fsub.s f8, f13, f4, rtz
li x27, 4294967295
li s0, 18446744069422972927
fmv.d.x f19, s0
flt.s x23, f12, f25
fclass.s x18, f14
fmv.x.d x1, f0
csrr x13, fcsr
fsgnjn.s f13, f4, f3
csrr x27, fcsr
fdiv.d f16, f5, f28, rne
fcvt.s.d f21, f26, rne
li x21, 2422848223541689930
li s0, 18446744073701163008
fmv.d.x f29, s0
fnmsub.s f16, f31, f13, f3, rne
li x16, 77
li s0, 4503599627370495
fmv.d.x f3, s0
fsub.d f16, f1, f7, rne
fsgnj.d f10, f21, f7
fmv.x.d x10, f20
feq.s x10, f23, f4
fclass.s x16, f24
li x5, 0
li s0, 18446744071553679359
fmv.d.x f13, s0
li x28, 4294967295
li s0, 9218868437227405312
fmv.d.x f11, s0
fmsub.d f28, f16, f31, f9, rup
fadd.s f29, f12, f27, rtz
li x18, 1311768467463790320
li s0, 18446744071553679361
fmv.d.x f0, s0
li x29, 2147483647
li s0, 13125638999177512496
fmv.d.x f4, s0
fadd.d f0, f18, f24, rne
li x18, -24
li s0, 9221120237041090560
fmv.d.x f5, s0
li x5, -2147483648
li s0, 9221120237041090560
fmv.d.x f19, s0
li x13, 9223372036854775807
li s0, 4503599627370496
fmv.d.x f24, s0
li x26, 1
li s0, 18446744069414584320
fmv.d.x f16, s0
fmin.d f12, f11, f24
li x26, -1
li s0, 18442240474082181120
fmv.d.x f25, s0
fcvt.d.s f29, f8
li x13, 1311768467463790320
li s0, 9218868437227405311
fmv.d.x f20, s0
li x26, 2147483648
li s0, 18446744071553679359
fmv.d.x f3, s0
fsgnj.s f9, f26, f24
fadd.s f7, f8, f18, rup
li x10, -2147483648
li s0, 18446744071213843974
fmv.d.x f6, s0
fadd.s f17, f9, f5, rmm
fmv.d.x f5, x12
csrwi frm, 3
li x28, -9223372036854775808
li s0, 18446744070479937536
fmv.d.x f9, s0
fnmsub.s f1, f29, f10, f11, rdn
fsub.s f0, f4, f23, rdn
li x19, -3223373845120853396
li s0, 9218868437227405311
fmv.d.x f4, s0
fmadd.d f31, f17, f27, f24, rdn
fadd.s f22, f4, f24, rne
fmul.s f28, f4, f20, rne
li x28, 1
li s0, 18446744070480462318
fmv.d.x f15, s0
li x30, 2147483648
li s0, 1
fmv.d.x f22, s0
fle.d x7, f9, f24
fclass.d x18, f13
feq.d x14, f26, f3
fclass.d x19, f8
fle.d x26, f30, f18
fclass.d x31, f15
fcvt.wu.d x21, f11, rup
fcvt.d.wu f27, x19
fsqrt.d f0, f31
fadd.d f27, f6, f27, rne
li x11, 66
li s0, 0
fmv.d.x f7, s0
li x11, 9223372036854775807
li s0, 18446744070681264129
fmv.d.x f25, s0
li x13, 3735002784184703120
li s0, 9218868437227405312
fmv.d.x f12, s0
li x24, 7045019540487308510
li s0, 333881137226720068
fmv.d.x f10, s0
fsub.d f1, f4, f5, rne
li x11, 1
li s0, 18446744071557873664
fmv.d.x f24, s0
li x20, 2147483648
li s0, 9223372036854775808
fmv.d.x f20, s0
li x30, -25
li s0, 9221120237041090560
fmv.d.x f22, s0
li x20, 1311768467463790320
li s0, 18446744069422972927
fmv.d.x f31, s0
li x30, -9223372036854775808
li s0, 18446744070480547692
fmv.d.x f18, s0
fsgnjx.s f10, f31, f23
fmul.d f10, f28, f11, rtz
fadd.d f29, f14, f21, rdn
li x7, 2147483648
li s0, 18442240474082181120
fmv.d.x f24, s0
fnmsub.s f20, f3, f4, f7, rdn
li x10, 9223372036854775807
li s0, 18446744070479937536
fmv.d.x f22, s0
li x15, 1
li s0, 18446744069414584321
fmv.d.x f22, s0
fmul.d f16, f2, f15, rup
flt.d x7, f2, f3
fclass.d x15, f12
li x10, 9223372036854775807
li s0, 9218868437227405311
fmv.d.x f6, s0
li x26, -9223372036854775808
li s0, 4607752874552414484
fmv.d.x f9, s0
fsub.d f26, f20, f12, rmm
fnmadd.d f2, f22, f21, f8, rmm
li x25, 2147483647
li s0, 18446744071553679361
fmv.d.x f24, s0
li x11, 2147483647
li s0, 2814424994755198596
fmv.d.x f17, s0
fmadd.s f8, f11, f16, f15, rtz
fsub.s f31, f30, f20, rup
li x14, 1311768467463790320
li s0, 18446744069414584320
fmv.d.x f2, s0
fmv.x.d x1, f9
fsub.s f19, f4, f14
fsub.d f26, f18, f7, rtz
flt.s x14, f27, f23
fclass.s x25, f29
li x27, -44
li s0, 18446744071553679360
fmv.d.x f15, s0
fsgnj.d f11, f30, f25
fdiv.d f17, f25, f10, rmm
li x19, 2147483647
li s0, 18446744071562067968
fmv.d.x f11, s0
li x14, 0
li s0, 18446744069704278536
fmv.d.x f11, s0
fmv.x.d x29, f11
fdiv.s f7, f19, f6, rtz
fadd.d f9, f8, f18, rtz
fadd.d f14, f5, f10, rmm
fadd.s f26, f31, f5, rtz
fcvt.w.s x25, f13, rmm
fsqrt.s f7, f19, rtz
feq.d x22, f24, f26
fclass.d x31, f24
li x24, 2147483647
li s0, 9218868437227405312
fmv.d.x f21, s0
fsgnjn.s f6, f12, f21
fsgnjn.s f21, f19, f12
fadd.d f28, f27, f14
fdiv.d f26, f15, f30, rup
fadd.s f28, f16, f26
li x7, 5601160159886897572
li s0, 4845873199050653697
fmv.d.x f28, s0
li x15, -9223372036854775808
li s0, 18442240474082181120
fmv.d.x f3, s0
fmv.w.x f23, x24
fsgnj.d f26, f27, f30
fsgnjx.d f2, f11, f31
csrwi frm, 4
fmin.s f29, f30, f5
fcvt.wu.s x10, f22, rmm
fcvt.s.wu f31, x31, rmm
fsqrt.s f31, f31, rne
li x7, -9223372036854775808
li s0, 18446744069422972927
fmv.d.x f28, s0
csrwi frm, 2
fmul.d f20, f18, f15
li x18, 4294967295
li s0, 18446744071562067968
fmv.d.x f31, s0
fmv.w.x f26, x1
li x25, -1
li s0, 4845873199050653697
fmv.d.x f15, s0
fle.s x5, f30, f2
fclass.s x24, f1
li x1, -9223372036854775808
li s0, 18446744069422972927
fmv.d.x f25, s0
li x6, -1
li s0, 9218868437227405312
fmv.d.x f24, s0
li x25, -55
li s0, 18446744071562067968
fmv.d.x f5, s0
fdiv.s f15, f0, f26, rmm
li x24, 1
li s0, 18446744069422972928
fmv.d.x f0, s0
fcvt.d.s f10, f9
fmsub.s f15, f10, f8, f29, rtz
li x21, 1
li s0, 18446744071562067968
fmv.d.x f20, s0
li x18, 1311768467463790320
li s0, 18442240474082181120
fmv.d.x f17, s0
flt.d x29, f30, f25
fclass.d x25, f31
li x26, 1311768467463790320
li s0, 18446744069414584320
fmv.d.x f20, s0
fmin.s f15, f11, f15
li x20, 2147483648
li s0, 18446744071553679360
fmv.d.x f28, s0
flt.s x26, f12, f9
fclass.s x25, f1
fsgnj.s f30, f28, f6
li x16, 1311768467463790320
li s0, 18446744070480118714
fmv.d.x f10, s0
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
.byte 167, 98, 245, 46, 104, 129, 196, 187, 187, 110, 156, 79, 240, 238, 203, 68, 185, 45, 180, 90, 231, 162, 231, 78, 163, 197, 136, 191, 189, 196, 145, 187, 43, 92, 141, 191, 41, 107, 87, 11, 73, 22, 86, 114, 37, 204, 187, 69, 59, 44, 237, 3, 9, 227, 113, 54, 81, 37, 220, 155, 62, 193, 193, 123
.zero 960
dump:
.zero 1024
