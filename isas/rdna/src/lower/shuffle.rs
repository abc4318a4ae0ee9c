//! Movement between lanes by a pattern that the instruction holds: DPP and swizzles.

use crate::encoding::Form;
use crate::inst::Inst;
use uop::{Channel, Custom, Machine, SReg, Trap, VReg};

/// No lane to fetch from.
const NOWHERE: u8 = 255;

/// What a lane gets that has no source, or whose source is not active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    Zero,
    /// Nothing: the lane does not take part.
    Nothing,
}

/// `dst[i] = src[from[i]]` in every active lane.
#[derive(Clone, Debug)]
pub(super) struct Shuffle {
    pub dst: VReg,
    pub src: VReg,
    /// Consecutive registers to move.
    pub words: u16,
    from: [u8; 64],
    /// Lanes that row and bank masks let through.
    enabled: u64,
    pub fill: Fill,
    /// Values of inactive lanes can be read.
    pub fetch_inactive: bool,
    /// Where the set of lanes that take part goes.
    pub lanes: Option<SReg>,
    /// The result must be waited for.
    pub channel: Option<Channel>,
}

impl Shuffle {
    pub fn new(dst: VReg, src: VReg, from: impl Fn(usize) -> Option<usize>) -> Shuffle {
        Shuffle {
            dst,
            src,
            words: 1,
            from: std::array::from_fn(|lane| from(lane).map_or(NOWHERE, |lane| lane as u8)),
            enabled: !0,
            fill: Fill::Zero,
            fetch_inactive: false,
            lanes: None,
            channel: None,
        }
    }

    /// The pattern of a DPP instruction.
    pub fn dpp(inst: &Inst, dst: VReg, src: VReg, words: u16) -> Shuffle {
        let mods = &inst.mods;
        let lanes = inst.encoding.wave.lanes() as usize;
        if matches!(inst.encoding.form, Form::Dpp8 | Form::LongDpp8) {
            let selectors = mods.dpp8 as u32;
            let from = |lane: usize| Some(lane & !7 | (selectors >> (3 * (lane & 7)) & 7) as usize);
            return Shuffle {
                words,
                fetch_inactive: mods.fi != 0,
                ..Shuffle::new(dst, src, from)
            };
        }
        let control = mods.dpp_ctrl as u32;
        let mut shuffle = Shuffle::new(dst, src, |lane| dpp16(control, lane, lanes));
        shuffle.words = words;
        shuffle.fetch_inactive = mods.fi != 0;
        shuffle.fill = if mods.bound_ctrl != 0 {
            Fill::Zero
        } else {
            Fill::Nothing
        };
        shuffle.enabled = (0..64)
            .filter(|lane| {
                mods.row_mask >> (lane / 16) & 1 != 0 && mods.bank_mask >> (lane % 16 / 4) & 1 != 0
            })
            .fold(0, |mask, lane| mask | 1 << lane);
        shuffle
    }

    pub fn writes_everywhere(&self) -> bool {
        self.enabled == !0
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

impl Custom for Shuffle {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        let lanes = machine.lanes();
        let mut taking_part = 0u64;
        for word in 0..self.words {
            let mut values = [0; 64];
            let source = machine.vector(self.src.plus(word));
            for (lane, value) in values.iter_mut().enumerate().take(lanes) {
                let from = self.from[lane];
                let known = from != NOWHERE && usize::from(from) < lanes;
                if known && (self.fetch_inactive || exec >> from & 1 != 0) {
                    *value = source[usize::from(from)];
                    taking_part |= 1 << lane;
                } else if self.fill == Fill::Zero {
                    taking_part |= 1 << lane;
                }
            }
            let target = machine.vector_mut(self.dst.plus(word));
            for lane in 0..lanes {
                if exec >> lane & 1 != 0 {
                    target[lane] = values[lane];
                }
            }
        }
        if let Some(reg) = self.lanes {
            let mask = taking_part & exec & self.enabled;
            machine.set_scalar(reg, mask as u32);
            if lanes == 64 {
                machine.set_scalar(reg.plus(1), (mask >> 32) as u32);
            }
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let words = |first: VReg| (0..self.words).map(|n| first.plus(n)).collect();
        (words(self.src), words(self.dst))
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        (Vec::new(), self.lanes.into_iter().collect())
    }

    fn channel(&self) -> Option<Channel> {
        self.channel
    }
}
