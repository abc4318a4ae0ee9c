//! What must hold for every table, to be called from each instruction set's tests.

use random::Random;
use source::SourceFile;

use crate::{
    Assembly, Dialect, Illegal, Inst, Kind, MAX_OPERANDS, Operand, Options, Row, Set, Table,
    assemble,
};

/// No two rows that can be switched on together claim the same word, fields lie inside their
/// formats and do not overlap, and every operand is written somewhere.
///
/// # Panics
/// With the rows concerned, if it does not hold.
pub fn consistent<M: Copy + Sync + 'static>(table: &Table<M>, together: &[Set]) {
    let rows: Vec<&Row<M>> = table.rows().collect();
    for row in &rows {
        fields_fit(row);
    }
    for &enabled in together {
        let rows: Vec<_> = rows.iter().filter(|row| row.sets.has(enabled)).collect();
        for (i, a) in rows.iter().enumerate() {
            for b in &rows[i + 1..] {
                let same_place = a.format.order == b.format.order && a.format.bits == b.format.bits;
                let common = a.pattern_mask() & b.pattern_mask();
                let differ = (a.pattern() ^ b.pattern()) & common != 0;
                let lead = |row: &Row<M>, word| row.format.lead(word);
                let lead_common = lead(a, a.pattern_mask()) & lead(b, b.pattern_mask());
                let lead_differ = (lead(a, a.pattern()) ^ lead(b, b.pattern())) & lead_common != 0;
                let apart = differ || names_exclude(a, b) || names_exclude(b, a);
                assert!(
                    lead_differ || same_place && apart,
                    "{} and {} share an encoding",
                    a.mnemonic,
                    b.mnemonic
                );
            }
        }
    }
}

/// Whether `b` fixes a field to a value that an operand of `a`, which takes named values, has no
/// name for.
fn names_exclude<M>(a: &Row<M>, b: &Row<M>) -> bool {
    a.operands.iter().any(|operand| {
        let Kind::Named(names) = operand.kind else {
            return false;
        };
        let field = operand.field;
        let fixed = field.mask() & !b.pattern_mask() == 0;
        fixed && {
            let value = field.extract(b.pattern());
            names.iter().all(|&(_, named)| named as u64 != value)
        }
    })
}

fn fields_fit<M>(row: &Row<M>) {
    let mut used = 0;
    let operands = row.operands.iter().map(|operand| operand.field);
    for field in operands.chain(row.fixed().map(|fixed| fixed.field)) {
        let (name, mask) = (field.name, field.mask());
        assert_eq!(
            mask & !row.format.mask(),
            0,
            "{}: {name} leaves the format",
            row.mnemonic
        );
        assert_eq!(
            mask & used,
            0,
            "{}: {name} overlaps another field",
            row.mnemonic
        );
        assert!(
            row.format.fields.contains(&field),
            "{}: {name} is no field of format {}",
            row.mnemonic,
            row.format.name
        );
        used |= mask;
    }
    for fixed in row.fixed() {
        let fits = fixed.value & !fixed.field.stored() == 0;
        assert!(
            fits,
            "{}: {} does not fit {}",
            row.mnemonic, fixed.value, fixed.field.name
        );
    }
    for operand in row.operands {
        let name = operand.name;
        let written = [format!("{{{name}}}"), format!("{{{name}?}}")]
            .iter()
            .any(|hole| row.syntax.contains(hole) || row.mnemonic.contains(hole));
        assert!(written, "{}: {name} is not written anywhere", row.mnemonic);
    }
}

/// For each row, on values at the edges of every operand and in `rounds` with random ones: decoding
/// gives back what was encoded, and assembling what was printed.
///
/// # Panics
/// With the instruction concerned, if it does not hold.
pub fn round_trips<M: Copy + Sync + std::fmt::Debug + 'static>(
    table: &Table<M>,
    enabled: Set,
    dialect: &mut dyn Dialect,
    rounds: u32,
) {
    let mut random = Random::new(1);
    let mut text = String::new();
    let mut words: Vec<Vec<u8>> = Vec::new();
    for row in table.rows().filter(|row| row.sets.has(enabled)) {
        let edges = row
            .operands
            .iter()
            .map(|operand| edges(operand))
            .max_by_key(Vec::len);
        let count = edges.map_or(1, |edges| edges.len() as u32) + rounds;
        for round in 0..count {
            let mut values = [0; MAX_OPERANDS];
            for (value, operand) in values.iter_mut().zip(row.operands) {
                let edges = edges_or_zero(operand);
                *value = match edges.get(round as usize) {
                    Some(&edge) => edge,
                    None => (0..1000)
                        .find_map(|_| operand.decode(random.bits() & operand.field.stored()))
                        .unwrap_or(edges[0]),
                };
            }
            let inst = Inst { row, values };
            let word = inst.encode().unwrap_or_else(|operand| {
                panic!("{} cannot encode {operand:?} of {values:?}", row.mnemonic)
            });
            let bytes = row.format.to_bytes(word)[..row.format.len()].to_vec();
            let printed = table.print(&inst);
            let decoded = table.decode(&bytes, 0, enabled);
            assert_eq!(decoded.as_ref(), Ok(&inst), "{printed} decodes differently");
            text.push_str(&printed);
            text.push('\n');
            words.push(bytes);
        }
    }
    let assembly = assemble_text(&text, dialect);
    for (line, (bytes, written)) in assembly.lines.iter().zip(words.iter().zip(text.lines())) {
        if let Some(error) = line.error {
            panic!("`{written}`: {:?}", assembly.diagnostics[error as usize]);
        }
        assert_eq!(
            assembly.bytes(line),
            bytes,
            "`{written}` assembles differently"
        );
    }
    assert_eq!(assembly.lines.len(), words.len());
}

/// Every line assembles to its bytes, and the bytes print as the line.
///
/// # Panics
/// With the lines concerned, if it does not hold.
pub fn lines_agree(
    lines: &[(&str, Vec<u8>)],
    dialect: &mut dyn Dialect,
    print: &dyn Fn(&[u8]) -> Result<String, Illegal>,
) {
    let text: String = lines.iter().map(|(text, _)| format!("{text}\n")).collect();
    let assembly = assemble_text(&text, dialect);
    assert_eq!(assembly.lines.len(), lines.len());
    let mut wrong = Vec::new();
    for (line, (text, expected)) in assembly.lines.iter().zip(lines) {
        if let Some(error) = line.error {
            let message = &assembly.diagnostics[error as usize].message;
            wrong.push(format!("{text}: {message}"));
        } else if assembly.bytes(line) != expected {
            let bytes = assembly.bytes(line);
            wrong.push(format!("{text}: {bytes:02x?}, not {expected:02x?}"));
        }
        match print(expected) {
            Ok(printed) if printed != *text => {
                wrong.push(format!("`{text}` prints as `{printed}`"))
            }
            Ok(_) => {}
            Err(illegal) => wrong.push(format!("{text}: {illegal}")),
        }
    }
    let shown = &wrong[..wrong.len().min(40)];
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        shown.join("\n")
    );
}

/// For random operands of every row of an instruction set with rules of its own: what `decode`
/// takes for legal goes from words to text and back unchanged, and what it does not is refused by
/// the assembler as well.
///
/// # Panics
/// With the instruction concerned, if it does not hold.
pub fn legal_forms_round_trip<M: Copy + Sync + 'static>(
    table: &Table<M>,
    dialect: &mut dyn Dialect,
    decode: fn(&[u8], u64) -> Result<Inst<M>, Illegal>,
) {
    let mut random = Random::new(1);
    let (mut text, mut encoded) = (String::new(), Vec::new());
    for row in table.rows() {
        let mut legal = 0;
        // Rules leave few legal values for some rows.
        for attempt in 0..2000 {
            if attempt >= 60 && legal >= 8 {
                break;
            }
            let inst = random_inst(row, &mut random);
            let word = inst.encode().expect("decoded operands encode");
            let bytes = row.format.to_bytes(word)[..row.format.len()].to_vec();
            let line = table.print(&inst);
            if decode(&bytes, 0).is_ok_and(|decoded| decoded == inst) {
                legal += 1;
                text.push_str(&format!("{line}\n"));
                encoded.push((line, bytes));
            } else {
                // Illegal, or operands that belong to another instruction.
                let assembly = assemble_text(&line, dialect);
                assert!(assembly.has_errors(), "`{line}` is illegal but assembles");
            }
        }
        assert!(legal > 0, "no legal instruction found for {}", row.mnemonic);
    }
    let assembly = assemble_text(&text, dialect);
    assert_eq!(assembly.lines.len(), encoded.len());
    for (line, (text, bytes)) in assembly.lines.iter().zip(&encoded) {
        assert!(
            line.error.is_none(),
            "`{text}`: {:?}",
            assembly.diagnostics[0]
        );
        assert_eq!(assembly.bytes(line), bytes, "`{text}`");
    }
}

/// An instruction with random operands that its fields can hold.
pub fn random_inst<M>(row: &'static Row<M>, random: &mut Random) -> Inst<M> {
    let mut values = [0; MAX_OPERANDS];
    for (value, operand) in values.iter_mut().zip(row.operands) {
        *value = match operand.kind {
            Kind::Named(names) => random.pick(names).1,
            _ => (0..1000)
                .find_map(|_| operand.decode(random.bits() & operand.field.stored()))
                .expect("some value is legal"),
        };
    }
    Inst { row, values }
}

/// Assembles a text that is a whole file.
pub fn assemble_text(text: &str, dialect: &mut dyn Dialect) -> Assembly {
    let file = SourceFile::new("test", text);
    assemble(
        &file,
        source::Span::new(0, text.len()),
        dialect,
        &Options::default(),
    )
}

/// The values of an operand that are most likely to go wrong.
fn edges(operand: &Operand) -> Vec<i64> {
    let stored = operand.field.stored();
    let top = stored & !(stored >> 1);
    let lowest = stored & stored.wrapping_neg();
    let patterns = [
        0,
        lowest,
        lowest << 1,
        lowest << 2,
        top,
        top - 1,
        stored,
        stored & !lowest,
        stored & !7,
    ];
    let mut values: Vec<i64> = patterns
        .iter()
        .filter_map(|&bits| operand.decode(bits & stored))
        .collect();
    values.dedup();
    values
}

fn edges_or_zero(operand: &Operand) -> Vec<i64> {
    let mut values = edges(operand);
    if values.is_empty() {
        values.push(operand.default);
    }
    values
}
