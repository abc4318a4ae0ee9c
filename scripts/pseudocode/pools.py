"""Numbers to try: every special value of a width, and which of them meet."""
from floats import FMT

FLOATS = {
    16: [0, 0x8000, 1, 0x8001, 0x3ff, 0x400, 0x3c00, 0xbc00, 0x3555, 0x7bff, 0xfbff, 0x7c00, 0xfc00,
         0x7e00, 0xfe01, 0x7c01, 0xfd55, 0x4248, 0x5640, 0x3801],
    32: [0, 1 << 31, 1, 0x80000001, 0x7fffff, 0x800000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3eaaaaab,
         0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00005, 0x7f800001, 0xff923456,
         0x40490fdb, 0x4f000000, 0xcf000000, 0x4b7fffff, 0x40200000],
    64: [0, 1 << 63, 1, 0x000fffffffffffff, 0x0010000000000000, 0x3ff0000000000000, 0xbff0000000000000,
         0x3fd5555555555555, 0x7fefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
         0x7ff8000000000000, 0xfff8000000000123, 0x7ff0000000000001, 0x400921fb54442d18,
         0x41dfffffffc00000, 0xc1e0000000000000, 0x41efffffffe00000]}
INTEGERS = [0, 1, 2, 5, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffff,
            0x800000, 0xffffff, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0x12345678, 0xdeadbeef,
            0x00100008, 0x00410004]
PAIRS = [a << 32 | b for a, b in zip(INTEGERS, reversed(INTEGERS))] + [(1 << 64) - 1, 1 << 63, 1 << 32]


def mix_numbers(random):
    """Adds numbers of every size to the special ones."""
    for bits, all_ in FLOATS.items():
        one = FMT[bits][1] << FMT[bits][0]
        all_ += [random.getrandbits(bits) for _ in range(12)]
        # Near one and small whole numbers, where sums and products round and do not vanish.
        all_ += [one + random.getrandbits(FMT[bits][0] + 2) | random.getrandbits(1) << bits - 1 for _ in range(12)]
    INTEGERS.extend(random.getrandbits(32) >> random.randrange(32) for _ in range(16))
    PAIRS.extend(random.getrandbits(64) >> random.randrange(64) for _ in range(16))


def pool(operand):
    bits, float_ = operand['bits'], 'F' in operand.get('format', '')
    if float_ and bits in FLOATS:
        return FLOATS[bits]
    return PAIRS if bits == 64 else [x & ((1 << bits) - 1) for x in INTEGERS]


def combinations(pools, count, random):
    """Every special value of the first source comes up in turn, with others at random."""
    starts = [random.randrange(len(p)) for p in pools]
    return [[p[(start + i * (1 if n == 0 else 7)) % len(p)] if n == 0 else random.choice(p)
             for n, (p, start) in enumerate(zip(pools, starts))] for i in range(count)]
