//! In instructions of x86-64: what all of them have, and what the levels above have.

use super::Chunk;
use std::arch::asm;
use std::arch::x86_64::*;

macro_rules! accesses {
    ($($load:ident $out:literal $store:ident $in:literal $class:ident $ty:ty,)*) => {$(
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
                asm!($in, to = in(reg) to, value = in($class) value,
                    options(nostack, preserves_flags))
            };
        }
    )*};
}

accesses! {
    load_u8 "movzx {value:e}, byte ptr [{from}]" store_u8 "mov byte ptr [{to}], {value}" reg_byte u8,
    load_u16 "movzx {value:e}, word ptr [{from}]" store_u16 "mov word ptr [{to}], {value:x}" reg u16,
    load_u32 "mov {value:e}, dword ptr [{from}]" store_u32 "mov dword ptr [{to}], {value:e}" reg u32,
    load_u64 "mov {value}, qword ptr [{from}]" store_u64 "mov qword ptr [{to}], {value}" reg u64,
}

#[inline(always)]
pub unsafe fn exchange_u32(at: *mut u8, old: u32, new: u32) -> u32 {
    let found;
    // SAFETY: readable and writable by the caller's contract; see the module.
    unsafe {
        asm!("lock cmpxchg dword ptr [{at}], {new:e}", at = in(reg) at, new = in(reg) new,
            inlateout("eax") old => found, options(nostack))
    };
    found
}

#[inline(always)]
pub unsafe fn exchange_u64(at: *mut u8, old: u64, new: u64) -> u64 {
    let found;
    // SAFETY: as above.
    unsafe {
        asm!("lock cmpxchg qword ptr [{at}], {new}", at = in(reg) at, new = in(reg) new,
            inlateout("rax") old => found, options(nostack))
    };
    found
}

#[inline(always)]
pub unsafe fn copy(to: *mut u8, from: *const u8, len: usize) {
    // SAFETY: readable and writable by the caller's contract; see the module.
    unsafe {
        asm!("rep movsb", inlateout("rdi") to => _, inlateout("rsi") from => _,
            inlateout("rcx") len => _, options(nostack, preserves_flags))
    };
}

// What every x86-64 has; levels above have their own.
#[inline(always)]
pub unsafe fn load_chunk(from: *const u8) -> Chunk {
    let (a, b, c, d): (__m128i, __m128i, __m128i, __m128i);
    // SAFETY: readable by the caller's contract, see the module; the same words.
    unsafe {
        asm!("movups {a}, [{from}]", "movups {b}, [{from} + 16]",
            "movups {c}, [{from} + 32]", "movups {d}, [{from} + 48]",
            from = in(reg) from, a = out(xmm_reg) a, b = out(xmm_reg) b,
            c = out(xmm_reg) c, d = lateout(xmm_reg) d,
            options(nostack, preserves_flags, readonly));
        std::mem::transmute([a, b, c, d])
    }
}

#[inline(always)]
pub unsafe fn store_chunk(to: *mut u8, words: Chunk) {
    // SAFETY: writable by the caller's contract, see the module; the same words.
    unsafe {
        let [a, b, c, d]: [__m128i; 4] = std::mem::transmute(words);
        asm!("movups [{to}], {a}", "movups [{to} + 16], {b}",
            "movups [{to} + 32], {c}", "movups [{to} + 48], {d}",
            to = in(reg) to, a = in(xmm_reg) a, b = in(xmm_reg) b,
            c = in(xmm_reg) c, d = in(xmm_reg) d,
            options(nostack, preserves_flags));
    }
}

#[inline(always)]
pub unsafe fn store_pair(to: *mut u8, words: [u32; 2]) {
    // SAFETY: writable by the caller's contract; the same words.
    unsafe { store_u64(to, std::mem::transmute::<[u32; 2], u64>(words)) }
}

#[inline(always)]
pub unsafe fn store_four(to: *mut u8, words: [u32; 4]) {
    // SAFETY: writable by the caller's contract, see the module; the same words.
    unsafe {
        let words: __m128i = std::mem::transmute(words);
        asm!("movups [{to}], {words}", to = in(reg) to, words = in(xmm_reg) words,
            options(nostack, preserves_flags));
    }
}

#[inline(always)]
pub unsafe fn gather(base: *const u8, offsets: *const u32) -> Chunk {
    let four = |offsets: *const u32| {
        let four: __m128i;
        // SAFETY: readable by the caller's contract; see the module.
        unsafe {
            asm!(
                "mov {at:e}, dword ptr [{offsets}]",
                "movd {four}, dword ptr [{base} + {at}]",
                "mov {at:e}, dword ptr [{offsets} + 4]",
                "movd {b}, dword ptr [{base} + {at}]",
                "punpckldq {four}, {b}",
                "mov {at:e}, dword ptr [{offsets} + 8]",
                "movd {b}, dword ptr [{base} + {at}]",
                "mov {at:e}, dword ptr [{offsets} + 12]",
                "movd {c}, dword ptr [{base} + {at}]",
                "punpckldq {b}, {c}",
                "punpcklqdq {four}, {b}",
                base = in(reg) base, offsets = in(reg) offsets, at = out(reg) _,
                four = out(xmm_reg) four, b = out(xmm_reg) _, c = out(xmm_reg) _,
                options(nostack, preserves_flags, readonly),
            )
        };
        four
    };
    // SAFETY: a chunk has so many offsets; the same words.
    unsafe {
        let all = [0, 4, 8, 12].map(|i| four(offsets.add(i)));
        std::mem::transmute::<[__m128i; 4], Chunk>(all)
    }
}

/// Words in turn: compilers would take offsets that they have at hand out of a vector, and all
/// at once make an instruction of it, both of which take CPUs longer.
#[inline(always)]
pub unsafe fn scatter(base: *mut u8, offsets: *const u32, words: *const u32) {
    for i in (0..16).step_by(4) {
        // SAFETY: writable by the caller's contract; see the module.
        unsafe {
            asm!(
                "mov {at:e}, dword ptr [{offsets}]",
                "mov {word:e}, dword ptr [{words}]",
                "mov dword ptr [{base} + {at}], {word:e}",
                "mov {at:e}, dword ptr [{offsets} + 4]",
                "mov {word:e}, dword ptr [{words} + 4]",
                "mov dword ptr [{base} + {at}], {word:e}",
                "mov {at:e}, dword ptr [{offsets} + 8]",
                "mov {word:e}, dword ptr [{words} + 8]",
                "mov dword ptr [{base} + {at}], {word:e}",
                "mov {at:e}, dword ptr [{offsets} + 12]",
                "mov {word:e}, dword ptr [{words} + 12]",
                "mov dword ptr [{base} + {at}], {word:e}",
                base = in(reg) base, offsets = in(reg) offsets.add(i),
                words = in(reg) words.add(i), at = out(reg) _, word = out(reg) _,
                options(nostack, preserves_flags),
            )
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub unsafe fn load_chunk_avx2(from: *const u8) -> Chunk {
    let (a, b): (__m256i, __m256i);
    // SAFETY: readable by the caller's contract, see the module; the same words.
    unsafe {
        asm!("vmovdqu {a}, [{from}]", "vmovdqu {b}, [{from} + 32]",
            from = in(reg) from, a = out(ymm_reg) a, b = lateout(ymm_reg) b,
            options(nostack, preserves_flags, readonly));
        std::mem::transmute([a, b])
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub unsafe fn store_chunk_avx2(to: *mut u8, words: Chunk) {
    // SAFETY: writable by the caller's contract, see the module; the same words.
    unsafe {
        let [a, b]: [__m256i; 2] = std::mem::transmute(words);
        asm!("vmovdqu [{to}], {a}", "vmovdqu [{to} + 32], {b}",
            to = in(reg) to, a = in(ymm_reg) a, b = in(ymm_reg) b,
            options(nostack, preserves_flags));
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub unsafe fn load_chunk_avx512(from: *const u8) -> Chunk {
    let all: __m512i;
    // SAFETY: readable by the caller's contract, see the module; the same words.
    unsafe {
        asm!("vmovdqu32 {all}, [{from}]", from = in(reg) from, all = lateout(zmm_reg) all,
            options(nostack, preserves_flags, readonly));
        std::mem::transmute(all)
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
pub unsafe fn store_chunk_avx512(to: *mut u8, words: Chunk) {
    // SAFETY: writable by the caller's contract, see the module; the same words.
    unsafe {
        let all: __m512i = std::mem::transmute(words);
        asm!("vmovdqu32 [{to}], {all}", to = in(reg) to, all = in(zmm_reg) all,
            options(nostack, preserves_flags));
    }
}

/// Four words, each at its own distance from `base`. One by one: the instruction that gathers
/// takes many CPUs longer.
#[inline]
#[target_feature(enable = "avx2")]
pub unsafe fn gather4_avx2(base: *const u8, offsets: *const u32) -> __m128i {
    let four;
    // SAFETY: readable by the caller's contract; see the module.
    unsafe {
        asm!(
            "mov {at:e}, dword ptr [{offsets}]",
            "vmovd {four}, dword ptr [{base} + {at}]",
            "mov {at:e}, dword ptr [{offsets} + 4]",
            "vpinsrd {four}, {four}, dword ptr [{base} + {at}], 1",
            "mov {at:e}, dword ptr [{offsets} + 8]",
            "vpinsrd {four}, {four}, dword ptr [{base} + {at}], 2",
            "mov {at:e}, dword ptr [{offsets} + 12]",
            "vpinsrd {four}, {four}, dword ptr [{base} + {at}], 3",
            base = in(reg) base, offsets = in(reg) offsets, at = out(reg) _,
            four = out(xmm_reg) four, options(nostack, preserves_flags, readonly),
        )
    };
    four
}

/// Two pairs of words.
#[inline]
#[target_feature(enable = "avx2")]
pub unsafe fn gather_pairs_avx2(base: *const u8, offsets: *const u32) -> __m128i {
    let two;
    // SAFETY: readable by the caller's contract; see the module.
    unsafe {
        asm!(
            "mov {at:e}, dword ptr [{offsets}]",
            "vmovq {two}, qword ptr [{base} + {at}]",
            "mov {at:e}, dword ptr [{offsets} + 4]",
            "vpinsrq {two}, {two}, qword ptr [{base} + {at}], 1",
            base = in(reg) base, offsets = in(reg) offsets, at = out(reg) _,
            two = out(xmm_reg) two, options(nostack, preserves_flags, readonly),
        )
    };
    two
}

/// Four times four words, those of every fourth offset.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
pub unsafe fn gather_fours_avx512(base: *const u8, offsets: *const u32) -> __m512i {
    let all;
    // SAFETY: readable by the caller's contract; see the module.
    unsafe {
        asm!(
            "mov {at:e}, dword ptr [{offsets}]",
            "vmovdqu32 {all:x}, xmmword ptr [{base} + {at}]",
            "mov {at:e}, dword ptr [{offsets} + 16]",
            "vinserti32x4 {all}, {all}, xmmword ptr [{base} + {at}], 1",
            "mov {at:e}, dword ptr [{offsets} + 32]",
            "vinserti32x4 {all}, {all}, xmmword ptr [{base} + {at}], 2",
            "mov {at:e}, dword ptr [{offsets} + 48]",
            "vinserti32x4 {all}, {all}, xmmword ptr [{base} + {at}], 3",
            base = in(reg) base, offsets = in(reg) offsets, at = out(reg) _,
            all = out(zmm_reg) all, options(nostack, preserves_flags, readonly),
        )
    };
    all
}

/// Four words side by side.
#[inline]
#[target_feature(enable = "avx2")]
pub unsafe fn store4_avx2(to: *mut u8, words: [u32; 4]) {
    // SAFETY: writable by the caller's contract, see the module; the same words.
    unsafe {
        let words: __m128i = std::mem::transmute(words);
        asm!("vmovdqu [{to}], {words}", to = in(reg) to, words = in(xmm_reg) words,
            options(nostack, preserves_flags));
    }
}
