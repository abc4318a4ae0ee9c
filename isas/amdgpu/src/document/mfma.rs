//! What pages say of matrix products on CDNA.

use super::matrix::element;
use crate::meaning::{Element, Mfma, MfmaKind};

/// The product and where its elements lie.
pub fn products(product: Mfma) -> String {
    let Mfma {
        side, k, blocks, ..
    } = product;
    let of = |of: Element| match of {
        Element::Int(bits) => format!("signed {bits}-bit integers"),
        of => element(of),
    };
    let (a, b, d) = (of(product.a), of(product.b), of(product.d));
    let mut text = match product.kind {
        MfmaKind::Sparse => format!(
            "D = A * B + D. A is {side} by {k} of {a}, of which two of every four in a row are stored; the \
             last source has two bits for each, lowest first, that say where it stands. B is {k} by {side} of \
             {b}, D {side} by {side} of {d}."
        ),
        _ => format!(
            "D = A * B + C. A is {side} by {k} of {a}, B {k} by {side} of {b}, C and D are {side} by {side} of \
             {d}."
        ),
    };
    if blocks > 1 {
        text.push_str(&format!(" There are {blocks} such products side by side."));
    }
    text.push_str(" The wave holds them together, and all lanes take part whatever EXEC says.");
    text.push_str(&modifiers(product));
    let lines = u32::from(side) * u32::from(blocks);
    let line = match blocks {
        1 => format!("l%{side}"),
        _ => format!("l%{side} of block l/{side}%{blocks}"),
    };
    let held = |name: &str, of: Element, depth: usize| {
        let values = product.held(depth);
        let k = match (product.runs(of, depth), values) {
            _ if lines == 64 => "n".into(),
            (_, 1) => format!("l/{lines}"),
            (2, _) => {
                let half = values / 2;
                format!("{}*(n/{half})+{half}*(l/{lines})+n%{half}", depth / 2)
            }
            _ => format!("{values}*(l/{lines})+n"),
        };
        let count = if values == 1 { "value" } else { "values" };
        format!("{values} {count} of {name}, value n being number {k}")
    };
    // The formats of one instruction lie in different ways, and those of four bits in the simplest.
    let (a, b) = match product.a {
        Element::Mixed => (Element::Fp4, Element::Fp4),
        _ => (product.a, product.b),
    };
    text.push_str(&format!(
        "\nLane l holds {} and {}, lowest bits first",
        held(&format!("row {line} of A"), a, product.stored()),
        held(&format!("column {line} of B"), b, product.k.into()),
    ));
    if product.a == Element::Mixed {
        let (all, run) = (usize::from(k), product.held(k.into()) / 2);
        text.push_str(&format!(
            "; of eight bits, value n is number {}*(n/{run})+{run}*(l/{lines})+n%{run}",
            all / 2
        ));
    }
    text.push_str(&format!("; its C and D are {}.", sums(product)));
    text
}

fn modifiers(product: Mfma) -> String {
    let mut text = String::new();
    match product.kind {
        MfmaKind::Sparse if 2 * product.held(product.stored()) < 32 => text.push_str(&format!(
            " The indices of a lane are {} bits of its word; `abid` says which, if `cbsz` is 0.",
            2 * product.held(product.stored())
        )),
        _ if product.a == Element::Mixed => {
            text.push_str(
                " `cbsz` is the format of A and `blgp` that of B: 0 is fp8 (E4M3), 1 bf8 (E5M2), 2 fp6 (E2M3), 3 \
                 bf6 (E3M2), 4 fp4 (E2M1).",
            );
        }
        _ if product.d == Element::F64 => {
            text.push_str(" `neg` negates A, B and C.");
        }
        _ => {}
    }
    if product.kind == MfmaKind::Scaled {
        text.push_str(
            " Each 32 values of a line have a scale, 2 to the power of a byte minus 127: those from 32*i on \
             have that of lane i*",
        );
        text.push_str(&format!("{} plus the line", product.side));
        text.push_str(", in the byte that `op_sel` and `op_sel_hi` name with a bit each.");
    }
    if product.repeats_a() {
        text.push_str(
            " With `cbsz`, runs of 2 to that power blocks all get one block of A, number `abid` of the run.",
        );
    }
    if product.permutes_b() {
        text.push_str(
            " `blgp` takes B from other lanes: 1 and 2 from lanes 0 to 31 and 32 to 63 for all, 3 from 16 lanes \
             on, 4 to 7 from one run of 16 lanes for all.",
        );
    }
    text
}

/// Where elements of C and D are.
fn sums(product: Mfma) -> String {
    let side = usize::from(product.side);
    let groups = 64 / side;
    let column = format!("column l%{side}");
    match (product.d, side) {
        (Element::F64, 4) => format!("row l/16, {column} of block l/4%4"),
        (Element::F64, _) => format!("row {groups}*n+l/{side}, {column}"),
        (_, 4) => format!("row n, {column} of block l/4"),
        _ => {
            let each = side * side / 64;
            let n = if product.blocks > 1 {
                format!("n%{each}")
            } else {
                "n".into()
            };
            let row = match each / 4 {
                1 => format!("4*(l/{side})+{n}"),
                _ if product.blocks > 1 => {
                    format!("{}*({n}/4)+4*(l/{side})+n%4", 4 * groups)
                }
                _ => format!("{}*(n/4)+4*(l/{side})+n%4", 4 * groups),
            };
            match product.blocks {
                1 => format!("row {row}, {column}"),
                _ => format!("row {row}, {column} of block n/{each}"),
            }
        }
    }
}
