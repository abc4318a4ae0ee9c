//! Every instruction of CDNA 3 and 4, whose opcodes are those of GCN: a file per encoding family.

pub mod ds;
pub mod flat;
pub mod mai;
pub mod mtbuf;
pub mod mubuf;
pub mod scale;
pub mod smem;
pub mod sop1;
pub mod sop2;
pub mod sopc;
pub mod sopk;
pub mod sopp;
pub mod vop1;
pub mod vop2;
pub mod vop3;
pub mod vop3p;
pub mod vopc;

use crate::row::InstRow;

pub static ALL: &[&[InstRow]] = &[
    sop1::ROWS,
    sop2::ROWS,
    sopc::ROWS,
    sopk::ROWS,
    sopp::ROWS,
    smem::ROWS,
    vop1::ROWS,
    vop2::ROWS,
    vopc::ROWS,
    vop3::ROWS,
    scale::ROWS,
    vop3p::ROWS,
    mai::ROWS,
    ds::ROWS,
    flat::ROWS,
    mubuf::ROWS,
    mtbuf::ROWS,
];
