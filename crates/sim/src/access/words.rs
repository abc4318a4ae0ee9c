//! Words of local memory, each lane its own: the second most frequent kind of access.

use crate::interpret::Context;
use crate::wave::Wave;
use uop::{Extend, MemKind, MemOp, Space, Src};

/// Carries out an access of one aligned word per lane to local memory, all lanes active, wherever
/// they point. False if it is not of that kind or in any way out of order; nothing has happened
/// then.
pub(super) fn local_words(wave: &mut Wave, op: &MemOp, cx: &mut Context<'_>, mask: u64) -> bool {
    let addr = &op.addr;
    let plain = !addr.wide && addr.scalar.is_none() && addr.offset == 0 && op.bytes == 4;
    let store = match op.kind {
        MemKind::Load(Extend::Zero | Extend::Sign) => false,
        MemKind::Store { high: false } => true,
        _ => return false,
    };
    let lanes = wave.lanes();
    let Src::Vector(reg) = addr.base else {
        return false;
    };
    if !plain || op.space != Space::Local || mask.count_ones() as usize != lanes {
        return false;
    }
    let mut offsets = [0; crate::wave::MAX_LANES];
    let offsets = &mut offsets[..lanes];
    offsets.copy_from_slice(wave.vector(reg));
    let (highest, bits) =
        (offsets.iter()).fold((0, 0), |(highest, bits), &at| (at.max(highest), bits | at));
    let align = u32::from(op.align.max(4));
    let inside = highest as usize + 4 <= cx.local.len();
    if bits & (align - 1) != 0 || !inside || !align.is_power_of_two() {
        return false;
    }
    let local = cx.local.as_mut_ptr();
    let moved = 4 * lanes as u64;
    if store {
        cx.stats.bytes_stored += moved;
        // In ascending order: where lanes meet, the last one wins.
        for (&at, &word) in offsets.iter().zip(wave.vector(op.data)) {
            // SAFETY: the highest word lies inside local memory.
            unsafe {
                local
                    .add(at as usize)
                    .cast::<u32>()
                    .write_unaligned(word.to_le())
            };
        }
    } else {
        cx.stats.bytes_loaded += moved;
        for (&at, word) in offsets.iter().zip(wave.vector_mut(op.dst)) {
            // SAFETY: as above.
            *word = u32::from_le(unsafe { local.add(at as usize).cast::<u32>().read_unaligned() });
        }
    }
    true
}
