//! What must hold of a program before it runs.

use uop::{Program, Src, Uop};

/// Registers are fetched without a check at run time; here is the one check. A program that names
/// a register it did not declare, or leaves out an operand, is a bug of the crate that built it.
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
            // A cluster has its waves' barriers in one place.
            Uop::Split(_) => {
                let alone = program.resources.cluster <= 1;
                assert!(alone, "{uop:?} in a program with clusters");
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
