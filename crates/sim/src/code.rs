//! A program prepared for one launch: what the interpreter looks up at every step, looked up once.
//!
//! Entry `i` belongs to step `i` of the program. The steps that make up most of a run carry all
//! they need in half a cache line: the function to call and where the operands lie. Others have
//! more in a list beside the entries, or refer to the step itself.

use crate::access::Shape;
use crate::changes::Changes;
use op::{Kernel, Kernels, MaskKernel, Nans, Op, ScalarFn, WordsKernel};
use std::collections::HashMap;
use uop::{Cond, CrossOp, MaskOp, Modified, OutMods, Program, SReg, Src, SrcMods, Uop, VReg};

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
    /// Registers of scratch.
    pub scratch: usize,
    pub changes: Changes,
}

#[repr(C)]
pub(crate) struct Code {
    call: Call,
    /// The result's place, or where a branch leads, or a place in a list.
    pub dst: u32,
    /// Byte offsets into the vector file or numbers of scalar registers, as `kind` says. A scalar
    /// among the sources of a kernel has its number in the upper half, and in the lower half the
    /// scratch register that shadows it.
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
    /// A mask kernel, whose result replaces the whole mask, or the bits of active lanes.
    Compare,
    Predicate,
    LanesFromMask,
    ReadLane,
    ReadFirst,
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
    /// See the step.
    Other,
}

/// Where kernels find their operands.
#[derive(Clone, Copy)]
pub(crate) struct Operands<'a> {
    /// The vector file.
    pub file: *mut u32,
    pub scalars: &'a [u32],
    pub scratch: *mut u32,
    pub live: *const u32,
    /// Words of a register.
    pub stride: usize,
    pub kernels: &'static Kernels,
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
    /// Prepares every step for waves of `lanes` lanes. `eager` says that nothing is ever
    /// outstanding, so that nothing has to be waited for; `marked` of an instruction whether it is.
    pub fn new(
        program: &Program,
        kernels: &Kernels,
        lanes: u32,
        eager: bool,
        marked: impl Fn(u32) -> bool,
    ) -> Prepared {
        let stride = (lanes as usize).next_multiple_of(op::CHUNK);
        let mut preparation = Preparation {
            kernels,
            nans: program.resources.nans,
            register_bytes: 4 * stride as u32,
            eager,
            shadows: HashMap::new(),
            prepared: Prepared {
                scratch: SCRATCH,
                changes: Changes::of(program, if lanes == 64 { 2 } else { 1 }),
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
        let mut prepared = preparation.prepared;
        take_hints_along(&mut prepared.entries);
        find_runs(&mut prepared.entries);
        prepared
    }

    /// Carries out an entry of kind `Modified`.
    ///
    /// # Safety
    /// As for [`Code::call`].
    pub unsafe fn modified(&self, index: u32, on: &Operands<'_>) {
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
                    kernel(to, *src, *src, *src, all_live(), lanes);
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
            kernel(result, a, b, c, all_live(), lanes);
            for kernel in modified.out.into_iter().flatten() {
                kernel(result, result, result, result, all_live(), lanes);
            }
            for r in 0..modified.registers {
                let (to, from) = (dst.add(r * lanes), result.add(r * lanes));
                on.kernels.blend(to, from, on.live, lanes);
            }
        }
    }
}

/// A mask under which every lane is active.
fn all_live() -> *const u32 {
    #[repr(align(64))]
    struct Block([u32; crate::wave::MAX_LANES]);
    static ALL: Block = Block([!0; crate::wave::MAX_LANES]);
    ALL.0.as_ptr()
}

fn take_hints_along(code: &mut [Code]) {
    for i in (0..code.len().saturating_sub(1)).rev() {
        let next = &code[i + 1];
        let (count, advance) = (next.count, next.advance);
        if next.kind == Kind::Nop
            && !next.marked
            && code[i].falls_through()
            && advance < MAX_ADVANCE
        {
            code[i].count += count;
            code[i].advance += advance;
        }
    }
}

fn find_runs(code: &mut [Code]) {
    for i in (0..code.len()).rev() {
        let next = code.get(i + usize::from(code[i].advance));
        let more = next.is_some_and(|next| next.is_vectors() && !next.marked);
        if code[i].is_vectors() && more {
            code[i].kind = Kind::VectorRun;
        }
    }
}

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
        }
    }

    fn is_vectors(&self) -> bool {
        matches!(self.kind, Kind::Vectors | Kind::VectorRun)
    }

    /// The step always goes on to the next one, and never to a fault.
    fn falls_through(&self) -> bool {
        use Kind::*;
        match self.kind {
            Vectors | Mixed | Modified | Compare | Predicate | LanesFromMask | ReadLane
            | ReadFirst | Words | WordsFlag | FirstLane | Wide | WideFlag | Nop => true,
            VectorRun | SetExec | Jump | BranchZero | BranchNonZero | BranchMaskZero
            | BranchMaskNonZero | BranchNoneActive | BranchAnyActive | Memory | LocalWords
            | ScalarLoad | Other => false,
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
    /// scalar in every lane. It still has it from the last time, unless the scalar has changed or
    /// another wave was here.
    ///
    /// # Safety
    /// As for [`Code::call`], for entries with a kernel of any kind.
    #[inline(always)]
    unsafe fn sources(&self, on: &Operands<'_>) -> [*const u32; 3] {
        let mut pointers = [on.live; 3];
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
                    let value = *on.scalars.get_unchecked((src >> 16) as usize + word);
                    let to = shadow.add(word * on.stride);
                    if *to != value {
                        on.kernels.broadcast(to, value, on.stride);
                    }
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
    pub unsafe fn call_mixed(&self, on: &Operands<'_>) {
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
    pub unsafe fn call_mask(&self, on: &Operands<'_>) -> u64 {
        // SAFETY: by this function's contract.
        unsafe {
            let [a, b, c] = self.sources(on);
            (self.call.mask)(a, b, c, on.stride)
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
}

/// Preparing a program, step by step.
struct Preparation<'a> {
    kernels: &'a Kernels,
    nans: Nans,
    register_bytes: u32,
    eager: bool,
    /// Scratch registers by the scalar that they shadow, and whether two of them do.
    shadows: HashMap<(SReg, bool), usize>,
    prepared: Prepared,
}

impl Preparation<'_> {
    fn step(&mut self, uop: &Uop) -> Code {
        match uop {
            Uop::PerLane { op, dst, src } => {
                let mut code = self.kernel(*op, src);
                code.dst = u32::from(dst.0) * self.register_bytes;
                code
            }
            Uop::Modified(modified) => self.modified(modified),
            Uop::Compare { op, dst, src } => self.compare(Kind::Compare, *op, *dst, src),
            Uop::Predicate { op, dst, src } => self.compare(Kind::Predicate, *op, *dst, src),
            Uop::LanesFromMask { dst, mask } => Code {
                dst: u32::from(dst.0) * self.register_bytes,
                src: [mask.0.into(), 0, 0],
                ..Code::of(Kind::LanesFromMask)
            },
            Uop::Scalar { op, dst, src } => self.scalar(*op, *dst, src, None),
            Uop::ScalarFlag { op, dst, src, flag } => self.scalar(*op, *dst, src, Some(*flag)),
            Uop::FirstLane { op, dst, src } => {
                let at = |reg: VReg| u32::from(reg.0) * self.register_bytes;
                let scalar = op.scalar_for(self.nans);
                Code {
                    call: Call { scalar },
                    dst: at(*dst),
                    src: src.map(at),
                    ..Code::of(Kind::FirstLane)
                }
            }
            Uop::Cross(cross) => match **cross {
                CrossOp::ReadLane { dst, src, lane } => Code {
                    dst: dst.0.into(),
                    src: [src.0.into(), lane.0.into(), 0],
                    ..Code::of(Kind::ReadLane)
                },
                CrossOp::ReadFirst { dst, src } => Code {
                    dst: dst.0.into(),
                    src: [src.0.into(), 0, 0],
                    ..Code::of(Kind::ReadFirst)
                },
                _ => Code::of(Kind::Other),
            },
            Uop::Mask(MaskOp::Set(reg)) => Code {
                src: [reg.0.into(), 0, 0],
                ..Code::of(Kind::SetExec)
            },
            Uop::Jump { to } => Code {
                dst: *to,
                ..Code::of(Kind::Jump)
            },
            Uop::Branch { when, to } => {
                let (kind, reg) = match *when {
                    Cond::Zero(reg) => (Kind::BranchZero, reg.0),
                    Cond::NonZero(reg) => (Kind::BranchNonZero, reg.0),
                    Cond::MaskZero(reg) => (Kind::BranchMaskZero, reg.0),
                    Cond::MaskNonZero(reg) => (Kind::BranchMaskNonZero, reg.0),
                    Cond::NoneActive => (Kind::BranchNoneActive, 0),
                    Cond::AnyActive => (Kind::BranchAnyActive, 0),
                };
                Code {
                    dst: *to,
                    src: [reg.into(), 0, 0],
                    ..Code::of(kind)
                }
            }
            Uop::Wait { .. } if self.eager => Code::of(Kind::Nop),
            Uop::Nop => Code::of(Kind::Nop),
            Uop::Memory(op) => {
                let mut code = self.access(Kind::Memory, Shape::of(op, self.register_bytes));
                let (shape, lanes) = (
                    self.prepared.shapes.last(),
                    self.register_bytes as usize / 4,
                );
                if let Some(words) = shape.and_then(|shape| shape.local_kernel(self.kernels, lanes))
                    && (self.eager || op.channel.is_none())
                {
                    code.call = Call { words };
                    code.kind = Kind::LocalWords;
                }
                code
            }
            Uop::ScalarLoad(_) => self.access(Kind::ScalarLoad, Shape::default()),
            _ => Code::of(Kind::Other),
        }
    }

    fn access(&mut self, kind: Kind, shape: Shape) -> Code {
        let shapes = &mut self.prepared.shapes;
        shapes.push(shape);
        Code {
            dst: shapes.len() as u32 - 1,
            ..Code::of(kind)
        }
    }

    /// An entry with the kernel of an op and its sources; the result's place is left open.
    fn kernel(&mut self, op: Op, src: &[Src; 3]) -> Code {
        let kernel = self.kernels.get_for(op, self.nans);
        let mut code = self.operands(src);
        code.call = Call { kernel };
        code.kind = match code.widths {
            0 => Kind::Vectors,
            _ => Kind::Mixed,
        };
        code
    }

    fn operands(&mut self, src: &[Src; 3]) -> Code {
        let mut code = Code::of(Kind::Other);
        for (i, src) in src.iter().enumerate() {
            let (reg, wide) = match *src {
                Src::Vector(reg) => {
                    code.src[i] = u32::from(reg.0) * self.register_bytes;
                    continue;
                }
                Src::None => continue,
                Src::Scalar(reg) => (reg, false),
                Src::ScalarPair(reg) => (reg, true),
            };
            code.src[i] = u32::from(reg.0) << 16 | self.shadow(reg, wide) as u32;
            code.widths |= (1 + u8::from(wide)) << (2 * i);
        }
        code
    }

    /// The first scratch register of a scalar's shadow.
    fn shadow(&mut self, reg: SReg, wide: bool) -> usize {
        let scratch = &mut self.prepared.scratch;
        *self.shadows.entry((reg, wide)).or_insert_with(|| {
            let first = *scratch;
            *scratch += 1 + usize::from(wide);
            first
        })
    }

    fn modified(&mut self, modified: &Modified) -> Code {
        let mut code = self.kernel(modified.op, &modified.src);
        code.dst = u32::from(modified.dst.0) * self.register_bytes;
        let kernel = |op: Option<Op>| op.map(|op| self.kernels.get_for(op, self.nans));
        let of_source = |mods: &SrcMods| [kernel(mods.first), kernel(mods.second)];
        let OutMods { first, second } = modified.out;
        let [first, second] = [first, second].map(kernel);
        let modified = ModifiedCode {
            code,
            mods: [0, 1, 2].map(|i| of_source(&modified.mods[i])),
            out: [first.or(second), first.and(second)],
            registers: modified.op.signature().result.registers(),
        };
        let list = &mut self.prepared.modified;
        list.push(modified);
        Code {
            dst: list.len() as u32 - 1,
            ..Code::of(Kind::Modified)
        }
    }

    fn compare(&mut self, kind: Kind, op: Op, dst: SReg, src: &[Src; 3]) -> Code {
        let Some(mask) = self.kernels.mask(op) else {
            return Code::of(Kind::Other);
        };
        let code = self.operands(src);
        Code {
            call: Call { mask },
            dst: dst.0.into(),
            kind,
            ..code
        }
    }

    fn scalar(&self, op: Op, dst: SReg, src: &[SReg; 3], flag: Option<SReg>) -> Code {
        let signature = op.signature();
        let types = signature.args.iter().zip(src).enumerate();
        let mut code = Code::of(Kind::Other);
        for (i, (ty, reg)) in types {
            code.src[i] = reg.0.into();
            code.widths |= (ty.registers() as u8) << (2 * i);
        }
        code.widths |= (signature.result.registers() as u8) << 6;
        let wide = code.widths & 0b10_10_10_10 != 0;
        Code {
            call: Call {
                scalar: op.scalar_for(self.nans),
            },
            dst: u32::from(dst.0) | flag.map_or(0, |flag| u32::from(flag.0) << 16),
            kind: match (wide, flag) {
                (false, None) => Kind::Words,
                (false, Some(_)) => Kind::WordsFlag,
                (true, None) => Kind::Wide,
                (true, Some(_)) => Kind::WideFlag,
            },
            ..code
        }
    }
}

/// Registers are fetched without a check at run time; here is the one check. A program that names
/// a register it did not declare, or leaves out an operand, is a bug of whoever built it.
pub(crate) fn check(program: &Program, lanes: u32) {
    let mask_words = if lanes == 64 { 2 } else { 1 };
    let (vectors, scalars) = (program.vector_file, program.scalar_file);
    for step in &program.steps {
        let uop = &step.uop;
        uop.for_each_operand(mask_words, &mut |_, operand| {
            let (first, count, file) = match operand {
                uop::Operand::Vector(reg, count) => (reg.0, count, vectors),
                uop::Operand::Scalar(reg, count) => (reg.0, count, scalars),
            };
            let end = u32::from(first) + u32::from(count);
            assert!(end <= file.into(), "{uop:?} names an undeclared register");
        });
        let (op, src) = match uop {
            Uop::PerLane { op, src, .. }
            | Uop::Compare { op, src, .. }
            | Uop::Predicate { op, src, .. } => (op, src),
            Uop::Modified(modified) => (&modified.op, &modified.src),
            Uop::FirstLane { op, .. } => {
                let signature = op.signature();
                let mut types = signature.args.iter().chain([&signature.result]);
                assert!(
                    types.all(|ty| ty.registers() == 1),
                    "{uop:?} is wider than a word"
                );
                continue;
            }
            Uop::Memory(memory) => {
                let whole = memory.bytes > 0 && memory.bytes.is_multiple_of(4);
                let fits = match memory.kind {
                    uop::MemKind::Atomic { .. } => matches!(memory.bytes, 4 | 8),
                    _ => whole || matches!(memory.bytes, 1 | 2),
                };
                assert!(fits, "{uop:?} has an unusable size");
                continue;
            }
            Uop::ScalarLoad(load) => {
                let whole = matches!(load.bytes, 4..=64) && load.bytes.is_multiple_of(4);
                assert!(
                    whole || matches!(load.bytes, 1 | 2),
                    "{uop:?} has an unusable size"
                );
                continue;
            }
            _ => continue,
        };
        for (ty, src) in op.signature().args.iter().zip(src) {
            let fits = match src {
                Src::Vector(_) | Src::ScalarPair(_) => true,
                Src::Scalar(_) => ty.registers() == 1,
                Src::None => false,
            };
            assert!(fits, "{uop:?} has an unusable source");
        }
    }
    if let Some(exec) = program.resources.exec {
        assert!(u32::from(exec.0) + u32::from(mask_words) <= scalars.into());
    }
}
