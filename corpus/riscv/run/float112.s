.text
.globl _start
_start:
la s1, scratch + 512
li x1, 2147483647
li x5, 4294967295
li x6, 1
li x7, -1
li x10, 1311768467463790320
li x11, -1
li x12, 4294967295
li x13, 2147483647
li x14, -1
li x15, 4294967295
li x16, 4294967295
li x17, 2147483647
li x18, 1311768467463790320
li x19, -1280153656994827975
li x20, 2147483648
li x21, 2147483648
li x22, -2147483648
li x23, 9223372036854775807
li x24, 9223372036854775807
li x25, 9223372036854775807
li x26, -1
li x27, 1311768467463790320
li x28, 1311768467463790320
li x29, 2147483647
li x30, 4294967295
li x31, -9223372036854775808
li s0, 18446744071562067968
fmv.d.x f0, s0
li s0, 18442240474082181120
fmv.d.x f1, s0
li s0, 18446744071553679361
fmv.d.x f2, s0
li s0, 1
fmv.d.x f3, s0
li s0, 18446744073701163008
fmv.d.x f4, s0
li s0, 0
fmv.d.x f5, s0
li s0, 18446744069414584320
fmv.d.x f6, s0
li s0, 9223372036854775808
fmv.d.x f7, s0
li s0, 18446744070681264129
fmv.d.x f8, s0
li s0, 9218868437227405312
fmv.d.x f9, s0
li s0, 18446744069422972928
fmv.d.x f10, s0
li s0, 18442240474082181120
fmv.d.x f11, s0
li s0, 18446744069414584321
fmv.d.x f12, s0
li s0, 4503599627370495
fmv.d.x f13, s0
li s0, 18446744071553679359
fmv.d.x f14, s0
li s0, 18442240474082181120
fmv.d.x f15, s0
li s0, 18446744070479937536
fmv.d.x f16, s0
li s0, 9223372036854775808
fmv.d.x f17, s0
li s0, 18446744071553679361
fmv.d.x f18, s0
li s0, 1
fmv.d.x f19, s0
li s0, 18446744069414584320
fmv.d.x f20, s0
li s0, 0
fmv.d.x f21, s0
li s0, 18446744070479937536
fmv.d.x f22, s0
li s0, 4503599627370495
fmv.d.x f23, s0
li s0, 18446744069422972928
fmv.d.x f24, s0
li s0, 9218868437227405313
fmv.d.x f25, s0
li s0, 18446744069422972927
fmv.d.x f26, s0
li s0, 1
fmv.d.x f27, s0
li s0, 18446744071562067968
fmv.d.x f28, s0
li s0, 9218868437227405313
fmv.d.x f29, s0
li s0, 18446744069414584320
fmv.d.x f30, s0
li s0, 9218868437227405313
fmv.d.x f31, s0
li x13, 4294967295
li s0, 10034765861150266649
fmv.d.x f22, s0
fsub.s f31, f2, f14, rtz
fmax.s f3, f29, f21
li x7, 9223372036854775807
li s0, 18446744069414584320
fmv.d.x f6, s0
fmin.d f16, f28, f17
fmin.s f0, f24, f7
li x27, 0
li s0, 4607182418800017408
fmv.d.x f2, s0
feq.d x30, f15, f19
fclass.d x28, f3
fsub.d f30, f1, f13, rtz
fmax.s f27, f15, f19
li x25, 9223372036854775807
li s0, 9218868437227405312
fmv.d.x f25, s0
fmadd.s f2, f19, f14, f29, rup
fadd.d f26, f20, f11, rtz
flt.d x19, f20, f10
fclass.d x29, f21
fmadd.d f23, f14, f14, f10, rdn
li x14, 6045385093729501701
li s0, 18446744070780032213
fmv.d.x f0, s0
li x20, 6746072039757663415
li s0, 18446744073701163008
fmv.d.x f12, s0
fmv.x.d x10, f13
li x7, 2147483647
li s0, 9218868437227405311
fmv.d.x f5, s0
fsub.d f4, f6, f30, rtz
li x28, 2147483648
li s0, 9218868437227405311
fmv.d.x f26, s0
li x30, -2147483648
li s0, 4607182418800017408
fmv.d.x f31, s0
fsub.s f11, f12, f1
fsub.s f22, f6, f16, rup
li x6, 1
li s0, 9218868437227405313
fmv.d.x f6, s0
li x12, -6599415185237201797
li s0, 18446744070480408766
fmv.d.x f22, s0
fdiv.d f23, f9, f19, rne
fcvt.s.d f9, f5, rtz
li x13, -2147483648
li s0, 18446744070681264129
fmv.d.x f22, s0
li x19, 2147483648
li s0, 18446744069414584320
fmv.d.x f25, s0
fmadd.d f19, f9, f5, f1
fcvt.l.s x15, f19
fsqrt.s f13, f8, rup
li x25, -7270004827257008074
li s0, 18446744071562067968
fmv.d.x f12, s0
fadd.s f1, f15, f23, rtz
fcvt.l.s x27, f27, rne
fcvt.s.l f26, x6, rne
fsqrt.s f6, f15
fmv.x.w x26, f15
fcvt.lu.s x31, f26, rne
fcvt.s.lu f24, x19, rne
fsqrt.s f3, f30, rup
li x5, 3
li s0, 18446744069422972927
fmv.d.x f19, s0
li x11, 821961508689006051
li s0, 18446744073701163008
fmv.d.x f5, s0
csrwi frm, 1
fnmsub.s f12, f5, f17, f12, rup
fmadd.s f19, f24, f14, f6, rne
li x6, 1
li s0, 4503599627370496
fmv.d.x f24, s0
fadd.d f26, f27, f13
li x5, -9223372036854775808
li s0, 4503599627370495
fmv.d.x f19, s0
fmul.d f6, f8, f1
fmin.d f28, f28, f3
li x11, -5805729790739635434
li s0, 9218868437227405312
fmv.d.x f22, s0
li x5, 2147483647
li s0, 18446744071553679359
fmv.d.x f5, s0
li x24, -2147483648
li s0, 9223372036854775808
fmv.d.x f4, s0
fmsub.d f14, f19, f29, f23, rdn
li x1, 4294967295
li s0, 18446744073289115253
fmv.d.x f25, s0
fmadd.s f18, f6, f8, f15, rdn
fdiv.d f1, f7, f28, rne
fsub.s f15, f7, f24
li x28, 4294967295
li s0, 4845873199050653697
fmv.d.x f22, s0
li x16, 4294967295
li s0, 18446744069422972928
fmv.d.x f23, s0
fsgnjx.d f20, f9, f16
fmsub.d f27, f10, f0, f4, rdn
fsub.s f11, f23, f10, rtz
fcvt.l.s x22, f18
fcvt.s.l f12, x13
fsqrt.s f6, f12, rtz
feq.s x17, f24, f23
fclass.s x22, f8
fcvt.w.s x25, f23, rtz
fcvt.s.w f3, x13, rtz
fsqrt.s f22, f29, rup
li x12, -9223372036854775808
li s0, 4503599627370495
fmv.d.x f30, s0
fmin.d f22, f19, f3
li x30, 1311768467463790320
li s0, 4845873199050653697
fmv.d.x f28, s0
fsub.s f12, f0, f26, rmm
li x29, 9223372036854775807
li s0, 18446744070480729097
fmv.d.x f31, s0
fmv.w.x f8, x18
fsgnjx.d f7, f1, f24
li x31, -8338211187477523578
li s0, 4607182418800017408
fmv.d.x f12, s0
li x5, -7889985002102292134
li s0, 18446744069422972928
fmv.d.x f16, s0
fcvt.w.d x5, f30, rne
fcvt.d.w f22, x14
fsqrt.d f30, f6, rup
li x11, 1
li s0, 18446744069422972927
fmv.d.x f16, s0
fcvt.lu.d x31, f17
fcvt.d.lu f17, x25
fsqrt.d f28, f5, rup
li x12, 2147483647
li s0, 4607182418800017408
fmv.d.x f25, s0
li x5, 1
li s0, 18446744071557873664
fmv.d.x f3, s0
feq.d x28, f1, f10
fclass.d x20, f18
fle.s x12, f23, f27
fclass.s x27, f11
fsub.s f9, f17, f0, rmm
fmadd.s f26, f29, f29, f17, rne
fmv.d.x f6, x1
li x23, 52
li s0, 18446744071553679360
fmv.d.x f23, s0
fmul.d f31, f1, f30, rne
fsgnj.d f29, f4, f3
fdiv.s f8, f22, f8, rne
li x1, -2147483648
li s0, 18446744071553679360
fmv.d.x f23, s0
fmin.s f29, f8, f2
li x16, 4294967295
li s0, 18446744071553679360
fmv.d.x f8, s0
feq.s x22, f31, f18
fclass.s x18, f31
li x25, 1
li s0, 18442240474082181120
fmv.d.x f1, s0
flt.s x5, f16, f0
fclass.s x30, f25
flt.d x20, f23, f24
fclass.d x26, f6
fsgnjx.s f18, f7, f15
fmv.x.d x10, f8
li x7, 1
li s0, 18446744071553679360
fmv.d.x f8, s0
li x14, 4294967295
li s0, 4503599627370496
fmv.d.x f13, s0
fsub.d f25, f17, f20
fdiv.d f15, f17, f25, rtz
li x25, 0
li s0, 18446744071553679361
fmv.d.x f17, s0
csrr x31, fcsr
fmsub.d f27, f20, f13, f4, rne
fmin.s f15, f25, f13
li x14, 9223372036854775807
li s0, 9218868437227405311
fmv.d.x f27, s0
li x17, 0
li s0, 18446744071562067968
fmv.d.x f4, s0
li x11, -8645681906427854769
li s0, 18446744071553679360
fmv.d.x f3, s0
fcvt.wu.d x7, f9, rne
fcvt.d.wu f19, x7
fsqrt.d f4, f9, rdn
fadd.s f19, f12, f5, rdn
fdiv.d f28, f11, f12, rne
fsgnj.d f10, f0, f2
fdiv.d f20, f23, f23
fmul.s f22, f10, f21
fcvt.w.s x25, f4, rdn
fcvt.s.w f16, x24, rdn
fsqrt.s f31, f20
fmin.s f17, f26, f27
li x24, 1311768467463790320
li s0, 18446744070480922926
fmv.d.x f15, s0
fadd.s f9, f10, f20, rmm
fnmadd.d f12, f9, f24, f21, rup
li x15, 1
li s0, 18446744070479937536
fmv.d.x f21, s0
li x20, -8956460073291169420
li s0, 18446744071553679360
fmv.d.x f24, s0
fdiv.s f30, f16, f15, rup
fadd.s f8, f10, f13, rdn
li x30, -1
li s0, 18446744069414584320
fmv.d.x f24, s0
fsub.d f25, f16, f4, rmm
fmul.s f19, f28, f7, rmm
fdiv.s f25, f1, f20, rup
fsub.s f5, f7, f16
fsub.s f0, f11, f11, rne
feq.s x10, f20, f14
fclass.s x27, f12
fsgnj.d f1, f9, f19
li x19, -1336881455292144002
li s0, 18446744070480968146
fmv.d.x f16, s0
fadd.d f12, f24, f12, rdn
fmv.x.d x20, f2
li x29, -1
li s0, 1
fmv.d.x f8, s0
fsub.s f9, f1, f19, rmm
fmax.d f25, f23, f6
li x17, 0
li s0, 1
fmv.d.x f27, s0
fnmadd.s f26, f18, f11, f11, rdn
li x5, -24
li s0, 18446744069422972928
fmv.d.x f4, s0
li x22, 2147483647
li s0, 9218868437227405311
fmv.d.x f4, s0
li x27, -2147483648
li s0, 0
fmv.d.x f0, s0
fsgnj.s f1, f16, f6
fmadd.s f3, f31, f7, f14, rne
li x19, 9223372036854775807
li s0, 18446744070480230480
fmv.d.x f7, s0
li x23, -9223372036854775808
li s0, 18446744071557873664
fmv.d.x f30, s0
fmsub.d f8, f26, f8, f9, rup
li x25, -2147483648
li s0, 9218868437227405311
fmv.d.x f16, s0
li x13, -2147483648
li s0, 18446744071553679359
fmv.d.x f12, s0
fmadd.d f29, f3, f12, f18, rmm
fsgnjn.d f4, f19, f17
fmul.s f3, f1, f30, rne
fcvt.l.s x25, f19, rne
fsqrt.s f2, f22, rup
csrwi frm, 2
fadd.d f15, f16, f31, rmm
li x31, 2147483647
li s0, 18446744069422972927
fmv.d.x f3, s0
fadd.s f8, f23, f18, rne
li x5, 2147483647
li s0, 18446744069414584321
fmv.d.x f0, s0
fmul.s f16, f1, f3, rne
fmin.d f0, f30, f23
fle.d x15, f13, f31
fclass.d x30, f26
fmsub.s f6, f15, f5, f25
fdiv.d f17, f10, f7, rne
feq.s x27, f16, f24
fclass.s x25, f9
li x20, 1311768467463790320
li s0, 18446744071553679359
fmv.d.x f16, s0
fmv.d.x f0, x11
feq.s x10, f15, f8
fclass.s x15, f23
fadd.s f3, f19, f8, rne
fdiv.s f17, f11, f28, rmm
csrwi frm, 0
fcvt.d.s f16, f17
fcvt.s.d f31, f20, rup
li x13, 9223372036854775807
li s0, 18446744071553679360
fmv.d.x f23, s0
li x23, 2147483647
li s0, 1
fmv.d.x f19, s0
fsub.s f30, f13, f23
fle.d x24, f13, f31
fclass.d x13, f23
fsub.d f22, f20, f22, rtz
li x7, -1
li s0, 0
fmv.d.x f11, s0
fcvt.l.d x31, f31
fcvt.d.l f14, x19
fsqrt.d f18, f28, rne
li x21, 1311768467463790320
li s0, 18446744069422972928
fmv.d.x f13, s0
li x15, -9223372036854775808
li s0, 18446744071553679359
fmv.d.x f7, s0
fmin.s f2, f4, f11
fdiv.s f18, f27, f29, rtz
li x30, -2147483648
li s0, 13462419173910419544
fmv.d.x f11, s0
li x14, 0
li s0, 18446744071553679361
fmv.d.x f12, s0
li x26, -7525683364040938305
li s0, 18446744069414584320
fmv.d.x f28, s0
fdiv.s f19, f15, f11, rne
fadd.d f16, f8, f17, rup
fadd.s f6, f26, f2, rmm
fmax.d f26, f13, f21
fsub.s f19, f3, f13, rmm
fdiv.d f0, f27, f3, rne
fnmadd.d f26, f7, f24, f11, rne
fdiv.d f0, f5, f4, rdn
fmul.d f10, f29, f17, rup
li x15, 0
li s0, 1
fmv.d.x f11, s0
fdiv.s f18, f14, f13, rtz
li x15, 2147483648
li s0, 4607182418800017408
fmv.d.x f29, s0
li x14, 1311768467463790320
li s0, 18446744070479937536
fmv.d.x f28, s0
li x20, 8738134423796369034
li s0, 18446744071553679361
fmv.d.x f26, s0
fcvt.lu.d x26, f27, rtz
fcvt.d.lu f24, x7, rtz
fsqrt.d f28, f11, rne
li x30, -71175565443464995
li s0, 9218868437227405313
fmv.d.x f1, s0
csrr x24, fcsr
fsub.s f4, f0, f31, rne
fdiv.d f18, f29, f30
li x25, -58
li s0, 9218868437227405313
fmv.d.x f30, s0
fmadd.d f30, f1, f17, f21, rup
li x23, 4294967295
li s0, 18446744069414584320
fmv.d.x f16, s0
fadd.d f27, f10, f29, rne
feq.d x12, f23, f0
fclass.d x24, f11
fmax.d f27, f30, f10
li x18, 9223372036854775807
li s0, 18446744069414584320
fmv.d.x f20, s0
fmv.d.x f16, x19
fmsub.d f3, f14, f19, f3, rup
li x28, -2147483648
li s0, 9218868437227405312
fmv.d.x f6, s0
fnmadd.s f15, f14, f26, f21, rtz
li x30, -98
li s0, 9218868437227405311
fmv.d.x f14, s0
li x1, 4294967295
li s0, 9218868437227405313
fmv.d.x f17, s0
fmax.d f31, f5, f14
fsgnjn.d f5, f13, f26
fmax.s f11, f24, f8
li x18, 4294967295
li s0, 18446744069422972928
fmv.d.x f3, s0
fsub.d f27, f18, f9, rtz
li x31, -6138362902569317590
li s0, 18446744071557873664
fmv.d.x f13, s0
fmadd.d f4, f24, f7, f27, rtz
fmv.x.w x30, f1
fmsub.d f4, f28, f20, f29, rmm
li x12, -1
li s0, 9218868437227405312
fmv.d.x f30, s0
feq.d x6, f28, f24
fclass.d x7, f15
li x20, 4294967295
li s0, 18446744069422972928
fmv.d.x f14, s0
li x27, 9223372036854775807
li s0, 18446744073701163008
fmv.d.x f24, s0
li x6, 2147483647
li s0, 9221120237041090560
fmv.d.x f10, s0
fmul.d f29, f25, f6, rne
li x29, 1311768467463790320
li s0, 18446744069414584321
fmv.d.x f0, s0
li x14, -9223372036854775808
li s0, 9218868437227405312
fmv.d.x f0, s0
fcvt.w.d x13, f22
fcvt.d.w f31, x11
fsqrt.d f0, f6, rtz
li x30, 1096680399831172880
li s0, 18446744073701163008
fmv.d.x f4, s0
fle.s x23, f27, f17
fclass.s x11, f10
fmul.s f23, f9, f22, rne
fmul.s f25, f26, f18, rdn
fsgnjn.d f31, f22, f26
li x27, 4294967295
li s0, 18446744071472438905
fmv.d.x f10, s0
li x26, -1
li s0, 18446744073701163008
fmv.d.x f9, s0
fdiv.s f1, f14, f25, rup
fsub.d f13, f18, f21, rne
li x16, -1
li s0, 9223372036854775808
fmv.d.x f10, s0
li x26, 1311768467463790320
li s0, 4607182418800017408
fmv.d.x f30, s0
li x7, 9223372036854775807
li s0, 9223372036854775808
fmv.d.x f25, s0
fsub.s f5, f2, f28, rne
fadd.s f5, f28, f31, rmm
li x30, 1
li s0, 18446744073426801934
fmv.d.x f26, s0
fadd.s f28, f12, f19, rtz
li x7, 4294967295
li s0, 18446744071557873664
fmv.d.x f15, s0
fadd.s f24, f13, f15, rtz
fcvt.lu.d x28, f28
fcvt.d.lu f30, x23
fsqrt.d f16, f29
fsub.d f31, f24, f14, rtz
fcvt.w.s x19, f19, rup
fcvt.s.w f13, x6, rup
fsqrt.s f28, f19
li x1, 1311768467463790320
li s0, 18446744071553679361
fmv.d.x f19, s0
fsgnjx.d f18, f9, f3
li x31, 9223372036854775807
li s0, 631626021580272381
fmv.d.x f0, s0
li x25, -2147483648
li s0, 18446744071557873664
fmv.d.x f28, s0
li x20, -1
li s0, 9218868437227405311
fmv.d.x f23, s0
li x20, 1
li s0, 9223372036854775808
fmv.d.x f8, s0
li x22, 2147483648
li s0, 9223372036854775808
fmv.d.x f1, s0
fsgnjn.d f31, f5, f20
fmadd.s f18, f27, f12, f30
li x15, -2147483648
li s0, 18446744071562067968
fmv.d.x f29, s0
fdiv.d f11, f15, f8, rmm
li x13, -59
li s0, 18446744073701163008
fmv.d.x f26, s0
li x18, -21
li s0, 18446744070479937536
fmv.d.x f8, s0
li x28, -1
li s0, 18446744073701163008
fmv.d.x f22, s0
li x24, 4294967295
li s0, 1
fmv.d.x f3, s0
fsgnjn.s f23, f1, f19
fmul.s f8, f25, f3, rtz
fdiv.s f30, f31, f6
fdiv.s f29, f14, f8, rdn
fcvt.s.d f28, f27, rne
li x30, 1081215484625457390
li s0, 18446744070480214697
fmv.d.x f19, s0
fmsub.s f23, f14, f25, f30
fsub.d f4, f23, f5
fmadd.d f31, f23, f17, f28, rtz
fmadd.s f21, f7, f3, f7, rmm
fdiv.d f18, f30, f1, rdn
li x29, 0
li s0, 18446744073701163008
fmv.d.x f4, s0
li x20, -94
li s0, 18446744070479937536
fmv.d.x f19, s0
li x28, 4294967295
li s0, 18446744069422972927
fmv.d.x f1, s0
fle.d x22, f24, f1
fclass.d x21, f10
feq.d x14, f9, f28
fclass.d x23, f12
feq.s x11, f5, f8
fclass.s x17, f0
li x11, -1
li s0, 9218868437227405311
fmv.d.x f5, s0
fdiv.d f16, f3, f15, rdn
li x16, 2147483647
li s0, 4503599627370495
fmv.d.x f12, s0
fmul.s f18, f2, f13, rup
fmul.d f26, f25, f29, rtz
fsub.s f7, f12, f25
li x21, 4294967295
li s0, 18446744070479937536
fmv.d.x f22, s0
li x26, 2147483647
li s0, 9221120237041090560
fmv.d.x f3, s0
fcvt.wu.s x11, f15, rup
fsqrt.s f2, f15, rup
fmin.d f26, f16, f4
fmadd.d f24, f19, f28, f19, rdn
fsub.d f14, f7, f5, rup
fnmsub.s f19, f20, f16, f24, rup
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
.byte 180, 194, 84, 216, 97, 133, 217, 128, 184, 239, 166, 22, 169, 57, 89, 76, 204, 25, 212, 94, 57, 206, 106, 67, 115, 21, 205, 153, 114, 228, 21, 224, 224, 179, 16, 30, 181, 242, 17, 65, 110, 24, 183, 223, 35, 145, 248, 237, 54, 222, 51, 207, 108, 230, 84, 21, 143, 220, 74, 31, 253, 182, 10, 127
.zero 960
dump:
.zero 1024
