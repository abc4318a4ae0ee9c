//! What Waves offers to front ends.

use crate::dialect;
use crate::lower::lower;
use crate::registers::{self, CONSTANTS, GROUP, THREAD, VECTORS, WAVE};
use crate::table::{FAMILIES, TABLE};
use crate::timing::{self, KEYS, Latencies};
use arch::info::Resource;
use arch::{
    Allocator, Arch, AsmSource, Assembled, Code, Coverage, DisStyle, KernelInfo, LaunchRequest,
    Loaded, Parameter, RegisterGroup, RegisterName, RegisterPlace, RegisterView,
};
use isa::{Fidelity, ListingLine, Page, Set};
use kernel::{Array, Schema};
use source::Diagnostic;
use std::collections::BTreeMap;
use std::sync::Arc;
use uop::timing::Timing;
use uop::{Apertures, Entry, GroupRegisters, Operand, Registers, VReg, WavePlace};

/// The Waves architecture.
pub struct Waves;

const LANES: u32 = 32;
/// Registers that programs can name; the engine has a few more.
const NAMED: u8 = CONSTANTS + VECTORS;
/// One or two waves.
const MAX_WORKGROUP: u64 = 2 * LANES as u64;
/// Arguments fill `v0` to `v45`; the last two registers hold group and thread.
const MAX_ARGUMENTS: usize = 46;

static SCHEMA: Schema = Schema {
    isa: "waves",
    default_wave: LANES,
    wave_sizes: &[LANES],
    max_workgroup: MAX_WORKGROUP,
    keys: &KEYS,
    bindings: None,
    textures: false,
};

impl Arch for Waves {
    fn title(&self) -> &'static str {
        "a small GPU with explicit masks, asynchronous memory and a cycle model"
    }

    fn schema(&self) -> &'static Schema {
        &SCHEMA
    }

    fn dialect(&self) -> Box<dyn isa::Dialect + '_> {
        Box::new(dialect())
    }

    fn assemble(&self, text: &AsmSource<'_>) -> Assembled {
        Assembled::new(text.assemble(&mut dialect()), 0, BTreeMap::new())
    }

    fn disassemble(&self, bytes: &[u8], _: &DisStyle) -> Result<(String, usize), String> {
        let inst = TABLE
            .decode(bytes, 0, Set::ALL)
            .map_err(|illegal| illegal.to_string())?;
        Ok((TABLE.print(&inst), inst.len()))
    }

    fn fidelity(&self, bytes: &[u8], _: &DisStyle) -> Fidelity {
        let inst = TABLE.decode(bytes, 0, Set::ALL);
        inst.map_or(Fidelity::Exact, |inst| inst.row.meaning.does.fidelity())
    }

    fn listing(&self, code: &Code, _: &DisStyle) -> Vec<ListingLine> {
        isa::listing(&(&*TABLE, Set::ALL), &code.bytes, code.base, &code.labels())
    }

    fn load(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        _: &mut dyn Allocator,
    ) -> Result<Loaded, Diagnostic> {
        let entry = code.entry_of(request.kernel)?;
        let (program, costs) = lower(code, entry, &Latencies::of(request));
        Ok(Loaded {
            program: program.into(),
            entry: Arc::new(Start {
                arguments: arguments(request)?,
            }),
            lanes: LANES,
            local_bytes: timing::local_bytes(request, &costs),
            private_bytes: 0,
            constant: Arc::default(),
            flat: Apertures::default(),
            quiet: Vec::new(),
        })
    }

    fn registers(&self, _: &LaunchRequest<'_>, _: &Loaded) -> RegisterView {
        let group = |name: &str, prefix: Option<&str>, numbers: std::ops::Range<u16>| {
            let named = numbers.map(|number| {
                let name = self.register_name(Operand::Vector(VReg(number), 1));
                RegisterName::new(name, RegisterPlace::Vector(VReg(number)))
            });
            RegisterGroup {
                name: name.into(),
                prefix: prefix.map(str::to_string),
                registers: named.collect(),
            }
        };
        let constants = u16::from(CONSTANTS);
        RegisterView {
            groups: vec![
                group("vector", Some("v"), constants..64),
                group("constant", None, 0..constants),
            ],
            ..RegisterView::default()
        }
    }

    fn timing(&self, code: &Code, request: &LaunchRequest<'_>) -> Option<Timing> {
        let latencies = Latencies::of(request);
        let (_, costs) = lower(code, code.entry, &latencies);
        Some(latencies.timing(costs))
    }

    /// `sig_any2` tells which of two accesses was first.
    fn clocked(&self) -> bool {
        true
    }

    /// A load that was not waited for has not arrived: reading its register gives the old value.
    fn strict(&self) -> bool {
        true
    }

    fn register_name(&self, register: Operand) -> String {
        match register {
            Operand::Vector(reg, _) if reg.0 < u16::from(NAMED) => {
                let mut name = String::new();
                registers::print(reg.0 as u8, &mut name);
                name
            }
            Operand::Vector(reg, _) => format!("temporary {}", reg.0),
            Operand::Scalar(reg, _) => format!("scalar {}", reg.0),
        }
    }

    fn class(&self, bytes: &[u8], _: &DisStyle) -> Option<(&'static str, usize)> {
        let inst = TABLE.decode(bytes, 0, Set::ALL).ok()?;
        Some((inst.row.meaning.class(), inst.len()))
    }

    fn chips(&self) -> &'static [&'static str] {
        &["waves"]
    }

    fn parameters(&self, _: &str) -> Vec<Parameter> {
        timing::parameters()
    }

    fn info(
        &self,
        code: &Code,
        request: &LaunchRequest<'_>,
        _: Option<&str>,
    ) -> Result<Vec<KernelInfo>, Diagnostic> {
        let latencies = Latencies::of(request);
        let (_, costs) = lower(code, code.entry, &latencies);
        let local = timing::local_bytes(request, &costs);
        let style = DisStyle {
            wave: LANES,
            extensions: Vec::new(),
        };
        let resources = vec![
            Resource::new("registers", "vector registers", VECTORS.into(), "")
                .note("every wave has all of them".into()),
            Resource::new("lds", "local memory", local.into(), "bytes"),
        ];
        let threads = arch::info::launched_threads(request);
        let info = arch::info::whole(self, code, request, &style, resources)?;
        Ok(vec![KernelInfo {
            max_workgroup: Some(MAX_WORKGROUP as u32),
            occupancy: Some(timing::occupancy(&latencies, local, threads, LANES)),
            ..info
        }])
    }

    fn pages(&self) -> Vec<Page> {
        TABLE
            .mnemonics()
            .iter()
            .flat_map(|name| TABLE.pages(name))
            .collect()
    }

    fn coverage(&self) -> Vec<Coverage> {
        // Every meaning has a lowering, so what is in the table runs.
        let family = |&(name, specs): &(&str, &[crate::table::Spec])| {
            let mut names: Vec<&str> = Vec::new();
            for row in specs.iter().flat_map(|spec| spec.rows()) {
                names.push(row.mnemonic);
            }
            names.sort_unstable();
            names.dedup();
            let instructions = names.len();
            Coverage::complete(name, instructions)
        };
        FAMILIES.iter().map(family).collect()
    }
}

/// The words for `v0` on: an array's address, a scalar's bits.
fn arguments(request: &LaunchRequest<'_>) -> Result<Vec<u32>, Diagnostic> {
    let mut words = Vec::new();
    for arg in request.args {
        match arg.array.shape.is_scalar() && !arg.is_output {
            true => scalar_words(arg.array, &mut words),
            false => words.push(u32::try_from(arg.address).map_err(|_| {
                let message = format!("{} lies at {:#x}", arg.name, arg.address);
                Diagnostic::error("address-range", message)
                    .help("addresses have 32 bits: use less device memory")
            })?),
        }
    }
    if words.len() > MAX_ARGUMENTS {
        let count = words.len();
        let message = format!("{count} argument words do not fit: v0 to v45 hold {MAX_ARGUMENTS}");
        let error = Diagnostic::error("too-many-arguments", message)
            .help("put values together in one array");
        return Err(match request.args.last() {
            Some(arg) => arg.point_at("one too many", error),
            None => error,
        });
    }
    Ok(words)
}

/// A scalar as one word, extended by its sign if it has one, or as two: the low one first.
fn scalar_words(array: &Array, words: &mut Vec<u32>) {
    let ty = array.ty;
    let mut bytes = [0; 8];
    bytes[..ty.size()].copy_from_slice(&array.data[..ty.size()]);
    let bits = u64::from_le_bytes(bytes);
    if ty.size() == 8 {
        words.extend([bits as u32, (bits >> 32) as u32]);
        return;
    }
    let unused = 32 - 8 * ty.size() as u32;
    let signed = ty.is_signed() && !ty.is_float();
    let bits = bits as u32;
    words.push(if signed {
        ((bits << unused) as i32 >> unused) as u32
    } else {
        bits
    });
}

/// Fills the registers of a new wave.
struct Start {
    arguments: Vec<u32>,
}

impl Entry for Start {
    fn enter(&self, place: &WavePlace, registers: &mut dyn Registers) {
        let group = place.group_index() as u32;
        let wave = group.wrapping_mul(place.waves).wrapping_add(place.wave);
        for lane in 0..place.lanes {
            let mut set = |number: u8, value| {
                registers.set_vector(VReg(number.into()), lane, value);
            };
            for number in 0..CONSTANTS {
                set(number, registers::constant(number, lane, wave));
            }
            for (number, &value) in (CONSTANTS..).zip(&self.arguments) {
                set(number, value);
            }
            set(GROUP, group);
            set(THREAD, place.thread(lane));
        }
    }

    fn enter_next_all(&self, place: &WavePlace, registers: &mut dyn GroupRegisters) -> bool {
        let group = place.group_index() as u32;
        let first = group.wrapping_mul(place.waves);
        registers.set_vector(VReg(WAVE.into()), first, 1, 0);
        registers.set_vector(VReg(GROUP.into()), group, 0, 0);
        true
    }
}
