"""Records corpus/rdna/tiles/recorded.txt: where AMD's library of addresses has texels of RDNA 4's images in blocks.

    python3 scripts/tile-oracle FOLDER [OUT [COUNT [SEED]]]

FOLDER is that library: src/amd/addrlib of a checkout of Mesa. It is compiled (clang++, or what CXX says) and asked by
cases.cpp. With another OUT and SEED, other cases are written there:

    TILE_CASES=OUT cargo test -p amdgpu --lib tiles
"""
import os, pathlib, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    out = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else ROOT / 'corpus/rdna/tiles/recorded.txt'
    count, seed = (sys.argv[3:] + ['1000', '0'][len(sys.argv[3:]):])[:2]
    sources = [*folder.glob('src/**/*.cpp'), HERE / 'cases.cpp']
    headers = sorted({path.parent for path in folder.glob('**/*.h')})
    with tempfile.TemporaryDirectory() as scratch:
        binary = pathlib.Path(scratch) / 'oracle'
        command = [os.environ.get('CXX', 'clang++'), '-O1', '-w', '-std=c++17', '-DLITTLEENDIAN_CPU']
        subprocess.run([*command, *[f'-I{header}' for header in headers], *sources, '-o', binary], check=True)
        subprocess.run([binary, out, count, seed], check=True)


main()
