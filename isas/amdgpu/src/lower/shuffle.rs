//! Movement between lanes by a pattern that the instruction holds: DPP and swizzles.

use crate::encoding::Form;
use crate::inst::AmdInst;
use uop::{CrossOp, NOWHERE, Shuffle, Uop, VReg};

/// `dst[i] = src[from(i)]`, and 0 from lanes that are not active.
pub(super) fn shuffle(dst: VReg, src: VReg, from: impl Fn(usize) -> Option<usize>) -> Shuffle {
    Shuffle {
        dst,
        src,
        words: 1,
        from: std::array::from_fn(|lane| from(lane).map_or(NOWHERE, |lane| lane as u8)),
        inactive: false,
        found: None,
        channel: None,
    }
}

/// A shuffle as a step.
pub(super) fn step(shuffle: Shuffle) -> Uop {
    Uop::Cross(Box::new(CrossOp::Shuffle(shuffle)))
}

/// What a DPP instruction does to its first source.
pub(super) struct Dpp {
    pub shuffle: Shuffle,
    /// Lanes that row and bank masks let through.
    pub enabled: u64,
    /// A lane that has no source, or whose source is not active, gets 0 instead of nothing.
    pub zeros: bool,
}

impl Dpp {
    /// Moves so many registers.
    pub fn new(inst: &AmdInst, dst: VReg, src: VReg, words: u16) -> Dpp {
        let mods = &inst.mods;
        let lanes = inst.encoding.wave.lanes() as usize;
        let eight = matches!(inst.encoding.form, Form::Dpp8 | Form::LongDpp8);
        let wave_patterns = inst.encoding.target.generation().wave_patterns;
        let (selectors, control) = (mods.dpp8 as u32, mods.dpp_ctrl as u32);
        let from = |lane: usize| match eight {
            true => Some(lane & !7 | (selectors >> (3 * (lane & 7)) & 7) as usize),
            false if wave_patterns && matches!(control, 0x142 | 0x143) => broadcast(control, lane),
            false => dpp16(control, lane, lanes),
        };
        let passes = |lane: &u32| {
            mods.row_mask >> (lane / 16) & 1 != 0 && mods.bank_mask >> (lane % 16 / 4) & 1 != 0
        };
        let passing = (0..64).filter(|lane| eight || passes(lane));
        Dpp {
            shuffle: Shuffle {
                words,
                inactive: mods.fi != 0,
                ..shuffle(dst, src, from)
            },
            enabled: passing.fold(0, |mask, lane| mask | 1 << lane),
            zeros: eight || mods.bound_ctrl != 0,
        }
    }
}

/// The last lane of the row before, or the last of the lower half in the upper one. Lanes before that have no
/// source.
fn broadcast(control: u32, lane: usize) -> Option<usize> {
    match control {
        0x142 => (lane & !15).checked_sub(1),
        _ => (lane >= 32).then_some(31),
    }
}

/// The lane that lane `lane` fetches from, by the control field of DPP16.
fn dpp16(control: u32, lane: usize, lanes: usize) -> Option<usize> {
    let (row, at) = (lane & !15, lane & 15);
    let n = control as usize & 15;
    let in_row = |at: usize| Some(row | at);
    match control {
        0x000..=0x0ff => Some(lane & !3 | (control >> (2 * (lane & 3)) & 3) as usize),
        0x101..=0x10f => (at + n < 16).then_some(lane + n),
        0x111..=0x11f => (at >= n).then(|| lane - n),
        0x121..=0x12f => in_row((at + 16 - n) & 15),
        0x130 => (lane + 1 < lanes).then_some(lane + 1),
        0x134 => Some((lane + 1) % lanes),
        0x138 => lane.checked_sub(1),
        0x13c => Some((lane + lanes - 1) % lanes),
        0x140 => in_row(15 - at),
        0x141 => Some(lane & !7 | (7 - (lane & 7))),
        // Broadcasts of earlier machines; here they give each row its first lane.
        0x142 | 0x143 => in_row(0),
        0x150..=0x15f => in_row(n),
        0x160..=0x16f => in_row(at ^ n),
        _ => None,
    }
}
