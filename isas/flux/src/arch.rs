//! What flux offers to front ends.

use crate::dialect::{Assembler, EXTENSIONS};
use crate::lower::{Layout, lower, runs_off};
use crate::texture::Texture;
use crate::timing::{self, NUMBERS};
use crate::{BASE, Identity, table};
use arch::info::Resource;
use arch::{
    Allocator, Arch, Argument, AsmSource, Assembled, Code, Coverage, DisStyle, KernelInfo,
    LaunchRequest, Loaded, Parameter, RegisterGroup, RegisterName, RegisterPlace, RegisterView,
    header_keys,
};
use isa::{Fidelity, ListingLine, Page, Set};
use kernel::{Binding, BindingSymbol, Bindings, Constant, EvalError, Key, KeyKind, Schema};
use source::{Diagnostic, Span};
use std::collections::BTreeMap;
use std::sync::Arc;
use uop::timing::Timing;
use uop::{Apertures, Entry, GroupRegisters, Registers, WavePlace};

/// The flux instruction set.
pub struct Flux;

const WARP: u32 = 32;
/// The first argument is in this register, the next in the one after it.
const FIRST_ARGUMENT: u32 = 10;
/// Shared memory of a block where the header does not say.
const SHARED_BYTES: i64 = 48 << 10;
/// The attribute of assembled code that names its extensions.
const EXT: &str = "ext";

/// The header's own keys, and those of the cycle model.
static KEYS: [Key; OWN_KEYS.len() + NUMBERS.len()] = header_keys(&OWN_KEYS, &NUMBERS);

const OWN_KEYS: [Key; 2] = [
    Key {
        name: "simd",
        kind: KeyKind::OneOf(&[1, 4]),
        doc: "components of a register: 4 (the default) or 1",
    },
    Key {
        name: "shared",
        kind: KeyKind::Integer {
            min: 0,
            max: 1 << 20,
        },
        doc: "bytes of shared memory a block has",
    },
];

static SCHEMA: Schema = Schema {
    isa: "flux",
    default_wave: WARP,
    wave_sizes: &[WARP],
    max_workgroup: 1024,
    keys: &KEYS,
    bindings: Some(Bindings {
        prefix: "R",
        first: 1,
        last: 31,
        variables: &["tid", "bid", "gid", "lane", "warp"],
    }),
    textures: true,
};

impl Arch for Flux {
    fn title(&self) -> &'static str {
        "a small teaching ISA: RISC words over registers of four floats"
    }

    fn schema(&self) -> &'static Schema {
        &SCHEMA
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["v0.2"]
    }

    fn dialect(&self) -> Box<dyn isa::Dialect + '_> {
        Box::new(Assembler::new(crate::V0_2))
    }

    fn assemble(&self, text: &AsmSource<'_>) -> Assembled {
        let mut assembler = Assembler::new(enabled(text.extensions));
        let assembly = text.assemble(&mut assembler);
        let used = assembler.enabled();
        let names = EXTENSIONS
            .iter()
            .filter(|(_, set)| used.has(*set))
            .map(|(name, _)| *name);
        let names: Vec<&str> = names.collect();
        let mut attributes = BTreeMap::new();
        if !names.is_empty() {
            attributes.insert(EXT.to_string(), names.join(" "));
        }
        let mut assembled = Assembled::new(assembly, 0, attributes);
        if !assembled.assembly.has_errors() {
            let last = runs_off(&assembled.code, used);
            let span = last.and_then(|address| assembled.code.span_at(address));
            assembled.assembly.diagnostics.extend(span.map(no_halt));
        }
        assembled
    }

    fn disassemble(&self, bytes: &[u8], style: &DisStyle) -> Result<(String, usize), String> {
        let inst = table().decode(bytes, 0, enabled(&style.extensions));
        let inst = inst.map_err(|illegal| illegal.to_string())?;
        Ok((table().print(&inst), inst.len()))
    }

    fn fidelity(&self, bytes: &[u8], style: &DisStyle) -> Fidelity {
        let inst = table().decode(bytes, 0, enabled(&style.extensions));
        inst.map_or(Fidelity::Exact, |inst| inst.row.meaning.fidelity())
    }

    fn listing(&self, code: &Code, style: &DisStyle) -> Vec<ListingLine> {
        let enabled = enabled_for(code, &style.extensions);
        isa::listing(&(table(), enabled), &code.bytes, code.base, &code.labels())
    }

    fn load(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        _: &mut dyn Allocator,
    ) -> Result<Loaded, Diagnostic> {
        let layout = Layout::of(request);
        let textures: Arc<[Texture]> = request
            .textures
            .iter()
            .map(|texture| Texture::new(texture.array))
            .collect();
        let enabled = enabled_for(code, request.extensions);
        let entry = code.entry_of(request.kernel)?;
        let mut start = Start {
            layout,
            arguments: arguments(request)?,
            bindings: request.bindings.to_vec(),
            addresses: request.args.iter().map(|arg| arg.address).collect(),
            counts: Vec::new(),
        };
        start.check(request)?;
        Ok(Loaded {
            program: lower(code, enabled, layout, entry, &textures).into(),
            entry: Arc::new(start),
            lanes: WARP,
            local_bytes: request.integer("shared", SHARED_BYTES) as u32,
            private_bytes: 0,
            constant: Arc::default(),
            flat: Apertures::default(),
            quiet: Vec::new(),
        })
    }

    fn registers(&self, request: &LaunchRequest<'_>, _: &Loaded) -> RegisterView {
        let layout = Layout::of(request);
        let components = ["x", "y", "z", "w"];
        let parts = match layout.simd {
            1 => &[][..],
            n => &components[..n as usize],
        };
        let place = |r| RegisterPlace::Vector(layout.register(r, 0));
        let named = |r| RegisterName::new(format!("R{r}"), place(r)).parts(parts);
        RegisterView {
            groups: vec![RegisterGroup {
                name: "general".into(),
                prefix: Some("R".into()),
                registers: (0..32).map(named).collect(),
            }],
            ..RegisterView::default()
        }
    }

    fn class(&self, bytes: &[u8], style: &DisStyle) -> Option<(&'static str, usize)> {
        let inst = table().decode(bytes, 0, enabled(&style.extensions)).ok()?;
        Some((inst.row.meaning.class(), inst.len()))
    }

    fn chips(&self) -> &'static [&'static str] {
        &["flux"]
    }

    fn parameters(&self, _: &str) -> Vec<Parameter> {
        timing::parameters()
    }

    fn timing(&self, code: &Code, request: &LaunchRequest<'_>) -> Option<Timing> {
        let enabled = enabled_for(code, request.extensions);
        let decoded = code.bytes.chunks(4).enumerate().map(|(i, word)| {
            let address = code.base + 4 * i as u64;
            let inst = table().decode(word, address, enabled).ok()?;
            Some(inst.row.meaning)
        });
        // Behind the code threads end.
        Some(timing::timing(request, decoded.chain([None, None])))
    }

    fn info(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        _: Option<&str>,
    ) -> Result<Vec<KernelInfo>, Diagnostic> {
        let own = code.attributes.get(EXT).into_iter();
        let own = own.flat_map(|names| names.split(' ')).map(String::from);
        let style = DisStyle {
            wave: WARP,
            extensions: own.chain(request.extensions.iter().cloned()).collect(),
        };
        let simd = Layout::of(request).simd;
        let shared = request.integer("shared", SHARED_BYTES) as u64;
        let resources = vec![
            Resource::new("registers", "registers", 32, "").note(format!("of {simd} floats")),
            Resource::new("shared", "shared memory", shared, "bytes"),
        ];
        Ok(vec![arch::info::whole(
            self, code, request, &style, resources,
        )?])
    }

    fn pages(&self) -> Vec<Page> {
        table()
            .mnemonics()
            .iter()
            .flat_map(|name| table().pages(name))
            .collect()
    }

    fn coverage(&self) -> Vec<Coverage> {
        // Every meaning has a lowering, so what is in the table runs.
        let family = |set: Set, name: &str| {
            let instructions = table().rows().filter(|row| row.sets == set).count();
            Coverage::complete(name, instructions)
        };
        let extensions = EXTENSIONS.iter().map(|&(name, set)| family(set, name));
        std::iter::once(family(BASE, "v0.1"))
            .chain(extensions)
            .collect()
    }
}

/// What the specification's own programs leave out.
fn no_halt(span: Span) -> Diagnostic {
    Diagnostic::warning("no-halt", "the program runs past its end")
        .label(span, "nothing follows this instruction: threads end here")
        .help("write `HALT` where threads are to end")
}

/// The base and the extensions with these names; names that flux does not have change nothing.
fn enabled<S: AsRef<str>>(names: &[S]) -> Set {
    let named = |name: &str| names.iter().any(|given| given.as_ref() == name);
    (EXTENSIONS.iter())
        .filter(|(name, _)| named(name))
        .fold(BASE, |all, (_, set)| all.or(*set))
}

fn enabled_for(code: &Code, extensions: &[String]) -> Set {
    let own: Vec<&str> = code
        .attributes
        .get(EXT)
        .map_or(vec![], |names| names.split(' ').collect());
    enabled(extensions).or(enabled(&own))
}

/// Registers and what is put there: arguments and textures in header order from R10 on. An
/// array's address, a scalar's bits, a texture's number.
fn arguments(request: &LaunchRequest<'_>) -> Result<Vec<(u32, u32)>, Diagnostic> {
    let mut values = Vec::new();
    let mut textures = request.textures.iter().enumerate().peekable();
    for i in 0..=request.args.len() {
        while let Some((number, _)) = textures.next_if(|(_, texture)| texture.args_before == i) {
            values.push(number as u32);
        }
        let Some(arg) = request.args.get(i) else {
            break;
        };
        values.push(match arg.array.shape.is_scalar() && !arg.is_output {
            true => scalar_bits(arg)?,
            false => arg.address as u32,
        });
    }
    let room = 32 - FIRST_ARGUMENT as usize;
    if values.len() > room {
        let count = values.len();
        let message = format!("{count} arguments do not fit: R10 to R31 hold {room}");
        let error = Diagnostic::error("too-many-arguments", message)
            .help("put values together in one array, or bind registers in the header");
        return Err(match request.args.last() {
            Some(arg) => arg.point_at("one too many", error),
            None => error,
        });
    }
    Ok((FIRST_ARGUMENT..).zip(values).collect())
}

fn scalar_bits(arg: &Argument<'_>) -> Result<u32, Diagnostic> {
    let Argument { name, array, .. } = arg;
    let ty = array.ty;
    if ty.size() > 4 {
        let message = format!("{name}: {ty} does not fit a register of 32 bits");
        let error = Diagnostic::error("wide-scalar", message).help(format!(
            "declare it as an array, `{name}: {ty}[1]`, and load its two words"
        ));
        return Err(arg.point_at("64 bits", error));
    }
    let mut bytes = [0; 4];
    bytes[..ty.size()].copy_from_slice(&array.data[..ty.size()]);
    let bits = u32::from_le_bytes(bytes);
    let unused = 32 - 8 * ty.size() as u32;
    let signed = ty.is_signed() && !ty.is_float();
    Ok(if signed {
        ((bits << unused) as i32 >> unused) as u32
    } else {
        bits
    })
}

/// Fills the registers of a new warp.
struct Start {
    layout: Layout,
    arguments: Vec<(u32, u32)>,
    bindings: Vec<Binding>,
    addresses: Vec<u64>,
    /// By binding: how it counts, where that is known.
    counts: Vec<Option<Count>>,
}

/// How what is bound to a register counts through a launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    by_block: u32,
    by_thread: u32,
}

impl Entry for Start {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        for lane in 0..place.lanes {
            let mut set = |register: u32, value: u32| {
                for c in 0..self.layout.simd {
                    registers.set_vector(self.layout.register(register.into(), c), lane, value);
                }
            };
            for &(register, value) in &self.arguments {
                set(register, value);
            }
            for binding in &self.bindings {
                set(binding.register, self.bound(binding, place, lane));
            }
            for (which, value) in [
                (Identity::Thread, place.thread(lane)),
                (Identity::Block, place.group_index() as u32),
                (Identity::BlockSize, place.block_size()),
                (Identity::Lane, lane),
            ] {
                registers.set_vector(self.layout.identity(which), lane, value);
            }
        }
    }

    fn enter_next_all(&self, place: &WavePlace, registers: &mut dyn GroupRegisters) -> bool {
        // Lanes without a thread have what they are bound to as well, which need not count.
        let full = place.block_size().is_multiple_of(place.lanes);
        if !full || self.counts.contains(&None) {
            return false;
        }
        let first = WavePlace { wave: 0, ..*place };
        for (binding, count) in self.bindings.iter().zip(&self.counts) {
            if let Some(count) = count.filter(|count| count.by_block != 0) {
                let value = self.bound(binding, &first, 0);
                let by_wave = count.by_thread.wrapping_mul(place.lanes);
                for c in 0..self.layout.simd {
                    let register = self.layout.register(binding.register.into(), c);
                    registers.set_vector(register, value, by_wave, count.by_thread);
                }
            }
        }
        let block = self.layout.identity(Identity::Block);
        registers.set_vector(block, place.group_index() as u32, 0, 0);
        true
    }
}

impl Start {
    /// Bindings can divide by what differs from thread to thread, so they are tried before the
    /// launch: in order for as many threads as is quick, and for the last one.
    ///
    /// Where these are all of them, it is known how the values count.
    fn check(&mut self, request: &LaunchRequest<'_>) -> Result<(), Diagnostic> {
        const QUICK: u64 = 1 << 20;
        let threads = request.launch.threads_per_workgroup();
        let all = threads * request.launch.workgroups();
        for binding in &self.bindings {
            let mut first = 0;
            let mut count = (all <= QUICK).then(Count::default);
            for gid in (0..all.min(QUICK)).chain(all.checked_sub(1)) {
                let (block, thread) = (gid / threads, gid % threads);
                let value = self
                    .value(binding, block, thread, threads)
                    .map_err(|error| {
                        let help = format!("in thread {thread} of block {block}");
                        error.diagnostic().help(help)
                    })?;
                if let Some(count) = &mut count {
                    match (block, thread) {
                        (0, 0) => first = value,
                        (0, 1) => count.by_thread = value.wrapping_sub(first),
                        (1, 0) => count.by_block = value.wrapping_sub(first),
                        _ => {}
                    }
                }
                count = count.filter(|count| {
                    let blocks = count.by_block.wrapping_mul(block as u32);
                    let threads = count.by_thread.wrapping_mul(thread as u32);
                    value == first.wrapping_add(blocks).wrapping_add(threads)
                });
            }
            self.counts.push(count);
        }
        Ok(())
    }

    fn value(
        &self,
        binding: &Binding,
        block: u64,
        thread: u64,
        threads: u64,
    ) -> Result<u32, EvalError> {
        let warp = u64::from(WARP);
        let value = binding.eval(|symbol| match symbol {
            // In the order of the schema.
            BindingSymbol::Variable(0) => thread,
            BindingSymbol::Variable(1) => block,
            BindingSymbol::Variable(2) => block * threads + thread,
            BindingSymbol::Variable(3) => thread % warp,
            BindingSymbol::Variable(_) => thread / warp,
            BindingSymbol::Arg(index) => self.addresses[index],
            BindingSymbol::Texture(number) => number as u64,
        })?;
        Ok(match value {
            Constant::Int(value) => value as u32,
            Constant::Float(value) => (value as f32).to_bits(),
        })
    }

    fn bound(&self, binding: &Binding, place: &WavePlace, lane: u32) -> u32 {
        let thread = u64::from(place.thread(lane));
        let value = self.value(
            binding,
            place.group_index(),
            thread,
            place.block_size().into(),
        );
        // `check` has seen to it that there is a value, for lanes that hold a thread.
        value.unwrap_or(0)
    }
}
