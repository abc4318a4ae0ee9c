//! Any instruction that decodes can be lowered and run: it ends, traps or is refused, and nothing
//! panics.

use amdgpu::lower::{DEFAULT_MODE, LowerOptions, lower};
use amdgpu::{Codec, Target, Wave, assemble_line, decode};
use random::Random;
use sim::{Config, Dispatch, Launch, Memory};
use std::sync::Arc;
use uop::{Apertures, Entry, Registers, SReg, VReg, WavePlace};

/// Registers full of odd numbers.
struct Start(u32);

impl Entry for Start {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        for n in 0..120 {
            registers.set_scalar(SReg(n), self.0.wrapping_mul(u32::from(n) + 1));
        }
        for n in 0..8 {
            for lane in 0..place.lanes {
                let value = self.0.rotate_left(lane).wrapping_mul(u32::from(n) + 3);
                registers.set_vector(VReg(n), lane, value);
            }
        }
    }
}

#[test]
fn random_fields() {
    let ran: usize = (0..10).map(random_fields_of).sum();
    assert!(ran > 20_000, "only {ran} instructions decoded");
}

/// Runs one instruction of every encoding, or of every few; how many there were.
fn random_fields_of(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut ran = 0;
    for target in Target::ALL {
        for &wave in target.generation().wave_sizes {
            let encodings = &Codec::of(target, wave).encodings;
            // Dual instructions are many and alike.
            let every = encodings.len() / 1500 + 1;
            let start = random.bits() as usize % every;
            for encoding in encodings.iter().skip(start).step_by(every) {
                let noise = u128::from(random.bits()) << 64 | u128::from(random.bits());
                let word = encoding.bits | noise & !encoding.mask;
                let mut code = word.to_le_bytes().to_vec();
                let Ok(inst) = decode(&code, target, wave) else {
                    continue;
                };
                code.truncate(inst.size());
                code.extend(assemble_line("s_endpgm", target, wave).expect("an instruction"));
                run(&code, target, wave, noise as u32);
                ran += 1;
            }
        }
    }
    ran
}

fn run(code: &[u8], target: Target, wave: Wave, noise: u32) {
    let options = LowerOptions {
        target,
        chip: target.chip(None),
        wave,
        entry: 0x1000,
        vgprs: 8,
        mode: DEFAULT_MODE ^ noise & 0xff,
        cu_mode: false,
        apertures: Apertures::default(),
        host: None,
    };
    let Ok(lowered) = lower(code, 0x1000, &options) else {
        return;
    };
    let start = Start(noise | 1);
    let launch = Launch {
        grid: [1; 3],
        block: [wave.lanes(), 1, 1],
        lanes: wave.lanes(),
        local_bytes: 256,
        private_bytes: 64,
        constant: Arc::default(),
        flat: Default::default(),
        entry: Arc::new(start),
    };
    let memory = Memory::new(0);
    let config = Config {
        max_instructions: 100,
        ..Config::default()
    };
    // Faults are as good as an end.
    let _ = Dispatch::new(&lowered.program.into(), launch, &memory.into(), config).run();
}
