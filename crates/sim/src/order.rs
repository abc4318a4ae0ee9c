//! Whether it matters which workgroup comes first: then threads would make results differ from run
//! to run, so workgroups run in order on one.

use op::Op;
use random::Random;
use uop::{AtomicOp, MemKind, Program, Space, Uop};

/// Whether the program has atomics on memory that all workgroups share whose results depend on the
/// order in which they take place: those that return what was there, exchanges, sums of floats.
pub(crate) fn matters(program: &Program) -> bool {
    program.steps.iter().any(|step| match &step.uop {
        Uop::Memory(memory) => match memory.kind {
            MemKind::Atomic { op, returns } => {
                matches!(memory.space, Space::Global | Space::Flat)
                    && (returns || !commutes(op, memory.bytes))
            }
            MemKind::Load(_) | MemKind::Store { .. } => false,
        },
        Uop::Custom(custom) => custom.order_matters(),
        _ => false,
    })
}

/// Whether two updates leave the same whichever comes first. What an operation means says it: it is
/// tried on numbers, among them floats whose sum depends on the order, and those that are none, of
/// which some operations keep the last.
pub(crate) fn commutes(op: AtomicOp, bytes: u8) -> bool {
    let AtomicOp::Apply(op) = op else {
        return false;
    };
    let mut random = Random::new(1);
    let mut word = || {
        let bits = random.bits();
        match (random.below(8u32), bytes) {
            (1, 8) => bits | f64::INFINITY.to_bits(),
            (1, _) => u64::from(bits as u32 | f32::INFINITY.to_bits()),
            (0, 8) => f64::from(bits as i32).to_bits(),
            (0, _) => (bits as i32 as f32).to_bits().into(),
            (_, 8) => bits,
            _ => bits & u64::from(u32::MAX),
        }
    };
    let update = |op: Op, old: u64, data: u64| op.eval([old, data, 0]);
    (0..200).all(|_| {
        let (old, a, b) = (word(), word(), word());
        update(op, update(op, old, a), b) == update(op, update(op, old, b), a)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_integers_commute_and_sums_of_floats_do_not() {
        for op in [
            Op::AddU32,
            Op::SubU32,
            Op::MinU32,
            Op::MaxI32,
            Op::AndB32,
            Op::XorB32,
        ] {
            assert!(commutes(AtomicOp::Apply(op), 4), "{op:?}");
        }
        // The least of two NaNs is the one that comes last.
        for op in [Op::AddF32, Op::SubF32, Op::LesserNumF32] {
            assert!(!commutes(AtomicOp::Apply(op), 4), "{op:?}");
        }
        assert!(!commutes(AtomicOp::Exchange, 4));
        assert!(!commutes(AtomicOp::CompareSwap, 8));
    }
}
