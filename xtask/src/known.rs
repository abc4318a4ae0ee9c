//! Where LLVM contradicts itself or the machine, one sentence each: such answers are not followed.

use rdna::{Target, Wave, assemble_line};

use crate::llvm::Answer;

const PAIRS_WITH_DPP: &str = "LLVM's decoder takes bits of the accumulator for part of the lane \
     pattern of v_fma_mixlo, v_fma_mixhi and v_cvt_pk_*8_f32 with DPP";
const ACCUMULATE_WITH_DPP: &str = "LLVM's decoder prints the code of an inline constant in \
     v_fmac with DPP as if it were the number";
const IMAGES: &str = "LLVM's decoder keeps its first guess of how many registers an image \
     instruction has where the right number does not exist";
const WORDS: &str = "LLVM takes any word for a symbol, modifiers and `off` included";
const LITERAL_WITH_DPP: &str = "LLVM's assembler writes the mark of a literal, and no literal, for \
     some 16-bit numbers with DPP";
const REGISTER_KINDS: &str = "LLVM takes any source where barriers have a number or M0, and vector \
     registers in scalar transcendentals";
const SCALAR_HALF: &str = "LLVM prints 1/(2 pi) as a 16-bit scalar source like a literal, which \
     cannot stand beside another literal";
const INTERNAL_NAMES: &str = "LLVM accepts names that are internal to it";

/// Words that are symbols to LLVM where an instruction has no such modifier.
const SYMBOLS: &[&str] = &[
    "off",
    "clamp",
    "glc",
    "slc",
    "dlc",
    "nv",
    "tfe",
    "lwe",
    "d16",
    "unorm",
    "r128",
    "a16",
    "lds",
    "gds",
    "done",
    "offen",
    "idxen",
    "row_en",
    "row_mirror",
    "row_half_mirror",
    "noclamp",
    "noglc",
];

/// Why LLVM's answer to a line is not followed, if it is not.
pub fn line(line: &str, target: Target, wave: Wave) -> Option<&'static str> {
    let name = line.split_whitespace().next().unwrap_or("");
    if ["_t16", "_fake16", "_pseudo", "_sdwa"]
        .iter()
        .any(|part| name.contains(part))
    {
        return Some(INTERNAL_NAMES);
    }
    let starts = |list: &[&str]| list.iter().any(|start| name.starts_with(start));
    if starts(&["s_barrier_", "s_get_barrier", "v_s_"]) {
        return Some(REGISTER_KINDS);
    }
    if name.starts_with("s_") && name.ends_with("_f16") && line.contains("0.159154") {
        return Some(SCALAR_HALF);
    }
    let dpp = line.contains("_dpp ");
    if dpp && (name.starts_with("v_cndmask_b16") || name.starts_with("v_dot2_bf16_bf16")) {
        return Some(LITERAL_WITH_DPP);
    }
    // With an ordinary symbol in the place of the word there must be no difference left.
    let mut words = line.split([' ', ',', '(', ')', '|', '-']);
    let odd = |word: &&str| SYMBOLS.contains(word) || is_odd_register(word);
    let last = words.rfind(odd)?;
    let at = line.rfind(last)?;
    let plain = format!("{}symbol{}", &line[..at], &line[at + last.len()..]);
    let ours = assemble_line(&plain, target, wave).is_ok();
    ours.then_some(WORDS)
}

/// A name in the form of a register that is none: its number is far too large.
fn is_odd_register(word: &str) -> bool {
    let digits = word.trim_start_matches(['v', 's']);
    digits.len() > 9 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Why LLVM's text for these bytes is not followed, if it is not. `text` is either side's.
pub fn bytes(text: &str, theirs: &Answer) -> Option<&'static str> {
    let starts = |list: &[&str]| list.iter().any(|start| text.starts_with(start));
    if starts(&["image_"]) {
        return Some(IMAGES);
    }
    let dpp = text.contains("_e64_dpp");
    if dpp && starts(&["v_fma_mix", "v_cvt_pk_fp8", "v_cvt_pk_bf8"]) {
        return Some(PAIRS_WITH_DPP);
    }
    let printed = matches!(theirs, Answer::Text(_));
    (dpp && printed && starts(&["v_fmac"])).then_some(ACCUMULATE_WITH_DPP)
}
