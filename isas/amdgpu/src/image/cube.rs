//! Faces of cubes: which texel lies beyond the edge of another face.

/// The direction of a place on a face, whose coordinates go from -1 to 1.
fn direction(face: u32, s: f64, t: f64) -> [f64; 3] {
    match face {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}

/// The face in a direction, and the place on it.
fn face([x, y, z]: [f64; 3]) -> (u32, f64, f64) {
    let [ax, ay, az] = [x.abs(), y.abs(), z.abs()];
    let (face, s, t, major) = if az >= ax && az >= ay {
        match z < 0.0 {
            false => (4, x, -y, az),
            true => (5, -x, -y, az),
        }
    } else if ay >= ax {
        match y < 0.0 {
            false => (2, x, z, ay),
            true => (3, x, -z, ay),
        }
    } else {
        match x < 0.0 {
            false => (0, -z, -y, ax),
            true => (1, z, -y, ax),
        }
    };
    (face, s / major, t / major)
}

/// The texel at a place of a face that may be one beyond an edge, of faces with `n` texels in each
/// direction: its face, across and down. There is none beyond a corner.
pub(super) fn beyond(on: u32, x: i64, y: i64, n: u32) -> Option<(u32, u32, u32)> {
    let inside = |at: i64| (0..i64::from(n)).contains(&at);
    if inside(x) && inside(y) {
        return Some((on, x as u32, y as u32));
    }
    if !inside(x) && !inside(y) {
        return None;
    }
    let size = f64::from(n);
    let centre = |at: i64| (2 * at + 1) as f64 / size - 1.0;
    let (other, s, t) = face(direction(on, centre(x), centre(y)));
    let index = |at: f64| (((at + 1.0) / 2.0 * size) as u32).min(n - 1);
    Some((other, index(s), index(t)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_over_an_edge_is_undone_by_a_step_back() {
        let n = 4;
        for from in 0..6 {
            for along in 0..n {
                for (x, y) in [(-1, along), (n, along), (along, -1), (along, n)] {
                    let (other, ox, oy) = beyond(from, x, y, n as u32).unwrap();
                    assert_ne!(other, from);
                    // From where it leads, one of the four steps leads back to the texel inside.
                    let inside = (from, x.clamp(0, n - 1) as u32, y.clamp(0, n - 1) as u32);
                    let (ox, oy) = (i64::from(ox), i64::from(oy));
                    let steps = [(-1, oy), (n, oy), (ox, -1), (ox, n)];
                    let back = steps.map(|(x, y)| beyond(other, x, y, n as u32));
                    assert!(back.contains(&Some(inside)), "face {from}, {x}, {y}");
                }
            }
        }
    }
}
