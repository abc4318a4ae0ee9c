//! AMD's directives: `.amdhsa_kernel` blocks, which become kernel descriptors, and those that say
//! what a file is for.

use super::Rdna;
use crate::code_object::descriptor::{Descriptor, UserData};
use crate::target::Target;
use isa::{Context, Cursor, TokenKind, Value};
use source::{Diagnostic, Span};
use std::collections::HashMap;

pub(super) const DIRECTIVES: &[&str] = &[
    ".amdgcn_target",
    ".amdhsa_code_object_version",
    ".amdhsa_kernel",
    ".end_amdhsa_kernel",
    ".amdgpu_metadata",
    ".fill",
    ".p2alignl",
];

/// An `.amdhsa_kernel` under way.
pub(super) struct KernelBlock {
    name: String,
    pub span: Span,
    settings: HashMap<&'static str, i128>,
}

/// Where a setting goes: a word of the descriptor, and bits of it.
struct Setting {
    name: &'static str,
    at: usize,
    lo: u8,
    len: u8,
    /// Where the source does not say.
    default: i128,
}

const fn setting(name: &'static str, at: usize, lo: u8, len: u8, default: i128) -> Setting {
    Setting {
        name,
        at,
        lo,
        len,
        default,
    }
}

const RSRC1: usize = 48;
const RSRC2: usize = 52;
const PROPERTIES: usize = 56;
const USER_SGPR_COUNT: &str = "user_sgpr_count";

#[rustfmt::skip]
const SETTINGS: &[Setting] = &[
    setting("group_segment_fixed_size",         0,          0,  32, 0),
    setting("private_segment_fixed_size",       4,          0,  32, 0),
    setting("kernarg_size",                     8,          0,  32, 0),
    setting("float_round_mode_32",              RSRC1,      12, 2,  0),
    setting("float_round_mode_16_64",           RSRC1,      14, 2,  0),
    setting("float_denorm_mode_32",             RSRC1,      16, 2,  0),
    setting("float_denorm_mode_16_64",          RSRC1,      18, 2,  3),
    setting("dx10_clamp",                       RSRC1,      21, 1,  1),
    setting("ieee_mode",                        RSRC1,      23, 1,  1),
    setting("fp16_overflow",                    RSRC1,      26, 1,  0),
    setting("workgroup_processor_mode",         RSRC1,      29, 1,  1),
    setting("memory_ordered",                   RSRC1,      30, 1,  1),
    setting("forward_progress",                 RSRC1,      31, 1,  1),
    setting("enable_private_segment",           RSRC2,      0,  1,  0),
    setting(USER_SGPR_COUNT,                    RSRC2,      1,  5,  0),
    setting("system_sgpr_workgroup_id_x",       RSRC2,      7,  1,  1),
    setting("system_sgpr_workgroup_id_y",       RSRC2,      8,  1,  0),
    setting("system_sgpr_workgroup_id_z",       RSRC2,      9,  1,  0),
    setting("system_sgpr_workgroup_info",       RSRC2,      10, 1,  0),
    setting("system_vgpr_workitem_id",          RSRC2,      11, 2,  0),
    setting("exception_fp_ieee_invalid_op",     RSRC2,      24, 1,  0),
    setting("exception_fp_denorm_src",          RSRC2,      25, 1,  0),
    setting("exception_fp_ieee_div_zero",       RSRC2,      26, 1,  0),
    setting("exception_fp_ieee_overflow",       RSRC2,      27, 1,  0),
    setting("exception_fp_ieee_underflow",      RSRC2,      28, 1,  0),
    setting("exception_fp_ieee_inexact",        RSRC2,      29, 1,  0),
    setting("exception_int_div_zero",           RSRC2,      30, 1,  0),
    setting("user_sgpr_private_segment_buffer", PROPERTIES, 0,  1,  0),
    setting("user_sgpr_dispatch_ptr",           PROPERTIES, 1,  1,  0),
    setting("user_sgpr_queue_ptr",              PROPERTIES, 2,  1,  0),
    setting("user_sgpr_kernarg_segment_ptr",    PROPERTIES, 3,  1,  0),
    setting("user_sgpr_dispatch_id",            PROPERTIES, 4,  1,  0),
    setting("user_sgpr_flat_scratch_init",      PROPERTIES, 5,  1,  0),
    setting("user_sgpr_private_segment_size",   PROPERTIES, 6,  1,  0),
    setting("wavefront_size32",                 PROPERTIES, 10, 1,  1),
    setting("uses_dynamic_stack",               PROPERTIES, 11, 1,  0),
];

/// How many registers of a kind exist and similar: of no consequence here, where all are.
const IGNORED: &[&str] = &[
    "next_free_vgpr",
    "next_free_sgpr",
    "reserve_vcc",
    "reserve_flat_scratch",
    "reserve_xnack_mask",
    "shared_vgpr_count",
    "inst_pref_size",
    "round_robin_scheduling",
    "user_sgpr_kernarg_preload_length",
    "user_sgpr_kernarg_preload_offset",
    "named_barrier_count",
    "tg_split",
    "accum_offset",
];

/// Handles a directive of these; `None` for any other.
pub(super) fn directive(
    dialect: &mut Rdna<'_>,
    name: &str,
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
) -> Option<Result<(), Diagnostic>> {
    Some(match name {
        ".amdgcn_target" => target(dialect, cursor),
        ".amdhsa_code_object_version" => cx.integer(cursor).map(|_| ()),
        ".amdhsa_kernel" => open(dialect, cursor),
        ".end_amdhsa_kernel" => close(dialect, cursor, cx),
        // The section's name may be in quotes.
        ".section"
            if cursor
                .peek()
                .is_some_and(|token| token.kind == TokenKind::Str) =>
        {
            cx.switch_section(cursor.peek_text().trim_matches('"'));
            rest(cursor);
            Ok(())
        }
        ".p2alignl" => align_words(cursor, cx),
        ".fill" => fill(cursor, cx),
        _ => {
            let setting = name.strip_prefix(".amdhsa_")?;
            set(dialect, setting, cursor, cx)
        }
    })
}

fn rest(cursor: &mut Cursor<'_>) {
    while cursor.bump().is_some() {}
}

/// `.amdgcn_target "amdgcn-amd-amdhsa--gfx1100"`
fn target(dialect: &Rdna<'_>, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    let span = cursor.span();
    let text = cursor.peek_text().trim_matches('"').to_string();
    rest(cursor);
    let processor = text.rsplit('-').next().unwrap_or("");
    let processor = processor.split(':').next().unwrap_or("");
    let own = dialect.codec.target;
    if Target::from_name(processor) == Some(own) {
        return Ok(());
    }
    let message = format!("the file is for {processor}, but it is assembled for {own}");
    Err(Diagnostic::error("wrong-target", message)
        .label(span, format!("expected {own}"))
        .help(format!("`--target {processor}` assembles for the other")))
}

fn open(dialect: &mut Rdna<'_>, cursor: &mut Cursor<'_>) -> Result<(), Diagnostic> {
    let Some((name, span)) = cursor.name() else {
        return Err(Diagnostic::error("syntax", "expected the kernel's name")
            .label(cursor.span(), "expected a symbol"));
    };
    dialect.kernel = Some(KernelBlock {
        name: name.into(),
        span,
        settings: HashMap::new(),
    });
    Ok(())
}

fn set(
    dialect: &mut Rdna<'_>,
    name: &str,
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
) -> Result<(), Diagnostic> {
    let span = cursor.statement().span();
    let Some(block) = &mut dialect.kernel else {
        rest(cursor);
        let message = format!("`.amdhsa_{name}` stands outside of a kernel's block");
        return Err(Diagnostic::error("unopened", message)
            .label(span, "expected `.amdhsa_kernel NAME` before it"));
    };
    if IGNORED.contains(&name) {
        rest(cursor);
        return Ok(());
    }
    let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
        rest(cursor);
        let names = SETTINGS.iter().map(|setting| setting.name);
        let hint =
            source::nearest(name, names).map(|name| format!("did you mean `.amdhsa_{name}`?"));
        let message = format!("there is no setting `.amdhsa_{name}`");
        return Err(Diagnostic::error("unknown-directive", message)
            .label(span, "unknown setting")
            .maybe_help(hint));
    };
    let value = cx.integer(cursor)?.unwrap_or(0);
    let high = (1i128 << setting.len) - 1;
    if !(0..=high).contains(&value) {
        let message = format!("{value} does not fit in `.amdhsa_{name}`");
        return Err(Diagnostic::error("immediate-range", message)
            .label(span, format!("expected 0 to {high}")));
    }
    block.settings.insert(setting.name, value);
    Ok(())
}

fn close(
    dialect: &mut Rdna<'_>,
    cursor: &mut Cursor<'_>,
    cx: &mut Context<'_>,
) -> Result<(), Diagnostic> {
    let Some(block) = dialect.kernel.take() else {
        return Err(
            Diagnostic::error("unopened", "`.end_amdhsa_kernel` without `.amdhsa_kernel`")
                .label(cursor.statement().span(), "nothing is open here"),
        );
    };
    let mut bytes = [0u8; Descriptor::BYTES];
    let value_of = |setting: &Setting| block.settings.get(setting.name).copied();
    for setting in SETTINGS {
        let value = value_of(setting).unwrap_or(setting.default) as u32;
        let word = &mut bytes[setting.at..setting.at + 4];
        let old = u32::from_le_bytes(word.try_into().expect("four bytes"));
        word.copy_from_slice(&(old | value << setting.lo).to_le_bytes());
    }
    let read = Descriptor::read(&bytes).expect("64 bytes");
    if !block.settings.contains_key(USER_SGPR_COUNT) {
        let count: u16 = read.user_data().map(UserData::registers).sum();
        let rsrc2 = read.rsrc2 | u32::from(count) << 1;
        bytes[RSRC2..RSRC2 + 4].copy_from_slice(&rsrc2.to_le_bytes());
    }
    let here = dialect.image.address(cx.section_name()) + cx.here();
    match dialect.image.symbol(&block.name, cx) {
        Some(entry) => {
            let offset = entry.wrapping_sub(here);
            bytes[16..24].copy_from_slice(&offset.to_le_bytes());
        }
        None if cx.pass() == 0 => cx.ask_again(),
        None => {
            let message = format!("the kernel `{}` is not defined", block.name);
            return Err(Diagnostic::error("undefined-symbol", message)
                .label(block.span, "expected a label of this name"));
        }
    }
    let section = cx
        .sections()
        .iter()
        .position(|section| section.name == cx.section_name());
    let place = Value::Address {
        section: section.unwrap_or(0),
        offset: cx.here().into(),
    };
    cx.define(&format!("{}.kd", block.name), place, block.span)?;
    cx.emit(&bytes);
    Ok(())
}

/// `.p2alignl POWER, WORD`: the gap is filled with words.
fn align_words(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let from = cursor.position();
    let power = cx.integer_now(cursor)?;
    let Ok(power @ 0..=16) = u32::try_from(power) else {
        return Err(
            Diagnostic::error("alignment", format!("cannot align to 2 to the {power}"))
                .label(cursor.span_since(from), "expected 0 to 16"),
        );
    };
    let word = match cursor.eat(b',') {
        true => cx.integer_now(cursor)? as u32,
        false => 0,
    };
    if cursor.eat(b',') {
        cx.integer_now(cursor)?;
    }
    cx.require_alignment(1 << power);
    while !cx.here().is_multiple_of(1 << power) {
        let gap = (cx.here().next_multiple_of(1 << power) - cx.here()).min(4) as usize;
        cx.emit(&word.to_le_bytes()[..gap]);
    }
    Ok(())
}

/// `.fill COUNT, SIZE, VALUE`
fn fill(cursor: &mut Cursor<'_>, cx: &mut Context<'_>) -> Result<(), Diagnostic> {
    let from = cursor.position();
    let count = cx.integer_now(cursor)?;
    let size = match cursor.eat(b',') {
        true => cx.integer_now(cursor)?,
        false => 1,
    };
    let value = match cursor.eat(b',') {
        true => cx.integer_now(cursor)?,
        false => 0,
    };
    let (Ok(count @ 0..=0x100_0000), Ok(size @ 1..=8)) =
        (u32::try_from(count), usize::try_from(size))
    else {
        let message = format!("cannot fill {count} times {size} bytes");
        return Err(Diagnostic::error("immediate-range", message).label(
            cursor.span_since(from),
            "expected a count up to 16777216 and a size of 1 to 8",
        ));
    };
    for _ in 0..count {
        cx.emit(&value.to_le_bytes()[..size]);
    }
    Ok(())
}
