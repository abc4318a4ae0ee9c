# What it reads lies beside its folder, not in it.
---
a: u8[4] = file("../../flux/run/checker.pgm", u8, 0)
---
HALT
