//! A second opinion: instructions as plain data, with their text and a naive evaluator that
//! shares no code with the library.

mod evaluate;

pub use evaluate::{Wave, World};

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
