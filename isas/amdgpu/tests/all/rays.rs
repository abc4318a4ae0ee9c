//! Ray tests beside naive ones in double precision.

mod eight;
mod instances;
mod one;
mod packets;
mod recorded;

use amdgpu::Target;
use amdgpu::ray::{Answer, Hierarchy, INVALID, Query, Ray};
use random::Random;
use uop::Trap;

/// How far results may be apart, of what they are.
const TOLERANCE: f64 = 1e-5;

fn uniform(random: &mut Random, low: f32, high: f32) -> f32 {
    let unit = random.below(1u64 << 24) as f32 / (1 << 24) as f32;
    low + (high - low) * unit
}

fn three(random: &mut Random, size: f32) -> [f32; 3] {
    [0; 3].map(|_| uniform(random, -size, size))
}

fn ray(random: &mut Random) -> Ray {
    let direction = three(random, 2.0);
    Ray {
        extent: uniform(random, 0.0, 40.0),
        origin: three(random, 8.0),
        direction,
        inverse: direction.map(|it| 1.0 / it),
    }
}

/// A ray to somewhere about a point, that ends behind it.
fn towards(random: &mut Random, point: [f32; 3], about: f32) -> Ray {
    let (origin, off) = (three(random, 8.0), three(random, about));
    let direction = [0, 1, 2].map(|i| (point[i] + off[i] - origin[i]) / 8.0);
    Ray {
        extent: uniform(random, 4.0, 40.0),
        origin,
        direction,
        inverse: direction.map(|it| 1.0 / it),
    }
}

/// Memory that begins where a hierarchy does.
fn memory<'a>(
    hierarchy: &Hierarchy,
    words: &'a [u32],
) -> impl FnMut(u64, &mut [u32]) -> Result<(), Trap> + 'a {
    let base = hierarchy.base;
    move |address: u64, to: &mut [u32]| {
        let from = (address - base) as usize / 4;
        to.copy_from_slice(&words[from..from + to.len()]);
        Ok(())
    }
}

type Bounds = ([f32; 3], [f32; 3]);

/// Where a line is within a box; and how sure it is that it is there at all.
fn naive_box(ray: &Ray, (low, high): &Bounds) -> (f64, f64) {
    let (mut near, mut far) = (0f64, f64::from(ray.extent));
    for i in 0..3 {
        let at = |plane: f32| {
            (f64::from(plane) - f64::from(ray.origin[i])) / f64::from(ray.direction[i])
        };
        let (a, b) = (at(low[i]), at(high[i]));
        (near, far) = (near.max(a.min(b)), far.min(a.max(b)));
    }
    (near, far)
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

/// How far away a triangle's plane is, and the shares of its second and third corner there.
fn naive_triangle(ray: &Ray, corners: [[f32; 3]; 3]) -> (f64, f64, f64) {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let minus = |x: [f64; 3], y: [f64; 3]| [0, 1, 2].map(|i| x[i] - y[i]);
    let (origin, direction) = (ray.origin.map(f64::from), ray.direction.map(f64::from));
    let normal = cross(minus(b, a), minus(c, a));
    let t = dot(normal, minus(a, origin)) / dot(normal, direction);
    let at = [0, 1, 2].map(|i| origin[i] + t * direction[i]);
    let area = dot(normal, normal);
    let second = dot(normal, cross(minus(at, a), minus(c, a))) / area;
    let third = dot(normal, cross(minus(b, a), minus(at, a))) / area;
    (t, second, third)
}

/// A corner of a node of triangles.
fn as_corner(node: &[u32], number: usize) -> [f32; 3] {
    [0, 1, 2].map(|i| f32::from_bits(node[3 * number + i]))
}

fn boxes(random: &mut Random) -> [Bounds; 4] {
    [0; 4].map(|_| {
        let (middle, size) = (three(random, 8.0), three(random, 4.0).map(f32::abs));
        let side = |sign: f32| [0, 1, 2].map(|i| middle[i] + sign * size[i]);
        (side(-1.0), side(1.0))
    })
}

fn node_of_floats(children: [u32; 4], boxes: &[Bounds; 4]) -> Vec<u32> {
    let mut words = children.to_vec();
    for (low, high) in boxes {
        words.extend(low.iter().chain(high).map(|it| it.to_bits()));
    }
    words.resize(32, 0);
    words
}
