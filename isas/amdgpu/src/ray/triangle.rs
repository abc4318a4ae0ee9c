//! Triangles: where a ray meets them.

use super::Ray;

type Vector = [f64; 3];

/// The corners of a triangle of a node that has up to four of them.
pub(super) fn corners(kind: usize, words: &[u32; 16]) -> [[f32; 3]; 3] {
    /// Which corners the triangles of a node have.
    const CORNERS: [[usize; 3]; 4] = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [2, 4, 0]];
    CORNERS[kind].map(|n| [0, 1, 2].map(|i| f32::from_bits(words[3 * n + i])))
}

fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Where a ray meets the plane of a triangle: all of it is to be divided by the scale.
pub(super) struct Found {
    pub t: f64,
    pub scale: f64,
    pub u: f64,
    pub v: f64,
}

impl Found {
    pub fn of(ray: &Ray, corners: [[f32; 3]; 3]) -> Found {
        let [a, b, c] = corners.map(|corner| corner.map(f64::from));
        let direction = ray.direction.map(f64::from);
        let (ab, ac) = (minus(b, a), minus(c, a));
        let from_a = minus(ray.origin.map(f64::from), a);
        let (p, q) = (cross(direction, ac), cross(from_a, ab));
        Found {
            t: dot(ac, q),
            scale: dot(p, ab),
            u: dot(from_a, p),
            v: dot(direction, q),
        }
    }

    /// Within the triangle and not behind the origin. A triangle without an area is not hit.
    pub fn is_hit(&self) -> bool {
        let positive = self.scale.abs();
        let sign = self.scale.signum();
        let (u, v, t) = (self.u * sign, self.v * sign, self.t * sign);
        positive > 0.0 && u >= 0.0 && v >= 0.0 && u + v <= positive && t >= 0.0
    }

    /// The shares of two corners. They may have been turned so that triangles share them: what is said about
    /// a triangle tells which two they are.
    pub fn shares(&self, about: u32) -> [f32; 2] {
        let shares = [self.scale - self.u - self.v, self.u, self.v];
        let share = |at: u32| shares.get(at as usize & 3).map_or(0.0, |it| *it as f32);
        [share(about), share(about >> 2)]
    }
}
