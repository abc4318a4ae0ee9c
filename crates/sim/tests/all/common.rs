//! What the tests of the engine share: programs by hand, launches, and a second opinion.

pub mod graph;
pub mod lane;
pub mod nest;

use op::Op;
use random::Random;
use sim::{Apertures, Config, Dispatch, Fault, Launch, Memory, RegionLabel, Stats};
use std::sync::Arc;
use uop::{
    Addr, Builder, Channel, ChannelRule, Entry, Extend, LabelId, MaskOp, MemKind, MemOp, Program,
    Registers, Resources, SReg, Space, Src, Test, Uop, UopIdx, VReg, WavePlace,
};

/// A program by hand: every step is an instruction of four bytes.
pub struct Asm {
    pub builder: Builder,
    pub address: u64,
}

/// Programs of the tests have this many registers; [`ids`](Ids) come in the first ones.
pub const VECTORS: u16 = 24;
pub const SCALARS: u16 = 16;

impl Asm {
    pub fn new() -> Asm {
        Asm::with(Resources::default(), &[])
    }

    pub fn with(resources: Resources, channels: &[(&str, bool, u16)]) -> Asm {
        let resources = Resources {
            vectors: VECTORS,
            scalars: SCALARS,
            ..resources
        };
        let rule = |&(name, in_order, limit): &(&str, bool, u16)| ChannelRule {
            name: name.into(),
            in_order,
            writes_in_order: in_order,
            limit,
        };
        Asm {
            builder: Builder::new(resources, channels.iter().map(rule).collect()),
            address: 0x100,
        }
    }

    /// The next instruction, of one step; its address.
    pub fn push(&mut self, uop: Uop) -> u64 {
        let address = self.address;
        self.builder.begin(address, 4);
        self.builder.push(uop);
        self.address += 4;
        address
    }

    pub fn label(&mut self) -> LabelId {
        self.builder.label()
    }

    pub fn bind(&mut self, label: LabelId) {
        self.builder.bind(label);
    }

    pub fn here(&mut self) -> LabelId {
        let label = self.label();
        self.bind(label);
        label
    }

    pub fn constant(&mut self, value: u32) -> VReg {
        self.builder.constant(value)
    }

    pub fn op(&mut self, op: Op, dst: VReg, src: &[VReg]) {
        let mut all = [Src::None; 3];
        for (to, &reg) in all.iter_mut().zip(src) {
            *to = Src::Vector(reg);
        }
        self.push(Uop::PerLane { op, dst, src: all });
    }

    pub fn op_with(&mut self, op: Op, dst: VReg, a: VReg, value: u32) {
        let value = self.constant(value);
        self.op(op, dst, &[a, value]);
    }

    pub fn set(&mut self, dst: VReg, value: u32) {
        let value = self.constant(value);
        self.op(Op::MovB32, dst, &[value]);
    }

    pub fn jump(&mut self, to: LabelId) {
        self.push(Uop::Jump { to: to.0 });
    }

    pub fn diverge(&mut self, test: Test, a: VReg, b: VReg, to: LabelId) {
        self.push(Uop::Diverge {
            test,
            a,
            b,
            to: to.0,
            join: uop::JoinId(None),
        });
    }

    pub fn memory(&mut self, op: MemOp) -> u64 {
        self.push(Uop::Memory(Box::new(op)))
    }

    /// Loads a word of global memory.
    pub fn load(&mut self, dst: VReg, address: VReg) -> u64 {
        self.memory(load(Space::Global, 4, dst, address))
    }

    pub fn store(&mut self, address: VReg, data: VReg) -> u64 {
        self.memory(store(Space::Global, 4, address, data))
    }

    pub fn mask(&mut self, op: MaskOp) {
        self.push(Uop::Mask(op));
    }

    /// Stores every register of `regs` at `base + 4 * (i * threads + thread)`, and uses `temp`.
    pub fn dump(&mut self, base: u32, threads: u32, regs: &[VReg], temp: VReg) {
        for (i, &reg) in regs.iter().enumerate() {
            self.op_with(Op::ShlB32, temp, THREAD, 2);
            self.op_with(Op::AddU32, temp, temp, base + 4 * threads * i as u32);
            self.store(temp, reg);
        }
    }

    pub fn finish(self) -> Arc<Program> {
        let mut builder = self.builder;
        let entry = builder.label_at(0x100);
        builder.finish(entry).into()
    }

    /// Runs what has been written, everything at its default.
    pub fn run(self, launch: &Launch, memory: &Arc<Memory>) -> Result<Stats, Box<Fault>> {
        run(&self.finish(), launch, memory, &Config::default())
    }

    /// Gives each register a number in every thread that other threads and registers do not have;
    /// of some the upper bits alone, so that threads agree about them more or less often.
    pub fn scatter(&mut self, registers: &[VReg], random: &mut Random, most_shift: u32) {
        for (i, &reg) in registers.iter().enumerate() {
            let factor = 0x9e37_79b9u32.wrapping_mul(i as u32 + 1);
            self.op_with(Op::MulU32, reg, THREAD, factor);
            self.op_with(Op::ShrU32, reg, reg, random.below(most_shift));
        }
    }
}

pub fn addr(base: VReg) -> Addr {
    Addr {
        base: Src::Vector(base),
        wide: false,
        scalar: None,
        offset: 0,
        wrap32: false,
    }
}

pub fn load(space: Space, bytes: u8, dst: VReg, address: VReg) -> MemOp {
    MemOp {
        space,
        kind: MemKind::Load(Extend::Zero),
        bytes,
        align: 1,
        addr: addr(address),
        dst,
        data: VReg(0),
        lanes: None,
        channel: None,
    }
}

pub fn store(space: Space, bytes: u8, address: VReg, data: VReg) -> MemOp {
    MemOp {
        kind: MemKind::Store { high: false },
        data,
        ..load(space, bytes, VReg(0), address)
    }
}

pub fn on(channel: u8, op: MemOp) -> MemOp {
    MemOp {
        channel: Some(Channel(channel)),
        ..op
    }
}

/// The number of the thread in the launch, its number in the workgroup, its lane; `s0` is the
/// wave's number in the workgroup, `s1` the workgroup's.
pub const THREAD: VReg = VReg(0);
pub const LOCAL_ID: VReg = VReg(1);
pub const LANE: VReg = VReg(2);

pub struct Ids;

impl Entry for Ids {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        for lane in 0..place.lanes {
            let local = place.thread(lane);
            let group = place.group_index() as u32;
            registers.set_vector(THREAD, lane, group * place.block_size() + local);
            registers.set_vector(LOCAL_ID, lane, local);
            registers.set_vector(LANE, lane, lane);
        }
        registers.set_scalar(SReg(0), place.wave);
        registers.set_scalar(SReg(1), place.group_index() as u32);
    }
}

/// Registers as given: a value per lane, or one for the wave.
#[derive(Clone, Default)]
pub struct Given {
    pub vectors: Vec<(VReg, Vec<u32>)>,
    pub scalars: Vec<(SReg, u32)>,
}

impl Entry for Given {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        Ids.enter(place, registers);
        for (reg, values) in &self.vectors {
            for (lane, &value) in values.iter().enumerate() {
                registers.set_vector(*reg, lane as u32, value);
            }
        }
        for &(reg, value) in &self.scalars {
            registers.set_scalar(reg, value);
        }
    }
}

pub fn label(name: &str, bytes: u64) -> RegionLabel {
    RegionLabel {
        name: name.into(),
        ty: format!("u32[{}]", bytes / 4),
        element_bytes: 4,
    }
}

/// A memory with one region `out` of zeros.
pub fn memory(bytes: u64) -> (Arc<Memory>, u32) {
    let mut memory = Memory::new(1 << 26);
    let base = memory.allocate(bytes, label("out", bytes)).unwrap();
    (memory.into(), base as u32)
}

pub fn words(memory: &Memory, base: u32, count: usize) -> Vec<u32> {
    let mut bytes = vec![0; 4 * count];
    memory.read(base.into(), &mut bytes).unwrap();
    bytes
        .chunks_exact(4)
        .map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]))
        .collect()
}

pub fn write_words(memory: &Memory, base: u32, words: impl IntoIterator<Item = u32>) {
    let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    memory.write(base.into(), &bytes).unwrap();
}

pub fn launch(groups: u32, threads: u32, lanes: u32) -> Launch {
    Launch {
        grid: [groups, 1, 1],
        block: [threads, 1, 1],
        lanes,
        local_bytes: 1024,
        private_bytes: 64,
        constant: Arc::default(),
        flat: Apertures::default(),
        entry: Arc::new(Ids),
    }
}

pub fn run(
    program: &Arc<Program>,
    launch: &Launch,
    memory: &Arc<Memory>,
    config: &Config,
) -> Result<Stats, Box<Fault>> {
    Dispatch::new(program, launch.clone(), memory, config.clone()).run()
}

/// Runs on one workgroup of one wave, everything at its default.
pub fn run_wave(program: &Arc<Program>, lanes: u32, memory: &Arc<Memory>) -> Stats {
    run(
        program,
        &launch(1, lanes, lanes),
        memory,
        &Config::default(),
    )
    .unwrap()
}

pub fn v(n: u16) -> VReg {
    VReg(n)
}

pub fn s(n: u16) -> SReg {
    SReg(n)
}

/// The code address of a step.
pub fn address_of(program: &Program, step: UopIdx) -> u64 {
    program.inst_of(step).unwrap().address
}
