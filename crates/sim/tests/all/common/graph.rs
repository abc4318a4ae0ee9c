//! Unstructured control flow at random.

use super::*;
use uop::{LabelId, Program, Test, Uop, VReg};

const FUEL: VReg = VReg(3);
/// Where functions return to.
pub const LINK: VReg = VReg(4);
const TARGET: VReg = VReg(5);
const TEMP: VReg = VReg(6);
/// Registers that programs compute with and store in the end.
pub const DATA: [VReg; 5] = [VReg(7), VReg(8), VReg(9), VReg(10), VReg(11)];

/// Blocks that branch to each other at random. Every block costs a lane one unit of its fuel.
pub fn random_graph(random: &mut Random, base: u32, threads: u32) -> std::sync::Arc<Program> {
    let mut asm = Asm::new();
    asm.scatter(&DATA, random, 28);
    graph_after(asm, random, base, threads, false)
}

/// The same after a beginning; if it goes `straight`, nowhere by address, and with barriers instead.
pub fn graph_after(
    mut asm: Asm,
    random: &mut Random,
    base: u32,
    threads: u32,
    straight: bool,
) -> std::sync::Arc<Program> {
    let blocks = 2 + random.below(10);
    let address = |block: usize| 0x1000 * (block as u64 + 1);
    let done = asm.label();
    let zero = asm.constant(0);
    asm.op_with(Op::AndB32, FUEL, DATA[0], 31);
    asm.op_with(Op::AddU32, FUEL, FUEL, 2);
    asm.set(LINK, address(0) as u32);
    let labels: Vec<LabelId> = (0..blocks)
        .map(|block| asm.builder.label_at(address(block)))
        .collect();
    asm.jump(labels[0]);
    for block in 0..blocks {
        asm.address = address(block);
        asm.op_with(Op::SubU32, FUEL, FUEL, 1);
        asm.diverge(Test::Equal, FUEL, zero, done);
        for _ in 0..random.below(4) {
            let op = random.pick(&[Op::AddU32, Op::XorB32, Op::MulU32, Op::ShrU32, Op::SubU32]);
            let (dst, a, b) = (random.pick(&DATA), random.pick(&DATA), random.pick(&DATA));
            asm.op(op, dst, &[a, b]);
            if random.chance(20) {
                asm.push(Uop::Nop);
            }
        }
        let to = random.pick(&labels);
        match random.below(10) {
            0 => asm.jump(to),
            1 if block > 0 => {
                asm.push(Uop::Exit);
            }
            2 if straight => {
                asm.push(Uop::Barrier);
                asm.jump(to);
            }
            2 | 3 if !straight => {
                // A call: the link says where the callee returns to.
                asm.set(LINK, address(random.below(blocks)) as u32);
                asm.jump(to);
            }
            4 if !straight => {
                let join = uop::JoinId(None);
                asm.push(Uop::DivergeIndirect {
                    address: LINK,
                    offset: 0,
                    join,
                });
            }
            5 | 6 if !straight => {
                let (a, b) = (random.below(blocks), random.below(blocks));
                let (a, b) = (
                    asm.constant(address(a) as u32 - 4),
                    asm.constant(address(b) as u32 - 3),
                );
                asm.op_with(Op::AndB32, TEMP, random.pick(&DATA), 1);
                asm.op(Op::SelectB32, TARGET, &[TEMP, a, b]);
                let join = uop::JoinId(None);
                asm.push(Uop::DivergeIndirect {
                    address: TARGET,
                    offset: 4,
                    join,
                });
            }
            _ => {
                asm.op_with(
                    Op::AndB32,
                    TEMP,
                    random.pick(&DATA),
                    random.pick(&[1, 3, 4, 16]),
                );
                let test = random.pick(&[Test::Equal, Test::NotEqual]);
                asm.diverge(test, TEMP, zero, to);
                let to = random.pick(&labels);
                asm.jump(to);
            }
        }
        if !straight && random.chance(80) {
            asm.builder.indirect_target(labels[block]);
        }
    }
    asm.address = 0x100_0000;
    asm.bind(done);
    asm.dump(base, threads, &DATA, TEMP);
    asm.push(Uop::Exit);
    asm.finish()
}
