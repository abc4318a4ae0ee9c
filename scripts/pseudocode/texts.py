"""Texts of our own, where AMD's cannot be carried out as it stands or is not what the hardware does.

Each says in the same language what the manual's sentences say of the instruction.
"""
import re
from fractions import Fraction as Q
from floats import FMT, farith, fconv, fdec, fenc, quiet
from language import FUNCS, I, U, V, fval, mant, toint


def rndne(r, v):
    """To the nearest whole number, ties to even; zeros keep their sign."""
    d = fdec(v.v, v.w)
    if d[0] == 'nan': return V('f', v.w, quiet(v.v, v.w))
    if d[0] == 'inf': return v
    return V('f', v.w, fenc(d[0], Q(round(d[1])), v.w))


def fract_below_one(r, v):
    """Compilers rely on it: never 1, however small a negative number is."""
    d = fdec(v.v, v.w)
    if d[0] == 'nan': return V('f', v.w, quiet(v.v, v.w))
    if d[0] == 'inf': return V('f', v.w, 1 << v.w - 1 | ((1 << v.w - FMT[v.w][0]) - 1) << FMT[v.w][0] - 1)
    x = fval(v)
    whole = x.numerator // x.denominator
    below = (FMT[v.w][1] << FMT[v.w][0]) - 1
    return V('f', v.w, min(fenc(0, x - whole, v.w, r.mode), below))


def frexp_exponent(r, v):
    """As if denormals were normal numbers; 0 for zero, infinity and NaN."""
    d = fdec(v.v, v.w)
    if d[0] in ('nan', 'inf') or d[1] == 0: return I(0)
    e, x = 0, d[1]
    while x >= 1: x /= 2; e += 1
    while x < Q(1, 2): x *= 2; e -= 1
    return I(e)


def byte_permute(r, high, low, select):
    data, out = high.v << 32 | low.v, 0
    for n in range(4):
        s = select.v >> 8 * n & 255
        sign = lambda byte: 255 if data >> 8 * byte + 7 & 1 else 0
        byte = 255 if s >= 13 else 0 if s == 12 else sign(2 * s - 15) if s >= 8 else data >> 8 * s & 255
        out |= byte << 8 * n
    return U(out)


def fma_to_f16(r, a, b, c):
    """The exact sum, rounded once."""
    ds = [fdec(x.v, 32) for x in (a, b, c)]
    if any(d[0] in ('nan', 'inf') for d in ds):
        return V('f', 16, fconv(farith('fma', [a.v, b.v, c.v], 32), 32, 16))
    product = ds[0][1] * ds[1][1] * (-1) ** (ds[0][0] ^ ds[1][0])
    exact = product + ds[2][1] * (-1) ** ds[2][0]
    if exact: return V('f', 16, fenc(int(exact < 0), abs(exact), 16, r.mode))
    return V('f', 16, fconv(farith('fma', [a.v, b.v, c.v], 32, r.mode), 32, 16))


FUNCS.update({
    'fma_to_f16': fma_to_f16,
    'rndne': rndne, 'fract_below_one': fract_below_one, 'frexp_exponent': frexp_exponent, 'byte_permute': byte_permute,
    'mantissa_of': lambda r, v: V('f', v.w, quiet(v.v, v.w)) if fdec(v.v, v.w)[0] == 'nan' else mant(v),
    'reverse': lambda r, v: U(int(f'{v.v:0{v.w}b}'[::-1], 2), v.w),
    'saturate_u8': lambda r, v: U(max(0, min(255, v.i())), 8),
    'mad_u64': lambda r, a, b, c: V('b', 65, a.v * b.v + c.v),
    'mad_i64': lambda r, a, b, c: V('b', 65, a.i() * b.i() + c.i()),
    'f16_whole': lambda r, v: I(V('i', 16, v.v).i()),
})

MIX = '''A = OPSEL_HI[0] ? f16_to_f32(OPSEL[0] ? S0[31 : 16].f16 : S0[15 : 0].f16) : S0.f32;
B = OPSEL_HI[1] ? f16_to_f32(OPSEL[1] ? S1[31 : 16].f16 : S1[15 : 0].f16) : S1.f32;
C = OPSEL_HI[2] ? f16_to_f32(OPSEL[2] ? S2[31 : 16].f16 : S2[15 : 0].f16) : S2.f32;
'''
# The text rounds to a single number on the way to a half; the hardware rounds once.
MIXED = MIX + 'D0[15 : 0].f16 = fma_to_f16(A, B, C)'
# Nothing times anything is nothing, and a NaN comes out quiet all the same.
DX9 = '''if ((64'F(S0.f32) == 0.0) || (64'F(S1.f32) == 0.0)) then
D0.f32 = isNAN(C.f32) ? cvtToQuietNAN(C.f32) : C.f32
else
D0.f32 = fma(S0.f32, S1.f32, C.f32)
endif'''
REWRITTEN = {
    's_brev_b32': 'D0.u32 = reverse(S0.u32)', 's_brev_b64': 'D0.u64 = reverse(S0.u64)',
    'v_bfrev_b32': 'D0.u32 = reverse(S0.u32)', 'v_mov_b16': 'D0.b16 = S0.b16',
    'v_perm_b32': 'D0.u32 = byte_permute(S0.u32, S1.u32, S2.u32)',
    'v_sat_pk_u8_i16': 'D0.b16 = { saturate_u8(S0[31 : 16].i16), saturate_u8(S0[15 : 0].i16) }',
    'v_mad_u64_u32': 'tmp = mad_u64(S0.u32, S1.u32, S2.u64);\nD0.u64 = tmp[63 : 0];\nVCC.u64[laneId] = tmp[64]',
    'v_mad_i64_i32': 'tmp = mad_i64(S0.i32, S1.i32, S2.i64);\nD0.u64 = tmp[63 : 0];\nVCC.u64[laneId] = tmp[64]',
    'v_ldexp_f16': 'D0.f16 = ldexp(S0.f16, f16_whole(S1.b16))',
    'v_fma_dx9_zero_f32': DX9.replace('C', 'S2'), 'v_fmac_dx9_zero_f32': DX9.replace('C', 'D0'),
    'v_fma_mix_f32': MIX + 'D0.f32 = fma(A, B, C)',
}
for w in (16, 32, 64):
    f = f'f{w}'
    REWRITTEN |= {
        f'v_rndne_{f}': f'D0.{f} = rndne(S0.{f})', f's_rndne_{f}': f'D0.{f} = rndne(S0.{f})',
        f'v_fract_{f}': f'D0.{f} = fract_below_one(S0.{f})', f'v_frexp_mant_{f}': f'D0.{f} = mantissa_of(S0.{f})',
    }
REWRITTEN |= {
    'v_frexp_exp_i32_f32': 'D0.i32 = frexp_exponent(S0.f32)', 'v_frexp_exp_i32_f64': 'D0.i32 = frexp_exponent(S0.f64)',
    'v_frexp_exp_i16_f16': 'D0.i16 = frexp_exponent(S0.f16)',
    'v_mad_co_u64_u32': REWRITTEN['v_mad_u64_u32'], 'v_mad_co_i64_i32': REWRITTEN['v_mad_i64_i32'],
}
# Parts of texts: `max` flags the first only if it is greater; a count has 32 bits.
CORRECTED = {
    's_max_i32': ('>=', '>'), 's_max_u32': ('>=', '>'),
    's_bcnt0_i32_b64': ('D0.u64 != 0ULL', 'D0.u32 != 0U'), 's_bcnt1_i32_b64': ('D0.u64 != 0ULL', 'D0.u32 != 0U'),
}


def text(name, given):
    base = re.sub(r'_e(32|64)$', '', name)
    if base in REWRITTEN: return REWRITTEN[base]
    # The greatest is found by its bits: -0 is less than +0 here as in the maximum.
    if 'med3' in base: return re.sub(r'\) == S(\d)\.f(\d+)', r').u\2 == S\1.u\2', given)
    return given.replace(*CORRECTED[base]) if base in CORRECTED else given
