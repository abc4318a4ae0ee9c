//! One thread: a RISC-V hart and its tile core.

use crate::core::mma::Block;
use uop::MemoryWindow;

/// Bytes of a vector register.
pub const VLEN_BYTES: usize = 128;

/// Where a thread is in the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub group: [u32; 3],
    pub cluster: u32,
    /// The processing element in the cluster, and the thread on it.
    pub pe: u8,
    pub thread: u8,
}

impl Place {
    /// The thread's number in its cluster.
    pub fn slot(self, threads_per_pe: u8) -> usize {
        usize::from(self.pe) * usize::from(threads_per_pe) + usize::from(self.thread)
    }

    /// The thread's bit in cluster masks.
    pub fn bit(self) -> u32 {
        8 * u32::from(self.pe) + u32::from(self.thread)
    }
}

/// What a thread waits for with part of an instruction done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// The phase of a barrier to change from this.
    Barrier { cluster: bool, id: u8, phase: bool },
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub x: [u64; 32],
    pub f: [u64; 32],
    pub v: Box<[u8; 32 * VLEN_BYTES]>,
    pub pc: u64,
    pub frm: u32,
    pub fflags: u32,
    pub vl: u64,
    pub vtype: u64,
    pub vstart: u64,
    /// Rounding of fixed-point results, and whether one did not fit.
    pub vxrm: u32,
    pub vxsat: u32,
    /// Address and value of a load-reserved.
    pub reservation: Option<(u64, u64)>,
    pub instructions: u64,

    pub tiles: Box<[Block]>,
    pub tmask: u32,
    pub trm: u32,
    pub tflags: u32,

    pub place: Place,
    pub ended: bool,
    /// Somebody was told of the next instruction before the run was stopped there.
    pub told: bool,
    /// The instruction at `pc` was issued and has to wait.
    pub issued: bool,
    pub waiting: Option<Waiting>,
    /// The last windows that host loads and stores went through.
    pub load_window: MemoryWindow,
    pub store_window: MemoryWindow,
}

// SAFETY: all but the windows are values. A window is an address in memory that the run owns or
// shares with whoever launched it, so it is as valid on another thread as on this one.
unsafe impl Send for Thread {}

/// A type that no instruction can use.
pub const VILL: u64 = 1 << 63;

/// A window onto nothing.
pub const NOWHERE: MemoryWindow = MemoryWindow {
    base: 0,
    len: 0,
    bytes: std::ptr::null_mut(),
    writable: false,
};

impl Thread {
    pub fn new(place: Place, entry: u64) -> Thread {
        Thread {
            x: [0; 32],
            f: [0; 32],
            v: Box::new([0; 32 * VLEN_BYTES]),
            pc: entry,
            frm: 0,
            fflags: 0,
            vl: 0,
            vtype: VILL,
            vstart: 0,
            vxrm: 0,
            vxsat: 0,
            reservation: None,
            instructions: 0,
            tiles: vec![[0; 1024]; 256].into_boxed_slice(),
            tmask: !0,
            trm: 0,
            tflags: 0,
            place,
            ended: false,
            told: false,
            issued: false,
            waiting: None,
            load_window: NOWHERE,
            store_window: NOWHERE,
        }
    }

    pub fn set_x(&mut self, register: u8, value: u64) {
        if register != 0 {
            self.x[usize::from(register)] = value;
        }
    }

    pub fn get_x(&self, register: u8) -> u64 {
        self.x[usize::from(register & 31)]
    }

    pub fn get_f(&self, register: u8) -> u64 {
        self.f[usize::from(register & 31)]
    }

    /// The bytes of vector registers from `first` on.
    pub fn vectors(&self, first: u8) -> &[u8] {
        &self.v[usize::from(first) * VLEN_BYTES..]
    }

    pub fn vectors_mut(&mut self, first: u8) -> &mut [u8] {
        &mut self.v[usize::from(first) * VLEN_BYTES..]
    }

    /// Word `index` of a vector register.
    pub fn vector_word(&self, register: u8, index: usize) -> u32 {
        let at = 4 * index;
        let bytes = &self.vectors(register)[at..at + 4];
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }

    /// Whether element `index` is set in the mask register.
    pub fn mask_bit(&self, index: usize) -> bool {
        self.v[index / 8] >> (index % 8) & 1 == 1
    }
}
