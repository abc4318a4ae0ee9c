//! Matrix products against a plain triple loop.

use rdna::lower::{DEFAULT_MODE, Options, lower};
use rdna::{Target, Wave, assemble_line};
use sim::{Config, Dispatch, Launch, Memory, Observer, Site, Stop};
use std::ops::ControlFlow;
use uop::{Apertures, Entry, Place, Registers, VReg};

/// Small numbers, which every type holds exactly.
fn number(seed: &mut u64, least: i32, most: i32) -> i32 {
    *seed = seed
        .wrapping_mul(6364136223846793005)
        .wrapping_add(1442695040888963407);
    least + ((*seed >> 33) % (most - least + 1) as u64) as i32
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

struct End(Vec<Vec<u32>>);

impl Observer for End {
    fn issue(&mut self, at: &Site, wave: &sim::Wave) -> ControlFlow<Stop> {
        if at.inst == 1 {
            self.0 = (0..64).map(|n| wave.vector(VReg(n)).to_vec()).collect();
        }
        ControlFlow::Continue(())
    }
}

fn run(text: &str, target: Target, wave: Wave, registers: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    let mut code = assemble_line(text, target, wave).expect("an instruction");
    code.extend(assemble_line("s_endpgm", target, wave).expect("an instruction"));
    let options = Options {
        target,
        wave,
        entry: 0,
        vgprs: 64,
        mode: DEFAULT_MODE,
        apertures: Apertures::default(),
    };
    let lowered = lower(&code, 0, &options).expect("modelled");
    let start = Start(registers);
    let launch = Launch {
        grid: [1; 3],
        block: [wave.lanes(), 1, 1],
        lanes: wave.lanes(),
        local_bytes: 0,
        private_bytes: 0,
        constant: &[],
        flat: Default::default(),
        entry: &start,
    };
    let memory = Memory::new(0);
    let mut end = End(Vec::new());
    Dispatch::new(&lowered.program, launch, &memory, Config::default())
        .resume(&mut end)
        .expect("no fault");
    end.0
}

fn check(text: &str, target: Target, wave: Wave, k: usize, input: Ty, output: Ty) {
    let mut seed = 7;
    let most = if input == Ty::I4 { 7 } else { 9 };
    let least = if input == Ty::F16 { -9 } else { -most - 1 };
    let mut matrix = |rows: usize, columns: usize| -> Vec<Vec<i32>> {
        (0..rows)
            .map(|_| {
                (0..columns)
                    .map(|_| number(&mut seed, least, most))
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
    let end = run(text, target, wave, registers);
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
            assert_eq!(
                found,
                encode(output, sum),
                "{text} on {target}: row {m}, lane {lane}"
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
    let end = run(text, Target::Gfx1200, Wave::W32, registers);
    // The sum of the odd numbers below 32.
    assert!(
        end[48..56]
            .iter()
            .flatten()
            .all(|&value| value == 256f32.to_bits())
    );
}
