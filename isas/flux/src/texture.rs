//! Textures: bilinear sampling, clamped at the edges.

use kernel::{Array, Constant};
use std::sync::Arc;
use uop::{Custom, Machine, Trap, VReg};

/// Texels in row order, from 0 to 1.
#[derive(Debug)]
pub(crate) struct Texture {
    width: usize,
    height: usize,
    texels: Vec<f64>,
}

impl Texture {
    /// From an array of height and width.
    pub fn new(array: &Array) -> Texture {
        let dims = array.shape.dims();
        let dim = |i: usize| dims.get(i).map_or(1, |&n| n as usize);
        let texels = array.elements().map(|bytes| match array.ty.read(bytes) {
            Constant::Float(value) => value,
            Constant::Int(value) => value as f64,
        });
        Texture {
            height: dim(0),
            width: dim(1),
            texels: texels.collect(),
        }
    }

    /// The value at `(u, v)`, each from 0 to 1 across the texture. Texel i of n has its centre at
    /// (i + 0.5) / n.
    pub fn sample(&self, u: f32, v: f32) -> f32 {
        let (x0, x1, fx) = between(u, self.width);
        let (y0, y1, fy) = between(v, self.height);
        let texel = |x: usize, y: usize| self.texels[y * self.width + x];
        let mix = |a: f64, b: f64, f: f64| a + (b - a) * f;
        let above = mix(texel(x0, y0), texel(x1, y0), fx);
        let below = mix(texel(x0, y1), texel(x1, y1), fx);
        mix(above, below, fy) as f32
    }
}

/// The two texels that a coordinate lies between, and how far it is from the first. A NaN samples
/// the first texel.
fn between(coordinate: f32, n: usize) -> (usize, usize, f64) {
    let last = (n - 1) as f64;
    let at = (f64::from(coordinate) * n as f64 - 0.5).clamp(0.0, last);
    let at = if at.is_nan() { 0.0 } else { at };
    let first = at as usize;
    (first, (first + 1).min(n - 1), at - first as f64)
}

/// `dst = (value, value, value, 1)` at coordinates `at` of the texture that `which` names.
#[derive(Debug)]
pub(crate) struct Sample {
    pub dst: VReg,
    pub at: VReg,
    pub which: VReg,
    pub textures: Arc<[Texture]>,
}

impl Custom for Sample {
    fn run(&self, machine: &mut dyn Machine) -> Result<(), Trap> {
        let exec = machine.exec();
        for lane in (0..machine.lanes()).filter(|lane| exec >> lane & 1 == 1) {
            let number = machine.vector(self.which)[lane];
            let texture = self.textures.get(number as usize).ok_or_else(|| {
                let count = self.textures.len();
                Trap::Illegal(format!(
                    "TEX: there is no texture {number} (lane {lane}); the launch has {count}"
                ))
            })?;
            let coordinate = |c: u16| f32::from_bits(machine.vector(self.at.plus(c))[lane]);
            let value = texture.sample(coordinate(0), coordinate(1));
            for (c, value) in [value, value, value, 1.0].into_iter().enumerate() {
                machine.vector_mut(self.dst.plus(c as u16))[lane] = value.to_bits();
            }
        }
        Ok(())
    }

    fn vectors(&self) -> (Vec<VReg>, Vec<VReg>) {
        let reads = vec![self.at, self.at.plus(1), self.which];
        (reads, (0..4).map(|c| self.dst.plus(c)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_lie_between_texel_centres() {
        // 0.0 1.0
        // 0.5 0.5
        let texture = Texture {
            width: 2,
            height: 2,
            texels: vec![0.0, 1.0, 0.5, 0.5],
        };
        for (u, v, expected) in [
            (0.25, 0.25, 0.0),
            (0.75, 0.25, 1.0),
            (0.5, 0.25, 0.5),
            (0.5, 0.5, 0.5),
            (0.25, 0.5, 0.25),
            (-3.0, -3.0, 0.0),
            (9.0, 0.0, 1.0),
            (f32::NAN, 0.25, 0.0),
            (f32::INFINITY, f32::NEG_INFINITY, 1.0),
        ] {
            assert_eq!(texture.sample(u, v), expected, "at ({u}, {v})");
        }
    }
}
