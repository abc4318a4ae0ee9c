//! Rows from AMD's machine-readable ISA specification.
//!
//! The specification lists, for every instruction, its encodings with opcode and operands. What
//! is printed is a first version of table rows, one per instruction and in the table's notation,
//! for a person to review: operand types that the notation does not have are left as comments.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Rows for every instruction in the text of a specification.
pub fn rows(xml: &str) -> Result<String, String> {
    let mut out = String::new();
    let instructions = elements(xml, "Instruction");
    if instructions.is_empty() {
        return Err("no `<Instruction>` found: is this AMD's ISA specification?".into());
    }
    let mut families: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for instruction in instructions {
        let Some(name) = text(instruction, "InstructionName") else {
            continue;
        };
        // The first encoding is the short one; the formats derive the others from it.
        let Some(encoding) = elements(instruction, "InstructionEncoding")
            .first()
            .copied()
        else {
            continue;
        };
        let family = text(encoding, "EncodingName")
            .unwrap_or("UNKNOWN")
            .replace("ENC_", "");
        let opcode = text(encoding, "Opcode").unwrap_or("0").trim();
        let operands: Vec<String> = elements(encoding, "Operand")
            .into_iter()
            .filter_map(operand)
            .collect();
        let mut row = String::new();
        let _ = write!(
            row,
            "    row(\"{}\", {}, ALL, {:#x}, &[{}], not_modelled(\"\", \"\"), NONE),",
            name.to_lowercase(),
            format_name(&family),
            opcode.parse::<u32>().unwrap_or(0),
            operands.join(", "),
        );
        families.entry(family).or_default().push(row);
    }
    for (family, rows) in families {
        let _ = writeln!(out, "// {family}\n{}", rows.join("\n"));
    }
    Ok(out)
}

/// `ENC_VOP2` becomes `Vop2`.
fn format_name(family: &str) -> String {
    let mut letters = family.chars();
    match letters.next() {
        Some(first) => first.to_string() + &letters.as_str().to_lowercase(),
        None => String::new(),
    }
}

/// One operand in the table's notation; nothing for what is implied.
fn operand(element: &str) -> Option<String> {
    let open = &element[..element.find('>')?];
    if attribute(open, "IsImplicit").is_some_and(|value| value.eq_ignore_ascii_case("true")) {
        return None;
    }
    let output = attribute(open, "Output").is_some_and(|v| v.eq_ignore_ascii_case("true"));
    let kind = text(element, "OperandType").unwrap_or("");
    let data = text(element, "DataFormatName").unwrap_or("");
    let bits: u32 = text(element, "OperandSize")
        .and_then(|t| t.trim().parse().ok())
        .unwrap_or(32);
    let ty = data.rsplit('_').next().unwrap_or("");
    Some(match (kind, output) {
        ("OPR_VGPR", true) => format!("D{bits}"),
        ("OPR_VGPR", false) => format!("V{bits}"),
        ("OPR_SDST" | "OPR_SREG", true) => format!("SD{bits}"),
        ("OPR_SSRC", _) => format!("S{ty}"),
        ("OPR_SRC" | "OPR_SRC_NOLIT", _) => ty.replace(['U', 'B'], "I"),
        ("OPR_SIMM16", _) => "SIMM16".into(),
        ("OPR_LABEL", _) => "LABEL".into(),
        _ => format!("/* {kind} {data} {bits} */"),
    })
}

/// The elements with a name, outermost first, from tag to tag.
fn elements<'a>(xml: &'a str, name: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let mut found = vec![];
    let mut rest = xml;
    while let Some(start) = rest.find(&open) {
        let tail = &rest[start..];
        // `<Operand` must not match `<OperandType`.
        if !tail[open.len()..].starts_with(['>', ' ', '\n', '\r', '\t']) {
            rest = &tail[open.len()..];
            continue;
        }
        let Some(end) = tail.find(&close) else { break };
        found.push(&tail[..end + close.len()]);
        rest = &tail[end + close.len()..];
    }
    found
}

/// The text within the first element of a name.
fn text<'a>(xml: &'a str, name: &str) -> Option<&'a str> {
    let element = elements(xml, name).into_iter().next()?;
    let start = element.find('>')? + 1;
    let end = element.rfind("</")?;
    element.get(start..end).map(str::trim)
}

fn attribute<'a>(open: &'a str, name: &str) -> Option<&'a str> {
    let start = open.find(&format!("{name}=\""))? + name.len() + 2;
    open[start..].split('"').next()
}
