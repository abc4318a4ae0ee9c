"""VOP3P under every modifier: which halves are chosen, their signs, `clamp`, and MODE for floats.

For packed numbers `op_sel` and `op_sel_hi` choose the halves that the low and the high result read, `neg_lo`
and `neg_hi` change their signs. Integer dot products read `neg_lo` as signedness; mixed sums read `op_sel_hi` as
the type of a source and `neg_hi` as its magnitude.
"""
import re
from cases import values
from floats import inf, isnan, quiet
from language import I, U, V, evaluate
from modes import ROUNDINGS, finished, flushed, set_mode
from pools import FLOATS, INTEGERS
from texts import MIXED

LANES = 8
# Dot products of floats are added up in ways that the text does not say.
PACKED = re.compile(r'v_(pk_(?!fmac)|fma_mix|dot[248]_[iu]32_)')


def halves(random, floats):
    pick = lambda: random.choice(FLOATS[16]) if floats else random.choice(INTEGERS) & 0xffff
    return pick() << 16 | pick()


def saturated(base, sources, whole, signed):
    """What `clamp` makes of packed and summed integers."""
    sign = lambda x, w: x - (1 << w) if x >> w - 1 else x
    if base.startswith('v_dot'):
        wide = 8 if 'dot4' in base else 4
        part = lambda x, n, s: sign(x >> n * wide & (1 << wide) - 1, wide) if s else x >> n * wide & (1 << wide) - 1
        total = sum(part(sources[0], n, signed & 1) * part(sources[1], n, signed & 2) for n in range(32 // wide))
        if 'i32' in base:
            return max(-(1 << 31), min((1 << 31) - 1, total + sign(sources[2], 32))) & 0xffffffff
        return min((1 << 32) - 1, total + sources[2])
    kind = re.search(r'v_pk_(add|sub|mad)_([iu])16', base)
    if not kind:
        return whole
    out = 0
    for at in (0, 16):
        a, b, c = [x >> at & 0xffff for x in (list(sources) + [0])[:3]]
        if kind[2] == 'i':
            a, b, c = [sign(x, 16) for x in (a, b, c)]
        exact = {'add': a + b, 'sub': a - b, 'mad': a * b + c}[kind[1]]
        low, high = (-32768, 32767) if kind[2] == 'i' else (0, 65535)
        out |= (max(low, min(high, exact)) & 0xffff) << at
    return out


def packed_case(ins, base, codes, random, rdna4):
    ops = ins['operands']
    keys = [k for k in ('src0', 'vsrc0', 'vsrc1', 'src1', 'src2') if k in ops]
    mixes, dots = 'fma_mix' in base, base.startswith('v_dot')
    floats = mixes or 'f16' in base
    bits = 32 if dots or base == 'v_fma_mix_f32' else 16
    mode = random.getrandbits(10) | random.getrandbits(1) << 23 if floats else 0x3f0
    rounding = ROUNDINGS[mode >> (0 if bits == 32 else 2) & 3]
    count = len(keys)
    some = lambda: random.getrandbits(count)
    op_sel, op_sel_hi, neg_lo, neg_hi = some(), some(), some() if floats else 0, some() if floats else 0
    if dots:
        op_sel, op_sel_hi = 0, 7
        neg_lo = random.getrandbits(2) if 'iu' in base else 0
    clamp = random.getrandbits(1)
    one = lambda n: (random.choice(FLOATS[32]) if mixes and not op_sel_hi >> n & 1
                     else random.choice(INTEGERS) if dots else halves(random, floats))
    rows = [[one(n) for n in range(count)] for _ in range(LANES)]
    old = [0xdead0000 | 257 * n for n in range(LANES)]
    results = []
    keeps = lambda w, after=0: mode >> (4 if w == 32 else 6) + after & 1
    for lane, row in enumerate(rows):
        sources, infinite = [], False
        for n, x in enumerate(row):
            if mixes:
                high = 16 * (op_sel >> n & 1)
                if op_sel_hi >> n & 1:
                    half = x >> high & 0xffff
                    half = half & 0x7fff if neg_hi >> n & 1 else half
                    x = x & ~(0xffff << high) | (half ^ (neg_lo >> n & 1) << 15) << high
                    infinite |= half & 0x7fff == 0x7c00
                else:
                    x = x & 0x7fffffff if neg_hi >> n & 1 else x
                    x = flushed(x ^ (neg_lo >> n & 1) << 31, 32, keeps(32))
                    infinite |= x & 0x7fffffff == inf(32)
            elif not dots:
                low = x >> 16 * (op_sel >> n & 1) & 0xffff
                high = x >> 16 * (op_sel_hi >> n & 1) & 0xffff
                if floats:
                    low ^= (neg_lo >> n & 1) << 15
                    high ^= (neg_hi >> n & 1) << 15
                if floats:
                    low, high = flushed(low, 16, keeps(16)), flushed(high, 16, keeps(16))
                x = high << 16 | low
            sources.append(x)
        env = {'D0': V('b', 32, old[lane]), 'laneId': I(lane), 'IEEE': U(mode >> 9 & 1 and not rdna4),
               'OPSEL': U(op_sel), 'OPSEL_HI': U(op_sel_hi), 'NEG': U(neg_lo)}
        for n, x in enumerate(sources):
            env[f'S{n}'] = V('b', 32, x)
        if base in ('v_fma_mixlo_f16', 'v_fma_mixhi_f16'):
            # Rounded once, to a half.
            half = evaluate(MIXED, env, codes, rounding)['D0'].v & 0xffff
            half = finished(half, 16, mode, 0, clamp, rdna4, not infinite)
            at = 16 * (base == 'v_fma_mixhi_f16')
            results.append(old[lane] & ~(0xffff << at) | half << at)
            continue
        after = evaluate(ins['pseudocode'], env, codes, rounding)['D0'].v & 0xffffffff
        if not floats and clamp:
            after = saturated(base, sources, after, neg_lo)
        elif floats and bits == 32:
            after = finished(after, 32, mode, 0, clamp, rdna4, True)
        elif floats:
            parts = []
            for at in (0, 16):
                finite = not any(x >> at & 0x7fff == 0x7c00 for x in sources)
                half = after >> at & 0xffff
                half = quiet(half, 16) if isnan(half, 16) else half
                parts.append(finished(half, 16, mode, 0, clamp, rdna4, finite))
            after = parts[1] << 16 | parts[0]
        results.append(after)
    word = 0xcc << 24 | ins['opcode'] << 16 | clamp << 15 | (op_sel_hi >> 2 & 1) << 14 | op_sel << 11 | neg_hi << 8 | 16
    word |= neg_lo << 61 | (op_sel_hi & 3) << 59 | sum(256 + 4 * n << 32 + 9 * n for n in range(count))
    text = set_mode(mode, random) + 'bytes ' + word.to_bytes(8, 'little').hex()
    inputs = ' '.join(f'v{4 * n}={values(32, [row[n] for row in rows])}' for n in range(count))
    return f'{text} | {inputs} v16={values(32, old)} | v16={values(32, results)}'
