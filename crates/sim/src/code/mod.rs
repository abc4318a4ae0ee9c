//! A program prepared for one launch: what the interpreter looks up at every step, looked up once.
//!
//! Entry `i` belongs to step `i` of the program. The steps that make up most of a run carry all
//! they need in half a cache line: the function to call and where the operands lie. Others have
//! more in a list beside the entries, or refer to the step itself.

mod check;
mod prepare;
mod ramps;
mod shared;
mod shorten;
mod start;

use crate::access::Shape;
use crate::changes::Changes;
use crate::ramp::Ramp;
use crate::shuffle::Shuffling;
pub(crate) use check::check;
use op::{Kernel, Kernels, MaskKernel, ScalarFn, WordsKernel};
use prepare::Preparation;
pub(crate) use ramps::{RampSource, RampStep};
pub(crate) use shared::Shared;
pub(crate) use start::Start;
use std::collections::HashMap;
use uop::{Program, VReg};

/// Registers of scratch that any step may use: two for each source with modifiers, two for a
/// result. The shadows of scalars follow.
const SCRATCH: usize = 8;
/// Where a result is before it has been modified.
const RESULT: usize = 6;

/// All of a program, and the size of the scratch that its steps use.
#[derive(Default)]
pub(crate) struct Prepared {
    pub entries: Vec<Code>,
    /// What entries of kind `Modified` do.
    modified: Vec<ModifiedCode>,
    /// How entries of kind `Memory` and `ScalarLoad` go about it.
    pub shapes: Vec<Shape>,
    /// What entries of kind `Shuffle` do.
    pub shuffles: Vec<Shuffling>,
    /// Registers of scratch.
    pub scratch: usize,
    pub changes: Changes,
    /// Registers always hold what the program says. Otherwise those that it does not look at again
    /// may hold anything, which is faster, and for runs that nobody watches.
    pub exact: bool,
    /// Scalars that all waves have in common, where several run in step.
    pub shared: Shared,
    /// What entries of kind `Ramp` do, what ramps there are at the start, and at which steps there
    /// are ramps but no vectors.
    pub ramps: Vec<RampStep>,
    pub ramp_starts: Vec<(VReg, Ramp)>,
    unwritten: Vec<(u32, Vec<VReg>)>,
    /// What joined entries do where every step is taken by itself, by their places.
    alone: Vec<(u32, Code)>,
}

/// How to prepare a program.
#[derive(Clone, Copy)]
pub(crate) struct How {
    /// Lanes of a wave.
    pub lanes: u32,
    /// Waves whose registers lie side by side.
    pub waves: usize,
    /// Nothing is ever outstanding, so that nothing has to be waited for.
    pub eager: bool,
    /// See [`Prepared::exact`].
    pub exact: bool,
}

impl How {
    /// Scalar registers that hold a lane mask.
    pub fn mask_words(&self) -> u16 {
        if self.lanes == 64 { 2 } else { 1 }
    }
}

#[repr(C)]
pub(crate) struct Code {
    call: Call,
    /// The result's place, or where a branch leads, or a place in a list.
    pub dst: u32,
    /// Byte offsets into the vector file or numbers of scalar registers, as `kind` says. A scalar
    /// among the sources of a kernel has its number in the upper half, and in the lower half the
    /// scratch register that shadows it. For an access, whether its addresses are a ramp.
    pub src: [u32; 3],
    pub kind: Kind,
    /// Two bits for each source of a kernel: how many words of a scalar it is, 0 for vectors. For a
    /// scalar function how many words each argument takes, and then its result.
    widths: u8,
    /// The step is the first of its instruction.
    pub first: bool,
    /// Instructions that start here and steps to go on by. Hints that follow a step which neither
    /// traps nor jumps are done with it: they cost nothing and are still counted. Whoever watches
    /// instruction by instruction uses `first` and goes on by one.
    pub count: u8,
    pub advance: u8,
    /// Observers that look at marked instructions only are told of this one.
    pub marked: bool,
    /// The entry does the work of several steps: see [`Prepared::alone`].
    pub joined: bool,
    /// The result, or the condition of a branch, is a scalar [of all waves](Shared).
    pub shared: bool,
}

/// Most steps that are taken as one.
pub(crate) const MAX_ADVANCE: u8 = 32;

#[derive(Clone, Copy)]
union Call {
    kernel: Kernel,
    mask: MaskKernel,
    scalar: ScalarFn,
    words: WordsKernel,
    none: (),
}

/// How the interpreter handles a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A kernel on vector registers.
    Vectors,
    /// The same, and the entry to go on with is one too.
    VectorRun,
    /// A kernel with a scalar among its sources.
    Mixed,
    /// See the list of modified operations.
    Modified,
    /// See the list of steps on ramps.
    Ramp,
    /// A mask kernel, whose result replaces the whole mask, or the bits of active lanes.
    Compare,
    Predicate,
    LanesFromMask,
    ReadLane,
    ReadFirst,
    /// See the list of shuffles.
    Shuffle,
    /// A scalar function whose arguments and result are one word.
    Words,
    /// As `Words`, and the register in the upper half of `dst` says whether the result is not 0.
    WordsFlag,
    /// As `Words`, on the first lanes of vector registers.
    FirstLane,
    /// As both, with arguments or a result of two words.
    Wide,
    WideFlag,
    SetExec,
    Jump,
    BranchZero,
    BranchNonZero,
    BranchMaskZero,
    BranchMaskNonZero,
    BranchNoneActive,
    BranchAnyActive,
    Nop,
    /// See the list of shapes.
    Memory,
    /// The same for whole words of local memory, for which there is a kernel.
    LocalWords,
    ScalarLoad,
    /// A custom operation that may come down to such an access.
    Bounded,
    /// See the step.
    Other,
}

/// Where kernels find their operands.
#[derive(Clone, Copy)]
pub(crate) struct Operands<S> {
    /// The vector file.
    pub file: *mut u32,
    pub scalars: S,
    pub scratch: *mut u32,
    /// Active lanes, as kernels have them.
    pub live: *const u32,
    /// Words of a register.
    pub stride: usize,
    pub kernels: &'static Kernels,
}

/// The scalar registers of those who take a step.
pub(crate) trait Scalars: Copy {
    /// Makes a register of `stride` words hold scalar `reg` in every lane. It still does from the
    /// last time, unless the scalar has changed or somebody else was here.
    ///
    /// # Safety
    /// The scalar exists, and `to` has so many words, which were filled here before or never.
    unsafe fn spread(self, reg: usize, to: *mut u32, stride: usize, kernels: &Kernels);
}

/// The scalars of one wave.
impl Scalars for &[u32] {
    #[inline(always)]
    unsafe fn spread(self, reg: usize, to: *mut u32, stride: usize, kernels: &Kernels) {
        // SAFETY: by this function's contract.
        unsafe {
            let value = *self.get_unchecked(reg);
            if *to != value {
                kernels.broadcast(to, value, stride);
            }
        }
    }
}

/// An operation with modifiers: kernels in a row.
struct ModifiedCode {
    /// The operation itself, as an entry of kind `Mixed`.
    code: Code,
    mods: [[Option<Kernel>; 2]; 3],
    out: [Option<Kernel>; 2],
    /// Registers of the result.
    registers: usize,
}

impl Prepared {
    /// Prepares every step. `start` is what waves in step start with; `marked` says of an
    /// instruction whether it is.
    pub fn new(
        program: &Program,
        kernels: &Kernels,
        how: How,
        start: Option<&Start>,
        marked: impl Fn(u32) -> bool,
    ) -> Prepared {
        let sums = shorten::wide_additions(program, how);
        let shared = start.map(|start| {
            let dead = sums.iter().filter(|sum| sum.dead).map(|sum| sum.at);
            Shared::of(
                program,
                &start.differ,
                how.mask_words(),
                &dead.collect::<Vec<_>>(),
            )
        });
        let stride = (how.lanes as usize).next_multiple_of(op::CHUNK) * how.waves;
        let mut preparation = Preparation {
            kernels,
            nans: program.resources.nans,
            lanes: how.lanes as usize,
            register_bytes: 4 * stride as u32,
            eager: how.eager,
            shadows: HashMap::new(),
            prepared: Prepared {
                scratch: SCRATCH,
                changes: Changes::of(program, how.mask_words(), how.eager && !how.exact),
                exact: how.exact,
                shared: shared.unwrap_or_default(),
                ..Prepared::default()
            },
        };
        for step in &program.steps {
            let mut code = preparation.step(&step.uop);
            code.first = step.first;
            code.count = step.first.into();
            code.marked = step.first && marked(step.inst);
            preparation.prepared.entries.push(code);
        }
        shorten::join(&mut preparation, &sums);
        if let Some(start) = start {
            ramps::find(&mut preparation, program, &sums, start, how.mask_words());
        }
        let mut prepared = preparation.prepared;
        shorten::take_hints_along(&mut prepared.entries);
        shorten::find_runs(&mut prepared.entries);
        prepared
    }

    /// The entry for the step at `at` by itself, whatever it has been joined with.
    #[inline]
    pub fn alone(&self, at: u32) -> &Code {
        let place = self.alone.binary_search_by_key(&at, |(at, _)| *at);
        place.map_or_else(|_| &self.entries[at as usize], |i| &self.alone[i].1)
    }

    /// Carries out an entry of kind `Modified`.
    ///
    /// # Safety
    /// As for [`Code::call`].
    pub unsafe fn modified<S: Scalars>(&self, index: u32, on: &Operands<S>) {
        let modified = &self.modified[index as usize];
        let lanes = on.stride;
        let own = |register: usize| on.scratch.wrapping_add(register * lanes);
        // SAFETY: by this function's contract. A modifier takes one argument as wide as its
        // result, and scratch holds two registers for each source.
        unsafe {
            let mut src = modified.code.sources(on);
            for (i, src) in src.iter_mut().enumerate() {
                for kernel in modified.mods[i].into_iter().flatten() {
                    let to = own(2 * i);
                    kernel(to, *src, *src, *src, ALL, lanes);
                    *src = to;
                }
            }
            let [a, b, c] = src;
            let dst = on.file.byte_add(modified.code.dst as usize);
            let kernel = modified.code.kernel();
            if modified.out[0].is_none() {
                return kernel(dst, a, b, c, on.live, lanes);
            }
            let result = own(RESULT);
            kernel(result, a, b, c, ALL, lanes);
            for kernel in modified.out.into_iter().flatten() {
                kernel(result, result, result, result, ALL, lanes);
            }
            for r in 0..modified.registers {
                let (to, from) = (dst.add(r * lanes), result.add(r * lanes));
                on.kernels.blend(to, from, on.live, lanes);
            }
        }
    }
}

/// To a kernel: every lane is active.
const ALL: *const u32 = std::ptr::null();

impl Code {
    const fn of(kind: Kind) -> Code {
        Code {
            call: Call { none: () },
            dst: 0,
            src: [0; 3],
            kind,
            widths: 0,
            first: false,
            count: 0,
            advance: 1,
            marked: false,
            joined: false,
            shared: false,
        }
    }

    fn is_vectors(&self) -> bool {
        matches!(self.kind, Kind::Vectors | Kind::VectorRun)
    }

    /// The step always goes on to the next one, and never to a fault.
    fn falls_through(&self) -> bool {
        use Kind::*;
        match self.kind {
            Vectors | Mixed | Modified | Ramp | Compare | Predicate | LanesFromMask | ReadLane
            | ReadFirst | Shuffle | Words | WordsFlag | FirstLane | Wide | WideFlag | Nop => true,
            VectorRun | SetExec | Jump | BranchZero | BranchNonZero | BranchMaskZero
            | BranchMaskNonZero | BranchNoneActive | BranchAnyActive | Memory | LocalWords
            | ScalarLoad | Bounded | Other => false,
        }
    }

    /// # Safety
    /// Only for entries of kind `Vectors`, `VectorRun` and `Mixed`.
    #[inline(always)]
    pub unsafe fn kernel(&self) -> Kernel {
        // SAFETY: `Preparation::kernel` put a kernel there.
        unsafe { self.call.kernel }
    }

    /// Calls the kernel on its registers.
    ///
    /// # Safety
    /// Only for entries of kind `Vectors` and `VectorRun`. `file` holds the registers that the
    /// program declares, `stride` words apart, and `live` one word per lane.
    #[inline(always)]
    pub unsafe fn call(&self, file: *mut u32, live: *const u32, stride: usize) {
        // SAFETY: by this function's contract.
        unsafe {
            let [a, b, c] = self.src.map(|offset| file.byte_add(offset as usize));
            let dst = file.byte_add(self.dst as usize);
            (self.kernel())(dst, a, b, c, live, stride);
        }
    }

    /// Pointers to the words of each source: its register, or a register of scratch that has the
    /// scalar in every lane.
    ///
    /// # Safety
    /// As for [`Code::call`], for entries with a kernel of any kind.
    #[inline(always)]
    unsafe fn sources<S: Scalars>(&self, on: &Operands<S>) -> [*const u32; 3] {
        let mut pointers = [on.file.cast_const(); 3];
        for (i, pointer) in pointers.iter_mut().enumerate() {
            let src = self.src[i];
            let words = self.widths >> (2 * i) & 3;
            // SAFETY: by this function's contract; a shadow is as many registers as the scalar has
            // words, each with one value in all its lanes.
            unsafe {
                if words == 0 {
                    *pointer = on.file.byte_add(src as usize);
                    continue;
                }
                let shadow = on.scratch.add((src & 0xffff) as usize * on.stride);
                for word in 0..usize::from(words) {
                    let reg = (src >> 16) as usize + word;
                    let to = shadow.add(word * on.stride);
                    on.scalars.spread(reg, to, on.stride, on.kernels);
                }
                *pointer = shadow;
            }
        }
        pointers
    }

    /// Calls the kernel where some sources are scalars.
    ///
    /// # Safety
    /// As for [`Code::call`], for entries of kind `Mixed`; scratch is as large as was asked for.
    #[inline(always)]
    pub unsafe fn call_mixed<S: Scalars>(&self, on: &Operands<S>) {
        // SAFETY: by this function's contract.
        unsafe {
            let [a, b, c] = self.sources(on);
            let dst = on.file.byte_add(self.dst as usize);
            (self.kernel())(dst, a, b, c, on.live, on.stride);
        }
    }

    /// One bit for every lane, active or not.
    ///
    /// # Safety
    /// As for [`Code::call_mixed`], for entries of kind `Compare` and `Predicate`.
    #[inline(always)]
    pub unsafe fn call_mask<S: Scalars>(&self, on: &Operands<S>) -> u64 {
        // SAFETY: by this function's contract.
        unsafe {
            let [a, b, c] = self.sources(on);
            (self.call.mask)(a, b, c, on.stride, on.stride)
        }
    }

    /// The same for every `width` lanes of a register.
    ///
    /// # Safety
    /// As for [`Code::call_mask`]; a register is so many times as wide.
    #[inline(always)]
    pub unsafe fn call_masks<S: Scalars>(
        &self,
        on: &Operands<S>,
        width: usize,
        mut put: impl FnMut(usize, u64),
    ) {
        // SAFETY: by this function's contract.
        unsafe {
            let src = self.sources(on);
            for wave in 0..on.stride / width {
                let [a, b, c] = src.map(|src| src.add(wave * width));
                put(wave, (self.call.mask)(a, b, c, width, on.stride));
            }
        }
    }

    /// # Safety
    /// Only for entries of kind `LocalWords`.
    #[inline(always)]
    pub unsafe fn words(&self) -> WordsKernel {
        // SAFETY: `Preparation::step` put such a kernel there.
        unsafe { self.call.words }
    }

    /// Calls a scalar function of single words.
    ///
    /// # Safety
    /// Only for entries of kind `Words` and `WordsFlag`, with the scalar file of a wave.
    #[inline(always)]
    pub unsafe fn call_words(&self, scalars: &[u32]) -> u32 {
        // SAFETY: registers are in range; `Preparation::scalar` put a scalar function there.
        unsafe {
            let [a, b, c] = (self.src).map(|reg| u64::from(*scalars.get_unchecked(reg as usize)));
            (self.call.scalar)(a, b, c) as u32
        }
    }

    /// Calls a scalar function of single words on the first lanes of registers.
    ///
    /// # Safety
    /// As for [`Code::call`], for entries of kind `FirstLane`.
    #[inline(always)]
    pub unsafe fn call_first_lane(&self, file: *mut u32) {
        // SAFETY: by this function's contract; `Preparation::step` put a scalar function there.
        unsafe {
            let [a, b, c] = (self.src).map(|offset| u64::from(*file.byte_add(offset as usize)));
            *file.byte_add(self.dst as usize) = (self.call.scalar)(a, b, c) as u32;
        }
    }

    /// Calls a scalar function of any widths.
    ///
    /// # Safety
    /// Only for entries of kind `Wide` and `WideFlag`, with the scalar file of a wave.
    #[inline(always)]
    pub unsafe fn call_wide(&self, scalars: &mut [u32]) -> u64 {
        let mut args = [0; 3];
        for (i, arg) in args.iter_mut().enumerate() {
            let reg = self.src[i] as usize;
            // SAFETY: registers are in range, and behind the last there is padding.
            unsafe {
                *arg = u64::from(*scalars.get_unchecked(reg));
                if self.widths >> (2 * i) & 3 == 2 {
                    *arg |= u64::from(*scalars.get_unchecked(reg + 1)) << 32;
                }
            }
        }
        // SAFETY: `Preparation::scalar` put a scalar function there; as above.
        unsafe {
            let result = (self.call.scalar)(args[0], args[1], args[2]);
            let dst = (self.dst & 0xffff) as usize;
            *scalars.get_unchecked_mut(dst) = result as u32;
            if self.widths >> 6 == 2 {
                *scalars.get_unchecked_mut(dst + 1) = (result >> 32) as u32;
            }
            result
        }
    }

    /// Calls a scalar function for each of several waves, whose registers lie side by side: word
    /// `wave` of register `r` is at `r * waves + wave`, and those of all waves at `r * waves`. Where
    /// all have the same arguments, they get the same result.
    ///
    /// # Safety
    /// Only for entries with a scalar function, with the scalar file of so many waves.
    #[inline(always)]
    pub unsafe fn call_scalars(&self, scalars: &mut [u32], waves: usize, shared: &Shared) {
        let row = |reg: usize| reg * waves..(reg + 1) * waves;
        let widths = [0, 2, 4, 6].map(|shift| self.widths >> shift & 3);
        // What is of all waves is made of what is.
        let mut alike = true;
        let own = if self.shared { &[][..] } else { &widths[..3] };
        for (i, &width) in own.iter().enumerate() {
            for word in 0..usize::from(width) {
                let reg = self.src[i] as usize + word;
                let values = &scalars[row(reg)];
                alike &= shared.has(reg) || values.iter().all(|value| *value == values[0]);
            }
        }
        let flagged = matches!(self.kind, Kind::WordsFlag | Kind::WideFlag);
        let dst = (self.dst & 0xffff) as usize;
        let count = if alike { 1 } else { waves };
        for wave in 0..count {
            let mut args = [0; 3];
            for (i, arg) in args.iter_mut().enumerate() {
                let word = |reg: usize| {
                    let own = if shared.has(reg) { 0 } else { wave };
                    u64::from(scalars[row(reg).start + own])
                };
                let reg = self.src[i] as usize;
                *arg = word(reg);
                if widths[i] == 2 {
                    *arg |= word(reg + 1) << 32;
                }
            }
            // SAFETY: `Preparation::scalar` put a scalar function there.
            let result = unsafe { (self.call.scalar)(args[0], args[1], args[2]) };
            let mut put = |reg: usize, value: u32| match alike {
                true if self.shared => scalars[row(reg).start] = value,
                true => scalars[row(reg)].fill(value),
                false => scalars[row(reg).start + wave] = value,
            };
            put(dst, result as u32);
            if widths[3] == 2 {
                put(dst + 1, (result >> 32) as u32);
            }
            if flagged {
                put((self.dst >> 16) as usize, (result != 0).into());
            }
        }
    }
}
