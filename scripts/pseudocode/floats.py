"""Floats as bit patterns, rounded from exact fractions. NaNs: the first one comes out, quiet."""
from fractions import Fraction as Q

FMT = {16: (10, 15), 32: (23, 127), 64: (52, 1023)}
def fdec(bits, w, frac=None, bias=None):
    """('nan', bits) ('inf', s) or (sign, Fraction)."""
    m, b = (frac, bias) if frac else FMT[w]
    s = bits >> (w - 1) & 1; e = bits >> m & ((1 << (w - 1 - m)) - 1); f = bits & ((1 << m) - 1)
    top = (1 << (w - 1 - m)) - 1
    if e == top: return ('nan', bits) if f else ('inf', s)
    v = Q(f, 1 << m) * Q(2) ** (1 - b) if e == 0 else (1 + Q(f, 1 << m)) * Q(2) ** (e - b)
    return (s, v)
def fenc(s, v, w, mode='rne', frac=None, bias=None, sat=False):
    """Rounds |v| (a Fraction) to a float of w bits; returns bits."""
    m, b = (frac, bias) if frac else FMT[w]
    top = (1 << (w - 1 - m)) - 1
    sb = s << (w - 1)
    if v == 0: return sb
    e = v.numerator.bit_length() - v.denominator.bit_length()
    if Q(2) ** e > v: e -= 1
    if Q(2) ** (e + 1) <= v: e += 1
    e = max(e, 1 - b)
    unit = Q(2) ** (e - m)
    q = v / unit
    n = q.numerator // q.denominator; r = q - n
    up = {'rne': r > Q(1, 2) or (r == Q(1, 2) and n & 1), 'rtz': False,
          'rup': r > 0 and not s, 'rdn': r > 0 and s}[mode]
    n += bool(up)
    bits = n + ((e + b - 1) << m)
    if bits >= top << m:
        big = mode == 'rtz' or (mode == 'rup' and s) or (mode == 'rdn' and not s)
        return sb | ((top << m) - 1 if big else top << m)
    return sb | bits
def qnan(w): m = FMT[w][0]; return (((1 << (w - 1)) - 1) >> (m - 1) << (m - 1)) | 1 << (w - 1)  # negative quiet NaN
def isnan(bits, w): return fdec(bits, w)[0] == 'nan'
def quiet(bits, w): return bits | 1 << (FMT[w][0] - 1)
def fconv(bits, w, to, mode='rne'):
    if w == to: return bits
    d = fdec(bits, w)
    if d[0] == 'nan':
        m, n = FMT[w][0], FMT[to][0]
        s = bits >> (w - 1); f = bits & ((1 << m) - 1)
        f = f << (n - m) if n > m else f >> (m - n)
        return s << (to - 1) | ((1 << (to - 1 - n)) - 1) << n | 1 << (n - 1) | f
    if d[0] == 'inf': return d[1] << (to - 1) | ((1 << (to - 1 - FMT[to][0])) - 1) << FMT[to][0]
    return fenc(d[0], d[1], to, mode)
def inf(w, s=0): m = FMT[w][0]; return s << (w - 1) | ((1 << (w - 1 - m)) - 1) << m


def farith(op, args, w, mode='rne'):
    """args are bits of width w. NaNs: the first, made quiet."""
    ds = [fdec(a, w) for a in args]
    if op == 'fma':
        # A product that is no number comes before what is added.
        factors = sorted(str(d[0]) if d[0] in ('nan', 'inf') else 'zero' if d[1] == 0 else 'x' for d in ds[:2])
        if factors == ['inf', 'zero']: return qnan(w)
    for n, (a, d) in enumerate(zip(args, ds)):
        # What is subtracted is negated first.
        if d[0] == 'nan': return quiet(a ^ (n and op == '-') << w - 1, w)
    sg = [a >> (w - 1) for a in args]
    if op in ('+', '-'):
        a, b = ds; sb = sg[1] ^ (op == '-')
        if a[0] == 'inf' or b[0] == 'inf':
            if a[0] == 'inf' and b[0] == 'inf' and sg[0] != sb: return qnan(w)
            return inf(w, sg[0] if a[0] == 'inf' else sb)
        x = (-a[1] if sg[0] else a[1]) + (-b[1] if sb else b[1])
        if x == 0:
            s = sg[0] if sg[0] == sb and a[1] == 0 and b[1] == 0 else int(mode == 'rdn')
            if a[1] == 0 and b[1] == 0 and sg[0] == sb: s = sg[0]
            return fenc(s, Q(0), w)
        return fenc(int(x < 0), abs(x), w, mode)
    if op == '*':
        a, b = ds; s = sg[0] ^ sg[1]
        if a[0] == 'inf' or b[0] == 'inf':
            if (a[0] != 'inf' and a[1] == 0) or (b[0] != 'inf' and b[1] == 0): return qnan(w)
            return inf(w, s)
        return fenc(s, a[1] * b[1], w, mode)
    if op == '/':
        a, b = ds; s = sg[0] ^ sg[1]
        if a[0] == 'inf': return qnan(w) if b[0] == 'inf' else inf(w, s)
        if b[0] == 'inf': return fenc(s, Q(0), w)
        if b[1] == 0: return qnan(w) if a[1] == 0 else inf(w, s)
        return fenc(s, a[1] / b[1], w, mode)
    if op == 'fma':
        a, b, c = ds; s = sg[0] ^ sg[1]
        if a[0] == 'inf' or b[0] == 'inf':
            if (a[0] != 'inf' and a[1] == 0) or (b[0] != 'inf' and b[1] == 0): return qnan(w)
            if c[0] == 'inf' and sg[2] != s: return qnan(w)
            return inf(w, s)
        if c[0] == 'inf': return inf(w, sg[2])
        p = a[1] * b[1]
        x = (-p if s else p) + (-c[1] if sg[2] else c[1])
        if x == 0:
            z = s if p == 0 and c[1] == 0 and s == sg[2] else int(mode == 'rdn')
            return fenc(z, Q(0), w)
        return fenc(int(x < 0), abs(x), w, mode)
    raise NotImplementedError(op)


def fscale(bits, w, e, mode='rne'):
    d = fdec(bits, w)
    if d[0] == 'nan': return quiet(bits, w)
    if d[0] == 'inf' or d[1] == 0: return bits
    e = max(-5000, min(5000, e))
    return fenc(d[0], d[1] * Q(2) ** e, w, mode)
