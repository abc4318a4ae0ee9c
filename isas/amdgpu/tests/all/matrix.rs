//! Matrix products against a plain triple loop.

// Lanes are the second index of registers.
#![allow(clippy::needless_range_loop)]

use amdgpu::lower::{DEFAULT_MODE, LowerOptions, lower};
use amdgpu::{Target, Wave, assemble_line};
use op::Level;
use random::Random;
use sim::{Config, Dispatch, Launch, Memory, Observer, RegionLabel, Site, Stop};
use std::ops::ControlFlow;
use std::sync::Arc;
use uop::{Apertures, Entry, Registers, VReg, WavePlace};

/// Small numbers, which every type holds exactly.
pub(crate) fn number(random: &mut Random, least: i32, most: i32) -> i32 {
    least + random.below((most - least) as u32 + 1) as i32
}

/// Types by their names in instructions.
pub(crate) fn encode(ty: &str, value: i32) -> u32 {
    let single = (value as f32).to_bits();
    let half = op::Op::CvtF16F32.eval([single.into(), 0, 0]) as u32;
    match ty {
        "f32" => single,
        "f16" => half,
        "bf16" => single >> 16,
        // Of so few digits, a half number's upper half is one of this type.
        "bf8" => half >> 8,
        "fp8" if value == 0 => 0,
        // Four bits of exponent, from -7 on, and three of fraction.
        "fp8" => (single >> 24 & 0x80) | ((single >> 20 & 0x7ff) - (120 << 3)),
        "i32" => value as u32,
        "iu8" => value as u32 & 0xff,
        "iu4" => value as u32 & 0xf,
        _ => panic!("`{ty}`"),
    }
}

pub(crate) const MEMORY: u64 = 0x1_0000;

pub(crate) struct Start(pub(crate) Vec<Vec<u32>>);

impl Entry for Start {
    fn enter(&self, _: &WavePlace, registers: &mut dyn Registers) {
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
pub(crate) fn run(
    text: &str,
    target: Target,
    wave: Wave,
    start: Start,
    bytes: &[u8],
) -> Vec<Vec<u32>> {
    let lines = text.split(';').chain(["s_endpgm"]);
    let code: Vec<u8> = lines
        .flat_map(|line| {
            assemble_line(line.trim(), target, wave)
                .unwrap_or_else(|error| panic!("{line}: {error:?}"))
        })
        .collect();
    let options = LowerOptions {
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
        local_bytes: 4096,
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

/// Where a matrix has its elements, as AMD's calculator says it.
pub(crate) struct Layout {
    bits: usize,
    rows: Vec<Spot>,
    columns: Vec<Spot>,
    copies: Vec<Spot>,
}

/// A lane, a register and a bit of it, or how far to go of each.
pub(crate) type Spot = [usize; 3];

fn plus(a: Spot, b: Spot) -> Spot {
    std::array::from_fn(|n| a[n] + b[n])
}

impl Layout {
    /// `16 ; l1 l2 l4 l8 ; b16 r1 l16 r2 ; l16`: bits of an element, where those of its row and its column
    /// lead, and where it stands again.
    pub(crate) fn parse(text: &str) -> Layout {
        let mut parts = text.split(';');
        let bits = parts.next().unwrap().trim().parse().unwrap();
        let mut moves = || -> Vec<Spot> {
            let words = parts.next().unwrap().split_whitespace();
            let spot = |word: &str| {
                let by = word[1..].parse().unwrap_or(0);
                ['l', 'r', 'b'].map(|kind| if word.starts_with(kind) { by } else { 0 })
            };
            words.map(spot).collect()
        };
        Layout {
            bits,
            rows: moves(),
            columns: moves(),
            copies: moves(),
        }
    }

    fn at(&self, row: usize, column: usize) -> Spot {
        let set = |moves: &[Spot], index: usize| {
            let set = moves
                .iter()
                .enumerate()
                .filter(|(bit, _)| index >> bit & 1 != 0);
            set.fold([0; 3], |at, (_, &by)| plus(at, by))
        };
        plus(set(&self.rows, row), set(&self.columns, column))
    }

    /// The same where the last moves are those of blocks.
    pub(crate) fn in_block(&self, block: usize, row: usize, column: usize) -> Spot {
        let set = self.copies.iter().enumerate();
        let set = set.filter(|(bit, _)| block >> bit & 1 != 0);
        set.fold(self.at(row, column), |at, (_, &by)| plus(at, by))
    }

    fn depth(&self) -> usize {
        1 << self.columns.len()
    }

    /// How many registers it takes.
    fn registers(&self) -> usize {
        let moves = self.rows.iter().chain(&self.columns);
        moves.map(|by| by[1]).sum::<usize>() + 1
    }

    /// Puts an element into registers from `first` on, wherever it stands.
    fn put(
        &self,
        registers: &mut [Vec<u32>],
        first: usize,
        (row, column): (usize, usize),
        value: u32,
    ) {
        let mask = (u64::MAX >> (64 - self.bits)) as u32;
        for copy in [[0; 3]].iter().chain(&self.copies) {
            let [lane, register, bit] = plus(self.at(row, column), *copy);
            let word = &mut registers[first + register][lane];
            *word = *word & !(mask << bit) | (value & mask) << bit;
        }
    }

    fn get(&self, registers: &[Vec<u32>], first: usize, row: usize, column: usize) -> u32 {
        let [lane, register, bit] = self.at(row, column);
        registers[first + register][lane] >> bit & (u64::MAX >> (64 - self.bits)) as u32
    }
}

pub(crate) fn range(first: usize, count: usize) -> String {
    match count {
        1 => format!("v{first}"),
        _ => format!("v[{first}:{}]", first + count - 1),
    }
}

/// Every product with its elements where AMD says they are, and anything elsewhere.
#[test]
fn elements_are_where_amd_says() {
    let text = include_str!("../../../../corpus/rdna/matrix/layouts.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let lines: Vec<(&str, &str, &str, &str, Layout)> = lines
        .map(|line| {
            let mut words = line.splitn(5, ' ');
            let mut word = || words.next().expect("five columns");
            let (target, name, lanes, matrix) = (word(), word(), word(), word());
            (target, name, lanes, matrix, Layout::parse(word()))
        })
        .collect();
    let mut count = 0;
    for group in lines.chunk_by(|one, next| (one.0, one.1, one.2) == (next.0, next.1, next.2)) {
        let (target, name, lanes, ..) = group[0];
        let targets: &[Target] = match target {
            "gfx1100" => &[Target::Gfx1100, Target::Gfx1150],
            _ => &[Target::Gfx1200],
        };
        let wave = if lanes == "32" { Wave::W32 } else { Wave::W64 };
        let layout = |wanted: &str| {
            group
                .iter()
                .find(|line| line.3 == wanted)
                .map(|line| &line.4)
        };
        let of = |wanted| layout(wanted).expect("a line for each matrix");
        for &target in targets {
            check(target, name, wave, [of("A"), of("B"), of("D")], layout("K"));
            count += 1;
        }
    }
    assert_eq!(count, 2 * (2 * 6) + 2 * 22);
}

/// `index` is where a sparse product has the indices of A.
fn check(target: Target, name: &str, wave: Wave, [a, b, d]: [&Layout; 3], index: Option<&Layout>) {
    // Parts of the name: result, sizes, then A and B or both.
    let parts: Vec<&str> = name.split('_').skip(2).collect();
    let (of_d, of_a, of_b) = (parts[0], parts[2], parts.last().unwrap());
    let integer = of_a.starts_with("iu");
    // Of floats none is negative: what the units leave out when signs differ is not what is asked here.
    let least = if integer { -3 } else { 0 };
    let depth = 1 << b.rows.len();
    assert_eq!(a.depth(), depth, "{name}");
    let lanes = wave.lanes() as usize;
    // Each part of the index register that there is room for.
    let keys = match index {
        Some(index) => 32 / (index.columns.iter().map(|by| by[2]).sum::<usize>() + index.bits),
        None => 1,
    };
    for key in 0..keys {
        let mut random = Random::new(7 + key as u64);
        let mut registers: Vec<Vec<u32>> = (0..64)
            .map(|_| (0..lanes).map(|_| random.below(u32::MAX)).collect())
            .collect();
        let mut full_a = vec![vec![0; depth]; 16];
        for m in 0..16 {
            let Some(index) = index else {
                for k in 0..depth {
                    full_a[m][k] = number(&mut random, least, 3);
                    a.put(&mut registers, 0, (m, k), encode(of_a, full_a[m][k]));
                }
                continue;
            };
            for first in (0..depth).step_by(4) {
                let low = random.below(3) as usize;
                let places = [low, low + 1 + random.below(3 - low as u32) as usize];
                let width = a.bits / 2;
                let (mut pair, mut bits) = (0, 0);
                for (n, place) in places.into_iter().enumerate() {
                    let value = number(&mut random, least, 3);
                    full_a[m][first + place] = value;
                    pair |= encode(of_a, value) << (width * n);
                    bits |= (place as u32) << (2 * n);
                }
                a.put(&mut registers, 0, (m, first), pair);
                let [lane, register, bit] = index.at(m, first);
                assert_eq!(register, 0);
                let shift = bit + 32 / keys * key;
                let word = &mut registers[40][lane];
                *word = *word & !(15 << shift) | bits << shift;
            }
        }
        let (mut full_b, mut full_c) = (vec![[0; 16]; depth], [[0; 16]; 16]);
        for n in 0..16 {
            for (k, row) in full_b.iter_mut().enumerate() {
                row[n] = number(&mut random, least, 3);
                b.put(&mut registers, 16, (k, n), encode(of_b, row[n]));
            }
            for (m, row) in full_c.iter_mut().enumerate() {
                row[n] = number(&mut random, 3 * least, 9);
                d.put(&mut registers, 48, (m, n), encode(of_d, row[n]));
            }
        }
        let sum = range(48, d.registers());
        let last = match index {
            Some(_) => "v40".to_string(),
            None => sum.clone(),
        };
        let mut text = format!(
            "{name} {sum}, {}, {}, {last}",
            range(0, a.registers()),
            range(16, b.registers())
        );
        if key > 0 {
            text.push_str(&format!(" index_key:{key}"));
        }
        if integer {
            text.push_str(" neg_lo:[1,1,0]");
        }
        let end = run(&text, target, wave, Start(registers), &[]);
        for m in 0..16 {
            for n in 0..16 {
                let product = |k: usize| full_a[m][k] * full_b[k][n];
                let sum = full_c[m][n] + (0..depth).map(product).sum::<i32>();
                let found = d.get(&end, 48, m, n);
                assert!(
                    found == encode(of_d, sum),
                    "{text} on {target}, wave of {lanes}: row {m}, column {n}: {found:#x}, not {sum}"
                );
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
