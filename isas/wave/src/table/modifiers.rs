//! Suffixes that several rows share.

use crate::device::Capability;
use crate::row::{Modifier, Slot};

/// A modifier in the flags.
pub const fn flags(
    name: &'static str,
    mask: u8,
    spellings: &'static [(&'static str, u8)],
    doc: &'static str,
) -> Modifier {
    in_slot(name, Slot::Flags, mask, spellings, doc)
}

pub const fn in_slot(
    name: &'static str,
    slot: Slot,
    mask: u8,
    spellings: &'static [(&'static str, u8)],
    doc: &'static str,
) -> Modifier {
    Modifier {
        name,
        slot,
        mask,
        spellings,
        needs: None,
        doc,
    }
}

/// The type, where signed and unsigned differ or the written one is kept.
pub static INT: Modifier = flags("int", 1, &[(".s32", 0), (".u32", 1)], "the type");
pub static SAT_INT: Modifier = flags("sat", 2, SAT_2, "clamps to the range of the type");
pub static SAT: Modifier = flags("sat", 4, SAT_4, "clamps to [0, 1]; NaN becomes +0");
pub static SAT_HALF: Modifier = flags("sat", 32, SAT_32, "clamps to [0, 1]; NaN becomes +0");

const SAT_2: &[(&str, u8)] = &[("", 0), (".sat", 2)];
const SAT_4: &[(&str, u8)] = &[("", 0), (".sat", 4)];
const SAT_32: &[(&str, u8)] = &[("", 0), (".sat", 32)];

#[rustfmt::skip]
pub static ROUND: Modifier = flags("round", 3,
    &[("", 0), (".rn", 0), (".rz", 1), (".rm", 2), (".rp", 3)],
    "rounding: to nearest even, toward zero, down, up");

/// Sub-groups in slot b.
#[rustfmt::skip]
pub static GROUP: Modifier = Modifier {
    name: "group", slot: Slot::B, mask: 0xff,
    spellings: &[("", 0), (".g2", 1), (".g4", 2), (".g8", 3), (".g16", 4), (".g32", 5), (".g64", 6)],
    needs: Some((0xff, Capability::Subgroups)),
    doc: "aligned parts of the wave of this many threads work on their own",
};

/// Sub-groups in the flags.
#[rustfmt::skip]
pub static GROUP_FLAGS: Modifier = Modifier {
    name: "group", slot: Slot::Flags, mask: 0o70,
    spellings: &[("", 0), (".g2", 0o10), (".g4", 0o20), (".g8", 0o30), (".g16", 0o40), (".g32", 0o50), (".g64", 0o60)],
    needs: Some((0o70, Capability::Subgroups)),
    doc: "aligned parts of the wave of this many threads work on their own",
};
