//! Export targets.

use crate::print::decimal;
use crate::target::Target;

pub(crate) fn print_target(code: u32, _target: Target, out: &mut String) {
    let (name, index) = match code {
        0..=7 => ("mrt", Some(code)),
        8 => ("mrtz", None),
        12..=16 => ("pos", Some(code - 12)),
        20 => ("prim", None),
        21 => ("dual_src_blend0", None),
        22 => ("dual_src_blend1", None),
        _ => ("invalid_target_", Some(code)),
    };
    out.push_str(name);
    if let Some(index) = index {
        decimal(index as i64, out);
    }
}

/// The code of an export target by name.
pub(crate) fn target_code(name: &str, _target: Target) -> Option<u32> {
    match name {
        "mrtz" => return Some(8),
        "prim" => return Some(20),
        "dual_src_blend0" => return Some(21),
        "dual_src_blend1" => return Some(22),
        _ => {}
    }
    let (base, max, digits) = match (name.strip_prefix("mrt"), name.strip_prefix("pos")) {
        (Some(digits), _) => (0, 7, digits),
        (_, Some(digits)) => (12, 4, digits),
        _ => return None,
    };
    let plain = digits == "0" || !digits.starts_with('0');
    let index: u32 = digits.parse().ok().filter(|_| plain)?;
    (index <= max).then_some(base + index)
}
