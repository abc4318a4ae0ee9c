#!/usr/bin/env python3
"""Writes corpus/rdna/exec/pseudocode.txt: what AMD's pseudocode says of vector and scalar
instructions for special values.

    scripts/rdna-pseudocode.py FOLDER

FOLDER holds rdna3.json and rdna4.json, with the manual's pseudocode of every instruction. The
pseudocode is carried out here, on bit patterns and exact fractions; nothing of the simulator has a
part in it. Instructions whose text says less than the hardware does are left out (see LEFT_OUT).
"""
import re, struct, math
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

class V:
    __slots__ = ('k', 'w', 'v')
    def __init__(self, k, w, v): self.k, self.w, self.v = k, w, v & ((1 << w) - 1)
    def i(self):
        return self.v - (1 << self.w) if self.k == 'i' and self.v >> (self.w - 1) else self.v
    def __repr__(self): return f'{self.k}{self.w}:{self.v:#x}'
def U(v, w=32): return V('u', w, v)
def I(v, w=32): return V('i', w, v)
def B(c): return V('u', 1, int(bool(c)))

def farith(op, args, w, mode='rne'):
    """args are bits of width w. NaNs: the first, made quiet."""
    ds = [fdec(a, w) for a in args]
    for a, d in zip(args, ds):
        if d[0] == 'nan': return quiet(a, w)
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

def fval(v):
    """A float V as a Python number for comparisons; None for NaN."""
    d = fdec(v.v, v.w)
    if d[0] == 'nan': return None
    if d[0] == 'inf': return float('-inf') if d[1] else float('inf')
    return -d[1] if d[0] else d[1]

TOK = re.compile(r"""\s*(?:(?P<cast>\d+'(?:0x[0-9a-fA-F]+|\d+\.\d+|\d+U?|[UIFB]))|(?P<num>0x[0-9a-fA-F]+(?:ULL|LL|U|L)?|\d+\.\d+F?|\d+(?:ULL|LL|U|L|F)?)
|(?P<id>[A-Za-z_]\w*)|(?P<op>\*\*|\+=|-=|\+:|<<|>>|==|!=|<=|>=|<>|&&|\|\||[-+*/%&|^~!<>=?:.,;(){}\[\]]))""", re.X)
def tokens(s):
    s = re.sub(r'//[^\n]*', '', s)
    out = []; i = 0
    while i < len(s):
        m = TOK.match(s, i)
        if not m:
            if s[i:].strip() == '': break
            raise SyntaxError(s[i:i+30])
        i = m.end()
        for k in ('cast', 'num', 'id', 'op'):
            if m.group(k) is not None: out.append((k, m.group(k)))
    return out

class Run:
    def __init__(self, code, env, funcs):
        self.t = tokens(code); self.i = 0; self.env = env; self.f = funcs; self.mode = env.get('MODE', 'rne')
    def peek(self, k=0): return self.t[self.i + k] if self.i + k < len(self.t) else ('end', '')
    def next(self): t = self.peek(); self.i += 1; return t
    def eat(self, s):
        if self.peek()[1] == s: self.i += 1; return True
        return False
    def want(self, s):
        if not self.eat(s): raise SyntaxError(f'expected {s} got {self.t[self.i-3:self.i+4]}')
    # statements
    def block(self, ends, run=True):
        while self.peek()[1] not in ends and self.peek()[0] != 'end':
            self.stmt(run)
            self.eat(';')
    def stmt(self, run):
        k, t = self.peek()
        if t == 'if':
            done = not run
            self.next()
            if run: c = self.expr(); self.want('then')
            else: self.skip_to('then')
            hit = run and c.v != 0; self.block(('elsif', 'else', 'endif'), hit); done |= hit
            while True:
                if self.eat('elsif'):
                    if done:
                        self.skip_to('then'); self.block(('elsif', 'else', 'endif'), False)
                    else:
                        c = self.expr(); self.want('then'); hit = c.v != 0
                        self.block(('elsif', 'else', 'endif'), hit); done |= hit
                elif self.eat('else'):
                    self.block(('endif',), not done)
                else:
                    self.want('endif'); return
        elif t == 'for':
            self.next(); var = self.next()[1]; self.want('in')
            if run: a = self.expr(); self.want(':'); b = self.expr(); self.want('do')
            else: self.skip_to('do')
            start = self.i
            if not run:
                self.block(('endfor',), False); self.want('endfor'); return
            n = a.i()
            while n <= b.i():
                self.i = start; self.env[var] = I(n)
                try: self.block(('endfor',), True)
                except KeyboardInterrupt:
                    self.i = start; self.block(('endfor',), False); break
                n += 1
            if a.i() > b.i(): self.block(('endfor',), False)
            self.want('endfor')
        elif t == 'declare':
            self.next(); name = self.next()[1]; self.want(':')
            c = self.next()[1]
            w, ty = c.split("'")
            if self.eat('['):
                n = self.expr(); self.want(']')
                if run: self.env[name] = {'w': int(w), 'k': ty.lower(), 'a': [V(ty.lower(), int(w), 0) for _ in range(n.i())]} if name != 'S' else self.env['S']
            elif run: self.env[name] = V(ty.lower(), int(w), 0)
        elif t == 'break':
            self.next()
            if run: raise KeyboardInterrupt
        elif t == 'return':
            self.next(); v = self.expr(); raise StopIteration(v)
        elif t == ';': self.next()
        else:
            # assignment
            if k == 'id' and self.peek(1)[1] == '=' and self.peek(2)[1] == 'lambda':
                name = self.next()[1]; self.next(); self.next(); self.want('(')
                ps = []
                while not self.eat(')'):
                    ps.append(self.next()[1]); self.eat(',')
                self.want('('); depth = 1; start = self.i
                while depth:
                    x = self.next()[1]; depth += (x == '(') - (x == ')')
                body = self.t[start:self.i - 1]
                if run: self.f = dict(self.f); self.f[name] = ('lambda', ps, body)
                return
            if not run:
                while self.peek()[1] not in (';', 'endif', 'else', 'elsif', 'endfor') and self.peek()[0] != 'end': self.next()
                return
            place = self.lvalue()
            if place[0] in ('TRAPSTS', 'ROUND_MODE', 'prev_mode'):
                self.next(); src = self.next()[1]
                if place[0] == 'ROUND_MODE': self.env['ROUND'] = {'ROUND_TOWARD_ZERO': 'rtz'}.get(src, 'rne')
                return
            if self.eat('+='):
                v = self.binary('+', self.load(place), self.expr())
            elif self.eat('-='):
                v = self.binary('-', self.load(place), self.expr())
            else:
                self.want('='); v = self.expr()
            self.store(place, v)
    def skip_to(self, word):
        while self.peek()[1] != word: self.next()
        self.next()
    def lvalue(self):
        path = [self.next()[1]]
        while True:
            if self.eat('.'): path.append(('ty', self.next()[1]))
            elif self.eat('['):
                a = self.expr()
                if self.eat(':'): b = self.expr(); path.append(('slice', a.i(), b.i()))
                else: path.append(('idx', a.i()))
                self.want(']')
            else: return path
    def load(self, path):
        v = self.env.get(path[0], V('b', 64, 0))
        return self.follow(v, path[1:])
    def follow(self, v, path):
        for p in path:
            if p[0] == 'ty': v = self.typed(v, p[1])
            elif p[0] == 'slice': v = V('b', p[1] - p[2] + 1, v.v >> p[2])
            elif isinstance(v, dict): v = v['a'][p[1]]
            elif isinstance(v, list): v = v[p[1]]
            else: v = V('u', 1, v.v >> p[1])
        return v
    def typed(self, v, ty):
        m = re.match(r'([a-z]+)(\d+)', ty); k, w = m.group(1), int(m.group(2))
        if k in ('bf', 'fp'): raise NotImplementedError(ty)
        if k == 'f' and v.k == 'f' and w != v.w: return V('f', w, fconv(v.v, v.w, w))
        x = v.v
        if v.k == 'i' and w > v.w: x = v.i()
        if k == 'i' and w == 24: return V('i', 24, x)
        return V(k, w, x)
    def store(self, path, v):
        name = path[0]; rest = path[1:]
        if name not in self.env and not rest: self.env[name] = v; return
        old = self.env.get(name)
        if isinstance(old, dict):
            self.store_elem(old, rest, v); return
        if not rest:
            if name in ('D0', 'SCC', 'VCC', 'EXEC', 'D1'):
                w = self.env[name].w; self.env[name] = V(self.env[name].k, w, v.i() if v.k == 'i' else v.v)
            else: self.env[name] = v
            return
        hi = lo = None; ty = None
        for p in rest:
            if p[0] == 'slice': hi, lo = p[1], p[2]
            elif p[0] == 'idx': hi = lo = p[1]
            else: ty = p[1]
        if ty and hi is None:
            m = re.match(r'([a-z]+)(\d+)', ty); hi, lo = int(m.group(2)) - 1, 0
            if old is None or old.k == 'new': self.env[name] = V(m.group(1), hi + 1, self.cast(v, m.group(1), hi + 1).v); return
            v = self.cast(v, m.group(1), hi + 1)
        elif ty and hi != lo:
            m = re.match(r'([a-z]+)(\d+)', ty); v = self.cast(v, m.group(1), int(m.group(2)))
        w = hi - lo + 1
        if old is None: old = V('b', 128, 0)
        mask = ((1 << w) - 1) << lo
        self.env[name] = V(old.k, max(old.w, hi + 1), old.v & ~mask | (v.v << lo) & mask)
    def store_elem(self, arr, rest, v):
        i = rest[0][1]
        arr['a'][i] = self.cast(v, arr['k'], arr['w'])
    def cast(self, v, k, w):
        """An assignment to a place of a type: bits, but floats of another width convert."""
        if k == 'f' and v.k == 'f' and v.w != w: return V('f', w, fconv(v.v, v.w, w, self.mode))
        return V(k, w, v.i() if v.k == 'i' else v.v)
    # expressions
    def expr(self): return self.tern()
    def tern(self):
        c = self.level(0)
        if self.eat('?'):
            a = self.tern(); self.want(':'); b = self.tern()
            return a if c.v else b
        return c
    LV = [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!=', '<>'], ['<', '<=', '>', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%'], ['**']]
    def level(self, n):
        if n == len(self.LV): return self.unary()
        a = self.level(n + 1)
        while self.peek()[0] == 'op' and self.peek()[1] in self.LV[n]:
            op = self.next()[1]; b = self.level(n + 1); a = self.binary(op, a, b)
        return a
    def common(self, a, b):
        if 'f' in (a.k, b.k):
            w = max(x.w for x in (a, b) if x.k == 'f')
            return self.tofloat(a, w), self.tofloat(b, w)
        return a, b
    def tofloat(self, v, w):
        if v.k == 'f': return V('f', w, fconv(v.v, v.w, w, self.mode))
        x = v.i(); return V('f', w, fenc(int(x < 0), Q(abs(x)), w))
    def binary(self, op, a, b):
        if op in ('&&', '||'): return B((a.v and b.v) if op == '&&' else (a.v or b.v))
        if op == '**':
            return self.power(a, b.i())
        if isinstance(a, tuple) or isinstance(b, tuple): return self.scale(a, b)
        if op in ('==', '!=', '<>', '<', '<=', '>', '>='):
            a, b = self.common(a, b)
            if a.k == 'f':
                x, y = fval(a), fval(b)
                if x is None or y is None: return B(op == '!=')
            else:
                w = max(a.w, b.w)
                if a.k == 'i' and b.k == 'i': x, y = a.i(), b.i()
                else:
                    x, y = (a.i() if a.k == 'i' else a.v) & ((1 << w) - 1), (b.i() if b.k == 'i' else b.v) & ((1 << w) - 1)
            return B({'==': x == y, '!=': x != y, '<>': x != y, '<': x < y, '<=': x <= y, '>': x > y, '>=': x >= y}[op])
        if op in ('<<', '>>'):
            w = max(a.w, 32); s = b.v
            if op == '<<': return V(a.k, w, (a.i() if a.k == 'i' else a.v) << s if s < 4096 else 0)
            return V(a.k, w, a.i() >> s if s < 4096 else (-1 if a.i() < 0 else 0))
        a, b = self.common(a, b)
        if a.k == 'f': return V('f', a.w, farith(op, [a.v, b.v], a.w, self.mode))
        w = max(a.w, b.w)
        if op in '+-*/%' : w = max(w, 32)
        k = 'i' if a.k == 'i' and b.k == 'i' else 'u'
        x, y = (a.i(), b.i())
        r = {'+': lambda: x + y, '-': lambda: x - y, '*': lambda: x * y, '&': lambda: x & y, '|': lambda: x | y, '^': lambda: x ^ y,
             '/': lambda: abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1), '%': lambda: x % y}[op]()
        return V(k, w, r)
    def power(self, a, e): return ('p2', a.w, e)
    def scale(self, a, b):
        (_, w, e), x = (a, b) if isinstance(a, tuple) else (b, a)
        return V('f', x.w, fscale(x.v, x.w, e, self.mode))
    def unary(self):
        if self.eat('-'):
            v = self.unary()
            if v.k == 'f': return V('f', v.w, v.v ^ 1 << (v.w - 1))
            return V(v.k, v.w, -v.v)
        if self.eat('+'): return self.unary()
        if self.eat('~'): v = self.unary(); return V(v.k, v.w, ~v.v)
        if self.eat('!'): v = self.unary(); return B(not v.v)
        return self.postfix(self.primary())
    def postfix(self, v):
        while True:
            if self.peek()[1] == '.' : self.next(); v = self.typed(v, self.next()[1])
            elif self.peek()[1] == '[':
                self.next(); a = self.expr()
                if self.eat(':'): b = self.expr(); v = V('b', a.i() - b.i() + 1, v.v >> b.i())
                elif self.eat('+:'): b = self.expr(); v = V('u', b.i(), v.v >> a.i())
                elif isinstance(v, dict): v = v['a'][a.i()]
                elif isinstance(v, list): v = v[a.i()]
                else: v = V('u', 1, v.v >> a.i())
                self.want(']')
            else: return v
    def primary(self):
        k, t = self.next()
        if k == 'cast':
            w, r = t.split("'"); w = int(w)
            if r in ('U', 'I', 'F', 'B'):
                self.want('('); v = self.expr(); self.want(')')
                if r == 'F' and v.k == 'f' and w > v.w and isnan(v.v, v.w):
                    m, n = FMT[v.w][0], FMT[w][0]
                    return V('f', w, (v.v >> (v.w - 1)) << (w - 1) | inf(w) | (v.v & ((1 << m) - 1)) << (n - m))
                if r == 'F':
                    return self.tofloat(v, w) if v.k == 'f' else V('f', w, v.v) if v.k != 'i' else self.tofloat(v, w)
                if v.k == 'f' and r in 'UI':
                    x = fval(v); x = 0 if x is None else int(x); return V(r.lower(), w, x)
                return V(r.lower(), w, v.i() if v.k == 'i' else v.v)
            if r.startswith('0x'): return U(int(r, 16), w)
            if '.' in r: q = Q(r); return V('f', w, fenc(0, q, w))
            return U(int(r.rstrip('U')), w)
        if k == 'num':
            if '.' in t:
                w = 32 if t.endswith('F') else 64
                return V('f', w, fenc(0, Q(t.rstrip('F')), w))
            if t.startswith('0x'):
                m = re.match(r'(0x[0-9a-fA-F]+)(ULL|LL|U|L)?$', t); n = int(m.group(1), 16)
                suf = m.group(2) or ''
            else:
                m = re.match(r'(\d+)(ULL|LL|U|L|F)?$', t); n = int(m.group(1)); suf = m.group(2) or ''
            w = 64 if 'LL' in suf or n >> 32 else 32
            return V('u' if 'U' in suf else 'i', w, n)
        if t == '(':
            v = self.expr(); self.want(')'); return v
        if t == '{':
            vs = [self.expr()]
            while self.eat(','): vs.append(self.expr())
            self.want('}')
            x = 0; w = 0
            for v in vs: x = x << v.w | v.v; w += v.w
            return V('u', w, x)
        if k == 'id':
            if self.peek()[1] == '(' and (t in self.f):
                self.next(); args = []
                while not self.eat(')'):
                    args.append(self.expr()); self.eat(',')
                f = self.f[t]
                if isinstance(f, tuple):
                    _, ps, body = f
                    sub = Run('', dict(self.env, **dict(zip(ps, args))), self.f); sub.t = body; sub.mode = self.mode
                    if any(x[1] == 'return' for x in body):
                        try: sub.block(())
                        except StopIteration as e: return e.value
                        raise SyntaxError('no return')
                    return sub.expr()
                return f(self, *args)
            if t in ('INF',): return V('f', 64, inf(64))
            if t in ('NAN',): return V('f', 64, 0x7ff8 << 48)
            if t in ('PI',): return V('f', 64, struct.unpack('<Q', struct.pack('<d', math.pi))[0])
            if t == 'MAX_FLOAT_F32': return V('f', 32, 0x7f7fffff)
            if t == 'WAVE_MODE': self.want('.'); self.next(); return self.env.get('IEEE', U(1))
            if t in ('TRAPSTS',): raise NotImplementedError(t)
            if t in self.env: return self.env[t]
            raise NameError(t)
        raise SyntaxError(f'{t} in {self.t[max(0,self.i-5):self.i+5]}')

def fscale(bits, w, e, mode='rne'):
    d = fdec(bits, w)
    if d[0] == 'nan': return quiet(bits, w)
    if d[0] == 'inf' or d[1] == 0: return bits
    e = max(-5000, min(5000, e))
    return fenc(d[0], d[1] * Q(2) ** e, w, mode)
def toint(v, w, signed, mode='rtz'):
    x = fval(v)
    lo, hi = (-(1 << (w - 1)), (1 << (w - 1)) - 1) if signed else (0, (1 << w) - 1)
    if x is None: return 0
    if x in (float('inf'), float('-inf')): return hi if x > 0 else lo
    n = int(x) if mode == 'rtz' else round(x)
    return max(lo, min(hi, n))
def signext_from_bit(r, v, n):
    n = n.v
    if n == 0: return V('i', v.w, 0)
    x = v.v & ((1 << n) - 1)
    if x >> (n - 1) & 1: x -= 1 << n
    return V('i', v.w, x)
def ffloor(r, v):
    d = fdec(v.v, v.w)
    if d[0] == 'nan': return V('f', v.w, quiet(v.v, v.w))
    if d[0] == 'inf' or d[1] == 0: return v
    x = fval(v); n = math.floor(x)
    if n == 0: return V('f', v.w, d[0] << (v.w - 1))
    return V('f', v.w, fenc(int(n < 0), Q(abs(n)), v.w))
def ftrunc(r, v):
    d = fdec(v.v, v.w)
    if d[0] == 'nan': return V('f', v.w, quiet(v.v, v.w))
    if d[0] == 'inf': return v
    return V('f', v.w, fenc(d[0], Q(int(d[1])), v.w))
def isS(r, v): return B(isnan(v.v, v.w) and not v.v >> (FMT[v.w][0] - 1) & 1)
def isQ(r, v): return B(isnan(v.v, v.w) and v.v >> (FMT[v.w][0] - 1) & 1)
def fabs(r, v): return V('f', v.w, v.v & ~(1 << (v.w - 1))) if v.k == 'f' else V(v.k, v.w, abs(v.i()))
def absd(r, a, b): return U(abs(a.v - b.v))
def norm(v, lo, scale, w):
    x = fval(v)
    if x is None: return V('i', 16, 0)
    x = max(lo, min(1, x)); 
    return V('i', 16, round(Q(x) * scale))
def mant(v):
    d = fdec(v.v, v.w)
    if d[0] in ('nan', 'inf') or d[1] == 0: return v
    x = d[1]
    while x >= 1: x /= 2
    while x < Q(1, 2): x *= 2
    return V('f', v.w, fenc(d[0], x, v.w))
FUNCS = {
 'fma': lambda r, a, b, c: V('f', a.w, farith('fma', [a.v, b.v, c.v], a.w, r.mode)),
 'isNAN': lambda r, v: B(isnan(v.v, v.w)), 'isSignalNAN': isS, 'isQuietNAN': isQ,
 'cvtToQuietNAN': lambda r, v: V('f', v.w, quiet(v.v, v.w)),
 'sign': lambda r, v: V('u', 1, v.v >> (v.w - 1)), 'abs': fabs, 'floor': ffloor, 'trunc': ftrunc,
 'exponent': lambda r, v: I(v.v >> FMT[v.w][0] & ((1 << (v.w - 1 - FMT[v.w][0])) - 1)),
 'mantissa': lambda r, v: mant(v),
 'ldexp': lambda r, v, e: V('f', v.w, fscale(v.v, v.w, e.i(), r.mode)),
 'signext': lambda r, v: V('i', 64, V('i', v.w, v.v).i()),
 'signext_from_bit': signext_from_bit,
 'f16_to_f32': lambda r, v: V('f', 32, fconv(v.v, 16, 32)),
 'f32_to_f16': lambda r, v: V('f', 16, fconv(v.v, 32, 16, r.env.get('ROUND', r.mode))),
 'f32_to_f64': lambda r, v: V('f', 64, fconv(v.v, 32, 64)), 'f64_to_f32': lambda r, v: V('f', 32, fconv(v.v, 64, 32, r.mode)),
 'f32_to_i32': lambda r, v: I(toint(v, 32, True)), 'f32_to_u32': lambda r, v: U(toint(v, 32, False)),
 'f64_to_i32': lambda r, v: I(toint(v, 32, True)), 'f64_to_u32': lambda r, v: U(toint(v, 32, False)),
 'f16_to_i16': lambda r, v: I(toint(v, 16, True), 16), 'f16_to_u16': lambda r, v: U(toint(v, 16, False), 16),
 'v_cvt_i16_f32': lambda r, v: I(toint(v, 16, True), 16), 'v_cvt_u16_f32': lambda r, v: U(toint(v, 16, False), 16),
 'f32_to_u8': lambda r, v: U(toint(v, 8, False, 'rne'), 8),
 'i32_to_f32': lambda r, v: r.tofloat(V('i', 32, v.v), 32), 'u32_to_f32': lambda r, v: r.tofloat(V('u', 32, v.v), 32),
 'i32_to_f64': lambda r, v: r.tofloat(V('i', 32, v.v), 64), 'u32_to_f64': lambda r, v: r.tofloat(V('u', 32, v.v), 64),
 'u16_to_f16': lambda r, v: r.tofloat(V('u', 16, v.v), 16), 'i16_to_f16': lambda r, v: r.tofloat(V('i', 16, v.v), 16),
 'u4_to_u32': lambda r, v: U(v.v & 15), 'u8_to_u32': lambda r, v: U(v.v & 255),
 'i32_to_i16': lambda r, v: I(max(-32768, min(32767, V('i', 32, v.v).i())), 16),
 'u32_to_u16': lambda r, v: U(min(65535, v.v), 16),
 'f32_to_snorm': lambda r, v: norm(v, -1, 32767, 16), 'f32_to_unorm': lambda r, v: norm(v, 0, 65535, 16),
 'f16_to_snorm': lambda r, v: norm(v, -1, 32767, 16), 'f16_to_unorm': lambda r, v: norm(v, 0, 65535, 16),
 'isEven': lambda r, v: B(fval(v) is not None and abs(fval(v)) != float('inf') and int(fval(v)) % 2 == 0),
 's_ff1_i32_b32': lambda r, v: I((v.v & -v.v).bit_length() - 1), 's_ff1_i32_b64': lambda r, v: I((v.v & -v.v).bit_length() - 1),
 'v_sad_u8': lambda r, a, b, c: U(c.v + sum(abs((a.v >> s & 255) - (b.v >> s & 255)) for s in (0, 8, 16, 24))),
 'v_msad_u8': lambda r, a, b, c: U(c.v + sum(abs((a.v >> s & 255) - (b.v >> s & 255)) for s in (0, 8, 16, 24) if b.v >> s & 255)),
 'fract': lambda r, v: V('f', v.w, farith('-', [v.v, ffloor(r, v).v], v.w)),
}
def nested(name, codes):
    def call(r, *args):
        w = args[0].w
        env = {'D0': V('b', 64, 0), 'laneId': I(0), 'WAVE_MODE': None}
        for i, a in enumerate(args): env[f'S{i}'] = V(a.k, a.w, a.v)
        sub = Run(codes[name], env, r.f); sub.mode = r.mode; sub.env['IEEE'] = r.env.get('IEEE', U(0)); sub.block(())
        return V(args[0].k, w, sub.env['D0'].v)
    return call
def evaluate(code, env, codes, mode='rne'):
    funcs = dict(FUNCS)
    for n in codes:
        if n not in funcs: funcs[n] = nested(n, codes)
    r = Run(code, env, funcs); r.mode = mode
    r.block(())
    if r.i < len(r.t): raise SyntaxError(f'stopped at {r.t[r.i:r.i+5]}')
    return r.env


# The corpus.

# Rows of values; lanes take them in turn, so that lane masks repeat.
LANES = 16
# Where the hardware contradicts the text.
CORRECTED = {'s_max_i32': ('>=', '>'), 's_max_u32': ('>=', '>')}
LEFT_OUT = re.compile(
    # Lanes talk to each other, registers are named by others, or the text needs a table.
    r'readlane|writelane|readfirst|permlane|movrel|swaprel|v_swap|interp|wmma|swmmac|mbcnt|cvt_off'
    # No bfloat16 or eight-bit floats here.
    r'|_bf16|fp8|bf8|v_nop|pipeflush|v_dual|sr_'
    # Within an ULP, or rounded in ways the text does not say.
    r'|sin_|cos_|v_exp|v_log|v_rcp|v_rsq|v_sqrt|v_s_|trig_preop|dot2'
    # The text is not what the hardware does, or cannot be carried out as it stands.
    r'|div_scale|div_fmas|div_fixup|fma_mix|rndne|fract|frexp|v_perm_b32|sat_pk|brev|bfrev|mad_(co_)?[iu]64'
    r'|ldexp_f16|mov_b16|fmac_dx9|fma_dx9|bcnt._i32_b64'
    # State other than registers.
    r'|exec|getpc|setpc|swappc|rfe|call|sendmsg|barrier|branch|getreg|setreg|wait|sleep|version|cmovk'
    r'|subvector|alloc|delay|_nop|trap|endpgm|icache|prio|perf|trace|clause|mode|halt|kill|wakeup')
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


def registers(letter, first, bits):
    return f'{letter}{first}' if bits <= 32 else f'{letter}[{first}:{first + bits // 32 - 1}]'


def values(bits, all_):
    words = [x & ((1 << max(bits, 32)) - 1) for x in all_]
    return ','.join(f'{x:#x}' for x in words)


def vector_case(ins, true16, codes, random):
    name, ops = ins['name'], ins['operands']
    base = re.sub(r'_e(32|64)$', '', name)
    keys = [k for k in ('src0', 'vsrc0', 'vsrc1', 'src1', 'src2') if k in ops]
    if base.startswith('v_cndmask'):
        keys = keys[:2]
    if any(ops[k]['bits'] > 64 for k in keys) or ('vdst' in ops and ops['vdst']['bits'] > 64):
        return None
    half = lambda bits: '.l' if bits == 16 and true16 else ''
    sources = [registers('v', 4 * i, ops[k]['bits']) for i, k in enumerate(keys)]
    written = [s + half(ops[k]['bits']) for s, k in zip(sources, keys)]
    bits = ops['vdst']['bits'] if 'vdst' in ops else 0
    compares = base.startswith('v_cmp')
    masked = 'sdst' in ops or '_co_' in base or base.startswith('v_cndmask') or compares
    dst = registers('v', 16, bits)
    text = [dst + half(bits)] + written
    literal = 0x40400000 if 'f32' in base else 0x4200
    if base.startswith('v_cmpx'):
        text = written
    elif compares:
        text = ['vcc_lo'] + written
    elif 'sdst' in ops or '_ci_' in base:
        text = [text[0], 'vcc_lo'] + written + (['vcc_lo'] if '_ci_' in base else [])
    elif base.startswith('v_cndmask'):
        name, text = base + '_e64', text + ['vcc_lo']
    elif 'fmamk' in base:
        text = [text[0], written[0], f'{literal:#x}', written[1]]
    elif 'fmaak' in base:
        text = text + [f'{literal:#x}']
    rows = combinations([pool(ops[k]) for k in keys], LANES, random)
    old = [0xdead0000 | 257 * lane if lane % 2 else 0x3f803c00 for lane in range(LANES)]
    vcc = 0xa50f
    whole = lambda mask: mask | mask << 16
    results, mask, exec_ = [], 0, 0
    for lane, row in enumerate(rows):
        env = {'D0': V('b', 128, old[lane] | old[lane] << 32), 'VCC': V('b', 64, vcc), 'laneId': I(lane),
               'EXEC': V('b', 64, (1 << LANES) - 1), 'IEEE': U(ins['ieee']), 'OPSEL': U(0),
               'OPSEL_HI': U(7), 'NEG': U(0), 'SIMM32': U(literal), 'SIMM16': U(literal)}
        for i, (k, x) in enumerate(zip(keys, row)):
            env[f'S{i}'] = V('b', ops[k]['bits'], x)
        after = evaluate(ins['pseudocode'], env, codes)
        results.append(after['D0'].v & ((1 << max(bits, 32)) - 1))
        mask |= ((after['D0'] if compares else after['VCC']).v >> lane & 1) << lane
        exec_ |= (after['EXEC'].v >> lane & 1) << lane
    inputs = [f'{s}={values(ops[k]["bits"], [row[i] for row in rows])}'
              for i, (s, k) in enumerate(zip(sources, keys))]
    outputs = []
    if not compares:
        inputs.append(f'{dst}={values(bits, [o | o << 32 for o in old])}')
        outputs.append(f'{dst}={values(bits, results)}')
    if masked:
        inputs.append(f'vcc_lo={whole(vcc):#x}')
    if base.startswith('v_cmpx'):
        outputs.append(f'exec_lo={whole(exec_):#x}')
    elif compares or 'sdst' in ops or '_ci_' in base:
        outputs.append(f'vcc_lo={whole(mask):#x}')
    tag = '@wave32 ' if masked or base.startswith('v_cmpx') else ''
    return f"{tag}{name} {', '.join(text)} | {' '.join(inputs)} | {' '.join(outputs)}"


def scalar_cases(ins, codes, random):
    name, ops = ins['name'], ins['operands']
    keys = [k for k in ('ssrc0', 'ssrc1') if k in ops]
    if not keys or ins['encoding'] == 'SOPK':
        return []
    bits = ops['sdst']['bits'] if 'sdst' in ops else 0
    sources = [registers('s', 20 + 4 * i, ops[k]['bits']) for i, k in enumerate(keys)]
    dst = registers('s', 40, bits)
    text = ([dst] if bits else []) + sources
    if 'fmamk' in name:
        text.insert(2, '0x40400000')
    if 'fmaak' in name:
        text.append('0x40400000')
    lines = []
    for n, row in enumerate(combinations([pool(ops[k]) for k in keys], 4, random)):
        old, scc = random.choice(PAIRS), n % 2
        env = {'D0': V('b', max(bits, 32), old), 'SCC': V('u', 1, scc), 'IEEE': U(ins['ieee']),
               'SIMM32': U(0x40400000)}
        for i, (k, x) in enumerate(zip(keys, row)):
            env[f'S{i}'] = V('b', ops[k]['bits'], x)
        after = evaluate(ins['pseudocode'], env, codes)
        inputs = [f'{s}={x:#x}' for s, x in zip(sources, row)] + [f'scc={scc}']
        outputs = [f"scc={after['SCC'].v}"]
        if bits:
            inputs.append(f'{dst}={old & ((1 << max(bits, 32)) - 1):#x}')
            result = after['D0'].v & ((1 << max(bits, 32)) - 1)
            # A half in a scalar register has zeros above it.
            half = re.match(r's_(cvt_f16_f32|(?!cvt)\w+_f16)$', name)
            outputs.append(f"{dst}={result & 0xffff if half else result:#x}")
        lines.append(f"{name} {', '.join(text)} | {' '.join(inputs)} | {' '.join(outputs)}")
    return lines


def main():
    import json, pathlib, random as random_, sys
    folder = pathlib.Path(sys.argv[1])
    lines, older = [], {}
    for file, tags, true16, ieee in (('rdna3', '@gfx1100 @gfx1150 ', True, 1), ('rdna4', '@gfx1200 ', False, 0)):
        instructions = json.loads((folder / f'{file}.json').read_text())['instructions']
        codes = {}
        for ins in instructions:
            if ins.get('pseudocode'):
                if ins['name'] in CORRECTED:
                    ins['pseudocode'] = ins['pseudocode'].replace(*CORRECTED[ins['name']])
                codes.setdefault(re.sub(r'_e(32|64)$', '', ins['name']), ins['pseudocode'])
        seen = set()
        for ins in instructions:
            base = re.sub(r'_e(32|64)$', '', ins['name'])
            kind = re.match(r'(VOP(?:1|2|3|3SD|3P|C)|SOP(?:1|2|C))$', ins['encoding'])
            if not kind or not ins.get('pseudocode') or LEFT_OUT.search(base) or base in seen:
                continue
            seen.add(base)
            random = random_.Random(base)
            ins['ieee'] = ieee
            if kind[0].startswith('S'):
                made = scalar_cases(ins, codes, random)
            else:
                made = [vector_case(ins, true16, codes, random)]
            made = [line for line in made if line]
            if file == 'rdna3':
                older[base] = made
                # Scalar floats came with RDNA 3.5.
                new = kind[0].startswith('S') and re.search(r'_f(16|32)', base)
                lines.append((base, '@gfx1150 ' if new else tags, made))
            elif made != older.get(base):
                lines.append((base, tags, made))
    shared = {}
    for base, tags, made in lines:
        shared.setdefault(base, []).append((tags, made))
    target = pathlib.Path(__file__).parent.parent / 'corpus/rdna/exec/pseudocode.txt'
    with target.open('w') as out:
        out.write('# Written by scripts/rdna-pseudocode.py from the pseudocode of AMD\'s manuals.\n')
        rdna4 = {re.sub(r'_e(32|64)$', '', i['name']) for i in instructions}
        for base, all_ in shared.items():
            for tags, made in all_:
                everywhere = len(all_) == 1 and base in rdna4 and tags == '@gfx1100 @gfx1150 '
                if len(all_) == 1 and base in rdna4 and tags == '@gfx1150 ':
                    tags = '@gfx1150 @gfx1200 '
                for line in made:
                    out.write(('' if everywhere else tags) + line + '\n')


if __name__ == '__main__':
    main()
