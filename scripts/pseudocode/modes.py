"""Vector floats under every MODE: rounding, denormals, IEEE, DX10_CLAMP, FP16_OVFL, with signs, `clamp` and `omod`.

The pseudocode says what an instruction computes; what MODE and the modifiers of results add to it is said
here once, for all of them, as the manual's chapter on MODE has it:

* a source that is a denormal becomes a zero of its sign, unless the mode of its width keeps it;
* results round by the mode of singles, or of doubles and halves; conversions from doubles to singles by the
  latter;
* `omod` scales where denormal results are not kept and IEEE is off, on RDNA 4 always; a zero that it makes has no
  sign, and a denormal is not kept;
* denormal results become zeros; `clamp` holds results from 0 to 1 and makes a NaN 0 if DX10_CLAMP is set;
* FP16_OVFL makes an overflowing half the largest one, if no source was infinite.
"""
import re
from cases import registers, values
from floats import FMT, fdec, fscale, inf, isnan, quiet
from language import I, U, V, evaluate
from pools import combinations, pool

ROUNDINGS = ['rne', 'rup', 'rdn', 'rtz']
# What the modes apply to: arithmetic, minima, comparisons, conversions that round.
MOVED = re.compile(r'v_((add|sub|subrev|mul|fma|fmac|mul_dx9_zero|ldexp)_f(16|32|64)'
                   r'|(min|max|minimum|maximum|med|minmax|maxmin|minimummaximum|maximumminimum)3?(_num)?_f(16|32|64)'
                   r'|(floor|ceil|trunc|rndne)_f(16|32|64)|cvt_f(16|32|64)_[fiu](16|32|64)'
                   r'|cvt_[iu](16|32)_f(16|32|64)|cvt_pk_[iu]16_f32|cmp_(?!class)[a-z]+_f(16|32|64))$')
LANES = 8


def set_mode(mode, random):
    """By a number in the code, or from a register, where it is known only when the code runs."""
    if random.getrandbits(1):
        return f's_setreg_imm32_b32 hwreg(1, 0, 24), {mode:#x} ; '
    return f's_mov_b32 s0, {mode:#x} ; s_setreg_b32 hwreg(1, 0, 24), s0 ; '


def flushed(bits, width, keeps):
    d = fdec(bits, width)
    denormal = d[0] in (0, 1) and 0 < d[1] and not bits >> FMT[width][0] & ((1 << width - 1 - FMT[width][0]) - 1)
    return bits & 1 << width - 1 if denormal and not keeps else bits


def finished(bits, width, mode, omod, clamp, rdna4, finite):
    keeps = mode >> (5 if width == 32 else 7) & 1
    ieee = mode >> 9 & 1 and not rdna4
    if width == 16 and mode >> 23 & 1 and bits & 0x7fff == 0x7c00 and finite:
        bits -= 1
    if omod and (rdna4 or not keeps and not ieee):
        keeps = 0
        if not isnan(bits, width):
            bits = fscale(bits, width, {1: 1, 2: 2, 3: -1}[omod])
            bits = 0 if bits == 1 << width - 1 else bits
    bits = flushed(bits, width, keeps)
    if clamp:
        one = FMT[width][1] << FMT[width][0]
        if isnan(bits, width):
            return 0 if rdna4 or mode >> 8 & 1 else bits
        bits = 0 if bits >> width - 1 else min(bits, one)
    return bits


def mode_case(ins, base, codes, random, rdna4):
    ops, first = ins['operands'], {'VOP1': 0x180, 'VOP2': 0x100}.get(ins['encoding'], 0)
    keys = [k for k in ('src0', 'vsrc0', 'vsrc1', 'src1', 'src2') if k in ops]
    widths = [ops[k]['bits'] for k in keys]
    # An exponent is a whole number, whatever its format is called.
    floats = ['F' in ops[k].get('format', '') and not (n and 'ldexp' in base) for n, k in enumerate(keys)]
    bits = ops['vdst']['bits'] if 'vdst' in ops else 0
    compares = base.startswith('v_cmp')
    result = re.search(r'_(?:cvt_)?(?:pk_)?([fiu])(\d+)(?:_\w\d+)?$', base)
    to_float = result[1] == 'f' and not compares
    doubles = bits != 32 or base == 'v_cvt_f32_f64'
    mode = random.getrandbits(10) | random.getrandbits(1) << 23
    rounding = ROUNDINGS[mode >> (2 if doubles else 0) & 3]
    neg, abs_ = [sum(random.getrandbits(1) << n for n, f in enumerate(floats) if f) for _ in range(2)]
    clamp, omod = (random.getrandbits(1), random.randrange(4)) if to_float else (0, 0)
    rows = combinations([pool(ops[k]) for k in keys], LANES, random)
    # What is added up meets numbers of its own size, where sums round.
    old = [random.choice(pool(ops['vdst'])) if 'fmac' in base else 0xdead0000 | 257 * n for n in range(LANES)]
    results, mask = [], 0
    for lane, row in enumerate(rows):
        env = {'D0': V('b', 128, old[lane]), 'VCC': V('b', 64, 0), 'laneId': I(lane), 'EXEC': V('b', 64, 255),
               'IEEE': U(mode >> 9 & 1 and not rdna4), 'OPSEL': U(0), 'OPSEL_HI': U(7), 'NEG': U(0)}
        sources = []
        for n, (x, w) in enumerate(zip(row, widths)):
            x &= ~(abs_ >> n & 1 and 1 << w - 1)
            x ^= (neg >> n & 1) << w - 1
            if floats[n]:
                x = flushed(x, w, mode >> (4 if w == 32 else 6) & 1)
            sources.append((x, w))
            env[f'S{n}'] = V('b', w, x)
        if 'fmac' in base:
            x = flushed(old[lane] & (1 << bits) - 1, bits, mode >> (4 if bits == 32 else 6) & 1)
            sources.append((x, bits))
            env['D0'] = V('b', 128, old[lane] & ~((1 << bits) - 1) | x)
        after = evaluate(ins['pseudocode'], env, codes, rounding)['D0'].v
        mask |= (after >> lane & 1) << lane
        after &= (1 << max(bits, 32)) - 1
        if to_float:
            finite = not any(f and x & (1 << w - 1) - 1 == inf(w) for (x, w), f in zip(sources, floats + [True]))
            # Where two signalling NaNs meet without IEEE rules, the one that comes out is quiet too.
            low = after & (1 << bits) - 1
            low = quiet(low, bits) if isnan(low, bits) else low
            low = finished(low, bits, mode, omod, clamp, rdna4, finite)
            after = low | (old[lane] & 0xffff0000 if bits == 16 else 0)
        results.append(after)
    word = 0b110101 << 26 | ins['opcode'] + first << 16 | clamp << 15 | abs_ << 8
    word |= neg << 61 | omod << 59 | (106 if compares else 16) | sum(256 + 4 * n << 32 + 9 * n for n in range(len(keys)))
    text = set_mode(mode, random) + 'bytes ' + word.to_bytes(8, 'little').hex()
    inputs = ' '.join(f'{registers("v", 4 * n, w)}={values(w, [row[n] for row in rows])}' for n, w in enumerate(widths))
    if compares:
        return f'@wave32 {text} | {inputs} | vcc_lo={mask * 0x01010101:#x}'
    dst = registers('v', 16, bits)
    return f'{text} | {inputs} {dst}={values(bits, old)} | {dst}={values(bits, results)}'
