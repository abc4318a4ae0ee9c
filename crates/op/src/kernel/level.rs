//! Levels of the host's instruction set: which this CPU has, and the generic kernels compiled for
//! each.

use std::sync::OnceLock;

use super::lanes::*;
use super::*;
use crate::dot_core;
use crate::dot_rows;
use crate::host;
use crate::words::Side;

/// A level of the host's instruction set that kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// What every CPU of the target architecture has: SSE2, NEON, SIMD128 of WebAssembly.
    Baseline,
    /// x86-64 with AVX2, FMA, F16C, BMI, LZCNT and POPCNT.
    Avx2,
    /// x86-64 with AVX-512 F, BW, DQ, VL and CD besides.
    Avx512,
}

impl Level {
    /// Every level, the plainest first.
    pub const ALL: [Level; 3] = [Level::Baseline, Level::Avx2, Level::Avx512];

    /// The environment variable that lowers the level: `WAVETANK_LEVEL=avx2` runs on a CPU with
    /// AVX-512 as on one without.
    pub const VARIABLE: &'static str = "WAVETANK_LEVEL";

    /// The best level of this CPU, or a lower one where [`Level::VARIABLE`] names one; found out
    /// once. A name that is no level is ignored here: apps say so, libraries do not print.
    pub fn best() -> Level {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(|| {
            let asked = std::env::var(Level::VARIABLE).ok();
            let asked = asked.and_then(|name| Level::named(&name));
            asked.map_or(detect(), |level| level.min(detect()))
        })
    }

    /// The best level of this CPU, whatever the environment says.
    pub fn of_cpu() -> Level {
        detect()
    }

    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }

    /// Its name in lower case: `avx2`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Baseline => "baseline",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn detect() -> Level {
    macro_rules! has {
        ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
    }
    if !has!("avx2" "fma" "f16c" "bmi1" "bmi2" "lzcnt" "popcnt") {
        Level::Baseline
    } else if !has!("avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512cd") {
        Level::Avx2
    } else {
        Level::Avx512
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detect() -> Level {
    Level::Baseline
}

/// The kernels of a level that this CPU has.
pub(super) fn table_of(level: Level) -> &'static Kernels {
    match level {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => &avx2::KERNELS,
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => &avx512::KERNELS,
        #[cfg(target_family = "wasm")]
        _ => BROUGHT.get().unwrap_or(&baseline::KERNELS),
        #[cfg(not(target_family = "wasm"))]
        _ => &baseline::KERNELS,
    }
}

/// The kernels with some that another module brought.
#[cfg(target_family = "wasm")]
static BROUGHT: OnceLock<Kernels> = OnceLock::new();

impl Kernels {
    /// Puts other kernels, for canonical NaNs and for NaNs that are passed on, in the place of those of an
    /// op: a module cannot ask whether an engine has instructions that not all have, but another module that
    /// has them can be tried. Once, and before anything runs.
    ///
    /// # Safety
    /// They keep the contract of [`Kernel`] and give the same bits.
    #[cfg(target_family = "wasm")]
    pub unsafe fn bring(op: Op, canonical: Kernel, passing: Kernel) -> bool {
        let mut kernels = baseline::KERNELS.clone();
        kernels.table[op.index()] = canonical;
        kernels.passing[op.index()] = passing;
        BROUGHT.set(kernels).is_ok()
    }
}

/// Whether every CPU of the target has a fused multiply-add.
const BASELINE_HAS_FMA: bool = cfg!(any(target_arch = "aarch64", target_feature = "fma"));

/// The lane function as the baseline has it; also the scalar form.
#[inline(always)]
pub(crate) fn apply_baseline<O: LaneOp>(args: O::Args) -> O::Result {
    if BASELINE_HAS_FMA {
        O::apply(args)
    } else {
        O::apply_without_fma(args)
    }
}

/// The form that every host has.
struct Anywhere;

impl Form for Anywhere {
    #[inline(always)]
    fn apply<O: LaneOp>(args: O::Args) -> O::Result {
        apply_baseline::<O>(args)
    }
}

/// Compiles the generic kernels below with one set of target features.
macro_rules! level {
    ($module:ident, $level:ident, $form:ty, $host:expr $(, $features:literal)?) => {
        mod $module {
            use super::*;

            $(#[target_feature(enable = $features)])?
            pub unsafe fn kernel<O: LaneOp>(
                dst: *mut u32, a: *const u32, b: *const u32, c: *const u32, live: *const u32, span: Span,
            ) {
                // SAFETY: by the contract of `Kernel`.
                unsafe { run::<O, $form, false>(dst, [a, b, c], live, span) }
            }

            $(#[target_feature(enable = $features)])?
            pub unsafe fn passing_kernel<O: LaneOp>(
                dst: *mut u32, a: *const u32, b: *const u32, c: *const u32, live: *const u32, span: Span,
            ) {
                // SAFETY: by the contract of `Kernel`.
                unsafe { run::<O, $form, true>(dst, [a, b, c], live, span) }
            }

            $(#[target_feature(enable = $features)])?
            pub unsafe fn mask_kernel<O: LaneOp>(
                a: *const u32, b: *const u32, c: *const u32, lanes: usize, pitch: usize,
            ) -> u64 {
                // SAFETY: by the contract of `MaskKernel`.
                unsafe { run_mask::<O, $form>([a, b, c], lanes, pitch, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn broadcast(dst: *mut u32, value: u32, lanes: usize) {
                // SAFETY: by the contract of `Kernels::broadcast`.
                unsafe { super::broadcast(dst, value, lanes) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn ramp(dst: *mut u32, first: u32, step: u32, lanes: usize) {
                // SAFETY: by the contract of `Kernels::ramp`.
                unsafe { super::ramp(dst, first, step, lanes) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn blend(dst: *mut u32, src: *const u32, live: *const u32, lanes: usize) {
                // SAFETY: by the contract of `Kernels::blend`.
                unsafe { super::blend(dst, src, live, lanes) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn expand_mask(dst: *mut u32, bits: u64, set: u32, lanes: usize) {
                // SAFETY: by the contract of `Kernels::expand_mask`.
                unsafe { super::expand_mask(dst, bits, set, lanes) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn allowed(transfer: &Transfer) -> bool {
                // SAFETY: by the contract of `Kernels::allowed`.
                unsafe { transfer.allowed(&$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn is_run(transfer: &Transfer) -> bool {
                // SAFETY: by the contract of `Kernels::is_run`.
                unsafe { transfer.is_run(&$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn load_run(transfer: &Transfer, dst: *mut u32) {
                // SAFETY: by the contract of `Kernels::load_run`.
                unsafe { transfer.load_run(dst, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn store_run(transfer: &Transfer, src: *const u32) {
                // SAFETY: by the contract of `Kernels::store_run`.
                unsafe { transfer.store_run(src, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn load(transfer: &Transfer, dst: *mut u32) -> bool {
                // SAFETY: by the contract of `Kernels::load`.
                unsafe {
                    match transfer.words {
                        1 => transfer.load(dst, &$host),
                        _ => load_several(transfer, dst),
                    }
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn store(transfer: &Transfer, src: *const u32) -> bool {
                // SAFETY: by the contract of `Kernels::store`.
                unsafe {
                    match transfer.words {
                        1 => transfer.store(src, &$host),
                        _ => store_several(transfer, src),
                    }
                }
            }

            // Out of the way of single words.
            #[inline(never)]
            $(#[target_feature(enable = $features)])?
            unsafe fn load_several(transfer: &Transfer, dst: *mut u32) -> bool {
                // SAFETY: by the contract of `Kernels::load`.
                unsafe { transfer.load_several(dst, &$host) }
            }

            #[inline(never)]
            $(#[target_feature(enable = $features)])?
            unsafe fn store_several(transfer: &Transfer, src: *const u32) -> bool {
                // SAFETY: by the contract of `Kernels::store`.
                unsafe { transfer.store_several(src, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn blocks(transfer: &Transfer, bias: u32, size: u32) -> Option<u32> {
                // SAFETY: by the contract of `Kernels::blocks`.
                unsafe { transfer.blocks(bias, size, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn load_words<const N: usize>(
                words: &Words, file: *mut u32, live: *const u32, mask: u64, memory: *mut u8, bytes: usize,
            ) -> bool {
                let side = Side { file, live, mask, memory, bytes };
                // SAFETY: by the contract of `WordsKernel`.
                unsafe { words.load::<N>(side, &$host, load) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn store_words<const N: usize>(
                words: &Words, file: *mut u32, live: *const u32, mask: u64, memory: *mut u8, bytes: usize,
            ) -> bool {
                let side = Side { file, live, mask, memory, bytes };
                // SAFETY: by the contract of `WordsKernel`.
                unsafe { words.store::<N>(side, &$host, store) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn apart(
                by: Interleave, addresses: *const u32, live: *const u32, lanes: usize, active: u32,
            ) -> Option<u64> {
                // SAFETY: by the contract of `Kernels::apart`.
                unsafe { by.apart(addresses, live, lanes, active) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn odd_lanes(
                dst: *mut u32, src: *const u32, live: *const u32, lanes: usize,
            ) -> u64 {
                // SAFETY: by the contract of `Kernels::odd_lanes`.
                unsafe {
                    super::odd_lanes(dst, src, live, lanes, &$host)
                }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn shuffle(
                pattern: &Pattern, dst: *mut u32, src: *const u32, sources: *const u32, live: *const u32,
                lanes: usize,
            ) {
                // SAFETY: by the contract of `Kernels::shuffle`.
                unsafe { pattern.shuffle(dst, src, sources, live, lanes, &$host) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn dots(unit: DotUnit, a: &[Factor], b: &[Factors], sums: &mut [u32; CHUNK]) -> u16 {
                dot_rows::dots(unit, a, b, sums)
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn group(core: Core, a: &[Factor], b: &[&Factors], sums: &mut [u32; CHUNK]) {
                dot_core::group(core, a, b, sums)
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn fused(a: f32, b: &[f32; CHUNK], sums: &mut [f32; CHUNK]) {
                dot_core::fused(a, b, sums)
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn fused64(a: f64, b: &[f64; CHUNK], sums: &mut [f64; CHUNK]) {
                dot_core::fused64(a, b, sums)
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn pack_mask(src: *const u32, lanes: usize) -> u64 {
                // SAFETY: by the contract of `Kernels::pack_mask`.
                unsafe { super::pack_mask(src, lanes, &$host) }
            }

            use super::$module as here;
            pub static KERNELS: Kernels = Kernels {
                level: Level::$level,
                table: kernel_table!(here),
                passing: passing_kernel_table!(here),
                masks: mask_kernel_table!(here),
                broadcast,
                ramp,
                blend,
                expand_mask,
                pack_mask,
                allowed,
                is_run,
                load_run,
                store_run,
                load,
                store,
                blocks,
                load_words: [load_words::<1>, load_words::<2>, load_words::<4>],
                store_words: [store_words::<1>, store_words::<2>, store_words::<4>],
                apart,
                odd_lanes,
                shuffle,
                dots,
                group,
                fused,
                fused64,
            };
        }
    };
}

#[cfg(not(target_family = "wasm"))]
level!(baseline, Baseline, Anywhere, host::Portable);
#[cfg(target_family = "wasm")]
level!(baseline, Baseline, Anywhere, host::Simd128, "simd128");
#[cfg(target_arch = "x86_64")]
level!(
    avx2,
    Avx2,
    Fused,
    host::Avx2::new(),
    "avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt"
);
#[cfg(target_arch = "x86_64")]
level!(
    avx512,
    Avx512,
    Fused,
    host::Avx512::new(),
    "avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx2,fma,f16c,bmi1,bmi2,lzcnt,popcnt"
);
