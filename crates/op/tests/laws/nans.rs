//! Which NaN comes out, for machines that pass on the first.

use op::{Nans, Op};

fn check(op: Op, args: [u64; 3], expected: u64) {
    let found = op.scalar_for(Nans::First)(args[0], args[1], args[2]);
    assert_eq!(found, expected, "{op:?} of {args:#x?} is {found:#x}");
}

#[test]
fn the_first_nan_is_passed_on_quietly() {
    const ONE: u64 = 0x3f80_0000;
    const INF: u64 = 0x7f80_0000;
    check(Op::MulF32, [0x7fc0_0001, 0x7f80_0003, 0], 0x7fc0_0001);
    check(Op::MulF32, [0x7f80_0001, 0xffc0_0005, 0], 0x7fc0_0001);
    check(Op::MulF32, [ONE, 0xff9f_1800, 0], 0xffdf_1800);
    check(Op::AddF32, [INF, 0xff80_0000, 0], 0xffc0_0000);
    check(Op::FmaF32, [ONE, INF, 0xffc0_0007], 0xffc0_0007);
    check(Op::SubF32, [ONE, 0x7f80_0002, 0], 0xffc0_0002);
    check(Op::SubF32, [0x7f80_0001, 0x7f80_0002, 0], 0x7fc0_0001);
    check(Op::CvtF32E4m3, [0x7f, 0, 0], 0xffc0_0000);
    check(Op::MinNumF32, [0x7f80_0002, 0xffc0_0001, 0], 0x7fc0_0002);
    check(Op::MinNumF32, [0x7f80_0002, ONE, 0], ONE);
    check(Op::SqrtF32, [0xffc0_0001, 0, 0], 0xffc0_0001);
    check(Op::SqrtF32, [0xbf80_0000, 0, 0], 0xffc0_0000);
}

/// An infinity times zero is no number, and what is added does not come into it.
#[test]
fn invalid_products_come_before_what_is_added() {
    check(Op::FmaF32, [0, 0x7f80_0000, 0x7fc0_0007], 0xffc0_0000);
    check(Op::FmaF32, [0x7fc0_0001, 0, 0x7fc0_0007], 0x7fc0_0001);
    check(
        Op::FmaRdF32,
        [0xff80_0000, 1 << 31, 0x7fc0_0007],
        0xffc0_0000,
    );
    check(
        Op::FmaF16x2,
        [0x7c00_3c00, 0x0000_3c00, 0x7e11_7e12],
        0xfe00_7e12,
    );
    check(Op::FmaZeroF32, [0, 0x7f80_0000, 0x7fc0_0007], 0x7fc0_0007);
}

#[test]
fn conversions_keep_what_fits_of_a_nan() {
    check(Op::CvtF16F32, [0xffc0_2000, 0, 0], 0xfe01);
    check(Op::CvtF16F32, [0x7f80_0001, 0, 0], 0x7e00);
    check(Op::CvtF32F16, [0xfc01, 0, 0], 0xffc0_2000);
    check(Op::CvtF64F32, [0x7f80_0001, 0, 0], 0x7ff8_0000_2000_0000);
    check(Op::CvtF32F64, [0xfff0_0000_2000_0000, 0, 0], 0xffc0_0001);
    check(
        Op::CvtPkRtzF16F32,
        [0x3f80_0000, 0xffc0_2000, 0],
        0xfe01_3c00,
    );
}

#[test]
fn halves_of_a_pair_keep_to_themselves() {
    check(Op::AddF16x2, [0x3c00_7c01, 0xfe02_7e05, 0], 0xfe02_7e01);
    check(
        Op::FmaF16x2,
        [0x3c00_3c00, 0x3c00_3c00, 0x7e11_3c00],
        0x7e11_4000,
    );
}

#[test]
fn signs_and_selections_leave_nans_as_they_are() {
    check(Op::NegF32, [0x7f80_0001, 0, 0], 0xff80_0001);
    check(Op::FlushF32, [0x7f80_0001, 0, 0], 0x7f80_0001);
    check(Op::ClampF32, [0xff80_0001, 0, 0], 0xff80_0001);
    check(Op::SaturateF32, [0xffc0_0001, 0, 0], 0);
}

#[test]
fn in_ieee_mode_a_signalling_nan_wins() {
    const ONE: u64 = 0x3f80_0000;
    check(Op::MinIeeeF32, [0x7f80_0001, ONE, 0], 0x7fc0_0001);
    check(Op::MinIeeeF32, [ONE, 0xff80_0001, 0], 0xffc0_0001);
    check(Op::MinIeeeF32, [0x7fc0_0001, ONE, 0], ONE);
    check(Op::MinIeeeF32, [ONE, 0x7fc0_0001, 0], ONE);
    check(Op::MaxIeeeF32, [0x7fc0_0001, 0xffc0_0002, 0], 0x7fc0_0001);
    // Made quiet by the first step, it loses in the second.
    check(Op::Min3IeeeF32, [0x7f80_0001, ONE, ONE], ONE);
    check(Op::MaxIeeeF16, [0x7c01, 0x3c00, 0], 0x7e01);
    check(Op::MinIeeeF32, [0, 0x8000_0000, 0], 0x8000_0000);
    check(Op::MaxIeeeF32, [0x8000_0000, 0, 0], 0);
}
