//! Whether a result is what the header expects.

use std::fmt;

use crate::{Array, Constant};

/// How a result differs from what was expected.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// How many elements differ.
    pub count: u64,
    /// How many there are.
    pub total: u64,
    /// Where the first of them is, along every dimension; empty for a scalar.
    pub first: Vec<u64>,
    /// What the first of them should be, as text.
    pub expected: String,
    /// What it is.
    pub actual: String,
    /// The largest distance between two elements that differ; infinite where one of them is not
    /// finite.
    pub max_error: f64,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch {
            count,
            total,
            expected,
            actual,
            ..
        } = self;
        if self.first.is_empty() {
            return write!(f, "expected {expected}, found {actual}");
        }
        let index: Vec<String> = self.first.iter().map(u64::to_string).collect();
        let index = index.join(",");
        let error = Constant::Float(self.max_error);
        write!(
            f,
            "{count} of {total} values differ, first at [{index}]: expected {expected}, found \
             {actual}; the largest error is {error}"
        )
    }
}

/// Compares element by element. Without `tol`, values are equal as numbers (so the two zeros are
/// equal); with it, `|actual - expected| <= tol + tol * |expected|`. Either way NaN equals NaN
/// and an infinity only itself.
///
/// Both arrays have the type and shape of `expected`; where `actual` is shorter, what is missing
/// differs.
pub fn compare(expected: &Array, actual: &Array, tol: Option<f64>) -> Result<(), Mismatch> {
    let mut found: Option<Mismatch> = None;
    for (i, want) in expected.elements().enumerate() {
        let got = actual.element(i);
        let error = match got {
            Some(got) => distance(expected.ty.read(want), expected.ty.read(got), tol),
            None => Some(f64::INFINITY),
        };
        let Some(error) = error else { continue };
        let mismatch = found.get_or_insert_with(|| Mismatch {
            count: 0,
            total: expected.len() as u64,
            first: expected.shape.index_of(i as u64),
            expected: expected.ty.show(want),
            actual: got.map_or("nothing".to_string(), |got| expected.ty.show(got)),
            max_error: 0.0,
        });
        mismatch.count += 1;
        mismatch.max_error = mismatch.max_error.max(error);
    }
    found.map_or(Ok(()), Err)
}

/// How far apart the two are, if that is too far.
fn distance(expected: Constant, actual: Constant, tol: Option<f64>) -> Option<f64> {
    let (e, a) = (expected.as_f64(), actual.as_f64());
    let error = match (expected, actual) {
        (Constant::Int(e), Constant::Int(a)) => (a - e).unsigned_abs() as f64,
        _ if e == a || (e.is_nan() && a.is_nan()) => return None,
        _ if !e.is_finite() || !a.is_finite() => return Some(f64::INFINITY),
        _ => (a - e).abs(),
    };
    let bound = tol.map_or(0.0, |tol| tol + tol * e.abs());
    // A bound that is not finite comes from a huge expectation: no finite error is beyond it.
    if error <= bound { None } else { Some(error) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, Type};

    fn array(ty: Type, values: &[f64]) -> Array {
        let mut data = vec![];
        for &x in values {
            let value = if ty.is_float() {
                Constant::Float(x)
            } else {
                Constant::Int(x as i128)
            };
            ty.push(value, &mut data).unwrap();
        }
        Array {
            ty,
            shape: Shape::new([values.len() as u64]),
            data,
        }
    }

    #[test]
    fn equality_is_of_numbers_with_nan_equal_to_nan() {
        const NAN: f64 = f64::NAN;
        const INF: f64 = f64::INFINITY;
        let check = |tol: Option<f64>, expected: f64, actual: f64, equal: bool| {
            let result = compare(
                &array(Type::F64, &[expected]),
                &array(Type::F64, &[actual]),
                tol,
            );
            assert_eq!(result.is_ok(), equal, "{expected} {actual} {tol:?}");
        };
        for tol in [None, Some(0.0), Some(0.1)] {
            check(tol, 1.0, 1.0, true);
            check(tol, 0.0, -0.0, true);
            check(tol, NAN, NAN, true);
            check(tol, NAN, 1.0, false);
            check(tol, 1.0, NAN, false);
            check(tol, INF, INF, true);
            check(tol, INF, -INF, false);
            check(tol, INF, 1e308, false);
            check(tol, 1.0, INF, false);
        }
        check(None, 1.0, 1.0000001, false);
        check(Some(0.1), 1.0, 1.19, true);
        check(Some(0.1), 1.0, 1.21, false);
        check(Some(0.1), 0.0, 0.09, true);
        check(Some(0.1), -100.0, -110.0, true);
    }

    #[test]
    fn a_mismatch_says_how_many_and_where() {
        let mut expected = array(Type::I32, &[1.0, 2.0, 3.0, 4.0]);
        expected.shape = Shape::new([2, 2]);
        let actual = array(Type::I32, &[1.0, 2.0, 5.0, -4.0]);
        let mismatch = compare(&expected, &actual, None).unwrap_err();
        assert_eq!(
            (mismatch.count, mismatch.first.as_slice()),
            (2, [1, 0].as_slice())
        );
        assert_eq!(
            mismatch.to_string(),
            "2 of 4 values differ, first at [1,0]: expected 3, found 5; the largest error is 8"
        );
        assert_eq!(compare(&expected, &actual, Some(8.0)), Ok(()));
    }

    #[test]
    fn big_integers_compare_exactly() {
        let wide = |n: u64| Array {
            ty: Type::U64,
            shape: Shape::scalar(),
            data: n.to_le_bytes().to_vec(),
        };
        assert!(compare(&wide(u64::MAX), &wide(u64::MAX - 1), None).is_err());
        assert!(compare(&wide(u64::MAX), &wide(u64::MAX - 1), Some(1.0)).is_ok());
    }
}
