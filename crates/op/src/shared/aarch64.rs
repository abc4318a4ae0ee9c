//! In instructions of AArch64.

use super::Chunk;
use std::arch::aarch64::uint32x4_t;
use std::arch::asm;

macro_rules! accesses {
    ($($load:ident $out:literal $store:ident $in:literal $ty:ty,)*) => {$(
        #[inline(always)]
        pub unsafe fn $load(from: *const u8) -> $ty {
            let value: u64;
            // SAFETY: readable by the caller's contract; see the module.
            unsafe {
                asm!($out, from = in(reg) from, value = lateout(reg) value,
                    options(nostack, preserves_flags, readonly))
            };
            value as $ty
        }

        #[inline(always)]
        pub unsafe fn $store(to: *mut u8, value: $ty) {
            // SAFETY: writable by the caller's contract; see the module.
            unsafe {
                asm!($in, to = in(reg) to, value = in(reg) u64::from(value),
                    options(nostack, preserves_flags))
            };
        }
    )*};
}

accesses! {
    load_u8 "ldrb {value:w}, [{from}]" store_u8 "strb {value:w}, [{to}]" u8,
    load_u16 "ldrh {value:w}, [{from}]" store_u16 "strh {value:w}, [{to}]" u16,
    load_u32 "ldr {value:w}, [{from}]" store_u32 "str {value:w}, [{to}]" u32,
    load_u64 "ldr {value}, [{from}]" store_u64 "str {value}, [{to}]" u64,
}

macro_rules! exchanges {
    ($($exchange:ident $ty:ty: $load:literal $compare:literal $store:literal,)*) => {$(
        #[inline(always)]
        pub unsafe fn $exchange(at: *mut u8, old: $ty, new: $ty) -> $ty {
            let found: u64;
            // SAFETY: readable and writable by the caller's contract; see the module.
            unsafe {
                asm!("2:", $load, $compare, "b.ne 3f", $store, "cbnz {failed:w}, 2b", "3:",
                    at = in(reg) at, old = in(reg) u64::from(old), new = in(reg) u64::from(new),
                    found = out(reg) found, failed = out(reg) _, options(nostack))
            };
            found as $ty
        }
    )*};
}

exchanges! {
    exchange_u32 u32:
        "ldaxr {found:w}, [{at}]" "cmp {found:w}, {old:w}" "stlxr {failed:w}, {new:w}, [{at}]",
    exchange_u64 u64:
        "ldaxr {found}, [{at}]" "cmp {found}, {old}" "stlxr {failed:w}, {new}, [{at}]",
}

#[inline(always)]
pub unsafe fn copy(to: *mut u8, from: *const u8, len: usize) {
    // SAFETY: readable and writable by the caller's contract.
    unsafe {
        for at in (0..len - len % 64).step_by(64) {
            store_chunk(to.add(at), load_chunk(from.add(at)));
        }
        for at in len - len % 64..len {
            store_u8(to.add(at), load_u8(from.add(at)));
        }
    }
}

#[inline(always)]
pub unsafe fn load_chunk(from: *const u8) -> Chunk {
    let (a, b, c, d): (uint32x4_t, uint32x4_t, uint32x4_t, uint32x4_t);
    // SAFETY: readable by the caller's contract, see the module; the same words.
    unsafe {
        asm!("ldp {a:q}, {b:q}, [{from}]", "ldp {c:q}, {d:q}, [{from}, #32]",
            from = in(reg) from, a = out(vreg) a, b = out(vreg) b,
            c = lateout(vreg) c, d = lateout(vreg) d,
            options(nostack, preserves_flags, readonly));
        std::mem::transmute([a, b, c, d])
    }
}

pub(crate) use super::{gather_each as gather, scatter_each as scatter};

#[inline(always)]
pub unsafe fn store_pair(to: *mut u8, words: [u32; 2]) {
    // SAFETY: writable by the caller's contract; the same words.
    unsafe { store_u64(to, std::mem::transmute::<[u32; 2], u64>(words)) }
}

#[inline(always)]
pub unsafe fn store_four(to: *mut u8, words: [u32; 4]) {
    // SAFETY: writable by the caller's contract, see the module; the same words.
    unsafe {
        let words: uint32x4_t = std::mem::transmute(words);
        asm!("str {words:q}, [{to}]", to = in(reg) to, words = in(vreg) words,
            options(nostack, preserves_flags));
    }
}

#[inline(always)]
pub unsafe fn store_chunk(to: *mut u8, words: Chunk) {
    // SAFETY: writable by the caller's contract, see the module; the same words.
    unsafe {
        let [a, b, c, d]: [uint32x4_t; 4] = std::mem::transmute(words);
        asm!("stp {a:q}, {b:q}, [{to}]", "stp {c:q}, {d:q}, [{to}, #32]",
            to = in(reg) to, a = in(vreg) a, b = in(vreg) b, c = in(vreg) c, d = in(vreg) d,
            options(nostack, preserves_flags));
    }
}
