#!/usr/bin/env python3
"""Records what qemu-riscv64 makes of the programs in this folder.

Each NAME.s fills the registers, runs random instructions, and writes registers and memory to its
output, which becomes NAME.txt in hexadecimal. Needs clang-22, ld.lld-22 and qemu-riscv64.
"""
import glob
import subprocess

for source in sorted(glob.glob("*.s")):
    subprocess.run(["clang-22", "--target=riscv64", "-march=rv64gcv", "-mno-relax", "-nostdlib", "-static",
                    "-fuse-ld=/usr/bin/ld.lld-22", "-o", "/tmp/host.elf", source], check=True)
    ran = subprocess.run(["qemu-riscv64", "-cpu", "rv64,v=true,vlen=1024", "/tmp/host.elf"],
                         capture_output=True, check=True)
    text = ran.stdout.hex()
    with open(source.replace(".s", ".txt"), "w") as file:
        file.writelines(text[at:at + 64] + "\n" for at in range(0, len(text), 64))
