//! Text to [`AmdInst`]: one instruction at a time.
//!
//! A line is read into arguments first (`arg.rs`, `modifier.rs`), without regard to the instruction where that is
//! possible. The arguments are then matched (`matching.rs`) with the mnemonic's encodings in a fixed order:
//! short, long, DPP, long with DPP. The first that fits is the one; rules about combinations of
//! operands are checked afterwards (`check`) and do not lead to another encoding.

pub(crate) mod alias;
mod arg;
mod cursor;
mod explain;
mod expr;
mod matching;
mod source;

use crate::codec::{Codec, Group};
use crate::encoding::{Encoding, Form, Halves, ParamKind};
use crate::inst::{AmdInst, AmdOperand, OperandValue, *};
use crate::meaning::Meaning;
use crate::modifier::pattern_fits;
use crate::row::{AmdFormat, READS_DST, READS_VCC};
use crate::target::Target;
use crate::{bytes, image};
use ::source::{Diagnostic, Span};
pub(crate) use arg::{Arg, ArgKind, Hints};
pub(crate) use cursor::{Cursor, LLVM, Run};
pub(crate) use explain::describe;
pub(crate) use expr::GRAMMAR;
pub use expr::{Expr, Fixup, FixupKind, Symbols};
use op::Op;

/// What is wrong with a line, as byte offsets into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    pub start: usize,
    pub end: usize,
    pub code: &'static str,
    pub message: String,
    pub help: Option<String>,
}

impl Error {
    pub fn new(start: usize, end: usize, code: &'static str, message: impl Into<String>) -> Error {
        Error {
            start,
            end,
            code,
            message: message.into(),
            help: None,
        }
    }
}

/// An instruction in bytes; what depends on symbols not known yet is left zero.
#[derive(Clone, Debug, Default)]
pub struct AssembledInst {
    /// The instruction and its literal.
    pub bytes: Vec<u8>,
    /// What symbols have to fill in.
    pub fixups: Vec<Fixup>,
    /// One more than the highest vector and scalar register in it.
    pub registers: [u16; 2],
}

/// Whether a word is a register, or the first part of several: `v` of `v[0:3]`.
pub(crate) fn is_register(word: &str, target: Target) -> bool {
    matches!(word, "v" | "s" | "ttmp")
        || cursor::is_register_name(word, &Cursor::new(word, &(), target))
}

/// The registers that a text names, if it does nothing else. They need not be those of an operand.
pub(crate) fn registers(text: &str, target: Target) -> Result<Option<Run>, String> {
    let mut cursor = Cursor::new(text, &(), target);
    let run = cursor::run(&mut cursor).map_err(|error| error.message)?;
    Ok(run.filter(|_| cursor.at_end()))
}

/// Assembles one line that holds one instruction.
pub fn assemble(
    codec: &'static Codec,
    text: &str,
    base: usize,
    symbols: &dyn Symbols,
) -> Result<AssembledInst, Diagnostic> {
    let mut out = AssembledInst::default();
    assemble_into(codec, text, symbols, &mut out).map_err(|mut error| {
        error.help = error.help.take().or_else(|| suggest(codec, text, &error));
        let span = Span::new(base + error.start, base + error.end.max(error.start));
        Diagnostic::error(error.code, error.message)
            .label(span, "")
            .maybe_help(error.help)
    })?;
    Ok(out)
}

/// As [`assemble`], appending to `out`.
pub(crate) fn assemble_into(
    codec: &'static Codec,
    text: &str,
    symbols: &dyn Symbols,
    out: &mut AssembledInst,
) -> Result<(), Error> {
    let mut cursor = Cursor::new(text, symbols, codec.target);
    let (start, end) = cursor.mnemonic()?;
    let written = &text[start..end];
    // A name with capitals costs an allocation, the usual one does not.
    let lower;
    let written = if written.bytes().any(|b| b.is_ascii_uppercase()) {
        lower = written.to_ascii_lowercase();
        lower.as_str()
    } else {
        written
    };
    let parsed = parse(codec, &mut cursor, written, start, end)?;
    check(&parsed)?;
    bytes::append(&parsed.inst, &mut out.bytes);
    out.registers = parsed.inst.registers();
    out.fixups.extend(parsed.fixups);
    Ok(())
}

/// An instruction with what its text adds to it.
pub(crate) struct Parsed<'a> {
    pub inst: AmdInst,
    pub args: Vec<Arg<'a>>,
    pub fixups: Vec<Fixup>,
}

fn parse<'a>(
    codec: &'static Codec,
    cursor: &mut Cursor<'a>,
    written: &str,
    start: usize,
    end: usize,
) -> Result<Parsed<'a>, Error> {
    let (name, forced) = Forced::split(written);
    let group = lookup(codec, name).ok_or_else(|| unknown(codec, name, start, end))?;
    let encodings = group
        .encodings
        .iter()
        .map(|&index| &codec.encodings[index as usize]);
    let args = arg::parse_all(cursor, &group.hints)?;
    let mut best: Option<explain::Failure> = None;
    let mut any_form = false;
    for encoding in encodings {
        if !forced.allows(encoding) {
            continue;
        }
        any_form = true;
        match matching::matches(encoding, &args) {
            Ok((inst, fixups)) => return Ok(Parsed { inst, args, fixups }),
            Err(failure) => {
                if best.as_ref().is_none_or(|b| failure.at > b.at) {
                    best = Some(failure);
                }
            }
        }
    }
    if !any_form {
        let suffix = &written[name.len()..];
        let message = format!("`{name}` has no encoding `{suffix}`");
        return Err(Error::new(start, end, "no-such-encoding", message));
    }
    Err(match best {
        Some(failure) => {
            let all = group.encodings.iter();
            let all = all.map(|&index| &codec.encodings[index as usize]);
            let mut error = failure.into_error(cursor.text, text_end(&args, end), all.clone());
            let mut others = all.filter(|encoding| !forced.allows(encoding));
            let other = others.find(|encoding| matching::matches(encoding, &args).is_ok());
            if let Some(suffix) = other.map(Forced::suffix) {
                error.help = Some(format!("`{name}{suffix}` takes these operands"));
            }
            error
        }
        None => unknown(codec, name, start, end),
    })
}

fn text_end(args: &[Arg], end: usize) -> usize {
    args.last().map_or(end, |arg| arg.end)
}

/// Encodings for a name, which may be an older spelling.
pub(crate) fn lookup(codec: &'static Codec, name: &str) -> Option<&'static Group> {
    match codec.named(name) {
        Some(list) => Some(list),
        None => codec.named(alias::resolve(name, codec.target)?),
    }
}

/// Why a name is none here. The codecs of other waves and generations are asked, not the rows: a
/// name may have several of them, or be an older spelling.
fn unknown(codec: &'static Codec, name: &str, start: usize, end: usize) -> Error {
    let error = |code, message: String, help: Option<String>| Error {
        help,
        ..Error::new(start, end, code, message)
    };
    let other_wave = |target: Target| {
        let mut waves = target.generation().wave_sizes.iter();
        waves.find(|&&wave| lookup(Codec::of(target, wave), name).is_some())
    };
    if let Some(wave) = other_wave(codec.target) {
        let (lanes, here) = (wave.lanes(), codec.wave.lanes());
        let message = format!("`{name}` needs waves of {lanes} lanes");
        let help = format!("this code is for waves of {here}: `wave = {lanes}` makes it {lanes}");
        return error("wave-size", message, Some(help));
    }
    if codec.seconds.contains(&name) {
        let message = format!("`{name}` can only be the second of a pair");
        let help = "it is written after the `::` of another dual instruction".into();
        return error("unknown-mnemonic", message, Some(help));
    }
    let elsewhere = Target::ALL.into_iter().filter(|&t| other_wave(t).is_some());
    let elsewhere: Vec<&str> = elsewhere.map(Target::name).collect();
    if !elsewhere.is_empty() {
        let message = format!("`{name}` is not an instruction of {}", codec.target);
        let help = format!("it exists on {}", elsewhere.join(", "));
        return error("unknown-mnemonic", message, Some(help));
    }
    let message = format!("unknown instruction `{name}`");
    error("unknown-mnemonic", message, None)
}

/// What an instruction that does not exist may have been meant to be. All names are compared with it,
/// so that this is asked for some lines of a text and not for thousands.
pub(crate) fn suggest(codec: &'static Codec, text: &str, error: &Error) -> Option<String> {
    if error.code != "unknown-mnemonic" || error.help.is_some() {
        return None;
    }
    let written = text.get(error.start..error.end)?.to_ascii_lowercase();
    let (name, _) = Forced::split(&written);
    ::source::did_you_mean(name, codec.names())
}

/// The encoding that a mnemonic's suffix asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forced {
    Any,
    Short,
    Long,
    Dpp,
    Sdwa,
    LongDpp,
}

impl Forced {
    fn split(written: &str) -> (&str, Forced) {
        for (suffix, forced) in [
            ("_e64_dpp", Forced::LongDpp),
            ("_e64", Forced::Long),
            ("_e32", Forced::Short),
            ("_dpp", Forced::Dpp),
            ("_sdwa", Forced::Sdwa),
        ] {
            if let Some(name) = written.strip_suffix(suffix) {
                return (name, forced);
            }
        }
        (written, Forced::Any)
    }

    /// What asks for this encoding.
    fn suffix(encoding: &Encoding) -> &'static str {
        match (encoding.form.is_long(), encoding.form.is_dpp()) {
            (true, true) => "_e64_dpp",
            (true, false) => "_e64",
            (false, true) => "_dpp",
            (false, false) if encoding.form == Form::Sdwa => "_sdwa",
            (false, false) => "_e32",
        }
    }

    fn allows(self, encoding: &Encoding) -> bool {
        let long = encoding.form.is_long();
        let dpp = encoding.form.is_dpp();
        // Lanes are read and written by long encodings that count as short ones.
        let lane = matches!(encoding.row.meaning, Meaning::ReadLane | Meaning::WriteLane);
        match self {
            Forced::Any => true,
            Forced::Short => {
                let short = !long && !dpp && encoding.form != Form::Sdwa;
                lane || short && encoding.row.format != AmdFormat::Vop3
            }
            Forced::Sdwa => encoding.form == Form::Sdwa,
            Forced::Long => long && !dpp && !lane,
            Forced::Dpp => dpp && encoding.form != Form::LongDpp8 && !long,
            Forced::LongDpp => dpp && long,
        }
    }
}

fn check(parsed: &Parsed) -> Result<(), Error> {
    let inst = &parsed.inst;
    let whole = |message: &str| {
        let start = parsed.args.first().map_or(0, |arg| arg.start);
        let end = parsed.args.last().map_or(start, |arg| arg.end);
        Error::new(start, end, "bad-operands", message)
    };
    if inst.mods.extra_literal != 0 {
        return Err(whole("only one unique literal operand is allowed"));
    }
    match inst.row().format {
        AmdFormat::Mimg | AmdFormat::Vsample => image::check(inst).map_err(whole),
        AmdFormat::Vopd => {
            constant_bus(inst).map_err(whole)?;
            register_banks(inst).map_err(whole)
        }
        AmdFormat::Vop1
        | AmdFormat::Vop2
        | AmdFormat::Vopc
        | AmdFormat::Vop3
        | AmdFormat::Vop3sd
        | AmdFormat::Vop3p => {
            constant_bus(inst).map_err(whole)?;
            dpp(inst).map_err(whole)?;
            exponent(parsed).map_err(whole)?;
            let whole_pairs = inst.encoding.target.generation().whole_pairs;
            if whole_pairs && inst.row().takes_whole_pairs() && parsed.args.iter().any(selects) {
                return Err(whole(
                    "it takes pairs as they are: leave op_sel and op_sel_hi out",
                ));
            }
            if inst.row().sums_pairs() && inst.mods.op_sel & 3 != 0 {
                return Err(whole("packed sources cannot be selected"));
            }
            halves(parsed).map_err(whole)
        }
        AmdFormat::Mai => sums_apart(inst).map_err(whole),
        AmdFormat::Vinterp => halves(parsed).map_err(whole),
        AmdFormat::Sopk => wait_register(inst).map_err(whole),
        _ => Ok(()),
    }
}

/// Whether a modifier chooses halves. What is so anyway cannot be said of upper halves.
fn selects(arg: &Arg) -> bool {
    match arg.kind {
        ArgKind::Mod(Mod::OpSel, list) => list & 0xFF != 0,
        ArgKind::Mod(Mod::OpSelHi, _) => true,
        _ => false,
    }
}

/// Where the second source of a long instruction is.
const LANE_FIELD: u8 = 41;

/// A vector instruction reads at most two scalar values, a literal counted as one; shifts of 64 bits
/// read one.
fn constant_bus(inst: &AmdInst) -> Result<(), &'static str> {
    let row = inst.row();
    let limit = match row.meaning {
        Meaning::Swapped(Op::ShlB64 | Op::ShrU64 | Op::ShrI64) if inst.encoding.form.is_long() => 1,
        _ => inst.encoding.target.generation().scalars_read.into(),
    };
    let mut seen: [Option<u16>; 4] = [None; 4];
    // A literal that is read as 32 and as 64 bits counts for each.
    let mut widths = 0u8;
    for (param, operand) in sources(inst) {
        if let (OperandValue::Literal, ParamKind::Src(ty, _)) = (operand.value, param.kind) {
            widths |= ty.dwords();
        }
    }
    let literals = (widths.count_ones() as usize).max(inst.literal.is_some() as usize);
    let mut count = literals;
    let key = |reg: Reg| match reg.code {
        SHARED_BASE.. => reg.code,
        code => code | (reg.dwords as u16) << 12,
    };
    let implied = |row: &crate::row::InstRow| {
        let short = matches!(inst.encoding.form, Form::Base | Form::Sdwa);
        let reads = row.operands.contains(&crate::row::OperandSlot::Mask) && short;
        reads || row.has(READS_VCC)
    };
    if implied(row) || inst.encoding.second.is_some_and(implied) {
        seen[0] = Some(key(Reg::new(VCC_LO, 2)));
        count += 1;
    }
    for (param, operand) in sources(inst) {
        let OperandValue::Reg(reg) = operand.value else {
            continue;
        };
        if reg.is_vgpr()
            || matches!(reg.code, NULL | LDS_DIRECT)
            || is_destination(param.kind, param.lo, inst)
        {
            continue;
        }
        // M0 as the number of a lane comes by another way, where a single scalar can be read.
        let single = inst.encoding.target.generation().scalars_read == 1;
        if reg.code == M0 && single && row.meaning == Meaning::WriteLane && param.lo == LANE_FIELD {
            continue;
        }
        // A pair and its low half are different registers.
        if !seen.contains(&Some(key(reg))) {
            if let Some(slot) = seen.iter_mut().find(|slot| slot.is_none()) {
                *slot = Some(key(reg));
            }
            count += 1;
        }
    }
    if count > limit {
        return Err(
            "more different scalar registers and literals than the constant bus has room for",
        );
    }
    Ok(())
}

/// Large results take the place of the accumulator, or none of it.
fn sums_apart(inst: &AmdInst) -> Result<(), &'static str> {
    let [d, _, _, c, ..] = inst.operands() else {
        return Ok(());
    };
    let (OperandValue::Reg(d), OperandValue::Reg(c)) = (d.value, c.value) else {
        return Ok(());
    };
    let meet = d.code < c.code + u16::from(c.dwords) && c.code < d.code + u16::from(d.dwords);
    // An index may be anywhere.
    match d.dwords > 4 && d.dwords == c.dwords && d != c && meet {
        true => Err("the accumulator overlaps a part of the result"),
        false => Ok(()),
    }
}

fn sources(inst: &AmdInst) -> impl Iterator<Item = (&'static crate::encoding::Param, &AmdOperand)> {
    inst.encoding.positional().zip(inst.operands())
}

/// Scalar destinations are in the low words of an encoding, before the sources.
fn is_destination(kind: ParamKind, lo: u8, inst: &AmdInst) -> bool {
    let scalar = matches!(kind, ParamKind::Sgpr(..)) && (lo < 32 || !inst.encoding.form.is_long());
    scalar || kind == ParamKind::PartMask
}

/// The register files of the two halves of a dual instruction must not collide.
fn register_banks(inst: &AmdInst) -> Result<(), &'static str> {
    let half = |second: bool| {
        let row = match second {
            true => inst.encoding.second.unwrap_or(inst.row()),
            false => inst.row(),
        };
        // Destination, then three sources as the multiply-add sees them.
        let mut regs: [Option<u16>; 4] = [None; 4];
        let pair = inst
            .encoding
            .params
            .iter()
            .position(|p| matches!(p.kind, ParamKind::Pair(_)));
        let pair = pair.unwrap_or(0);
        let operands = match second {
            true => &inst.operands()[pair + 1..],
            false => &inst.operands()[..pair],
        };
        for (index, operand) in operands.iter().enumerate().take(4) {
            if let OperandValue::Reg(reg) = operand.value {
                if reg.is_vgpr() {
                    regs[index] = Some(reg.vgpr_index());
                } else if reg.code == LDS_DIRECT {
                    // Direct reads go through the second bank.
                    regs[index] = Some(1);
                }
            }
        }
        if row.has(READS_DST) {
            regs[3] = regs[0];
        }
        regs
    };
    let (x, y) = (half(false), half(true));
    let collide = |index: usize, mask: u16| match (x[index], y[index]) {
        (Some(x), Some(y)) => x & mask == y & mask,
        _ => false,
    };
    if collide(0, 1) {
        return Err("one destination register must be even and the other odd");
    }
    let moves = |row: &crate::row::InstRow| row.meaning.alone() == Meaning::Lane(Op::MovB32);
    if inst.encoding.target.generation().moves_share_banks
        && moves(inst.row())
        && inst.encoding.second.is_some_and(moves)
    {
        return Ok(());
    }
    if collide(1, 3) {
        return Err("src0 operands must use different VGPR banks");
    }
    if collide(2, 3) {
        return Err("src1 operands must use different VGPR banks");
    }
    if collide(3, 1) {
        return Err("src2 operands must use different VGPR banks");
    }
    Ok(())
}

/// With DPP the second source is a vector register, where it may not be a scalar.
fn dpp(inst: &AmdInst) -> Result<(), &'static str> {
    if !pattern_fits(inst) {
        return Err("registers of 64 bits take row_newbcast alone");
    }
    let long = matches!(inst.encoding.form, Form::LongDpp16 | Form::LongDpp8);
    if !long || inst.encoding.target.generation().dpp_scalar_source {
        return Ok(());
    }
    for (param, operand) in sources(inst) {
        if !matches!(param.kind, ParamKind::Src(..)) || param.lo != 41 {
            continue;
        }
        match operand.value {
            OperandValue::Reg(reg) if reg.is_vgpr() => {}
            _ => return Err("the second source of a DPP instruction is a vector register"),
        }
    }
    Ok(())
}

/// With DPP the exponent of a half float is a small integer, or a float that is short for one: there
/// is no room for a literal, and bits of a float do not count as that float.
fn exponent(parsed: &Parsed) -> Result<(), &'static str> {
    let inst = &parsed.inst;
    let concerned = inst.row().scales_half() && inst.encoding.form.is_dpp();
    let fits = |arg: &Arg| match arg.kind {
        ArgKind::Int(value) => (-16..=64).contains(&i64::from(value as i16)),
        ArgKind::Float(value) => {
            value.to_bits() == 0 || [0.5, 1.0, 2.0, 4.0].contains(&value.abs())
        }
        _ => true,
    };
    match concerned && !parsed.args.get(2).is_none_or(fits) {
        true => Err("the exponent of a DPP instruction is a register or an inline constant"),
        false => Ok(()),
    }
}

/// Where `op_sel` is written beside half registers, both must say the same.
fn halves(parsed: &Parsed) -> Result<(), &'static str> {
    let inst = &parsed.inst;
    if inst.encoding.halves != Halves::True16 || !inst.encoding.form.is_long() {
        return Ok(());
    }
    // One that selects nothing is as good as none.
    let written = parsed.args.iter().any(|arg| match arg.kind {
        ArgKind::Mod(crate::inst::Mod::OpSel, list) => list & 0xFF != 0,
        _ => false,
    });
    if !written {
        return Ok(());
    }
    // An accumulator is the destination, and selected like it.
    let (third, destination) = (inst.mods.op_sel >> 2 & 1, inst.mods.op_sel >> 3 & 1);
    if inst.row().has(READS_DST) && third != destination {
        return Err("op_sel conflicts with 16-bit operand suffix");
    }
    for (param, operand) in sources(inst) {
        let OperandValue::Reg(reg) = operand.value else {
            continue;
        };
        let half = match reg.half {
            RegisterHalf::Whole => continue,
            RegisterHalf::Low => 0,
            RegisterHalf::High => 1,
        };
        let bit = match param.sel {
            14 => 3,
            sel @ 11..=13 => sel - 11,
            _ => continue,
        };
        if inst.mods.op_sel >> bit & 1 != half {
            return Err("op_sel conflicts with 16-bit operand suffix");
        }
    }
    Ok(())
}

/// The counters of RDNA 3 that take a register take only `null`.
fn wait_register(inst: &AmdInst) -> Result<(), &'static str> {
    if !matches!(inst.row().meaning, Meaning::Wait(_)) {
        return Ok(());
    }
    match inst.operands().first().map(|operand| operand.value) {
        Some(OperandValue::Reg(reg)) if reg.code == NULL => Ok(()),
        _ => Err("the register must be null"),
    }
}
