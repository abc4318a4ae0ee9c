//! A plan bound to the registers of a launch and the kernels of this CPU: what the executor looks up
//! at every step, looked up once.
//!
//! Entry `i` belongs to step `i` of the program. The steps that make up most of a run carry all
//! they need in half a cache line: the function to call and where the operands lie. Others have
//! more in a list beside the entries, or refer to the step itself.

mod bind;
mod check;
mod kept;
mod stretches;

use crate::access::Shape;
use crate::hazard;
use crate::pending::RegisterSet;
use crate::registers::Layout;
use crate::shuffle::Shuffling;
use bind::Binding;
use check::check;
pub(crate) use kept::{LaunchShape, bound, facts};
use op::{Kernel, Kernels, MaskKernel, ScalarFn, Span, WordsKernel};
pub(crate) use plan::MAX_ADVANCE;
use plan::Plan;
use std::collections::HashMap;
use uop::Program;

/// Registers of scratch that any step may use: two for each source with modifiers, two for a
/// result. The shadows of scalars follow.
const SCRATCH: usize = 8;
/// Where a result is before it has been modified.
const RESULT: usize = 6;

/// All of a program, and the size of the scratch that its steps use.
pub(crate) struct Prepared {
    pub plan: Plan,
    pub layout: Layout,
    pub entries: Vec<Code>,
    /// What entries of kind `Modified` do.
    modified: Vec<ModifiedCode>,
    /// How entries of kind `Memory` and `ScalarLoad` go about it.
    pub shapes: Vec<Shape>,
    /// What entries of kind `Shuffle` do.
    pub shuffles: Vec<Shuffling>,
    /// Registers of scratch.
    pub scratch: usize,
    /// It matters which workgroup comes first.
    #[cfg(feature = "threads")]
    pub in_order: bool,
    /// What entries of kind `Affine` do: on affine values, and on vectors.
    pub affine: Vec<(ScalarFn, Code)>,
    /// What each step uses, where results may be in flight.
    pub used: Vec<RegisterSet>,
    /// The same for all of the stretch that begins with a step, and where that ends.
    pub ahead: Vec<RegisterSet>,
    stretches: Vec<u32>,
    /// What fused entries do where every step is taken by itself, by their places.
    unfused: Vec<(u32, Code)>,
}

#[repr(C)]
pub(crate) struct Code {
    call: Call,
    /// The result's place, or where a branch leads, or a place in a list.
    pub dst: u32,
    /// Byte offsets into the vector file, places of scalar words, or numbers of registers, as `kind`
    /// says. A scalar among the sources of a kernel has its number in the upper half, and in the
    /// lower half the scratch register that shadows it. For an access, whether its addresses are
    /// affine.
    pub src: [u32; 3],
    pub kind: Kind,
    /// Two bits for each source of a kernel: how many words of a scalar it is, 0 for vectors. For a
    /// scalar function how many words each argument takes, and then its result.
    widths: u8,
    /// The step is the first of its instruction.
    pub first: bool,
    /// Instructions that start here and steps to go on by. Hints that follow a step which neither
    /// traps nor jumps are done with it: they cost nothing and are still counted. A run that is
    /// watched instruction by instruction uses `first` and goes on by one.
    pub count: u8,
    pub advance: u8,
    /// Observers that look at marked instructions only are told of this one.
    pub marked: bool,
    /// The step by itself is another one: see [`Prepared::unfused`].
    pub fused: bool,
    /// The result, or the condition of a branch, is uniform.
    pub uniform: bool,
}

#[derive(Clone, Copy)]
union Call {
    kernel: Kernel,
    mask: MaskKernel,
    scalar: ScalarFn,
    words: WordsKernel,
    none: (),
}

/// How the executor handles a step.
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
    /// See the list of steps on affine values.
    Affine,
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
    /// Word 0 of vector register 0, and of scratch.
    pub file: *mut u32,
    pub scratch: *mut u32,
    pub scalars: S,
    /// Active lanes, as kernels have them.
    pub live: *const u32,
    pub span: Span,
    pub kernels: &'static Kernels,
}

/// The scalar registers of those who take a step.
pub(crate) trait Scalars: Copy {
    /// Makes a register of scratch, which begins at `to`, hold scalar `reg` in every lane. It still
    /// does from the last time, unless the scalar has changed or other waves were here.
    ///
    /// # Safety
    /// The scalar exists, and `to` is the shadow with this number, of these lanes.
    unsafe fn spread(
        self,
        reg: usize,
        shadow: usize,
        to: *mut u32,
        lanes: usize,
        kernels: &Kernels,
    );
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
    /// Binds every step of a plan.
    pub fn new(
        program: &Program,
        plan: Plan,
        kernels: &Kernels,
        layout: Layout,
        eager: bool,
    ) -> Prepared {
        let prepared = Prepared {
            plan: Plan::default(),
            layout,
            entries: Vec::with_capacity(program.steps.len()),
            modified: Vec::new(),
            shapes: Vec::new(),
            shuffles: Vec::new(),
            scratch: SCRATCH,
            #[cfg(feature = "threads")]
            in_order: crate::order::matters(program),
            affine: Vec::new(),
            used: Vec::new(),
            ahead: Vec::new(),
            stretches: Vec::new(),
            unfused: Vec::new(),
        };
        let mut binding = Binding {
            kernels,
            nans: program.resources.nans,
            layout,
            eager,
            order: &program.order,
            shadows: HashMap::new(),
            inst: 0,
            prepared,
        };
        // As much scratch whichever instructions are marked: plans change under a run.
        for fusion in &plan.fusions {
            binding.step(&fusion.uop, &plan::Planned::default());
        }
        for (at, (step, planned)) in program.steps.iter().zip(&plan.steps).enumerate() {
            binding.inst = step.inst;
            let mut code = binding.step(plan.uop(program, at), planned);
            code.first = planned.first;
            code.count = planned.issues;
            code.advance = planned.advance;
            code.marked = planned.marked;
            code.uniform = planned.uniform;
            code.fused = planned.fused.is_some() || planned.dead || planned.affine.is_some();
            if code.fused {
                let unfused = binding.step(&step.uop, &plan::Planned::default());
                let unfused = Code {
                    first: planned.first,
                    ..unfused
                };
                binding.prepared.unfused.push((at as u32, unfused));
            }
            if let Some(affine) = planned.affine {
                code = binding.affine(&plan.affine[affine as usize], code);
            }
            binding.prepared.entries.push(code);
        }
        let mut prepared = binding.prepared;
        if !eager {
            let steps = program.steps.iter();
            let used = steps.map(|step| hazard::used(program, &step.uop, layout.lanes));
            prepared.used = used.collect();
        }
        find_runs(&mut prepared.entries);
        if !eager {
            prepared.find_stretches(program);
        }
        prepared.plan = plan;
        prepared
    }

    /// The entry for the step at `at` by itself, whatever it has been fused with.
    #[inline]
    pub fn unfused(&self, at: u32) -> &Code {
        let place = self.unfused.binary_search_by_key(&at, |(at, _)| *at);
        place.map_or_else(|_| &self.entries[at as usize], |i| &self.unfused[i].1)
    }

    /// Carries out an entry of kind `Modified`.
    ///
    /// # Safety
    /// As for [`Code::call`].
    pub unsafe fn modified<S: Scalars>(&self, index: u32, on: &Operands<S>) {
        let modified = &self.modified[index as usize];
        let (lanes, span) = (on.span.lanes(), on.span);
        let own = |register: usize| on.scratch.wrapping_add(register * span.pitch());
        // SAFETY: by this function's contract. A modifier takes one argument as wide as its
        // result, and scratch holds two registers for each source.
        unsafe {
            let mut src = modified.code.sources(on);
            for (i, src) in src.iter_mut().enumerate() {
                for kernel in modified.mods[i].into_iter().flatten() {
                    let to = own(2 * i);
                    kernel(to, *src, *src, *src, ALL, span);
                    *src = to;
                }
            }
            let [a, b, c] = src;
            let dst = on.file.byte_add(modified.code.dst as usize);
            let kernel = modified.code.kernel();
            if modified.out[0].is_none() {
                return kernel(dst, a, b, c, on.live, span);
            }
            let result = own(RESULT);
            kernel(result, a, b, c, ALL, span);
            for kernel in modified.out.into_iter().flatten() {
                kernel(result, result, result, result, ALL, span);
            }
            for r in 0..modified.registers {
                let at = r * span.pitch();
                let (to, from) = (dst.add(at), result.add(at));
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
            fused: false,
            uniform: false,
        }
    }

    fn is_vectors(&self) -> bool {
        matches!(self.kind, Kind::Vectors | Kind::VectorRun)
    }

    /// # Safety
    /// Only for entries of kind `Vectors`, `VectorRun` and `Mixed`.
    #[inline(always)]
    pub unsafe fn kernel(&self) -> Kernel {
        // SAFETY: `Binding::kernel` put a kernel there.
        unsafe { self.call.kernel }
    }

    /// Calls the kernel on its registers.
    ///
    /// # Safety
    /// Only for entries of kind `Vectors` and `VectorRun`. `file` holds the registers that the
    /// program declares, and `live` one word per lane.
    #[inline(always)]
    pub unsafe fn call(&self, file: *mut u32, live: *const u32, span: Span) {
        // SAFETY: by this function's contract.
        unsafe {
            let [a, b, c] = self.src.map(|offset| file.byte_add(offset as usize));
            let dst = file.byte_add(self.dst as usize);
            (self.kernel())(dst, a, b, c, live, span);
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
                let (first, shadow) = ((src >> 16) as usize, (src & 0xffff) as usize);
                let to = on.scratch.add(shadow * on.span.pitch());
                for word in 0..usize::from(words) {
                    let to = to.add(word * on.span.pitch());
                    let lanes = on.span.lanes();
                    (on.scalars).spread(first + word, shadow + word, to, lanes, on.kernels);
                }
                *pointer = to;
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
            (self.kernel())(dst, a, b, c, on.live, on.span);
        }
    }

    /// One bit for every lane, active or not, of each wave, which has so many lanes.
    ///
    /// # Safety
    /// As for [`Code::call_mixed`], for entries of kind `Compare` and `Predicate`.
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
            for wave in 0..on.span.lanes() / width {
                let [a, b, c] = src.map(|src| src.add(wave * width));
                put(wave, (self.call.mask)(a, b, c, width, on.span.pitch()));
            }
        }
    }

    /// # Safety
    /// Only for entries of kind `LocalWords`.
    #[inline(always)]
    pub unsafe fn words(&self) -> WordsKernel {
        // SAFETY: `Binding::step` put such a kernel there.
        unsafe { self.call.words }
    }

    /// Calls a scalar function of single words on the first lanes of registers.
    ///
    /// # Safety
    /// As for [`Code::call`], for entries of kind `FirstLane`.
    #[inline(always)]
    pub unsafe fn call_first_lane(&self, file: *mut u32) {
        // SAFETY: by this function's contract; `Binding::step` put a scalar function there.
        unsafe {
            let [a, b, c] = (self.src).map(|offset| u64::from(*file.byte_add(offset as usize)));
            *file.byte_add(self.dst as usize) = (self.call.scalar)(a, b, c) as u32;
        }
    }

    /// Calls a scalar function of single words. `scalars` is the first word of a wave.
    ///
    /// # Safety
    /// Only for entries of kind `Words` and `WordsFlag`, with the scalars that they were bound to.
    #[inline(always)]
    pub unsafe fn call_words(&self, scalars: *const u32) -> u32 {
        // SAFETY: registers are in range; `Binding::scalar` put a scalar function there.
        unsafe {
            let [a, b, c] = (self.src).map(|at| u64::from(*scalars.add(at as usize)));
            (self.call.scalar)(a, b, c) as u32
        }
    }

    /// Calls a scalar function of any widths, where registers are `row` words apart.
    ///
    /// # Safety
    /// As above, for entries with a scalar function.
    #[inline(always)]
    pub unsafe fn call_wide(&self, scalars: *const u32, row: usize) -> u64 {
        let mut args = [0; 3];
        for (i, arg) in args.iter_mut().enumerate() {
            // SAFETY: registers are in range, and behind the last there is padding.
            unsafe {
                let at = scalars.add(self.src[i] as usize);
                *arg = u64::from(*at);
                if self.widths >> (2 * i) & 3 == 2 {
                    *arg |= u64::from(*at.add(row)) << 32;
                }
            }
        }
        // SAFETY: `Binding::scalar` put a scalar function there.
        unsafe { (self.call.scalar)(args[0], args[1], args[2]) }
    }

    /// The registers that a scalar function puts its results in: one or two words, and a flag.
    #[inline(always)]
    pub fn results(&self) -> (usize, bool, Option<usize>) {
        let flagged = matches!(self.kind, Kind::WordsFlag | Kind::WideFlag);
        let flag = flagged.then_some((self.dst >> 16) as usize);
        ((self.dst & 0xffff) as usize, self.widths >> 6 == 2, flag)
    }

    /// Where the words of the registers begin that a scalar function reads.
    #[inline(always)]
    pub fn scalar_sources(&self, row: usize) -> impl Iterator<Item = usize> {
        (0..3).flat_map(move |i| {
            let words = usize::from(self.widths >> (2 * i) & 3);
            (0..words).map(move |word| self.src[i] as usize + word * row)
        })
    }
}

/// Kernels on vector registers that follow each other are called in a loop of their own.
fn find_runs(code: &mut [Code]) {
    for i in (0..code.len()).rev() {
        let next = code.get(i + usize::from(code[i].advance));
        let more = next.is_some_and(|next| next.is_vectors() && !next.marked);
        if code[i].is_vectors() && more {
            code[i].kind = Kind::VectorRun;
        }
    }
}
