# A counter that every lane adds to, and a lock that every lane takes: lanes of one warp that spin on
# each other still make progress.
---
simd = 1
out_count: u32[1]
lock: u32[1]
out_total: u32[1]
local = 64
global = 3
expect out_count = 192
expect out_total = 192
---
.ext v0.2
        LI   R1, 1
        ATOMIC_ADD R2, R10, R1
try:    LI   R3, 0                 # compare with: not taken
        ATOMIC_CAS R3, R11, R1
        BNE  R3, R0, try
        LOAD R4, 0(R12)            # the lock is ours
        ADDI R4, R4, 1
        STORE R4, 0(R12)
        STORE R0, 0(R11)
        HALT
