//! What a header says once everything in it is known to be right.

use std::collections::BTreeMap;

use source::Span;

use crate::expr::{EvalError, Expr};
use crate::{Array, Constant, KeyValue};

/// What the command line can say about a header.
#[derive(Clone, Debug)]
pub struct Options {
    /// `--set N=512`: values that replace those of `let`, as [`parse_set`](crate::parse_set)
    /// reads them.
    pub set: Vec<(String, Constant)>,
    /// `--seed`: replaces the header's.
    pub seed: Option<u64>,
    /// `--global-memsize`: how many bytes all arguments together may take.
    pub max_bytes: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            set: vec![],
            seed: None,
            max_bytes: 32 << 20,
        }
    }
}

/// What a header says, with everything evaluated.
#[derive(Clone, Debug)]
pub struct KernelFile {
    /// In header order.
    pub args: Vec<Arg>,
    /// In header order.
    pub textures: Vec<Texture>,
    /// In header order; none for instruction sets without
    /// [`Schema::bindings`](crate::Schema::bindings).
    pub bindings: Vec<Binding>,
    /// ISA-specific keys that the header sets.
    pub keys: Vec<KeyEntry>,
    /// How many threads.
    pub launch: Launch,
    /// Lanes per wave: what the header says, or the instruction set's default.
    pub wave: u32,
    /// Where the header says it.
    pub wave_span: Option<Span>,
    /// Workgroups that the device has room for at a time, where the header says so.
    pub resident: Option<u32>,
    /// Of `rand`: what the command line says, else the header, else always the same.
    pub seed: u64,
    /// Without one, expectations are exact.
    pub tol: Option<f64>,
    /// In header order; without any, a run has nothing to fail.
    pub expects: Vec<Expect>,
    /// What `$N` means in the assembly.
    pub constants: BTreeMap<String, Constant>,
    /// The assembly below the header.
    pub body: Span,
}

impl KernelFile {
    /// The value of a key, where the header sets it.
    pub fn key(&self, name: &str) -> Option<&KeyValue> {
        self.keys
            .iter()
            .find(|entry| entry.name == name)
            .map(|entry| &entry.value)
    }

    /// The value of an integer key, where the header sets it.
    pub fn integer_key(&self, name: &str) -> Option<i64> {
        match self.key(name) {
            Some(KeyValue::Integer(n)) => Some(*n),
            _ => None,
        }
    }

    /// The value of a word key, where the header sets it.
    pub fn word_key(&self, name: &str) -> Option<&'static str> {
        match self.key(name) {
            Some(KeyValue::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// The value of a boolean key, where the header sets it.
    pub fn boolean_key(&self, name: &str) -> Option<bool> {
        match self.key(name) {
            Some(KeyValue::Boolean(on)) => Some(*on),
            _ => None,
        }
    }

    /// The argument called `name`.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|arg| arg.name == name)
    }
}

/// An argument with its first bytes.
#[derive(Clone, Debug)]
pub struct Arg {
    /// What programs and users call it.
    pub name: String,
    /// The name in the header.
    pub span: Span,
    /// Type, shape and the bytes at the start of the run.
    pub array: Array,
    /// Its name begins with `out_`: printed after the run.
    pub is_output: bool,
    /// It has an initializer; otherwise its bytes are zero.
    pub is_initialized: bool,
}

/// `name: tex2d[h,w]`: an `f32` array of height and width.
#[derive(Clone, Debug)]
pub struct Texture {
    /// What programs and users call it.
    pub name: String,
    /// The name in the header.
    pub span: Span,
    /// The texels at the start of the run.
    pub array: Array,
    /// How many arguments stand before it in the header.
    pub args_before: usize,
}

/// `R20 = &a + 16 * tid`
#[derive(Clone, Debug)]
pub struct Binding {
    /// Its number, within the range of the schema.
    pub register: u32,
    /// The register's name in the header.
    pub span: Span,
    pub(crate) expr: Expr<Bound>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bound {
    Value(Constant),
    Symbol(BindingSymbol),
}

/// What a binding cannot know before the launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingSymbol {
    /// By its position in [`Bindings::variables`](crate::Bindings::variables).
    Variable(usize),
    /// The address of an argument.
    Arg(usize),
    /// What names a texture.
    Texture(usize),
}

impl Binding {
    /// The register's value in one thread, with the symbols as `lookup` has them there.
    pub fn eval(
        &self,
        mut lookup: impl FnMut(BindingSymbol) -> u64,
    ) -> Result<Constant, EvalError> {
        self.expr.eval(|leaf, _| {
            Ok(match leaf {
                Bound::Value(value) => value,
                Bound::Symbol(symbol) => Constant::Int(lookup(symbol).into()),
            })
        })
    }
}

/// A key of the instruction set's own as the header sets it.
#[derive(Clone, Debug)]
pub struct KeyEntry {
    /// As the schema spells it.
    pub name: &'static str,
    /// Of the kind that the schema asks for.
    pub value: KeyValue,
    /// Everything after the equals sign.
    pub span: Span,
}

/// Threads per workgroup and workgroups. Dimensions that were not given are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Threads per workgroup along x, y and z.
    pub local: [u32; 3],
    /// Workgroups along x, y and z.
    pub global: [u32; 3],
    /// How many dimensions of `local` the header gives, one to three.
    pub local_dims: usize,
    /// How many dimensions of `global` the header gives, one to three.
    pub global_dims: usize,
}

impl Default for Launch {
    fn default() -> Launch {
        Launch {
            local: [1; 3],
            global: [1; 3],
            local_dims: 1,
            global_dims: 1,
        }
    }
}

impl Launch {
    /// The product of the local dimensions.
    pub fn threads_per_workgroup(&self) -> u64 {
        self.local.iter().map(|&n| u64::from(n)).product()
    }

    /// The product of the global dimensions.
    pub fn workgroups(&self) -> u64 {
        self.global.iter().map(|&n| u64::from(n)).product()
    }
}

/// What an array should hold after the run.
#[derive(Clone, Debug)]
pub struct Expect {
    /// Index into [`KernelFile::args`].
    pub arg: usize,
    /// Of the argument's own type and shape.
    pub expected: Array,
    /// The whole of `NAME = initializer`.
    pub span: Span,
}
