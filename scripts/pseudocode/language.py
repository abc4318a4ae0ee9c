"""The language of AMD's pseudocode: values with a type, statements, expressions, functions."""
import math, re, struct
from fractions import Fraction as Q
from floats import FMT, farith, fconv, fdec, fenc, fscale, inf, isnan, quiet


class V:
    __slots__ = ('k', 'w', 'v')
    def __init__(self, k, w, v): self.k, self.w, self.v = k, w, v & ((1 << w) - 1)
    def i(self):
        return self.v - (1 << self.w) if self.k == 'i' and self.v >> (self.w - 1) else self.v
    def __repr__(self): return f'{self.k}{self.w}:{self.v:#x}'
def U(v, w=32): return V('u', w, v)
def I(v, w=32): return V('i', w, v)
def B(c): return V('u', 1, int(bool(c)))

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
        if k == 'bf' and w == 16: return V('b', 16, v.v)
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
        x = v.i(); return V('f', w, fenc(int(x < 0), Q(abs(x)), w, self.mode))
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
 'bf16_to_f32': lambda r, v: V('f', 32, v.v << 16),
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
