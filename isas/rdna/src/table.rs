//! Every instruction of the three generations, a file per encoding family.

pub mod ldsdir;
pub mod sop1;
pub mod sop2;
pub mod sopc;
pub mod sopk;
pub mod sopp;
pub mod vinterp;
pub mod vop1;
pub mod vop2;
pub mod vop3;
pub mod vop3p;
pub mod vopc;

use crate::row::Row;

pub static ALL: &[&[Row]] = &[
    sop1::ROWS,
    sop2::ROWS,
    sopc::ROWS,
    sopk::ROWS,
    sopp::ROWS,
    vop1::ROWS,
    vop2::ROWS,
    vopc::ROWS,
    vop3::ROWS,
    vop3p::ROWS,
    vinterp::ROWS,
    ldsdir::ROWS,
];
