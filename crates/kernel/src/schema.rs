//! What an ISA adds to the header, as plain data that the ISA hands in.

/// The part of the header that differs from one ISA to the next.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// As the extension and `isa = NAME` spell it.
    pub isa: &'static str,
    /// Lanes per wave where the header does not say: one of `wave_sizes`.
    pub default_wave: u32,
    /// Lanes per wave that `wave = N` may ask for.
    pub wave_sizes: &'static [u32],
    /// The most threads a workgroup may have.
    pub max_workgroup: u64,
    /// What else the header may set, under names of the instruction set's own.
    pub keys: &'static [Key],
    /// Registers that the header can set for every thread.
    pub bindings: Option<Bindings>,
    /// Whether `name: tex2d[h,w]` is an argument.
    pub textures: bool,
}

impl Schema {
    /// The common part alone: waves of 32 and nothing special.
    pub const PLAIN: Schema = Schema {
        isa: "",
        default_wave: 32,
        wave_sizes: &[32],
        max_workgroup: 1024,
        keys: &[],
        bindings: None,
        textures: false,
    };

    /// The names of its keys behind others, for people. Chips can have more numbers than a line should
    /// name; they come last.
    pub fn listed<'a>(&self, before: impl IntoIterator<Item = &'a str>) -> String {
        const MOST: usize = 32;
        let own = self.keys.iter().map(|key| key.name);
        let names: Vec<&str> = before.into_iter().chain(own).collect();
        match names.len() {
            ..=MOST => names.join(", "),
            n => format!(
                "{} and {} more; `wavetank info --chip NAME` shows the numbers of a chip",
                names[..MOST / 2].join(", "),
                n - MOST / 2
            ),
        }
    }
}

/// `name = value` for one ISA.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Left of the equals sign.
    pub name: &'static str,
    /// What may stand right of it.
    pub kind: KeyKind,
    /// One line for people: what the key does.
    pub doc: &'static str,
}

/// What can be given to a key.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // The sentence over a variant speaks of its fields.
pub enum KeyKind {
    /// An integer expression between the two, both included.
    Integer { min: i64, max: i64 },
    /// An integer expression that is one of these.
    OneOf(&'static [i64]),
    /// `true` or `false`.
    Boolean,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Anything in double quotes.
    Text,
}

/// What was given to a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyValue {
    /// For `Integer` and `OneOf`.
    Integer(i64),
    /// For `Boolean`.
    Boolean(bool),
    /// For `Word`: the one of the schema.
    Word(&'static str),
    /// For `Text`, without the quotes.
    Text(String),
}

/// `R20 = &a + 16 * tid`: registers `prefix` plus a number from `first` to `last`.
#[derive(Clone, Copy, Debug)]
pub struct Bindings {
    /// What a register begins with: `R`.
    pub prefix: &'static str,
    /// The least number that can be set.
    pub first: u32,
    /// The greatest number that can be set.
    pub last: u32,
    /// What differs from thread to thread, such as `tid`.
    pub variables: &'static [&'static str],
}

impl Bindings {
    /// The register that `name` spells, if it has the form of one; `Err` when the number is not
    /// one of those that can be set.
    pub(crate) fn register(&self, name: &str) -> Option<Result<u32, ()>> {
        let digits = name.strip_prefix(self.prefix)?;
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let number = digits
            .parse()
            .ok()
            .filter(|n| (self.first..=self.last).contains(n));
        Some(number.ok_or(()))
    }
}
