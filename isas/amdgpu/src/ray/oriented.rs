//! Boxes that do not lie along the axes. A node has the number of a rotation, and the ray is turned by it before the
//! boxes are tested.
//!
//! The chip has a table of 104 matrices. They are all the rotations about thirteen axes, those to the faces, edges and
//! corners of a cube, by quarters of a right angle to either side: computed here, they are the table's to the bit.

use super::Ray;

/// A node's number where its boxes lie along the axes.
pub(super) const NONE: u32 = 0x7f;

const AXES: [[f64; 3]; 13] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [0.0, -1.0, 1.0],
    [1.0, 0.0, 1.0],
    [1.0, 0.0, -1.0],
    [1.0, 1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [1.0, 1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [1.0, -1.0, 1.0],
    [-1.0, -1.0, 1.0],
];

/// The rows of a rotation, by the number of the axis, how many quarters, and whether it turns back.
fn rotation(number: u32) -> Option<[[f32; 3]; 3]> {
    let axis = AXES.get(number as usize / 8)?;
    let quarters = f64::from(number % 8 / 2 + 1);
    let (sine, cosine) = match number % 8 / 2 {
        3 => (1.0, 0.0),
        _ => {
            let angle = quarters * std::f64::consts::FRAC_PI_8;
            (libm::sin(angle), libm::cos(angle))
        }
    };
    let sine = if number % 2 == 1 { -sine } else { sine };
    let square: f64 = axis.iter().map(|it| it * it).sum();
    let length = libm::sqrt(square);
    Some([0, 1, 2].map(|row| {
        [0, 1, 2].map(|column| {
            let across = (1.0 - cosine) * (axis[row] * axis[column]) / square;
            let along = match (column + 3 - row) % 3 {
                0 => cosine,
                1 => -sine * axis[3 - row - column] / length,
                _ => sine * axis[3 - row - column] / length,
            };
            let element = across + along;
            // What cancels is zero.
            (if element.abs() < 1e-12 { 0.0 } else { element }) as f32
        })
    }))
}

/// The product of a matrix with a vector, and what is added to it: the last axis first, each product added
/// without being rounded.
pub(super) fn times(rows: &[[f32; 3]; 3], vector: [f32; 3], plus: [f32; 3]) -> [f32; 3] {
    [0, 1, 2].map(|row| {
        let axes = [2, 1, 0].into_iter();
        let sum = axes.fold(plus[row], |sum, i| vector[i].mul_add(rows[row][i], sum));
        // NaNs look the same on every host.
        if sum.is_nan() { f32::NAN } else { sum }
    })
}

/// A ray as boxes see it that are turned. A number that is none of a rotation turns nothing.
pub(super) fn turned(ray: &Ray, number: u32) -> Ray {
    match rotation(number) {
        Some(rows) => Ray {
            extent: ray.extent,
            origin: times(&rows, ray.origin, [0.0; 3]),
            direction: times(&rows, ray.direction, [-0.0; 3]),
            ..*ray
        }
        .with_inverse(),
        None => *ray,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rotations_keep_lengths_and_have_an_inverse_beside_them() {
        for number in 0..104 {
            let rows = rotation(number).unwrap().map(|row| row.map(f64::from));
            let back = rotation(number ^ 1).unwrap();
            for (i, a) in rows.iter().enumerate() {
                for (j, b) in rows.iter().enumerate() {
                    let dot: f64 = (0..3).map(|k| a[k] * b[k]).sum();
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((dot - expected).abs() < 1e-6, "{number}: {rows:?}");
                    assert_eq!(rows[i][j], f64::from(back[j][i]), "{number}");
                }
            }
        }
        assert!(rotation(104).is_none() && rotation(NONE).is_none());
    }

    /// Elements as bits, of some that were published.
    #[test]
    fn elements_are_those_of_the_chip() {
        let bits = |number: u32| rotation(number).unwrap().map(|row| row.map(f32::to_bits));
        let (one, c, s) = (0x3f80_0000, 0x3f6c_835e, 0x3ec3_ef15);
        let minus = 1 << 31;
        assert_eq!(bits(0), [[one, 0, 0], [0, c, minus | s], [0, s, c]]);
        assert_eq!(bits(9), [[c, 0, minus | s], [0, one, 0], [s, 0, c]]);
        let third = 0x3eaa_aaab;
        assert_eq!(bits(78).map(|row| row.contains(&third)), [true; 3]);
    }
}
