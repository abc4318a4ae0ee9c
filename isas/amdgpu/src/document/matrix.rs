//! What pages say of matrix products.

use crate::matrix::Layout;
use crate::meaning::{Element, Matrix};
use crate::target::{Target, Wave};

/// The product and where its elements lie.
pub fn products(matrix: &Matrix, target: Target) -> String {
    let k = matrix.k;
    let (a, b, d) = (element(matrix.a), element(matrix.b), element(matrix.d));
    let mut text = match matrix.sparse {
        false => format!(
            "D = A * B + C. A is 16 by {k} of {a}, B {k} by 16 of {b}, C and D are 16 by 16 of {d}."
        ),
        true => format!(
            "D = A * B + D. A is 16 by {k} of {a}, of which two of every four in a row are stored; the \
             last source has two bits for each, lowest first, that say where it stands, and `index_key` \
             names the part of that register. B is {k} by 16 of {b}, D 16 by 16 of {d}."
        ),
    };
    text.push_str(" The wave holds them together, and all lanes take part whatever EXEC says.");
    let stored = if matrix.sparse { k / 2 } else { k };
    for wave in [Wave::W32, Wave::W64] {
        let lanes = wave.lanes() as usize;
        let layout = Layout::new(target, lanes);
        let held = |line: &str, element, depth: u8| {
            let depth = usize::from(depth);
            let values = layout.held(element, depth);
            let others = match (lanes / 16 * values > depth, layout.is_divided()) {
                (false, _) => "",
                (true, true) => " (lanes from 32 on are not read)",
                (true, false) => " (lanes from 16 on repeat those below)",
            };
            let k = layout.factor_formula(element, depth);
            format!("{values} values of {line}, value n being number {k}{others}")
        };
        text.push_str(&format!(
            "\nIn a wave of {lanes}, lane l holds {} and {}, lowest bits first; element n of its C and D \
             is row {}, column l%16.",
            held("row l%16 of A", matrix.a, stored),
            held("column l%16 of B", matrix.b, k),
            layout.sum_formula()
        ));
    }
    let half = matches!(matrix.d, Element::F16 | Element::Bf16);
    if half && !target.generation().divides_matrices {
        text.push_str(" Results fill one half of a register each, which `op_sel` bit 2 names.");
    }
    text
}

pub(super) fn element(element: Element) -> String {
    match element {
        Element::F64 => "f64".into(),
        Element::F32 => "f32".into(),
        Element::Xf32 => "f32 without its lowest 13 bits".into(),
        Element::F16 => "f16".into(),
        Element::Bf16 => "bf16".into(),
        Element::Fp8 => "fp8 (E4M3)".into(),
        Element::Bf8 => "bf8 (E5M2)".into(),
        Element::Fp8Fnuz => "fp8 (E4M3 with one zero and no infinities)".into(),
        Element::Bf8Fnuz => "bf8 (E5M2 with one zero and no infinities)".into(),
        Element::Fp6 => "fp6 (E2M3)".into(),
        Element::Bf6 => "bf6 (E3M2)".into(),
        Element::Fp4 => "fp4 (E2M1)".into(),
        Element::Mixed => "floats of eight, six or four bits".into(),
        Element::I32 => "i32".into(),
        Element::Int(bits) => format!("{bits}-bit integers, signed where `neg_lo` says so"),
    }
}
