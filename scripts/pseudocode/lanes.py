"""Lanes that talk to each other: DPP, permutations, reads and writes of single lanes, counts of lanes below.

What the manual draws as tables and loops over the vector registers is a function here from a lane to the one
that it reads, or to nothing.
"""
from fractions import Fraction
from cases import values
from floats import farith, fconv, fenc

# Control words of DPP16, by the text that chooses them.
def quad(n, select): return n & ~3 | select >> 2 * (n & 3) & 3
DPP = {
    'row_shl': lambda n, by: n + by if (n & 15) + by < 16 else None,
    'row_shr': lambda n, by: n - by if (n & 15) >= by else None,
    'row_ror': lambda n, by: n & ~15 | n - by & 15,
    'row_share': lambda n, by: n & ~15 | by,
    'row_xmask': lambda n, by: n ^ by,
}


def dpp_control(random):
    """A control and the lane that lane n reads."""
    kind = random.randrange(8)
    if kind < 5:
        name = list(DPP)[kind]
        by = random.randrange(1 if kind < 3 else 0, 16)
        return f'{name}:{by}', lambda n: DPP[name](n, by)
    if kind == 5:
        select = random.getrandbits(8)
        perm = ','.join(str(select >> 2 * n & 3) for n in range(4))
        return f'quad_perm:[{perm}]', lambda n: quad(n, select)
    if kind == 6:
        return 'row_mirror', lambda n: n & ~15 | 15 - (n & 15)
    return 'row_half_mirror', lambda n: n & ~7 | 7 - (n & 7)


def some_exec(random, lanes):
    return random.choice([(1 << lanes) - 1, random.getrandbits(lanes), random.getrandbits(lanes) & random.getrandbits(lanes)])


def fetched(exec_, lane, from_, data, fi, bound_ctrl):
    """What DPP gives a lane: a word, or nothing where the lane is left alone."""
    if from_ is None or not (fi or exec_ >> from_ & 1):
        return 0 if bound_ctrl else None
    return data[from_]


def dpp16(random, lanes):
    text, reads = dpp_control(random)
    rows, banks = random.choice([15, random.getrandbits(4)]), random.choice([15, random.getrandbits(4)])
    bound, fi = random.getrandbits(1), random.getrandbits(1)
    exec_, data = some_exec(random, lanes), words(random, lanes)
    other, old = words(random, lanes), words(random, lanes)
    adds = random.getrandbits(1)
    out = []
    for n in range(lanes):
        x = fetched(exec_, n, reads(n), data, fi, bound)
        writes = exec_ >> n & 1 and rows >> n // 16 % 4 & 1 and banks >> n // 4 % 4 & 1 and x is not None
        out.append((x + other[n] & 0xffffffff if adds else x) if writes else old[n])
    what = 'v_add_nc_u32_dpp v2, v0, v1' if adds else 'v_mov_b32_dpp v2, v0'
    flags = f'row_mask:{rows:#x} bank_mask:{banks:#x}' + ' bound_ctrl:1' * bound + ' fi:1' * fi
    return f'{what} {text} {flags}', {'exec': exec_, 'v0': data, 'v1': other, 'v2': old}, {'v2': out, 'exec': exec_}


def dpp_compare(random, lanes):
    """A lane that DPP leaves alone has no bit in the result."""
    text, reads = dpp_control(random)
    rows, bound, fi = random.getrandbits(4), random.getrandbits(1), random.getrandbits(1)
    exec_, data, other = some_exec(random, lanes), words(random, lanes), words(random, lanes)
    mask = 0
    for n in range(lanes):
        x = fetched(exec_, n, reads(n), data, fi, bound)
        if exec_ >> n & 1 and rows >> n // 16 % 4 & 1 and x is not None:
            mask |= (x < other[n]) << n
    flags = f'row_mask:{rows:#x} bank_mask:0xf' + ' bound_ctrl:1' * bound + ' fi:1' * fi
    vcc = 'vcc_lo' if lanes == 32 else 'vcc'
    inputs = {'exec': exec_, 'v0': data, 'v1': other, 'vcc': (1 << 64) - 1}
    return f'v_cmp_lt_u32_dpp {vcc}, v0, v1 {text} {flags}', inputs, {'vcc': mask, 'exec': exec_}


def dpp8(random, lanes):
    picks, fi = [random.randrange(8) for _ in range(8)], random.getrandbits(1)
    exec_, data, old = some_exec(random, lanes), words(random, lanes), words(random, lanes)
    out = []
    for n in range(lanes):
        x = fetched(exec_, n, n & ~7 | picks[n & 7], data, fi, 1)
        out.append(x if exec_ >> n & 1 else old[n])
    select = ','.join(map(str, picks))
    return f'v_mov_b32_dpp v2, v0 dpp8:[{select}]' + ' fi:1' * fi, {'exec': exec_, 'v0': data, 'v2': old}, {'v2': out}


def permlane16(random, lanes):
    crosses, fi, bound = random.getrandbits(1), random.getrandbits(1), random.getrandbits(1)
    exec_, data, old, select = some_exec(random, lanes), words(random, lanes), words(random, lanes), random.getrandbits(64)
    out = []
    for n in range(lanes):
        from_ = n & ~15 ^ 16 * crosses | select >> 4 * (n & 15) & 15
        # An inactive source is read only if asked for; otherwise it is zero, or the lane keeps what it has.
        x = data[from_] if fi or exec_ >> from_ & 1 else 0 if bound else old[n]
        out.append(x if exec_ >> n & 1 else old[n])
    name = 'v_permlanex16_b32' if crosses else 'v_permlane16_b32'
    sel = f' op_sel:[{fi},{bound}]' if fi or bound else ''
    inputs = {'exec': exec_, 'v0': data, 'v2': old, 's4': select & 0xffffffff, 's5': select >> 32}
    return f'{name} v2, v0, s4, s5{sel}', inputs, {'v2': out}


def permlane64(random, lanes):
    exec_, data, old = some_exec(random, lanes), words(random, lanes), words(random, lanes)
    swapped = lambda n: data[n ^ 32] if lanes == 64 else old[n]
    out = [swapped(n) if exec_ >> n & 1 else old[n] for n in range(lanes)]
    return 'v_permlane64_b32 v2, v0', {'exec': exec_, 'v0': data, 'v2': old}, {'v2': out}


def read_lane(random, lanes):
    exec_, data, select = some_exec(random, lanes), words(random, lanes), random.getrandbits(32)
    inputs = {'exec': exec_, 'v0': data, 's4': select}
    return 'v_readlane_b32 s6, v0, s4', inputs, {'s6': data[select % lanes]}


def read_first(random, lanes):
    exec_, data = random.choice([0, some_exec(random, lanes)]), words(random, lanes)
    first = (exec_ & -exec_).bit_length() - 1 if exec_ else 0
    return 'v_readfirstlane_b32 s6, v0', {'exec': exec_, 'v0': data}, {'s6': data[first]}


def write_lane(random, lanes):
    exec_, old, select, x = some_exec(random, lanes), words(random, lanes), random.getrandbits(32), random.getrandbits(32)
    out = [x if n == select % lanes else old[n] for n in range(lanes)]
    return 'v_writelane_b32 v2, s5, s4', {'exec': exec_, 'v2': old, 's4': select, 's5': x}, {'v2': out}


def count_below(random, lanes):
    mask, base, old = words(random, lanes), words(random, lanes), words(random, lanes)
    exec_, high = some_exec(random, lanes), random.getrandbits(1)
    out = []
    for n in range(lanes):
        below = (1 << n) - 1 >> 32 * high & 0xffffffff
        out.append(base[n] + bin(mask[n] & below).count('1') & 0xffffffff if exec_ >> n & 1 else old[n])
    name = 'v_mbcnt_hi_u32_b32' if high else 'v_mbcnt_lo_u32_b32'
    return f'{name} v2, v0, v1', {'exec': exec_, 'v0': mask, 'v1': base, 'v2': old}, {'v2': out}


def ds_permute(random, lanes, rdna4):
    # RDNA 3 moves words within halves of a wave of 64.
    reach = lanes if rdna4 else 32
    exec_, data, old = some_exec(random, lanes), words(random, lanes), words(random, lanes)
    address, offset = words(random, lanes), 4 * random.randrange(40) if random.getrandbits(1) else 0
    other = lambda n: n - n % reach + (address[n] + offset & 0xffffffff) // 4 % reach
    pushes = random.getrandbits(1)
    got = [0] * lanes
    for n in range(lanes):
        if pushes and exec_ >> n & 1: got[other(n)] = data[n]
        elif not pushes: got[n] = data[other(n)] if exec_ >> other(n) & 1 else 0
    out = [got[n] if exec_ >> n & 1 else old[n] for n in range(lanes)]
    name = 'ds_permute_b32' if pushes else 'ds_bpermute_b32'
    inputs = {'exec': exec_, 'v0': address, 'v1': data, 'v2': old}
    return f'{name} v2, v0, v1 offset:{offset}', inputs, {'v2': out}


def ds_swizzle(random, lanes):
    exec_, data, old = some_exec(random, lanes), words(random, lanes), words(random, lanes)
    kind = random.randrange(4)
    if kind == 0:
        pattern = random.getrandbits(15)
        reads = lambda n: (n & (pattern & 31) | pattern >> 5 & 31) ^ pattern >> 10 & 31
    elif kind == 1:
        pattern = 0x8000 | random.getrandbits(8)
        reads = lambda n: quad(n, pattern)
    elif kind == 2:
        by, left, mask = random.randrange(32), random.getrandbits(1), random.getrandbits(5)
        pattern = 0xc000 | left << 10 | by << 5 | mask
        reads = lambda n: (n & mask) | ((n - by if left else n + by) & ~mask & 31)
    else:
        mask = random.choice([0x1f, 0x10, 0x18, 0x1c, 0x1e, 0])
        pattern = 0xe000 | mask
        reads = lambda n: int(f'{n:05b}'[::-1], 2) >> bin(mask).count('1') | n & mask
    out = []
    for n in range(lanes):
        from_ = n & 32 | reads(n & 31) & 31
        out.append((data[from_] if exec_ >> from_ & 1 else 0) if exec_ >> n & 1 else old[n])
    return f'ds_swizzle_b32 v2, v0 offset:{pattern}', {'exec': exec_, 'v0': data, 'v2': old}, {'v2': out}


def words(random, lanes): return [random.getrandbits(32) for _ in range(lanes)]


def interpolate(random, lanes, name, true16):
    """A factor of one lane of a quad, and what that or another lane adds to the product."""
    p10, half, rtz = 'p10' in name, 'f16' in name, 'rtz' in name
    to_half = half and not p10
    width, mode = 16 if to_half else 32, 'rtz' if rtz else 'rne'
    bits = lambda w: fenc(random.getrandbits(1), Fraction(random.randrange(1, 200), 16), w)
    factors = [bits(16 if half else 32) for _ in range(lanes)]
    weights = [bits(32) for _ in range(lanes)]
    added = [bits(16 if half and p10 else 32) for _ in range(lanes)]
    exec_, old = some_exec(random, lanes), words(random, lanes)
    out = []
    for n in range(lanes):
        quad_ = n & ~3
        a = factors[quad_ + (1 if p10 else 2)]
        c = added[quad_ if p10 else n]
        a, c = fconv(a, 16, 32) if half else a, fconv(c, 16, 32) if half and p10 else c
        # Numbers of so few digits are exact until the result.
        x = farith('fma', [fconv(x, 32, 64) for x in (a, weights[n], c)], 64)
        x = fconv(x, 64, width, mode)
        x = old[n] & 0xffff0000 | x if to_half else x
        out.append(x if exec_ >> n & 1 else old[n])
    halves = ['.l' if h and true16 else '' for h in (to_half, half, False, half and p10)]
    registers = ', '.join(r + h for r, h in zip(('v3', 'v0', 'v1', 'v2'), halves))
    inputs = {'exec': exec_, 'v0': factors, 'v1': weights, 'v2': added, 'v3': old}
    return f'{name} {registers}', inputs, {'v3': out}


INTERPOLATIONS = ['v_interp_p10_f32', 'v_interp_p2_f32', 'v_interp_p10_f16_f32', 'v_interp_p2_f16_f32',
                  'v_interp_p10_rtz_f16_f32', 'v_interp_p2_rtz_f16_f32']

EVERYWHERE = [dpp16, dpp16, dpp16, dpp_compare, dpp8, permlane16, permlane16, permlane64, read_lane, read_first,
              write_lane, count_below, ds_swizzle]


def lane_cases(random, rounds):
    def shown(place, x):
        if isinstance(x, list): return f'{place}={values(32, x)}'
        return f'{place}={x:#x}'
    def line(tags, lanes, case):
        text, inputs, outputs = case
        all_ = [' '.join(shown(place, x) for place, x in part.items()) for part in (inputs, outputs)]
        return f'{tags}@wave{lanes} {text} | {all_[0]} | {all_[1]}'
    for _ in range(rounds):
        for lanes in (32, 64):
            made = [('', case(random, lanes)) for case in EVERYWHERE]
            made += [('@gfx1100 @gfx1150 ', ds_permute(random, lanes, False)), ('@gfx1200 ', ds_permute(random, lanes, True))]
            for tags, case in made:
                yield line(tags, lanes, case)
    for lanes in (32, 64):
        for name in INTERPOLATIONS:
            for tags, true16 in (('@gfx1100 @gfx1150 ', True), ('@gfx1200 ', False)):
                yield line(tags, lanes, interpolate(random, lanes, name, true16))
