//! One image instruction on a machine: registers and memory before, registers and memory after.

use amdgpu::lower::{DEFAULT_MODE, LowerOptions, lower, registers};
use amdgpu::{Target, Wave};
use sim::{Config, Dispatch, Launch, Memory, Observer, RegionLabel, Site, Stop};
use std::ops::ControlFlow;
use std::sync::Arc;
use uop::{Apertures, Entry, Registers, SReg, VReg};

/// The first register of data, and of the address.
pub const DATA: u16 = 4;
pub const ADDRESS: u16 = 10;
/// Lanes of the waves that are looked at.
pub const LANES: usize = 32;

/// What is there before.
#[derive(Clone)]
pub struct Before {
    pub target: Target,
    /// Name and modifiers: those of the registers follow from the rest.
    pub name: &'static str,
    pub modifiers: String,
    /// How many registers of data.
    pub data: u16,
    /// The descriptor of the image, but for where it is.
    pub image: [u32; 8],
    pub sampler: Option<[u32; 4]>,
    /// For each lane the words of its address.
    pub addresses: Vec<Vec<u32>>,
    /// For each lane what it stores.
    pub stores: Vec<Vec<u32>>,
    pub memory: Vec<u8>,
}

/// What is there after.
pub struct After {
    /// For each lane its data.
    pub data: Vec<Vec<u32>>,
    pub memory: Vec<u8>,
}

impl Before {
    /// The instruction as it is written.
    pub fn text(&self) -> String {
        let run = |first: u16, count: u16| match count {
            1 => format!("v{first}"),
            _ => format!("v[{first}:{}]", first + count - 1),
        };
        let words = self.addresses[0].len() as u16;
        let address = match self.target {
            // All addresses are separate there, but the last may be several.
            Target::Gfx1200 => {
                let own = words.min(4) - 1;
                let mut list: Vec<String> = (0..own).map(|n| run(ADDRESS + n, 1)).collect();
                list.push(run(ADDRESS + own, words - own));
                match list.len() {
                    1 => list.remove(0),
                    _ => format!("[{}]", list.join(", ")),
                }
            }
            _ => run(ADDRESS, words),
        };
        let sampler = self.sampler.map_or("", |_| ", s[8:11]");
        let data = run(DATA, self.data);
        format!(
            "{} {data}, {address}, s[0:7]{sampler} {}",
            self.name, self.modifiers
        )
    }

    pub fn run(&self) -> Result<After, String> {
        const BASE: u64 = 0x1000;
        let text = self.text();
        let wait = match self.target {
            Target::Gfx1200 => "s_wait_samplecnt 0",
            _ => "s_waitcnt 0",
        };
        let mut code = Vec::new();
        for line in [text.as_str(), wait, "s_endpgm"] {
            let bytes = amdgpu::assemble_line(line, self.target, Wave::W32);
            code.extend(bytes.map_err(|error| format!("{line}: {}", error.message))?);
        }
        let options = LowerOptions {
            target: self.target,
            chip: self.target.chip(None),
            wave: Wave::W32,
            entry: BASE,
            vgprs: 64,
            mode: DEFAULT_MODE,
            cu_mode: false,
            apertures: Apertures::default(),
            host: None,
        };
        let lowered = lower(&code, BASE, &options);
        let lowered = lowered.map_err(|list| format!("{}: {}", list[0].text, list[0].why))?;
        let mut memory = Memory::new(1 << 24);
        let address = memory.allocate(self.memory.len() as u64, RegionLabel::default());
        let address = address.map_err(|error| error.0)?;
        assert!(address.is_multiple_of(256));
        memory
            .write(address, &self.memory)
            .map_err(|error| error.0)?;
        let memory = Arc::new(memory);
        let mut start = self.clone();
        start.image[0] = (address >> 8) as u32;
        start.image[1] |= (address >> 40) as u32;
        let launch = Launch {
            grid: [1; 3],
            block: [LANES as u32, 1, 1],
            lanes: LANES as u32,
            local_bytes: 0,
            private_bytes: 0,
            constant: Arc::default(),
            flat: sim::Apertures::default(),
            entry: Arc::new(Start(start)),
        };
        let program = Arc::new(lowered.program);
        let mut end = End {
            last: (program.insts.len() - 1) as u32,
            data: Vec::new(),
        };
        let mut dispatch = Dispatch::new(&program, launch, &memory, Config::default());
        let ran = dispatch.resume(&mut end);
        ran.map_err(|fault| format!("{text}: {}", fault.trap))?;
        let mut bytes = vec![0; self.memory.len()];
        memory.read(address, &mut bytes).map_err(|error| error.0)?;
        let words = |lane: usize| (0..self.data as usize).map(|n| end.data[n][lane]).collect();
        Ok(After {
            data: (0..LANES).map(words).collect(),
            memory: bytes,
        })
    }
}

struct Start(Before);

impl Entry for Start {
    fn enter(&self, place: &uop::WavePlace, registers: &mut dyn Registers) {
        registers.set_scalar(registers::MODE, DEFAULT_MODE);
        let words = self.0.image.iter().chain(self.0.sampler.iter().flatten());
        for (n, word) in words.enumerate() {
            registers.set_scalar(SReg(n as u16), *word);
        }
        for lane in 0..place.lanes {
            let lists = [(ADDRESS, &self.0.addresses), (DATA, &self.0.stores)];
            for (first, list) in lists {
                for (n, word) in list.get(lane as usize).into_iter().flatten().enumerate() {
                    registers.set_vector(VReg(first + n as u16), lane, *word);
                }
            }
        }
    }
}

struct End {
    last: u32,
    data: Vec<Vec<u32>>,
}

impl Observer for End {
    fn issue(&mut self, at: &Site, wave: &sim::Wave) -> ControlFlow<Stop> {
        if at.inst == self.last {
            let register = |n: u16| wave.vector(VReg(DATA + n)).to_vec();
            self.data = (0..5).map(register).collect();
        }
        ControlFlow::Continue(())
    }
}
