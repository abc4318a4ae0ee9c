"""Records corpus/rdna/rays/recorded.txt: what AMD's own implementation of its ray tests and stacks makes of random nodes.

    python3 scripts/ray-oracle FOLDER [OUT [COUNT [SEED]]]

FOLDER is a checkout of AMD's GPURT (github.com/GPUOpen-Drivers/gpurt), whose shaders carry out these instructions where a
chip cannot. The functions that do are taken out of it, compiled as C++ behind shim.h (clang++, or what CXX says) and asked
by cases.cpp; nothing of them stays here. With another OUT and SEED, other cases are written there:

    RAY_CASES=OUT cargo test -p amdgpu --test all rays::recorded
"""
import os, pathlib, re, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent


def function(text, name):
    """A function with its body."""
    for found in re.finditer(rf'^(?:static|inline)[^\n;]*\b{name}\(', text, re.M):
        end = closed(text, found.end() - 1, '(', ')')
        body = text.index('{', end) if text[end:].lstrip().startswith('{') else None
        if body is not None:
            return text[found.start():closed(text, body, '{', '}')] + '\n'
    sys.exit(f'there is no function {name} in these sources; they may be newer than this script')


def closed(text, at, opening, closing):
    """Behind what closes the bracket here."""
    depth = 0
    while True:
        depth += (text[at] == opening) - (text[at] == closing)
        at += 1
        if depth == 0:
            return at


def program(folder):
    """All that is needed, in an order that C++ can read."""
    def read(path):
        return re.sub(r'^#include.*$', '', (folder / 'src' / path).read_text(), flags=re.M)

    common = 'shadersClean/common/'
    # Vectors cannot be cut apart by the names of several components.
    apart = re.compile(r'asfloat\((\w+)\.(xyz|xy)\)')
    floats = lambda found: ', '.join(f'asfloat({found[1]}.{c})' for c in found[2])
    pieces = [read(common + 'Bits.hlsli'), re.sub(r'^GPURT_STATIC_ASSERT.*$', '', read(common + 'NodePointers.hlsli'), flags=re.M)]
    pieces += [function(read(common + 'Math.hlsl'), 'Dequantize'), read(common + 'gfx12/childInfo.hlsli'), read(common + 'gfx12/childInfo.hlsl')]
    node = read(common + 'gfx12/internalNode.hlsli')
    pieces += [node[:node.index('inline void QuantizedBVH8BoxNode::Encode(')], '\n#endif\n']
    packet = read(common + 'gfx12/primitiveNode.hlsli').replace('= (TriangleData)0;', '= TriangleData(0);')
    begin, end = packet.index('static bool TryInitTriStructHeader'), packet.index('static uint GetPairIndex(')
    pieces += [packet[:begin], packet[end:], read(common + 'gfx12/QuantizedBVH8BoxNode.hlsli')]
    wide = read(common + 'gfx12/HighPrecisionBoxNode.hlsl')
    pieces += [function(wide, 'DecodeBlock'), function(wide, 'DecodeHighPrecisionBoxNode')]
    pieces += [re.sub(r'^#define INVALID_OBB.*$', '', read(common + 'ObbCommon.hlsli'), flags=re.M), function(read(common + 'Common.hlsl'), 'OBBTransform')]
    pieces.append('''
static Float32BoxNode FetchFloat32BoxNode(uint64_t base, bool common, uint node) {
  uint words[32];
  for (int i = 0; i < 32; i++) words[i] = LoadDwordAtAddr(base + ExtractNodePointerOffset(node) + 4 * i);
  Float32BoxNode boxes;
  HighPrecisionBoxNode packed;
  memcpy(&boxes, words, sizeof boxes), memcpy(&packed, words, sizeof packed);
  return common ? DecodeHighPrecisionBoxNode(packed) : boxes;
}
static Float32BoxNode FetchFloat16BoxNodeAsFp32(uint64_t, uint) { abort(); }
''')
    intersect = read('shaders/IntersectCommon.hlsl')
    pieces += re.findall(r'^#define SORT\(.*$', intersect, re.M) + ['\n']
    names = ['fast_intersect_bbox', 'IntersectNodeBvh4', 'fast_intersect_triangle', 'SwizzleBarycentrics', 'PerformTriangleCulling',
             'IsChildEarlyCulled', 'PerformEarlyBoxCulling', 'FetchTriangleFromNode', 'image_bvh64_intersect_ray_base', 'image_bvh64_intersect_ray_3_0']
    for name in names:
        text = function(intersect, name)
        pieces.append(re.sub(r'= asfloat\((\w+)\.xyz\)', lambda found: f'= float3({floats(apart.search(found[0]))})', text))
    structure = read('shaders/rtip3_1.hlsli')
    pieces += [function(structure, 'FetchPrimitiveStructFromNodeAddr'), function(structure, 'FetchPrimitiveStructFromBvh')]
    result = read('shaders/rtip3_x.h')
    begin = result.index('struct Bvh8IntersectResult')
    pieces.append(result[begin:closed(result, result.index('{', begin), '{', '}')] + ';\n')
    opcodes = apart.sub(floats, read('shaders/rtip3_opcode_emulation.hlsl'))
    pieces.append(re.sub(r'const uint2 geometryIndex = \{(.*?)\};', r'const uint2 geometryIndex(\1);', opcodes, flags=re.S))
    stack = read('shaders/rtip3_ds_stack_emulation.hlsl').replace('StackAddr(int val)', 'StackAddr() {}\n    StackAddr(int val)')
    pieces.append(stack.replace('const uint stackSize = 16;', 'const uint stackSize = stack_entries;'))
    pieces.append(read('shaders/bvh_stack_dxr_prototype.hlsl'))
    return ''.join(['#include "shim.h"\n', *pieces, '\n#include "cases.cpp"\n'])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    out = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / 'corpus/rdna/rays/recorded.txt'
    count, seed = (sys.argv[3:] + ['200', '0'][len(sys.argv[3:]):])[:2]
    with tempfile.TemporaryDirectory() as scratch:
        source, binary = pathlib.Path(scratch) / 'oracle.cpp', pathlib.Path(scratch) / 'oracle'
        source.write_text(program(folder))
        # Nothing is fused that is not said to be.
        command = [os.environ.get('CXX', 'clang++'), '-O1', '-ffp-contract=off', '-w', '-std=c++17', f'-I{HERE}', source, '-o', binary]
        subprocess.run(command, check=True)
        subprocess.run([binary, out, count, seed], check=True)


main()
