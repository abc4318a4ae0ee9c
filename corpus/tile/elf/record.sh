#!/bin/sh
# Compiles the programs of examples/tile/c and records what qemu-riscv64 makes of the host's.
# Needs clang-22, ld.lld-22 and qemu-riscv64; run it in this folder.
set -e
compile() {
    clang-22 --target=riscv64 -march=rv64gc -mabi=lp64d "$1" -ffreestanding -fno-math-errno \
        -nostdlib -static -fuse-ld=lld -Wl,-N -s -I ../../../include \
        "../../../examples/tile/c/$2.c" -o "$3.elf"
}
for name in copy gemm rows moves host; do
    compile -O2 "$name" "$name"
done
compile -O0 host host-O0
compile -O3 host host-O3
for name in host host-O0 host-O3; do
    qemu-riscv64 "$name.elf" >"$name.txt"
done
