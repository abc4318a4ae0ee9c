//! Random programs, bit for bit against a naive evaluator.
//!
//! `WAVES_PROGRAMS=50000 cargo test --release -p waves --test all random::` runs as many as wanted.

mod naive;

use crate::common::Kernel;
use arch::Arch;
use naive::{ALU, I, Mask, REDUCTIONS, Reg, Val, Wave, World};
use random::Random;
use sim::{Config, Delivery, Dispatch};
use waves::Waves;

/// `v0` to `v39` are for the program; what follows is for its frame.
const FREE: u32 = 40;
const COUNTER: Reg = 16 + 40;
const ADDRESS: Reg = 16 + 41;
const LOCAL_BASE: Reg = 16 + 42;
const GLOBAL_BASE: Reg = 16 + 43;
const SCRATCH: Reg = 16 + 44;
/// Words of local and of global memory that a wave has to itself.
const WORDS: u32 = 64;
/// Global memory of a wave: what it plays with, and then its registers.
const WAVE_WORDS: u32 = WORDS + FREE * 32;

fn alu(name: &'static str, out: Reg, args: &[Val]) -> I {
    I::Alu {
        name,
        scalar: false,
        out,
        args: args.to_vec(),
    }
}

struct Generator {
    random: Random,
    program: Vec<I>,
}

impl Generator {
    fn out(&mut self) -> Reg {
        16 + self.random.below(FREE) as u8
    }

    fn reg(&mut self) -> Reg {
        match self.random.below(5) {
            0 => self.random.below(12) as u8,
            _ => self.out(),
        }
    }

    fn mask(&mut self) -> Mask {
        let mut term = || {
            let reg = match self.random.below(3) {
                0 => 1,
                1 => self.random.below(12) as u8,
                _ => 16 + self.random.below(16) as u8,
            };
            (reg, reg != 1 && self.random.below(2) == 0)
        };
        Mask([term(), term()])
    }

    fn immediate(&mut self) -> Val {
        let interesting = [
            0,
            1,
            2,
            31,
            32,
            0x7fff_ffff,
            0x8000_0000,
            !0,
            0x3f80_0000,
            0x7fc0_0001,
        ];
        Val::Imm(match self.random.below(3) {
            0 => self.random.pick(&interesting),
            1 => self.random.below(100),
            _ => self.random.bits() as u32,
        })
    }

    fn any(&mut self) -> Val {
        match self.random.below(6) {
            0 => Val::M(self.mask()),
            _ => Val::V(self.reg()),
        }
    }

    fn dist(&mut self) -> Val {
        match self.random.below(5) {
            0 => self.immediate(),
            1 => Val::S(self.reg()),
            _ => self.any(),
        }
    }

    /// At most one of an instruction's operands may be an immediate.
    fn one_immediate(mut args: Vec<Val>, spare: Val) -> Vec<Val> {
        let mut seen = false;
        for arg in &mut args {
            if matches!(arg, Val::Imm(_)) {
                if seen {
                    *arg = spare;
                }
                seen = true;
            }
        }
        args
    }

    fn arithmetic(&mut self) -> I {
        let (name, arity) = self.random.pick(ALU);
        let scalar = self.random.below(3) == 0;
        let spare = if scalar {
            Val::S(self.reg())
        } else {
            Val::V(self.reg())
        };
        let args = (0..arity).map(|i| match (scalar, i) {
            (true, _) if self.random.below(4) == 0 => self.immediate(),
            (true, _) => Val::S(self.reg()),
            (false, 0) if arity > 1 => self.any(),
            _ => self.dist(),
        });
        let args = Self::one_immediate(args.collect(), spare);
        I::Alu {
            name,
            scalar,
            out: self.out(),
            args,
        }
    }

    /// Leaves in `ADDRESS` addresses that belong to the wave.
    fn address(&mut self, base: Reg) {
        let reg = self.reg();
        let words = Val::Imm((WORDS - 1) * 4);
        self.program
            .push(alu("shl.u32", ADDRESS, &[Val::V(reg), Val::Imm(2)]));
        self.program
            .push(alu("and.u32", ADDRESS, &[Val::V(ADDRESS), words]));
        self.program
            .push(alu("add.u32", ADDRESS, &[Val::V(ADDRESS), Val::V(base)]));
    }

    fn sig(&mut self) -> u8 {
        self.random.below(16) as u8
    }

    fn sigs(&mut self, count: u32) -> Vec<u8> {
        (0..count).map(|_| self.sig()).collect()
    }

    fn step(&mut self) {
        let inst = match self.random.below(20) {
            0..=8 => self.arithmetic(),
            9 => I::Mov {
                out: self.out(),
                mask: self.mask(),
                val: self.dist(),
            },
            10 => {
                let spare = Val::V(self.reg());
                let args = Self::one_immediate(vec![self.dist(), self.dist()], spare);
                I::Select {
                    out: self.out(),
                    mask: self.mask(),
                    no: args[0],
                    yes: args[1],
                }
            }
            11 => I::First {
                out: self.out(),
                mask: self.mask(),
                val: self.dist(),
            },
            12 => {
                let (name, out, val) = (self.random.pick(REDUCTIONS), self.out(), self.any());
                match self.random.below(2) {
                    0 => I::Reduce8 { name, out, val },
                    _ => I::Reduce { name, out, val },
                }
            }
            13 => {
                let (out, val, which) = (self.out(), self.any(), self.dist());
                match self.random.below(3) {
                    0 => I::Shuffle {
                        out,
                        val,
                        idx: which,
                    },
                    1 => I::Rotate { out, val, n: which },
                    _ => I::Broadcast {
                        out,
                        val,
                        lane: which,
                    },
                }
            }
            14 => {
                self.address(LOCAL_BASE);
                match self.random.below(2) {
                    0 => I::LocalLoad {
                        out: self.out(),
                        mask: self.mask(),
                        addr: ADDRESS,
                    },
                    _ => I::LocalStore {
                        addr: ADDRESS,
                        mask: self.mask(),
                        val: self.any(),
                    },
                }
            }
            15 | 16 => {
                self.address(GLOBAL_BASE);
                let (sig, mask) = (self.sig(), self.mask());
                match self.random.below(3) {
                    0 => I::GlobalStore {
                        sig,
                        addr: ADDRESS,
                        mask,
                        val: self.any(),
                    },
                    _ => I::GlobalLoad {
                        sig,
                        out: self.out(),
                        mask,
                        addr: ADDRESS,
                    },
                }
            }
            17 => match self.random.below(3) {
                0 => {
                    let count = 1 + self.random.below(2);
                    I::Done {
                        out: self.out(),
                        sigs: self.sigs(count),
                    }
                }
                _ => {
                    let count = 1 + self.random.below(4);
                    I::Wait {
                        out: self.out(),
                        sigs: self.sigs(count),
                    }
                }
            },
            18 => return self.branch(),
            _ => return self.repeat(),
        };
        self.program.push(inst);
    }

    /// Over a few instructions, one way or another.
    fn branch(&mut self) {
        let at = self.program.len();
        self.program.push(I::Barrier);
        let count = 1 + self.random.below(4);
        (0..count).for_each(|_| self.step());
        let to = self.program.len();
        self.program[at] = match self.random.below(5) {
            0 => I::Jmp { to },
            1 => {
                let count = 2 + self.random.below(3);
                let targets = [at + 1, to];
                let sigs = self.sigs(count);
                I::Any {
                    to: sigs
                        .iter()
                        .map(|&s| (s, self.random.pick(&targets)))
                        .collect(),
                }
            }
            2 => {
                let name = self.random.pick(&["br_all", "br_any"]);
                I::BrMask {
                    name,
                    to,
                    mask: self.mask(),
                }
            }
            _ => {
                let name = self.random.pick(&["brz", "brnz"]);
                let val = match self.random.below(4) {
                    0 => self.immediate(),
                    _ => Val::S(self.reg()),
                };
                I::Br { name, to, val }
            }
        };
    }

    /// A loop that is counted, without loops in it: they would share the counter.
    fn repeat(&mut self) {
        let times = Val::Imm(1 + self.random.below(3));
        let scalar = |name, args: &[Val]| I::Alu {
            name,
            scalar: true,
            out: COUNTER,
            args: args.to_vec(),
        };
        self.program.push(scalar("add.u32", &[Val::S(0), times]));
        let top = self.program.len();
        for _ in 0..1 + self.random.below(3) {
            let inst = self.arithmetic();
            self.program.push(inst);
        }
        self.program
            .push(scalar("sub.u32", &[Val::S(COUNTER), Val::Imm(1)]));
        self.program.push(I::Br {
            name: "brnz",
            to: top,
            val: Val::S(COUNTER),
        });
    }

    /// Where the wave's memory is, and something in its registers.
    fn prologue(&mut self) {
        let v = Val::V;
        let p = &mut self.program;
        // The wave's number in its group, from the thread id.
        p.push(alu("shr.u32", SCRATCH, &[v(63), Val::Imm(5)]));
        p.push(alu(
            "mul.u32",
            LOCAL_BASE,
            &[v(SCRATCH), Val::Imm(WORDS * 4)],
        ));
        p.push(alu(
            "mul.u32",
            GLOBAL_BASE,
            &[v(3), Val::Imm(WAVE_WORDS * 4)],
        ));
        p.push(alu("add.u32", GLOBAL_BASE, &[v(GLOBAL_BASE), v(16)]));
        for reg in 1..FREE as u8 {
            let args = [v(2), Val::Imm(self.random.bits() as u32 | 1)];
            let name = if reg % 2 == 0 { "add.u32" } else { "mul.u32" };
            self.program.push(alu(name, 16 + reg, &args));
        }
        // Local memory starts with a pattern.
        for half in 0..2 {
            let p = &mut self.program;
            p.push(alu("shl.u32", ADDRESS, &[v(2), Val::Imm(2)]));
            p.push(alu("add.u32", ADDRESS, &[v(ADDRESS), v(LOCAL_BASE)]));
            p.push(alu("add.u32", ADDRESS, &[v(ADDRESS), Val::Imm(half * 128)]));
            p.push(I::LocalStore {
                addr: ADDRESS,
                mask: ALL,
                val: v(17 + half as u8),
            });
        }
    }

    /// Stores all registers.
    fn epilogue(&mut self) {
        let v = Val::V;
        for reg in 0..FREE {
            let p = &mut self.program;
            p.push(alu("shl.u32", ADDRESS, &[v(2), Val::Imm(2)]));
            p.push(alu("add.u32", ADDRESS, &[v(ADDRESS), v(GLOBAL_BASE)]));
            let place = Val::Imm((WORDS + 32 * reg) * 4);
            p.push(alu("add.u32", ADDRESS, &[v(ADDRESS), place]));
            p.push(I::GlobalStore {
                sig: 0,
                addr: ADDRESS,
                mask: ALL,
                val: v(16 + reg as u8),
            });
        }
        self.program.push(I::End);
    }
}

const ALL: Mask = Mask([(1, false); 2]);
/// Where the engine puts the first argument.
const FIRST_ADDRESS: u32 = 0x1000_0000;

fn check(seed: u64) {
    let mut generator = Generator {
        random: Random::new(seed),
        program: Vec::new(),
    };
    generator.prologue();
    let steps = 4 + generator.random.below(40);
    (0..steps).for_each(|_| generator.step());
    generator.epilogue();
    let Generator {
        mut random,
        program,
    } = generator;
    let text: String = program
        .iter()
        .enumerate()
        .map(|(i, inst)| format!("L{i}: {inst}\n"))
        .collect();

    let (waves, groups) = (1 + random.below(2), 1 + random.below(2));
    let global: Vec<u32> = (0..waves * groups * WAVE_WORDS)
        .map(|_| random.bits() as u32 >> random.below(24))
        .collect();
    let kernel = Kernel::new(&text, &[&global], waves * 32, groups);
    for delivery in [Delivery::Eager, Delivery::Strict] {
        let mut expected = global.clone();
        for group in 0..groups {
            let mut local = vec![0; 2 * WORDS as usize];
            for wave in 0..waves {
                let number = group * waves + wave;
                let mut state = Wave::new(&[FIRST_ADDRESS], group, wave, number);
                let (local, global) = (&mut local[..], &mut expected[..]);
                let mut world = World {
                    local,
                    global,
                    global_base: FIRST_ADDRESS,
                };
                state.run(&program, &mut world, delivery == Delivery::Strict);
            }
        }
        let config = Config {
            delivery,
            ..Config::default()
        };
        // A clock changes when things happen, and under eager delivery nothing else.
        let arrays = match delivery == Delivery::Eager && seed.is_multiple_of(2) {
            true => timed(&kernel, config, seed),
            false => kernel.run(config).0,
        };
        if let Some(i) = (0..expected.len()).find(|&i| arrays[0][i] != expected[i]) {
            let (wave, word) = (i as u32 / WAVE_WORDS, i as u32 % WAVE_WORDS);
            let place = match word.checked_sub(WORDS) {
                Some(word) => format!("v{} lane {}", word / 32, word % 32),
                None => format!("word {word}"),
            };
            let (got, want) = (arrays[0][i], expected[i]);
            panic!(
                "seed {seed}, {delivery:?}: wave {wave}, {place} is {got:#x}, not {want:#x}\n{text}"
            );
        }
    }
}

/// On units with room for one group or for several.
fn timed(kernel: &Kernel, config: Config, seed: u64) -> Vec<Vec<u32>> {
    let (arrays, ()) = kernel.with_request(|loaded, launch, memory, request| {
        let mut timing = Waves.timing(&kernel.code, request).expect("a cycle model");
        timing.units = 1 + (seed / 2 % 3) as u32;
        timing.waves = 2 << (seed / 6 % 3);
        timing.local_bytes <<= seed / 18 % 3;
        let dispatch = Dispatch::new(&loaded.program, launch, memory, config);
        dispatch
            .run_timed(&timing, None)
            .unwrap_or_else(|fault| panic!("{fault}"));
    });
    arrays
}

#[test]
fn random_programs_agree_with_a_naive_evaluator() {
    let programs = std::env::var("WAVES_PROGRAMS")
        .ok()
        .and_then(|n| n.parse().ok());
    for seed in 0..programs.unwrap_or(2000) {
        check(seed);
    }
}
