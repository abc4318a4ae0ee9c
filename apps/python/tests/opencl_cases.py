"""Kernels in OpenCL C, what they are called with, and what NumPy makes of it.

As a program, it runs them with PyOpenCL on PoCL and writes what comes out to a file: ``opencl_cases.py OUT``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True)
class Case:
    """One kernel, one launch. The last array is what comes out."""

    name: str
    source: str
    arguments: Callable[[np.random.Generator], list[Any]]
    grid: tuple[int, ...]
    block: tuple[int, ...]
    expected: Callable[..., Array]
    exact: bool = True

    def given(self) -> list[Any]:
        return self.arguments(np.random.default_rng(7))


def ints(rng: np.random.Generator, n: int) -> Array:
    return rng.integers(0, 1 << 32, n, np.uint32)


def hashed(x: Array, out: Array) -> Array:
    with np.errstate(over="ignore"):
        h: Array = x ^ (x >> np.uint32(16))
        h = h * np.uint32(0x7FEB352D)
        h ^= h >> np.uint32(15)
        h = h * np.uint32(0x846CA68B)
        h ^= h >> np.uint32(16)
        return h


def rotated(x: Array, out: Array) -> Array:
    wide = x.astype(np.uint64)
    high = (wide * np.uint64(0x9E3779B9)) >> np.uint64(32)
    rotated = (x << np.uint32(7)) | (x >> np.uint32(25))
    bits = np.array([bin(value).count("1") for value in x], np.uint32)
    zeros = np.array([32 - int(value).bit_length() for value in x], np.uint32)
    return rotated ^ high.astype(np.uint32) ^ (bits << np.uint32(8)) ^ zeros


def escaped(x: Array, y: Array, out: Array) -> Array:
    counts = np.zeros(x.size, np.uint32)
    zx, zy = np.zeros_like(x), np.zeros_like(y)
    for _ in range(64):
        inside = zx * zx + zy * zy < np.float32(4)
        counts += inside
        zx, zy = (
            np.where(inside, zx * zx - zy * zy + x, zx),
            np.where(inside, np.float32(2) * zx * zy + y, zy),
        )
    return counts


CASES = [
    Case(
        "axpy",
        "kernel void axpy(float a, global const float *x, global float *y) {\n"
        "  int i = get_global_id(0); y[i] = a * x[i] + y[i]; }",
        lambda rng: [np.float32(1.5), rng.random(1024, np.float32), rng.random(1024, np.float32)],
        (16,), (64,),
        lambda a, x, y: a * x + y,
    ),
    Case(
        "hash",
        "kernel void hash(global const uint *x, global uint *out) { int i = get_global_id(0); uint h = x[i];\n"
        "  h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; out[i] = h ^ (h >> 16); }",
        lambda rng: [ints(rng, 512), np.zeros(512, np.uint32)],
        (8,), (64,),
        hashed,
    ),
    Case(
        "bits",
        "kernel void bits(global const uint *x, global uint *out) { int i = get_global_id(0); uint a = x[i];\n"
        "  out[i] = rotate(a, 7u) ^ mul_hi(a, 0x9E3779B9u) ^ (popcount(a) << 8) ^ clz(a); }",
        lambda rng: [ints(rng, 256), np.zeros(256, np.uint32)],
        (4,), (64,),
        rotated,
    ),
    Case(
        "sums",
        "kernel void sums(global const uint *x, global uint *out) { local uint part[64];\n"
        "  int l = get_local_id(0); part[l] = x[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);\n"
        "  for (int n = 32; n > 0; n /= 2) { if (l < n) part[l] += part[l + n]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
        "  if (l == 0) out[get_group_id(0)] = part[0]; }",
        lambda rng: [ints(rng, 512), np.zeros(8, np.uint32)],
        (8,), (64,),
        lambda x, out: x.reshape(8, 64).sum(1, dtype=np.uint32),
    ),
    Case(
        "histogram",
        "kernel void histogram(global const uint *x, global uint *out) {\n"
        "  atomic_inc(&out[x[get_global_id(0)] % 37]); }",
        lambda rng: [ints(rng, 1024), np.zeros(37, np.uint32)],
        (16,), (64,),
        lambda x, out: np.bincount(x % 37, minlength=37).astype(np.uint32),
    ),
    Case(
        "turned",
        "kernel void turned(global const short *x, global short *out) {\n"
        "  int i = get_global_id(0), j = get_global_id(1); out[i * 32 + j] = x[j * 48 + i]; }",
        lambda rng: [rng.integers(-999, 999, (32, 48), np.int16), np.zeros((48, 32), np.int16)],
        (6, 4), (8, 8),
        lambda x, out: x.T,
    ),
    Case(
        "escape",
        "#pragma OPENCL FP_CONTRACT OFF\n"
        "kernel void escape(global const float *x, global const float *y, global uint *out) {\n"
        "  int i = get_global_id(0); float a = 0, b = 0; uint n = 0;\n"
        "  for (; n < 64 && a * a + b * b < 4.0f; n++) { float t = a * a - b * b + x[i]; b = 2.0f * a * b + y[i]; a = t; }\n"
        "  out[i] = n; }",
        lambda rng: [4 * rng.random(512, np.float32) - 2, 4 * rng.random(512, np.float32) - 2, np.zeros(512, np.uint32)],
        (8,), (64,),
        escaped,
    ),
    Case(
        "wide",
        "kernel void wide(global const long *x, global long *out) { int i = get_global_id(0);\n"
        "  long a = x[i]; out[i] = a * 6364136223846793005L + (a >> 17) - a / 1000003; }",
        lambda rng: [rng.integers(-(1 << 62), 1 << 62, 256, np.int64), np.zeros(256, np.int64)],
        (4,), (64,),
        lambda x, out: x * np.int64(6364136223846793005) + (x >> 17) - (np.sign(x) * (np.abs(x) // 1000003)),
    ),
    Case(
        "vectors",
        "kernel void vectors(global const float4 *x, global float *out) {\n"
        "  int i = get_global_id(0); out[i] = length(x[i]) + sin(x[i].x) * exp(-x[i].y) + sqrt(x[i].z); }",
        lambda rng: [rng.random((256, 4), np.float32), np.zeros(256, np.float32)],
        (4,), (64,),
        lambda x, out: np.sqrt((x * x).sum(1)) + np.sin(x[:, 0]) * np.exp(-x[:, 1]) + np.sqrt(x[:, 2]),
        exact=False,
    ),
]


def by_pocl(out: str) -> None:
    import pyopencl as cl

    platform = next(each for each in cl.get_platforms() if "Portable" in each.name)
    context = cl.Context(platform.get_devices())
    queue = cl.CommandQueue(context)
    results = {}
    for case in CASES:
        program = cl.Program(context, case.source).build()
        given = case.given()
        flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
        passed = [each if np.isscalar(each) else cl.Buffer(context, flags, hostbuf=each) for each in given]
        threads = tuple(groups * size for groups, size in zip(case.grid, case.block, strict=True))
        getattr(program, case.name)(queue, threads, case.block, *passed)
        result = given[-1].copy()
        cl.enqueue_copy(queue, result, passed[-1])
        results[case.name] = result
    np.savez(out, **results)


if __name__ == "__main__":
    by_pocl(sys.argv[1])
