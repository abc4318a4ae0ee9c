//! What a profile says about the chip, besides the numbers of the cycle model: facts of data sheets and
//! of the kernel's drivers.

use super::{Bytes, Capture, TICKS_PER_SECOND};
use crate::chip::N;

/// A chip as a product.
pub(super) struct Board {
    chip: &'static str,
    name: &'static str,
    /// Of the PCI device.
    device: u32,
    /// Workgroup processors of a shader array, of which an engine has two.
    pub array_wgps: u32,
    /// Of its lanes: the boost clock, in whole ticks.
    pub megahertz: u32,
    /// Of its memory.
    memory_megahertz: u32,
    bus_bits: u32,
    gigabytes: u64,
    /// The cache behind L2.
    last_cache_megabytes: u32,
}

#[rustfmt::skip]
const fn board(chip: &'static str, name: &'static str, device: u32, array_wgps: u32, megahertz: u32, memory: (u32, u32, u64), last_cache_megabytes: u32) -> Board {
    let (memory_megahertz, bus_bits, gigabytes) = memory;
    Board { chip, name, device, array_wgps, megahertz, memory_megahertz, bus_bits, gigabytes, last_cache_megabytes }
}

#[rustfmt::skip]
static BOARDS: [Board; 10] = [
    board("gfx1100", "NAVI31",     0x744c, 4, 2500, (1250, 384, 24), 96),
    board("gfx1101", "NAVI32",     0x747e, 5, 2400, (1219, 256, 16), 64),
    board("gfx1102", "NAVI33",     0x7480, 4, 2600, (1125, 128,  8), 32),
    board("gfx1103", "PHOENIX",    0x15bf, 3, 2700, (1600, 128,  0), 0),
    board("gfx1150", "STRIX1",     0x150e, 4, 2900, (1875, 128,  0), 0),
    board("gfx1151", "STRIX_HALO", 0x1586, 5, 2900, (2000, 256,  0), 32),
    board("gfx1152", "KRACKAN1",   0x1114, 2, 2800, (2000, 128,  0), 0),
    board("gfx1153", "GFX1153",    0,      1, 2800, (2000, 128,  0), 0),
    board("gfx1200", "NAVI44",     0x7590, 4, 3100, (1250, 128, 16), 32),
    board("gfx1201", "NAVI48",     0x7550, 4, 3000, (1250, 256, 16), 64),
];

impl Board {
    /// That of a chip whose numbers are known.
    pub fn of(chip: &str) -> &'static Board {
        let found = BOARDS.iter().find(|board| board.chip == chip);
        found.unwrap_or(&BOARDS[0])
    }

    /// The chunk about it, after its header.
    pub fn describe(&self, capture: &Capture<'_>, engines: usize, chunk: &mut Bytes) {
        let start = chunk.0.len() - 16;
        let get = |number| capture.numbers.get(number);
        let hertz = u64::from(self.megahertz) * 1_000_000;
        let memory_hertz = u64::from(self.memory_megahertz) * 1_000_000;
        let step = get(N::VgprStep) * 32 / capture.wave.lanes();
        let is_card = self.gigabytes > 0;
        let generation = capture.target.generation().profiled_as;
        chunk.u64(0).u64(hertz).u64(memory_hertz);
        chunk.u32(self.device).u32(0);
        let sgprs = 128;
        chunk.u32(get(N::Vgprs)).u32(sgprs * get(N::Waves));
        // A workgroup processor is two compute units.
        chunk.u32(engines as u32).u32(4 * self.array_wgps);
        chunk.u32(get(N::Simds) / 2).u32(get(N::Waves));
        chunk.u32(step).u32(step).u32(sgprs).u32(sgprs).u32(8);
        chunk.u32(if is_card { 2 } else { 1 }).u32(generation);
        chunk
            .fill(start + 128)
            .u64(self.gigabytes << 30)
            .u32(self.bus_bits);
        chunk.u32(get(N::L2)).u32(get(N::L0)).u32(get(N::Lds) / 2);
        chunk.text(self.name, 256).fill(start + 424);
        chunk.u64(TICKS_PER_SECOND).u64(hertz).u64(memory_hertz);
        // GDDR6 or LPDDR5.
        chunk.u32(if is_card { 16 } else { 4 });
        chunk.u32(if is_card { 0x13 } else { 0x31 });
        chunk.u32(get(N::LdsStep));
        for _ in 0..2 * engines.min(32) {
            chunk.u16((1 << (2 * self.array_wgps)) - 1);
        }
        chunk.fill(start + 748);
        chunk.u32(get(N::L1)).u32(32 << 10).u32(get(N::ScalarCache));
        chunk.u32(self.last_cache_megabytes << 20).fill(start + 768);
    }
}
