//! What the programs do: one wave at a time, one lane after the other.

use super::{I, Mask, Reg, Val};

/// One lane of an arithmetic instruction, from its specification.
fn alu(name: &str, args: &[u32]) -> u32 {
    let get = |i: usize| args.get(i).copied().unwrap_or(0);
    let (a, b, c) = (get(0), get(1), get(2));
    let (ia, ib) = (a as i32, b as i32);
    let float = f32::from_bits;
    let (fa, fb, fc) = (float(a), float(b), float(c));
    let bits = |x: f32| if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() };
    let wide = |f: fn(f64) -> f64| bits(f(f64::from(fa)) as f32);
    let (base, ty) = name.split_once('.').expect("a type");
    match (base, ty) {
        ("add", "f32") => bits(fa + fb),
        ("sub", "f32") => bits(fa - fb),
        ("mul", "f32") => bits(fa * fb),
        ("div", "f32") => bits(fa / fb),
        ("rem", "f32") => bits(fa % fb),
        ("add", _) => a.wrapping_add(b),
        ("sub", _) => a.wrapping_sub(b),
        ("mul", _) => a.wrapping_mul(b),
        ("div", _) if b == 0 => !0,
        ("div", "u32") => a / b,
        ("div", _) => ia.wrapping_div(ib) as u32,
        ("rem", _) if b == 0 => a,
        ("rem", "u32") => a % b,
        ("rem", _) => ia.wrapping_rem(ib) as u32,
        ("min" | "max", "f32") => match (fa.is_nan(), fb.is_nan()) {
            (true, _) => bits(fb),
            (_, true) => a,
            // The sign decides between zeros.
            _ if fa == fb => match base {
                "min" => a | b & 0x8000_0000,
                _ => a & (b | 0x7fff_ffff),
            },
            _ if (fa < fb) == (base == "min") => a,
            _ => b,
        },
        ("min", "u32") => a.min(b),
        ("max", "u32") => a.max(b),
        ("min", _) => ia.min(ib) as u32,
        ("max", _) => ia.max(ib) as u32,
        ("eq" | "ne" | "lt" | "le" | "gt" | "ge", _) => {
            let order = match ty {
                "u32" => Some(a.cmp(&b)),
                "i32" => Some(ia.cmp(&ib)),
                _ => fa.partial_cmp(&fb),
            };
            u32::from(match base {
                "eq" => order == Some(std::cmp::Ordering::Equal),
                "ne" => order != Some(std::cmp::Ordering::Equal),
                "lt" => order.is_some_and(|o| o.is_lt()),
                "le" => order.is_some_and(|o| o.is_le()),
                "gt" => order.is_some_and(|o| o.is_gt()),
                _ => order.is_some_and(|o| o.is_ge()),
            })
        }
        ("and", _) => a & b,
        ("or", _) => a | b,
        ("xor", _) => a ^ b,
        ("not", _) => !a,
        ("shl", _) => a << (b & 31),
        ("shr", "u32") => a >> (b & 31),
        ("shr", _) => (ia >> (b & 31)) as u32,
        ("neg", "i32") => 0u32.wrapping_sub(a),
        ("neg", _) => a ^ 0x8000_0000,
        ("abs", "i32") => {
            if ia < 0 {
                0u32.wrapping_sub(a)
            } else {
                a
            }
        }
        ("abs", _) => a & 0x7fff_ffff,
        ("fma", _) => bits(fa.mul_add(fb, fc)),
        ("sqrt", _) => bits(fa.sqrt()),
        ("rcp", _) => bits(1.0 / fa),
        ("exp2", _) => wide(f64::exp2),
        ("log2", _) => wide(f64::log2),
        ("sin", _) => wide(f64::sin),
        ("cos", _) => wide(f64::cos),
        ("cvt", "f32.u32") => (a as f32).to_bits(),
        ("cvt", "f32.i32") => (ia as f32).to_bits(),
        ("cvt", "u32.f32") => {
            if fa.is_nan() || fa <= 0.0 {
                0
            } else {
                fa.min(u32::MAX as f32) as u32
            }
        }
        ("cvt", _) => {
            if fa.is_nan() {
                0
            } else {
                fa as i32 as u32
            }
        }
        _ => panic!("{name}"),
    }
}

struct Flight {
    sig: u8,
    out: Option<(Reg, [Option<u32>; 32])>,
    asked: bool,
}

/// One wave, run alone: programs keep the waves of a group out of each other's memory.
pub struct Wave {
    v: [[u32; 32]; 64],
    flights: Vec<Flight>,
}

/// What a wave can reach. Addresses are bytes.
pub struct World<'a> {
    pub local: &'a mut [u32],
    pub global: &'a mut [u32],
    pub global_base: u32,
}

impl Wave {
    pub fn new(args: &[u32], group: u32, wave: u32, number: u32) -> Wave {
        let mut v = [[0; 32]; 64];
        for lane in 0..32 {
            let pattern = |p: &[u32]| p[lane % p.len()];
            let constants = [
                0,
                1,
                lane as u32,
                number,
                255,
                pattern(&[1, 2]),
                pattern(&[1, 2, 4]),
                pattern(&[1, 2, 4, 8]),
                u32::from(lane < 16),
                pattern(&[1, 1, 0, 0]),
                pattern(&[1, 1, 1, 1, 0, 0, 0, 0]),
                pattern(&[1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
            ];
            for (i, value) in constants.into_iter().enumerate() {
                v[i][lane] = value;
            }
            for (i, &value) in args.iter().enumerate() {
                v[16 + i][lane] = value;
            }
            v[62][lane] = group;
            v[63][lane] = wave * 32 + lane as u32;
        }
        Wave {
            v,
            flights: Vec::new(),
        }
    }

    fn mask(&self, mask: Mask, lane: usize) -> bool {
        mask.0
            .iter()
            .all(|&(reg, inverted)| (self.v[reg as usize][lane] & 1 == 1) != inverted)
    }

    fn val(&self, val: Val, lane: usize) -> u32 {
        match val {
            Val::V(reg) => self.v[reg as usize][lane],
            Val::M(mask) => self.mask(mask, lane).into(),
            Val::S(reg) => self.v[reg as usize][0],
            Val::Imm(x) => x,
        }
    }

    fn all(&self, val: Val) -> [u32; 32] {
        std::array::from_fn(|lane| self.val(val, lane))
    }

    fn deliver(&mut self, sig: u8) {
        if let Some(i) = self.flights.iter().position(|flight| flight.sig == sig)
            && let Some((reg, values)) = self.flights.remove(i).out
        {
            for (lane, value) in values.into_iter().enumerate() {
                if let Some(value) = value {
                    self.v[reg as usize][lane] = value;
                }
            }
        }
    }

    /// Done, not yet, or done because it was asked before.
    fn poll(&mut self, sig: u8) -> bool {
        let Some(flight) = self.flights.iter_mut().find(|flight| flight.sig == sig) else {
            return true;
        };
        if std::mem::replace(&mut flight.asked, true) {
            self.deliver(sig);
            return true;
        }
        false
    }

    /// Runs to the end. `strict`: loads arrive when they are waited for.
    pub fn run(&mut self, program: &[I], world: &mut World<'_>, strict: bool) {
        let mut at = 0;
        for _ in 0..100_000 {
            let inst = &program[at];
            at += 1;
            match inst {
                I::Alu {
                    name,
                    scalar,
                    out,
                    args,
                } => {
                    let lanes = if *scalar { 1 } else { 32 };
                    let results: Vec<u32> = (0..lanes)
                        .map(|lane| {
                            let args: Vec<u32> =
                                args.iter().map(|&arg| self.val(arg, lane)).collect();
                            alu(name, &args)
                        })
                        .collect();
                    self.v[*out as usize][..lanes].copy_from_slice(&results);
                }
                I::Mov { out, mask, val } => {
                    let (old, new) = (self.v[*out as usize], self.all(*val));
                    self.v[*out as usize] = std::array::from_fn(|lane| {
                        if self.mask(*mask, lane) {
                            new[lane]
                        } else {
                            old[lane]
                        }
                    });
                }
                I::Select { out, mask, no, yes } => {
                    self.v[*out as usize] = std::array::from_fn(|lane| {
                        self.val(if self.mask(*mask, lane) { *yes } else { *no }, lane)
                    });
                }
                I::First { out, mask, val } => {
                    if let Some(lane) = (0..32).find(|&lane| self.mask(*mask, lane)) {
                        self.v[*out as usize][0] = self.val(*val, lane);
                    }
                }
                I::Reduce8 { name, out, val } => {
                    let values = self.all(*val);
                    self.v[*out as usize] = std::array::from_fn(|lane| {
                        if lane % 8 != 0 {
                            return 0;
                        }
                        let mut sum = values[lane];
                        for value in &values[lane + 1..lane + 8] {
                            sum = alu(name, &[sum, *value]);
                        }
                        sum
                    });
                }
                I::Reduce { name, out, val } => {
                    let values = self.all(*val);
                    let mut sum = values[0];
                    for lane in [8, 16, 24] {
                        sum = alu(name, &[sum, values[lane]]);
                    }
                    self.v[*out as usize][0] = sum;
                }
                I::Shuffle { out, val, idx } => {
                    let (values, idx) = (self.all(*val), self.all(*idx));
                    self.v[*out as usize] = std::array::from_fn(|i| values[idx[i] as usize % 32]);
                }
                I::Rotate { out, val, n } => {
                    let (values, n) = (self.all(*val), self.all(*n));
                    self.v[*out as usize] =
                        std::array::from_fn(|i| values[(i + n[i] as usize % 32) % 32]);
                }
                I::Broadcast { out, val, lane } => {
                    let (values, lane) = (self.all(*val), self.all(*lane));
                    self.v[*out as usize] = std::array::from_fn(|i| values[lane[i] as usize % 32]);
                }
                I::LocalLoad { out, mask, addr } => {
                    for lane in (0..32)
                        .filter(|&lane| self.mask(*mask, lane))
                        .collect::<Vec<_>>()
                    {
                        // The address register may be the destination, but each lane reads its own.
                        let address = self.v[*addr as usize][lane];
                        self.v[*out as usize][lane] = world.local[address as usize / 4];
                    }
                }
                I::LocalStore { addr, mask, val } => {
                    for lane in (0..32).filter(|&lane| self.mask(*mask, lane)) {
                        let address = self.v[*addr as usize][lane];
                        world.local[address as usize / 4] = self.val(*val, lane);
                    }
                }
                I::GlobalLoad {
                    sig,
                    out,
                    mask,
                    addr,
                } => {
                    let values = std::array::from_fn(|lane| {
                        self.mask(*mask, lane).then(|| {
                            let address = self.v[*addr as usize][lane] - world.global_base;
                            world.global[address as usize / 4]
                        })
                    });
                    self.deliver(*sig);
                    let flight = Flight {
                        sig: *sig,
                        out: Some((*out, values)),
                        asked: false,
                    };
                    self.flights.push(flight);
                    if !strict {
                        self.deliver(*sig);
                    }
                }
                I::GlobalStore {
                    sig,
                    addr,
                    mask,
                    val,
                } => {
                    for lane in (0..32).filter(|&lane| self.mask(*mask, lane)) {
                        let address = self.v[*addr as usize][lane] - world.global_base;
                        world.global[address as usize / 4] = self.val(*val, lane);
                    }
                    self.deliver(*sig);
                    self.flights.push(Flight {
                        sig: *sig,
                        out: None,
                        asked: false,
                    });
                    if !strict {
                        self.deliver(*sig);
                    }
                }
                I::Done { out, sigs } => {
                    let done: Vec<bool> = sigs.iter().map(|&sig| self.poll(sig)).collect();
                    self.v[*out as usize][0] = done.iter().all(|&done| done).into();
                }
                I::Wait { out, sigs } => {
                    sigs.iter().for_each(|&sig| self.deliver(sig));
                    self.v[*out as usize][0] = 1;
                }
                I::Any { to } => {
                    let first = to.iter().find(|(sig, _)| self.poll(*sig));
                    let &(sig, target) = first.unwrap_or(&to[0]);
                    self.deliver(sig);
                    at = target;
                }
                I::Br { name, to, val } => {
                    if (self.val(*val, 0) == 0) == (*name == "brz") {
                        at = *to;
                    }
                }
                I::BrMask { name, to, mask } => {
                    let count = (0..32).filter(|&lane| self.mask(*mask, lane)).count();
                    if count == 32 || count > 0 && *name == "br_any" {
                        at = *to;
                    }
                }
                I::Jmp { to } => at = *to,
                I::Barrier => {}
                I::End => return,
            }
        }
        panic!("the program does not end");
    }
}
