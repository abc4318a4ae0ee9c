//! A second opinion: instructions as plain data, with their text and a naive evaluator that
//! shares no code with the library.

use std::fmt;

/// A register number: 0 to 15 constants, then `v0` on.
pub type Reg = u8;

#[derive(Clone, Copy, Debug)]
pub struct Mask(pub [(Reg, bool); 2]);

#[derive(Clone, Copy, Debug)]
pub enum Val {
    V(Reg),
    M(Mask),
    S(Reg),
    Imm(u32),
}

#[derive(Clone, Debug)]
pub enum I {
    /// Element-wise or, with `scalar`, on the scalar unit.
    Alu {
        name: &'static str,
        scalar: bool,
        out: Reg,
        args: Vec<Val>,
    },
    Mov {
        out: Reg,
        mask: Mask,
        val: Val,
    },
    Select {
        out: Reg,
        mask: Mask,
        no: Val,
        yes: Val,
    },
    First {
        out: Reg,
        mask: Mask,
        val: Val,
    },
    Reduce8 {
        name: &'static str,
        out: Reg,
        val: Val,
    },
    Reduce {
        name: &'static str,
        out: Reg,
        val: Val,
    },
    Shuffle {
        out: Reg,
        val: Val,
        idx: Val,
    },
    Rotate {
        out: Reg,
        val: Val,
        n: Val,
    },
    Broadcast {
        out: Reg,
        val: Val,
        lane: Val,
    },
    LocalLoad {
        out: Reg,
        mask: Mask,
        addr: Reg,
    },
    LocalStore {
        addr: Reg,
        mask: Mask,
        val: Val,
    },
    GlobalLoad {
        sig: u8,
        out: Reg,
        mask: Mask,
        addr: Reg,
    },
    GlobalStore {
        sig: u8,
        addr: Reg,
        mask: Mask,
        val: Val,
    },
    Done {
        out: Reg,
        sigs: Vec<u8>,
    },
    Wait {
        out: Reg,
        sigs: Vec<u8>,
    },
    Any {
        to: Vec<(u8, usize)>,
    },
    Br {
        name: &'static str,
        to: usize,
        val: Val,
    },
    BrMask {
        name: &'static str,
        to: usize,
        mask: Mask,
    },
    Jmp {
        to: usize,
    },
    Barrier,
    End,
}

struct R(Reg);

impl fmt::Display for R {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "zero", "one", "sid", "wave", "u8_max", "n2nd", "n3rd", "n4th", "lo16", "ch2", "ch4",
            "alo8",
        ];
        match names.get(self.0 as usize) {
            Some(name) => f.write_str(name),
            None => write!(f, "v{}", self.0 - 16),
        }
    }
}

impl fmt::Display for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = |inverted| if inverted { "!" } else { "" };
        match self.0 {
            [(1, false), (1, false)] => write!(f, "[]"),
            [(a, i), (1, false)] => write!(f, "[{}{}]", not(i), R(a)),
            [(a, i), (b, j)] => write!(f, "[{}{} & {}{}]", not(i), R(a), not(j), R(b)),
        }
    }
}

impl fmt::Display for Val {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Val::V(r) => write!(f, "{}", R(*r)),
            Val::M(m) => write!(f, "{m}"),
            Val::S(r) => write!(f, "{}.s", R(*r)),
            Val::Imm(x) => write!(f, "{x:#x}"),
        }
    }
}

impl fmt::Display for I {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sigs = |sigs: &[u8]| -> String { sigs.iter().map(|s| format!(", sig{s}")).collect() };
        match self {
            I::Alu {
                name,
                scalar,
                out,
                args,
            } => {
                let args: String = args.iter().map(|arg| format!(", {arg}")).collect();
                write!(
                    f,
                    "{name} {}{}{args}",
                    R(*out),
                    if *scalar { ".s" } else { "" }
                )
            }
            I::Mov { out, mask, val } => write!(f, "mov {}, {mask}, {val}", R(*out)),
            I::Select { out, mask, no, yes } => {
                write!(f, "select {}, {mask}, {no}, {yes}", R(*out))
            }
            I::First { out, mask, val } => {
                write!(f, "first_where_true {}.s, {mask}, {val}", R(*out))
            }
            I::Reduce8 { name, out, val } => write!(f, "reduce8.{name} {}, {val}", R(*out)),
            I::Reduce { name, out, val } => write!(f, "reduce.{name} {}.s, {val}", R(*out)),
            I::Shuffle { out, val, idx } => write!(f, "shuffle {}, {val}, {idx}", R(*out)),
            I::Rotate { out, val, n } => write!(f, "rotate {}, {val}, {n}", R(*out)),
            I::Broadcast { out, val, lane } => write!(f, "broadcast {}, {val}, {lane}", R(*out)),
            I::LocalLoad { out, mask, addr } => {
                write!(f, "local_load32 {}, {mask}, {}", R(*out), R(*addr))
            }
            I::LocalStore { addr, mask, val } => {
                write!(f, "local_store32 {}, {mask}, {val}", R(*addr))
            }
            I::GlobalLoad {
                sig,
                out,
                mask,
                addr,
            } => {
                write!(
                    f,
                    "global_load32 sig{sig}, {}, {mask}, {}",
                    R(*out),
                    R(*addr)
                )
            }
            I::GlobalStore {
                sig,
                addr,
                mask,
                val,
            } => {
                write!(f, "global_store32 sig{sig}, {}, {mask}, {val}", R(*addr))
            }
            I::Done { out, sigs: s } => {
                write!(f, "sig_done{} {}.s{}", s.len(), R(*out), sigs(s))
            }
            I::Wait { out, sigs: s } => {
                let name = match s.len() {
                    1 => "sig_wait".to_string(),
                    n => format!("sig_waitall{n}"),
                };
                write!(f, "{name} {}.s{}", R(*out), sigs(s))
            }
            I::Any { to } => {
                let pairs: Vec<String> = to
                    .iter()
                    .map(|(sig, to)| format!("sig{sig}, L{to}"))
                    .collect();
                write!(f, "sig_any{} {}", to.len(), pairs.join(", "))
            }
            I::Br { name, to, val } => write!(f, "{name} L{to}, {val}"),
            I::BrMask { name, to, mask } => write!(f, "{name} L{to}, {mask}"),
            I::Jmp { to } => write!(f, "jmp L{to}"),
            I::Barrier => write!(f, "barrier"),
            I::End => write!(f, "end"),
        }
    }
}

/// Names and operand counts of what `Alu` can be.
pub const ALU: &[(&str, usize)] = &[
    ("add.u32", 2),
    ("add.i32", 2),
    ("add.f32", 2),
    ("sub.u32", 2),
    ("sub.i32", 2),
    ("sub.f32", 2),
    ("mul.u32", 2),
    ("mul.i32", 2),
    ("mul.f32", 2),
    ("div.u32", 2),
    ("div.i32", 2),
    ("div.f32", 2),
    ("rem.u32", 2),
    ("rem.i32", 2),
    ("rem.f32", 2),
    ("min.u32", 2),
    ("min.i32", 2),
    ("min.f32", 2),
    ("max.u32", 2),
    ("max.i32", 2),
    ("max.f32", 2),
    ("eq.u32", 2),
    ("eq.i32", 2),
    ("eq.f32", 2),
    ("ne.u32", 2),
    ("ne.i32", 2),
    ("ne.f32", 2),
    ("lt.u32", 2),
    ("lt.i32", 2),
    ("lt.f32", 2),
    ("le.u32", 2),
    ("le.i32", 2),
    ("le.f32", 2),
    ("gt.u32", 2),
    ("gt.i32", 2),
    ("gt.f32", 2),
    ("ge.u32", 2),
    ("ge.i32", 2),
    ("ge.f32", 2),
    ("and.u32", 2),
    ("or.u32", 2),
    ("xor.u32", 2),
    ("not.u32", 1),
    ("shl.u32", 2),
    ("shr.u32", 2),
    ("shr.i32", 2),
    ("neg.i32", 1),
    ("neg.f32", 1),
    ("abs.i32", 1),
    ("abs.f32", 1),
    ("fma.f32", 3),
    ("sqrt.f32", 1),
    ("rcp.f32", 1),
    ("exp2.f32", 1),
    ("log2.f32", 1),
    ("sin.f32", 1),
    ("cos.f32", 1),
    ("cvt.f32.u32", 1),
    ("cvt.f32.i32", 1),
    ("cvt.u32.f32", 1),
    ("cvt.i32.f32", 1),
];

pub const REDUCTIONS: &[&str] = &[
    "add.u32", "add.i32", "add.f32", "mul.u32", "mul.i32", "mul.f32", "min.u32", "min.i32",
    "min.f32", "max.u32", "max.i32", "max.f32", "and.u32", "or.u32", "xor.u32",
];

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
