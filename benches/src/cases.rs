//! The OpenCL kernels with their arguments, launches, and what they should compute.

/// One kernel and its launch.
pub struct Case {
    /// As the table has it.
    pub name: &'static str,
    /// The kernel's name in the source.
    pub kernel: &'static str,
    /// In OpenCL C, for PoCL.
    pub source: &'static str,
    /// What clang made of it for gfx1100.
    pub object: &'static [u8],
    /// Workgroups.
    pub groups: [u32; 3],
    /// Work-items of a workgroup.
    pub items: [u32; 3],
    /// In the kernel's order.
    pub args: Vec<Arg>,
    /// What the last array holds after one launch.
    pub expected: Vec<u32>,
    /// Words of it that may differ: compilers may fuse a multiplication with an addition.
    pub strays: usize,
}

/// What a kernel is given.
pub enum Arg {
    /// An array in global memory.
    Words(Vec<u32>),
    /// A number that is passed by value.
    Value(u32),
    /// The same where the kernel wants a float.
    Float(f32),
}

macro_rules! case {
    ($name:literal, $kernel:literal) => {
        Case {
            name: $name,
            kernel: $kernel,
            source: include_str!(concat!("../kernels/", $name, ".cl")),
            object: include_bytes!(concat!("../kernels/", $name, ".gfx1100.o")),
            groups: [1; 3],
            items: [256, 1, 1],
            args: Vec::new(),
            expected: Vec::new(),
            strays: 0,
        }
    };
}

/// Makes a case, a quick one or not.
pub type Make = fn(bool) -> Case;

/// How to make each case, by name. A launch takes a few milliseconds: short enough that on a busy
/// machine some are undisturbed, long enough that the start of a thread does not count, nor PoCL's.
/// A quick one is smaller still.
pub const ALL: [(&str, Make); 7] = [
    ("vector-add", |quick| {
        vector_add(if quick { 1 << 12 } else { 1 << 21 })
    }),
    ("fma-loop", |quick| {
        fma_loop(if quick { 1 << 9 } else { 1 << 14 }, 256)
    }),
    ("sgemm", |quick| sgemm(if quick { 32 } else { 128 })),
    ("reduction", |quick| {
        reduction(if quick { 1 << 12 } else { 1 << 19 })
    }),
    ("mandelbrot", |quick| {
        mandelbrot(if quick { 32 } else { 96 }, 256)
    }),
    ("hash", |quick| {
        hash(if quick { 1 << 9 } else { 1 << 15 }, 64)
    }),
    ("histogram", |quick| {
        histogram(if quick { 1 << 12 } else { 1 << 18 }, 16)
    }),
];

fn vector_add(n: u32) -> Case {
    let (a, b) = (floats(n, 1), floats(n, 2));
    let sum = a.iter().zip(&b).map(|(a, b)| a + b);
    Case {
        groups: [n / 256, 1, 1],
        expected: sum.map(f32::to_bits).collect(),
        args: vec![bits(&a), bits(&b), zeros(n)],
        ..case!("vector-add", "vector_add")
    }
}

fn fma_loop(n: u32, rounds: u32) -> Case {
    let (scale, bias) = (0.999_f32, 0.25_f32);
    let result = |i: u32| {
        let a = i as f32 * 1e-6;
        let [a, b, c, d] = [a, a + 0.25, a + 0.5, a + 0.75]
            .map(|start| (0..rounds).fold(start, |x, _| x.mul_add(scale, bias)));
        ((a + b) + (c + d)).to_bits()
    };
    let values = [Arg::Float(scale), Arg::Float(bias), Arg::Value(rounds)];
    Case {
        groups: [n / 256, 1, 1],
        args: [zeros(n)].into_iter().chain(values).collect(),
        expected: (0..n).map(result).collect(),
        ..case!("fma-loop", "fma_loop")
    }
}

fn sgemm(n: u32) -> Case {
    let (a, b) = (floats(n * n, 3), floats(n * n, 4));
    let size = n as usize;
    let element = |i: usize| {
        let (row, column) = (i / size, i % size);
        let sum = (0..size).fold(0f32, |sum, k| {
            a[row * size + k].mul_add(b[k * size + column], sum)
        });
        sum.to_bits()
    };
    Case {
        groups: [n / 16, n / 16, 1],
        items: [16, 16, 1],
        expected: (0..size * size).map(element).collect(),
        args: vec![bits(&a), bits(&b), zeros(n * n), Arg::Value(n)],
        ..case!("sgemm", "sgemm")
    }
}

fn reduction(n: u32) -> Case {
    let numbers = words(n, 5);
    let sums = numbers.chunks(1024);
    Case {
        groups: [n / 1024, 1, 1],
        expected: sums
            .map(|own| own.iter().fold(0u32, |sum, &x| sum.wrapping_add(x)))
            .collect(),
        args: vec![Arg::Words(numbers), zeros(n / 1024)],
        ..case!("reduction", "reduction")
    }
}

fn mandelbrot(width: u32, most: u32) -> Case {
    let (left, top, step) = (-2.2_f32, -1.5_f32, 3.0 / width as f32);
    let pixel = |i: u32| {
        let cr = ((i % width) as f32).mul_add(step, left);
        let ci = ((i / width) as f32).mul_add(step, top);
        let (mut zr, mut zi, mut n) = (0f32, 0f32, 0);
        while n < most && zr.mul_add(zr, zi * zi) < 4.0 {
            (zr, zi) = (zr.mul_add(zr, -(zi * zi)) + cr, (zr + zr).mul_add(zi, ci));
            n += 1;
        }
        n
    };
    let [left_arg, top_arg, step_arg] = [left, top, step].map(Arg::Float);
    let values = [
        Arg::Value(width),
        left_arg,
        top_arg,
        step_arg,
        Arg::Value(most),
    ];
    let pixels = width * width;
    Case {
        groups: [width / 16, width / 16, 1],
        items: [16, 16, 1],
        args: (std::iter::once(zeros(pixels))).chain(values).collect(),
        expected: (0..pixels).map(pixel).collect(),
        strays: pixels as usize / 50,
        ..case!("mandelbrot", "mandelbrot")
    }
}

fn hash(n: u32, rounds: u32) -> Case {
    let input = words(n, 6);
    let mix = |h: u32, round: u32| {
        let h = (h ^ h >> 16).wrapping_mul(0x85eb_ca6b);
        let h = (h ^ h >> 13).wrapping_mul(0xc2b2_ae35);
        (h ^ h >> 16).wrapping_add(round)
    };
    Case {
        groups: [n / 256, 1, 1],
        expected: input.iter().map(|&h| (0..rounds).fold(h, mix)).collect(),
        args: vec![Arg::Words(input), zeros(n), Arg::Value(rounds)],
        ..case!("hash", "hash")
    }
}

fn histogram(n: u32, each: u32) -> Case {
    let input = words(n, 7);
    let mut bins = vec![0; 256];
    for byte in input.iter().flat_map(|word| word.to_le_bytes()) {
        bins[usize::from(byte)] += 1;
    }
    Case {
        groups: [n / 256 / each, 1, 1],
        expected: bins,
        args: vec![Arg::Words(input), zeros(256), Arg::Value(each)],
        ..case!("histogram", "histogram")
    }
}

fn zeros(n: u32) -> Arg {
    Arg::Words(vec![0; n as usize])
}

fn bits(floats: &[f32]) -> Arg {
    Arg::Words(floats.iter().map(|x| x.to_bits()).collect())
}

/// Numbers from 0 to 1.
fn floats(n: u32, seed: u32) -> Vec<f32> {
    let unit = |word| (word >> 8) as f32 / (1 << 24) as f32;
    words(n, seed).into_iter().map(unit).collect()
}

/// The same words at every run, with no pattern that a kernel would notice.
fn words(n: u32, seed: u32) -> Vec<u32> {
    let mut state = u64::from(seed);
    let next = || {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 32) as u32
    };
    std::iter::repeat_with(next).take(n as usize).collect()
}
