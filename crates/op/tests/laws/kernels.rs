//! Laws that hold for every op: at every level, width and mask, wherever the destination lies, the
//! kernel does in each live lane what the scalar form does, and nothing in the others.

use crate::samples::{Random, lane};
use op::{Kernels, Level, Nans, Op, Span, Ty, kernels_at};

/// Registers of a small wave, lane beside lane, aligned as the engine aligns them.
#[repr(align(64))]
#[derive(Clone, PartialEq, Debug)]
struct File([u32; REGISTERS * 80]);

const REGISTERS: usize = 10;

/// Where the destination lies relative to the sources, in registers: `[dst, a, b, c]`.
const PLACES: [[usize; 4]; 7] = [
    [0, 2, 4, 6],
    [2, 2, 4, 6],
    [4, 2, 4, 6],
    [6, 2, 4, 6],
    [2, 2, 2, 2],
    // A pair whose one half is a source.
    [3, 2, 4, 6],
    [3, 4, 6, 4],
];

#[test]
fn kernels_equal_scalar_forms() {
    let mut random = Random::new(1);
    for level in Level::ALL {
        let Some(kernels) = kernels_at(level) else {
            continue;
        };
        assert_eq!(kernels.level(), level);
        for &op in Op::ALL {
            for lanes in [16, 32, 64] {
                for place in PLACES {
                    let any = random.bits();
                    for exec in [0, !0, any] {
                        for nans in [Nans::Canonical, Nans::First] {
                            check(kernels, op, nans, lanes, place, exec, &mut random);
                        }
                    }
                }
            }
        }
    }
}

fn check(
    kernels: &Kernels,
    op: Op,
    nans: Nans,
    lanes: usize,
    [dst, a, b, c]: [usize; 4],
    exec: u64,
    random: &mut Random,
) {
    // Lanes of several waves side by side, or all there are.
    let pitch = lanes + 16 * usize::from(random.bits().is_multiple_of(2));
    let signature = op.signature();
    let mut before = File([0; REGISTERS * 80]);
    before.0.fill_with(|| random.bits() as u32);
    for (register, ty) in [a, b, c].into_iter().zip(signature.args) {
        for i in 0..lanes {
            let bits = lane(*ty, random);
            before.0[register * pitch + i] = bits as u32;
            if ty.registers() == 2 {
                before.0[(register + 1) * pitch + i] = (bits >> 32) as u32;
            }
        }
    }
    let live = File(std::array::from_fn(|i| {
        if i < 64 && exec >> i & 1 == 1 { !0 } else { 0 }
    }));

    let read = |register: usize, i: usize, registers: usize| {
        let low = u64::from(before.0[register * pitch + i]);
        if registers == 1 {
            low
        } else {
            low | u64::from(before.0[(register + 1) * pitch + i]) << 32
        }
    };
    let mut expected = before.clone();
    let mut bits = 0;
    for i in 0..lanes {
        let mut args = [0; 3];
        for ((arg, ty), register) in args.iter_mut().zip(signature.args).zip([a, b, c]) {
            *arg = read(register, i, ty.registers());
        }
        let result = op.scalar_for(nans)(args[0], args[1], args[2]);
        bits |= (result & 1) << i;
        if exec >> i & 1 == 1 {
            expected.0[dst * pitch + i] = result as u32;
            if signature.result.registers() == 2 {
                expected.0[(dst + 1) * pitch + i] = (result >> 32) as u32;
            }
        }
    }

    let mut after = before.clone();
    let base = after.0.as_mut_ptr();
    // SAFETY: every block lies within the file, and no register is 16-lane misaligned.
    unsafe {
        let at = |register: usize| base.add(register * pitch);
        // Where all lanes take part, a kernel may be told so.
        let all = exec == !0 >> (64 - lanes);
        let live = if all {
            std::ptr::null()
        } else {
            live.0.as_ptr()
        };
        (kernels.get_for(op, nans))(at(dst), at(a), at(b), at(c), live, Span::new(lanes, pitch));
    }
    let level = kernels.level();
    if after != expected {
        let at = (0..after.0.len())
            .find(|&i| after.0[i] != expected.0[i])
            .unwrap();
        let i = at % pitch;
        let args: Vec<_> = [a, b, c]
            .iter()
            .zip(signature.args)
            .map(|(&r, ty)| read(r, i, ty.registers()))
            .collect();
        panic!(
            "{op:?} ({nans:?}) at {level:?}, {lanes} lanes, {:?}, exec {exec:#x}: register {} lane {i} of {args:#x?} is {:#x}, expected {:#x}",
            [dst, a, b, c],
            at / pitch,
            after.0[at],
            expected.0[at],
        );
    }

    if let Some(mask) = kernels.mask(op) {
        let base = before.0.as_ptr();
        // SAFETY: as above.
        let found = unsafe {
            let at = |register: usize| base.add(register * pitch);
            mask(at(a), at(b), at(c), lanes, pitch)
        };
        assert_eq!(
            found, bits,
            "mask of {op:?} ({nans:?}) at {level:?}, {lanes} lanes"
        );
    }
    assert_eq!(
        kernels.mask(op).is_some(),
        signature.result == Ty::Bool,
        "{op:?}"
    );
}

/// A NaN that an op computes is canonical; only what moves bits or signs may pass another one on.
#[test]
fn computed_nans_are_canonical() {
    let passes_on = |op: Op| op.keeps_nans() || matches!(op, Op::CubeScF32 | Op::CubeTcF32);
    let mut random = Random::new(3);
    for &op in Op::ALL {
        let signature = op.signature();
        let (infinity, nan) = match signature.result {
            Ty::F16 => (0x7c00u64, 0x7e00),
            Ty::Bf16 => (0x7f80, 0x7fc0),
            Ty::F32 => (0x7f80_0000, 0x7fc0_0000),
            Ty::F64 => (0x7ff0_0000_0000_0000, 0x7ff8_0000_0000_0000),
            _ => continue,
        };
        if passes_on(op) {
            continue;
        }
        for _ in 0..1000 {
            let mut args = [0; 3];
            for (arg, &ty) in args.iter_mut().zip(signature.args) {
                *arg = lane(ty, &mut random);
            }
            let result = op.eval(args);
            let sign = infinity + (infinity & infinity.wrapping_neg());
            assert!(
                result & (sign - 1) <= infinity || result == nan,
                "{op:?} of {args:#x?} is the NaN {result:#x}"
            );
        }
    }
}

#[test]
fn helpers_agree_with_their_definition() {
    let mut random = Random::new(2);
    for kernels in Level::ALL.into_iter().filter_map(kernels_at) {
        for lanes in [16usize, 32, 64] {
            for bits in [0, !0, random.bits(), random.bits() & random.bits()] {
                let mut live = File([7; REGISTERS * 80]);
                let mut old = File([0; REGISTERS * 80]);
                old.0.fill_with(|| random.bits() as u32);
                let mut dst = old.clone();
                let wanted = bits & (!0 >> (64 - lanes));
                // SAFETY: all blocks are `lanes` aligned words of a file.
                unsafe {
                    kernels.expand_mask(live.0.as_mut_ptr(), bits, !0, lanes);
                    assert_eq!(kernels.pack_mask(live.0.as_ptr(), lanes), wanted);
                    let base = dst.0.as_mut_ptr();
                    kernels.blend(base, base.add(2 * lanes), live.0.as_ptr(), lanes);
                    kernels.broadcast(base.add(lanes), 42, lanes);
                }
                for i in 0..lanes {
                    let live_here = bits >> i & 1 == 1;
                    assert_eq!(live.0[i], if live_here { !0 } else { 0 });
                    assert_eq!(dst.0[i], old.0[if live_here { 2 * lanes + i } else { i }]);
                }
                assert!(live.0[lanes..].iter().all(|&x| x == 7));
                assert!(dst.0[lanes..2 * lanes].iter().all(|&x| x == 42));
                assert_eq!(dst.0[2 * lanes..], old.0[2 * lanes..]);
            }
        }
    }
}

/// Every host computes the same bits: this digest of results was taken on x86-64.
///
/// A new op or a change of meaning changes it; record the new one, which the message shows.
#[test]
fn results_are_the_same_on_every_host() {
    let mix = |digest: u64, x: u64| {
        (digest ^ x)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(23)
    };
    let mut digest = 0;
    for &op in Op::ALL {
        let seed = op.name().bytes().map(u64::from).fold(0, mix);
        let mut random = Random::new(seed);
        let mut of_op = seed;
        for _ in 0..500 {
            let mut args = [0; 3];
            for (arg, &ty) in args.iter_mut().zip(op.signature().args) {
                *arg = lane(ty, &mut random);
            }
            of_op = mix(of_op, op.eval(args));
        }
        // Exclusive or: the order of ops is of no concern.
        digest ^= of_op;
    }
    assert_eq!(digest, DIGEST, "the digest is {digest:#x}");
}

const DIGEST: u64 = 0x2241_22da_7b4e_c426;

#[test]
fn the_table_is_sound() {
    for (index, &op) in Op::ALL.iter().enumerate() {
        assert_eq!(op.index(), index);
        assert_eq!(Op::from_index(index), Some(op));
        assert_eq!(
            Op::from_name(op.name()),
            Some(op),
            "two ops are called {}",
            op.name()
        );
        assert_eq!(format!("{op:?}"), op.variant());
        assert_eq!(
            op.name().replace('_', ""),
            op.variant().to_lowercase(),
            "spelt alike"
        );
        assert!(
            op.doc().ends_with('.'),
            "{op:?} is documented by sentences: {:?}",
            op.doc()
        );
        assert!((1..=3).contains(&op.signature().args.len()));
    }
    assert_eq!(Op::from_index(Op::ALL.len()), None);
    assert_eq!(Op::from_name("no_such_op"), None);
}
