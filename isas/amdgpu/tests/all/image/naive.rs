//! A sampler that knows nothing of ours: whole numbers and no rounding, every texel asked whether it
//! takes part.
//!
//! Coordinates are 64ths, levels of detail 256ths, texels eighths; what comes out has no other factor
//! than two below the line, so it is exact in the integers that are used here.

/// What coordinates outside mean, by the number in a sampler's descriptor.
pub type Edge = u32;

/// An image: its levels, each with its slices, rows and texels, which are four eighths.
#[derive(Clone, Debug)]
pub struct Picture {
    pub levels: Vec<Level>,
    /// The third number is a slice, not a dimension.
    pub slices: bool,
}

#[derive(Clone, Debug)]
pub struct Level {
    /// Across, down, behind.
    pub size: [i64; 3],
    pub texels: Vec<[i64; 4]>,
}

#[derive(Clone, Copy, Debug)]
pub struct Sampler {
    pub edges: [Edge; 3],
    pub linear: bool,
    /// 0 none, 1 nearest, 2 linear.
    pub levels: u32,
    /// In eighths.
    pub border: [i64; 4],
}

/// In 64ths: from 0 to 1, or texels.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub at: [i64; 3],
    pub counts_texels: bool,
    pub offset: [i64; 3],
}

impl Level {
    fn texel(&self, at: [i64; 3]) -> [i64; 4] {
        let [w, h, _] = self.size;
        self.texels[((at[2] * h + at[1]) * w + at[0]) as usize]
    }
}

/// Which texel an index means; none is the border. It is looked for by walking.
fn meant(index: i64, n: i64, edge: Edge) -> Option<i64> {
    let mut at = 0;
    let mut step = 1;
    for _ in 0..index.abs() {
        let next = at + if index < 0 { -step } else { step };
        at = match edge {
            // Round and round.
            0 => (next + n) % n,
            // To and fro: at an end it is the same texel once more.
            1 if next < 0 || next >= n => {
                step = -step;
                at
            }
            _ => next,
        };
    }
    let inside = |at: i64| (0..n).contains(&at).then_some(at);
    match edge {
        0 | 1 => Some(at),
        2 => Some(at.max(0).min(n - 1)),
        // Below zero it goes up again.
        3 => Some(if at < 0 { -at - 1 } else { at }.min(n - 1)),
        5 | 7 => inside(if at < 0 { -at - 1 } else { at }),
        _ => inside(at),
    }
}

/// Some edges stop coordinates on their way out.
fn reached(place: i64, n: i64, edge: Edge) -> i64 {
    match edge {
        4 => place.max(0).min(64 * n),
        5 => place.max(-64 * n).min(64 * n),
        _ => place,
    }
}

/// How much of each texel along a dimension, in 64ths; the last is the border.
fn weights(place: i64, n: i64, edge: Edge, linear: bool, offset: i64) -> Vec<i64> {
    let place = reached(place, n, edge);
    let mut weights = vec![0; n as usize + 1];
    for index in -300..300 {
        let part = match linear {
            // A tent with its top at the texel's centre.
            true => (64 - (place - 32 - 64 * index).abs()).max(0),
            false if place >= 64 * index && place < 64 * (index + 1) => 64,
            false => 0,
        };
        if part > 0 {
            let texel = meant(index + offset, n, edge);
            weights[texel.unwrap_or(n) as usize] += part;
        }
    }
    weights
}

/// What a filter makes of one level, in eighths and 64 to the third.
fn level(level: &Level, slices: bool, sampler: &Sampler, place: &Place) -> [i64; 4] {
    let along = |n: usize| {
        let size = level.size[n];
        let at = place.at[n] * if place.counts_texels { 1 } else { size };
        weights(at, size, sampler.edges[n], sampler.linear, place.offset[n])
    };
    let behind = match slices {
        true => {
            // The nearest, the even one of two.
            let (whole, part) = (place.at[2].div_euclid(64), place.at[2].rem_euclid(64));
            let up = part > 32 || part == 32 && whole % 2 != 0;
            let slice = (whole + i64::from(up)).max(0).min(level.size[2] - 1);
            let mut one = vec![0; level.size[2] as usize + 1];
            one[slice as usize] = 64;
            one
        }
        false => along(2),
    };
    let (across, down) = (along(0), along(1));
    let mut sum = [0; 4];
    for (z, deep) in behind.iter().enumerate() {
        for (y, low) in down.iter().enumerate() {
            for (x, wide) in across.iter().enumerate() {
                let at = [x as i64, y as i64, z as i64];
                let border = (0..3).any(|n| at[n] == level.size[n]);
                let texel = if border {
                    sampler.border
                } else {
                    level.texel(at)
                };
                for (sum, component) in sum.iter_mut().zip(texel) {
                    *sum += wide * low * deep * component;
                }
            }
        }
    }
    sum
}

/// What a sample gives at a level of detail in 256ths.
pub fn sample(picture: &Picture, sampler: &Sampler, place: &Place, lod: i64) -> [f32; 4] {
    let last = picture.levels.len() as i64 - 1;
    let lod = lod.max(0).min(256 * last);
    let of = |n: i64| {
        let own = &picture.levels[n.min(last) as usize];
        level(own, picture.slices, sampler, place)
    };
    let [near, far, part] = match sampler.levels {
        0 => [0, 0, 0],
        1 => [(lod + 128) / 256, 0, 0],
        _ => [lod / 256, lod / 256 + 1, lod % 256],
    };
    let (near, far) = (of(near), of(far));
    let scale = 256.0 * 64f64.powi(3) * 8.0;
    [0, 1, 2, 3].map(|n| {
        let sum =
            i128::from(near[n]) * i128::from(256 - part) + i128::from(far[n]) * i128::from(part);
        (sum as f64 / scale) as f32
    })
}

/// The four texels around a place of the first level: lower left, lower right, upper right, upper left.
pub fn gather(picture: &Picture, sampler: &Sampler, place: &Place, component: usize) -> [f32; 4] {
    let own = &picture.levels[0];
    let first = |n: usize| {
        let scale = if place.counts_texels { 1 } else { own.size[n] };
        let at = reached(place.at[n] * scale, own.size[n], sampler.edges[n]);
        (at - 32).div_euclid(64) + place.offset[n]
    };
    [(0, 1), (1, 1), (1, 0), (0, 0)].map(|(dx, dy)| {
        let x = meant(first(0) + dx, own.size[0], sampler.edges[0]);
        let y = meant(first(1) + dy, own.size[1], sampler.edges[1]);
        let texel = match (x, y) {
            (Some(x), Some(y)) => own.texel([x, y, 0]),
            _ => sampler.border,
        };
        texel[component] as f32 / 8.0
    })
}

/// The least or the greatest of each component, among the texels that a filter takes at all.
pub fn extremes(
    picture: &Picture,
    sampler: &Sampler,
    place: &Place,
    lod: i64,
    greatest: bool,
) -> [f32; 4] {
    let last = picture.levels.len() as i64 - 1;
    let lod = lod.max(0).min(256 * last);
    let levels: Vec<i64> = match sampler.levels {
        0 => vec![0],
        1 => vec![(lod + 128) / 256],
        _ if lod % 256 == 0 => vec![lod / 256],
        _ => vec![lod / 256, lod / 256 + 1],
    };
    let mut found: Option<[i64; 4]> = None;
    for n in levels {
        let own = &picture.levels[n.min(last) as usize];
        // A texel takes part if the result changes with it.
        for (i, texel) in own.texels.iter().enumerate() {
            let one = |value: i64| {
                let mut marked = own.clone();
                marked.texels.iter_mut().for_each(|texel| *texel = [0; 4]);
                marked.texels[i] = [value; 4];
                let sampler = Sampler {
                    border: [0; 4],
                    ..*sampler
                };
                level(&marked, picture.slices, &sampler, place)[0]
            };
            if one(1) != 0 {
                found = Some(joined(found, *texel, greatest));
            }
        }
        let empty = Level {
            texels: vec![[0; 4]; own.texels.len()],
            ..own.clone()
        };
        let outside = Sampler {
            border: [1; 4],
            ..*sampler
        };
        if level(&empty, picture.slices, &outside, place)[0] != 0 {
            found = Some(joined(found, sampler.border, greatest));
        }
    }
    found
        .expect("a filter takes some texel")
        .map(|eighths| eighths as f32 / 8.0)
}

fn joined(so_far: Option<[i64; 4]>, texel: [i64; 4], greatest: bool) -> [i64; 4] {
    let Some(so_far) = so_far else {
        return texel;
    };
    [0, 1, 2, 3].map(|n| match greatest {
        true => so_far[n].max(texel[n]),
        false => so_far[n].min(texel[n]),
    })
}

/// Four texels in a row: the one before a place's left neighbour and the three after that.
pub fn gather_row(
    picture: &Picture,
    sampler: &Sampler,
    place: &Place,
    component: usize,
) -> [f32; 4] {
    let around = |right: i64| {
        let mut moved = *place;
        moved.offset[0] += right;
        // The upper left of the four around it.
        gather(picture, sampler, &moved, component)[3]
    };
    [-1, 0, 1, 2].map(around)
}
