//! From instructions to steps the engine runs.

mod channel;
mod clock;
mod control;
mod float;
mod indexed;
mod matrix;
mod mem;
mod mfma;
pub mod registers;
mod salu;
mod shuffle;
mod valu;

use crate::bytes::decode_with;
use crate::codec::Codec;
use crate::hostcall::{HostCalls, Serve};
use crate::inst::{AGPR0, AmdInst, OperandValue, VGPR0};
use crate::meaning::Meaning;
use crate::row::AmdFormat;
use crate::target::{Chip, Target, Wave};
use control::{Found, Mode};
pub use mem::GDS_BYTES;
use registers::Layout;
use std::sync::Arc;
use uop::{Builder, SReg, Uop, VReg};

/// What lowering needs to know besides the code.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// The generation.
    pub target: Target,
    /// The processor.
    pub chip: &'static Chip,
    /// Lanes per wave.
    pub wave: Wave,
    /// Address of the first instruction to run.
    pub entry: u64,
    /// At least so many vector registers exist, whatever the code names: the loader fills some and
    /// a front end may show others.
    pub vgprs: u16,
    /// MODE when a wave starts, as `s_getreg` shows it.
    pub mode: u32,
    /// The waves of a workgroup run on one compute unit, beside one cache.
    pub cu_mode: bool,
    /// Where the flat address space shows local and private memory.
    pub apertures: uop::Apertures,
    /// Who answers what waves ask of the host.
    pub host: Option<Arc<HostCalls>>,
}

/// Round to nearest even; denormals of every width kept; DX10_CLAMP and IEEE as compilers set them
/// for compute.
pub const DEFAULT_MODE: u32 = 0xf0 | 1 << 8 | 1 << 9;

/// An instruction that cannot be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmodelled {
    /// Of its first byte.
    pub address: u64,
    /// The instruction as text.
    pub text: String,
    /// What stands in the way.
    pub why: String,
}

/// A program and where its registers are.
#[derive(Debug)]
pub struct Lowered {
    /// What runs.
    pub program: uop::Program,
    /// Where it has put the registers.
    pub layout: Layout,
    /// The highest vector register and the highest accumulation register that code which can be reached from
    /// the entry names, and the address of the instruction that does; nothing where it goes to addresses
    /// that it computes.
    pub highest: [Option<(u16, u64)>; 2],
    /// It works on the global data share, whose address waves find in [`registers::GDS`].
    pub data_share: bool,
}

/// Lowers the code that lies at `base`. Words that are no instruction become traps, met only if
/// reached; instructions that can be reached and are not modelled are refused here.
pub fn lower(code: &[u8], base: u64, options: &LowerOptions) -> Result<Lowered, Vec<Unmodelled>> {
    let found = sweep(code, base, options);
    let modes = control::reach(&found, options.entry, options.mode);
    let layout = vector_registers(&found, options.vgprs);
    let rules = channel::rules(options.target);
    let mut lowering = Lowering {
        b: Builder::new(layout.resources(), rules),
        layout,
        options,
        mode: Mode::Mixed,
        address: base,
        data_share: false,
        temporaries: 0,
        scalar_temporaries: 0,
        indexed: 0,
    };
    lowering.b.starts_without(layout.unset());
    lowering
        .b
        .order(channel::of_accesses(options.cu_mode, options.target));
    let mut refused = Vec::new();
    for (found, mode) in found.iter().zip(&modes) {
        lowering.b.begin(found.address, found.len);
        lowering.address = found.address;
        lowering.mode = mode.unwrap_or(Mode::Known(options.mode));
        let trap = match &found.inst {
            Err(illegal) => illegal.to_string(),
            Ok(inst) => match lowering.instruction(inst) {
                Ok(()) => continue,
                Err(why) => {
                    let mut text = String::new();
                    crate::print(inst, &mut text);
                    let message = format!("`{text}` is not modelled: {why}");
                    if mode.is_some() {
                        refused.push(Unmodelled {
                            address: found.address,
                            text,
                            why,
                        });
                    }
                    message
                }
            },
        };
        lowering.b.push(Uop::Trap(trap.into()));
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    let entry = lowering.b.label_at(options.entry);
    let reached = found.iter().zip(&modes).filter(|(_, mode)| mode.is_some());
    let reached = reached.filter_map(|(found, _)| Some((found.inst.as_ref().ok()?, found.address)));
    let reached: Vec<(&AmdInst, u64)> = reached.collect();
    // Where addresses are computed, code of other kernels is among it.
    let computes = |(inst, _): &(&AmdInst, u64)| {
        matches!(inst.row().meaning, Meaning::SetPc | Meaning::SwapPc)
    };
    let computes = reached.iter().any(computes);
    let highest = [false, true].map(|accumulators| {
        let named = reached.iter().filter_map(|(inst, address)| {
            let last = inst.operands().iter().filter_map(last_vector);
            let last = last.filter(|reg| (*reg >= AGPR0 - VGPR0) == accumulators);
            Some((last.max()?, *address))
        });
        let highest = named.max_by_key(|(reg, address)| (*reg, std::cmp::Reverse(*address)));
        highest.filter(|_| !computes)
    });
    Ok(Lowered {
        highest,
        data_share: lowering.data_share,
        program: lowering.b.finish(entry),
        layout,
    })
}

/// Whether an instruction can be run, and if not, why.
pub fn models(inst: &AmdInst) -> Result<(), String> {
    let options = LowerOptions {
        target: inst.encoding.target,
        chip: inst.encoding.target.chip(None),
        wave: inst.encoding.wave,
        entry: 0,
        vgprs: inst.encoding.target.generation().vgprs,
        mode: DEFAULT_MODE,
        cu_mode: false,
        apertures: uop::Apertures::default(),
        host: None,
    };
    let layout = Layout {
        vgprs: 256,
        agprs: 256,
    };
    let mut lowering = Lowering {
        b: Builder::new(layout.resources(), channel::rules(options.target)),
        layout,
        options: &options,
        mode: Mode::Known(DEFAULT_MODE),
        address: 0,
        data_share: false,
        temporaries: 0,
        scalar_temporaries: 0,
        indexed: 0,
    };
    lowering.b.begin(0, inst.size() as u8);
    lowering.instruction(inst)
}

/// Every instruction from the first byte to the last.
fn sweep(code: &[u8], base: u64, options: &LowerOptions) -> Vec<Found> {
    let codec = Codec::chip(options.target, options.wave);
    let mut found = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let inst = decode_with(codec, &code[at..]).or_else(|illegal| {
            let fixed = without_unused_fields(codec, &code[at..]).ok_or(illegal)?;
            decode_with(codec, &fixed)
        });
        let len = inst.as_ref().map_or(4, AmdInst::size).min(code.len() - at);
        found.push(Found {
            address: base + at as u64,
            len: len as u8,
            inst,
        });
        at += len;
    }
    found
}

/// The instruction that the hardware sees in bytes which set fields it does not use: the decoder is
/// as strict as a disassembler should be, and code from other tools is not always so tidy. Of the
/// encodings with this opcode it is the one with the fewest bits too many.
fn without_unused_fields(codec: &'static Codec, code: &[u8]) -> Option<Vec<u8>> {
    let mut padded = [0; 16];
    let len = code.len().min(16);
    padded[..len].copy_from_slice(&code[..len]);
    let word = u128::from_le_bytes(padded);
    let extra = |encoding: &crate::Encoding| (word ^ encoding.bits) & encoding.mask;
    codec
        .candidates(word as u32)
        .filter(|encoding| encoding.decodes && extra(encoding) & encoding.bits == 0)
        .map(|encoding| (extra(encoding), word & !extra(encoding)))
        .filter(|(_, word)| decode_with(codec, &word.to_le_bytes()[..len]).is_ok())
        .min_by_key(|(extra, _)| extra.count_ones())
        .map(|(_, word)| word.to_le_bytes()[..len].to_vec())
}

/// Which vector registers the code can name, at least so many.
fn vector_registers(found: &[Found], least: u16) -> Layout {
    let mut layout = Layout {
        vgprs: least.clamp(1, 256),
        agprs: least.saturating_sub(256),
    };
    for inst in found.iter().filter_map(|found| found.inst.as_ref().ok()) {
        // A register whose number is known only when the program runs may be any.
        if inst.row().names_registers_late() {
            layout.vgprs = 256;
        }
        for operand in inst.operands() {
            let OperandValue::Reg(reg) = operand.value else {
                continue;
            };
            let dwords = u16::from(reg.dwords.max(1));
            if reg.is_agpr() {
                layout.agprs = layout.agprs.max((reg.code - AGPR0 + dwords).min(256));
                layout.vgprs = 256;
            } else if reg.is_vgpr() {
                layout.vgprs = layout.vgprs.max((reg.vgpr_index() + dwords).min(256));
            }
        }
    }
    layout
}

/// The last vector register of an operand.
fn last_vector(operand: &crate::inst::AmdOperand) -> Option<u16> {
    match operand.value {
        OperandValue::Reg(reg) if reg.is_vgpr() => {
            Some(reg.vgpr_index() + u16::from(reg.dwords.max(1)) - 1)
        }
        _ => None,
    }
}

/// A row whose meaning its format does not go with: the tests of the tables let none through.
const MISPLACED: &str = "its meaning is not one of its format";

/// Why an instruction cannot be lowered, if it cannot.
type Outcome = Result<(), String>;

/// The state of lowering: the program so far, and what is known at this place.
struct Lowering<'a> {
    b: Builder,
    layout: Layout,
    options: &'a LowerOptions,
    mode: Mode,
    /// Of the instruction under way.
    address: u64,
    /// Something so far works on the global data share.
    data_share: bool,
    /// Temporaries that the instruction under way has taken.
    temporaries: u16,
    scalar_temporaries: u16,
    /// Operands of vector instructions to whose numbers M0 is added here, a bit each.
    indexed: u8,
}

impl Lowering<'_> {
    fn instruction(&mut self, inst: &AmdInst) -> Outcome {
        (self.temporaries, self.scalar_temporaries) = (0, 0);
        let row = inst.row();
        if channel::is_coherent(inst) {
            self.b.coherent();
        }
        match row.meaning {
            Meaning::NotModelled { why, .. } => return Err(why.into()),
            Meaning::Nothing(_)
            | Meaning::Idle
            | Meaning::Clause
            | Meaning::WaitAlu
            | Meaning::DelayAlu => {
                self.b.push(Uop::Nop);
            }
            Meaning::Sleep(_) => self.b.push(match &self.options.host {
                Some(host) => Uop::Custom(Arc::new(Serve(host.clone()))),
                None => Uop::Nop,
            }),
            Meaning::Empties(cache, _) => {
                self.b.fence(channel::fence(cache, inst));
                self.b.push(Uop::Nop);
            }
            Meaning::WritesBack(_) => {
                self.b.fence(channel::write_back(inst));
                self.b.push(Uop::Nop);
            }
            Meaning::Illegal => {
                let text = format!("{} was reached", row.name);
                self.b.push(Uop::Trap(text.into()));
            }
            meaning => match row.format {
                AmdFormat::Smem => self.scalar_memory(inst, meaning)?,
                AmdFormat::Flat | AmdFormat::Global | AmdFormat::Scratch => {
                    self.flat(inst, meaning)?
                }
                AmdFormat::Ds => self.data_share(inst, meaning)?,
                AmdFormat::Ldsdir => self.direct_load(inst)?,
                AmdFormat::Mubuf | AmdFormat::Mtbuf => self.buffer(inst, meaning)?,
                AmdFormat::Mimg | AmdFormat::Vsample => match meaning {
                    Meaning::OfImage(image) => self.image(inst, image)?,
                    Meaning::TestRay(nodes) => self.ray_test(inst, nodes)?,
                    _ => return Err(MISPLACED.into()),
                },
                AmdFormat::Sop1
                | AmdFormat::Sop2
                | AmdFormat::Sopc
                | AmdFormat::Sopk
                | AmdFormat::Sopp => {
                    self.salu(inst, meaning)?;
                }
                _ => self.valu(inst, meaning)?,
            },
        }
        Ok(())
    }

    /// So many vector registers next to each other, for as long as the instruction takes.
    fn temporary(&mut self, words: u16) -> VReg {
        let first = self.temporaries;
        self.temporaries += words;
        assert!(self.temporaries <= registers::VECTOR_TEMPORARIES);
        VReg(self.layout.vectors() + first)
    }

    /// So many scalar registers next to each other, for as long as the instruction takes.
    fn scalar_temporary(&mut self, words: u16) -> SReg {
        let first = self.scalar_temporaries;
        self.scalar_temporaries += words;
        assert!(self.scalar_temporaries <= registers::SCALAR_TEMPORARIES);
        registers::SCALAR_TEMPORARY.plus(first)
    }
}
