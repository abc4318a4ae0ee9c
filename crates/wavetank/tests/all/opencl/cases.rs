//! Every kernel with its arguments, its launch, and what it should compute.

mod floating;
mod integer;
mod lanes;
mod memory;

use super::data::Data;

pub struct Case {
    pub file: &'static str,
    pub kernel: &'static str,
    pub global: Vec<u32>,
    pub local: Vec<u32>,
    pub args: Vec<Arg>,
    /// Relative; zero where results are exact.
    pub tolerance: f64,
}

pub enum Arg {
    In(Data),
    Value(Data),
    /// A pointer to so many bytes of local memory.
    Local(u32),
    Out {
        before: Data,
        after: Data,
    },
}

pub fn cases() -> Vec<Case> {
    [
        integer::arithmetic(),
        integer::control(),
        integer::builtins(),
        memory::shared(),
        memory::atomics(),
        memory::memory(),
        floating::floats(),
        floating::functions(),
        floating::matrices(),
        lanes::lanes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// `groups` workgroups of 64 threads.
fn case(file: &'static str, kernel: &'static str, groups: u32, args: Vec<Arg>) -> Case {
    Case {
        file,
        kernel,
        global: vec![groups],
        local: vec![64],
        args,
        tolerance: 0.0,
    }
}

impl Case {
    fn within(self, tolerance: f64) -> Case {
        Case { tolerance, ..self }
    }

    fn over(self, global: &[u32], local: &[u32]) -> Case {
        Case {
            global: global.to_vec(),
            local: local.to_vec(),
            ..self
        }
    }
}

/// An output that is zero before.
fn out(after: Data) -> Arg {
    let zeros = after.read(&vec![0; 8 * after.len()]);
    let before = match zeros {
        Data::U8(v) => Data::U8(v[..after.len()].to_vec()),
        Data::I16(v) => Data::I16(v[..after.len()].to_vec()),
        Data::U32(v) => Data::U32(v[..after.len()].to_vec()),
        Data::I32(v) => Data::I32(v[..after.len()].to_vec()),
        Data::U64(v) => Data::U64(v[..after.len()].to_vec()),
        Data::F16(v) => Data::F16(v[..after.len()].to_vec()),
        Data::F32(v) => Data::F32(v[..after.len()].to_vec()),
        Data::F64(v) => Data::F64(v[..after.len()].to_vec()),
    };
    Arg::Out { before, after }
}

/// The results of `f` for each index, one list.
fn each<T, const N: usize>(count: usize, f: impl FnMut(usize) -> [T; N]) -> Vec<T> {
    (0..count).flat_map(f).collect()
}
