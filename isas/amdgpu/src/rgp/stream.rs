//! The token stream of a thread trace: packets of half bytes, each with the cycles since the one
//! before.

use super::mark::Unit;

/// How tokens are laid out, which changes between generations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// Of RDNA 3 and 3.5.
    Three,
    /// Of RDNA 4.
    Four,
}

/// Where a wave is on its shader engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub array: u32,
    pub wgp: u32,
    pub simd: u32,
    pub slot: u32,
}

impl Place {
    /// Array, workgroup processor, SIMD and slot, as tokens have them.
    fn fields(self) -> [u64; 4] {
        [self.array, self.wgp, self.simd, self.slot].map(u64::from)
    }
}

/// A stream under construction.
pub(super) struct Stream {
    bytes: Vec<u8>,
    /// The last byte has room for half of it.
    half: bool,
    time: u64,
    layout: Layout,
}

impl Stream {
    /// A stream that has its header. What the header's further bits mean is not known; these are what
    /// captures with instructions have.
    pub fn new(layout: Layout) -> Stream {
        let mut stream = Stream {
            bytes: Vec::new(),
            half: false,
            time: 0,
            layout,
        };
        stream.put(
            match layout {
                Layout::Three => 0x6890_0191,
                Layout::Four => 0x0913_1008_6870_0211,
            },
            16,
        );
        stream
    }

    fn put(&mut self, mut bits: u64, halves: u32) {
        for _ in 0..halves {
            let half = (bits & 15) as u8;
            bits >>= 4;
            match (self.half, self.bytes.last_mut()) {
                (true, Some(byte)) => *byte |= half << 4,
                _ => self.bytes.push(half),
            }
            self.half = !self.half;
        }
    }

    /// Comes to a cycle as far as the next token, which has so many bits for it, does not itself; what is
    /// left for those bits. Times never go back.
    fn until(&mut self, cycle: u64, bits: u32) -> u64 {
        let mut left = cycle.saturating_sub(self.time);
        self.time += left;
        let own = (1 << bits) - 1;
        match left {
            left if left <= own => return left,
            4..=19 => self.put(0b1000 | (left - 4) << 4, 2),
            _ => {
                let (width, halves) = match self.layout {
                    Layout::Three => (36, 12),
                    Layout::Four => (52, 16),
                };
                while left > 0 {
                    let step = left.min((1 << width) - 1);
                    self.put(1 | step << 12, halves);
                    left -= step;
                }
            }
        }
        0
    }

    /// The clock of the host, in ticks.
    pub fn clock(&mut self, cycle: u64, ticks: u64) {
        let none = self.until(cycle, 0);
        debug_assert_eq!(none, 0);
        let (flag, halves) = match self.layout {
            Layout::Three => (1 << 9, 12),
            Layout::Four => (1 << 7, 16),
        };
        self.put(1 | flag | ticks << 12, halves);
    }

    /// A register was written: one of those that describe a launch, or one of the two that programs leave
    /// marks in.
    pub fn register(&mut self, cycle: u64, is_mark: bool, number: u32, value: u32) {
        let delta = self.until(cycle, 3);
        let bank = if is_mark { 0x0200 } else { 0x8200 };
        let bits = 0b1001 | delta << 4 | bank | u64::from(number) << 16 | u64::from(value) << 32;
        self.put(bits, 16);
    }

    /// A wave began, with so many threads.
    pub fn begin(&mut self, cycle: u64, place: Place, threads: u32) {
        let delta = self.until(cycle, 2);
        let [array, wgp, simd, slot] = place.fields();
        let bits = 0b01100 | delta << 5 | array << 7 | simd << 8 | wgp << 10;
        // Those of compute shaders, as captures have them, with the threads but one.
        let threads = 0x60 | u64::from(threads.max(1) - 1) & 0x3f;
        let bits = match self.layout {
            Layout::Three => bits | slot << 13 | (threads << 7 | 0x20) << 18,
            Layout::Four => bits | slot << 15 | (threads << 5 | 0x04) << 20,
        };
        self.put(bits, 8);
    }

    /// It ended.
    pub fn end(&mut self, cycle: u64, place: Place) {
        let delta = self.until(cycle, 3);
        let [array, wgp, simd, slot] = place.fields();
        let bits = 0b10101 | delta << 5 | array << 8 | simd << 9 | wgp << 11 | slot << 15;
        self.put(bits, 5);
    }

    /// A vector instruction of the usual kind was issued.
    pub fn vector(&mut self, cycle: u64, slot: u32) {
        let delta = self.until(cycle, 3);
        self.put(0b011 | delta << 3 | u64::from(slot) << 7, 3);
    }

    /// An instruction that only takes time is over.
    pub fn immediate(&mut self, cycle: u64, slot: u32) {
        let delta = self.until(cycle, 3);
        self.put(0b1101 | delta << 4 | u64::from(slot) << 7, 3);
    }

    /// Another one was issued.
    pub fn other(&mut self, cycle: u64, slot: u32, number: u8) {
        let delta = self.until(cycle, 3);
        let (slot, number) = (u64::from(slot), u64::from(number));
        let bits = match self.layout {
            Layout::Three => 0b010 | delta << 4 | slot << 8 | number << 13,
            Layout::Four => 0b010 | delta << 3 | slot << 7 | number << 12,
        };
        self.put(bits, 5);
    }

    /// A unit carries an instruction out.
    pub fn carried_out(&mut self, cycle: u64, unit: Unit) {
        let delta = self.until(cycle, 2);
        let bits = match unit {
            Unit::Scalar => 0b1110 | 1 << 6,
            Unit::Vector => 0b1110 | 2 << 6,
            Unit::Local => 0b1111,
            Unit::Memory => 0b1111 | 2 << 6,
        };
        self.put(bits | delta << 4, 2);
    }

    /// The bytes, filled up to blocks of 32 as hardware writes them, with what ends a stream.
    pub fn finish(mut self) -> Vec<u8> {
        self.put(0, 16);
        self.bytes.resize(self.bytes.len().next_multiple_of(32), 0);
        self.bytes
    }
}
