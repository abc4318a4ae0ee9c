//! Which forms a vector instruction has.

use crate::encoding::{Form, Machine};
use crate::meaning::Meaning;
use crate::row::*;

/// The forms that a row has, the shortest first.
pub(super) fn forms(row: &InstRow, on: Machine) -> Vec<Form> {
    let mut forms = vec![];
    let generation = on.target.generation();
    let short = matches!(row.format, Format::Vop1 | Format::Vop2 | Format::Vopc);
    let only_long = matches!(row.format, Format::Vop3p | Format::Vinterp);
    // The chip has a long form of this one that no assembler writes.
    let long = !row.has(NO_E64) || on.is_chip() && row.meaning == Meaning::ReadFirstLane;
    if short && !row.has(NO_E32) {
        forms.push(Form::Base);
    }
    if long {
        forms.push(Form::Long);
    }
    if short && row.exchanges_lanes(generation) && !row.has(NO_E32) {
        forms.push(Form::Dpp16);
        if !row.has(NO_DPP8) && !generation.wave_patterns {
            forms.push(Form::Dpp8);
        }
    }
    // Of pairs of registers no parts can be named, but where the source is a byte.
    let parts = !row.has(NO_SDWA) && (!row.is_wide() || row.takes_bytes());
    if short && generation.parts && parts && !row.has(NO_E32) {
        forms.push(Form::Sdwa);
    }
    let dpp = row.has(DPP) || !only_long && !row.has(NO_E64_DPP) && !row.is_wide();
    if long && !generation.wave_patterns && dpp {
        forms.push(Form::LongDpp16);
        if !row.has(NO_DPP8) {
            forms.push(Form::LongDpp8);
        }
    }
    forms
}

/// What a mnemonic ends with in a form.
pub(super) fn suffix(row: &InstRow, form: Form, forms: &[Form]) -> &'static str {
    match form {
        _ if row.operands.is_empty() => "",
        // Compares print without it.
        Form::Dpp16 | Form::Dpp8 if row.format == Format::Vopc => "",
        Form::Base if forms.contains(&Form::Long) => "_e32",
        Form::Long if forms.contains(&Form::Base) => "_e64",
        Form::Base | Form::Long => "",
        Form::Dpp16 | Form::Dpp8 => "_dpp",
        Form::Sdwa => "_sdwa",
        Form::LongDpp16 | Form::LongDpp8 => "_e64_dpp",
    }
}
