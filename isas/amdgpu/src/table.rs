//! Every instruction of all generations, a file per encoding family. One that a generation numbers or calls
//! differently is the same row all the same, with the other number behind it.

pub mod ds;
pub mod exp;
pub mod flat;
pub mod global;
pub mod image;
pub mod ldsdir;
pub mod mai;
pub mod mtbuf;
pub mod mubuf;
pub mod sample;
pub mod scale;
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
    pub use crate::inst::RegisterHalf;
    pub use crate::meaning::Components::*;
    pub use crate::meaning::Corner::*;
    pub use crate::meaning::Meaning::*;
    pub use crate::meaning::Scc::*;
    pub use crate::meaning::ShareOp::*;
    pub use crate::meaning::WaitNames::{Everything, One, WithLds};
    pub use crate::meaning::When::*;
    pub use crate::meaning::{
        Cache, Counter, Element as E, Indexing, Meaning, Nodes, Relative, Split, WaitNames, mfma,
        mfma_mixed, narrowed, narrowed_noisily, not_modelled, smfmac, swmmac, transposed, widened,
        wmma,
    };
    pub use crate::row::AmdFormat::*;
    pub use crate::row::*;
    pub use crate::target::*;
    pub use op::Op::*;
    pub use op::small::Small;
    pub use uop::AtomicOp::*;
    pub use uop::Extend::*;
}

use crate::row::{Elsewhere, InstRow};
use crate::target::{Gens, Target};
use std::sync::LazyLock;

/// All of them, one for each number that an instruction has.
pub fn rows() -> impl Iterator<Item = &'static InstRow> {
    static ALL: LazyLock<Vec<&'static InstRow>> = LazyLock::new(|| {
        let with_others = |row: &'static InstRow| {
            let others: &'static [InstRow] = Vec::leak(row.others().collect());
            std::iter::once(row).chain(others)
        };
        written().flat_map(with_others).collect()
    });
    ALL.iter().copied()
}

/// What earlier generations call an instruction that a later one calls differently: the earlier name, the later
/// one, and who has it. Assemblers go on reading earlier names.
pub(crate) fn earlier_names() -> impl Iterator<Item = (&'static str, &'static str, Gens)> {
    let names = |row: &'static InstRow| -> Vec<Elsewhere> {
        let (name, on, code) = (row.name, row.on, row.code);
        let first = [Some(Elsewhere { name, on, code })];
        first.into_iter().chain(row.elsewhere).flatten().collect()
    };
    written().flat_map(move |row| {
        let names = names(row);
        let pairs = names.iter().flat_map(|earlier| {
            let other =
                |later: &&Elsewhere| later.name != earlier.name && age(later.on) > age(earlier.on);
            let later = names.iter().filter(other);
            later.map(|later| (earlier.name, later.name, later.on))
        });
        pairs.collect::<Vec<_>>()
    })
}

/// Which names came first: those of GCN, which CDNA kept, then those of each generation of RDNA.
fn age(on: Gens) -> Option<Target> {
    on.targets().find(|target| Target::RDNA.contains(target))
}

/// As the tables have them.
fn written() -> impl Iterator<Item = &'static InstRow> {
    FAMILIES.iter().copied().flatten()
}

static FAMILIES: &[&[InstRow]] = &[
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
