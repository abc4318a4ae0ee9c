//! Floating-point operations.

/// What a floating-point instruction computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    MulAdd {
        negate_product: bool,
        negate_addend: bool,
    },
    SignCopy,
    SignNot,
    SignXor,
    Min,
    Max,
    Eq,
    Lt,
    Le,
    Class,
    ToBits,
    FromBits,
    ToInteger(Integer),
    FromInteger(Integer),
    /// Between the two widths: `double` is that of the result.
    Convert,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integer {
    I32,
    U32,
    I64,
    U64,
}
