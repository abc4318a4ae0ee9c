//! Where LLVM contradicts itself or the machine, one sentence each: such answers are not followed.
//!
//! A line that LLVM refuses is never here: what it refuses must be refused. Each entry checks what
//! its sentence says, mostly by asking again with the odd part of the line replaced.

use amdgpu::{Target, Wave, assemble_line};

use super::compare::{hex, same_bytes, unhex};
use super::llvm::Answer;

const PAIRS_WITH_DPP: &str = "LLVM's decoder takes bits of the accumulator for part of the lane \
     pattern of v_fma_mixlo, v_fma_mixhi and v_cvt_pk_*8_f32 with DPP";
const ACCUMULATE_WITH_DPP: &str = "LLVM's decoder prints the code of an inline constant in \
     v_fmac with DPP as if it were the number";
const MANDATORY_LITERALS: &str = "LLVM's decoder takes a mandatory literal that is the code of an \
     inline constant for that constant";
const WHOLE_DOUBLES: &str = "LLVM's disassembler prints a literal of a double such that it is \
     assembled to an inline constant";
const NEGATED_LITERALS: &str = "LLVM's disassembler prints a negated literal as `-lit()`, which cannot \
     be assembled";
const NAMELESS_DELAYS: &str = "LLVM's disassembler prints remarks for delays that have no name, which \
     cannot be assembled";
const CACHE_BITS: &str = "LLVM's decoder ignores SLC in instructions that empty caches, where it demands \
     that DLC and GLC are clear";
const SOURCE_OF_BYTES: &str = "LLVM's decoder takes bits for signs and halves of the source of \
     v_sat_pk_u8_i16, which has none";
const SIGNED_BYTES: &str =
    "LLVM's decoder reads `sext()` of bytes that are floats, which its assembler refuses";
const CLEAR_BIT: &str = "LLVM's decoder wants a bit of v_cvt_pk_bf16_f32 to be clear that it ignores in \
     v_cvt_pk_f16_f32";
const TRAP_RUNS: &str = "LLVM's decoder reads three trap registers, which cannot be written, as a \
     run of eight";
const WORDS: &str = "LLVM takes any word for a symbol, modifiers and `off` included";
const LITERAL_WITH_DPP: &str = "LLVM's assembler writes the mark of a literal, and no literal, for \
     some numbers with DPP, and on CDNA for what is called a literal";
const BARRIERS: &str = "LLVM takes registers where barriers have a number or M0, and a number where \
     the state of a barrier is written";
const SCALAR_FUNCTIONS: &str = "LLVM takes vector registers in scalar transcendentals";
const SIGN_EXTENSION: &str = "LLVM takes `sext()` in operands that have no bit for it";
const SYMBOL_MODIFIERS: &str = "LLVM sets bits for the modifiers of a symbol at random, where its \
     source has none";
const DENIED_TFE: &str = "LLVM takes `notfe` for `tfe` where there is a data register for it";
const RETURNED_DOUBLES: &str = "LLVM's assembler leaves SC1 out of atomics of doubles that return to \
     accumulation registers, and its decoder does not know them with it";
const SIX_SCALARS: &str = "LLVM's decoder reads six scalars as a run of five";
const PAIRED_PARTS: &str = "LLVM's assembler takes signs in v_pk_fmac_f16 with parts of registers, and its \
     disassembler does not see them; of halves it takes a choice that it does not write";
const CONVERTED_NUMBERS: &str = "LLVM's assembler takes a number for a pair of registers that is converted, and \
     writes some register";
const CUT_NUMBERS: &str = "LLVM's assembler cuts a number to 16 bits where one half float is converted with \
     noise";
const RUNS_WITH_DPP: &str = "LLVM's assembler takes a run of registers, or one of a run, where an instruction \
     with DPP has the other";
const LONG_RUNS: &str = "LLVM counts the registers of a run in 32 bits of bits";
/// Bytes to which there is no answer.
pub const CRASH: &str = "LLVM's disassembler falls over these bytes";
const INTERNAL_NAMES: &str = "LLVM accepts names that are internal to it";

/// Words that are symbols to LLVM where an instruction has no such modifier.
#[rustfmt::skip]
const SYMBOLS: &[&str] = &[
    "off", "clamp", "glc", "slc", "dlc", "nv", "tfe", "lwe", "d16", "unorm", "r128", "a16", "lds",
    "gds", "done", "offen", "idxen", "row_en", "row_mirror", "row_half_mirror", "noclamp", "noglc",
];

/// Why LLVM's answer to a line is not followed, if it is not.
pub fn line(
    line: &str,
    theirs: &Result<String, String>,
    target: Target,
    wave: Wave,
) -> Option<&'static str> {
    let theirs = theirs.as_ref().ok()?;
    let ours = |line: &str| assemble_line(line, target, wave).map(|bytes| hex(&bytes));
    let assembles = |line: &str| ours(line).is_ok();
    let same = |ours: String| {
        let symbol = theirs.contains('_');
        same_bytes(theirs, &ours)
            || symbol && same_bytes(&without_modifiers(theirs), &without_modifiers(&ours))
    };
    let agrees = |line: &str| ours(line).is_ok_and(same);
    let name = line.split_whitespace().next().unwrap_or("");
    let name = &*name.to_lowercase();
    let internal = ["_t16", "_fake16", "_pseudo", "_sdwa"];
    let gcn = target.generation().parts;
    // Where there are parts of registers, one such suffix is no internal one.
    let name_proper = match gcn {
        true => name.strip_suffix("_sdwa").unwrap_or(name),
        false => name,
    };
    if internal.iter().any(|part| name_proper.contains(part)) {
        let error = assemble_line(line, target, wave).err()?;
        return (error.code == "unknown-mnemonic").then_some(INTERNAL_NAMES);
    }
    if name.starts_with("s_barrier_") || name.starts_with("s_get_barrier_") {
        let state = line
            .split_once(',')
            .map(|(_, rest)| format!("{name} s0,{rest}"));
        let number = line.trim_end_matches([' ', ',']).rsplit_once([' ', ',']);
        let number = number.map(|(rest, _)| format!("{rest} 0"));
        let plain = [state, number].into_iter().flatten();
        return plain
            .into_iter()
            .any(|line| assembles(&line))
            .then_some(BARRIERS);
    }
    if name.starts_with("v_s_") {
        let plain = replace_words(line, |word| is_vector(word).then_some("s1"));
        return assembles(&plain).then_some(SCALAR_FUNCTIONS);
    }
    // Where a run has millions of registers it is as good as one.
    if let Some((first, rest)) = line.split_once(':')
        && let Some((last, after)) = rest.split_once(']')
        && last.trim().parse::<u64>().is_ok_and(|last| last > 1 << 20)
    {
        return assembles(&format!("{first}]{after}")).then_some(LONG_RUNS);
    }
    if line.ends_with(" notfe") && agrees(&line.replace(" notfe", " tfe")) {
        return Some(DENIED_TFE);
    }
    if line.contains("sext(") {
        // It forgets that the number in them was to be a literal.
        let called = ["lit64(", "lit("].map(|mark| format!("sext({mark}"));
        let (call, closing) = match called.iter().find(|call| line.contains(*call)) {
            Some(call) => (call.as_str(), "))"),
            None => ("sext(", ")"),
        };
        let (before, after) = line.split_once(call)?;
        let plain = format!("{before}{}", after.replacen(closing, "", 1));
        return agrees(&plain).then_some(SIGN_EXTENSION);
    }
    if name.starts_with("v_pk_fmac_f16") {
        return Some(PAIRED_PARTS);
    }
    if name == "v_cvt_scalef32_sr_pk_fp4_f32" {
        return Some(CONVERTED_NUMBERS);
    }
    let cuts = ["v_cvt_scalef32_sr_fp8", "v_cvt_scalef32_sr_bf8"];
    if cuts.iter().any(|start| name.starts_with(start)) {
        let plain = replace_words(line, |word| is_long_number(word).then_some("1"));
        if assembles(&plain) {
            return Some(CUT_NUMBERS);
        }
    }
    let lanes = ["row_", "quad_perm:", "wave_"];
    let exchanges = name.ends_with("_dpp") || lanes.iter().any(|lanes| line.contains(lanes));
    if exchanges && gcn {
        let runs = |by: &'static str| {
            let line = replace_brackets(line, by);
            replace_words(&line, |word| is_vector(word).then_some(by))
        };
        if assembles(&runs("v0")) || assembles(&runs("v[0:1]")) {
            return Some(RUNS_WITH_DPP);
        }
    }
    if name.ends_with("_f64") && line.contains("sc0") && agrees(&line.replace(" sc1", "")) {
        return Some(RETURNED_DOUBLES);
    }
    let patterns = [
        "dpp",
        "bank_mask",
        "row_",
        "quad_perm",
        "bound_ctrl",
        "fi:",
        "lit",
        "_sdwa",
    ];
    if patterns.iter().any(|pattern| line.contains(pattern))
        && let Some(bytes) = unhex(theirs)
        && amdgpu::decode(&bytes, target, wave).is_err()
    {
        return Some(LITERAL_WITH_DPP);
    }
    if agrees(line) {
        return Some(SYMBOL_MODIFIERS);
    }
    // With an ordinary symbol in the place of the word there must be no difference left.
    let odd = |word: &str| SYMBOLS.contains(&word) || is_odd_register(word);
    let count = words(line).filter(|(_, word)| odd(word)).count();
    let replaced = (0..count).any(|which| {
        let mut index = 0;
        agrees(&replace_words(line, |word| {
            let this = odd(word) && index == which;
            index += odd(word) as usize;
            this.then_some("symbol")
        }))
    });
    replaced.then_some(WORDS)
}

/// The words of a line, with where they start.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_.[:]".contains(letter);
    line.split(move |letter| !is_part(letter))
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

fn replace_words(line: &str, mut by: impl FnMut(&str) -> Option<&'static str>) -> String {
    let (mut text, mut done) = (String::new(), 0);
    for (at, word) in words(line) {
        if let Some(other) = by(word) {
            text.push_str(&line[done..at]);
            text.push_str(other);
            done = at + word.len();
        }
    }
    text + &line[done..]
}

/// Runs of vector registers, however their numbers are written.
fn replace_brackets(line: &str, by: &str) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some(at) = rest.find('[') {
        let Some(end) = rest[at..].find(']') else {
            break;
        };
        let after = at + end + 1;
        let before = rest[..at].strip_suffix('v');
        match before.or(rest[at..].starts_with("[v").then_some(&rest[..at])) {
            Some(before) => {
                text.push_str(before);
                text.push_str(by);
            }
            None => text.push_str(&rest[..after]),
        }
        rest = &rest[after..];
    }
    text + rest
}

fn is_vector(word: &str) -> bool {
    let rest = word.strip_prefix('v').unwrap_or("");
    !rest.is_empty()
        && rest
            .bytes()
            .all(|b| b.is_ascii_digit() || b"[:]".contains(&b))
}

/// Digits of more than 16 bits.
fn is_long_number(word: &str) -> bool {
    let number = match word.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16),
        None => word.parse(),
    };
    number.is_ok_and(|number| number > 0xffff)
}

/// A name in the form of a register that is none: its number is far too large.
fn is_odd_register(word: &str) -> bool {
    let digits = word.trim_start_matches(['v', 's']);
    let digits = digits.trim_end_matches(".l").trim_end_matches(".h");
    digits.len() > 9 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Bytes of a long vector instruction with the bits for signs and halves cleared.
fn without_modifiers(bytes: &str) -> String {
    let mut bytes: Vec<u8> = bytes.bytes().collect();
    for (digit, keep) in [(2, 0b1000), (3, 0), (14, 0), (15, 0b0111)] {
        let old = bytes
            .get(digit)
            .and_then(|byte| (*byte as char).to_digit(16));
        if let Some(old) = old {
            bytes[digit] = b'0' + (old & keep) as u8;
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// Why LLVM's text for these bytes is not followed, if it is not. `text` is either side's.
pub fn bytes(
    bytes: &[u8],
    text: &str,
    theirs: &Answer,
    target: Target,
    wave: Wave,
) -> Option<&'static str> {
    // Without the bits that are not the instruction's it is the same one here.
    let ours = amdgpu::disassemble(bytes, target, wave);
    if let (Answer::Text(theirs), Err(_)) = (theirs, &ours) {
        let name = |text: &str| text.split(' ').next().unwrap_or_default().to_string();
        let without = |bits: [u32; 3]| {
            let mut bytes = bytes.to_vec();
            let bits = bits.into_iter().flat_map(u32::to_le_bytes);
            bytes
                .iter_mut()
                .zip(bits)
                .for_each(|(byte, bits)| *byte &= !bits);
            let again = amdgpu::disassemble(&bytes, target, wave);
            again.is_ok_and(|(text, _)| name(&text) == name(theirs))
        };
        if theirs.contains("ttmp[")
            && theirs.contains("]/*Invalid register, operand has 'SReg_96' register class*/")
            && without([0x7f << 6, 0, 0])
        {
            return Some(TRAP_RUNS);
        }
        if theirs.starts_with("buffer_gl") && without([1 << 12, 0, 0]) {
            return Some(CACHE_BITS);
        }
        if theirs.contains("8_sdwa v") && theirs.contains("sext(") && without([0, 1 << 19, 0]) {
            return Some(SIGNED_BYTES);
        }
        let signs = [[0, 0xf << 20, 0], [0x3f00, 7 << 29, 0xf << 20]];
        if theirs.starts_with("v_sat_pk_u8_i16") && signs.into_iter().any(without) {
            return Some(SOURCE_OF_BYTES);
        }
    }
    // What it prints for such a literal is another instruction.
    if let Answer::Text(theirs) = theirs
        && ["fmaak", "fmamk", "madak", "madmk"]
            .iter()
            .any(|name| theirs.contains(name))
        && let Ok((ours, length)) = &ours
    {
        let gives_bytes =
            |text: &str| assemble_line(text, target, wave).is_ok_and(|b| b == bytes[..*length]);
        let right = gives_bytes(ours) || assemble_line(ours, target, wave).is_err();
        return (right && !gives_bytes(theirs)).then_some(MANDATORY_LITERALS);
    }
    // As with its assembler: without SC1 it is an instruction.
    if let (Answer::Illegal, Ok((ours, _))) = (theirs, &ours)
        && ours.contains("_atomic_")
        && ours.contains("_f64 a[")
        && ours.contains(" sc0")
        && ours.contains(" sc1")
    {
        return Some(RETURNED_DOUBLES);
    }
    let is_set = |bit: usize| {
        bytes
            .get(bit / 8)
            .is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
    };
    let parts = target.generation().parts;
    if theirs == &Answer::Illegal && parts && text.starts_with("v_cvt_pk_bf16_f32") && is_set(13) {
        return Some(CLEAR_BIT);
    }
    // Six scalars, which are no source of such an instruction either way.
    if let (Answer::Text(theirs), Ok((ours, _))) = (theirs, &ours) {
        const SIX: &str = "]/*Invalid register, operand has 'VReg_192_Align2' register class*/";
        let shorter = |text: &str| {
            let (before, after) = text.split_once(SIX)?;
            let (start, last) = before.rsplit_once(':')?;
            let last = last.parse::<u32>().ok()?.checked_sub(1)?;
            Some(format!("{start}:{last}{SIX}{after}"))
        };
        if shorter(ours).as_ref() == Some(theirs) {
            return Some(SIX_SCALARS);
        }
    }
    // The same line but for the sign, which neither side takes before `lit()`.
    if let (Answer::Text(theirs), Ok((ours, _))) = (theirs, &ours)
        && let Some((before, after)) = theirs.split_once("-lit(")
        && let Some((number, after)) = after.split_once(')')
        && *ours == format!("{before}neg(lit({number})){after}")
    {
        return assemble_line(theirs, target, wave)
            .is_err()
            .then_some(NEGATED_LITERALS);
    }
    // What we print gives the instruction again, what LLVM prints does not.
    if let (Answer::Text(theirs), Ok((ours, _))) = (theirs, &ours)
        && let Ok(inst) = amdgpu::decode(bytes, target, wave)
    {
        let gives = |text: &str| {
            let again = assemble_line(text, target, wave);
            again.is_ok_and(|again| again == amdgpu::encode(&inst))
        };
        let reason = match () {
            () if theirs.starts_with("s_delay_alu") && theirs.contains("/*") => {
                Some(NAMELESS_DELAYS)
            }
            () if ours.contains("lit(") => Some(WHOLE_DOUBLES),
            () => None,
        };
        // Where a run of registers goes past the last one, neither line can be assembled.
        let same_but_for_lit = ours.split_once("lit(").is_some_and(|(before, after)| {
            let after = after.split_once(')').map_or("", |(_, after)| after);
            let number = theirs.strip_prefix(before);
            let number = number.and_then(|rest| rest.strip_suffix(after));
            number.is_some_and(|number| !number.contains([' ', ',']))
        });
        let right = gives(ours) || same_but_for_lit && assemble_line(ours, target, wave).is_err();
        if reason.is_some() && right && !gives(theirs) {
            return reason;
        }
    }
    let starts = |list: &[&str]| list.iter().any(|start| text.starts_with(start));
    let dpp = text.contains("_e64_dpp");
    if dpp && starts(&["v_fma_mix", "v_cvt_pk_fp8", "v_cvt_pk_bf8"]) {
        return Some(PAIRS_WITH_DPP);
    }
    let printed = matches!(theirs, Answer::Text(_));
    (dpp && printed && starts(&["v_fmac"])).then_some(ACCUMULATE_WITH_DPP)
}
