//! What the generations offer to front ends.

mod assemble;
mod info;
mod kernels;
mod load;
mod page;
mod rgp;
mod watch;

use crate::abi::{Plan, Uses, hsa, sim};
use crate::asm;
use crate::chip::{self, NUMBERS};
use crate::class::Class;
use crate::code_object::metadata::Metadata;
use crate::code_object::{self, METADATA, MadeFor, chip_of, text_of};
use crate::codec::{Codec, rows};
use crate::hostcall;
use crate::inst::{self, Reg};
use crate::lint::{Begin, Linter, Start};
use crate::lower::registers::{ACCUMULATORS, MODE, SCC, VCC};
use crate::lower::{GDS_BYTES, Lowered, Unmodelled};
use crate::print;
use crate::printf::Formats;
use crate::row::AmdFormat;
use crate::target::{Chip, Target, Wave};
use crate::timing;
use arch::{
    Allocator, Arch, AsmSource, Assembled, Code, Coverage, DisStyle, KernelInfo, KernelSignature,
    LaunchRequest, Linted, Loaded, Memo, Parameter, Print, RegisterGroup, RegisterName,
    RegisterPlace, RegisterView, ThreadTrace, header_keys,
};
use isa::{Fidelity, ListingLine, Page};
use kernel::{Key, KeyKind, KeyValue, Schema};
use lint::Finding;
use source::Diagnostic;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use uop::timing::Timing;
use uop::{Operand, VReg};

use kernels::{kernel_name, kernel_names, symbol};

pub(crate) use kernels::descriptor;
use load::Kept;
pub(crate) use load::{check_registers, finish, lower_for, refusal};

pub use crate::abi::raw::RawLaunch;
pub use info::time_raw;
pub use load::load_raw;

/// One generation.
pub struct Amd {
    target: Target,
    schema: &'static Schema,
}

/// Desktop GPUs of the Radeon RX 7000 series.
pub static RDNA3: Amd = Amd {
    target: Target::Gfx1100,
    schema: &schema(Target::Gfx1100, &KEYS[0]),
};

/// Integrated GPUs with scalar floats.
pub static RDNA35: Amd = Amd {
    target: Target::Gfx1150,
    schema: &schema(Target::Gfx1150, &KEYS[1]),
};

/// Desktop GPUs of the Radeon RX 9000 series.
pub static RDNA4: Amd = Amd {
    target: Target::Gfx1200,
    schema: &schema(Target::Gfx1200, &KEYS[2]),
};

/// Accelerators of the Instinct MI300 series.
pub static CDNA3: Amd = Amd {
    target: Target::Gfx942,
    schema: &schema(Target::Gfx942, &KEYS[3]),
};

/// Accelerators of the Instinct MI350 series.
pub static CDNA4: Amd = Amd {
    target: Target::Gfx950,
    schema: &schema(Target::Gfx950, &KEYS[4]),
};

const fn schema(target: Target, keys: &'static [Key]) -> Schema {
    let generation = target.generation();
    Schema {
        isa: generation.names[0],
        default_wave: target.default_wave().lanes(),
        wave_sizes: match generation.wave_sizes.len() {
            1 => &[64],
            _ => &[32, 64],
        },
        max_workgroup: 1024,
        keys,
        bindings: None,
        textures: false,
    }
}

/// Of each generation: its chips differ.
static KEYS: [[Key; OWN + NUMBERS.len()]; Target::ALL.len()] = [
    header_keys(&own_keys(Target::Gfx1100), NUMBERS),
    header_keys(&own_keys(Target::Gfx1150), NUMBERS),
    header_keys(&own_keys(Target::Gfx1200), NUMBERS),
    header_keys(&own_keys(Target::Gfx942), NUMBERS),
    header_keys(&own_keys(Target::Gfx950), NUMBERS),
];

/// How many keys are not numbers.
const OWN: usize = 8;

/// The key that names memory besides the arguments.
pub(crate) const MEMORY: &str = "memory";

const fn own_keys(target: Target) -> [Key; OWN] {
    [
        Key {
            name: "abi",
            kind: KeyKind::Word(&["sim", "hsa"]),
            doc: "where arguments go: sim (the default), or hsa as AMD's runtime does it",
        },
        Key {
            name: "lds",
            kind: KeyKind::Integer {
                min: 0,
                max: target.generation().local_bytes as i64,
            },
            doc: "bytes of local memory a workgroup has",
        },
        Key {
            name: "scratch",
            kind: KeyKind::Integer {
                min: 0,
                max: crate::abi::MAX_SCRATCH as i64,
            },
            doc: "bytes of scratch memory a lane has",
        },
        Key {
            name: "code",
            kind: KeyKind::Text,
            doc: "a code object, .s or .cl file that holds the code instead",
        },
        Key {
            name: "kernel",
            kind: KeyKind::Text,
            doc: "the kernel to start, where the code has several",
        },
        Key {
            name: "offset",
            kind: KeyKind::Text,
            doc: "what global ids begin with, under abi = hsa: \"4, 0, 0\"",
        },
        Key {
            name: MEMORY,
            kind: KeyKind::Text,
            doc: "memory at its addresses, as `exec --record` saves it; pointers are then addresses, as u64",
        },
        chip::key(target),
    ]
}

impl Arch for Amd {
    fn name(&self) -> &'static str {
        self.target.generation().names[0]
    }

    fn aliases(&self) -> &'static [&'static str] {
        static ALL: LazyLock<[Vec<&str>; Target::ALL.len()]> = LazyLock::new(|| {
            Target::ALL.map(|target| {
                let own = target.generation().names[0];
                target.names().filter(|&name| name != own).collect()
            })
        });
        &ALL[self.target as usize]
    }

    fn title(&self) -> &'static str {
        self.target.generation().title
    }

    fn schema(&self) -> &'static Schema {
        self.schema
    }

    fn dialect(&self) -> Box<dyn isa::Dialect + '_> {
        Box::new(assemble::dialect(self.target))
    }

    fn is_register(&self, word: &str) -> bool {
        asm::is_register(word, self.target)
    }

    fn modifiers(&self) -> Vec<String> {
        let policies = crate::cpol::parts();
        crate::modifier::names()
            .map(String::from)
            .chain(policies)
            .collect()
    }

    fn assemble(&self, text: &AsmSource<'_>) -> Assembled {
        assemble::assemble(self.target, text)
    }

    fn disassemble(&self, bytes: &[u8], style: &DisStyle) -> Result<(String, usize), String> {
        let wave = wave(style.wave)?;
        crate::disassemble(bytes, self.target, wave).map_err(|illegal| illegal.to_string())
    }

    fn listing(&self, code: &Code, style: &DisStyle) -> Vec<ListingLine> {
        let metadata = code.attributes.get(METADATA);
        let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
        let mut kernels = metadata.kernels.iter();
        // Code says itself how wide its waves are, where a compiler wrote it.
        let wide = kernels.any(|kernel| {
            let own = descriptor(code, &metadata, &kernel.name);
            own.is_some_and(|(descriptor, _)| descriptor.lanes() == 64)
        });
        let wave = match wide {
            true => Wave::W64,
            false => self.target.wave(style.wave),
        };
        assemble::listing(self.target, wave, code)
    }

    fn load(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        memory: &mut dyn Allocator,
    ) -> Result<Loaded, Diagnostic> {
        code_object::runs(code).map_err(|why| Diagnostic::error("incomplete", why))?;
        let placed = memory.place_at(code.base, "code", &code.bytes);
        placed.map_err(|why| Diagnostic::error("out-of-memory", why))?;
        let plan = self.plan(code, request, memory)?;
        let lower = || -> Result<Kept, Diagnostic> {
            let text = text_of(code);
            let (start, end) = (text.start - code.base, text.end - code.base);
            let bytes = &code.bytes[start as usize..end as usize];
            let prints = watch::of_code(code, self.target);
            let named = prints.iter().map(watch::named_vectors).max();
            let chip = chip_of(code, self.target);
            let lowered = self.lower((bytes, text.start), chip, &plan, named.unwrap_or(0));
            let lowered = lowered.map_err(|refused| refusal(&refused, code))?;
            check_registers(&plan, &lowered, code)?;
            Ok(Kept::of(lowered, &plan))
        };
        let own = Memo::default();
        let fits = |kept: &Kept| kept.is_for(&plan);
        let kept = request.memo.unwrap_or(&own).get(fits, lower)?;
        let mut data_share = None;
        if kept.data_share {
            let placed = memory.place("global data share", &[0; GDS_BYTES]);
            let placed = placed.map_err(|why| Diagnostic::error("out-of-memory", why));
            data_share = Some(placed?);
        }
        Ok(finish(plan, kept.program.clone(), data_share))
    }

    fn signatures(&self, code: &Code) -> Vec<KernelSignature> {
        kernels::signatures(code)
    }

    fn dwarf_register(&self, number: u16) -> Option<String> {
        Some(match number {
            32..=95 => format!("s{}", number - 32),
            1088..=1129 => format!("s{}", number - 1088 + 64),
            // Waves of 32 lanes and of 64 have numbers of their own for the same registers.
            1536..=1791 => format!("v{}", number - 1536),
            2560..=2815 => format!("v{}", number - 2560),
            3072..=3327 => format!("a{}", number - 3072),
            _ => return None,
        })
    }

    fn read_object(&self, bytes: &[u8]) -> Option<Result<Code, String>> {
        match MadeFor::read(bytes)? {
            Ok(it) if it.runs_on(self.target) => Some(code_object::read(bytes)),
            Ok(_) => None,
            // One of them says what none of them can read.
            Err(why) => (self.target == Target::ALL[0]).then_some(Err(why)),
        }
    }

    fn undefined<'c>(&self, code: &'c Code) -> Vec<(u64, &'c str)> {
        code_object::undefined(code).collect()
    }

    fn claims(&self, text: &str) -> bool {
        let named = assemble::named_processor(text);
        named.and_then(Target::from_name) == Some(self.target)
    }

    fn is_assembly(&self, text: &str) -> bool {
        assemble::is_assembly(text)
    }

    fn prints(&self, code: &Code) -> Vec<Print> {
        watch::of_code(code, self.target)
    }

    fn printed(&self, code: &Code, region: &dyn Fn(&str) -> Option<Vec<u8>>) -> Vec<u8> {
        let metadata = code.attributes.get(METADATA);
        let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
        let mut text = match (&metadata.formats[..], region(hsa::TEXT_BUFFER)) {
            ([], _) | (_, None) => Vec::new(),
            (formats, Some(bytes)) => Formats::new(formats).text(&bytes),
        };
        text.extend(region(hsa::HOST_TEXT).map_or(Vec::new(), |log| hostcall::text(&log)));
        text
    }

    fn family(&self, bytes: &[u8], style: &DisStyle) -> Option<&'static str> {
        let wave = self.target.wave(style.wave);
        let inst = crate::decode(bytes, self.target, wave).ok()?;
        Some(inst.row().format.name(self.target))
    }

    fn class(&self, bytes: &[u8], style: &DisStyle) -> Option<(&'static str, usize)> {
        let wave = self.target.wave(style.wave);
        let inst = crate::decode(bytes, self.target, wave).ok()?;
        Some((Class::of(&inst).name(), inst.size()))
    }

    fn chips(&self) -> &'static [&'static str] {
        chip::names(self.target)
    }

    fn parameters(&self, chip: &str) -> Vec<Parameter> {
        chip::parameters(self.target, chip)
    }

    fn timing(&self, code: &Code, request: &LaunchRequest<'_>) -> Option<Timing> {
        let resident = info::resident(self, code, request)?;
        let text = text_of(code);
        let bytes = &code.bytes[(text.start - code.base) as usize..(text.end - code.base) as usize];
        let code = (bytes, self.target, resident.wave);
        Some(timing::timing(
            code,
            &resident.numbers,
            resident.whole,
            resident.groups,
        ))
    }

    fn room(&self, code: &Code, request: &LaunchRequest<'_>) -> Option<u64> {
        info::resident(self, code, request).map(|resident| resident.groups_of_chip())
    }

    fn thread_trace(&self) -> Option<&dyn ThreadTrace> {
        (self.target.generation().trace_layout != 0).then_some(self)
    }

    fn info(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        chip: Option<&str>,
    ) -> Result<Vec<KernelInfo>, Diagnostic> {
        info::of(self, code, request, chip)
    }

    fn registers(&self, _: &LaunchRequest<'_>, loaded: &Loaded) -> RegisterView {
        let mut view = RegisterView::named(&loaded.program, |reg| self.register_name(reg));
        let first = RegisterPlace::Vector(VReg(ACCUMULATORS));
        let vectors = view.groups.iter_mut().find_map(|group| {
            let at = group.registers.iter().position(|it| it.place == first)?;
            Some(group.registers.split_off(at))
        });
        let accumulators = vectors.map(|registers| RegisterGroup {
            name: "accumulation".into(),
            prefix: Some("a".into()),
            registers,
        });
        view.groups.extend(accumulators);
        view.groups.push(RegisterGroup {
            name: "mask".into(),
            prefix: None,
            registers: vec![RegisterName::new("vcc", RegisterPlace::Mask(VCC))],
        });
        view
    }

    /// As the assembler reads it. What it does not read is of no interest outside.
    fn register_name(&self, register: Operand) -> String {
        let (code, kind, number) = match register {
            Operand::Vector(reg, _) => (inst::VGPR0 + reg.0, "vector", reg.0),
            Operand::Scalar(SCC, _) => return "scc".into(),
            Operand::Scalar(MODE, _) => return "mode".into(),
            Operand::Scalar(reg, _) => (reg.0, "scalar", reg.0),
        };
        let mut name = String::new();
        print::register(Reg::new(code, 1), &mut name);
        // Scalars behind EXEC are the engine's own, whatever fields mean by their numbers.
        let is_own = (inst::EXEC_HI + 1..inst::VGPR0).contains(&code);
        match asm::registers(&name, self.target) {
            Ok(Some(_)) if !is_own => name,
            _ => format!("{kind} register {number}"),
        }
    }

    fn fidelity(&self, bytes: &[u8], style: &DisStyle) -> Fidelity {
        let wave = self.target.wave(style.wave);
        let inst = crate::decode(bytes, self.target, wave);
        inst.map_or(Fidelity::Exact, |inst| inst.fidelity())
    }

    fn lint(&self, code: &Code, style: &DisStyle) -> Option<Result<Vec<Linted>, Diagnostic>> {
        let name = |register| self.register_name(register);
        let linters = self.linters(code, style).into_iter();
        Some(linters.map(|it| Ok(it?.lint(&name))).collect())
    }

    fn lint_without(
        &self,
        code: &Code,
        style: &DisStyle,
        addresses: &[u64],
    ) -> Option<Result<Vec<Vec<Finding>>, Diagnostic>> {
        let name = |register| self.register_name(register);
        let mut all = vec![Vec::new(); addresses.len()];
        for linter in self.linters(code, style) {
            let found = match linter {
                Ok(mut linter) => linter.without(addresses, &name),
                Err(diagnostic) => return Some(Err(diagnostic)),
            };
            for (all, found) in all.iter_mut().zip(found) {
                all.extend(found);
            }
        }
        Some(Ok(all))
    }

    fn pages(&self) -> Vec<Page> {
        rows(self.target)
            .filter_map(|row| page::of(row, self.target))
            .collect()
    }

    fn coverage(&self) -> Vec<Coverage> {
        crate::document::coverage(self.target)
    }
}

impl Amd {
    /// What looks at the code, for each size of waves that kernels have.
    fn linters(&self, code: &Code, style: &DisStyle) -> Vec<Result<Linter, Diagnostic>> {
        let metadata = code.attributes.get(METADATA);
        let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
        let own = self.target.wave(style.wave);
        let mut starts: BTreeMap<u32, Vec<Start>> = BTreeMap::new();
        for name in kernel_names(code, &metadata) {
            let found = descriptor(code, &metadata, name);
            let lanes = found.as_ref().map_or(own.lanes(), |(it, _)| it.lanes());
            let entry = found.as_ref().map(|(_, entry)| *entry);
            if let Some(address) = entry.or_else(|| symbol(code, name)) {
                let descriptor = found.map(|(descriptor, _)| descriptor);
                let start = Start {
                    address,
                    descriptor,
                    begin: Begin::Kernel,
                };
                starts.entry(lanes).or_default().push(start);
            }
        }
        let without = |address, begin| Start {
            address,
            descriptor: None,
            begin,
        };
        // Where there are no kernels, symbols are labels.
        let others = match starts.is_empty() {
            true => Begin::Label,
            false => Begin::Function,
        };
        if starts.is_empty() {
            starts.insert(own.lanes(), vec![without(code.entry, Begin::Kernel)]);
        }
        let text = text_of(code);
        for symbol in code.symbols.iter().filter(|it| text.contains(&it.address)) {
            let known = starts
                .values()
                .flatten()
                .any(|it| it.address == symbol.address);
            if let Some(first) = starts.values_mut().next().filter(|_| !known) {
                first.push(without(symbol.address, others));
            }
        }
        let bytes = &code.bytes[(text.start - code.base) as usize..(text.end - code.base) as usize];
        let all = starts.into_iter().map(|(lanes, starts)| {
            let wave = self.target.wave(lanes);
            let target = (self.target, chip_of(code, self.target));
            Linter::new(target, wave, (bytes, text.start), starts)
                .map_err(|refused| refusal(&refused, code))
        });
        all.collect()
    }

    fn plan(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        memory: &mut dyn Allocator,
    ) -> Result<Plan, Diagnostic> {
        let abi = match request.key("abi") {
            Some(KeyValue::Word(word)) => Some(*word),
            _ => None,
        };
        let metadata = code.attributes.get(METADATA);
        let metadata = metadata.map_or(Metadata::default(), |text| Metadata::from_json(text));
        let name = kernel_name(code, &metadata, request)?;
        if abi != Some("sim")
            && let Some(name) = &name
            && let Some((descriptor, entry)) = descriptor(code, &metadata, name)
        {
            let listed = metadata.kernels.iter().find(|kernel| kernel.name == *name);
            if let Some(kernel) = listed {
                let unsaid = request.only_planned && request.launch.local == [1; 3];
                if !unsaid {
                    kernel.check_workgroup(&request.launch)?;
                }
            }
            let kernel = hsa::Kernel {
                descriptor,
                entry,
                args: listed.map(|kernel| &kernel.args[..]),
                prints: !metadata.formats.is_empty(),
            };
            return hsa::plan(&kernel, self.target, request, memory);
        }
        let entry = match &name {
            Some(name) => symbol(code, name).unwrap_or(code.entry),
            None => code.entry,
        };
        let uses = self.uses(code, request.wave);
        match abi {
            Some("hsa") => hsa::plan_without_descriptor(entry, uses, self.target, request, memory),
            _ => sim::plan(entry, uses, request, memory),
        }
    }

    fn uses(&self, code: &Code, lanes: u32) -> Uses {
        let codec = Codec::of(self.target, self.target.wave(lanes));
        let text = text_of(code);
        let mut bytes = code.at(text.start).unwrap_or(&[]);
        let mut uses = Uses::default();
        while !bytes.is_empty() {
            let decoded = crate::bytes::decode_with(codec, bytes);
            if let Ok(inst) = &decoded {
                let format = inst.row().format;
                uses.local |= matches!(format, AmdFormat::Ds | AmdFormat::Ldsdir | AmdFormat::Flat)
                    && inst.mods.gds == 0;
                uses.scratch |= matches!(format, AmdFormat::Scratch | AmdFormat::Flat);
            }
            let len = decoded.map_or(4, |inst| inst.size()).min(bytes.len());
            bytes = &bytes[len..];
        }
        uses
    }

    fn lower(
        &self,
        (bytes, base): (&[u8], u64),
        chip: &'static Chip,
        plan: &Plan,
        vgprs: u16,
    ) -> Result<Lowered, Vec<Unmodelled>> {
        let host = plan.host.clone();
        lower_for((self.target, chip), bytes, base, plan, vgprs, host)
    }
}

fn wave(lanes: u32) -> Result<Wave, String> {
    Wave::from_lanes(lanes).ok_or_else(|| format!("waves have 32 or 64 lanes, not {lanes}"))
}
