"""Lines of the corpus for one instruction each; `tests/exec` says how they are written."""
import re
from language import I, U, V, evaluate
from pools import FLOATS, INTEGERS, PAIRS, combinations, pool

# Rows of values; lanes take them in turn, so that lane masks repeat.
LANES = 16


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


def immediate_cases(ins, codes, random):
    """SOPK: a register that is read, written or both, and a number in the instruction."""
    name, lines = ins['name'], []
    for n in range(6):
        imm, old, scc = random.choice(INTEGERS) & 0xffff, random.choice(INTEGERS), n % 2
        # Some comparisons must succeed.
        if n == 3: old = imm - (imm >> 15 << 16 if name.endswith('i32') else 0) & 0xffffffff
        # Where the text speaks of one source only, it is the number.
        first = V('b', 32, old) if 'SIMM16' in ins['pseudocode'] else V('b', 16, imm)
        env = {'D0': V('b', 32, old), 'S0': first, 'SCC': V('u', 1, scc), 'SIMM16': V('b', 16, imm)}
        after = evaluate(ins['pseudocode'], env, codes)
        lines.append(f"{name} s40, {imm:#x} | s40={old:#x} scc={scc} | s40={after['D0'].v:#x} scc={after['SCC'].v}")
    return lines


def exec_cases(ins, codes, random):
    """Scalar operations on EXEC, each as wide as the wave."""
    name, lines = ins['name'], []
    bits = 64 if name.endswith('b64') else 32
    for _ in range(4):
        exec_, source = random.getrandbits(bits), random.choice([0, (1 << bits) - 1, random.getrandbits(bits)])
        env = {'D0': V('b', bits, 0), 'S0': V('b', bits, source), 'SCC': V('u', 1, 0), 'EXEC': V('b', 64, exec_)}
        after = evaluate(ins['pseudocode'], env, codes)
        text = f"{name} {registers('s', 40, bits)}, {registers('s', 20, bits)}"
        lines.append(f"@wave{bits} {text} | {registers('s', 20, bits)}={source:#x} exec={exec_:#x} | "
                     f"{registers('s', 40, bits)}={after['D0'].v:#x} exec={after['EXEC'].v & (1 << bits) - 1:#x} "
                     f"scc={after['SCC'].v}")
    return lines


def modified_case(ins, base, codes, random):
    """The long encoding, with signs and halves of operands chosen at random, as bytes."""
    ops, first = ins['operands'], {'VOP1': 0x180, 'VOP2': 0x100}.get(ins['encoding'], 0)
    keys = [k for k in ('src0', 'vsrc0', 'vsrc1', 'src1', 'src2') if k in ops]
    widths = [ops[k]['bits'] for k in keys]
    bits = ops['vdst']['bits'] if 'vdst' in ops else 0
    # Numbers of 24 bits have their sign elsewhere than the operand.
    if not keys or bits > 64 or not set(widths) <= {16, 32, 64}:
        return None
    compares = base.startswith('v_cmp')
    neg, abs_ = random.randrange(8), random.randrange(8)
    chosen = sum(random.randrange(2) << n for n, w in enumerate(widths) if w == 16)
    upper = bits == 16 and random.randrange(2)
    rows = combinations([pool(ops[k]) for k in keys], LANES // 4, random)
    old = [0xdead0000 | 257 * lane if lane % 2 else 0x3f803c00 for lane in range(len(rows))]
    sources, results, mask = [[] for _ in keys], [], 0
    for lane, row in enumerate(rows):
        before = old[lane] >> 16 * upper & 0xffff if bits == 16 else old[lane] | old[lane] << 32
        env = {'D0': V('b', 128, before), 'VCC': V('b', 64, 0), 'laneId': I(lane), 'EXEC': V('b', 64, 15),
               'IEEE': U(ins['ieee']), 'OPSEL': U(0), 'OPSEL_HI': U(7), 'NEG': U(0)}
        for n, (x, w) in enumerate(zip(row, widths)):
            other = random.randrange(1 << 16)
            whole = x if w != 16 else x << 16 | other if chosen >> n & 1 else other << 16 | x
            sources[n].append(whole)
            x &= ~(abs_ >> n & 1 and 1 << w - 1)
            env[f'S{n}'] = V('b', w, x ^ (neg >> n & 1) << w - 1)
        after = evaluate(ins['pseudocode'], env, codes)['D0'].v
        mask |= (after >> lane & 1) << lane
        if bits == 16:
            after = old[lane] & 0xffff << 16 * (1 - upper) | (after & 0xffff) << 16 * upper
        results.append(after & ((1 << max(bits, 32)) - 1))
    word = 0b110101 << 26 | ins['opcode'] + first << 16 | (chosen | 8 * upper) << 11 | abs_ << 8
    word |= neg << 61 | (106 if compares else 16) | sum(256 + 4 * n << 32 + 9 * n for n in range(len(keys)))
    text = 'bytes ' + word.to_bytes(8, 'little').hex()
    inputs = ' '.join(f'{registers("v", 4 * n, w)}={values(w, sources[n])}' for n, w in enumerate(widths))
    if compares:
        return f'@wave32 {text} | {inputs} | vcc_lo={mask * 0x11111111:#x}'
    dst = registers('v', 16, bits)
    return f'{text} | {inputs} {dst}={values(bits, [o | o << 32 for o in old])} | {dst}={values(bits, results)}'


def atomic_case(ins, gfx, random):
    """An atomic in local or global memory: every lane has a place of eight bytes to itself."""
    name, ops = ins['name'], ins['operands']
    local = name.startswith('ds_')
    bits = 64 if name.endswith('64') else 32
    keys = [k for k in ('data0', 'data1', 'data', 'vsrc') if k in ops]
    wide = 'cmpswap' in name
    floats = re.search(r'_f(32|64)$', name)
    values_ = FLOATS[bits] if floats else PAIRS if bits == 64 else INTEGERS
    count = len(keys) + 1 + wide
    rows = combinations([values_] * count, LANES // 2, random)
    # Some comparisons must succeed.
    if re.search('cmp', name):
        rows = [row[:-1] + [row[0]] if n % 3 else row for n, row in enumerate(rows)]
    code = re.sub(r'MEM\[(ADDR|addr)\]', 'CELL', ins['pseudocode'])
    code = re.sub(r'addr = Calc\w+\([^)]*\);\n', '', code)
    new = []
    for row in rows:
        env = {'CELL': V('b', bits, row[0]), 'RETURN_DATA': V('b', bits, 0),
               'DATA': V('b', bits * (1 + wide), row[1] | (row[2] << bits if wide else 0))}
        if len(keys) == 2:
            env['DATA2'] = V('b', bits, row[2])
        after = evaluate(code, env, {})
        assert after['RETURN_DATA'].v == row[0]
        new.append(after['CELL'].v)
    registers_ = lambda first: registers('v', first, bits)
    column = lambda n: values(bits, [row[n] for row in rows])
    inputs = [f'{registers_(8 + 2 * n)}={column(1 + n)}' for n in range(count - 1)]
    if local:
        data = [registers_(8 + 2 * n) for n in range(count - 1)]
        text = ', '.join([registers_(16), 'v0'] + data)
        line = f'ds_store_b{bits} v0, {registers_(4)} ; {name} {text} ; ds_load_b{bits} {registers_(20)}, v0'
        inputs += [f'{registers_(4)}={column(0)}', 'v0=' + ','.join(str(8 * n) for n in range(64))]
        outputs = f'{registers_(20)}={values(bits, new)} {registers_(16)}={column(0)}'
        return f"{line} | {' '.join(inputs)} | {outputs}"
    # A pair of values lies in consecutive registers.
    last = 8 + bits // 32 * (1 + wide) - 1
    if wide:
        inputs = [f'{registers("v", 8 + n * bits // 32, bits)}={column(1 + n)}' for n in range(2)]
    data = f'v[8:{last}]' if last > 8 else 'v8'
    policy = 'th:TH_ATOMIC_RETURN' if gfx == 'rdna4' else 'glc'
    cells = lambda all_: ','.join(f'{x & 0xffffffff:#x},{x >> 32:#x}' for x in list(all_) * 4)
    inputs += ['v0=' + ','.join(str(8 * n) for n in range(32)), 'mem=' + cells(row[0] for row in rows)]
    return (f"@wave32 {name} {registers_(16)}, v0, {data}, s[96:97] {policy} | {' '.join(inputs)} | "
            f"{registers_(16)}={column(0)} mem={cells(new)}")
