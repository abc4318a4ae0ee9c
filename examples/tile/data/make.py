#!/usr/bin/env python3
"""Makes the inputs and the expected results of the kernels in the folder above."""
import struct

import numpy as np

rng = np.random.default_rng(7)
M, N, K = 64, 64, 128


def bf16(values):
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


def e4m3(values):
    """Codes of small integers, which e4m3 holds exactly up to 16."""
    out = []
    for value in values.ravel():
        sign, magnitude = (0x80 if value < 0 else 0), abs(int(value))
        if magnitude == 0:
            out.append(0)
            continue
        exponent = magnitude.bit_length() - 1
        fraction = (magnitude << 3 >> exponent) & 7
        out.append(sign | (exponent + 7) << 3 | fraction)
    return np.array(out, dtype=np.uint8).reshape(values.shape)


def gemm(name, encode, low, high, dtype, result):
    a = rng.integers(low, high + 1, (M, K))
    b = rng.integers(low, high + 1, (N, K))
    encode(a).astype(dtype).tofile(f"gemm_{name}_a.bin")
    encode(b).astype(dtype).tofile(f"gemm_{name}_b.bin")
    (a @ b.T).astype(result).tofile(f"gemm_{name}_c.bin")


gemm("f16", lambda v: v.astype(np.float16), -4, 4, np.float16, np.float32)
gemm("bf16", bf16, -4, 4, np.uint16, np.float32)
gemm("e4m3", e4m3, -8, 8, np.uint8, np.float32)
gemm("s8", lambda v: v, -100, 100, np.int8, np.int32)

x = rng.standard_normal((32, 32)).astype(np.float32)
x.tofile("rows_x.bin")
wide = x.astype(np.float64)
e = np.exp(wide - wide.max(axis=1, keepdims=True))
(e / e.sum(axis=1, keepdims=True)).astype(np.float32).tofile("softmax_y.bin")
gamma = rng.standard_normal(32).astype(np.float32)
beta = rng.standard_normal(32).astype(np.float32)
gamma.tofile("gamma.bin")
beta.tofile("beta.bin")
mean = wide.mean(axis=1, keepdims=True)
variance = ((wide - mean) ** 2).mean(axis=1, keepdims=True)
norm = (wide - mean) / np.sqrt(variance + 1e-5) * gamma + beta
norm.astype(np.float32).tofile("layernorm_y.bin")
np.arange(1024, dtype=np.float32).reshape(32, 32).T.copy().tofile("transpose_y.bin")

table = np.arange(256 * 8, dtype=np.uint32).reshape(256, 8)
index = rng.permutation(256)[:64].astype(np.uint32)
index.tofile("gather_index.bin")
table[index].tofile("gather_y.bin")

keys = rng.integers(0, 256, 4096).astype(np.uint32)
keys.tofile("histogram_keys.bin")
np.bincount(keys, minlength=256).astype(np.uint32).tofile("histogram_y.bin")
