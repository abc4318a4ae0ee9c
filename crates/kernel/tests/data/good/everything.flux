# Comments may stand above the header.
// Also those of the assembly.

---   # and after it
let N = 4                # a constant
let half = N / 8.0 ; the other comment
let rows = (N + 2) * 3 / 9 % 5
a: f32[N] = arange(N)
b: i32 = 3
w: f32[rows,N] =
  1, 2.5, -3, half,
  # a comment between rows
  inf, -inf, nan, 1_000.5e-3
x: i8[6] = 0xff, 0b101, -128, 127, 0x80, -0x1
y: u64[2] = 0xffff_ffff_ffff_ffff, 18446744073709551615
bits: f32 = 0x10
local: u8 = 7            # a key's name is free for an argument
out_c: f32[N,N]
out_r: f16[N] = repeat(-half)
d: i64[3] = arange(10, 1, -3)
e: bf16[4] = arange(0, 1, 0.25)
r: u8[8] = rand()
s: f32[4] = rand(-1, 1)
t: f64[2] = randn()
z: u16[2,2,2] = zeros()
raw: u8[4] = file("bytes.bin", u8, 0)
cast: f64[4] = file("floats.bin", float32)
wide: u32[4] = file("bytes.bin", "u8", 3 + 1)
m: f32[2,2] = file("matrix.npy")
md: f64[2,2] = file("matrix.npy", f32)
cols: i16[2,3] = file("columns.npy")
grey: tex2d[2,2] = file("grey.pgm")
deep: tex2d[2,2] = file("deep.pgm")
local = (N * 2, 2)
global = N / 2, 1, 1
wave = 64
seed = 1
tol = 1e-5
isa = flux
lds = 4 * 1024
simd = 1
abi = hsa
strict = true
title = "all # of it"
R20 = &m + 16 * tid - (bid + 1) / 2
R21 = &deep
R22 = half
expect out_r = repeat(-0.5)
expect out_c = arange(N * N)
---
the body: is = not, read; here
---
