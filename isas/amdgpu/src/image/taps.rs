//! Which texels lanes ask for: those around places, of all lanes that see an image alike at once.

use super::LANES;
use super::cube::beyond;
use super::descriptor::ImageKind;
use super::edge::{Axis, between};
use super::sample::{Footprint, Queries, Sampling, View, Way};
use super::surface::NOWHERE;
use uop::Places;

/// Texels that the lanes of a wave ask for, and what becomes of them.
pub(crate) struct Asked {
    /// Texels that are in memory.
    pub places: Places,
    /// Taps of groups of lanes, one group after the other: all lanes have a first one, a second one and so on. Each
    /// is the number of its place, or [`BORDER`] or [`UNUSED`].
    pub(super) taps: Vec<u32>,
    /// How much of each.
    pub(super) weights: Vec<f64>,
    pub(super) groups: Vec<Group>,
    axes: [Axis; 3],
}

/// The tap is where the image has no texel.
pub(super) const BORDER: u32 = u32::MAX;
/// The lane has no such tap.
pub(super) const UNUSED: u32 = u32::MAX - 1;

/// Lanes that take as many texels from the same levels.
pub(super) struct Group {
    lanes: [u32; LANES],
    count: usize,
    /// Texels are taken as they are; or they are weighed.
    pub whole: bool,
    /// Where their taps begin.
    pub first: usize,
    /// How many taps a lane has.
    pub taps: usize,
}

impl Group {
    pub fn lanes(&self) -> &[u32] {
        &self.lanes[..self.count]
    }
}

/// The lanes of a mask, ascending.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(lane)
    })
}

/// The numbers of texels of one tap, by lane of a group.
type Numbers = [u32; LANES];

impl Asked {
    pub fn new() -> Asked {
        Asked {
            places: Places::default(),
            taps: Vec::new(),
            weights: Vec::new(),
            groups: Vec::new(),
            axes: [Axis::NONE; 3],
        }
    }

    /// Nothing so far.
    pub fn clear(&mut self) {
        self.places.clear();
        self.taps.clear();
        self.weights.clear();
        self.groups.clear();
    }

    /// Lanes whose taps are to follow.
    pub fn begin(&mut self, lanes: impl Iterator<Item = usize>, whole: bool) {
        let mut group = Group {
            lanes: [0; LANES],
            count: 0,
            whole,
            first: self.taps.len(),
            taps: 0,
        };
        for (to, lane) in group.lanes.iter_mut().zip(lanes) {
            *to = lane as u32;
            group.count += 1;
        }
        self.groups.push(group);
    }

    /// One more tap of all lanes of the last group: addresses, or [`NOWHERE`], and how much of each. A texel of which
    /// nothing is taken is not asked for.
    pub fn add(&mut self, addresses: &[u64], weights: &[f64]) {
        let Some(group) = self.groups.last_mut() else {
            return;
        };
        group.taps += 1;
        let lanes = &group.lanes[..group.count];
        self.weights.extend_from_slice(weights);
        let all = addresses.iter().zip(weights);
        let some_missing = all.fold(false, |some, (address, weight)| {
            some | (*address == NOWHERE) | (*weight == 0.0)
        });
        let first = self.places.len() as u32;
        if !some_missing {
            self.taps.extend(first..first + lanes.len() as u32);
            self.places.lanes.extend_from_slice(lanes);
            self.places.addresses.extend_from_slice(addresses);
            return;
        }
        for ((lane, address), weight) in lanes.iter().zip(addresses).zip(weights) {
            self.taps.push(match (*weight == 0.0, *address) {
                (true, _) => UNUSED,
                (false, NOWHERE) => BORDER,
                (false, _) => self.places.len() as u32,
            });
            if *weight != 0.0 && *address != NOWHERE {
                self.places.push(*lane, *address);
            }
        }
    }

    /// Asks for the texels that a filter takes for a set of lanes; `footprint` tells how large each sees the image,
    /// and where `alike` is set, all do as the first.
    pub fn sample(
        &mut self,
        sampling: &Sampling,
        queries: &Queries,
        lanes: u64,
        mut footprint: impl FnMut(usize) -> Footprint,
        alike: bool,
    ) {
        self.each_group(
            lanes,
            alike,
            |lane| sampling.way(&footprint(lane)),
            |asked, ways| {
                if ways[0].whole {
                    return asked.first_taps(sampling, queries, &ways[0], &[[0, 0]]);
                }
                for level in 0..2 {
                    if ways.iter().any(|way| way.levels[level].1 > 0.0) {
                        asked.level(sampling, queries, ways, level);
                    }
                }
            },
        );
    }

    /// Asks for the four texels around a place, or four in a row.
    pub fn gather(
        &mut self,
        sampling: &Sampling,
        queries: &Queries,
        lanes: u64,
        mut footprint: impl FnMut(usize) -> Footprint,
        (alike, row): (bool, bool),
    ) {
        let steps = match row {
            true => [[-1, 0], [0, 0], [1, 0], [2, 0]],
            false => [[0, 1], [1, 1], [1, 0], [0, 0]],
        };
        self.each_group(
            lanes,
            alike,
            |lane| sampling.gathering(&footprint(lane)),
            |asked, ways| {
                // The first tap of a linear filter is the upper left one of the four.
                asked.first_taps(sampling, queries, &ways[0], &steps);
            },
        );
    }

    /// Begins a group for all lanes that have the same levels and take as many texels, until none is left.
    fn each_group(
        &mut self,
        mut lanes: u64,
        alike: bool,
        mut way: impl FnMut(usize) -> Way,
        mut f: impl FnMut(&mut Asked, &[Way]),
    ) {
        let Some(first) = bits(lanes).next() else {
            return;
        };
        if alike {
            let common = way(first);
            self.begin(bits(lanes), common.whole);
            return f(self, &[common]);
        }
        let all: Vec<(usize, Way)> = bits(lanes).map(|lane| (lane, way(lane))).collect();
        while let Some((_, first)) = all.iter().find(|(lane, _)| lanes >> lane & 1 != 0) {
            let of = |(lane, way): &&(usize, Way)| lanes >> lane & 1 != 0 && way.is_like(first);
            let (own, ways): (Vec<usize>, Vec<Way>) = all.iter().filter(of).copied().unzip();
            self.begin(own.iter().copied(), first.whole);
            f(self, &ways);
            lanes &= !own.iter().fold(0, |mask, lane| mask | 1 << lane);
        }
    }

    /// Texels so many steps from the first one that a filter takes, each as it is.
    fn first_taps(
        &mut self,
        sampling: &Sampling,
        queries: &Queries,
        way: &Way,
        steps: &[[i32; 2]],
    ) {
        let count = self.place(sampling, queries, (way.levels[0].0, way.linear), |_| {
            [0.0; 3]
        });
        let view = &sampling.levels[way.levels[0].0 as usize];
        let ones = &[1.0; LANES][..count];
        if sampling.crosses_faces() {
            for step in steps {
                let taps =
                    self.cube_taps(sampling, queries, (view, way.linear), *step, |_| [0.0; 3]);
                self.add(&taps[0].0[..count], ones);
            }
            return;
        }
        let mut numbers: [Numbers; 3] = [[0; LANES]; 3];
        for [x, y] in steps {
            for ((axis, step), to) in self.axes.iter().zip([*x, *y, 0]).zip(&mut numbers) {
                axis.texels(step, &mut to[..count]);
            }
            let [x, y, z] = numbers.each_ref().map(|it| &it[..count]);
            view.addresses(&[x], [y, z], |_, addresses| self.add(addresses, ones));
        }
    }

    /// Texels of a level that are weighed: those of the ways' first or second.
    fn level(&mut self, sampling: &Sampling, queries: &Queries, ways: &[Way], which: usize) {
        let way = ways[0];
        let level = way.levels[which].0;
        let view = &sampling.levels[level as usize];
        let samples = f64::from(way.samples);
        // Of lane after lane of the group, unless all go one way.
        let of = |n: usize| if ways.len() == 1 { &ways[0] } else { &ways[n] };
        let whole = way.samples == 1 && ways.iter().all(|way| way.levels[which].1 == 1.0);
        let share = |weights: &mut [f64], n: usize| {
            let part = of(n).levels[which].1;
            weights[n] = if part > 0.0 {
                weights[n] * part / samples
            } else {
                0.0
            };
        };
        for n in 0..way.samples {
            let along = (f64::from(n) + 0.5) / samples - 0.5;
            let line = |n: usize| match way.samples {
                1 => [0.0; 3],
                _ => of(n).line.map(|step| along * step),
            };
            if sampling.crosses_faces() {
                let count = self.groups.last().map_or(0, |group| group.count);
                let taps = self.cube_taps(sampling, queries, (view, way.linear), [0; 2], line);
                for (addresses, mut weights) in taps {
                    (0..count).for_each(|n| share(&mut weights, n));
                    self.add(&addresses[..count], &weights[..count]);
                }
                continue;
            }
            let count = self.place(sampling, queries, (level, way.linear), line);
            self.weighed(view, count, |weights| {
                if !whole {
                    (0..count).for_each(|n| share(weights, n));
                }
            });
        }
    }

    /// All texels that the filter takes along the axes; `share` has the last word about weights.
    fn weighed(&mut self, view: &View, count: usize, share: impl Fn(&mut [f64])) {
        let mut numbers: [[Numbers; 2]; 3] = [[[0; LANES]; 2]; 3];
        for (axis, to) in self.axes.iter().zip(&mut numbers) {
            for (tap, to) in (0..).zip(&mut to[..axis.taps()]) {
                axis.texels(tap, &mut to[..count]);
            }
        }
        let [x, y, z] = numbers
            .each_ref()
            .map(|it| it.each_ref().map(|it| &it[..count]));
        let [across, down, behind] = [0, 1, 2].map(|n| self.axes[n].taps());
        for (deep, z) in z[..behind].iter().enumerate() {
            for (low, y) in y[..down].iter().enumerate() {
                view.addresses(&x[..across], [y, z], |wide, addresses| {
                    let mut weights = [1.0; LANES];
                    let weights = &mut weights[..count];
                    for (axis, tap) in self.axes.iter().zip([wide, low, deep]) {
                        axis.weigh(tap, weights);
                    }
                    share(weights);
                    self.add(addresses, weights);
                });
            }
        }
    }

    /// Finds the places of the lanes of the last group along each axis of a level, a little apart from where
    /// they ask. How many lanes there are.
    fn place(
        &mut self,
        sampling: &Sampling,
        queries: &Queries,
        (level, linear): (u32, bool),
        apart: impl Fn(usize) -> [f64; 3],
    ) -> usize {
        let Some(group) = self.groups.last() else {
            return 0;
        };
        let kind = sampling.surface.image.kind;
        let view = &sampling.levels[level as usize];
        let lanes = group.lanes();
        for (n, axis) in self.axes.iter_mut().enumerate() {
            let at = |lane: u32| queries.at[n][lane as usize];
            let counts = match n {
                0 => true,
                1 => !kind.is_line(),
                _ => kind == ImageKind::D3,
            };
            if n == 2 && kind.has_slices() {
                let places = lanes
                    .iter()
                    .enumerate()
                    .map(|(k, lane)| at(*lane) + apart(k)[n]);
                axis.set_to(places.map(|place| sampling.slice(place)));
            } else if counts {
                let mut places = [0.0; LANES];
                for (k, (to, lane)) in places.iter_mut().zip(lanes).enumerate() {
                    *to = (at(*lane) + apart(k)[n]) * view.scale[n];
                }
                let linear = match (n, sampling.sampler.third) {
                    (0 | 1, _) | (_, 0) => linear,
                    (_, third) => third > 1,
                };
                let edge = sampling.sampler.edges[n];
                axis.set_around(&mut places[..lanes.len()], view.size[n], edge, linear);
                if let Some(offsets) = &queries.offsets {
                    axis.shift(lanes.iter().map(|lane| offsets[n][*lane as usize]));
                }
            } else {
                axis.set_to(lanes.iter().map(|_| 0));
            }
        }
        lanes.len()
    }

    /// Of a cube, whose filters go on over the edges of a face: four taps, addresses and how much of each. Of three
    /// texels at a corner each counts alike.
    fn cube_taps(
        &self,
        sampling: &Sampling,
        queries: &Queries,
        (view, linear): (&View, bool),
        step: [i32; 2],
        apart: impl Fn(usize) -> [f64; 3],
    ) -> [([u64; LANES], [f64; LANES]); 4] {
        let mut all = [([NOWHERE; LANES], [0.0; LANES]); 4];
        let lanes = self.groups.last().map_or(&[][..], Group::lanes);
        for (k, lane) in lanes.iter().map(|lane| *lane as usize).enumerate() {
            let (apart, at) = (apart(k), queries.at.map(|at| at[lane]));
            let at = [0, 1, 2].map(|n| at[n] + apart[n]);
            let offsets = queries
                .offsets
                .as_ref()
                .map_or([0; 3], |it| it.map(|it| it[lane]));
            let offset = [offsets[0] + step[0], offsets[1] + step[1]];
            let taps = cube_taps(view, (at, sampling.slice(at[2])), linear, offset);
            for (to, (address, weight)) in all.iter_mut().zip(taps) {
                (to.0[k], to.1[k]) = (address, weight);
            }
        }
        all
    }
}

impl View {
    /// Addresses of the first samples of texels: see [`Plane::addresses`](super::surface::Plane::addresses).
    fn addresses(&self, across: &[&[u32]], rows: [&[u32]; 2], mut f: impl FnMut(usize, &[u64])) {
        match &self.plane {
            Some(plane) => plane.addresses(across, rows, f),
            None => {
                (0..across.len()).for_each(|n| f(n, &[NOWHERE; LANES][..rows[0].len()]));
            }
        }
    }
}

impl Sampling {
    /// Filters go on over the edges of a face.
    fn crosses_faces(&self) -> bool {
        self.surface.image.kind == ImageKind::Cube && !self.sampler.single_faces
    }
}

/// The texels around a place of a slice, which is a face.
fn cube_taps(
    view: &View,
    (at, slice): ([f64; 3], u32),
    linear: bool,
    offset: [i32; 2],
) -> [(u64, f64); 4] {
    let n = view.size[0];
    let (cube, face) = (slice / 6, slice % 6);
    // Coordinates on a face go from 1 to 2 until here; see `coordinates`.
    let place = |axis: usize| (at[axis] * f64::from(n)).clamp(-0.5, f64::from(n) + 0.5);
    let moved = |axis: usize| {
        let offset = f64::from(offset[axis]);
        match linear {
            true => between(place(axis) - 0.5) + offset,
            false => (place(axis) + offset).clamp(0.0, f64::from(n) - 0.5),
        }
    };
    let (x, y) = (moved(0), moved(1));
    let part = |at: f64| if linear { at - at.floor() } else { 0.0 };
    let (px, py) = (part(x), part(y));
    let places = [
        (0, 0, (1.0 - px) * (1.0 - py)),
        (1, 0, px * (1.0 - py)),
        (0, 1, (1.0 - px) * py),
        (1, 1, px * py),
    ];
    let mut taps = [(NOWHERE, 0.0); 4];
    let (mut count, mut lost) = (0, 0.0);
    for (dx, dy, weight) in places.into_iter().take(if linear { 4 } else { 1 }) {
        let (x, y) = (x.floor() as i64 + dx, y.floor() as i64 + dy);
        let clamped = |at: i64| at.clamp(-1, n.into());
        match beyond(face, clamped(x), clamped(y), n) {
            Some((face, x, y)) => {
                let plane = view.plane.as_ref();
                let address = plane.map(|it| it.address([x, y, cube * 6 + face], 0));
                taps[count] = (address.unwrap_or(NOWHERE), weight);
                count += 1;
            }
            None => lost += weight,
        }
    }
    if lost > 0.0 {
        let share = lost / count.max(1) as f64;
        taps[..count]
            .iter_mut()
            .for_each(|(_, weight)| *weight += share);
    }
    taps
}
