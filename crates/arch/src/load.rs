//! From code and arguments to something that can run.

use kernel::{Array, Binding, KeyEntry, KeyValue};
use source::{Diagnostic, Span};
use std::ops::Range;
use std::sync::Arc;
use uop::{Apertures, Entry, Memo, Program};

/// An argument of the launch, in device memory.
#[derive(Clone, Copy, Debug)]
pub struct Argument<'a> {
    /// As in the header.
    pub name: &'a str,
    /// Type, shape (none for a scalar) and first value.
    pub array: &'a Array,
    /// Of its first byte in device memory.
    pub address: u64,
    /// Its last value is shown.
    pub is_output: bool,
    /// Where the header declares it; arguments of the command line have no place there.
    pub span: Option<Span>,
}

impl Argument<'_> {
    /// A diagnostic that points at the argument, if it is in the header.
    pub fn point_at(&self, text: impl Into<String>, diagnostic: Diagnostic) -> Diagnostic {
        match self.span {
            Some(span) => diagnostic.label(span, text),
            None => diagnostic,
        }
    }
}

/// A texture: height, width and texels in row order.
#[derive(Clone, Copy, Debug)]
pub struct TextureArgument<'a> {
    /// As in the header.
    pub name: &'a str,
    /// Type, shape and texels.
    pub array: &'a Array,
    /// How many arguments stand before it.
    pub args_before: usize,
}

/// What the user asks to be launched.
#[derive(Clone, Copy, Debug, Default)]
pub struct LaunchRequest<'a> {
    /// In the order of the header, textures left out.
    pub args: &'a [Argument<'a>],
    /// In the order of the header.
    pub textures: &'a [TextureArgument<'a>],
    /// Registers that the header sets at thread start, for instruction sets whose schema has such.
    pub bindings: &'a [Binding],
    /// Keys of the header that are the instruction set's own.
    pub keys: &'a [KeyEntry],
    /// How many workgroups, of how many threads.
    pub launch: kernel::Launch,
    /// A header or the command line says so; otherwise it is one thread for want of a better number.
    pub launched: bool,
    /// Lanes per wave: one of the sizes in the instruction set's schema.
    pub wave: u32,
    /// The kernel to start, where the code has several.
    pub kernel: Option<&'a str>,
    /// Extensions switched on from outside.
    pub extensions: &'a [String],
    /// Nothing will run: arguments that a kernel wants and that are not there are zero.
    pub only_planned: bool,
    /// What was kept of launches of the same code before.
    pub memo: Option<&'a Memo>,
}

impl LaunchRequest<'_> {
    /// The value of a key, where the header has it.
    pub fn key(&self, name: &str) -> Option<&KeyValue> {
        self.keys
            .iter()
            .find(|entry| entry.name == name)
            .map(|entry| &entry.value)
    }

    /// A diagnostic that points at the first of these keys that the header has.
    pub fn point_at(&self, keys: &[&str], text: &str, diagnostic: Diagnostic) -> Diagnostic {
        let entry = |name: &&str| self.keys.iter().find(|entry| entry.name == *name);
        match keys.iter().find_map(entry) {
            Some(entry) => diagnostic.label(entry.span, text),
            None => diagnostic,
        }
    }

    /// An integer key, or what it is where the header does not say.
    pub fn integer(&self, name: &str, default: i64) -> i64 {
        match self.key(name) {
            Some(KeyValue::Integer(value)) => *value,
            _ => default,
        }
    }
}

/// Device memory for what an instruction set needs beyond the arguments: a table of addresses,
/// constants of a code object.
pub trait Allocator {
    /// Copies `bytes` to device memory and returns their address.
    fn place(&mut self, name: &str, bytes: &[u8]) -> Result<u64, String>;

    /// So many bytes of device memory, all zero.
    fn reserve(&mut self, name: &str, bytes: u64) -> Result<u64, String> {
        let bytes = usize::try_from(bytes).map_err(|_| format!("{name} is too large"))?;
        self.place(name, &vec![0; bytes])
    }

    /// Writes to what was reserved.
    fn write(&mut self, _address: u64, _bytes: &[u8]) -> Result<(), String> {
        Err("nothing can be written here".into())
    }

    /// Copies `bytes` to device memory at an address of the caller's choice: code that refers to
    /// itself. Where memory is the host's own, everything has its place already.
    fn place_at(&mut self, _address: u64, name: &str, _bytes: &[u8]) -> Result<(), String> {
        Err(format!("{name} cannot be placed at a fixed address here"))
    }
}

/// Ready to run. Launches share what they need of it.
pub struct Loaded {
    /// What runs.
    pub program: Arc<Program>,
    /// What waves find in their registers.
    pub entry: Arc<dyn Entry>,
    /// Lanes per wave.
    pub lanes: u32,
    /// Local memory of a workgroup.
    pub local_bytes: u32,
    /// Private memory per lane.
    pub private_bytes: u32,
    /// Constant memory, the same for the whole launch.
    pub constant: Arc<[u8]>,
    /// Where flat addresses mean other memories; empty where there is no flat space.
    pub flat: Apertures,
    /// Addresses where libraries race by design.
    pub quiet: Vec<Range<u64>>,
}

/// A kernel of some code, as far as the code says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KernelSignature {
    /// By which it is chosen.
    pub name: String,
    /// What it takes, in order; nothing where the code does not say.
    pub parameters: Option<Vec<FormalParameter>>,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormalParameter {
    /// As in the source, where a compiler kept it.
    pub name: Option<String>,
    /// The same for its type: `float*`.
    pub type_name: Option<String>,
    /// Bytes that it takes among the arguments.
    pub bytes: u32,
    /// What the caller gives for it.
    pub kind: ParameterKind,
}

/// What a parameter stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// A value.
    Value,
    /// An array in global memory.
    Array,
    /// So many bytes of local memory.
    Local,
    /// An image, a queue: nothing that can be given.
    Other,
}
