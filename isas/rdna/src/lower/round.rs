//! Operations under a rounding mode other than to nearest.

use op::Op;

/// Whether the result of `op` depends on the rounding mode.
pub(super) fn depends_on_mode(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        AddF32
            | SubF32
            | MulF32
            | FmaF32
            | MulZeroF32
            | FmaZeroF32
            | LdexpF32
            | AddF64
            | SubF64
            | MulF64
            | FmaF64
            | LdexpF64
            | AddF16
            | SubF16
            | MulF16
            | FmaF16
            | LdexpF16
            | AddF16x2
            | SubF16x2
            | MulF16x2
            | FmaF16x2
            | CvtF32I32
            | CvtF32U32
            | CvtF32F64
            | CvtF16F32
            | CvtF16I16
            | CvtF16U16
            | SqrtF64
    )
}

/// The operation with a rounding mode as MODE numbers it: the op, and its last argument if that is
/// the mode.
pub(super) fn variant(op: Op, rounding: u32) -> Option<(Op, Option<u32>)> {
    use Op::*;
    const UP: u32 = 1;
    const DOWN: u32 = 2;
    // The lane functions number them differently.
    let mode = match rounding {
        UP => 3,
        DOWN => 2,
        _ => 1,
    };
    let by_mode = |up: Op, down: Op, zero: Op| match rounding {
        UP => Some((up, None)),
        DOWN => Some((down, None)),
        _ => Some((zero, None)),
    };
    let with = |op: Op| Some((op, Some(mode)));
    match op {
        AddF32 => with(AddRoundF32),
        SubF32 => with(SubRoundF32),
        MulF32 => with(MulRoundF32),
        FmaF32 => by_mode(FmaRuF32, FmaRdF32, FmaRzF32),
        AddF64 => with(AddRoundF64),
        SubF64 => with(SubRoundF64),
        MulF64 => with(MulRoundF64),
        FmaF64 => by_mode(FmaRuF64, FmaRdF64, FmaRzF64),
        SqrtF64 => with(SqrtRoundF64),
        CvtF32I32 => with(CvtRoundF32I32),
        CvtF32U32 => with(CvtRoundF32U32),
        CvtF32F64 => with(CvtRoundF32F64),
        CvtF16F32 => with(CvtRoundF16F32),
        _ => None,
    }
}
