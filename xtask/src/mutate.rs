//! Lines that are nearly right: legal ones with an operand, a modifier, a number or the mnemonic
//! changed. Most are refused, and by the same rules they must be refused here.

use crate::generate::Random;

/// Operands of every kind, at the edges of what there is.
const OPERANDS: &[&str] = &[
    "v0",
    "v1",
    "v127",
    "v128",
    "v255",
    "v256",
    "v1.l",
    "v1.h",
    "v127.h",
    "v128.l",
    "v255.h",
    "v[0:1]",
    "v[1:2]",
    "v[254:255]",
    "v[255:256]",
    "v[0:2]",
    "v[4:7]",
    "v[253:255]",
    "v[0:4]",
    "v[8:15]",
    "v[0:15]",
    "v[0:31]",
    "v[1]",
    "v[2*2:5]",
    "s0",
    "s1",
    "s105",
    "s106",
    "s[0:1]",
    "s[1:2]",
    "s[2:3]",
    "s[104:105]",
    "s[105:106]",
    "s[0:2]",
    "s[0:3]",
    "s[2:5]",
    "s[4:7]",
    "s[100:103]",
    "s[0:7]",
    "s[96:103]",
    "s[0:15]",
    "s[0:31]",
    "[s0,s1]",
    "[v1,v2]",
    "[v1]",
    "ttmp0",
    "ttmp15",
    "ttmp16",
    "ttmp[0:1]",
    "ttmp[4:7]",
    "ttmp[8:15]",
    "ttmp[0:15]",
    "vcc",
    "vcc_lo",
    "vcc_hi",
    "exec",
    "exec_lo",
    "exec_hi",
    "m0",
    "null",
    "src_scc",
    "scc",
    "src_vccz",
    "src_execz",
    "src_shared_base",
    "shared_limit",
    "src_private_base",
    "src_private_limit",
    "src_pops_exiting_wave_id",
    "src_lds_direct",
    "lds_direct",
    "flat_scratch",
    "xnack_mask",
    "src_flat_scratch_base_lo",
    "a0",
    "a[0:1]",
    "0",
    "1",
    "64",
    "65",
    "-1",
    "-16",
    "-17",
    "0.5",
    "-0.5",
    "1.0",
    "-4.0",
    "0.15915494",
    "0.15915494309189532",
    "0.1",
    "1e10",
    "-1.5",
    "65504.0",
    "1.0e-40",
    "3.4028235e39",
    "0x3f800000",
    "0x3c00",
    "0xbc00",
    "0x3f80",
    "0xffff",
    "0x10000",
    "0xffff8000",
    "0xaf123456",
    "0x80000000",
    "0xffffffff",
    "0x100000000",
    "0xffffffffffffffff",
    "0x3ff0000000000000",
    "0x7fffffffffffffff",
    "-0x80000000",
    "-0x80000001",
    "32767",
    "32768",
    "-32768",
    "-32769",
    "lit(1)",
    "lit(0x1234)",
    "lit(1.0)",
    "lit64(1)",
    "lit64(0x123456789)",
    "sym",
    "sym+4",
    "1+1",
    "(1+1)*2",
    "~0",
    "!0",
    "0b101",
    "0o17",
    "017",
    "'a'",
    "off",
    "off:1",
    "neg(v1)",
    "abs(v1)",
    "neg(1)",
    "abs(-1)",
    "neg(abs(v1))",
    "-|v1|",
    "|v1|",
    "|s1|",
    "-v1",
    "-s1",
    "-|1|",
    "|-1.0|",
    "--1",
    "-(1)",
    "sext(v1)",
    "attr0.x",
    "attr32.w",
    "attr33.x",
    "mrt0",
    "mrtz",
    "pos0",
    "param0",
    "hwreg(1)",
    "hwreg(HW_REG_MODE)",
    "hwreg(HW_REG_MODE, 0, 4)",
    "sendmsg(MSG_INTERRUPT)",
    "sendmsg(2)",
    "vmcnt(0)",
    "lgkmcnt(0) vmcnt(1)",
    "expcnt(7)",
    "instid0(VALU_DEP_1)",
    "instid0(VALU_DEP_1) | instskip(NEXT)",
    "depctr_sa_sdst(0)",
    "@sym",
    "sym@rel32@lo",
    "s[sym:sym+1]",
    "{id: 1}",
];

/// Modifiers of every kind, with values in and out of range.
const MODIFIERS: &[&str] = &[
    "clamp",
    "noclamp",
    "mul:2",
    "mul:4",
    "div:2",
    "mul:3",
    "op_sel:[0,1]",
    "op_sel:[1,1,1]",
    "op_sel:[0,0,0,1]",
    "op_sel:[1]",
    "op_sel_hi:[1,0]",
    "op_sel_hi:[0,0,0]",
    "neg_lo:[1,0]",
    "neg_lo:[1,1,1]",
    "neg_lo:[0,0,1]",
    "neg_hi:[0,1]",
    "neg_hi:[0,0,1]",
    "byte_sel:0",
    "byte_sel:1",
    "byte_sel:3",
    "byte_sel:4",
    "index_key:0",
    "index_key:1",
    "index_key:3",
    "index_key:4",
    "quad_perm:[0,1,2,3]",
    "quad_perm:[3,2,1,4]",
    "row_shl:1",
    "row_shl:16",
    "row_shr:15",
    "row_ror:0",
    "row_share:0",
    "row_xmask:15",
    "row_mirror",
    "row_half_mirror",
    "wave_shl:1",
    "row_bcast:15",
    "row_mask:0xf",
    "row_mask:0x10",
    "bank_mask:0x3",
    "bound_ctrl:0",
    "bound_ctrl:1",
    "bound_ctrl:2",
    "fi:0",
    "fi:1",
    "fi:2",
    "dpp8:[7,6,5,4,3,2,1,0]",
    "dpp8:[0,0,0,0,0,0,0,8]",
    "offset:0",
    "offset:4",
    "offset:255",
    "offset:4095",
    "offset:4096",
    "offset:65535",
    "offset:65536",
    "offset:-1",
    "offset:-4096",
    "offset:-4097",
    "offset:8388607",
    "offset:8388608",
    "offset:-8388608",
    "offset0:1",
    "offset1:255",
    "offset1:256",
    "gds",
    "glc",
    "slc",
    "dlc",
    "noglc",
    "scc",
    "nv",
    "sc0",
    "sc1",
    "nt",
    "th:TH_LOAD_NT",
    "th:TH_STORE_NT",
    "th:TH_ATOMIC_RETURN",
    "th:TH_LOAD_BYPASS scope:SCOPE_SYS",
    "th:TH_LOAD_LU",
    "th:TH_LOAD_HT",
    "th:TH_DEFAULT",
    "th:0",
    "th:3",
    "th:7",
    "scope:SCOPE_CU",
    "scope:SCOPE_SE",
    "scope:SCOPE_DEV",
    "scope:SCOPE_SYS",
    "scope:0",
    "scope:3",
    "scope:4",
    "scale_offset",
    "offen",
    "idxen",
    "addr64",
    "lds",
    "tfe",
    "lwe",
    "d16",
    "unorm",
    "r128",
    "a16",
    "da",
    "dmask:0x0",
    "dmask:0x1",
    "dmask:0x3",
    "dmask:0xf",
    "dmask:0x10",
    "dim:SQ_RSRC_IMG_1D",
    "dim:SQ_RSRC_IMG_2D",
    "dim:2D",
    "dim:3D",
    "dim:CUBE",
    "dim:1D_ARRAY",
    "dim:2D_MSAA_ARRAY",
    "dim:4D",
    "format:1",
    "format:63",
    "format:127",
    "format:128",
    "format:[BUF_FMT_8_UNORM]",
    "format:[BUF_FMT_32_FLOAT]",
    "format:[BUF_DATA_FORMAT_8]",
    "format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_FLOAT]",
    "done",
    "vm",
    "compr",
    "row_en",
    "wait_exp:0",
    "wait_exp:7",
    "wait_exp:8",
    "wait_vdst:0",
    "wait_vdst:15",
    "wait_vdst:16",
    "wait_va_vdst:3",
    "wait_vm_vsrc:1",
    "mask:1",
    "offset:swizzle(SWAP,1)",
    "offset:swizzle(QUAD_PERM,0,1,2,3)",
    "src0_sel:DWORD",
    "high",
    "blgp:1",
    "cbsz:1",
    "bitop3:0x27",
    "matrix_a_reuse",
    "swz",
    "yield",
    "foo",
    "foo:1",
];

const SUFFIXES: &[&str] = &["", "_e32", "_e64", "_dpp", "_e64_dpp", "_sdwa"];

/// An instruction in pieces.
struct Line {
    name: String,
    operands: Vec<String>,
    modifiers: Vec<String>,
}

/// Splits at a separator that is not inside brackets.
fn split(text: &str, separator: char) -> Vec<String> {
    let (mut parts, mut depth, mut start) = (vec![], 0, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            letter if letter == separator && depth == 0 => {
                parts.push(text[start..at].trim().to_string());
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim().to_string());
    parts.retain(|part| !part.is_empty());
    parts
}

impl Line {
    fn parse(text: &str) -> Line {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let mut operands = split(rest, ',');
        let mut modifiers = vec![];
        // What follows the last operand after a blank are modifiers.
        if let Some(last) = operands.pop() {
            let mut words = split(&last, ' ').into_iter();
            operands.extend(words.next());
            modifiers.extend(words);
        }
        Line {
            name: name.to_string(),
            operands,
            modifiers,
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{} {}", self.name, self.operands.join(", "));
        for modifier in &self.modifiers {
            text.push(' ');
            text.push_str(modifier);
        }
        text
    }
}

fn pick<'a>(list: &[&'a str], random: &mut Random) -> &'a str {
    list[random.below(list.len() as u64) as usize]
}

/// Changes one thing.
fn change(line: &mut Line, names: &[String], random: &mut Random) {
    let operand = |random: &mut Random, line: &Line| match line.operands.len() {
        0 => None,
        count => Some(random.below(count as u64) as usize),
    };
    match random.below(20) {
        0..=6 => {
            if let Some(at) = operand(random, line) {
                line.operands[at] = pick(OPERANDS, random).into();
            }
        }
        7 => {
            let at = random.below(line.operands.len() as u64 + 1) as usize;
            line.operands.insert(at, pick(OPERANDS, random).into());
        }
        8 => {
            if let Some(at) = operand(random, line) {
                line.operands.remove(at);
            }
        }
        9 | 10 => {
            let at = random.below(line.modifiers.len() as u64 + 1) as usize;
            line.modifiers.insert(at, pick(MODIFIERS, random).into());
        }
        11 => {
            if !line.modifiers.is_empty() {
                let at = random.below(line.modifiers.len() as u64) as usize;
                line.modifiers.remove(at);
            }
        }
        12 => {
            if !line.modifiers.is_empty() {
                let at = random.below(line.modifiers.len() as u64) as usize;
                line.modifiers[at] = pick(MODIFIERS, random).into();
            }
        }
        13 => {
            let plain = ["_e64_dpp", "_e64", "_e32", "_dpp"]
                .iter()
                .find_map(|suffix| line.name.strip_suffix(suffix))
                .unwrap_or(&line.name);
            line.name = format!("{plain}{}", pick(SUFFIXES, random));
        }
        14 => {
            line.name = names[random.below(names.len() as u64) as usize].clone();
        }
        15 | 16 => {
            if let Some(at) = operand(random, line) {
                let old = &line.operands[at];
                line.operands[at] = match random.below(7) {
                    0 => format!("-{old}"),
                    1 => format!("|{old}|"),
                    2 => format!("-|{old}|"),
                    3 => format!("neg({old})"),
                    4 => format!("abs({old})"),
                    5 => format!("lit({old})"),
                    _ => format!("({old})"),
                };
            }
        }
        17 => {
            if let (Some(a), Some(b)) = (operand(random, line), operand(random, line)) {
                line.operands.swap(a, b);
            }
        }
        18 => {
            let count = line.modifiers.len() as u64;
            if count > 1 {
                let (a, b) = (random.below(count), random.below(count));
                line.modifiers.swap(a as usize, b as usize);
            }
        }
        _ => number(line, random),
    }
}

/// Moves a number in an operand or a modifier a little, or a lot.
fn number(line: &mut Line, random: &mut Random) {
    let count = (line.operands.len() + line.modifiers.len()) as u64;
    if count == 0 {
        return;
    }
    let at = random.below(count) as usize;
    let operands = line.operands.len();
    let text = match at < operands {
        true => &mut line.operands[at],
        false => &mut line.modifiers[at - operands],
    };
    let Some(start) = text.find(|c: char| c.is_ascii_digit()) else {
        return;
    };
    let end = text[start..]
        .find(|c: char| !c.is_ascii_digit())
        .map_or(text.len(), |length| start + length);
    let Ok(old) = text[start..end].parse::<i64>() else {
        return;
    };
    let new = match random.below(6) {
        0 => old + 1,
        1 => old - 1,
        2 => old * 2,
        3 => 0,
        4 => -old,
        _ => 1 << random.below(33),
    };
    text.replace_range(start..end, &new.to_string());
}

/// Lines made from `seeds`: each changed once or twice.
pub fn lines(seeds: &[String], count: usize, seed: u64) -> Vec<String> {
    let mut random = Random::new(seed);
    let mut names: Vec<String> = seeds.iter().map(|seed| Line::parse(seed).name).collect();
    names.sort();
    names.dedup();
    (0..count)
        .map(|index| {
            let mut line = Line::parse(&seeds[index % seeds.len()]);
            change(&mut line, &names, &mut random);
            if random.below(3) == 0 {
                change(&mut line, &names, &mut random);
            }
            line.text()
        })
        .collect()
}
