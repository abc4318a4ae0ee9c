//! What an instruction set calls its registers, as plain data for what shows them.

use std::collections::HashSet;
use uop::{Operand, Program, SReg, VReg};

pub use uop::RegisterPlace;

/// How a value is shown where the user does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RegisterFormat {
    /// The register is untyped: a float if it looks like one, an integer otherwise.
    #[default]
    Guess,
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// Bits, in hexadecimal.
    Hex,
    /// A float as wide as the register.
    Float,
    /// Two halves.
    Half,
    /// An integer: in decimal if it is small, in hex like an address otherwise.
    Integer,
    /// A float of 32 bits where all bits above them are ones, else one of 64.
    Boxed,
}

/// A register that people name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterName {
    /// What people type, without a `$`.
    pub name: String,
    /// Another name for the same, or nothing.
    pub alias: String,
    /// Where it is; of several words, the first.
    pub place: RegisterPlace,
    /// Consecutive words that make one value: 2 for a register of 64 bits.
    pub words: u16,
    /// Names of the parts of a register that has some, each as wide as `words` says and one after
    /// the other: `x`, `y`, `z`, `w`.
    pub parts: Vec<String>,
    /// How it is shown.
    pub format: RegisterFormat,
}

impl RegisterName {
    /// A register of one word without parts; the methods below change that.
    pub fn new(name: impl Into<String>, place: RegisterPlace) -> RegisterName {
        RegisterName {
            name: name.into(),
            alias: String::new(),
            place,
            words: 1,
            parts: Vec::new(),
            format: RegisterFormat::default(),
        }
    }

    /// The same register, shown another way.
    pub fn format(self, format: RegisterFormat) -> RegisterName {
        RegisterName { format, ..self }
    }

    /// The same register with a second name.
    pub fn alias(self, alias: impl Into<String>) -> RegisterName {
        RegisterName {
            alias: alias.into(),
            ..self
        }
    }

    /// The same register with values of so many words.
    pub fn words(self, words: u16) -> RegisterName {
        RegisterName { words, ..self }
    }

    /// The same register with named parts.
    pub fn parts(self, parts: &[&str]) -> RegisterName {
        let parts = parts.iter().map(|part| part.to_string()).collect();
        RegisterName { parts, ..self }
    }
}

/// Registers that are listed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterGroup {
    /// `vector`, `scalar`, `predicate`, `special`: what `info registers NAME` takes.
    pub name: String,
    /// What numbered registers begin with, so that `s[0:3]` means `s0` to `s3`.
    pub prefix: Option<String>,
    /// In the order in which they are listed.
    pub registers: Vec<RegisterName>,
}

/// All registers that have names. The mask of active lanes and the program counter need not be
/// among them: every machine has these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterView {
    /// In the order in which they are listed.
    pub groups: Vec<RegisterGroup>,
    /// What the mask of active lanes is called.
    pub exec: String,
    /// What a wave is called, for messages: `wave`, `warp`.
    pub wave: String,
}

impl Default for RegisterView {
    fn default() -> RegisterView {
        RegisterView {
            groups: Vec::new(),
            exec: "exec".into(),
            wave: "wave".into(),
        }
    }
}

impl RegisterView {
    /// Registers under the names that `name` gives. Those without a short one are temporaries,
    /// unless all are: then they are numbered, `v0` on and `s0` on.
    pub fn named(program: &Program, name: impl Fn(Operand) -> String) -> RegisterView {
        let resources = &program.resources;
        let vectors = (0..resources.vectors).map(VReg);
        let vectors = vectors.map(|reg| {
            let name = name(Operand::Vector(reg, 1));
            RegisterName::new(name, RegisterPlace::Vector(reg))
        });
        let scalars = (0..resources.scalars).map(SReg);
        let scalars = scalars.map(|reg| {
            let name = name(Operand::Scalar(reg, 1));
            RegisterName::new(name, RegisterPlace::Scalar(reg))
        });
        RegisterView {
            groups: vec![
                RegisterGroup::named("vector", "v", vectors.collect()),
                RegisterGroup::named("scalar", "s", scalars.collect()),
            ],
            ..RegisterView::default()
        }
    }
}

impl RegisterGroup {
    fn named(name: &str, prefix: &str, mut registers: Vec<RegisterName>) -> RegisterGroup {
        if registers.iter().all(|register| register.name.contains(' ')) {
            return RegisterGroup::numbered(name, prefix, registers.iter().map(|r| r.place));
        }
        let mut taken = HashSet::new();
        registers
            .retain(|register| !register.name.contains(' ') && taken.insert(register.name.clone()));
        RegisterGroup {
            name: name.into(),
            prefix: Some(prefix.into()),
            registers,
        }
    }

    /// `prefix0`, `prefix1`, ... at these places.
    pub fn numbered(
        name: &str,
        prefix: &str,
        places: impl IntoIterator<Item = RegisterPlace>,
    ) -> RegisterGroup {
        let places = places.into_iter().enumerate();
        RegisterGroup {
            name: name.into(),
            prefix: Some(prefix.into()),
            registers: places
                .map(|(n, place)| RegisterName::new(format!("{prefix}{n}"), place))
                .collect(),
        }
    }
}
