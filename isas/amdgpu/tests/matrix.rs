//! Matrix products against a plain triple loop.

// Lanes are the second index of registers.
#![allow(clippy::needless_range_loop)]

use amdgpu::lower::{DEFAULT_MODE, Options, lower};
use amdgpu::{Target, Wave, assemble_line};
use op::Level;
use random::Random;
use sim::{Config, Dispatch, Launch, Memory, Observer, RegionLabel, Site, Stop};
use std::ops::ControlFlow;
use std::sync::Arc;
use uop::{Apertures, Entry, Place, Registers, VReg};

/// Small numbers, which every type holds exactly.
fn number(random: &mut Random, least: i32, most: i32) -> i32 {
    least + random.below((most - least) as u32 + 1) as i32
}

#[derive(Clone, Copy, PartialEq)]
enum Ty {
    F32,
    F16,
    I32,
    I8,
    I4,
}

fn bits(ty: Ty) -> usize {
    match ty {
        Ty::F32 | Ty::I32 => 32,
        Ty::F16 => 16,
        Ty::I8 => 8,
        Ty::I4 => 4,
    }
}

fn encode(ty: Ty, value: i32) -> u32 {
    match ty {
        Ty::F32 => (value as f32).to_bits(),
        Ty::F16 => op::Op::CvtF16F32.eval([(value as f32).to_bits().into(), 0, 0]) as u32,
        Ty::I32 => value as u32,
        Ty::I8 => value as u32 & 0xff,
        Ty::I4 => value as u32 & 0xf,
    }
}

const MEMORY: u64 = 0x1_0000;

struct Start(Vec<Vec<u32>>);

impl Entry for Start {
    fn enter(&self, _: &Place, registers: &mut dyn Registers) {
        for (reg, lanes) in self.0.iter().enumerate() {
            for (lane, &value) in lanes.iter().enumerate() {
                registers.set_vector(VReg(reg as u16), lane as u32, value);
            }
        }
    }
}

struct End {
    last: u32,
    registers: Vec<Vec<u32>>,
}

impl Observer for End {
    fn issue(&mut self, at: &Site, wave: &sim::Wave) -> ControlFlow<Stop> {
        if at.inst == self.last {
            self.registers = (0..64).map(|n| wave.vector(VReg(n)).to_vec()).collect();
        }
        ControlFlow::Continue(())
    }
}

/// The registers after `text`, instructions separated by `;`. There is memory at address `MEMORY`.
fn run(text: &str, target: Target, wave: Wave, start: Start, bytes: &[u8]) -> Vec<Vec<u32>> {
    let lines = text.split(';').chain(["s_endpgm"]);
    let code: Vec<u8> = lines
        .flat_map(|line| assemble_line(line.trim(), target, wave).expect("an instruction"))
        .collect();
    let options = Options {
        target,
        chip: target.chip(None),
        wave,
        entry: 0,
        vgprs: 64,
        mode: DEFAULT_MODE,
        cu_mode: false,
        apertures: Apertures::default(),
        host: None,
    };
    let lowered = lower(&code, 0, &options).expect("modelled");
    let launch = Launch {
        grid: [1; 3],
        block: [wave.lanes(), 1, 1],
        lanes: wave.lanes(),
        local_bytes: 0,
        private_bytes: 0,
        constant: Arc::default(),
        flat: Default::default(),
        entry: Arc::new(start),
    };
    let mut memory = Memory::new(1 << 16);
    let len = bytes.len().max(4) as u64;
    (memory.allocate_at(MEMORY, len, RegionLabel::default())).expect("room for the matrices");
    memory.write(MEMORY, bytes).expect("room for the matrices");
    let (program, memory) = (lowered.program.into(), memory.into());
    // With the vector functions of every level that this CPU has.
    let levels = Level::ALL.into_iter().filter_map(op::kernels_at);
    let mut results = levels.map(|kernels| {
        let mut end = End {
            last: text.split(';').count() as u32,
            registers: vec![],
        };
        let config = Config {
            kernels,
            ..Config::default()
        };
        Dispatch::new(&program, launch.clone(), &memory, config)
            .resume(&mut end)
            .expect("no fault");
        end.registers
    });
    let first = results.next().expect("a level");
    assert!(results.all(|other| other == first), "{text}");
    first
}

fn check(text: &str, target: Target, wave: Wave, k: usize, input: Ty, output: Ty) {
    let mut random = Random::new(7);
    let most = if input == Ty::I4 { 7 } else { 9 };
    let least = if input == Ty::F16 { -9 } else { -most - 1 };
    let mut matrix = |rows: usize, columns: usize| -> Vec<Vec<i32>> {
        (0..rows)
            .map(|_| {
                (0..columns)
                    .map(|_| number(&mut random, least, most))
                    .collect()
            })
            .collect()
    };
    let (a, b, c) = (matrix(16, k), matrix(k, 16), matrix(16, 16));
    let lanes = wave.lanes() as usize;
    let groups = lanes / 16;
    let rdna4 = target == Target::Gfx1200;
    let mut registers = vec![vec![0; lanes]; 64];
    let width = bits(input);
    // Registers 0 on hold A, 16 on hold B, 32 on hold C.
    for lane in 0..lanes {
        let (at, group) = (lane % 16, lane / 16);
        let part = if rdna4 { k / groups } else { k };
        for e in 0..part {
            let kk = if rdna4 { group * part + e } else { e };
            let (word, shift) = (e * width / 32, e * width % 32);
            registers[word][lane] |= encode(input, a[at][kk]) << shift;
            registers[16 + word][lane] |= encode(input, b[kk][at]) << shift;
        }
        for e in 0..16 / groups {
            let m = if rdna4 {
                group * (16 / groups) + e
            } else {
                e * groups + group
            };
            let value = encode(output, c[m][at]);
            match (output, rdna4) {
                (Ty::F16, true) => registers[32 + e / 2][lane] |= value << (16 * (e % 2)),
                _ => registers[32 + e][lane] = value,
            }
        }
    }
    let end = run(text, target, wave, Start(registers), &[]);
    for lane in 0..lanes {
        let (at, group) = (lane % 16, lane / 16);
        for e in 0..16 / groups {
            let m = if rdna4 {
                group * (16 / groups) + e
            } else {
                e * groups + group
            };
            let sum = c[m][at] + (0..k).map(|kk| a[m][kk] * b[kk][at]).sum::<i32>();
            let found = match (output, rdna4) {
                (Ty::F16, true) => end[48 + e / 2][lane] >> (16 * (e % 2)) & 0xffff,
                (Ty::F16, false) => end[48 + e][lane] & 0xffff,
                _ => end[48 + e][lane],
            };
            // RDNA 3 cuts off a little of every term that is subtracted.
            let value = match output {
                Ty::F16 => op::Op::CvtF32F16.eval([found.into(), 0, 0]) as u32,
                _ => found,
            };
            let float = matches!(output, Ty::F16 | Ty::F32);
            let near = float && !rdna4 && (f32::from_bits(value) - sum as f32).abs() <= 1e-4;
            assert!(
                near || found == encode(output, sum),
                "{text} on {target}: row {m}, lane {lane}: {found:#x}, not {sum}"
            );
        }
    }
}

#[test]
fn products() {
    use Target::{Gfx1100, Gfx1150, Gfx1200};
    for target in [Gfx1100, Gfx1150] {
        let w32 = |text: &str, input, output| check(text, target, Wave::W32, 16, input, output);
        w32(
            "v_wmma_f32_16x16x16_f16 v[48:55], v[0:7], v[16:23], v[32:39]",
            Ty::F16,
            Ty::F32,
        );
        w32(
            "v_wmma_f16_16x16x16_f16 v[48:55], v[0:7], v[16:23], v[32:39]",
            Ty::F16,
            Ty::F16,
        );
        w32(
            "v_wmma_i32_16x16x16_iu8 v[48:55], v[0:3], v[16:19], v[32:39] neg_lo:[1,1,0]",
            Ty::I8,
            Ty::I32,
        );
        w32(
            "v_wmma_i32_16x16x16_iu4 v[48:55], v[0:1], v[16:17], v[32:39] neg_lo:[1,1,0]",
            Ty::I4,
            Ty::I32,
        );
        let text = "v_wmma_f32_16x16x16_f16 v[48:51], v[0:7], v[16:23], v[32:35]";
        check(text, target, Wave::W64, 16, Ty::F16, Ty::F32);
    }
    let w32 = |text: &str, k, input, output| check(text, Gfx1200, Wave::W32, k, input, output);
    w32(
        "v_wmma_f32_16x16x16_f16 v[48:55], v[0:3], v[16:19], v[32:39]",
        16,
        Ty::F16,
        Ty::F32,
    );
    w32(
        "v_wmma_f16_16x16x16_f16 v[48:51], v[0:3], v[16:19], v[32:35]",
        16,
        Ty::F16,
        Ty::F16,
    );
    let text = "v_wmma_i32_16x16x16_iu8 v[48:55], v[0:1], v[16:17], v[32:39] neg_lo:[1,1,0]";
    w32(text, 16, Ty::I8, Ty::I32);
    let text = "v_wmma_i32_16x16x32_iu4 v[48:55], v[0:1], v[16:17], v[32:39] neg_lo:[1,1,0]";
    w32(text, 32, Ty::I4, Ty::I32);
    let text = "v_wmma_f32_16x16x16_f16 v[48:51], v[0:1], v[16:17], v[32:35]";
    check(text, Gfx1200, Wave::W64, 16, Ty::F16, Ty::F32);
}

/// Two of every four values of A are stored; indices 1 and 3 say where they stand.
#[test]
fn sparse_product() {
    let mut registers = vec![vec![0; 32]; 64];
    for lane in 0..32 {
        for e in 0..8 {
            registers[e / 2][lane] |= encode(Ty::F16, 1) << (16 * (e % 2));
        }
        for e in 0..16 {
            let k = lane / 16 * 16 + e;
            registers[16 + e / 2][lane] |= encode(Ty::F16, k as i32) << (16 * (e % 2));
        }
        registers[40][lane] = 0xdddd;
    }
    let text = "v_swmmac_f32_16x16x32_f16 v[48:55], v[0:3], v[16:23], v40";
    let end = run(text, Target::Gfx1200, Wave::W32, Start(registers), &[]);
    // The sum of the odd numbers below 32.
    assert!(
        end[48..56]
            .iter()
            .flatten()
            .all(|&value| value == 256f32.to_bits())
    );
}

/// A stored column by column and B row by row, which is not how products take them: transposed loads
/// bring both into place, in either size of wave.
#[test]
fn transposed_loads_prepare_products() {
    for (wave, ty, product, output) in [
        (
            Wave::W32,
            Ty::F16,
            "f32_16x16x16_f16 v[48:55], v[0:3], v[16:19], 0",
            Ty::F32,
        ),
        (
            Wave::W64,
            Ty::F16,
            "f32_16x16x16_f16 v[48:51], v[0:1], v[16:17], 0",
            Ty::F32,
        ),
        (
            Wave::W32,
            Ty::I8,
            "i32_16x16x16_iu8 v[48:55], v[0:1], v[16:17], 0 neg_lo:[1,1,0]",
            Ty::I32,
        ),
        (
            Wave::W64,
            Ty::I8,
            "i32_16x16x16_iu8 v[48:51], v0, v16, 0 neg_lo:[1,1,0]",
            Ty::I32,
        ),
    ] {
        let mut random = Random::new(3);
        let mut matrix = || -> Vec<Vec<i32>> {
            let row = |random: &mut Random| (0..16).map(|_| number(random, -9, 9)).collect();
            (0..16).map(|_| row(&mut random)).collect()
        };
        // Both with K as the first index.
        let (a, b) = (matrix(), matrix());
        let element = bits(ty) / 8;
        let bytes: Vec<u8> = a
            .iter()
            .chain(&b)
            .flatten()
            .flat_map(|&value| encode(ty, value).to_le_bytes()[..element].to_vec())
            .collect();
        let lanes = wave.lanes() as usize;
        let groups = lanes / 16;
        let side = 16 / groups;
        let mut registers = vec![vec![0; lanes]; 64];
        for lane in 0..lanes {
            // Squares lie side by side along M, a group of 16 lanes for each part of K.
            let (k, m) = (lane / 16 * side + lane % side, lane % 16 / side * side);
            registers[60][lane] = MEMORY as u32 + ((k * 16 + m) * element) as u32;
        }
        let words = side * element / 4;
        let range = |first: usize| match words {
            1 => format!("v{first}"),
            _ => format!("v[{first}:{}]", first + words - 1),
        };
        let load = if element == 2 { "b128" } else { "b64" };
        let text = format!(
            "global_load_tr_{load} {}, v[60:61], off; global_load_tr_{load} {}, v[60:61], off offset:{}; \
             s_wait_loadcnt 0x0; v_wmma_{product}",
            range(0),
            range(16),
            256 * element,
        );
        let end = run(&text, Target::Gfx1200, wave, Start(registers), &bytes);
        for lane in 0..lanes {
            for e in 0..16 / groups {
                let (m, n) = (lane / 16 * (16 / groups) + e, lane % 16);
                let sum = (0..16).map(|k| a[k][m] * b[k][n]).sum::<i32>();
                let found = end[48 + e][lane];
                assert_eq!(found, encode(output, sum), "{text}: row {m}, lane {lane}");
            }
        }
    }
}

/// On RDNA 3 a product of matrices is a chain of dot products, bit for bit, whatever the numbers are.
#[test]
fn products_are_chains_of_dot_products() {
    let mut random = Random::new(11);
    for (ty, top) in [("f16", 0x7bff), ("bf16", 0x7f7f)] {
        let mut registers = vec![vec![0; 32]; 64];
        for lane in 0..32 {
            for reg in 0..8 {
                // The lanes of one half hold everything, those of the other the same.
                let from = if lane < 16 { None } else { Some(lane - 16) };
                for first in [0, 16] {
                    let mut half = || {
                        number(&mut random, 0, top) as u32
                            | (number(&mut random, 0, 1) as u32) << 15
                    };
                    let fresh = half() | half() << 16;
                    registers[first + reg][lane] =
                        from.map_or(fresh, |from| registers[first + reg][from]);
                }
                registers[32 + reg][lane] = number(&mut random, 0, 0x7f7f_ffff) as u32;
            }
        }
        let text = format!("v_wmma_f32_16x16x16_{ty} v[48:55], v[0:7], v[16:23], v[32:39]");
        let whole = run(
            &text,
            Target::Gfx1100,
            Wave::W32,
            Start(registers.clone()),
            &[],
        );
        // Row m and column n meet in lane n, or n + 16 for odd rows.
        for m in 0..16 {
            let mut chain = registers.clone();
            for lane in 0..32 {
                for reg in 0..8 {
                    chain[reg][lane] = registers[reg][m];
                }
                chain[40][lane] = registers[32 + m / 2][lane];
            }
            let steps: Vec<String> = (0..8)
                .map(|k| format!("v_dot2_f32_{ty} v40, v{k}, v{}, v40", 16 + k))
                .collect();
            let end = run(
                &steps.join(";"),
                Target::Gfx1100,
                Wave::W32,
                Start(chain),
                &[],
            );
            for n in 0..16 {
                let lane = m % 2 * 16 + n;
                assert_eq!(whole[48 + m / 2][lane], end[40][lane], "{ty}: {m}, {n}");
            }
        }
    }
}
