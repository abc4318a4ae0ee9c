#!/bin/sh
# Compiles the program that a session steps through. Needs clang-22 and ld.lld-22; run it here.
set -e
clang-22 --target=riscv64 -march=rv64gc -mabi=lp64d -O1 -gline-tables-only -ffreestanding -nostdlib \
    -static -fuse-ld=lld -Wl,-N -fdebug-compilation-dir=. -fno-vectorize sum.c -o sum.elf
