# Every block waits for the one behind it, but only two fit on the device.
---
simd = 1
numbers: u32[9] = 0, 0, 0, 0, 0, 0, 0, 0, 1
R20 = &numbers + 4 * bid
local = 1
global = 8
resident = 2
---
wait:   LOAD R1, 4(R20)
        BEQ  R1, R0, wait
        ADDI R1, R1, 1
        STORE R1, 0(R20)
        HALT
