//! Every instruction of the three generations of RDNA, a file per encoding family; those of CDNA are numbered
//! otherwise and have files of their own.

pub mod cdna;
pub mod ds;
pub mod exp;
pub mod flat;
pub mod global;
pub mod image;
pub mod ldsdir;
pub mod mtbuf;
pub mod mubuf;
pub mod sample;
pub mod scratch;
pub mod smem;
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
pub mod vopd;

/// What rows are written with.
mod prelude {
    pub use crate::image::meaning::{Asks, Detail, Image, PLAIN, Texels};
    pub use crate::inst::Half;
    pub use crate::meaning::Components::*;
    pub use crate::meaning::Corner::*;
    pub use crate::meaning::Meaning::*;
    pub use crate::meaning::Scc::*;
    pub use crate::meaning::ShareOp::*;
    pub use crate::meaning::Waits::{Everything, One, WithLds};
    pub use crate::meaning::When::*;
    pub use crate::meaning::{
        Cache, Counter, Element as E, Indexing, Meaning, Nodes, Relative, Split, Waits, mfma,
        mfma_mixed, narrowed, narrowed_noisily, not_modelled, smfmac, swmmac, transposed, widened,
        wmma,
    };
    pub use crate::row::Format::*;
    pub use crate::row::*;
    pub use crate::target::*;
    pub use op::Op::*;
    pub use op::small::Small;
    pub use uop::AtomicOp::*;
    pub use uop::Extend::*;
}

use crate::row::InstRow;

/// All of them.
pub fn rows() -> impl Iterator<Item = &'static InstRow> {
    RDNA.iter().chain(cdna::ALL).copied().flatten()
}

static RDNA: &[&[InstRow]] = &[
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
    vop3p::ROWS,
    vopd::ROWS,
    vinterp::ROWS,
    ldsdir::ROWS,
    ds::ROWS,
    flat::ROWS,
    global::ROWS,
    scratch::ROWS,
    mubuf::ROWS,
    mtbuf::ROWS,
    image::ROWS,
    sample::ROWS,
    exp::ROWS,
];
