.text
.globl _start
_start:
la s1, scratch + 512
li x1, 2147483648
li x5, 2147483647
li x6, -9223372036854775808
li x7, 1
li x10, -9223372036854775808
li x11, 9223372036854775807
li x12, 2147483648
li x13, 2147483648
li x14, 2147483648
li x15, 4294967295
li x16, -1
li x17, 2147483648
li x18, -2147483648
li x19, 9223372036854775807
li x20, 2147483647
li x21, -7533350109780004435
li x22, -6806590719910528902
li x23, -2147483648
li x24, 1
li x25, -1
li x26, -9223372036854775808
li x27, 4294967295
li x28, -9223372036854775808
li x29, 2147483648
li x30, -9223372036854775808
li x31, -8138335438223913923
li s0, 18446744069422972927
fmv.d.x f0, s0
li s0, 4607182418800017408
fmv.d.x f1, s0
li s0, 18446744071562067968
fmv.d.x f2, s0
li s0, 1
fmv.d.x f3, s0
li s0, 18446744069422972927
fmv.d.x f4, s0
li s0, 4503599627370495
fmv.d.x f5, s0
li s0, 18446744071553679359
fmv.d.x f6, s0
li s0, 18442240474082181120
fmv.d.x f7, s0
li s0, 18446744071553679360
fmv.d.x f8, s0
li s0, 9218868437227405312
fmv.d.x f9, s0
li s0, 18446744073701163008
fmv.d.x f10, s0
li s0, 4607182418800017408
fmv.d.x f11, s0
li s0, 18446744069414584321
fmv.d.x f12, s0
li s0, 9223372036854775808
fmv.d.x f13, s0
li s0, 18446744071557873664
fmv.d.x f14, s0
li s0, 4845873199050653697
fmv.d.x f15, s0
li s0, 18446744070479937536
fmv.d.x f16, s0
li s0, 4607182418800017408
fmv.d.x f17, s0
li s0, 18446744069414584320
fmv.d.x f18, s0
li s0, 9223372036854775808
fmv.d.x f19, s0
li s0, 18446744069422972928
fmv.d.x f20, s0
li s0, 9223372036854775808
fmv.d.x f21, s0
li s0, 18446744070479937536
fmv.d.x f22, s0
li s0, 9223372036854775808
fmv.d.x f23, s0
li s0, 18446744073701163008
fmv.d.x f24, s0
li s0, 4503599627370496
fmv.d.x f25, s0
li s0, 18446744071562067968
fmv.d.x f26, s0
li s0, 9221120237041090560
fmv.d.x f27, s0
li s0, 18446744071553679359
fmv.d.x f28, s0
li s0, 4845873199050653697
fmv.d.x f29, s0
li s0, 18446744071553679359
fmv.d.x f30, s0
li s0, 9218868437227405313
fmv.d.x f31, s0
li x17, 0
li s0, 18446744071557873664
fmv.d.x f15, s0
li x17, -1
li s0, 4503599627370495
fmv.d.x f10, s0
li x17, 1
li s0, 18446744069422972927
fmv.d.x f9, s0
fle.d x28, f15, f30
fclass.d x12, f23
li x1, -9223372036854775808
li s0, 0
fmv.d.x f3, s0
feq.d x25, f7, f3
fclass.d x23, f8
fcvt.d.s f24, f22
fmul.s f4, f3, f7, rdn
fdiv.s f21, f15, f16, rtz
li x24, 1
li s0, 18446744071553679361
fmv.d.x f26, s0
fcvt.wu.d x10, f21, rtz
fcvt.d.wu f1, x23
fsqrt.d f19, f29, rtz
flt.s x7, f0, f21
fclass.s x25, f1
li x23, -2147483648
li s0, 4503599627370496
fmv.d.x f8, s0
li x1, -64
li s0, 4845873199050653697
fmv.d.x f3, s0
fnmadd.d f17, f26, f15, f16, rup
fadd.d f2, f6, f13, rup
li x31, 2147483647
li s0, 18446744071553679359
fmv.d.x f1, s0
fsgnjn.s f26, f18, f6
fsub.s f2, f19, f2
fadd.d f10, f31, f27, rup
li x31, -2147483648
li s0, 18446744073619329970
fmv.d.x f23, s0
li x22, 9223372036854775807
li s0, 9221120237041090560
fmv.d.x f27, s0
fsgnj.s f17, f14, f18
fmax.d f19, f5, f19
li x5, -54
li s0, 4607182418800017408
fmv.d.x f14, s0
feq.s x11, f29, f7
fclass.s x11, f7
fmin.d f11, f21, f15
fnmadd.s f29, f11, f26, f20
fmadd.d f31, f31, f17, f19, rne
feq.s x6, f26, f4
fclass.s x13, f28
feq.d x1, f28, f5
fclass.d x24, f25
fle.d x25, f16, f23
fclass.d x21, f3
fsgnjx.d f4, f13, f2
fadd.s f31, f22, f31, rmm
fadd.s f14, f5, f25, rmm
li x1, 1311768467463790320
li s0, 9218868437227405311
fmv.d.x f14, s0
fdiv.d f21, f29, f15, rup
fcvt.wu.s x11, f21, rne
fcvt.s.wu f28, x31, rne
fsqrt.s f0, f2, rup
li x14, 61
li s0, 4607930416388692221
fmv.d.x f4, s0
fmul.s f10, f18, f3, rmm
fmsub.s f19, f15, f30, f15, rmm
fcvt.w.d x14, f5, rne
fsqrt.d f22, f3, rne
fmul.s f19, f3, f26, rmm
fmin.d f6, f26, f4
li x13, -9223372036854775808
li s0, 18446744069422972927
fmv.d.x f17, s0
li x24, 1
li s0, 18442240474082181120
fmv.d.x f12, s0
li x18, 2147483647
li s0, 4845873199050653697
fmv.d.x f17, s0
fsub.s f19, f11, f28
fdiv.s f13, f10, f5
feq.d x6, f29, f14
fclass.d x10, f17
fnmsub.d f23, f13, f31, f25, rdn
li x23, -1
li s0, 4607732910084011153
fmv.d.x f25, s0
li x28, 1
li s0, 18446744069422972928
fmv.d.x f28, s0
fcvt.d.s f22, f31
fcvt.s.d f27, f23, rtz
fnmadd.d f11, f27, f9, f17, rdn
flt.s x6, f2, f25
fclass.s x15, f27
flt.s x11, f29, f28
fclass.s x24, f30
li x24, -2147483648
li s0, 4503599627370496
fmv.d.x f16, s0
fdiv.d f24, f31, f14, rtz
fdiv.d f13, f31, f22, rtz
fcvt.wu.d x14, f3, rup
fcvt.d.wu f2, x13
fsqrt.d f25, f3, rtz
fmsub.d f1, f6, f20, f12
li x6, -1
li s0, 1
fmv.d.x f16, s0
li x31, -9223372036854775808
li s0, 9218868437227405313
fmv.d.x f25, s0
li x21, 2147483648
li s0, 18446744071553679361
fmv.d.x f3, s0
fmsub.s f19, f16, f16, f8, rne
li x18, 7703641845176480265
li s0, 18446744069414584321
fmv.d.x f25, s0
fmsub.d f3, f15, f28, f8, rne
fle.s x22, f16, f0
fclass.s x23, f27
fadd.d f23, f19, f25, rmm
li x28, -9223372036854775808
li s0, 18446744071938098870
fmv.d.x f21, s0
li x20, 9223372036854775807
li s0, 18446744073701163008
fmv.d.x f12, s0
fadd.d f24, f30, f8, rne
fadd.s f11, f19, f2, rtz
fdiv.d f31, f7, f30, rtz
li x12, 2147483647
li s0, 18446744071553679360
fmv.d.x f7, s0
csrr x6, fcsr
li x27, -859173980590565000
li s0, 18446744070479937536
fmv.d.x f12, s0
fmsub.s f5, f5, f6, f15, rup
li x31, 2147483648
li s0, 18446744069414584320
fmv.d.x f30, s0
fcvt.lu.d x24, f17, rup
fsqrt.d f0, f31, rne
fmv.x.w x20, f10
flt.d x5, f10, f17
fclass.d x19, f5
fcvt.lu.d x30, f19, rtz
fcvt.d.lu f10, x19, rtz
fsqrt.d f12, f8, rdn
fmul.s f25, f4, f21, rtz
li x23, 1311768467463790320
li s0, 18446744070832045405
fmv.d.x f10, s0
li x19, 2147483648
li s0, 4608258711910510512
fmv.d.x f8, s0
fdiv.d f6, f1, f25, rne
li x7, -2147483648
li s0, 18446744072737153098
fmv.d.x f8, s0
fnmsub.s f17, f22, f17, f21, rtz
li x13, 9223372036854775807
li s0, 18446744069414584320
fmv.d.x f12, s0
fcvt.w.s x23, f6
fsqrt.s f20, f15, rtz
li x20, 2147483647
li s0, 18446744069422972927
fmv.d.x f10, s0
li x19, -7538130494843843292
li s0, 18446744070480843511
fmv.d.x f8, s0
li x13, -1
li s0, 4503599627370495
fmv.d.x f16, s0
li x23, 7795766526080824860
li s0, 1
fmv.d.x f21, s0
fadd.d f9, f28, f6, rne
fcvt.w.s x30, f14
fsqrt.s f18, f1, rne
csrr x5, fcsr
fadd.d f26, f15, f26
li x28, 1
li s0, 18442240474082181120
fmv.d.x f16, s0
li x21, 4294967295
li s0, 9218868437227405311
fmv.d.x f23, s0
li x7, 4294967295
li s0, 0
fmv.d.x f8, s0
fle.d x13, f17, f8
fclass.d x17, f0
li x5, 2147483647
li s0, 18446744073701163008
fmv.d.x f17, s0
fcvt.s.d f1, f23, rdn
li x30, 2147483648
li s0, 4607182418800017408
fmv.d.x f3, s0
fsgnj.d f21, f30, f18
flt.d x10, f5, f21
fclass.d x24, f18
fsub.d f13, f25, f19, rmm
fdiv.s f31, f15, f14, rmm
fadd.d f2, f13, f18, rmm
flt.s x16, f0, f27
fclass.s x17, f1
fmul.s f19, f21, f27, rmm
fnmadd.d f7, f19, f30, f23
li x5, -3831682593413938830
li s0, 4845873199050653697
fmv.d.x f28, s0
li x1, 2147483648
li s0, 9221120237041090560
fmv.d.x f19, s0
feq.s x24, f25, f19
fclass.s x24, f5
fsgnj.d f5, f23, f19
fmul.s f16, f25, f25, rmm
fmul.s f17, f14, f28, rup
fdiv.d f30, f26, f3, rne
fmadd.d f17, f16, f30, f11, rne
fcvt.d.s f7, f1
li x15, 3540542017649291323
li s0, 14242611835842114243
fmv.d.x f3, s0
li x10, 2795366014993502699
li s0, 1
fmv.d.x f23, s0
fcvt.wu.d x19, f31, rup
fcvt.d.wu f8, x28
fsqrt.d f6, f1
fle.d x14, f26, f13
fclass.d x1, f14
fmin.s f16, f4, f20
li x10, 2147483647
li s0, 4503599627370496
fmv.d.x f12, s0
li x23, 2147483647
li s0, 4503599627370495
fmv.d.x f13, s0
fnmsub.d f9, f10, f8, f26, rup
fsub.s f25, f15, f8, rmm
fadd.d f22, f20, f23, rmm
fle.d x6, f23, f19
fclass.d x15, f15
feq.s x15, f12, f8
fclass.s x14, f9
li x10, 9223372036854775807
li s0, 18446744071562067968
fmv.d.x f27, s0
fmin.d f7, f17, f21
li x31, -1
li s0, 9218868437227405313
fmv.d.x f24, s0
fmsub.d f18, f10, f10, f23
li x29, 9223372036854775807
li s0, 18446744072923528727
fmv.d.x f19, s0
fadd.s f7, f28, f7, rne
fmul.d f27, f7, f8, rmm
fadd.d f26, f12, f15, rne
li x10, 1
li s0, 18446744069422972927
fmv.d.x f29, s0
fmul.s f1, f28, f20, rmm
fcvt.w.s x26, f26, rne
fsqrt.s f19, f2, rtz
li x30, 0
li s0, 18446744069422972927
fmv.d.x f30, s0
fsub.s f16, f31, f13
fdiv.d f27, f22, f0, rtz
li x21, 2784369556078437884
li s0, 18446744073701163008
fmv.d.x f26, s0
fmul.d f27, f4, f23, rmm
fsgnjx.s f23, f13, f23
li x17, -7182940633070365123
li s0, 0
fmv.d.x f29, s0
li x19, 0
li s0, 18446744071557873664
fmv.d.x f31, s0
li x22, 9223372036854775807
li s0, 1
fmv.d.x f1, s0
fmul.d f31, f4, f3, rdn
fadd.s f29, f27, f1, rne
fcvt.wu.s x14, f5, rup
fsqrt.s f22, f7, rtz
fsub.s f12, f31, f5
li x11, 2147483647
li s0, 18446744069414584321
fmv.d.x f8, s0
li x10, -9223372036854775808
li s0, 18446744069414584320
fmv.d.x f25, s0
fmul.s f30, f3, f3, rmm
fdiv.d f9, f16, f4, rne
li x30, -1
li s0, 18442240474082181120
fmv.d.x f5, s0
li x7, -15
li s0, 9218868437227405311
fmv.d.x f17, s0
li x24, -2147483648
li s0, 18446744071562067968
fmv.d.x f5, s0
fle.s x16, f17, f4
fclass.s x22, f22
li x21, 2147483648
li s0, 4845873199050653697
fmv.d.x f23, s0
fle.s x14, f16, f13
fclass.s x22, f11
fdiv.s f5, f26, f19, rtz
li x20, -51
li s0, 0
fmv.d.x f25, s0
fnmadd.d f3, f10, f23, f29, rmm
fcvt.l.s x28, f3, rup
fcvt.s.l f16, x6, rup
fsqrt.s f23, f26, rup
li x24, -2147483648
li s0, 9218868437227405311
fmv.d.x f19, s0
csrwi frm, 4
fadd.d f31, f14, f0, rdn
li x19, 1311768467463790320
li s0, 0
fmv.d.x f29, s0
li x5, 1311768467463790320
li s0, 4503599627370495
fmv.d.x f18, s0
li x26, -8607836424045716583
li s0, 0
fmv.d.x f27, s0
feq.d x28, f22, f13
fclass.d x27, f29
flt.d x23, f3, f20
fclass.d x12, f9
li x31, 1311768467463790320
li s0, 4607970940087354214
fmv.d.x f9, s0
fsgnj.d f10, f16, f13
fmax.d f4, f4, f5
fmv.x.d x7, f18
li x30, 2147483647
li s0, 18446744069422972928
fmv.d.x f27, s0
fnmsub.d f23, f28, f13, f20, rtz
fdiv.d f1, f0, f31, rne
li x30, -2147483648
li s0, 18446744071553679361
fmv.d.x f25, s0
li x23, 4294967295
li s0, 1
fmv.d.x f31, s0
fdiv.s f21, f20, f20
li x1, -99
li s0, 4607854156653129483
fmv.d.x f5, s0
li x6, 9223372036854775807
li s0, 18446744070681264129
fmv.d.x f10, s0
fdiv.d f7, f25, f21, rmm
flt.d x20, f7, f3
fclass.d x13, f3
fmul.s f13, f5, f21, rmm
fdiv.s f31, f30, f9, rne
li x20, 9223372036854775807
li s0, 18442240474082181120
fmv.d.x f31, s0
li x26, -2147483648
li s0, 2260129146103264454
fmv.d.x f31, s0
fle.s x16, f19, f20
fclass.s x18, f29
fnmsub.s f21, f3, f10, f27, rtz
li x5, 0
li s0, 18446744071557873664
fmv.d.x f9, s0
csrwi frm, 4
fmadd.d f9, f17, f22, f23
fdiv.s f2, f3, f0, rne
fcvt.w.d x10, f9, rtz
fcvt.d.w f16, x25
fsqrt.d f17, f23, rtz
li x26, 3617983118411737639
li s0, 9218868437227405311
fmv.d.x f0, s0
li x21, 4294967295
li s0, 18446744069422972927
fmv.d.x f27, s0
feq.d x14, f20, f30
fclass.d x20, f3
li x15, 2147483647
li s0, 4607747133663688962
fmv.d.x f0, s0
fmv.x.d x29, f28
fmul.s f3, f13, f29, rtz
feq.s x23, f19, f18
fclass.s x22, f0
fmv.w.x f13, x11
fle.d x13, f11, f9
fclass.d x16, f30
li x18, 2147483648
li s0, 18446744069414584321
fmv.d.x f11, s0
flt.s x7, f16, f1
fclass.s x7, f12
li x30, 0
li s0, 18446744069414584321
fmv.d.x f2, s0
li x7, -3438663218804781781
li s0, 18446744071557873664
fmv.d.x f6, s0
fcvt.lu.d x14, f22, rup
fsqrt.d f19, f29, rup
fmul.d f8, f4, f1, rdn
li x22, 2147483648
li s0, 4503599627370495
fmv.d.x f4, s0
fadd.d f31, f20, f9, rtz
fsub.s f15, f11, f16, rmm
fnmadd.s f12, f0, f30, f14, rne
fmv.w.x f1, x29
li x31, 9223372036854775807
li s0, 18442240474082181120
fmv.d.x f22, s0
fdiv.s f13, f31, f14
fadd.d f7, f24, f1, rup
fmsub.d f22, f19, f29, f8, rne
fmul.d f16, f17, f21, rup
fsub.d f18, f27, f22, rtz
csrwi frm, 1
fsub.d f9, f25, f3, rup
li x12, 0
li s0, 9223372036854775808
fmv.d.x f5, s0
fdiv.s f3, f12, f22, rtz
li x6, 1
li s0, 18446744069422972927
fmv.d.x f27, s0
fdiv.s f25, f26, f6, rne
li x11, -1
li s0, 9221120237041090560
fmv.d.x f5, s0
fcvt.wu.d x13, f23, rtz
fcvt.d.wu f18, x14
fsqrt.d f7, f14, rdn
fdiv.d f11, f29, f27, rtz
li x15, -9223372036854775808
li s0, 18446744069414584320
fmv.d.x f26, s0
fmul.s f13, f13, f26, rtz
fnmsub.s f24, f2, f20, f24, rdn
fsgnjx.s f11, f8, f30
fsub.d f20, f19, f28, rne
fdiv.d f0, f14, f31, rtz
fcvt.wu.s x18, f11, rtz
fsqrt.s f11, f9, rne
fcvt.s.d f19, f19, rtz
fadd.d f18, f5, f13, rup
fsgnjx.s f11, f27, f30
li x16, 1
li s0, 18446744069414584320
fmv.d.x f21, s0
fmul.s f22, f2, f16
fmsub.s f30, f13, f12, f19, rup
fdiv.s f30, f0, f27, rup
li x24, -2147483648
li s0, 0
fmv.d.x f11, s0
li x29, 1311768467463790320
li s0, 0
fmv.d.x f27, s0
fadd.s f17, f1, f23, rmm
li x29, 2147483648
li s0, 18446744069414584321
fmv.d.x f17, s0
fsub.d f26, f3, f28, rtz
fnmadd.d f11, f5, f11, f15, rup
fmv.w.x f2, x6
li x30, -1
li s0, 18446744069414584321
fmv.d.x f21, s0
flt.s x18, f28, f23
fclass.s x18, f30
fle.d x13, f2, f19
fclass.d x20, f13
fcvt.d.s f25, f13
csrr x24, fcsr
fadd.d f28, f8, f0, rdn
fadd.d f22, f18, f13, rdn
flt.s x20, f1, f18
fclass.s x23, f13
fmul.d f8, f24, f18
fmv.w.x f10, x29
fmin.d f11, f30, f19
fmv.x.w x15, f22
fmax.d f21, f29, f26
li x24, 1311768467463790320
li s0, 9218868437227405312
fmv.d.x f31, s0
fnmsub.d f22, f30, f22, f20, rtz
li x21, 93
li s0, 6638427716793346959
fmv.d.x f23, s0
fsub.s f9, f11, f1, rup
li x5, 4294967295
li s0, 18446744070681264129
fmv.d.x f5, s0
li x23, -1
li s0, 18446744070479937536
fmv.d.x f11, s0
fmax.d f26, f31, f17
fsub.s f28, f29, f9, rtz
fnmsub.d f4, f18, f30, f1, rdn
fcvt.d.s f10, f2
fcvt.l.s x28, f29, rup
fcvt.s.l f24, x17, rup
fsqrt.s f10, f15
fmsub.d f23, f10, f11, f30, rmm
li x23, 1311768467463790320
li s0, 4503599627370495
fmv.d.x f14, s0
fdiv.d f9, f8, f0, rmm
li x15, 91
li s0, 18446744069414584320
fmv.d.x f31, s0
fmv.x.w x28, f10
li x1, 1
li s0, 18442240474082181120
fmv.d.x f13, s0
csrwi frm, 2
li x16, 1
li s0, 9218868437227405313
fmv.d.x f16, s0
li x21, -9223372036854775808
li s0, 4607182418800017408
fmv.d.x f19, s0
fmv.x.w x18, f11
fnmadd.d f5, f31, f21, f10, rne
li x26, 94
li s0, 18446744070681264129
fmv.d.x f19, s0
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
.byte 114, 223, 118, 42, 124, 111, 210, 116, 225, 177, 0, 34, 241, 25, 47, 119, 97, 11, 90, 42, 30, 249, 128, 55, 225, 170, 141, 181, 159, 135, 63, 161, 88, 209, 230, 212, 204, 96, 220, 82, 94, 227, 50, 129, 171, 204, 127, 76, 80, 66, 34, 253, 25, 55, 197, 58, 75, 116, 243, 165, 170, 204, 102, 161
.zero 960
dump:
.zero 1024
