"""Writes the generated files of corpus/rdna/exec: what AMD's pseudocode says of vector and scalar instructions and
of atomics for special values (pseudocode.txt), under modifiers (modifiers.txt) and under MODE (mode-bits.txt), and
of lanes that read each other (lanes.txt).

    python3 scripts/pseudocode FOLDER [OUT SEED]

FOLDER holds rdna3.json and rdna4.json, with the manual's pseudocode of every instruction. The pseudocode is
carried out here, on bit patterns and exact fractions; nothing of the simulator has a part in it. What the text
gets wrong is in texts.py; what it does not say is left out (see LEFT_OUT).

With OUT, other cases are written there, chosen by SEED and with numbers at random among the special ones: for
a soak (`EXEC_CASES=OUT cargo test -p amdgpu --test all exec::`), not for the repository.
"""
import json, pathlib, random as random_, re, sys
from cases import atomic_case, exec_cases, immediate_cases, modified_case, scalar_cases, vector_case
from lanes import lane_cases
from modes import MOVED, mode_case
from packed import PACKED, packed_case
from pools import mix_numbers
from texts import text

LEFT_OUT = re.compile(
    # Lanes talk to each other, registers are named by others, or the text needs a table.
    r'readlane|writelane|readfirst|permlane|movrel|swaprel|v_swap|interp|wmma|swmmac|mbcnt|cvt_off'
    # No bfloat16 or eight-bit floats here.
    r'|_bf16|fp8|bf8|v_nop|pipeflush|v_dual|sr_'
    # Within an ULP, or rounded in ways the text does not say.
    r'|sin_|cos_|v_exp|v_log|v_rcp|v_rsq|v_sqrt|v_s_|trig_preop|dot2'
    # The text is not what the hardware does.
    r'|div_scale|div_fmas|div_fixup|fma_mix|mov_b16'
    # State other than registers.
    r'|getpc|setpc|swappc|rfe|call|sendmsg|barrier|branch|getreg|setreg|wait|sleep|version'
    r'|subvector|alloc|delay|_nop|trap|endpgm|icache|prio|perf|trace|clause|mode|halt|kill|wakeup')
# No long encoding, a third operand that is not in the table, or an operand that is no number.
UNMODIFIED = re.compile('fmamk|fmaak|_ci_|_co_|cndmask|v_cmpx|dot2acc|pk_fmac')
# Those of local memory that return a value; the others do the same without.
ATOMIC = re.compile(r'(ds_(?!storexchg_2addr)(add|sub|rsub|inc|dec|min|max|and|or|xor|mskor|cmpstore|storexchg|wrap|cond'
                    r'_sub|pk_add|sub_clamp)(_num)?_rtn|global_atomic_(?!ordered))')


def main():
    folder = pathlib.Path(sys.argv[1])
    seed = sys.argv[3] if len(sys.argv) > 3 else None
    if seed:
        mix_numbers(random_.Random(seed))
    seeded = lambda what: random_.Random(f'{seed} {what}' if seed else what)
    lines, older, modified, moved = [], {}, {}, {}
    for file, tags, true16, ieee in (('rdna3', '@gfx1100 @gfx1150 ', True, 1), ('rdna4', '@gfx1200 ', False, 0)):
        instructions = json.loads((folder / f'{file}.json').read_text())['instructions']
        codes = {}
        for ins in instructions:
            if ins.get('pseudocode'):
                ins['pseudocode'] = text(ins['name'], ins['pseudocode'])
                codes.setdefault(re.sub(r'_e(32|64)$', '', ins['name']), ins['pseudocode'])
        seen = set()
        for ins in instructions:
            base = re.sub(r'_e(32|64)$', '', ins['name'])
            if ins['encoding'] == 'VOP3P' and PACKED.match(base) and base not in seen:
                line = packed_case(ins, base, codes, seeded('packed ' + base), file == 'rdna4')
                moved.setdefault((base, line), []).append(tags)
            kind = re.match(r'(VOP(?:1|2|3|3SD|3P|C)|SOP(?:1|2|C|K)|DS|VDS|V?GLOBAL)$', ins['encoding'])
            if not kind or not ins.get('pseudocode') or LEFT_OUT.search(base) or base in seen:
                continue
            memory = re.search('DS$|GLOBAL$', kind[0])
            if memory and not ATOMIC.match(base):
                continue
            seen.add(base)
            random = seeded(base)
            ins['ieee'] = ieee
            if memory:
                made = [atomic_case(ins, file, random)]
            elif kind[0] == 'SOPK':
                made = immediate_cases(ins, codes, random)
            elif 'exec_' in base:
                made = exec_cases(ins, codes, random)
            elif kind[0].startswith('S'):
                made = scalar_cases(ins, codes, random)
            else:
                made = [vector_case(ins, true16, codes, random)]
            made = [line for line in made if line]
            if ins['encoding'] in ('VOP1', 'VOP2', 'VOP3', 'VOPC') and not UNMODIFIED.search(base):
                line = modified_case(ins, base, codes, seeded('modified ' + base))
                modified.setdefault((base, line), []).append(tags)
            if ins['encoding'] in ('VOP1', 'VOP2', 'VOP3', 'VOPC') and MOVED.match(base):
                line = mode_case(ins, base, codes, seeded('mode ' + base), file == 'rdna4')
                moved.setdefault((base, line), []).append(tags)
            if file == 'rdna3':
                older[base] = made
                # Scalar floats came with RDNA 3.5.
                new = kind[0].startswith('S') and re.search(r'_f(16|32)', base)
                lines.append((base, '@gfx1150 ' if new else tags, made))
            elif made != older.get(base):
                lines.append((base, tags, made))
    folder = pathlib.Path(sys.argv[2] if seed else pathlib.Path(__file__).parent.parent.parent / 'corpus/rdna/exec')
    with (folder / 'modifiers.txt').open('w') as out:
        out.write('# Written by scripts/pseudocode: signs and halves of operands, chosen at random.\n')
        for (base, line), tags in modified.items():
            if line:
                out.write(f"# {base}\n{tags[0] if len(tags) == 1 else ''}{line}\n")
    with (folder / 'lanes.txt').open('w') as out:
        out.write('# Written by scripts/pseudocode: lanes that read each other, chosen at random.\n')
        for line in lane_cases(seeded('lanes'), 60 if seed else 2):
            out.write(line + '\n')
    with (folder / 'mode-bits.txt').open('w') as out:
        out.write('# Written by scripts/pseudocode: floats under MODEs and modifiers of results chosen at random.\n')
        for (base, line), tags in moved.items():
            out.write(f"# {base}\n{tags[0] if len(tags) == 1 else ''}{line}\n")
    shared = {}
    for base, tags, made in lines:
        shared.setdefault(base, []).append((tags, made))
    with (folder / 'pseudocode.txt').open('w') as out:
        out.write('# Written by scripts/pseudocode from the pseudocode of AMD\'s manuals.\n')
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
