//! Tests of rays: descriptors of four words, a ray in eight to twelve registers, four words of result, or ten and the
//! ray as it is then.

use super::super::{Lowering, Outcome, channel};
use super::active;
use super::stack::Arrives;
use crate::encoding::ParamKind;
use crate::format::widen;
use crate::inst::{self, AmdInst, OperandValue};
use crate::meaning::Nodes;
use crate::ray::{Answer, Hierarchy, Query, Ray};
use crate::row::{OperandSlot, OperandType};
use crate::target::Target;
use std::sync::Arc;
use uop::{Breadth, Channel, Custom, Machine, Reach, SReg, Space, Trap, Uop, VReg};

/// By which way results come: neither that of loads nor that of samples.
const WAY: u8 = 2;
/// Words of a result.
const RESULTS: u16 = 4;
/// Words of a result about two nodes.
const WIDE_RESULTS: u16 = 10;

/// A test of rays against nodes.
#[derive(Debug)]
struct Test {
    target: Target,
    /// Those of pointer and ray, one after the other.
    address: Vec<VReg>,
    /// The pointer has two of them.
    wide: bool,
    /// Direction and its inverse are halves.
    halves: bool,
    descriptor: SReg,
    result: VReg,
    channel: Channel,
}

impl Lowering<'_> {
    pub(in super::super) fn ray_test(&mut self, inst: &AmdInst, nodes: Nodes) -> Outcome {
        let OperandSlot::Ray(parts, _) = inst.row().operands[1] else {
            return Err("operands of a ray test".into());
        };
        let (mut registers, mut descriptor) = (Vec::new(), None);
        for (param, operand) in inst.encoding.params.iter().zip(inst.operands()) {
            match (param.kind, operand.value) {
                (ParamKind::Vgpr(_), OperandValue::Reg(reg)) => {
                    let words = 0..u16::from(reg.dwords);
                    registers.push((words.map(|n| self.vgpr(reg).plus(n))).collect::<Vec<_>>());
                }
                (ParamKind::Sgpr(..), OperandValue::Reg(_)) => {
                    descriptor = Some(self.scalar_source(inst, operand, OperandType::I32)?);
                }
                _ => {}
            }
        }
        let descriptor = descriptor.ok_or("no descriptor")?;
        if descriptor.0 + 3 > inst::TTMP_LAST {
            return Err("a descriptor that is not in scalar registers".into());
        }
        let (result, address) = registers.split_first().ok_or("no result")?;
        let result = *result.first().ok_or("no result")?;
        let address = address.concat();
        if nodes != Nodes::One {
            return self.wide_ray_test(nodes, address, descriptor, result);
        }
        let wide = parts[0] == 2;
        let halves = match address.len() - usize::from(wide) {
            8 => true,
            11 => false,
            _ => return Err("a ray with another number of registers".into()),
        };
        self.b.push(Uop::Custom(Arc::new(Test {
            target: self.options.target,
            address,
            wide,
            halves,
            descriptor,
            result,
            channel: match self.options.target.generation().long_memory() {
                true => channel::RAY,
                false => channel::LOAD,
            },
        })));
        Ok(())
    }

    fn wide_ray_test(
        &mut self,
        nodes: Nodes,
        address: Vec<VReg>,
        descriptor: SReg,
        result: VReg,
    ) -> Outcome {
        if address.len() < ORIGIN + 6 + 1 + usize::from(nodes == Nodes::Two) {
            return Err("a ray with another number of registers".into());
        }
        let (origin, direction) = (address[ORIGIN], address[ORIGIN + 3]);
        // All results are outstanding until they are waited for, and counted once.
        let answer = self.temporary(WIDE_RESULTS + 6);
        self.b.push(Uop::Custom(Arc::new(Wide {
            target: self.options.target,
            nodes,
            address,
            descriptor,
            answer,
        })));
        for (from, to, count, on) in [
            (0, origin, 3, channel::RAY_PART),
            (3, direction, 3, channel::RAY_PART),
            (6, result, WIDE_RESULTS, channel::RAY),
        ] {
            self.b.push(Uop::Custom(Arc::new(Arrives {
                from: answer.plus(from),
                to,
                count,
                on,
                way: WAY,
            })));
        }
        Ok(())
    }
}

/// Which register of the address has the origin of the ray, where two nodes or eight boxes are tested: behind a base of
/// two registers, how far it goes and what it sees.
const ORIGIN: usize = 4;

/// A test of rays against two nodes or one of eight boxes.
#[derive(Debug)]
struct Wide {
    target: Target,
    nodes: Nodes,
    address: Vec<VReg>,
    descriptor: SReg,
    /// Origin, direction and ten words.
    answer: VReg,
}

impl Wide {
    fn test(
        &self,
        hierarchy: &Hierarchy,
        machine: &mut dyn Machine,
        lane: usize,
    ) -> Result<Answer, Trap> {
        let all: Vec<u32> = (self.address.iter())
            .map(|reg| machine.vector(*reg)[lane])
            .collect();
        let three = |from: usize| [0, 1, 2].map(|i| f32::from_bits(all[from + i]));
        let query = Query {
            base: u64::from(all[0]) | u64::from(all[1]) << 32,
            mask: all[3] & 0xff,
        };
        let ray = Ray {
            extent: f32::from_bits(all[2]),
            origin: three(ORIGIN),
            direction: three(ORIGIN + 3),
            inverse: [0.0; 3],
        }
        .with_inverse();
        let mut load = |address: u64, words: &mut [u32]| load(machine, lane, address, words);
        match self.nodes {
            Nodes::Two => {
                let nodes = [all[ORIGIN + 6], all[ORIGIN + 7]];
                hierarchy.test_two(&query, nodes, &ray, &mut load)
            }
            _ => hierarchy.test_eight(&query, all[ORIGIN + 6], &ray, &mut load),
        }
    }
}

impl Custom for Wide {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let hierarchy = read(machine, self.descriptor, self.target)?;
        for lane in active(machine) {
            let answer = self.test(&hierarchy, machine, lane)?;
            let words = answer.origin.into_iter().chain(answer.direction);
            for (n, word) in (0..).zip(words.chain(answer.words)) {
                machine.vector_mut(self.answer.plus(n))[lane] = word;
            }
        }
        Ok(())
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let answer = (0..6 + WIDE_RESULTS).map(|n| self.answer.plus(n));
        (self.address.clone(), answer.collect())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let descriptor = (0..4).map(|n| self.descriptor.plus(n));
        (descriptor.collect(), Vec::new())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }
}

/// What a descriptor says.
fn read(machine: &dyn Machine, descriptor: SReg, target: Target) -> Result<Hierarchy, Trap> {
    let words = [0, 1, 2, 3].map(|n| machine.scalar(descriptor.plus(n)));
    let hierarchy = Hierarchy::read(words, target);
    match hierarchy.unknown {
        true => Err(Trap::Unmodelled(
            "a descriptor that is none of a hierarchy".into(),
        )),
        false => Ok(hierarchy),
    }
}

/// Words of memory as a lane sees it.
fn load(
    machine: &mut dyn Machine,
    lane: usize,
    address: u64,
    words: &mut [u32],
) -> Result<(), Trap> {
    let mut bytes = [0; 128];
    let bytes = &mut bytes[..4 * words.len()];
    machine.load(Space::Global, lane as u32, address, bytes)?;
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    }
    Ok(())
}

impl Test {
    fn word(&self, machine: &dyn Machine, lane: usize, n: usize) -> u32 {
        machine.vector(self.address[n])[lane]
    }

    fn pointer(&self, machine: &dyn Machine, lane: usize) -> u64 {
        let high = match self.wide {
            true => self.word(machine, lane, 1),
            false => 0,
        };
        u64::from(self.word(machine, lane, 0)) | u64::from(high) << 32
    }

    fn ray(&self, machine: &dyn Machine, lane: usize) -> Ray {
        let from = 1 + usize::from(self.wide);
        let word = |n: usize| self.word(machine, lane, from + n);
        let float = |n: usize| f32::from_bits(word(n));
        let three = |from: usize| [0, 1, 2].map(|i| float(from + i));
        // The halves of a component share a register.
        let half = |shift: u32| [0, 1, 2].map(|i| widen(word(4 + i) >> shift & 0xffff));
        Ray {
            extent: float(0),
            origin: three(1),
            direction: if self.halves { half(0) } else { three(4) },
            inverse: if self.halves { half(16) } else { three(7) },
        }
    }
}

impl Custom for Test {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let hierarchy = read(machine, self.descriptor, self.target)?;
        if hierarchy.packed {
            let what = "packed nodes in a test of one node: what it makes of them is not known";
            return Err(Trap::Unmodelled(what.into()));
        }
        for lane in active(machine) {
            let (pointer, ray) = (self.pointer(machine, lane), self.ray(machine, lane));
            let found = hierarchy.test(pointer, &ray, &mut |address, words| {
                load(machine, lane, address, words)
            })?;
            // Lanes have read what they need of their own registers.
            for (n, word) in (0..RESULTS).zip(found) {
                machine.vector_mut(self.result.plus(n))[lane] = word;
            }
        }
        Ok(())
    }

    fn breadth(&self) -> Breadth {
        Breadth::Active
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let results = (0..RESULTS).map(|n| self.result.plus(n));
        (self.address.clone(), results.collect())
    }

    fn scalars(&self) -> (Vec<SReg>, Vec<SReg>) {
        let descriptor = (0..4).map(|n| self.descriptor.plus(n));
        (descriptor.collect(), Vec::new())
    }

    fn reach(&self) -> Reach {
        Reach::Memory
    }

    fn channel(&self) -> Option<Channel> {
        Some(self.channel)
    }

    fn way(&self) -> Option<u8> {
        Some(WAY)
    }
}
