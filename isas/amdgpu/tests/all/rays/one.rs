//! Tests of one node: a slab test that divides, and triangles by their plane and by areas in it. Where a ray comes
//! nearer to an edge than the two can agree on, either answer is right.

use super::*;

/// The node of a pointer that is the first of a hierarchy.
fn test(hierarchy: &Hierarchy, kind: u64, node: &[u32], ray: &Ray) -> [u32; 4] {
    hierarchy
        .test(kind, ray, &mut memory(hierarchy, node))
        .unwrap()
}

#[test]
fn boxes_are_hit_where_naive_ones_are() {
    let mut random = Random::new(1);
    let hierarchy = Hierarchy::at(1 << 12);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..4000 {
        let (boxes, ray) = (boxes(&mut random), ray(&mut random));
        let children = [8, 16, 24, 32];
        let found = test(&hierarchy, 5, &node_of_floats(children, &boxes), &ray);
        for (child, bounds) in boxes.iter().enumerate() {
            let (near, far) = naive_box(&ray, bounds);
            if (near - far).abs() < TOLERANCE * near.abs().max(1.0) {
                continue;
            }
            let expected = if near < far { children[child] } else { INVALID };
            assert_eq!(found[child], expected, "{ray:?} {bounds:?}");
            *if near < far { &mut hits } else { &mut misses } += 1;
        }
    }
    assert!(hits > 500 && misses > 500, "{hits} {misses}");
}

#[test]
fn children_come_nearest_first() {
    let mut random = Random::new(2);
    for heuristic in 0..3 {
        let hierarchy = Hierarchy {
            sorts: true,
            heuristic,
            ..Hierarchy::at(0)
        };
        for _ in 0..2000 {
            let (boxes, ray) = (boxes(&mut random), ray(&mut random));
            let node = node_of_floats([8, 16, 24, 32], &boxes);
            let found = test(&hierarchy, 5, &node, &ray);
            let hit = found.iter().take_while(|it| **it != INVALID).count();
            assert!(found[hit..].iter().all(|it| *it == INVALID), "{found:?}");
            let keys: Vec<f64> = (found[..hit].iter())
                .map(|pointer| {
                    let bounds = &boxes[*pointer as usize / 8 - 1];
                    let (near, far) = naive_box(&ray, bounds);
                    let line = Ray {
                        extent: f32::INFINITY,
                        ..ray
                    };
                    let behind = Ray {
                        direction: ray.direction.map(|it| -it),
                        ..line
                    };
                    match heuristic {
                        0 => near,
                        1 => near - far,
                        // Where the line enters may be behind the origin.
                        _ => {
                            let (first, last) = naive_box(&line, bounds);
                            let (_, before) = naive_box(&behind, bounds);
                            last + if first == 0.0 { -before } else { first }
                        }
                    }
                })
                .collect();
            let sorted = keys
                .windows(2)
                .all(|pair| pair[0] <= pair[1] + TOLERANCE * 40.0);
            assert!(sorted, "heuristic {heuristic}: {keys:?}");
        }
    }
}

#[test]
fn halves_are_boxes_as_floats_are() {
    let mut random = Random::new(3);
    let hierarchy = Hierarchy::at(0);
    let half = |value: f32| op::Op::CvtF16F32.eval([value.to_bits().into(), 0, 0]) as u32 & 0xffff;
    let widen = |half: u32| f32::from_bits(op::Op::CvtF32F16.eval([half.into(), 0, 0]) as u32);
    for _ in 0..1000 {
        let (mut boxes, ray) = (boxes(&mut random), ray(&mut random));
        let children = [8, 16, 24, 32];
        let mut words = children.to_vec();
        for (low, high) in &mut boxes {
            let halves: Vec<u32> = low.iter().chain(&*high).map(|it| half(*it)).collect();
            words.extend(halves.chunks(2).map(|pair| pair[0] | pair[1] << 16));
            for (value, half) in low.iter_mut().chain(high).zip(&halves) {
                *value = widen(*half);
            }
        }
        let found = test(&hierarchy, 4, &words, &ray);
        assert_eq!(
            found,
            test(&hierarchy, 5, &node_of_floats(children, &boxes), &ray)
        );
    }
}

#[test]
fn a_box_without_bounds_is_not_hit_and_a_grown_one_is() {
    let nowhere = ([f32::NAN; 3], [f32::NAN; 3]);
    let here = ([1.0, -1.0, -1.0], [2.0, 1.0, 1.0]);
    let ray = Ray {
        extent: 1.0 - f32::EPSILON / 2.0,
        origin: [0.0; 3],
        direction: [1.0, 0.0, 0.0],
        inverse: [1.0, f32::INFINITY, f32::INFINITY],
    };
    let node = node_of_floats(
        [8, 16, INVALID, INVALID],
        &[nowhere, here, nowhere, nowhere],
    );
    // The ray ends a unit in the last place before the box begins.
    let plain = Hierarchy::at(0);
    assert_eq!(test(&plain, 5, &node, &ray), [INVALID; 4]);
    let grown = Hierarchy { grow: 6, ..plain };
    assert_eq!(
        test(&grown, 5, &node, &ray),
        [INVALID, 16, INVALID, INVALID]
    );
    // What programs alone understand, and what is past the end.
    assert_eq!(test(&plain, 6, &node, &ray), [INVALID; 4]);
    let short = Hierarchy { last: 0, ..plain };
    assert_eq!(test(&short, 5, &node, &ray), [INVALID; 4]);
}

#[test]
fn triangles_are_hit_where_naive_ones_are() {
    const CORNERS: [[usize; 3]; 4] = [[0, 1, 2], [1, 3, 2], [2, 3, 4], [2, 4, 0]];
    let mut random = Random::new(4);
    let hierarchy = Hierarchy::at(256);
    let (mut hits, mut misses) = (0, 0);
    for round in 0..20_000 {
        let (kind, ray) = (round % 4, ray(&mut random));
        let corners = [0; 5].map(|_| three(&mut random, 8.0));
        let mut node: Vec<u32> = corners.iter().flatten().map(|it| it.to_bits()).collect();
        // Shares of the second corner and of the third one.
        node.push(0x0909_0909);
        let found = test(&hierarchy, kind as u64, &node, &ray).map(f32::from_bits);
        let (t, u, v) = naive_triangle(&ray, CORNERS[kind].map(|n| corners[n]));
        let edge = u.abs().min(v.abs()).min((1.0 - u - v).abs()).min(t.abs());
        if edge < TOLERANCE {
            continue;
        }
        let [found_t, scale, found_u, found_v] = found.map(f64::from);
        if u < 0.0 || v < 0.0 || u + v > 1.0 || t < 0.0 {
            assert_eq!((found[0], found[1]), (f32::INFINITY, 1.0), "{ray:?}");
            misses += 1;
            continue;
        }
        for (found, expected) in [
            (found_t / scale, t),
            (found_u / scale, u),
            (found_v / scale, v),
        ] {
            assert!(
                (found - expected).abs() <= TOLERANCE * expected.abs().max(1.0),
                "{ray:?}"
            );
        }
        // The other way to be told.
        let numbers = Hierarchy {
            barycentrics: false,
            ..hierarchy
        };
        assert_eq!(
            test(&numbers, kind as u64, &node, &ray)[2..],
            [0x0909_0909, 1]
        );
        hits += 1;
    }
    assert!(hits > 500 && misses > 500, "{hits} {misses}");
}

#[test]
fn flags_of_a_pointer_leave_things_out() {
    let hierarchy = Hierarchy {
        pointer_flags: true,
        ..Hierarchy::at(0)
    };
    let ray = Ray {
        extent: 100.0,
        origin: [0.2, 0.2, -1.0],
        direction: [0.0, 0.0, 1.0],
        inverse: [f32::INFINITY, f32::INFINITY, 1.0],
    };
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mut node: Vec<u32> = corners
        .iter()
        .flatten()
        .map(|it: &f32| it.to_bits())
        .collect();
    node.resize(15, 0);
    let opaque = 0x80 | 9;
    for (about, flag, hit) in [
        (opaque, 0, true),
        (opaque, 1 << 60, false),
        (opaque, 1 << 61, true),
        (9, 1 << 60, true),
        (9, 1 << 61, false),
        (9, 1 << 60 | 1 << 54, false),
        (opaque, 1 << 61 | 1 << 55, false),
        (opaque, 1 << 62, false),
        (opaque, 1 << 63, true),
    ] {
        let words = [&node[..], &[about]].concat();
        let found = test(&hierarchy, flag, &words, &ray);
        assert_eq!(
            found[0] != f32::INFINITY.to_bits(),
            hit,
            "{about:#x} {flag:#x}"
        );
    }
    // Both sides of a triangle may have been asked for.
    let words = [&node[..], &[opaque]].concat();
    let both = 1 << 58 | 1 << 59;
    let infinity = f32::INFINITY.to_bits();
    assert_eq!(test(&hierarchy, both, &words, &ray)[0], infinity);
    assert_ne!(test(&hierarchy, both | 1 << 56, &words, &ray)[0], infinity);
    // One face is left out, or the other where facing is turned.
    let words = [&node[..], &[opaque]].concat();
    let culled = |flags: u64| test(&hierarchy, flags, &words, &ray)[0] == f32::INFINITY.to_bits();
    assert_ne!(culled(1 << 58), culled(1 << 59));
    assert_eq!(culled(1 << 58), culled(1 << 57 | 1 << 59));
    // Children of which it is known that all below them would be left out.
    let here = ([-1.0; 3], [1.0; 3]);
    let mut node = node_of_floats([8, 16, 24, 32], &[here; 4]);
    node[28] = 1 | 2 << 8 | 4 << 16 | 8 << 24;
    for (flag, left_out) in [(60, 0), (61, 1), (62, 2), (63, 3)] {
        let mut expected = [8, 16, 24, 32];
        expected[left_out] = INVALID;
        assert_eq!(test(&hierarchy, 5 | 1 << flag, &node, &ray), expected);
    }
}

#[test]
fn descriptors_come_back() {
    let whole = Hierarchy {
        sorts: true,
        heuristic: 2,
        grow: 0xa5,
        pointer_flags: true,
        ..Hierarchy::at(0x7f12_3456_7800)
    };
    for target in Target::RDNA {
        assert_eq!(Hierarchy::read(whole.words(), target), whole);
        assert!(Hierarchy::read([0; 4], target).unknown);
    }
    let first = Hierarchy {
        triangles_first: true,
        ..whole
    };
    assert_eq!(Hierarchy::read(first.words(), Target::Gfx1200), first);
    for more in [
        Hierarchy {
            packed: true,
            ..first
        },
        Hierarchy {
            common_exponents: true,
            ..first
        },
        Hierarchy {
            sorts_eight: true,
            ..first
        },
        Hierarchy {
            instances: true,
            ..first
        },
    ] {
        assert_eq!(Hierarchy::read(more.words(), Target::Gfx1200), more);
        // RDNA 3 has none of it.
        assert_eq!(Hierarchy::read(more.words(), Target::Gfx1100), whole);
    }
}

/// A ray in the plane of a side is where that side is at no particular time: the other sides decide.
#[test]
fn rays_along_a_side_enter_a_box() {
    let hierarchy = Hierarchy::at(0);
    let here = ([0.0, 0.0, 1.0], [1.0, 1.0, 2.0]);
    let node = node_of_floats([8, 16, 24, 32], &[here; 4]);
    for (origin, direction, hit) in [
        ([0.0, 0.5, 0.0], [0.0, 0.0, 1.0], true),
        ([1.0, 1.0, 0.0], [0.0, 0.0, 1.0], true),
        ([1.0, 0.0, 0.0], [-0.0, 0.0, 1.0], true),
        ([1.5, 0.5, 0.0], [0.0, 0.0, 1.0], false),
        ([-0.5, 0.5, 0.0], [-0.0, 0.0, 1.0], false),
        ([0.0, 0.5, 0.0], [0.0, 0.0, -1.0], false),
        ([0.5, 0.5, 1.5], [0.0, 0.0, 0.0], true),
        ([0.5, 0.5, 2.5], [0.0, 0.0, 0.0], false),
        ([f32::NAN; 3], [0.0, 0.0, 1.0], false),
        ([0.5, 0.5, 0.0], [f32::NAN; 3], false),
    ] {
        let ray = Ray {
            extent: 100.0,
            origin,
            direction,
            inverse: [0.0; 3],
        }
        .with_inverse();
        let found = test(&hierarchy, 5, &node, &ray);
        assert_eq!(found[0] == 8, hit, "{origin:?} {direction:?}");
    }
}
