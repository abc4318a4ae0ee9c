//! A program prepared for one launch: what the interpreter looks up at every step, looked up once.
//!
//! Entry `i` belongs to step `i` of the program. The steps that make up most of a run carry all
//! they need in half a cache line: the function to call and where the operands lie. The others
//! refer to the step itself.

use op::{Kernel, Kernels, Nans, ScalarFn};
use uop::{Cond, Program, Src, Uop};

#[repr(C)]
pub(crate) struct Code {
    call: Call,
    /// The result's place, or where a branch leads.
    pub dst: u32,
    /// Byte offsets into the vector file or numbers of scalar registers, as `kind` says.
    pub src: [u32; 3],
    pub kind: Kind,
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

union Call {
    kernel: Kernel,
    scalar: ScalarFn,
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
    /// A scalar function whose arguments and result are one word.
    Words,
    /// As `Words`, and the register in the upper half of `dst` says whether the result is not 0.
    WordsFlag,
    Jump,
    BranchZero,
    BranchNonZero,
    Nop,
    Memory,
    /// See the step.
    Other,
}

impl Code {
    /// Prepares every step for waves whose registers lie `stride` words apart. `marked` says of
    /// an instruction whether it is.
    pub fn of(
        program: &Program,
        kernels: &Kernels,
        stride: usize,
        marked: impl Fn(u32) -> bool,
    ) -> Vec<Code> {
        let mut code: Vec<Code> = program
            .steps
            .iter()
            .map(|step| {
                let mut code = prepare(
                    &step.uop,
                    kernels,
                    program.resources.nans,
                    4 * stride as u32,
                );
                code.first = step.first;
                code.count = step.first.into();
                code.marked = step.first && marked(step.inst);
                code
            })
            .collect();
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
        for i in (0..code.len()).rev() {
            let next = code.get(i + usize::from(code[i].advance));
            let more = next.is_some_and(|next| next.is_vectors() && !next.marked);
            if code[i].is_vectors() && more {
                code[i].kind = Kind::VectorRun;
            }
        }
        code
    }

    fn is_vectors(&self) -> bool {
        matches!(self.kind, Kind::Vectors | Kind::VectorRun)
    }

    /// The step always goes on to the next one, and never to a fault.
    fn falls_through(&self) -> bool {
        matches!(
            self.kind,
            Kind::Vectors | Kind::Mixed | Kind::Words | Kind::WordsFlag | Kind::Nop
        )
    }

    /// # Safety
    /// Only for entries of kind `Vectors`, `VectorRun` and `Mixed`.
    #[inline(always)]
    pub unsafe fn kernel(&self) -> Kernel {
        // SAFETY: `prepare` put a kernel there.
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

    /// # Safety
    /// Only for entries of kind `Words` and `WordsFlag`.
    #[inline(always)]
    pub unsafe fn scalar(&self) -> ScalarFn {
        // SAFETY: `prepare` put a scalar function there.
        unsafe { self.call.scalar }
    }
}

fn prepare(uop: &Uop, kernels: &Kernels, nans: Nans, register_bytes: u32) -> Code {
    let mut code = Code {
        call: Call { none: () },
        dst: 0,
        src: [0; 3],
        kind: Kind::Other,
        first: false,
        count: 0,
        advance: 1,
        marked: false,
    };
    match uop {
        Uop::PerLane { op, dst, src } => {
            let kernel = kernels.get_for(*op, nans);
            code.call = Call { kernel };
            code.dst = u32::from(dst.0) * register_bytes;
            code.kind = Kind::Vectors;
            for (to, src) in code.src.iter_mut().zip(src) {
                match src {
                    Src::Vector(reg) => *to = u32::from(reg.0) * register_bytes,
                    Src::None => {}
                    Src::Scalar(_) | Src::ScalarPair(_) => code.kind = Kind::Mixed,
                }
            }
        }
        Uop::Scalar { op, dst, src } | Uop::ScalarFlag { op, dst, src, .. } => {
            let signature = op.signature();
            let words = |ty: &op::Ty| ty.registers() == 1;
            if signature.args.iter().all(words) && words(&signature.result) {
                code.call = Call {
                    scalar: op.scalar_for(nans),
                };
                code.dst = dst.0.into();
                let count = signature.args.len();
                for (to, src) in code.src[..count].iter_mut().zip(src) {
                    *to = src.0.into();
                }
                code.kind = Kind::Words;
                if let Uop::ScalarFlag { flag, .. } = uop {
                    code.dst |= u32::from(flag.0) << 16;
                    code.kind = Kind::WordsFlag;
                }
            }
        }
        Uop::Jump { to } => {
            code.dst = *to;
            code.kind = Kind::Jump;
        }
        Uop::Branch { when, to } => {
            code.dst = *to;
            (code.kind, code.src[0]) = match *when {
                Cond::Zero(reg) => (Kind::BranchZero, reg.0.into()),
                Cond::NonZero(reg) => (Kind::BranchNonZero, reg.0.into()),
                _ => (Kind::Other, 0),
            };
        }
        Uop::Nop => code.kind = Kind::Nop,
        Uop::Memory(_) => code.kind = Kind::Memory,
        _ => {}
    }
    code
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
